import { callerChecks, matches, policiesNamed, type RouteView, routes, takesPath } from '@mcpgw/agentgateway/internal';
import { at, isGiven, type Node, type Rule, text, toPlain } from '@mcpgw/structure';
import { withListener } from '../examples/examples.js';

const guards = [...callerChecks, 'authorization'];
const isGuarded = (policies: Node | undefined): boolean => guards.some(name => isGiven(policies, name));
const backendsOf = (route: RouteView): string => JSON.stringify(route.backends.map(({ node }) => toPlain(node)));

const guard = 'apiKey: {mode: strict, keys: [{key: $ADMIN_KEY}]}';
const example = (match: string): string =>
  withListener(
    `routes:\n- matches: [{path: {${match}}}]\n  policies: {${guard}}\n  backends: [{host: "api.example:8080"}]\n- matches: [{path: {pathPrefix: /}}]\n  backends: [{host: "api.example:8080"}]`,
  );

export const authPathExact: Rule = {
  id: 'auth-path-exact',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The servers behind the route usually take "/admin/" for "/admin": anyone who adds the slash passes without a credential.',
  docs: {
    checks:
      'Looks for routes that check callers and take one exact path, beside a route of the same listener to the same backends that takes the path with a slash at its end and checks nobody.',
    seen: 'Versions 1.1.0 and 1.4.1 answer 401 at `/admin` with an exact match, and send `/admin/` and `/admin/x` to the route for `/` without a check.',
    fix: 'Use `pathPrefix`, which takes the path and all below it, or check callers on the listener.',
    wrong: example('exact: /admin'),
    correct: example('pathPrefix: /admin'),
  },
  check({ root, report }) {
    const isAttached = guards.some(name => policiesNamed(root, name).some(policy => policy.set.level === 'attached'));
    if (isAttached) return;
    const all = routes(root);
    for (const { node, path, route } of matches(root)) {
      const exact = at(node, 'path', 'exact');
      const written = text(exact);
      if (exact === undefined || written === undefined || written.endsWith('/') || !isGuarded(route.policies)) continue;
      if (isGuarded(route.listener?.policies) || takesPath(route, `${written}/`)) continue;
      const isOfListener = (other: RouteView): boolean => other.listener?.path.join('\0') === route.listener?.path.join('\0');
      const after = all.filter(other => isOfListener(other) && takesPath(other, `${written}/`));
      // The longest prefix wins, so a route that checks callers may take the path first.
      if (after.length === 0 || after.some(other => isGuarded(other.policies)) || backendsOf(after[0]!) !== backendsOf(route)) continue;
      report({
        at: exact,
        path: [...path, 'path', 'exact'],
        message: `"${written}/" reaches the same backends by another route, which checks nobody`,
        suggestion: 'write "pathPrefix"',
      });
    }
  },
};
