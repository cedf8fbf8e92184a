import { authPolicies, policiesNamed, type RouteView, routes } from '@mcpgw/agentgateway/internal';
import { get, isGiven, items, type Node, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** Headers and methods that browsers send without asking before. */
const plainHeaders = new Set(['accept', 'accept-language', 'content-language', 'host', 'origin', 'referer', 'user-agent', ':authority']);
const plainMethods = new Set(['GET', 'HEAD', 'POST']);

const namesOf = (node: Node | undefined): string[] => items(node).flatMap(item => text(item) ?? []);

/** Whether the policy is about requests that browsers ask for before they send them. */
const isAskedFor = (cors: Node): boolean =>
  namesOf(get(cors, 'allowMethods')).some(method => !plainMethods.has(method)) ||
  namesOf(get(cors, 'allowHeaders')).some(header => !plainHeaders.has(header.toLowerCase()));

/** Why no match of the route takes the question of a browser. */
function whyUnmatched(route: RouteView): string | undefined {
  const reasons = items(get(route.node, 'matches')).map(match => {
    const method = text(get(match, 'method'));
    if (method !== undefined && method !== 'OPTIONS') return `the method ${method}`;
    const header = items(get(match, 'headers'))
      .flatMap(each => text(get(each, 'name')) ?? [])
      .find(name => !plainHeaders.has(name.toLowerCase()));
    return header === undefined ? undefined : `the header ${header}`;
  });
  return reasons.length === 0 || reasons.includes(undefined) ? undefined : reasons[0];
}

const cors = 'cors: {allowOrigins: ["https://app.example.com"], allowMethods: [GET, PUT], allowHeaders: [content-type]}';

export const corsUnreached: Rule = {
  id: 'cors-unreached',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Before other requests than simple ones, browsers ask with OPTIONS, without credentials and without the headers of the request. When the question does not reach the policy, the browser sends nothing.',
  docs: {
    checks:
      'Policies `cors` of routes: a match of the route, or another route of the listener with such a policy, takes requests with OPTIONS and without further headers; the listener does not refuse requests without a credential before. Policies for simple requests alone are left alone.',
    seen: 'Live: v1.1.0 and v1.4.1 answered 404 to the question of a browser on a route for `method: GET` and on one with a header in its match, and 401 where the listener has `apiKey`. On one level, `cors` comes first: the answer was 200.',
    fix: 'Match the path alone, and check credentials where `cors` is: both at the route, or from v1.3 both at the listener.',
    wrong: withRoute(`matches: [{path: {pathPrefix: /}, method: PUT}]\npolicies:\n  ${cors}`),
    correct: withRoute(`matches: [{path: {pathPrefix: /}}]\npolicies:\n  ${cors}`),
  },
  check({ root, report }) {
    const all = routes(root);
    const checks = authPolicies(root).filter(({ set, mode }) => set.level === 'listener' && mode === 'strict');
    for (const { node, path, set } of policiesNamed(root, 'cors')) {
      const route = set.route;
      if (set.level !== 'route' || route === undefined || node.kind !== 'map' || !isAskedFor(node)) continue;
      if (items(get(node, 'allowOrigins')).length === 0 || isGiven(route.listener?.policies, 'cors')) continue;
      const why = whyUnmatched(route);
      const isBeside = (other: RouteView): boolean => other !== route && other.listener?.node === route.listener?.node;
      if (why !== undefined && !all.some(other => isBeside(other) && isGiven(other.policies, 'cors')))
        report({
          at: node,
          path,
          message: `browsers ask with OPTIONS before, and the route takes only requests with ${why}: the question gets 404`,
          suggestion: 'match the path alone',
        });
      const check = checks.find(({ set: { listener } }) => listener !== undefined && listener.node === route.listener?.node);
      if (check !== undefined)
        report({
          at: node,
          path,
          message: `browsers ask without credentials before, and "${check.kind}" of the listener answers 401 first`,
          suggestion: `move "${check.kind}" to the route`,
        });
    }
  },
};
