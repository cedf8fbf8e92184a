import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { chartYaml, type Outcome, runCommand, writeTree } from '../../../test/helpers/command.js';
import { registerDiff } from './diff.js';

const mockWritten: string[] = [];
jest.mock('../stdout.js', () => ({ writeData: (text: string) => mockWritten.push(text) }));

const template = `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}, namespace: {{ .Release.Namespace }}}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: {{ .Values.app }}}}
  template:
    spec:
      containers:
        - name: main
          image: app:{{ .Chart.Version }}
          env: [{name: API_TOKEN, value: {{ .Values.token }}}, {name: VERSION, value: {{ .Values.global.agentgateway.version | quote }}}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: config}
data:
  config.yaml: |
    # made for {{ .Release.Name }}
    binds: [{port: {{ .Values.port }}, listeners: []}]
  motd.txt: |
    one
    {{ .Values.motd }}
    three
{{- with .Values.secret }}
---
apiVersion: v1
kind: Secret
metadata: {name: key}
stringData: {key: {{ . }}}
{{- end }}
{{- with .Values.fail }}{{ fail . }}{{ end }}
`;
const values = 'replicas: 1\napp: a\nport: 4000\nmotd: two\ntoken: hunter22\nglobal: {agentgateway: {version: ""}}\n';

let folder = '';
beforeEach(() => {
  folder = writeTree({
    'chart/Chart.yaml': chartYaml('app'),
    'chart/values.yaml': values,
    'chart/templates/x.yaml': template,
    'new/Chart.yaml': chartYaml('app').replace('1.0.0', '2.0.0'),
    'new/values.yaml': values,
    'new/templates/x.yaml': template,
    'a.yaml': 'secret: topsecret\n',
    'b.yaml': 'port: 4100\nmotd: zwei\nreplicas: 2\n',
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** `@x` is a file of the folder. */
async function diff(...argv: string[]): Promise<Outcome> {
  const args = argv.map(arg => arg.replace(/^@/, `${folder}/`));
  const { code, stdout, stderr } = await runCommand(registerDiff, mockWritten, ['diff', ...args]);
  return { code, stdout: stdout.replaceAll(folder, 'DIR'), stderr: stderr.replaceAll(folder, 'DIR') };
}

const paths = ({ stdout }: Outcome): string[] =>
  JSON.parse(stdout).objects.flatMap(({ changes }: { changes: { path: string }[] }) => changes.map(({ path }) => path));

const report = (format: string): string => join(__dirname, '..', 'diff', 'testdata', `report-${format}.txt`);

test.each(['text', 'json', 'markdown'])('the report as %s, as it was reviewed (UPDATE_GOLDEN=1 writes it)', async format => {
  const { code, stdout, stderr } = await diff(
    'mcp',
    '@chart',
    '-f',
    '@a.yaml',
    '-o',
    format,
    '--',
    '-f',
    '@b.yaml',
    '--set',
    'token=hunter33',
  );
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).not.toMatch(/hunter|topsecret|dG9wc2Vj/);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(report(format), stdout);
  expect(stdout).toBe(readFileSync(report(format), 'utf8'));
});

test('the report as data follows its schema', async () => {
  const schema = JSON.parse(readFileSync(join(__dirname, '../../../schemas/diff-report.json'), 'utf8'));
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  for (const args of [
    ['@a.yaml', '@b.yaml'],
    ['@b.yaml', '@a.yaml'],
    ['@a.yaml', '@a.yaml'],
  ] as const) {
    const { stdout } = await diff('mcp', '@chart', '-f', args[0], '-o', 'json', '--', '-f', args[1]);
    validate(JSON.parse(stdout));
    expect(validate.errors).toBeNull();
  }
});

describe('what the second side takes from the first', () => {
  test.each<[string, string[], string[], string[]]>([
    ['nothing said: all of it', ['mcp', '@chart', '-f', '@b.yaml'], [], []],
    ['values files, in place of those of the first', ['mcp', '@chart', '-f', '@b.yaml'], ['-f', '@a.yaml'], ['spec.replicas']],
    [
      'another flag is added',
      ['mcp', '@chart', '-f', '@b.yaml'],
      ['--set', 'port=1'],
      ['data["config.yaml"].binds[port=1]', 'data["config.yaml"].binds[port=4100]'],
    ],
    ['a chart', ['mcp', '@chart'], ['@new'], ['spec.template.spec.containers[name=main].image']],
    [
      'the version of the proxy',
      ['mcp', '@chart', '--gateway-version', 'v1'],
      ['--gateway-version', 'v2'],
      ['spec.template.spec.containers[name=main].env[name=VERSION].value'],
    ],
  ])('%s', async (_, first, second, expected) => {
    const outcome = await diff(...first, '-o', 'json', '--', ...second);
    expect(outcome.stderr).toBe('');
    expect(outcome.code).toBe(expected.length > 0 ? 1 : 0);
    if (expected.length > 0) expect(paths(outcome)).toEqual(expect.arrayContaining(expected));
  });
});

test('a release of another name: other objects', async () => {
  const { stdout } = await diff('one', '@chart', '-o', 'json', '--', 'two');
  expect(JSON.parse(stdout).objects.map(({ kind, name, status }: Record<string, string>) => `${status} ${kind} ${name}`)).toEqual([
    'removed Deployment one',
    'added Deployment two',
  ]);
});

test('no change is said, with exit code 0', async () => {
  expect(await diff('mcp', '@chart', '--', '@chart')).toEqual({
    code: 0,
    stdout: '--- mcp DIR/chart\n+++ DIR/chart\n\nno change in 2 objects\n',
    stderr: '',
  });
});

test.each([
  ['before', ['-o', 'json', '--']],
  ['after', ['--', '-o', 'json']],
  ['after', ['--', '--output=json']],
])('the format may be said %s --', async (_, words) => {
  const { code, stdout } = await diff('mcp', '@chart', ...words);
  expect({ code, to: JSON.parse(stdout).to }).toEqual({ code: 0, to: 'the same' });
});

test('a field that cannot change', async () => {
  const { stdout } = await diff('mcp', '@chart', '--', '--set', 'app=b');
  expect(stdout).toContain('~ apps/v1 Deployment default/mcp  (the server refuses it: the field cannot change, delete the object first)');
});

describe('saved manifests', () => {
  const pod = (image: string, more = ''): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: a${more}}\nspec: {containers: [{name: x, image: ${image}}]}\n`;

  test('two of them, the namespace written out or not', async () => {
    writeTree({ 'x.yaml': pod('a'), 'y.yaml': pod('b', ', namespace: default') }, folder);
    const { code, stdout } = await diff('--from', '@x.yaml', '--to', '@y.yaml');
    expect(code).toBe(1);
    expect(stdout).toBe(`--- DIR/x.yaml
+++ DIR/y.yaml

~ v1 Pod default/a
    ~ spec.containers[name=x].image: "a" → "b"

1 changed, 0 added, 0 removed, 0 unchanged
`);
  });

  test('what a server adds to a saved object does not count', async () => {
    const live = `apiVersion: v1
kind: Pod
metadata: {name: a, namespace: default, uid: x, resourceVersion: "1", creationTimestamp: null}
spec: {dnsPolicy: ClusterFirst, containers: [{name: x, image: a, imagePullPolicy: Always, resources: {limits: {cpu: 500m}}}]}
status: {phase: Pending}
`;
    writeTree({ 'x.yaml': live, 'y.yaml': pod('a, resources: {limits: {cpu: 0.5}}, tty: false, args: []') }, folder);
    expect(await diff('--from', '@x.yaml', '--to', '@y.yaml')).toMatchObject({ code: 0, stderr: '' });
    writeTree({ 'y.yaml': pod('a, resources: {limits: {cpu: 0.6}}, tty: true') }, folder);
    const { stdout } = await diff('--from', '@x.yaml', '--to', '@y.yaml');
    expect(stdout).toContain('limits.cpu: "500m" → 0.6\n    + spec.containers[name=x].tty: true\n');
  });

  test.each<[string, string, string]>([
    ['no object', 'a: 1\n', 'Error: DIR/x.yaml: document 1 is not a Kubernetes object: it lacks apiVersion\n'],
    ['a list', '[1]\n', 'Error: DIR/x.yaml: document 1 is not a Kubernetes object\n'],
    ['no name', 'apiVersion: v1\nkind: Pod\n', 'Error: DIR/x.yaml: document 1 is not a Kubernetes object: it lacks metadata.name\n'],
    ['the same object twice', `${pod('a')}---\n${pod('a')}`, 'Error: DIR/x.yaml: Pod default/a is there twice\n'],
    ['no YAML', 'a: [\n', 'Error: DIR/x.yaml: document 1: '],
  ])('%s', async (_, text, message) => {
    writeTree({ 'x.yaml': text, 'y.yaml': pod('a') }, folder);
    const { code, stdout, stderr } = await diff('--from', '@x.yaml', '--to', '@y.yaml');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

test.each<[string, string[], string]>([
  ['one side', ['mcp', '@chart'], 'Error: name two sides: -- between two renders, or --from and --to (see mcpgw diff --help)\n'],
  ['a source beside --', ['@chart', '--from', 'x', '--', '@chart'], 'Error: -- makes two renders: leave out --from and --to\n'],
  ['standard input twice', ['--from', '-', '--to', '-'], 'Error: standard input can be one side only\n'],
  ['a cluster twice', ['mcp', '--from', 'cluster', '--to', 'cluster'], 'Error: --from cluster and --to cluster are the same\n'],
  ['a cluster without a release', ['--from', 'release'], 'Error: name the release that the cluster holds: mcpgw diff NAME ...\n'],
  ['an unknown flag on the second side', ['@chart', '--', '--nonsense'], "Error: after --: unknown option '--nonsense'\n"],
  ['a file that is not there', ['--from', '@none.yaml', '--to', '@chart'], 'Error: open DIR/none.yaml: no such file or directory\n'],
  ['a kubeconfig that is not there', ['mcp', '--from', 'release', '--kubeconfig', '@none'], 'Error: no kubeconfig at DIR/none\n'],
  ['a chart that refuses', ['@chart', '--', '--set', 'fail=no'], 'Error: --set fail=no: execution error at (app/templates/x.yaml'],
])('%s ends with 2', async (_, argv, message) => {
  const { code, stdout, stderr } = await diff(...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});
