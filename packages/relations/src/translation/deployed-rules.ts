/** Rules about workloads, Services, budgets and autoscalers, for those that the controller makes of AgentgatewayParameters. */
import type { Severity } from '@mcpgw/diagnostics';
import { type Rule, type RuleContext, severityOf } from '@mcpgw/structure';
import { deployedOf, streamOfDeployed } from './deployed.js';

type Hit = Parameters<RuleContext['report']>[0];

/**
 * A rule that looks at the given objects, and at those that the controller makes of given AgentgatewayParameters. Of these all is known,
 * so what is an info about given objects has another severity, or is not reported.
 */
export const withDeployed = (rule: Rule, infos?: Severity): Rule => ({
  ...rule,
  check(context) {
    rule.check(context);
    for (const deployed of deployedOf(context.root, context.version)) {
      const report = ({ fix: _fix, ...hit }: Hit): void => {
        const path = deployed.pathOf(hit.at);
        const severity = hit.severity === 'info' ? infos : severityOf({ rule, hit });
        if (path !== undefined && severity !== undefined) context.report({ ...hit, path, severity });
      };
      rule.check({ ...context, root: streamOfDeployed(deployed), report });
    }
  },
});
