import { nearest } from '@mcpgw/diagnostics';
import type { Rule } from '@mcpgw/structure';
import { entries, get } from '@mcpgw/structure';
import { type ObjectView, targetsIn } from '../objects/objects.js';
import { makersOf, words } from '../table/lookup.js';
import { holdsKey, keysOf, referencesIn } from '../table/references.js';

export const referenceKeyMissing: Rule = {
  id: 'reference-key-missing',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The object has no such key: a container does not start, a volume is not mounted, a certificate is not served.',
  docs: {
    checks:
      'Every field that names a key of a Secret or ConfigMap, and every reference that reads a key by convention such as `tls.crt`, when the object is given with its content. An info where the reference is `optional` and the object has a key with nearly this name: the value is left out in silence.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a listener without its certificate is Programmed=False, a backend without its key is not sent to the proxy, and a policy is Accepted=True, PartiallyValid.',
    fix: 'Write a key that the object has, or add the key.',
    wrong: `apiVersion: v1
kind: Secret
metadata: {name: keys}
stringData: {token: value}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: web
      image: web
      env: [{name: KEY, valueFrom: {secretKeyRef: {name: keys, key: Token}}}]
`,
    correct: `apiVersion: v1
kind: Secret
metadata: {name: keys}
stringData: {token: value}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: web
      image: web
      env: [{name: KEY, valueFrom: {secretKeyRef: {name: keys, key: token}}}]
`,
  },
  check({ root, report }) {
    for (const reference of referencesIn(root)) {
      if (reference.kind !== 'Secret' && reference.kind !== 'ConfigMap') continue;
      const targets = targetsIn(root, reference);
      if (targets.length === 0 || makersOf(root, reference).length > 0) continue;
      for (const { key, node, path } of keysOf(reference)) {
        if (targets.some(target => holdsKey(target, key) !== false)) continue;
        // An optional key may be absent: only one that is nearly written is a mistake.
        if (reference.optional && nearest(key, keysOfObject(targets[0]!)) === undefined) continue;
        report({
          at: node,
          path,
          message: `the ${words(reference)} has no key "${key}"`,
          suggestion: `its keys: ${keysOfObject(targets[0]!).slice(0, 10).join(', ')}`,
          ...(reference.optional ? { severity: 'info' } : {}),
        });
      }
    }
  },
};

const keysOfObject = ({ node }: ObjectView): string[] =>
  ['data', 'stringData', 'binaryData'].flatMap(part => entries(get(node, part)).map(entry => entry.key));
