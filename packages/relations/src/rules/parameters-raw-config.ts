import { staticConfig } from '@mcpgw/agentgateway';
import { staticRules } from '@mcpgw/agentgateway-rules';
import { at, checkShape, type Rule, runRules } from '@mcpgw/structure';
import { parametersOf } from '../objects/parameters.js';

/** Whether a setting moves an address that the controller or its probes call. */
const ports: Readonly<Record<string, readonly [port: string, effect: string]>> = {
  readinessAddr: ['15021', 'the probes of the pod fail, and it never gets ready'],
  statsAddr: ['15020', 'Prometheus finds no metrics'],
};

export const parametersRawConfig: Rule = {
  id: 'parameters-raw-config',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The file is the static configuration of the proxy: the proxy does not start with what it refuses, and does not do what the rules for that file report.',
  docs: {
    checks:
      'The field rawConfig of AgentgatewayParameters, as a static configuration: its structure (an error), and what every rule for static configurations reports, with the severity that it has there. The ports of readiness and metrics are those that the controller writes into the pod.',
    basedOn:
      'The source of the controller of v1.4.1, which makes the objects of the proxy: the field becomes the static configuration of the proxy, whose rules were tried on it. It was not run for this rule.',
    fix: 'See the page of the rule that the message names.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec: {rawConfig: {config: {readinessAddr: "0.0.0.0:8080"}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec: {rawConfig: {config: {readinessAddr: "0.0.0.0:15021"}}}
`,
  },
  check({ root, version, report }) {
    for (const parameters of parametersOf(root)) {
      const path = ['spec', 'rawConfig'];
      const raw = at(parameters.node, ...path);
      if (raw?.kind !== 'map') continue;
      for (const [key, [port, effect]] of Object.entries(ports)) {
        const node = at(raw, 'config', key);
        if (node?.kind === 'scalar' && !node.text.endsWith(`:${port}`))
          report({
            at: node,
            path: [...path, 'config', key],
            message: `the pod has port ${port} for this: ${effect}`,
            suggestion: `use port ${port}`,
          });
      }
      const shape = checkShape(raw, staticConfig, { file: '', version, reader: `agentgateway v${version}` });
      for (const finding of [...shape, ...runRules(staticRules, raw, 'agentgateway', version, '')]) {
        if (emptyIsFine.has(finding.rule)) continue;
        report({
          at: finding.span ?? raw,
          path: [...path, ...(finding.path ?? [])],
          message: `${finding.message} (${finding.rule})`,
          severity: finding.severity,
          ...(finding.suggestion === undefined ? {} : { suggestion: finding.suggestion }),
        });
      }
    }
  },
};

/** Rules that say nothing about a configuration whose routes come from the controller, so that the file may have none. */
export const emptyIsFine: ReadonlySet<string> = new Set(['empty-config', 'no-routes', 'bind-without-listeners']);
