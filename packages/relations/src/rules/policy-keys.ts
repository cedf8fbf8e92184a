import { at, get, items, type Rule, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';
import { labelsOfObject, mayBeSame, ofKind } from '../objects/objects.js';
import { hasLabels } from '../objects/selectors.js';

const selectors = [
  ['secretSelector', 'Secret'],
  ['configMapSelector', 'ConfigMap'],
] as const;

/** The forms of passwords in a htpasswd file that are hashes. */
const hashed = /^[^:]+:(?:\$(?:apr1|2[abxy]|5|6)\$|\{SHA\})/;

export const policyKeys: Rule = {
  id: 'policy-keys',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'No key or password is known to the proxy, so every request is refused; or passwords stand in the policy for everyone to read.',
  docs: {
    checks:
      'API keys that labels select: some given Secret or ConfigMap of the namespace of the policy has the labels, when any is given. Users of basic authentication: each is a name and a hash as htpasswd writes it.',
    fix: 'Write the labels of the Secret, in the namespace of the policy; write users with htpasswd.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: users}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {basicAuthentication: {mode: Strict, users: ["ann:open sesame"]}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: users}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {basicAuthentication: {mode: Strict, users: ["ann:$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC"]}}
`,
  },
  check({ root, report }) {
    for (const [key, kind] of selectors)
      for (const { node, path, owner } of fieldsNamed(root, key, 'apiKeyAuthentication')) {
        const given = ofKind(root, kind);
        const found = given.some(
          object => mayBeSame(object.namespace, owner.namespace) && hasLabels(get(node, 'matchLabels'), labelsOfObject(object)),
        );
        if (given.length === 0 || found) continue;
        report({
          at: at(node, 'matchLabels') ?? node,
          path: [...path, 'matchLabels'],
          message: `no given ${kind} of this namespace has these labels: every request is refused`,
          suggestion: `write the labels of the ${kind}`,
        });
      }
    for (const { node, path } of fieldsNamed(root, 'users', 'basicAuthentication'))
      items(node).forEach((item, index) => {
        if (hashed.test(text(item) ?? '')) return;
        report({
          at: item,
          path: [...path, index],
          message: 'this is not a name and a hash: the user is always refused',
          suggestion: 'write the line that "htpasswd -nB NAME" prints',
        });
      });
  },
};
