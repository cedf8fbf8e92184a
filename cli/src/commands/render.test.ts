import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { chartYaml, type Outcome, runCommand, writeTree } from '../../../test/helpers/command.js';
import { registerRender } from './render.js';

const mockWritten: string[] = [];
jest.mock('../stdout.js', () => ({ writeData: (text: string) => mockWritten.push(text), endProcess: () => {} }));

const folders: string[] = [];
function tree(files: Record<string, string>): string {
  const folder = writeTree(files);
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const render = (...argv: string[]): Promise<Outcome> => runCommand(registerRender, mockWritten, ['render', ...argv]);

const configMap = (name: string, data = '{}', more = ''): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${more}}\ndata: ${data}\n`;

const app = (): string =>
  tree({
    'Chart.yaml': chartYaml('app'),
    'values.yaml': 'a: 1\n',
    'crds/both.yaml': 'kind: CustomResourceDefinition\nmetadata: {name: x}\n---\nkind: CustomResourceDefinition\nmetadata: {name: z}\n',
    'templates/one.yaml': configMap('{{ .Release.Name }}', '{{ .Values | toJson }}'),
    'templates/two.yaml': configMap('two', '{ns: {{ .Release.Namespace }}, upgrade: "{{ .Release.IsUpgrade }}"}'),
    'templates/hook.yaml': configMap(
      'hook',
      '{}',
      ', annotations: {"helm.sh/hook": "pre-install,post-install", "helm.sh/hook-weight": "-3"}',
    ),
    'templates/test.yaml': configMap('test', '{}', ', annotations: {"helm.sh/hook": test}'),
    'templates/NOTES.txt': 'Hello {{ .Release.Name }}',
  });

const one = (data: string): string => `---\n# Source: app/templates/one.yaml\n${configMap('release-name', data)}`.trimEnd();

describe('bad usage ends with 2', () => {
  test.each<[string, string[], string | RegExp]>([
    ['an unknown flag', ['--include-crd'], /^Error: unknown option '--include-crd'\n\(Did you mean --include-crds\?\)\n/],
    ['a flag without value', ['--set'], /^Error: option '--set <text>' argument missing\n/],
    [
      'a switch with what is not a truth',
      ['--debug=perhaps'],
      'Error: invalid argument "perhaps" for "--debug" flag: strconv.ParseBool: parsing "perhaps": invalid syntax\n',
    ],
    ['an unknown format', ['-o', 'toml'], /argument 'toml' is invalid. Allowed choices are yaml, json.\n/],
    [
      'quotes that do not match',
      ['-f', 'a"b'],
      'Error: invalid argument "a\\"b" for "-f, --values" flag: the quotes do not match at character 1\n',
    ],
    ['text behind a quote', ['-a', 'x,"a"b'], /: the quotes do not match at character 3\n$/],
    ['three arguments', ['a', 'b', 'c', 'd'], 'Error: expected at most two arguments, unexpected arguments: c, d\n'],
    ['a name beside --generate-name', ['a', 'b', '-g'], 'Error: cannot set --generate-name and also specify a name\n'],
    ['a name beside --name-template', ['a', 'b', '--name-template', 'x'], 'Error: cannot set --name-template and also specify a name\n'],
    ['a chart that is not there', ['./none'], 'Error: path "./none" not found\n'],
    [
      'a chart of a repository',
      ['r', 'stable/x'],
      'Error: chart "stable/x" not found: mcpgw works offline and renders charts from folders and archives only\n',
    ],
    ['a values file that is not there', ['-f', 'none.yaml'], 'Error: open none.yaml: no such file or directory\n'],
    ['a values file that is a folder', ['-f', '/'], 'Error: read /: is a directory\n'],
    ['a values file far away', ['-f', 'https://x/y'], 'Error: https://x/y: mcpgw works offline; download the file and name its path\n'],
    ['a file of --set-file that is not there', ['--set-file', 'a=none'], /none: no such file or directory\n$/],
    ['a version that is none', ['--kube-version', 'x'], /^Error: invalid kube version 'x'/],
    ['--jobs alone', ['--jobs', '2'], 'Error: --jobs belongs to --matrix\n'],
    [
      'a Helm that there is not',
      ['--helm-version', '3.19'],
      /argument '3.19' is invalid. There is no rendering as Helm "3.19": known are 3 \(3.20.0\), 4 \(4.2.4\) and 4.3 \(4.3.1\)\.\n/,
    ],
    ['two engines', ['--matrix', 'x', '--engine', 'helm'], 'Error: --matrix renders without Helm: leave out --engine helm\n'],
    ['JSON of Helm', ['-o', 'json', '--engine', 'helm'], 'Error: --engine helm compares what Helm prints: leave out --output json\n'],
    ['JSON into a folder', ['-o', 'json', '--output-dir', 'x'], 'Error: --output json prints to standard output: leave out --output-dir\n'],
    ['a matrix without folder', ['--matrix', 'x'], /^Error: --matrix needs --output-dir: /],
  ])('%s', async (_, argv, message) => {
    const { code, stdout, stderr } = await render(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    if (typeof message === 'string') expect(stderr).toBe(message);
    else expect(stderr).toMatch(message);
  });
});

describe('what is refused ends with 1', () => {
  test('a template, with its place and line', async () => {
    const chart = tree({ 'Chart.yaml': chartYaml('app'), 'templates/x.yaml': 'a: 1\nb: {{ fail "no" }}\n' });
    expect(await render(chart)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Error: execution error at (app/templates/x.yaml:2:6): no\n\nUse --debug flag to render out invalid YAML\n\n' +
        'app/templates/x.yaml:2:6:\n  2 | b: {{ fail "no" }}\n  no\n',
    });
  });

  test('of a long line, the part at the fault', async () => {
    const chart = tree({ 'Chart.yaml': chartYaml('app'), 'templates/x.yaml': `${'a'.repeat(500)}{{ fail "no" }}${'b'.repeat(500)}` });
    const { stderr } = await render(chart);
    expect(stderr).toContain(`\n  1 | ...${'a'.repeat(37)}{{ fail "no" }}${'b'.repeat(108)}...\n  no\n`);
  });

  test('invalid YAML, printed with --debug', async () => {
    const chart = tree({ 'Chart.yaml': chartYaml('app'), 'templates/x.yaml': 'a: [\n' });
    const { code, stdout, stderr } = await render(chart, '--debug');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '---\n# Source: app/templates/x.yaml\na: [\n' });
    expect(stderr).toMatch(/\nError: YAML parse error on app\/templates\/x.yaml: /);
    expect(stderr).not.toContain('--debug');
  });

  test.each<[string, string[], RegExp]>([
    ['text of --set', ['--set', 'a'], /^Error: failed parsing --set data: key "a" has no value\n/],
    ['text of --set-json', ['--set-json', '{'], /^Error: failed parsing --set-json data JSON: {\n/],
    ['a release name', ['--name-template', 'A'], /\nError: release name check failed: release name "A": invalid release name/],
    ['a template that is not there', ['-s', 'templates/none.yaml'], /^Error: could not find template templates\/none.yaml in chart\n/],
  ])('%s', async (_, argv, message) => {
    const { code, stdout, stderr } = await render(app(), ...argv);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('names and charts', () => {
  test.each<[string[], string]>([
    [[], 'release-name'],
    [['-g'], 'release-name'],
    [['--generate-name=true'], 'release-name'],
    [['--generate-name=false'], 'release-name'],
    [['--name-template', '{{ "AB" | lower }}'], 'ab'],
  ])('CHART %j', async (argv, name) => {
    expect((await render(app(), ...argv, '-s', 'templates/one.yaml')).stdout.trimEnd()).toBe(one('{"a":1}').replace('release-name', name));
  });

  test('NAME CHART', async () => {
    expect((await render('mine', app(), '-s', 'templates/one.yaml')).stdout.trimEnd()).toBe(one('{"a":1}').replace('release-name', 'mine'));
  });

  test('NAME alone, or nothing, is the bundled chart', async () => {
    expect((await render('mine')).stdout).toContain(
      '# Source: mcp-gateway/templates/service.yaml\napiVersion: v1\nkind: Service\nmetadata:\n  name: "mine-',
    );
    expect((await render()).stdout).toContain(
      '# Source: mcp-gateway/templates/service.yaml\napiVersion: v1\nkind: Service\nmetadata:\n  name: "release-name-',
    );
  });
});

describe('flags', () => {
  test('values in the order of Helm: files, JSON, text, strings, files, literals', async () => {
    const folder = tree({ 'a,"1".yaml': 'a: 2\nb: 2\n', 'b.yaml': 'b: 3\nc: 3\n', text: 'from file' });
    const field = `"${folder}/a,""1"".yaml",${folder}/b.yaml`;
    const argv = [
      '--set-literal',
      'g=x,y=z',
      '--set-file',
      `f=${folder}/text`,
      '--set-string',
      'e=1',
      '--set',
      'd=1,c=4',
      '--set-json',
      'd={"k":[1]}',
    ];
    const { stdout } = await render(app(), '-f', field, ...argv, '-s', 'templates/one.yaml');
    expect(stdout.trimEnd()).toBe(one('{"a":2,"b":3,"c":4,"d":1,"e":"1","f":"from file","g":"x,y=z"}'));
  });

  test('-f can be empty', async () => {
    expect((await render(app(), '-f', '', '-s', 'templates/one.yaml')).stdout.trimEnd()).toBe(one('{"a":1}'));
  });

  test.each<[string[], string[]]>([
    [[], ['one', 'two', 'hook', 'test']],
    [['--no-hooks'], ['one', 'two']],
    [['--skip-tests'], ['one', 'two', 'hook']],
    [['--include-crds'], ['both', 'one', 'two', 'hook', 'test']],
    [
      ['--include-crds', '--skip-crds'],
      ['both', 'one', 'two', 'hook', 'test'],
    ],
    [
      ['-s', 'templates/t*.yaml', '-s', 'templates/one.yaml'],
      ['two', 'test', 'one'],
    ],
  ])('%j prints %j', async (argv, templates) => {
    const { stdout } = await render(app(), ...argv);
    const sources = [...stdout.matchAll(/^# Source: app\/(?:templates|crds)\/(\w+)\.yaml$/gm)].map(([, name]) => name!);
    expect([...new Set(sources)].sort()).toEqual([...templates].sort());
  });

  test('namespace, upgrade, versions', async () => {
    const chart = tree({
      'Chart.yaml': chartYaml('app'),
      'templates/x.yaml':
        'a: {{ .Release.Namespace }} {{ .Release.IsUpgrade }} {{ .Capabilities.KubeVersion }} {{ .Capabilities.APIVersions.Has "x/v1" }}{{ .Capabilities.APIVersions.Has "y,z/v1" }}\n',
    });
    const { stdout } = await render(chart, '-n', 'ns', '--is-upgrade', '--kube-version', '1.30', '-a', 'x/v1,"y,z/v1"');
    expect(stdout).toBe('---\n# Source: app/templates/x.yaml\na: ns true v1.30 truetrue\n');
  });

  test('--skip-schema-validation', async () => {
    const chart = tree({ 'Chart.yaml': chartYaml('app'), 'values.schema.json': '{"required":["x"]}', 'templates/x.yaml': 'a: 1\n' });
    expect(await render(chart)).toMatchObject({ code: 1, stdout: '' });
    expect(await render(chart, '--skip-schema-validation')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('--output-dir', () => {
  test('a file a template, a line a write', async () => {
    const out = tree({});
    const { stdout } = await render('mine', app(), '--output-dir', out, '--include-crds', '--skip-tests');
    expect(stdout.replaceAll(out, 'OUT')).toBe(
      `${['both', 'one', 'two', 'hook'].map(name => `wrote OUT/app/${name === 'both' ? 'crds' : 'templates'}/${name}.yaml\n`).join('')}\n`,
    );
    expect(readFileSync(join(out, 'app/templates/one.yaml'), 'utf8').trimEnd()).toBe(one('{"a":1}').replace('release-name', 'mine'));
  });

  test('--release-name puts the release above it', async () => {
    const out = tree({});
    await render('mine', app(), '--output-dir', out, '--release-name');
    expect(existsSync(join(out, 'mine/app/templates/one.yaml'))).toBe(true);
  });

  test('nothing is written where the chart is refused', async () => {
    const out = tree({});
    const chart = tree({ 'Chart.yaml': chartYaml('app'), 'templates/a.yaml': 'a: 1\n', 'templates/b.yaml': '{{ fail "no" }}' });
    expect((await render(chart, '--output-dir', out)).code).toBe(1);
    expect(existsSync(join(out, 'app'))).toBe(false);
  });

  test('a folder that cannot be written', async () => {
    const out = tree({ file: '' });
    const { code, stderr } = await render(app(), '--output-dir', join(out, 'file'));
    expect({ code, stderr: stderr.replaceAll(out, 'OUT') }).toEqual({
      code: 1,
      stderr: 'Error: mkdir OUT/file/app/templates: not a directory\n',
    });
  });
});

describe('--output json', () => {
  const validate = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(join(__dirname, '../../../schemas/render.json'), 'utf8')) as object,
  );

  async function json(...argv: string[]): Promise<{ code: number; report: unknown }> {
    const { code, stdout } = await render(...argv, '-o', 'json');
    const report: unknown = JSON.parse(stdout);
    validate(report);
    expect(validate.errors).toBeNull();
    return { code, report };
  }

  test('documents with their template, hooks with events and weight, notes', async () => {
    const { code, report } = await json('mine', app(), '--include-crds', '-n', 'ns');
    expect(code).toBe(0);
    expect(report).toMatchObject({
      release: 'mine',
      namespace: 'ns',
      notes: 'Hello mine',
      documents: [
        { template: 'app/crds/both.yaml', object: { metadata: { name: 'x' } } },
        { template: 'app/crds/both.yaml', object: { metadata: { name: 'z' } } },
        { template: 'app/templates/one.yaml', object: { kind: 'ConfigMap', data: { a: 1 } } },
        { template: 'app/templates/two.yaml' },
        { template: 'app/templates/hook.yaml', hookEvents: ['pre-install', 'post-install'], hookWeight: -3 },
        { template: 'app/templates/test.yaml', hookEvents: ['test'], hookWeight: 0 },
      ],
    });
  });

  test('only what --show-only names', async () => {
    const { report } = await json(app(), '-s', 'templates/two.yaml');
    expect(report).toMatchObject({ documents: [{ template: 'app/templates/two.yaml' }] });
    expect(await json(app(), '-s', 'none')).toEqual({ code: 1, report: { error: { message: 'could not find template none in chart' } } });
  });

  test('a template that fails', async () => {
    const chart = tree({ 'Chart.yaml': chartYaml('app'), 'templates/x.yaml': 'a: {{ fail "no" }}' });
    expect(await json(chart)).toEqual({
      code: 1,
      report: {
        error: {
          message: 'execution error at (app/templates/x.yaml:1:6): no',
          template: 'app/templates/x.yaml',
          line: 1,
          column: 6,
          source: 'a: {{ fail "no" }}',
          reason: 'no',
        },
      },
    });
  });

  test('text that is not YAML', async () => {
    const chart = tree({ 'Chart.yaml': chartYaml('app'), 'templates/x.yaml': 'a: [' });
    expect(await json(chart)).toMatchObject({
      code: 1,
      report: { error: { template: 'app/templates/x.yaml', reason: expect.stringMatching(/^error converting YAML to JSON: yaml: /) } },
    });
  });
});
