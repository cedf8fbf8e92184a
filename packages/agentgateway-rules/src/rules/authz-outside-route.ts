import { contradictedBy, expressions } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const authzOutsideRoute: Rule = {
  id: 'authz-outside-route',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A rule of a route sees the requests that the route takes, as the client sent them: it never holds for a path, a method or a host that goes elsewhere.',
  docs: {
    checks:
      'Rules of a route do not ask for a path, a method or a host that its matches and hostnames exclude, such as the path after a rewrite. An info for rules that deny.',
    seen: 'Live: v1.1.0 and v1.4.1 answered 403 to every request of the wrong example, because rules see the path before it is rewritten, and to `request.method == "POST"` on a route for GET.',
    fix: 'Compare what clients send to this route, or move the rule to the route that it is about.',
    wrong: withRoute(`matches: [{path: {pathPrefix: /v1}}]
policies:
  urlRewrite: {path: {prefix: /v2}}
  authorization: {rules: ['request.path.startsWith("/v2/")']}`),
    correct: withRoute(`matches: [{path: {pathPrefix: /v1}}]
policies:
  urlRewrite: {path: {prefix: /v2}}
  authorization: {rules: ['request.path.startsWith("/v1/")']}`),
  },
  check({ root, version, report }) {
    for (const view of expressions(root, version)) {
      const { node, path, use, set, effect } = view;
      if (!['allow', 'deny', 'require'].includes(use) || set?.level !== 'route' || set.route === undefined) continue;
      if (path.at(set.path.length) !== 'authorization') continue;
      const what = contradictedBy(set.route, view);
      if (what !== undefined)
        report({
          at: node,
          path,
          message: `"${what}" of the route take no such request: ${effect}`,
          suggestion: 'compare what clients send to this route',
          ...(use === 'deny' ? { severity: 'info' as const } : {}),
        });
    }
  },
};
