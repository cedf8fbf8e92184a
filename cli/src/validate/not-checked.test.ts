import { symlinkSync } from 'node:fs';
import fc from 'fast-check';
import { parseText, type TextNode, walk } from '../../../packages/gotemplate/src/index.js';
import { writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { inOwnFolder } from '../../../test/helpers/working-folder.js';
import type { ValidateFlags } from './flags.js';
import { holdsAction } from './not-checked.js';
import { runValidate } from './run.js';

let mockStdin = Buffer.alloc(0);
jest.mock('node:fs', () => {
  const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
  const readSync = (file: number, into: Buffer, ...rest: [number, number, number]): number => {
    if (file !== 0) return fs.readSync(file, into, ...rest);
    const length = mockStdin.copy(into);
    mockStdin = mockStdin.subarray(length);
    return length;
  };
  return { ...fs, readSync };
});

inOwnFolder('validate-');
afterEach(() => jest.restoreAllMocks());

const write = (files: Readonly<Record<string, string>>): void => void writeTree(files, '.');

async function validate(paths: string[], flags: Partial<ValidateFlags> = {}): Promise<{ code: number; out: string }> {
  let out = '';
  jest.spyOn(process.stdout, 'write').mockImplementation(text => {
    out += String(text);
    return true;
  });
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  return { code: await runValidate(paths, { ...validateFlags, ...flags }), out };
}

interface JsonReport {
  readonly findings: readonly { readonly rule: string; readonly severity: string; readonly file: string; readonly message: string }[];
  readonly notChecked: {
    readonly files: readonly unknown[];
    readonly documents: number;
    readonly skippedDocuments: number;
    readonly otherFiles: number;
  };
}

async function report(paths: string[], flags: Partial<ValidateFlags> = {}): Promise<JsonReport & { readonly code: number }> {
  const { code, out } = await validate(paths, { ...flags, output: 'json' });
  return { code, ...(JSON.parse(out) as JsonReport) };
}

const lastLine = (out: string): string => out.trimEnd().split('\n').at(-1)!;

const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 80}]}\n';
const chart = { 'Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n', 'templates/s.yaml': 'kind: {{ .Values.kind }}\n{{- if x }}\n' };
const below = (at: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${at}/${name}`, text]));

describe('a syntax error is an error wherever the file came from', () => {
  const broken: readonly (readonly [string, string])[] = [
    ['service.yaml', 'apiVersion: v1\nkind: Service\nmetadata: {name: a\nspec: [\n'],
    ['second.yaml', `${service}---\napiVersion: v1\nkind: Service\n  metadata: [\n`],
    ['unknown.yml', 'a: b: c\n'],
    ['tabs.yaml', 'a:\n\t- b\n'],
    ['values.yaml', 'a: [\n'],
    ['config.YAML', 'binds: [\n'],
    ['mcp_config.json', '{"mcpServers": ['],
    ['other.json', '{"a": ['],
    ['template.yaml', 'kind: {{ .Values.kind }}\n{{- if x }}\n'],
  ];
  const ways: readonly (readonly [string, (file: string) => string[]])[] = [
    ['named', file => [file]],
    ['in a folder', () => ['.']],
    ['by a pattern', file => [`*${file.slice(-5)}`]],
    ['from standard input', () => ['-']],
  ];
  test.each(broken.flatMap(([file, text]) => ways.map(([way, paths]) => [file, way, text, paths(file)] as const)))(
    '%s %s',
    async (file, _, text, paths) => {
      write({ [file]: text });
      mockStdin = Buffer.from(text);
      const { code, findings } = await report(paths);
      expect({ code, errors: findings.filter(({ severity }) => severity === 'error').length > 0 }).toEqual({ code: 1, errors: true });
    },
  );

  test('beside files that are right', async () => {
    write({ 'a.yaml': service, 'b/c.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: a\n' });
    const { code, out } = await validate(['.']);
    expect([code, lastLine(out)]).toEqual([1, '2 files checked: 1 error, 0 warnings']);
  });
});

describe('the last line', () => {
  test.each<[string, Record<string, string>, string[], string, Partial<ValidateFlags>?]>([
    ['all is right', { 'a.yaml': service }, ['.'], '1 file checked, nothing wrong found'],
    [
      'an unknown file in a folder',
      { 'a.yaml': service, 'ci.yml': 'on: push\n' },
      ['.'],
      '1 file checked: 0 errors, 0 warnings, 1 info; not checked: 1 file of unknown kind',
    ],
    [
      'an unknown file alone',
      { 'ci.yml': 'on: push\n' },
      ['ci.yml'],
      '0 files checked: 0 errors, 1 warning; not checked: 1 file of unknown kind',
    ],
    [
      'other files',
      { 'a.yaml': service, 'README.md': '', 'b.tpl': '' },
      ['.'],
      '1 file checked, nothing wrong found; not checked: 2 files that are not YAML or JSON',
    ],
    [
      'folders that are left out',
      { 'a.yaml': service, 'node_modules/x.yaml': 'a: [', '.git/x.yaml': 'a: [', 'b/dist/x.yaml': '' },
      ['.'],
      '1 file checked, nothing wrong found; not checked: 3 folders',
    ],
    [
      'settings of compilers and editors, with comments',
      { 'a.yaml': service, 'tsconfig.json': '{ // x\n', '.vscode/settings.json': '{,}', 'tsconfig.base.json': '{,}' },
      ['.'],
      '1 file checked, nothing wrong found; not checked: 3 settings files of editors or compilers',
    ],
    [
      'files of CI and of package managers in a folder, without a finding for each',
      {
        'a.yaml': service,
        '.github/workflows/ci.yaml': 'on: push\n',
        'package.json': '{"name": "x"}',
        'w/.gitlab-ci.yml': 'a: {script: x}\n',
      },
      ['.'],
      '1 file checked, nothing wrong found; not checked: 3 files of other programs',
    ],
    [
      'scripts and texts that the shell named',
      { 'a.yaml': service, 'a.sh': 'set -e\nx: y: z\n', run: '#!/bin/sh\nif [ a ]\n', 'README.md': 'a: b: c\n' },
      ['a.yaml', 'a.sh', 'run', 'README.md'],
      '1 file checked: 0 errors, 3 warnings; not checked: 3 files of other programs',
    ],
    [
      'files of other languages that a pattern matches',
      { 'a.yaml': service, 'a.sh': 'x: y: z\n', 'sub/README.md': 'a: b: c\n', 'sub/b.yaml': service.replace('name: a', 'name: b') },
      ['**'],
      '2 files checked, nothing wrong found; not checked: 2 files that are not YAML or JSON',
    ],
    [
      'a script, if its kind is said',
      { run: `#!/usr/bin/env x\n${service}` },
      ['run'],
      '1 file checked, nothing wrong found',
      { kind: 'manifest' },
    ],
    ['a pattern that names an extension', { 'a.txt': service }, ['*.txt'], '1 file checked, nothing wrong found'],
    [
      'templates of a chart by a pattern',
      { 'a.yaml': service, ...below('c', chart), 'c/templates/plain.yaml': service },
      ['*.yaml', 'c/templates/*.yaml'],
      '2 files checked: 0 errors, 1 warning; not checked: 1 template of a chart',
    ],
  ])('%s', async (_, files, paths, expected, flags = {}) => {
    write(files);
    expect(lastLine((await validate(paths, flags)).out)).toBe(expected);
  });

  test('a link to a folder is not followed', async () => {
    write({ 'a.yaml': service });
    symlinkSync('.', 'again');
    expect(lastLine((await validate(['.'])).out)).toBe('1 file checked, nothing wrong found; not checked: 1 folder');
  });

  test('objects of unknown kinds, whoever silences what is said of them', async () => {
    const object = 'apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n';
    write({ 'a.yaml': `${service}---\n${object}---\n${object.replace('name: a', 'name: b')}` });
    const { out } = await validate(['a.yaml']);
    expect(lastLine(out)).toMatch(/^1 file checked: .*; not checked: 2 documents of unknown kind$/);
    write({ 'mcpgw.config.yaml': 'rules:\n  unknown-kind: {severity: off, reason: known to nobody}\n' });
    expect(lastLine((await validate(['a.yaml'])).out)).toBe(
      '1 file checked, nothing wrong found; not checked: 2 documents of unknown kind',
    );
    write({ 'mcpgw.config.yaml': 'rules: {}\n' });
    expect(lastLine((await validate(['a.yaml'], { ignoreMissingSchemas: true })).out)).toBe(
      '1 file checked, nothing wrong found; not checked: 2 documents of unknown kind',
    );
    expect(lastLine((await validate(['a.yaml'], { skip: ['example.com/v1/Thing'] })).out)).toBe(
      '1 file checked, nothing wrong found; not checked: 2 documents of skipped kinds',
    );
  });

  test('objects of a chart whose kind is skipped', async () => {
    write({ 'c/Chart.yaml': chart['Chart.yaml'], 'c/values.yaml': '', 'c/templates/s.yaml': service });
    expect(lastLine((await validate(['c'], { skip: ['Service'] })).out)).toBe(
      '1 file checked, nothing wrong found; not checked: 1 document of a skipped kind',
    );
  });
});

test('as data', async () => {
  write({ 'a.yaml': service, 'ci.yml': 'on: push\n', 'README.md': '', 'dist/x.yaml': '', 'tsconfig.json': '{}', ...below('c', chart) });
  const { code, notChecked } = await report(['.', 'c/templates/s.yaml']);
  expect([code, notChecked]).toEqual([
    1,
    {
      files: [
        { file: 'dist', reason: 'skipped-folder' },
        { file: 'tsconfig.json', reason: 'json-with-comments' },
        { file: 'ci.yml', reason: 'unknown-kind' },
        { file: 'c/templates/s.yaml', reason: 'chart-template' },
      ],
      documents: 0,
      skippedDocuments: 0,
      otherFiles: 1,
    },
  ]);
});

const unknownValues = (names: readonly string[]) => names.map(name => `the chart has no value ${name}`);

describe('values of another chart', () => {
  const router = 'router: {enabled: true}\nenv: []\nargs: []\npersistence: {size: 1Gi}\nresources: {}\nconfig: {model: m}\n';
  test.each<[string, string, readonly string[]]>([
    ['most of its keys are unknown', router, ['most of these values are not of the bundled chart; the file is not checked']],
    ['but one key that few charts have', `${router}forwardProxy: {}\n`, unknownValues(['router', 'env', 'args', 'persistence', 'config'])],
    [
      'but values of agentgateway',
      `${router}global: {agentgateway: {}}\n`,
      unknownValues(['router', 'env', 'args', 'persistence', 'config']),
    ],
    ['half of its keys are known', 'router: {}\nreplicaCount: 1\n', unknownValues(['router'])],
    ['a key is misspelled', 'replicaCuont: 1\nrouter: {}\n', unknownValues(['replicaCuont', 'router'])],
  ])('%s', async (_, text, messages) => {
    write({ 'router-values.yaml': text });
    const { findings } = await report(['router-values.yaml']);
    expect(findings.map(({ message }) => message).filter(message => !message.includes('no routes'))).toEqual(messages);
  });
});

test('a template names the chart that it belongs to', async () => {
  write(below('a/c', chart));
  const { out } = await validate(['a/c/templates/s.yaml']);
  expect(out).toContain('help: check the chart: mcpgw validate a/c\n');
  expect(out).toContain(
    'a/c/templates/s.yaml:1:1  warning  a template of a chart is not YAML until it is rendered; it is not checked  unknown-kind\n',
  );
});

describe('patches of a kustomization hold a part of an object', () => {
  const deployment = `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n`;
  test.each<[string, string, string, number, readonly string[]]>([
    ['what is missing is in the other object', 'patches: [{path: p.yaml}]\n', `${deployment}spec: {replicas: 2}\n`, 0, []],
    [
      'rules across fields too',
      'patchesStrategicMerge: [p.yaml]\n',
      `${service.replace('{ports: [{port: 80}]}', '{type: ClusterIP}')}`,
      0,
      [],
    ],
    ['directives', 'patches: [{path: p.yaml}]\n', `${deployment}$patch: delete\n`, 0, []],
    ['a field that does not exist', 'patches: [{path: p.yaml}]\n', `${deployment}spec: {replica: 2}\n`, 1, ['unknown-field']],
    ['a wrong type', 'patches: [{path: p.yaml}]\n', `${deployment}spec: {replicas: two}\n`, 1, ['wrong-type']],
    ['a file that is not a patch', 'patches: []\n', `${deployment}spec: {replicas: 2}\n`, 1, ['missing-field', 'missing-field']],
  ])('%s', async (_, kustomization, patch, expected, rules) => {
    write({ 'kustomization.yaml': kustomization, 'p.yaml': patch });
    const { code, findings } = await report(['.']);
    expect([code, findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)]).toEqual([expected, rules]);
  });
});

describe('documents after the first, which Helm 4 merges and Helm 3 does not read', () => {
  test.each<[string, string, string, string[], string]>([
    ['values of the user', 'replicaCount: 1\n---\nreplicaCount: 2\n', 'values.yaml', ['values.yaml'], 'values.yaml'],
    ["the chart's own values", 'a: 1\n---\na: 2\n', 'c/values.yaml', ['c'], 'c/values.yaml'],
    ['values of a subchart', 'a: 1\n---\na: 2\n', 'c/charts/d/values.yaml', ['c'], 'c/charts/d/values.yaml'],
  ])('%s', async (_, text, at, paths, file) => {
    const files = { 'c/Chart.yaml': chart['Chart.yaml'], 'c/charts/d/Chart.yaml': chart['Chart.yaml'].replace('name: c', 'name: d') };
    write({ ...files, 'c/templates/s.yaml': service, [at]: text });
    const seen = async (flags: Partial<ValidateFlags> = {}) => {
      const { code, findings } = await report(paths, flags);
      return [code, findings.filter(({ rule }) => rule === 'document-count').map(({ severity, file }) => [severity, file])];
    };
    expect(await seen()).toEqual([0, [['warning', file]]]);
    expect(await seen({ helmVersion: '3' })).toEqual([1, [['error', file]]]);
  });

  test('a separator with nothing behind it, and crds/ with several', async () => {
    const crds = `${service}---\n${service.replace('name: a', 'name: b')}`;
    write({
      'c/Chart.yaml': chart['Chart.yaml'],
      'c/values.yaml': '---\na: 1\n---\n',
      'c/crds/a.yaml': crds,
      'c/templates/s.yaml': service,
    });
    expect((await report(['c'])).findings.filter(({ rule }) => rule === 'document-count')).toEqual([]);
  });
});

describe('a chart that cannot be loaded is a finding, and the rest is checked', () => {
  test.each<[string, string, string]>([
    ['an unknown apiVersion', 'apiVersion: v3\nname: c\nversion: 0.1.0\n', 'invalid chart apiVersion'],
    ['no version', 'apiVersion: v2\nname: c\n', 'chart.metadata.version is required'],
    ['text that is not YAML', 'name: [\n', 'cannot load Chart.yaml'],
    [
      'a dependency that is missing',
      'apiVersion: v2\nname: c\nversion: 0.1.0\ndependencies: [{name: d, version: 1.0.0, repository: "https://charts.test"}]\n',
      'found in Chart.yaml, but missing in charts/ directory: d',
    ],
  ])('%s', async (_, text, message) => {
    write({ 'c/Chart.yaml': text, 'c/templates/s.yaml': service, 'z.yaml': service.replace('80', '"80"') });
    for (const paths of [['.'], ['c', 'z.yaml']]) {
      const { out, code } = await validate(paths, { output: 'json' });
      const { findings } = JSON.parse(out) as { findings: { file: string; rule: string; message: string }[] };
      const errors = findings.filter(({ rule }) => ['render-error', 'wrong-type'].includes(rule));
      expect([code, errors.map(({ file, rule }) => [file, rule])]).toEqual([
        1,
        [
          ['c/Chart.yaml', 'render-error'],
          ['z.yaml', 'wrong-type'],
        ],
      ]);
      expect(errors[0]!.message).toContain(message);
      jest.restoreAllMocks();
    }
  });
});

/** Whether the parser of templates takes a text for text alone. */
function isTextAlone(text: string): boolean {
  const nodes: string[] = [];
  try {
    for (const tree of parseText('t', text).values()) walk(tree, { text: ({ text }: TextNode) => void nodes.push(String(text)) });
  } catch {
    return false;
  }
  return nodes.join('') === text;
}

describe('a text holds an action where the parser of templates meets one', () => {
  it.each([
    ['a: b', false],
    ['a: {b: {c: d}}', false],
    ['a: { {} }', false],
    ['a: "{{ .b }}"', true],
    ['# {{ .b }}', true],
    ['{{/* c */}}', true],
    ['a: {{', true],
    ['}} {', false],
  ])('%s', (text, holds) => {
    expect(holdsAction(text)).toBe(holds);
    expect(isTextAlone(text)).toBe(!holds);
  });

  it('in generated texts', () => {
    const piece = fc.constantFrom('{', '}', '{{', '}}', '-', ' ', '"', '`', '#', '\n', 'a: b', '.x', '/*', '*/', '{{-', '-}}', 'é');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        const text = pieces.join('');
        expect(isTextAlone(text)).toBe(!holdsAction(text));
      }),
    );
  });
});
