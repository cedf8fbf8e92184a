import type { Rule } from '@mcpgw/structure';
import { objectsOf } from '../objects/objects.js';
import { absentReferences, words } from '../table/lookup.js';

export const referenceNotFound: Rule = {
  id: 'reference-not-found',
  severity: 'info',
  kinds: ['manifest'],
  why: 'The object has to exist in the cluster already, or what refers to it does not work.',
  docs: {
    checks:
      'Every field that names another object, when several objects are given and the named one is not among them. Objects that clusters have anyway, such as storage classes, are not asked for.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a policy whose service is missing is Accepted=True, PartiallyValid, and sent without it; a listener without its Secret is Programmed=False.',
    fix: 'Add the object, or make sure that it exists before these objects are applied.',
    wrong: `apiVersion: v1
kind: ServiceAccount
metadata: {name: web}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  serviceAccountName: web
  containers:
    - {name: web, image: web, envFrom: [{secretRef: {name: web-keys}}]}
`,
    correct: `apiVersion: v1
kind: Secret
metadata: {name: web-keys}
stringData: {KEY: value}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - {name: web, image: web, envFrom: [{secretRef: {name: web-keys}}]}
`,
  },
  check({ root, report }) {
    if (objectsOf(root).length < 2) return;
    const said = new Set<string>();
    for (const { reference, elsewhere, misspelled } of absentReferences(root)) {
      const { owner, spec, kind, name, namespace, node, path, optional } = reference;
      const key = JSON.stringify([owner.file, kind, namespace, name]);
      if (spec.quiet || optional || elsewhere.length > 0 || misspelled !== undefined || said.has(key)) continue;
      said.add(key);
      report({
        at: node,
        path,
        message: `the ${words(reference)} is not among the given objects`,
        suggestion: 'it has to exist in the cluster',
      });
    }
  },
};
