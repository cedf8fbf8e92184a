import { GoMap, type Value } from '@mcpgw/go/values';
import { marshalYaml } from '@mcpgw/go/yaml';
import { loadChartFiles } from '../loader/index.js';
import { loadValues } from '../loader/values.js';
import { coalesceValues } from './coalesce.js';
import { processDependencies } from './dependencies.js';
import { mergeUserValues, type ValueOptions } from './options.js';

type Files = Record<string, string>;

const chartOf = (files: Files) => loadChartFiles(new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));
const chartYaml = (name: string, more = ''): string => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${more}`;

/** The value of .Values in templates, and the warnings. */
function valuesOf(files: Files, user = ''): { yaml: string; charts: string[]; warnings: string[] } {
  const warnings: string[] = [];
  const warn = ({ message }: { message: string }) => warnings.push(message);
  const chart = chartOf(files).copyTree();
  const values = loadValues(user);
  processDependencies(chart, values, { warn });
  const yaml = marshalYaml(coalesceValues(chart, values, { warn }));
  return { yaml, charts: chart.dependencies.map(({ fullPath }) => fullPath), warnings };
}

/** The message that `run` throws. */
function messageOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

describe('coalescing', () => {
  test.each<[string, string, string, string]>([
    ['user values win, tables merge', 'a: {x: 1, z: 2}\n', 'a: {z: 3}\n', 'a:\n  x: 1\n  z: 3\n'],
    ['null removes a default', 'a: {x: 1}\nb: 2\n', 'a: {x: null}\nb: null\n', 'a: {}\n'],
    ['null of a key without default stays below the top', 'a: {x: 1}\n', 'a: {w: null}\n', 'a:\n  w: null\n  x: 1\n'],
    ['null of the defaults is dropped', 'a: {x: null, z: 1}\nb: null\n', '', 'a:\n  z: 1\n'],
    ['lists are replaced', 'a: [1, 2]\n', 'a: [3]\n', 'a:\n- 3\n'],
    ['__proto__ is a key', '__proto__: {x: 1}\n', 'constructor: {z: 2}\n', '__proto__:\n  x: 1\nconstructor:\n  z: 2\n'],
  ])('%s', (_, defaults, user, expected) => {
    expect(valuesOf({ 'Chart.yaml': chartYaml('a'), 'values.yaml': defaults }, user).yaml).toBe(expected);
  });

  test('a scalar over a table is kept, with a warning where the default is the scalar', () => {
    const { yaml, warnings } = valuesOf({ 'Chart.yaml': chartYaml('a'), 'values.yaml': 'a: 1\nb: {c: 1}\n' }, 'a: {x: 1}\nb: 2\n');
    expect(yaml).toBe('a:\n  x: 1\nb: 2\n');
    expect(warnings).toEqual(['warning: skipped value for a.a: Not a table.']);
  });

  test('globals go down, the parent first', () => {
    const files = {
      'Chart.yaml': chartYaml('top'),
      'values.yaml': 'global: {a: top, t: {x: 1}}\nsub: {v: 1}\n',
      'charts/sub/Chart.yaml': chartYaml('sub'),
      'charts/sub/values.yaml': 'global: {a: sub, b: sub, t: {z: 2}}\nv: 0\nw: 0\n',
    };
    expect(valuesOf(files).yaml).toBe(
      'global:\n  a: top\n  t:\n    x: 1\nsub:\n  global:\n    a: top\n    b: sub\n    t:\n      x: 1\n      z: 2\n  v: 1\n  w: 0\n',
    );
  });

  test("a scalar in the place of a dependency's table is refused", () => {
    const files = { 'Chart.yaml': chartYaml('top'), 'charts/sub/Chart.yaml': chartYaml('sub') };
    expect(() => valuesOf(files, 'sub: text\n')).toThrow('type mismatch on sub: %!t(string=text)');
  });
});

describe('dependencies', () => {
  const umbrella = (dependencies: string, more: Files = {}): Files => ({
    'Chart.yaml': chartYaml('top', `dependencies:\n${dependencies}`),
    'charts/sub/Chart.yaml': chartYaml('sub'),
    'charts/sub/values.yaml': 'exports: {data: {fromSub: 1}}\nnested: {deep: {k: v}}\n',
    'charts/other/Chart.yaml': chartYaml('other'),
    ...more,
  });
  const sub = '- {name: sub, version: 1.x.x, repository: ""';

  test.each<[string, string, string, string[]]>([
    ['an undeclared chart stays', `${sub}}\n`, '', ['top/charts/other', 'top/charts/sub']],
    ['condition false', `${sub}, condition: sub.use}\n`, 'sub: {use: false}\n', ['top/charts/other']],
    [
      'the first condition that is set decides',
      `${sub}, condition: "a.b,sub.use"}\n`,
      'sub: {use: false}\na: {b: true}\n',
      ['top/charts/other', 'top/charts/sub'],
    ],
    ['tags false', `${sub}, tags: [x, w]}\n`, 'tags: {x: false}\n', ['top/charts/other']],
    ['one tag true', `${sub}, tags: [x, w]}\n`, 'tags: {x: false, w: true}\n', ['top/charts/other', 'top/charts/sub']],
    [
      'a condition beats tags',
      `${sub}, tags: [x], condition: sub.use}\n`,
      'tags: {x: false}\nsub: {use: true}\n',
      ['top/charts/other', 'top/charts/sub'],
    ],
    ['aliases', `${sub}, alias: one}\n${sub}, alias: two}\n`, '', ['top/charts/other', 'top/charts/one', 'top/charts/two']],
    ['a version that does not match', '- {name: sub, version: ">2", repository: ""}\n', '', ['top/charts/sub', 'top/charts/other']],
  ])('%s', (_, dependencies, user, expected) => {
    expect(valuesOf(umbrella(dependencies), user).charts).toEqual(expected);
  });

  test('import-values takes exports and paths; the parent wins', () => {
    const dependencies = `${sub}, import-values: [data, {child: nested.deep, parent: here}, {child: missing, parent: x}]}\n`;
    const { yaml, warnings } = valuesOf(umbrella(dependencies, { 'values.yaml': 'here: {own: 1}\n' }));
    expect(yaml).toContain('fromSub: 1\nhere:\n  k: v\n  own: 1\n');
    expect(warnings).toEqual(['ImportValues missing table from chart']);
  });

  test('import-values below a chart with two aliases reach the first only, as in Helm', () => {
    const { yaml } = valuesOf({
      'Chart.yaml': chartYaml('top', 'dependencies:\n- {name: mid, version: "*", alias: one}\n- {name: mid, version: "*", alias: two}\n'),
      'charts/mid/Chart.yaml': chartYaml('mid'),
      'charts/mid/charts/low/Chart.yaml': chartYaml(
        'low',
        'dependencies: [{name: leaf, version: "*", import-values: [{child: t, parent: got}]}]\n',
      ),
      'charts/mid/charts/low/charts/leaf/Chart.yaml': chartYaml('leaf'),
      'charts/mid/charts/low/charts/leaf/values.yaml': 't: {k: v}\n',
    });
    expect(yaml).toMatch(/^one:\n {2}global: \{\}\n {2}low:\n {4}global: \{\}\n {4}got:\n {6}k: v\n/m);
    expect(yaml.match(/got:/g)).toHaveLength(1);
  });

  test('a condition that is not a boolean is logged and ignored', () => {
    const { charts, warnings } = valuesOf(umbrella(`${sub}, condition: sub.use}\n`), 'sub: {use: "false"}\n');
    expect(charts).toEqual(['top/charts/other', 'top/charts/sub']);
    expect(warnings).toEqual(['returned non-bool value']);
  });

  test('a render does not change the loaded chart', () => {
    const chart = chartOf(umbrella(`${sub}, alias: one, condition: one.use}\n`));
    processDependencies(chart.copyTree(), loadValues('one: {use: false}\n'), { warn: () => {} });
    expect(chart.dependencies.map(({ name }) => name)).toEqual(['sub', 'other']);
    expect(chart.metadata.dependencies![0]).toMatchObject({ name: 'sub', alias: 'one', enabled: false });
  });
});

describe('values files and flags', () => {
  const merged = (options: ValueOptions, files: Files = {}): string =>
    marshalYaml(
      mergeUserValues(options, path => {
        if (path in files) return Buffer.from(files[path]!);
        throw new Error(`no ${path}`);
      }),
    );

  test('files, then --set-json, --set, --set-string, --set-file, --set-literal', () => {
    const files = { f1: 'a: 1\nb: {c: 1}\n', f2: 'b: {d: 2}\n', f3: 'text' };
    const options = {
      valueFiles: ['f1', 'f2'],
      jsonValues: ['{"b":{"e":3}}', 'j=[1]'],
      values: ['a=2'],
      stringValues: ['s=1'],
      fileValues: ['f=f3'],
      literalValues: ['l=a,b'],
    };
    expect(merged(options, files)).toBe('a: 2\nb:\n  c: 1\n  d: 2\n  e: 3\nf: text\nj:\n- 1\nl: a,b\ns: "1"\n');
  });

  test.each<[string, ValueOptions, string]>([
    [
      'a list',
      { valueFiles: ['list'] },
      'failed to parse list: cannot unmarshal yaml document: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    [
      'text behind a separator',
      { valueFiles: ['sep'] },
      'failed to parse sep: error reading yaml document: invalid Yaml document separator: {a: 1}',
    ],
    ['JSON', { jsonValues: ['{x'] }, 'failed parsing --set-json data JSON: {x'],
    ['key=JSON', { jsonValues: ['a=x'] }, 'failed parsing --set-json data a=x'],
    ['--set', { values: ['a'] }, 'failed parsing --set data: key "a" has no value'],
    ['--set-string', { stringValues: ['a'] }, 'failed parsing --set-string data: key "a" has no value'],
  ])('refuses %s', (_, options, message) => {
    expect(messageOf(() => merged(options, { list: '- 1\n', sep: 'a: 1\n--- {a: 1}\n' }))).toBe(message);
  });

  test.each<[string, string]>([
    ['a: 1\n---\nb: 2\n', 'a: 1\nb: 2\n'],
    ['---\na: 1\n--- # more\na: 2\n', 'a: 2\n'],
    ['a: {x: 1}\r\n---\r\na: {z: 2}\r\n', 'a:\n  x: 1\n  z: 2\n'],
    ['', '{}\n'],
    ['---\n', '{}\n'],
    ['null\n', '{}\n'],
  ])('documents of %j are merged', (text, expected) => {
    expect(marshalYaml(loadValues(text))).toBe(expected);
  });

  test('the merged map shares no table with a file', () => {
    const value: Value = loadValues('a: {b: 1}\n').get('a')!;
    expect(value).toBeInstanceOf(GoMap);
  });
});
