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

describe('what comes from no value of the user', () => {
  const found = async (paths: string[], more: Partial<typeof validateFlags> = {}): Promise<string[]> => {
    let out = '';
    const spy = jest.spyOn(process.stdout, 'write').mockImplementation(text => {
      out += String(text);
      return true;
    });
    await runValidate(paths, { ...validateFlags, ...more, output: 'json' });
    spy.mockRestore();
    const { findings } = JSON.parse(out) as { findings: { rule: string; file: string; line: number; message: string }[] };
    return findings.map(({ rule, file, line, message }) => `${file}:${line} ${rule}: ${message}`);
  };
  /** Values with which the bundled chart renders a listener without routes. */
  const noRoutes = 'global:\n  agentgateway:\n    version: v1.4.1\n';
  const rendered = '(line 19 of what mcp-gateway/templates/agentgateway-static-config.yaml of the bundled chart renders)';

  it('in the bundled chart, whose files the user does not have, points at the values of the user', async () => {
    writeTree({ 'values.yaml': noRoutes }, '.');
    expect(await found(['values.yaml'])).toEqual([`values.yaml:1 no-routes: the listener has no routes ${rendered}`]);
    writeTree({ 'values.yaml': `# mcpgw-ignore-file no-routes: the targets stand in another file\n${noRoutes}` }, '.');
    expect(await found(['values.yaml'])).toEqual([]);
  });

  it('in the bundled chart is not looked for in a folder that has its name', async () => {
    writeTree({ 'values.yaml': noRoutes, 'mcp-gateway/values.yaml': 'global: {agentgateway: {port: 4000}}\n' }, '.');
    expect(await found(['values.yaml'])).toEqual([`values.yaml:1 no-routes: the listener has no routes ${rendered}`]);
  });

  it('is the default of the chart where that is known', async () => {
    writeTree({ 'values.yaml': `${noRoutes}ingress: {enabled: true, tls: [{hosts: [x.acme.io], secretName: s}]}\n` }, '.');
    const hosts = (await found(['values.yaml'])).filter(line => line.includes('ingress-hosts'));
    expect(hosts).toEqual([
      'values.yaml:4 ingress-hosts: the host "mcp.example.com" is not under "tls" (rendered from the default of ingress.hosts[0].host into mcp-gateway/templates/ingress.yaml of the bundled chart)',
      'values.yaml:4 ingress-hosts: no rule is for the host "x.acme.io" (rendered from ingress.tls[0].hosts[0] into mcp-gateway/templates/ingress.yaml)',
    ]);
  });

  it('but a template that fails with the path of a value points at that value', async () => {
    const values = 'global:\n  agentgateway:\n    githubMcpServer:\n      enabled: true\n';
    const reason = 'global.agentgateway.githubMcpServer: name the Secret that holds the backend key (existingSecret.name)';
    writeTree({ 'values.yaml': values }, '.');
    expect(await found(['values.yaml'])).toEqual([
      `values.yaml:3 render-error: ${reason} (line 171 of mcp-gateway/templates/_model.tpl of the bundled chart)`,
    ]);
    writeTree(
      {
        'f/Chart.yaml': 'apiVersion: v2\nname: f\nversion: 1.0.0\n',
        'f/templates/x.yaml': '{{ if .Values.bad }}{{ fail .Values.bad }}{{ end }}',
        'prod.yaml': 'image:\n  tag: latest\nbad: "image.tag.x: latest is not a version"\n',
        'other.yaml': 'bad: "image.tag: latest is not a version"\n',
      },
      '.',
    );
    expect(await found(['f'], { values: ['prod.yaml'] })).toEqual(
      expect.arrayContaining(['prod.yaml:2 render-error: image.tag.x: latest is not a version (line 1 of f/templates/x.yaml)']),
    );
    expect(await found(['f'], { values: ['other.yaml'] })).toEqual([
      'f/templates/x.yaml:1 render-error: image.tag: latest is not a version',
    ]);
  });
});
