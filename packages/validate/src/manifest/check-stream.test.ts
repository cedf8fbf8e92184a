import { LineIndex } from '@mcpgw/diagnostics';
import { validateText } from '../validate.js';
import { checkStream, firstDocuments, objectsLookedAt } from './check-stream.js';

const small = { maxDocument: 300, batch: 200, maxFindings: 3, maxTogether: 100 };
const configMap = (name: string, more = '') => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n${more}`;
const unknown = (name: string) => configMap(name, 'dta: {}\n');

function places(text: string, limits = small, shares: number[] = []): string[] {
  const index = new LineIndex(text);
  const findings = checkStream(text, { file: 'f', env: {}, progress: share => shares.push(share) }, limits);
  return findings.map(({ span, rule, message }) => {
    const { line, column } = index.position(span!.start);
    return `${line}:${column} ${rule} ${message}`;
  });
}

it('checks document after document, and says how far it is', () => {
  const shares: number[] = [];
  const text = `${'# head\n'}${configMap('a')}${unknown('b')}${configMap('c')}${configMap('d')}${unknown('e')}`;
  expect(places(text, small, shares)).toEqual([
    '10:1 unknown-field "dta" is not a field of ConfigMap',
    '23:1 unknown-field "dta" is not a field of ConfigMap',
  ]);
  expect(shares.length).toBeGreaterThan(1);
  expect(shares.at(-1)).toBe(1);
});

it('finds in batches of any size what it finds in the whole', () => {
  const text = [unknown('a'), configMap('b'), '--- # empty\n', '---\n', unknown('c'), '---\r\nkind: x\r\n', unknown('d')].join('');
  const whole = places(text, { ...small, batch: 1_000_000 });
  expect(whole.length).toBeGreaterThan(2);
  for (const batch of [0, 1, 50, 150, 400]) expect(places(text, { ...small, batch, maxFindings: 100 })).toEqual(whole);
});

it('points at where a document becomes too large, and goes on behind it', () => {
  const text = `${configMap('a')}${configMap('b', `data: {a: "${'x'.repeat(400)}"}\n`)}${unknown('c')}`;
  expect(places(text)).toEqual([
    '9:246 too-large the document has more than 300 characters, which are passed here; it is not checked',
    '14:1 unknown-field "dta" is not a field of ConfigMap',
  ]);
});

it('ends after too many findings, and says where', () => {
  const text = Array.from({ length: 20 }, (_, index) => unknown(`m${index}`)).join('');
  const found = places(text);
  expect(found.length).toBeLessThan(10);
  expect(found.at(-1)).toMatch(/^\d+:1 too-large more than 3 findings; the file is not checked from here on$/);
});

it('a broken document does not hide the others', () => {
  const text = `${unknown('a')}---\na: [\n${unknown('b')}---\n\tb: c\n`;
  const { kind, findings } = validateText(text, { file: 'f.yaml', env: {} });
  const index = new LineIndex(text);
  expect(kind).toBe('manifest');
  expect(findings.map(({ span, rule }) => `${index.position(span!.start).line} ${rule}`)).toEqual([
    '5 unknown-field',
    '8 yaml-syntax',
    '12 unknown-field',
    '14 yaml-syntax',
  ]);
});

const policy = `---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: p, namespace: one}
spec: {targetRefs: [{group: "", kind: Service, name: s}], traffic: {timeouts: {request: 1s}}}
`;
const service = `---\napiVersion: v1\nkind: Service\nmetadata: {name: s, namespace: two}\nspec: {ports: [{port: 80}]}\n`;

it('objects of different batches are looked at together, with their places in the file', () => {
  const text = policy + configMap('a').repeat(5) + service;
  const whole = validateText(text, { file: 'f', env: {}, kind: 'manifest' }).findings;
  expect(whole.map(({ rule }) => rule)).toContain('policy-target-other-namespace');
  expect(checkStream(text, { file: 'f', env: {} }, { ...small, batch: 10 })).toEqual(whole);
});

it('of others only the objects are kept that rules look at', () => {
  const definition = '---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\n';
  const kinds = objectsLookedAt(policy + definition + service).objects.map(node => node.kind === 'map' && node.entries[1]?.value);
  expect(kinds).toMatchObject([{ text: 'AgentgatewayPolicy' }, { text: 'Service' }]);
});

it('of ConfigMaps and Secrets only the keys are kept', () => {
  const [kept] = objectsLookedAt(configMap('a', 'data: {a: "long text"}\n')).objects;
  expect(kept).toMatchObject({ entries: [{}, {}, {}, { key: 'data', value: { entries: [{ key: 'a', value: { text: '' } }] } }] });
});

it('says that a stream of too many objects is not checked as a whole', () => {
  const text = service.repeat(5);
  expect(places(text, { ...small, maxTogether: 3 })).toEqual([
    '1:1 too-large the file has more than 3 objects; whether they fit together is not checked',
  ]);
});

it('a file that is one document is not read beyond the limit', () => {
  const text = `binds: []\n#${'x'.repeat(17_000_000)}`;
  const { kind, findings } = validateText(text, { file: 'f.yaml', env: {} });
  expect([kind, findings.map(({ rule, span }) => [rule, span?.start])]).toEqual(['unknown', [['too-large', 16_777_216]]]);
});

it('the first documents tell what a stream is, also beside broken ones', () => {
  expect(firstDocuments(`---\n\tb: c\n${configMap('a')}`, 'f', small)).toMatchObject([{ kind: 'map' }]);
  expect(firstDocuments('---\n\ta: b\n'.repeat(1000), 'f', small)).toEqual([]);
  expect(firstDocuments(`${'x'.repeat(400)}\n${configMap('a')}`, 'f', small)).toEqual([]);
});

it.each([
  ['apiVersion: v1\nkind: List\nitems: 5\n', ['3:8 wrong-type expected a list, found an integer']],
  ['apiVersion: apps/v1\nkind: List\nitems: []\n', ['2:7 unknown-kind Kubernetes has no List in apps/v1']],
  ['kind: List\nitems: []\n', ['1:1 missing-field "apiVersion" is missing: every Kubernetes object has one']],
  ['apiVersion: v1\nkind: List\n', []],
])('looks at the list itself: %j', (text, expected) => {
  expect(places(text)).toEqual(expected);
});
