import { listed, type RouteView, routes } from '@mcpgw/agentgateway/internal';
import { at, entries, get, isGiven, isNull, type Node, type Rule, text } from '@mcpgw/structure';

/** Policies of which the proxy joins those of several places. */
const joined: ReadonlySet<string> = new Set(['authorization', 'mcpAuthorization', 'ai']);
const limits: ReadonlySet<string> = new Set(['localRateLimit', 'remoteRateLimit']);

const document = (policy: string): string => `binds:
- port: 3000
  listeners:
  - routes:
    - name: api
      policies: {${policy}}
      backends: [{host: "api:8080"}]
policies:
- name: {name: all, namespace: default}
  target: {gateway: {gatewayName: default, gatewayNamespace: default}}
  policy: {localRateLimit: [{maxTokens: 600, tokensPerFill: 600, fillInterval: 60s}]}
`;

/** The routes of the listeners that a gateway target is for. */
function routesOf(root: Node, gateway: Node): readonly RouteView[] {
  const wanted = text(get(gateway, 'listenerName'));
  return routes(root).filter(({ listener }) => wanted === undefined || text(get(listener?.node, 'name')) === wanted);
}

export const gatewayPolicyReplaced: Rule = {
  id: 'gateway-policy-replaced',
  severity: 'info',
  kinds: ['agentgateway'],
  since: '1.0.0',
  why: 'Of one kind of policy around a route the proxy takes the narrowest, and does not join them: for such a route, what the policy of the gateway says does not hold.',
  docs: {
    checks:
      'Entries of `policies` for a gateway or listener whose policy every route has itself: a warning for limits, which look as if all routes shared them. An info for limits that some routes replace.',
    seen: 'Live: v1.4.1 with a limit of 1 for the gateway and of 3 for its only route answers 200 to three requests, then 429. Rules of authorization of both places hold together.',
    fix: 'Repeat the limit in the routes, or keep it in one place.',
    wrong: document('localRateLimit: [{maxTokens: 1000, tokensPerFill: 1000, fillInterval: 1s}]'),
    correct: document('timeout: {requestTimeout: 20s}'),
  },
  check({ root, report }) {
    for (const { node, path } of listed(get(root, 'policies'), ['policies'])) {
      const gateway = at(node, 'target', 'gateway');
      if (gateway === undefined || text(get(node, 'phase')) === 'gateway') continue;
      const around = routesOf(root, gateway);
      for (const { key, keySpan, value } of entries(get(node, 'policy'))) {
        if (isNull(value) || joined.has(key)) continue;
        const own = around.filter(route => isGiven(route.policies, key));
        const [first] = own;
        const isWhole = own.length === around.length;
        if (first === undefined || !(isWhole || limits.has(key))) continue;
        report({
          at: keySpan,
          path: [...path, 'policy', key],
          message: isWhole
            ? `every route has its own "${key}", which replaces this one`
            : `the route ${nameOf(first)} has its own "${key}": its requests do not count in this one`,
          suggestion: 'keep one of them, or repeat it in the routes',
          ...(isWhole && limits.has(key) ? { severity: 'warning' } : {}),
        });
      }
    }
  },
};

const nameOf = ({ node, index }: RouteView): string => `"${text(get(node, 'name')) ?? `route${index}`}"`;
