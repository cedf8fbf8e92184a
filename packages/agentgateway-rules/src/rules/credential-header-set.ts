import { around, authPolicies, type Placed, type PolicyView, policySets } from '@mcpgw/agentgateway/internal';
import { at, entries, items, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

interface Change extends Placed {
  readonly name: string;
  readonly isTransformation: boolean;
}

function changesOf({ node, path }: PolicyView): Change[] {
  return [['requestHeaderModifier'], ['transformations', 'request']].flatMap(below => {
    const isTransformation = below.length > 1;
    const written = ['add', 'set'].flatMap(verb =>
      entries(at(node, ...below, verb)).map(({ key, value }) => ({
        node: value,
        path: [...path, ...below, verb, key],
        name: key,
        isTransformation,
      })),
    );
    const removed = items(at(node, ...below, 'remove')).flatMap((item, index) => {
      const name = text(item);
      return name === undefined ? [] : [{ node: item, path: [...path, ...below, 'remove', index], name, isTransformation }];
    });
    return [...written, ...removed];
  });
}

export const credentialHeaderSet: Rule = {
  id: 'credential-header-set',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'Checks of callers come before the headers of a route are changed, and after those of its listener: a header that is written at the wrong place does not reach the check, or replaces what the caller sent.',
  docs: {
    checks:
      'Header modifiers that write or remove the header from which `apiKey`, `jwtAuth` or `basicAuth` of the same requests take the credential. A warning where a transformation of the listener replaces it before a check of the route; those of the route compute a credential for the backend.',
    seen: 'Live: v1.1.0 and v1.4.1 answered 401 to a request without a key although a modifier of the route sets it, and passed on the value of the modifier for a caller with a key. A transformation of the listener that sets it let everybody in.',
    fix: 'Read the credential from its own header, and use `backendAuth` for the credential of the backend.',
    wrong: onRoute(
      'apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}]}\nrequestHeaderModifier: {set: {Authorization: "Bearer $CLIENT_KEY"}}',
    ),
    correct: onRoute('apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}]}\nrequestHeaderModifier: {set: {X-Tenant: one}}'),
  },
  check({ root, report }) {
    const policies = authPolicies(root).filter(({ location }) => location.kind === 'header');
    for (const set of policySets(root))
      for (const { node, path, name, isTransformation } of changesOf(set)) {
        const reads = policies.filter(({ location }) => location.name === name.toLowerCase());
        const later = reads.find(
          policy => set.level === 'listener' && policy.set.node !== set.node && around(policy.set).includes(set.node),
        );
        const earlier = reads.find(policy => around(set).includes(policy.set.node));
        if (later !== undefined && isTransformation)
          report({
            at: node,
            path,
            severity: 'warning',
            message: `${later.kind} of the route checks "${name}" after this has changed it, not what the caller sent`,
            suggestion: 'leave the header alone here',
          });
        else if (earlier !== undefined && !isTransformation)
          report({
            at: node,
            path,
            message: `${earlier.kind} reads "${name}" before this changes it: the check sees what the caller sent, and only the backend sees this`,
            suggestion: 'read the credential from another header, or use "backendAuth" for the backend',
          });
      }
  },
};
