import type { Rule } from '@mcpgw/structure';
import { absentReferences, words } from '../table/lookup.js';

export const referenceOtherNamespace: Rule = {
  id: 'reference-other-namespace',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A reference reaches its own namespace or the one that it names; the object is given in another one.',
  docs: {
    checks: 'Every field that names another object: the object is given, but only in a namespace that the reference does not reach.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a policy whose Secret is in another namespace is Accepted=True, PartiallyValid: the Secret is not found.',
    fix: 'Put both objects into one namespace, or write the namespace if the field has one.',
    wrong: `apiVersion: v1
kind: Secret
metadata: {name: keys, namespace: shared}
stringData: {key: value}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: apps}
spec:
  containers:
    - {name: web, image: web, envFrom: [{secretRef: {name: keys}}]}
`,
    correct: `apiVersion: v1
kind: Secret
metadata: {name: keys, namespace: apps}
stringData: {key: value}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: apps}
spec:
  containers:
    - {name: web, image: web, envFrom: [{secretRef: {name: keys}}]}
`,
  },
  check({ root, report }) {
    for (const { reference, elsewhere } of absentReferences(root)) {
      // Policies have a rule of their own, which says what becomes of them.
      if (reference.owner.kind === 'AgentgatewayPolicy' && reference.path[1] === 'targetRefs') continue;
      const [other] = elsewhere;
      if (other === undefined) continue;
      const place = reference.namesNamespace ? 'the reference names' : 'the reference is in';
      report({
        at: reference.node,
        path: reference.path,
        message: `the ${words(reference)} is in namespace "${other.namespace}", and ${place} namespace "${reference.namespace}"`,
        suggestion: reference.namesNamespace ? `write namespace: ${other.namespace}` : 'put both into one namespace',
      });
    }
  },
};
