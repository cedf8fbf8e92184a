import { contradictedBy, expressions, type PolicyView } from '@mcpgw/agentgateway/internal';
import { isGiven, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** Whether the route changes paths or hosts, so that a later condition may see other ones than clients send. */
const rewrites = ({ node }: PolicyView): boolean =>
  ['urlRewrite', 'transformations', 'extProc', 'extAuthz'].some(key => isGiven(node, key));

export const conditionOutsideRoute: Rule = {
  id: 'condition-outside-route',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A condition in a policy of a route is asked for the requests of this route alone: one for a path, a method or a host that goes elsewhere never holds, and what it belongs to does nothing.',
  docs: {
    checks:
      'Conditions of retries (`precondition`, `condition`) and entries of `conditional` in the policies of a route do not ask for a path, a method or a host that its matches and hostnames exclude.',
    basedOn:
      'The source of v1.4.1: the precondition is evaluated once, before the policies of the route change the request, and a request for which it does not hold is not tried again.',
    fix: 'Ask for what the route takes, or move the policy to the route that it is about.',
    wrong: withRoute(`matches: [{path: {pathPrefix: /v1}, method: POST}]
policies:
  retry: {attempts: 2, codes: [503], precondition: 'request.method == "GET"'}`),
    correct: withRoute(`matches: [{path: {pathPrefix: /v1}}]
policies:
  retry: {attempts: 2, codes: [503], precondition: 'request.method == "GET"'}`),
  },
  check({ root, version, report }) {
    for (const view of expressions(root, version)) {
      const { node, path, use, set, effect, broken } = view;
      if (use !== 'condition' || broken || set?.level !== 'route' || set.route === undefined) continue;
      if (path.at(-1) !== 'precondition' && rewrites(set)) continue;
      const what = contradictedBy(set.route, view);
      if (what !== undefined)
        report({
          at: node,
          path,
          message: `"${what}" of the route take no such request: ${effect}`,
          suggestion: 'ask for what the route takes',
        });
    }
  },
};
