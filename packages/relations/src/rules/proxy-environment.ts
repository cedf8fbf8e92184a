import { judgeVariable } from '@mcpgw/agentgateway';
import type { Path } from '@mcpgw/diagnostics';
import { get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { textOr } from '../objects/objects.js';
import { ownPodsOf } from '../objects/own-pods.js';
import { containersOf } from '../objects/pods.js';
import { deployedOf } from '../translation/deployed.js';

/** Whether an image is that of the proxy, by the last part of its repository. */
const isProxy = (container: Node): boolean => /(?:^|\/)agentgateway(?:[:@]|$)/.test(textOr(container, 'image', ''));

/** Addresses that the pods of the controller and of usual charts probe. */
const moved: Readonly<Record<string, string>> = { READINESS_ADDR: '15021', STATS_ADDR: '15020' };

function check(
  container: Node,
  version: string,
  pathOf: (node: Node, ...below: Path) => Path | undefined,
  report: RuleContext['report'],
  ofController: boolean,
): void {
  items(get(container, 'env')).forEach((variable, index) => {
    const name = textOr(variable, 'name', '');
    const node = get(variable, 'value');
    const value = get(variable, 'valueFrom') === undefined ? (node === undefined ? '' : text(node)) : undefined;
    if (/^(?:https?|all|no)_proxy$/i.test(name) && value !== '') {
      const path = pathOf(get(variable, 'name') ?? variable, 'env', index, 'name');
      if (path !== undefined)
        report({
          at: get(variable, 'name') ?? variable,
          path,
          message: `${name} changes nothing: the proxy opens its connections to backends itself`,
          suggestion: 'remove it; a backend is called through a proxy by its policy "tunnel"',
        });
      return;
    }
    const problem = judgeVariable(name, value, version);
    const say = (field: 'name' | 'value', message: string, suggestion: string, severity?: 'error'): void => {
      const at = get(variable, field) ?? variable;
      const path = pathOf(at, 'env', index, field);
      if (path !== undefined) report({ at, path, message, suggestion, ...(severity === undefined ? {} : { severity }) });
    };
    if (problem !== undefined) say(problem.field, problem.message, problem.suggestion, problem.stops ? 'error' : undefined);
    else if (name === 'ADMIN_ADDR' && value !== undefined && !/^(?:localhost|127\.|\[::1\])/.test(value))
      say('value', 'every pod that reaches this address can read the configuration and stop the proxy', 'write 127.0.0.1:15000');
    else if (ofController && moved[name] !== undefined && value !== undefined && !value.endsWith(`:${moved[name]}`))
      say('value', `the pod that the controller makes has port ${moved[name]} for this`, `use port ${moved[name]}`);
  });
}

export const proxyEnvironment: Rule = {
  id: 'proxy-environment',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The proxy does not start with a value that it cannot read, and ignores a variable whose name it does not know.',
  docs: {
    checks:
      'The variables of containers whose image is agentgateway, and those of AgentgatewayParameters: numbers, durations, switches, addresses and levels that the proxy cannot read (an error where it does not start). Also names that are nearly those of a variable, the variables of a forward proxy, which it does not read, and an admin address that other pods reach.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 exit at startup with IPV6_ENABLED=yes, CONNECTION_MIN_TERMINATION_DEADLINE=10, HTTP2_FRAME_SIZE=16Ki, CPU_LIMIT=500m and WORKER_THREADS=2x; v1.1.0 and v1.4.1 also with `DNS_LOOKUP_FAMILY=ipv4`. All start with THREADING_MODE=threadPerCore and ignore it.',
    fix: 'Write the value as the message says.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec: {env: [{name: CONNECTION_MIN_TERMINATION_DEADLINE, value: "10"}]}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec: {env: [{name: CONNECTION_MIN_TERMINATION_DEADLINE, value: 10s}]}
`,
  },
  check({ root, version, report }) {
    for (const pod of ownPodsOf(root)) {
      for (const { node, path } of containersOf(pod))
        if (isProxy(node)) check(node, version, (_, ...below) => [...path, ...below], report, false);
    }
    for (const { proxy, pathOf } of deployedOf(root, version)) if (proxy !== undefined) check(proxy, version, pathOf, report, true);
  },
};
