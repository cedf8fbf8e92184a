/** Where findings of a rendered chart point: at the user's values, also for keys that were rendered as a whole; and values without a chart. */
import { writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { inOwnFolder } from '../../../test/helpers/working-folder.js';
import { runValidate } from './run.js';

inOwnFolder('origin-');
afterEach(() => jest.restoreAllMocks());

test('a key is traced to the mapping of the values that was rendered as a whole', async () => {
  writeTree(
    {
      'w/Chart.yaml': 'apiVersion: v2\nname: w\nversion: 1.0.0\n',
      'w/values.yaml': 'gateway: {config: {}}\nserverz: {}\n',
      'w/templates/cm.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  gateway.yaml: |\n{{ toYaml .Values.gateway.config | indent 4 }}\n',
      'prod.yaml': 'gateway:\n  config:\n    serverz: {}\n    servers:\n      a: {}\n    __proto__: {}\n',
    },
    '.',
  );
  let out = '';
  jest.spyOn(process.stdout, 'write').mockImplementation(text => {
    out += String(text);
    return true;
  });
  await runValidate(['w'], { ...validateFlags, values: ['prod.yaml'], output: 'json' });
  const { findings } = JSON.parse(out) as { findings: { rule: string; file: string; line: number; column: number; message: string }[] };
  expect(findings.map(({ rule, file, line, column, message }) => [rule, `${file}:${line}:${column}`, message])).toEqual([
    [
      'unknown-field',
      'prod.yaml:3:5',
      'unknown field "serverz" in gateway.yaml (rendered from gateway.config.serverz into w/templates/cm.yaml)',
    ],
    [
      'no-endpoint',
      'prod.yaml:5:7',
      expect.stringMatching(/neither a command nor a URL \(rendered from gateway\.config\.servers\.a into /),
    ],
    ['unknown-field', 'prod.yaml:6:5', expect.stringContaining('(rendered from gateway.config.__proto__ into ')],
  ]);
});

/** A chart whose template also reads keys of the mapping, so that it refuses a text in its place. */
const readsKeys = `{{- range $name, $server := .Values.gateway.config.servers }}{{ $_ := $server.url }}{{ end -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: x
data:
  gateway.yaml: |
{{ toYaml .Values.gateway.config | indent 4 }}
`;

/** The same for the containers of a pod. */
const readsContainers = `apiVersion: v1
kind: Pod
metadata:
  name: x{{ range .Values.containers }}{{ $_ := .image }}{{ end }}
spec:
  containers: {{ toYaml .Values.containers | nindent 4 }}
`;

test.each([
  [
    'a mapping',
    readsKeys,
    'gateway:\n  config:\n    servers:\n      a: {description: x}\n',
    ['no-endpoint', 'prod.yaml:4:7', 'gateway.config.servers.a'],
  ],
  [
    'an item of a list',
    readsContainers,
    'containers:\n  - {name: a, image: a}\n  - {image: b}\n',
    ['missing-field', 'prod.yaml:3:5', 'containers[1]'],
  ],
])('%s is traced through a template that reads its keys', async (_, template, values, [rule, place, path]) => {
  writeTree(
    {
      'k/Chart.yaml': 'apiVersion: v2\nname: k\nversion: 1.0.0\n',
      'k/values.yaml': 'gateway: {config: {}}\n',
      'k/templates/cm.yaml': template,
      'prod.yaml': values,
    },
    '.',
  );
  let out = '';
  jest.spyOn(process.stdout, 'write').mockImplementation(text => {
    out += String(text);
    return true;
  });
  await runValidate(['k'], { ...validateFlags, values: ['prod.yaml'], output: 'json' });
  const { findings } = JSON.parse(out) as { findings: { rule: string; file: string; line: number; column: number; message: string }[] };
  const found = findings.filter(finding => finding.rule === rule);
  expect(found.map(({ file, line, column, message }) => [`${file}:${line}:${column}`, message])).toEqual([
    [place, expect.stringContaining(`(rendered from ${path} into k/templates/cm.yaml)`)],
  ]);
});

test.each([
  [{ values: ['a b.yaml', 'c.yaml'] }, "for values of the bundled chart: mcpgw validate 'a b.yaml' c.yaml"],
  [{ values: ['c.yaml'], chart: 'x' }, 'for values of this chart: mcpgw validate c.yaml --chart x'],
])('values files alone: %j', async (flags, hint) => {
  await expect(runValidate([], { ...validateFlags, ...flags })).rejects.toThrow(
    `name a file, a folder, a chart, or - for standard input; ${hint}`,
  );
});
