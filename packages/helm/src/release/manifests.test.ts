import { type DocumentCache, sortManifests, splitManifests } from './manifests.js';

/** The message that `run` throws. */
function messageOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

test.each<[string, string[]]>([
  ['', []],
  ['  \n\n', []],
  ['a: 1\n', ['a: 1\n']],
  ['\n\n---\na: 1\n---\nb: 2', ['a: 1\n', 'b: 2']],
  ['---\n---\n  \n--- \t\na: 1\n\n\n', ['a: 1\n\n\n']],
  ['---apiVersion: v1\nkind: X', ['apiVersion: v1\nkind: X']],
  ['a: 1\n ---\nb: 2', ['a: 1\n ---\nb: 2']],
  ['a: |\n  x\n------\nb: 1', ['a: |\n  x\n', '---\nb: 1']],
  ['--- # comment\na: 1', ['# comment\na: 1']],
  ['a: 1\r\n---\r\nb: 2', ['a: 1\r\n', 'b: 2']],
  ['  a: 1\n---\n  b: 2\n', ['a: 1\n', 'b: 2\n']],
])('split %j', (text, expected) => {
  expect(splitManifests(text)).toEqual(expected);
});

const resource = (kind: string, name: string, annotations = ''): string =>
  `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n${annotations === '' ? '' : `  annotations:\n    ${annotations}\n`}`;

describe('sortManifests', () => {
  const sorted = (files: Record<string, string>) => {
    const warnings: string[] = [];
    const { hooks, manifests } = sortManifests(new Map(Object.entries(files)), ({ message }) => warnings.push(message));
    return { hooks, manifests, warnings };
  };

  test('install order, then unknown kinds by name; equals keep the order of paths and documents', () => {
    const { manifests } = sorted({
      'c/templates/z.yaml': resource('Zebra', 'z'),
      'c/templates/b.yaml': `${resource('Service', 's2')}---\n${resource('Alpaca', 'a')}---\n${resource('Namespace', 'n')}`,
      'c/templates/a.yaml': `${resource('Service', 's1')}---\n${resource('ValidatingWebhookConfiguration', 'w')}`,
      'c/templates/_p.yaml': resource('Service', 'partial'),
    });
    expect(manifests.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'Namespace c/templates/b.yaml',
      'Service c/templates/a.yaml',
      'Service c/templates/b.yaml',
      'ValidatingWebhookConfiguration c/templates/a.yaml',
      'Alpaca c/templates/b.yaml',
      'Zebra c/templates/z.yaml',
    ]);
  });

  test('hooks', () => {
    const { hooks, manifests, warnings } = sorted({
      'a.yaml': resource('Job', 'j', '"helm.sh/hook": " Pre-Install ,test-success"\n    "helm.sh/hook-weight": "-5"'),
      'b.yaml': resource('Secret', 's', '"helm.sh/hook": crd-install'),
      'c.yaml': resource('ConfigMap', 'c', '"helm.sh/hook": test\n    "helm.sh/hook-weight": "x"'),
      'd.yaml': resource('ConfigMap', 'd', 'a: b'),
    });
    expect(hooks.map(({ name, events, weight }) => ({ name, events, weight }))).toEqual([
      { name: 'c', events: ['test'], weight: 0 },
      { name: 'j', events: ['pre-install', 'test'], weight: -5 },
    ]);
    expect(manifests.map(({ path }) => path)).toEqual(['d.yaml']);
    expect(warnings).toEqual(['skipping unknown hooks']);
  });

  test('unchanged files are not read again, and changed files are', () => {
    const cache: DocumentCache = new Map();
    const warnings: string[] = [];
    const names = (files: Record<string, string>) => {
      const { hooks, manifests } = sortManifests(new Map(Object.entries(files)), ({ message }) => warnings.push(message), cache);
      return [...manifests.map(({ path, kind }) => `${path} ${kind}`), ...hooks.map(({ name }) => `hook ${name}`)];
    };
    const hooks = `${resource('Job', 'j', '"helm.sh/hook": test')}\n---\n${resource('Job', 'k', '"helm.sh/hook": never')}`;
    expect(names({ 'a.yaml': resource('Secret', 's'), 'b.yaml': hooks })).toEqual(['a.yaml Secret', 'hook j']);
    const documents = cache.get('b.yaml')![0]!.documents;
    expect(names({ 'a.yaml': resource('ConfigMap', 's'), 'b.yaml': hooks })).toEqual(['a.yaml ConfigMap', 'hook j']);
    expect(cache.get('b.yaml')![0]!.documents).toBe(documents);
    expect(warnings).toEqual(['skipping unknown hooks', 'skipping unknown hooks']);
    expect(messageOf(() => names({ 'b.yaml': 'a: {' }))).toMatch(/^YAML parse error on b.yaml: /);
    expect(names({ 'b.yaml': hooks })).toEqual(['hook j']);
  });

  test.each<[string, string]>([
    ['a: {', 'error converting YAML to JSON: yaml: line 1: did not find expected node content'],
    ['- a\n', 'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type util.SimpleHead'],
    [
      'kind: {a: 1}\n',
      'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal object into Go struct field SimpleHead.kind of type string',
    ],
  ])('refuses %j', (text, reason) => {
    expect(messageOf(() => sorted({ 'c/templates/x.yaml': text }))).toBe(`YAML parse error on c/templates/x.yaml: ${reason}`);
  });
});
