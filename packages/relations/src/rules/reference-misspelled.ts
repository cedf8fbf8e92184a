import type { Rule } from '@mcpgw/structure';
import { absentReferences, words } from '../table/lookup.js';

export const referenceMisspelled: Rule = {
  id: 'reference-misspelled',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Nothing has this name, and a given object of the kind has a name that differs by one letter.',
  docs: {
    checks: 'Every field that names another object: the object is not among the given ones, and one with nearly the same name is.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a Gateway of a class that does not exist gets no status at all, and nothing is sent to a proxy.',
    fix: 'Write the name of the object as in its metadata.',
    wrong: `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {a: b}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - {name: web, image: web, envFrom: [{configMapRef: {name: setings}}]}
`,
    correct: `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {a: b}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - {name: web, image: web, envFrom: [{configMapRef: {name: settings}}]}
`,
  },
  check({ root, report }) {
    for (const { reference, misspelled } of absentReferences(root)) {
      if (misspelled === undefined) continue;
      report({
        at: reference.node,
        path: reference.path,
        message: `the ${words(reference)} is not among the given objects`,
        suggestion: `did you mean "${misspelled.name}"?`,
      });
    }
  },
};
