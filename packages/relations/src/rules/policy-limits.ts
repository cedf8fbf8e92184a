import { at, get, items, type Node, type Rule } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';
import { integerOf, mayBeSame, named, type ObjectView, textOr } from '../objects/objects.js';
import { targetsOf } from '../objects/policies.js';

/** Whether every backend of a route that a policy targets is given and none of them is a model. */
function hasNoModel(stream: Node, policy: ObjectView): boolean {
  const routes = targetsOf(policy).flatMap(({ kind, name }) => (kind === 'HTTPRoute' ? named(stream, kind, name) : []));
  const refs = routes.flatMap(route =>
    items(at(route.node, 'spec', 'rules')).flatMap(rule => items(get(rule, 'backendRefs')).map(ref => ({ ref, route }))),
  );
  return (
    refs.length > 0 &&
    refs.every(({ ref, route }) => {
      if (textOr(ref, 'kind', 'Service') !== 'AgentgatewayBackend') return false;
      const found = named(stream, 'AgentgatewayBackend', textOr(ref, 'name', '')).filter(({ namespace }) =>
        mayBeSame(namespace, route.namespace),
      );
      return found.length > 0 && found.every(({ node }) => at(node, 'spec', 'ai') === undefined);
    })
  );
}

export const policyLimits: Rule = {
  id: 'policy-limits',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The limit does not limit what it says.',
  docs: {
    checks:
      'Local rate limits: only the first entry is sent to the proxy, tokens are counted for models only, and a burst is not negative, which the API server accepts.',
    seen: 'Controllers of v1.1.0 and v1.4.1: of the entries of "local" only the first is sent; 10 requests with a burst of -20 become a limit of 18446744073709551606.',
    fix: 'Write one local limit in a policy, with requests unless all backends are models.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: limits}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {rateLimit: {local: [{requests: 10, unit: Seconds}, {requests: 100, unit: Minutes}]}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: limits}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {rateLimit: {local: [{requests: 10, unit: Seconds}]}}
`,
  },
  check({ root, report }) {
    for (const { node, path, owner } of fieldsNamed(root, 'local')) {
      items(node).forEach((item, index) => {
        if (index > 0)
          report({
            at: item,
            path: [...path, index],
            message: 'only the first local limit is used; this one has no effect',
            suggestion: 'keep one entry, or use a global limit',
          });
        const burst = get(item, 'burst');
        if ((integerOf(burst) ?? 0) < 0)
          report({
            at: burst!,
            path: [...path, index, 'burst'],
            message:
              'the burst is negative: it is added to the requests of the unit, and lowers the limit; from the negative of the requests on, the sum wraps around and limits nothing',
            suggestion: 'write 0 or more',
            severity: 'error',
          });
        const tokens = get(item, 'tokens');
        if (tokens !== undefined && hasNoModel(root, owner))
          report({
            at: tokens,
            path: [...path, index, 'tokens'],
            message: 'tokens are those of models, and no backend of the route is one: nothing is limited',
            suggestion: 'use "requests"',
          });
      });
    }
  },
};
