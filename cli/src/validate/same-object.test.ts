import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { writeTree } from '../../../test/helpers/command.js';
import { tar } from '../../../test/helpers/tar.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { inOwnFolder } from '../../../test/helpers/working-folder.js';
import { runValidate } from './run.js';

inOwnFolder('same-object-');
afterEach(() => jest.restoreAllMocks());

const write = (files: Record<string, string>): void => void writeTree(files, '.');

/** The objects that `mcpgw validate` finds defined twice. */
async function said(paths: readonly string[], flags = {}): Promise<string[]> {
  const out = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await runValidate(paths, { ...validateFlags, ...flags, output: 'json' });
  const { findings } = JSON.parse(String(out.mock.calls.at(-1)![0])) as { findings: Record<string, unknown>[] };
  const found = findings.filter(({ rule }) => rule === 'duplicate-object');
  if (found.length > 0) expect(code).toBe(1);
  return found.map(({ file, line, severity, message }) => `${file}:${line} ${severity} ${message}`);
}

const map = (name: string, more = '', version = 'v1', kind = 'ConfigMap') =>
  `apiVersion: ${version}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${more}`;
const stream = (...objects: string[]) => objects.join('---\n');

describe('in one file', () => {
  it.each<[string, string, string[]]>([
    ['the same name', stream(map('a'), map('b'), map('a')), ['f.yaml:14 error ConfigMap "a" is already defined at f.yaml:4:9']],
    ['other namespaces', stream(map('a', '  namespace: n1\n'), map('a', '  namespace: n2\n'), map('a')), []],
    [
      'one namespace',
      stream(map('a', '  namespace: x\n'), map('a', '  namespace: x\n')),
      ['f.yaml:10 error ConfigMap "a" in namespace "x" is already defined at f.yaml:4:9'],
    ],
    ['other kinds', stream(map('a'), map('a', 'data: {}\n', 'v1', 'Secret')), []],
    ['names that the server makes', stream('apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}\n'.repeat(1), map('a-')), []],
    [
      'another version of the group',
      stream(map('a', '', 'example.com/v1', 'Thing'), map('a', '', 'example.com/v2', 'Thing')),
      ['f.yaml:9 error Thing "a" is already defined at f.yaml:4:9'],
    ],
    ['another group', stream(map('a', '', 'example.com/v1', 'Thing'), map('a', '', 'example.org/v1', 'Thing')), []],
    [
      'items of a list',
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n',
      ['f.yaml:5 error ConfigMap "a" is already defined at f.yaml:4:54'],
    ],
    [
      'hooks of Helm',
      stream(map('a', '  annotations: {helm.sh/hook: pre-install}\n'), map('a', '  annotations: {helm.sh/hook: pre-upgrade}\n')),
      [],
    ],
  ])('%s', async (_, text, expected) => {
    write({ 'f.yaml': text });
    expect(await said(['f.yaml'])).toEqual(expected);
  });

  it('in a long stream', async () => {
    const filler = Array.from({ length: 40 }, (_, index) => map(`m${index}`, `data: {x: "${'x'.repeat(450_000)}"}\n`));
    write({ 'f.yaml': stream(map('a'), ...filler, map('a')) });
    expect(await said(['f.yaml'])).toEqual(['f.yaml:249 error ConfigMap "a" is already defined at f.yaml:4:9']);
  });

  it('a comment silences it', async () => {
    write({ 'f.yaml': stream(map('a'), map('a').replace('name: a', 'name: a # mcpgw-ignore duplicate-object: meant')) });
    expect(await said(['f.yaml'])).toEqual([]);
  });
});

describe('across files', () => {
  it('of one folder', async () => {
    write({ 'd/a.yaml': map('x'), 'd/b.yaml': map('x') });
    const expected = ['d/b.yaml:4 error ConfigMap "x" is already defined at d/a.yaml:4:9'];
    expect(await said(['d'])).toEqual(expected);
    expect(await said(['d/a.yaml', 'd/b.yaml'])).toEqual(expected);
  });

  it('of several folders are alternatives: environments, overlays', async () => {
    write({ 'dev/a.yaml': map('x'), 'prod/a.yaml': map('x'), 'base/a.yaml': map('x'), 'base/overlays/dev/a.yaml': map('x') });
    expect(await said(['.'])).toEqual([]);
  });

  it('that are renders of one chart are alternatives', async () => {
    const source = '# Source: chart/templates/a.yaml\n';
    write({ 'dev.yaml': `---\n${source}${map('x')}`, 'prod.yaml': `---\n${source}${map('x')}`, 'own.yaml': map('x') });
    expect(await said(['dev.yaml', 'prod.yaml'])).toEqual([]);
    expect(await said(['dev.yaml', 'own.yaml'])).toEqual(['own.yaml:4 error ConfigMap "x" is already defined at dev.yaml:6:9']);
  });

  it('a patch of a kustomization names the object that it changes', async () => {
    const kustomization =
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]\npatches: [{path: b.yaml}]\n';
    write({ 'k/kustomization.yaml': kustomization, 'k/a.yaml': map('x'), 'k/b.yaml': map('x') });
    expect(await said(['k'])).toEqual([]);
  });

  it('a file that is named twice, or by a link, is one file', async () => {
    write({ 'a.yaml': map('x') });
    symlinkSync('a.yaml', 'b.yaml');
    expect(await said(['a.yaml', 'a.yaml', 'b.yaml', '.'])).toEqual([]);
  });
});

describe('in a chart', () => {
  const chart = (templates: Record<string, string>) =>
    write({
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
      ...Object.fromEntries(Object.entries(templates).map(([name, text]) => [`c/templates/${name}`, text])),
    });

  it('two templates', async () => {
    chart({ 'a.yaml': map('x'), 'b.yaml': map('x', '  namespace: {{ .Release.Namespace }}\n') });
    const [found, ...more] = await said(['c']);
    expect(more).toEqual([]);
    expect(found).toMatch(
      /^c\/templates\/[ab]\.yaml:\d+ error ConfigMap "x".* is rendered by c\/templates\/[ab]\.yaml too: the deploy fails/,
    );
  });

  it('names of their own, and hooks, are fine', async () => {
    const hook = map('x', '  annotations: {helm.sh/hook: pre-install}\n');
    chart({ 'a.yaml': map('x'), 'b.yaml': map('y'), 'h.yaml': hook, 'i.yaml': hook });
    expect(await said(['c'])).toEqual([]);
  });

  it('two charts of a run are two releases', async () => {
    chart({ 'a.yaml': map('x') });
    write({ 'd/Chart.yaml': 'apiVersion: v2\nname: d\nversion: 0.1.0\n', 'd/templates/a.yaml': map('x') });
    expect(await said(['c', 'd'])).toEqual([]);
  });
});

describe('keys that stand twice in the files of a chart', () => {
  it.each<[string, string, string]>([
    ['Chart.yaml', 'apiVersion: v2\nname: c\nversion: 0.1.0\nversion: 0.2.0\n', 'c/Chart.yaml:4'],
    ['values.yaml', 'timeout: 5s\ntimeout: 7s\n', 'c/values.yaml:2'],
    ['values.schema.json', '{"type": "object",\n "type": "object"}', 'c/values.schema.json:2'],
    ['charts/d/values.yaml', 'a: 1\na: 2\n', 'c/charts/d/values.yaml:2'],
    ['crds/x.yaml', 'a: 1\na: 2\n', 'c/crds/x.yaml:2'],
  ])('%s', async (name, text, place) => {
    write({
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
      'c/charts/d/Chart.yaml': 'apiVersion: v2\nname: d\nversion: 0.1.0\n',
      [`c/${name}`]: text,
    });
    expect(await duplicates(['c'])).toEqual([`${place} error`]);
  });

  const packed = (files: Readonly<Record<string, string | Uint8Array>>) =>
    gzipSync(tar(Object.entries(files).map(([name, data]) => ({ name: `d/${name}`, data }))));
  const inner = {
    'Chart.yaml': 'apiVersion: v2\nname: d\nversion: 0.1.0\n',
    'values.yaml': 'a: 1\na: 2\n',
    'files/values.yaml': 'b: 1\nb: 2\n',
  };

  it('in an archive, and in archives inside a chart', async () => {
    writeFileSync('d.tgz', packed(inner));
    expect(await duplicates(['d.tgz'])).toEqual(['d.tgz/values.yaml:2 error']);
    write({ 'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n' });
    mkdirSync('c/charts');
    writeFileSync('c/charts/d.tgz', packed({ ...inner, 'charts/e.tgz': packed(inner) }));
    expect(await duplicates(['c'])).toEqual(['c/charts/d.tgz/charts/e.tgz/values.yaml:2 error', 'c/charts/d.tgz/values.yaml:2 error']);
  });

  it('and in a values file, named or by -f', async () => {
    write({ 'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n', 'v.yaml': 'timeout: 5s\ntimeout: 7s\n' });
    expect(await duplicates(['v.yaml'], { chart: 'c', kind: 'values' })).toEqual(['v.yaml:2 error']);
    expect(await duplicates(['c'], { values: ['v.yaml'] })).toEqual(['v.yaml:2 error']);
  });
});

async function duplicates(paths: readonly string[], flags = {}): Promise<string[]> {
  const out = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await runValidate(paths, { ...validateFlags, ...flags, output: 'json' });
  const { findings } = JSON.parse(String(out.mock.calls.at(-1)![0])) as { findings: Record<string, unknown>[] };
  expect(code).toBe(1);
  return findings.filter(({ rule }) => rule === 'duplicate-field').map(({ file, line, severity }) => `${file}:${line} ${severity}`);
}
