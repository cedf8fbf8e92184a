import { at, entries, get, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';
import { labelsOfObject, mayBeSame, named, type ObjectView, ofKind, textOr } from '../objects/objects.js';
import { hasLabels } from '../objects/selectors.js';

const selectors = [
  ['secretSelector', 'Secret'],
  ['configMapSelector', 'ConfigMap'],
] as const;

/** The values of a Secret or ConfigMap that are given as text or as base64. */
function valuesOf({ node, kind }: ObjectView): { readonly key: string; readonly value: string; readonly node: Node }[] {
  const plain = entries(get(node, kind === 'Secret' ? 'stringData' : 'data'));
  const encoded = kind === 'Secret' ? entries(get(node, 'data')) : [];
  return [
    ...plain.flatMap(({ key, value }) => (text(value) === undefined ? [] : [{ key, value: text(value)!, node: value }])),
    ...encoded.flatMap(({ key, value }) =>
      text(value) === undefined ? [] : [{ key, value: Buffer.from(text(value)!, 'base64').toString('utf8'), node: value }],
    ),
  ];
}

/** Why the controller leaves a key out; undefined if it takes it. */
function keyProblem(value: string, kind: string): string | undefined {
  const trimmed = value.trim();
  if (trimmed === '') return 'it is empty';
  let entry: { readonly key?: unknown; readonly keyHash?: unknown } = { key: trimmed };
  if (trimmed.startsWith('{'))
    try {
      entry = JSON.parse(trimmed) as typeof entry;
    } catch {
      return 'it begins as JSON and is none';
    }
  const [key, hash] = [entry.key ?? '', entry.keyHash ?? ''];
  if ((key === '') === (hash === '')) return 'exactly one of "key" and "keyHash" has to be in it';
  if (kind === 'ConfigMap' && key !== '') return 'a ConfigMap is readable, so its keys are hashes: {"keyHash": "sha256:..."}';
  return hash === '' || /^sha256:[0-9a-fA-F]{64}$/.test(String(hash)) ? undefined : 'a hash is "sha256:" and 64 hexadecimal digits';
}

/** Why no request has a key of a Secret, which the controller takes as it is, with what stands around it; undefined if one may. */
function blankAround(value: string, kind: string): string | undefined {
  const trimmed = value.trim();
  if (kind === 'ConfigMap' || value === trimmed || trimmed.startsWith('{')) return undefined;
  return /[\r\n]$/.test(value) ? 'ends with the end of a line, which is part of it' : 'begins or ends with a blank, which is part of it';
}

const mayHoldVariables = (value: string): boolean => /\$\{|\{\{/.test(value);

/** Keys of given objects that the controller leaves out. */
function checkKeys(object: ObjectView, report: RuleContext['report']): void {
  if (!object.own) return;
  for (const { key, value, node } of valuesOf(object)) {
    const problem = mayHoldVariables(value) ? undefined : keyProblem(value, object.kind);
    const blank = blankAround(value, object.kind);
    const place = {
      at: node,
      path: [object.kind === 'Secret' && at(object.node, 'stringData', key) !== undefined ? 'stringData' : 'data', key],
    };
    if (problem === undefined && blank !== undefined)
      report({
        ...place,
        message: `the API key "${key}" ${blank}: no request has this key`,
        suggestion: 'encode it with echo -n or printf, or write it on one line',
      });
    if (problem !== undefined)
      report({
        ...place,
        message: `the API key "${key}" is left out: ${problem}`,
        suggestion: 'write the key itself, or JSON with "key" or "keyHash", and "metadata"',
      });
  }
}

export const policyKeys: Rule = {
  id: 'policy-keys',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The proxy knows fewer API keys than are written, or none: requests with them are refused.',
  docs: {
    checks:
      'API keys that labels select: some given Secret or ConfigMap of the namespace of the policy has the labels, when any is given. Each key of a given Secret or ConfigMap is one that the controller takes: not empty, JSON with exactly one of key and keyHash, and in a ConfigMap a hash. A key that is written as text begins and ends with no space and no end of a line: it is compared as it is, although other values of Secrets are trimmed.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a selector that finds no Secret and a password in clear text are Attached=True; the proxy gets no key. The source of v1.1.0 to v1.4.1 takes a plain key with the blanks around it.',
    fix: 'Write the labels of the Secret, in the namespace of the policy, and each key as text or as JSON with key or keyHash.',
    wrong: `apiVersion: v1
kind: ConfigMap
metadata: {name: keys, labels: {use: api}}
data: {ann: plain-text-key-of-ann}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: users}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {apiKeyAuthentication: {configMapSelector: {matchLabels: {use: api}}}}
`,
    correct: `apiVersion: v1
kind: ConfigMap
metadata: {name: keys, labels: {use: api}}
data: {ann: '{"keyHash": "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}'}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: users}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {apiKeyAuthentication: {configMapSelector: {matchLabels: {use: api}}}}
`,
  },
  check({ root, report }) {
    const used = new Set<ObjectView>();
    for (const [key, kind] of selectors)
      for (const { node, path, owner } of fieldsNamed(root, key, 'apiKeyAuthentication')) {
        const given = ofKind(root, kind);
        const found = given.filter(
          object => mayBeSame(object.namespace, owner.namespace) && hasLabels(get(node, 'matchLabels'), labelsOfObject(object)),
        );
        for (const object of found) used.add(object);
        if (given.length === 0 || found.length > 0) continue;
        report({
          at: at(node, 'matchLabels') ?? node,
          path: [...path, 'matchLabels'],
          message: `no given ${kind} of this namespace has these labels: every request is refused`,
          suggestion: `write the labels of the ${kind}`,
        });
      }
    for (const { node, owner } of fieldsNamed(root, 'secretRef', 'apiKeyAuthentication'))
      for (const object of named(root, 'Secret', textOr(node, 'name', '')))
        if (mayBeSame(object.namespace, owner.namespace) && textOr(node, 'kind', 'Secret') === 'Secret') used.add(object);
    for (const object of used) {
      checkKeys(object, report);
      const parts = ['stringData', 'data'].flatMap(part => entries(get(object.node, part)));
      if (object.own && used.size === 1 && parts.length === 0)
        report({
          at: get(object.node, 'stringData') ?? get(object.node, 'data') ?? object.node,
          path: [],
          message: `the ${object.kind} "${object.name}" holds no API key: every request is refused`,
          suggestion: 'add a key',
        });
    }
  },
};
