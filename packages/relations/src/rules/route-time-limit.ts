import { parseDuration } from '@mcpgw/agentgateway';
import { get, type Node, type Rule, text } from '@mcpgw/structure';
import { routeRules } from '../reach/routes.js';

const millisecond = 1_000_000n;
const hour = 3_600_000n * millisecond;

function said(key: string, node: Node): readonly [message: string, suggestion: string, severity?: 'info'] | undefined {
  const read = parseDuration(text(node) ?? '');
  if ('problem' in read) return undefined;
  if (read.value === 0n) return [`"${key}" of 0 sets no limit`, 'remove it, or write a time', 'info'];
  if (read.value < 10n * millisecond) return [`"${key}" of ${text(node)} ends nearly every request`, 'check the unit: ms, s or m'];
  return read.value > hour ? [`"${key}" of ${text(node)} is hardly ever reached`, 'check the unit: ms, s or m', 'info'] : undefined;
}

export const routeTimeLimit: Rule = {
  id: 'route-time-limit',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A limit of a few milliseconds ends nearly every request; one of many hours protects nothing.',
  docs: {
    checks:
      'The timeouts of rules of HTTPRoutes: below 10 milliseconds a warning; an info for 0, which means no limit, and for more than an hour.',
    seen: 'The controller of v1.4.1 reports the route as Accepted=True and sends a timeout of 0.005 s.',
    basedOn:
      'The Gateway API, by which 0 is no limit. Limits of a static configuration were tried: timeout-zero and timeout-huge say what was seen.',
    fix: 'Write a time after which nobody waits for the answer any more.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {parentRefs: [{name: edge}], rules: [{timeouts: {request: 5ms}, backendRefs: [{name: web, port: 80}]}]}
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec: {parentRefs: [{name: edge}], rules: [{timeouts: {request: 5s}, backendRefs: [{name: web, port: 80}]}]}
`,
  },
  check({ root, report }) {
    for (const rule of routeRules(root))
      for (const key of ['request', 'backendRequest']) {
        const node = get(get(rule.node, 'timeouts'), key);
        const problem = node === undefined ? undefined : said(key, node);
        if (problem === undefined) continue;
        const [message, suggestion, severity] = problem;
        report({
          at: node!,
          path: [...rule.path, 'timeouts', key],
          message,
          suggestion,
          ...(severity === undefined ? {} : { severity }),
        });
      }
  },
};
