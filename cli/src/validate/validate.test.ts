import { readFileSync } from 'node:fs';
import { writeTree } from '../../../test/helpers/command.js';
import { validateFlags } from '../../../test/helpers/validate-flags.js';
import { inOwnFolder } from '../../../test/helpers/working-folder.js';
import type { ValidateFlags } from './flags.js';
import { listRules } from './rule-list.js';
import { runValidate } from './run.js';

inOwnFolder('validate-');
afterEach(() => jest.restoreAllMocks());

const write = (files: Record<string, string>): void => void writeTree(files, '.');

async function validate(paths: string[], flags: Partial<ValidateFlags> = {}): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const take = (add: (text: string) => void) => (text: unknown) => {
    add(String(text));
    return true;
  };
  jest.spyOn(process.stdout, 'write').mockImplementation(take(text => (out += text)));
  jest.spyOn(process.stderr, 'write').mockImplementation(take(text => (err += text)));
  const code = await runValidate(paths, { ...validateFlags, ...flags });
  return { code, out, err };
}

interface JsonReport {
  findings: { rule: string; severity: string; file: string; line: number; column: number; path: string; message: string }[];
  files: { file: string; kind: string; errors: number; warnings: number }[];
}

async function report(paths: string[], flags: Partial<ValidateFlags> = {}): Promise<JsonReport & { code: number }> {
  const { code, out } = await validate(paths, { ...flags, output: 'json' });
  return { code, ...(JSON.parse(out) as JsonReport) };
}

const places = ({ findings }: JsonReport) =>
  findings.map(({ severity, rule, file, line, column }) => `${severity} ${rule} ${file}:${line}:${column}`);

const proxy = (policies: string) => `binds:
  - port: 4000
    listeners:
      - routes:
          - policies:
              extAuthz:
                host: authz:9100
                ${policies}
            backends:
              - host: app:80
`;

describe('files that cannot be checked', () => {
  it.each<[string, string[], Partial<ValidateFlags>, string]>([
    ['nothing named', [], {}, 'name a file, a folder, a chart, or - for standard input'],
    ['no such file', ['nope.yaml'], {}, 'open nope.yaml: no such file or directory'],
    ['a pattern without a match', ['*.nope'], {}, '*.nope: no file matches the pattern'],
    ['no version', ['a.yaml'], { gatewayVersion: 'new' }, '--gateway-version: "new" is not a version'],
    ['no settings', ['a.yaml'], { settings: 'x.yaml' }, 'open x.yaml: no such file or directory'],
    ['no env file', ['a.yaml'], { envFile: ['.env'] }, 'open .env: no such file or directory'],
    [
      'no such rule',
      [],
      { explain: 'extauthz-timeout-hug' },
      'there is no rule "extauthz-timeout-hug"; did you mean "extauthz-timeout-huge"?',
    ],
    ['no such chart', ['values.yaml'], { chart: './none' }, 'path "./none" not found'],
  ])('%s', async (_name, paths, flags, message) => {
    write({ 'a.yaml': '{}', 'values.yaml': 'a: 1' });
    await expect(validate(paths, flags)).rejects.toMatchObject({
      name: message.startsWith('path ') ? 'InputError' : 'CliError',
      exitCode: 2,
      message: expect.stringContaining(message),
    });
  });
});

describe('exit codes', () => {
  it('0 for a clean file, 1 for an error, 1 for a warning with --strict', async () => {
    write({
      'ok.yaml': proxy('policies: {http: {requestTimeout: 2s}}'),
      'slow.yaml': proxy('failureMode: deny'),
      'bad.yaml': proxy('timeout: 10s'),
    });
    expect((await validate(['ok.yaml'])).code).toBe(0);
    expect((await validate(['slow.yaml'])).code).toBe(0);
    expect((await validate(['slow.yaml'], { strict: true })).code).toBe(1);
    expect((await validate(['bad.yaml'])).code).toBe(1);
    expect((await validate(['bad.yaml'], { gatewayVersion: 'v0.12' })).code).toBe(0);
  });
});

describe('files that are applied together', () => {
  const policy = (name: string, spec: string) => `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: ${name}, namespace: default}
spec: ${spec}
`;
  const check = policy(
    'check',
    '{targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: g}], traffic: {extAuth: {backendRef: {name: authz, port: 9000}, grpc: {}}}}',
  );
  const bound = policy('bound', '{targetRefs: [{group: "", kind: Service, name: authz}], backend: {http: {requestTimeout: 2s}}}');
  const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: proxy}
spec:
  selector: {matchLabels: {app: proxy}}
  template:
    metadata: {labels: {app: proxy}}
    spec:
      containers:
        - name: proxy
          image: ghcr.io/agentgateway/agentgateway:v0.12.0
`;

  it('are seen by the rules that look from one object to another', async () => {
    write({ 'check.yaml': check, 'bound.yaml': bound });
    expect(places(await report(['check.yaml']))).toEqual(['warning policy-extauth-grpc-unbounded check.yaml:4:141']);
    // The Gateway and the Service are not given; they may exist in the cluster.
    const missing = ['bound.yaml:4:54', 'check.yaml:4:77', 'check.yaml:4:121'].map(place => `info reference-not-found ${place}`);
    expect(places(await report(['check.yaml', 'bound.yaml']))).toEqual(missing);
    expect(places(await report(['.']))).toEqual(missing);
  });

  it('are judged for the version that the one image among them names', async () => {
    write({ 'proxy.yaml': deployment, 'config.yaml': proxy('timeout: 10s') });
    expect((await report(['config.yaml'])).findings.map(({ rule }) => rule)).toContain('unknown-field');
    expect(places(await report(['config.yaml', 'proxy.yaml']))).toEqual([]);
    write({ 'other.yaml': deployment.replace('v0.12.0', 'v1.1.0') });
    expect((await report(['.'])).findings.map(({ rule }) => rule)).toContain('unknown-field');
  });
});

describe('kinds', () => {
  it('are told from content and name, in folders, globs and files', async () => {
    write({
      'a/gw.yaml': proxy('policies: {http: {requestTimeout: 2s}}'),
      'a/mcp_config.json': '{"mcpServers": []}',
      'a/servers.yml': 'mcp_servers: {t: {type: server, name: t}}',
      'a/client.json': '{"mcpServers": {"x": {"command": "y"}}}',
      'a/cm.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n',
      'a/node_modules/x.yaml': 'a: [',
      'a/notes.txt': 'x',
      'a/other.yaml': 'hello: world\n',
    });
    const { files, findings } = await report(['a']);
    expect(files.map(({ file, kind }) => `${file} ${kind}`)).toEqual([
      'a/client.json client-config',
      'a/cm.yaml manifest',
      'a/gw.yaml agentgateway',
      'a/mcp_config.json mcp-config',
      'a/other.yaml unknown',
      'a/servers.yml mcp-servers',
    ]);
    expect(findings.map(({ severity, rule, file }) => `${severity} ${rule} ${file}`)).toEqual(['info unknown-kind a/other.yaml']);
    expect(places(await report(['a/o*.yaml']))).toEqual(['warning unknown-kind a/other.yaml:1:1']);
  });

  it('can be said', async () => {
    write({ 'x.conf': '{}', 'y.json': '{}' });
    expect(places(await report(['x.conf'], { kind: 'agentgateway' }))).toEqual(['warning empty-config x.conf:1:1']);
    expect((await report(['y.json'], { kind: 'mcp-config' })).files).toEqual([
      { file: 'y.json', kind: 'mcp-config', errors: 0, warnings: 0 },
    ]);
  });

  it('points into the configuration inside a ConfigMap, for the version that runs it', async () => {
    const text = `apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data:
  config.yaml: |
    binds:
      - port: 4000
        listeners:
          - routes:
              - policies:
                  extAuthz: {host: "a:1", timeout: 10s}
                backends: [{host: "b:1"}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec: {containers: [{name: c, image: "ghcr.io/agentgateway/agentgateway:v0.12.0"}]}
`;
    write({ 'old.yaml': text, 'new.yaml': text.replace('v0.12.0', 'v1.1.0') });
    expect(places(await report(['old.yaml']))).toEqual([]);
    expect(places(await report(['new.yaml']))).toEqual(['error unknown-field new.yaml:11:43']);
  });
});

describe('variables', () => {
  it('are looked up with --env and --env-file alone; an unset one is an error with its name', async () => {
    write({
      'c.yaml': 'mcp_servers: {a: {url: "http://${MCPGW_TEST_HOST}/mcp"}}\n',
      '.env': 'MCPGW_TEST_HOST=h\n',
      'bad.env': 'no line\n',
    });
    expect((await report(['c.yaml'])).findings).toEqual([]);
    const unset = await report(['c.yaml'], { env: true });
    expect(unset.findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      'unset-variable: the environment variable "MCPGW_TEST_HOST" is not set',
    ]);
    expect((await report(['c.yaml'], { envFile: ['.env'] })).code).toBe(0);
    expect((await report(['c.yaml'], { envFile: ['.env'], env: true })).code).toBe(0);
    expect(places(await report(['c.yaml'], { envFile: ['.env', 'bad.env'] }))).toEqual(['error env-file-line bad.env:1:1']);
  });
});

describe('suppressions', () => {
  const base = proxy('failureMode: deny');

  it('silence the line they stand on or above, and say when they are stale, reasonless or unknown', async () => {
    write({
      'ok.yaml': base.replace('host: authz:9100', 'host: authz:9100 # mcpgw-ignore extauthz-grpc-unbounded: the service has its own limit'),
      'reasonless.yaml': base.replace(
        '                host: authz',
        '                # mcpgw-ignore extauthz-grpc-unbounded\n                host: authz',
      ),
      'stale.yaml': `# mcpgw-ignore-file no-routes: none\n${base}`,
      'unknown.yaml': `# mcpgw-ignore-file no-route: none\n${base}`,
      'file.yaml': `# mcpgw-ignore-file extauthz-grpc-unbounded: tested\n${base}`,
    });
    expect(places(await report(['ok.yaml']))).toEqual([]);
    expect(places(await report(['file.yaml']))).toEqual([]);
    expect(places(await report(['reasonless.yaml']))).toEqual(['warning reasonless-suppression reasonless.yaml:7:17']);
    expect(places(await report(['stale.yaml']))).toEqual([
      'warning stale-suppression stale.yaml:1:1',
      'warning extauthz-grpc-unbounded stale.yaml:8:17',
    ]);
    expect(places(await report(['unknown.yaml']))[0]).toBe('error unknown-rule unknown.yaml:1:1');
  });

  it('stand in mcpgw.config.yaml too', async () => {
    write({
      'gw.yaml': base,
      'mcpgw.config.yaml':
        'gatewayVersion: v1.1.0\nrules:\n  extauthz-grpc-unbounded: {severity: error, reason: policy}\n  no-routes: {severity: off, reason: x}\n  nope: {severity: off}\n',
    });
    expect(places(await report(['gw.yaml']))).toEqual([
      'error extauthz-grpc-unbounded gw.yaml:7:17',
      'warning stale-suppression mcpgw.config.yaml:4:3',
      'error unknown-rule mcpgw.config.yaml:5:3',
      'warning reasonless-suppression mcpgw.config.yaml:5:3',
      'error missing-field mcpgw.config.yaml:5:10',
    ]);
  });
});

describe('--fix', () => {
  it('prints a diff, applies certain fixes, and keeps comments', async () => {
    const text =
      '# kept\nbackends: [{name: b1, host: "a:80"}]\nbinds:\n  - port: 4000\n    listeners:\n      - routes:\n          - matches: [{path: {pathPrefix: api}, method: get}] # kept too\n            backends: [{backend: b1}]\n';
    write({ 'gw.yaml': text });
    const { code, err, out } = await validate(['gw.yaml'], { fix: true });
    expect(code).toBe(0);
    expect(readFileSync('gw.yaml', 'utf8')).toBe(
      text.replace('pathPrefix: api', 'pathPrefix: "/api"').replace('method: get', 'method: GET').replace('backend: b1', 'backend: "/b1"'),
    );
    expect(err).toContain('\n+            backends: [{backend: "/b1"}]\n');
    expect(out).toBe('1 file checked, nothing wrong found\n');
  });
});

describe('--fix of structure', () => {
  it('quotes, unquotes, and fixes case if nothing else can be meant', async () => {
    write({
      'gw.yaml':
        'binds:\n  - port: "4000"\n    listeners:\n      - name: 12\n        protocol: http\n        Routes: [{backends: [{host: "b:1"}]}]\n',
    });
    const { code } = await validate(['gw.yaml'], { fix: true });
    expect(readFileSync('gw.yaml', 'utf8')).toBe(
      'binds:\n  - port: 4000\n    listeners:\n      - name: "12"\n        protocol: HTTP\n        routes: [{backends: [{host: "b:1"}]}]\n',
    );
    expect(code).toBe(0);
  });
});

describe('charts', () => {
  const chart = {
    'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
    'c/values.yaml': 'gateway:\n  port: 4000\n  authz: authz:9100\n  timeout: 2s\n',
    'c/values.schema.json': JSON.stringify({
      type: 'object',
      properties: {
        gateway: {
          type: 'object',
          properties: { port: { type: 'integer' }, authz: {}, timeout: { type: 'string' }, typo: {} },
          additionalProperties: false,
        },
      },
    }),
    'c/templates/cm.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  config.yaml: |\n    binds:\n      - port: {{ .Values.gateway.port }}\n        listeners:\n          - routes:\n              - policies:\n                  extAuthz:\n                    host: {{ .Values.gateway.authz | quote }}\n                    policies: {http: {requestTimeout: {{ .Values.gateway.timeout }}}}\n                backends: [{host: "b:1"}]\n',
  };

  it('are clean with their own values', async () => {
    write(chart);
    expect(await report(['c'])).toMatchObject({ code: 0, findings: [], files: [{ file: 'c', kind: 'chart' }] });
  });

  it('trace a rendered value to the file and key it came from', async () => {
    write({ ...chart, 'prod.yaml': '# production\ngateway:\n  timeout: 10 s\n' });
    const { findings } = await report(['c'], { values: ['prod.yaml'] });
    expect(findings).toMatchObject([
      {
        rule: 'bad-value',
        file: 'prod.yaml',
        line: 3,
        column: 12,
        message: expect.stringContaining('(rendered from gateway.timeout into c/templates/cm.yaml)'),
      },
    ]);
  });

  it('trace a rendered value to the item of a list that it came from', async () => {
    const template =
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  config.yaml: |\n    binds:\n{{- range .Values.binds }}\n      - {port: {{ .port }}, listeners: [{routes: [{backends: [{host: {{ .host | quote }}}]}]}]}\n{{- end }}\n';
    write({
      'l/Chart.yaml': 'apiVersion: v2\nname: l\nversion: 1.0.0\n',
      'l/values.yaml': 'binds: []\n',
      'l/templates/cm.yaml': template,
      'prod.yaml': 'binds:\n  - port: 10000\n    host: a:1\n  - port: 20000\n    host: "b:99999"\n',
    });
    expect((await report(['l'], { values: ['prod.yaml'] })).findings).toMatchObject([
      { rule: 'bad-value', file: 'prod.yaml', line: 5, column: 11, message: expect.stringContaining('(rendered from binds[1].host into') },
    ]);
  });

  it('name the line of a partial that wrote what no value did', async () => {
    write({
      'h/Chart.yaml': 'apiVersion: v2\nname: h\nversion: 1.0.0\n',
      'h/templates/_other.tpl': '{{ define "other" }}\ntimeout: 1s\n{{ end }}\n',
      'h/templates/_config.tpl':
        '{{ define "binds" -}}\nbinds:\n  - port: 4000\n    listeners:\n      - routes:\n          - policies:\n              timeout: {requestTimeout: soon}\n            backends: [{host: "b:1"}]\n{{- end }}\n{{ define "config" }}{{ include "binds" . }}{{ end }}\n',
      'h/templates/cm.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  config.yaml: |{{ include "config" . | nindent 4 }}\n',
    });
    expect((await report(['h'])).findings).toMatchObject([
      { rule: 'bad-value', file: 'h/templates/_config.tpl', line: 7, column: 25, message: expect.stringContaining('h/templates/cm.yaml') },
    ]);
  });

  it('hold values to the schema, and find those that no template reads', async () => {
    write({ ...chart, 'values-a.yaml': 'gateway:\n  prot: 1\n  port: x\n', 'values-b.yaml': 'gateway: {typo: 1}\ngatewey: {}\n' });
    expect(places(await report(['values-a.yaml'], { chart: 'c' }))).toEqual([
      'error values-schema values-a.yaml:2:3',
      'error values-schema values-a.yaml:3:9',
    ]);
    expect(places(await report(['values-b.yaml'], { chart: 'c' }))).toEqual([
      'warning unused-value values-b.yaml:1:11',
      'warning unused-value values-b.yaml:2:1',
    ]);
  });

  it('say where a template fails', async () => {
    write({ ...chart, 'c/templates/x.yaml': 'a: b\nc: {{ fail "no" }}\n' });
    expect(places(await report(['c']))).toEqual(['error render-error c/templates/x.yaml:2:7']);
  });

  it('point at broken values', async () => {
    write({ ...chart, 'values-x.yaml': 'a: [\n' });
    expect((await report(['values-x.yaml'], { chart: 'c' })).findings[0]).toMatchObject({ rule: 'yaml-syntax', file: 'values-x.yaml' });
  });
});

describe('docsUrl in mcpgw.config.yaml', () => {
  it('makes findings link to the published pages', async () => {
    write({
      'mcpgw.config.yaml': 'docsUrl: https://docs.example/x/\n',
      'c.yaml': 'binds: [{port: x, listeners: [{routes: [{backends: [{host: "a:80"}]}]}]}]\n',
    });
    const { out } = await validate(['c.yaml'], { output: 'sarif' });
    const [rule] = JSON.parse(out).runs[0].tool.driver.rules;
    expect(rule).toMatchObject({ id: 'wrong-type', helpUri: 'https://docs.example/x/rules/wrong-type.md' });
    expect(rule.help.markdown).toContain('# wrong-type\n');
  });
  it('is a web address', async () => {
    write({ 'mcpgw.config.yaml': 'docsUrl: docs.example\n', 'c.yaml': 'binds: []\n' });
    expect(places(await report(['c.yaml']))).toContain('error bad-value mcpgw.config.yaml:1:10');
  });
});

describe('lists', () => {
  it('lists rules with severity, why and versions', () => {
    expect(listRules('text')).toMatch(
      /^extauthz-http-policies-ignored +warning .*\(from v1\.0\.0-alpha\.3 to before v1\.4\.0-alpha\.2\)$/m,
    );
    expect(JSON.parse(listRules('json'))).toContainEqual(
      expect.objectContaining({ id: 'unknown-field', severity: 'error', area: 'text and structure', docs: 'docs/rules/unknown-field.md' }),
    );
  });
  it('explains a rule', async () => {
    const { out, code } = await validate([], { explain: 'no-backends' });
    const off =
      'How to turn it off:\nFor one line: # mcpgw-ignore no-backends: reason. For a file: # mcpgw-ignore-file no-backends: reason.';
    const start = '    binds:\n    - port: 3000\n      listeners:\n      - routes:';
    expect({ blocks: out.split('\n\n'), code }).toEqual({
      blocks: [
        'no-backends: warning, in every version',
        'Looks for routes that have neither a backend nor their own answer. A route without backends answers 500 to every request.',
        'What was seen:\nLive: v1.1.0 and v1.4.1 answer 500.',
        `Wrong:\n${start}\n        - backends: []`,
        `Correct:\n${start}\n        - name: a\n          backends:\n          - host: "api.example:8080"`,
        'How to fix:\nAdd a backend, a redirect or a direct response.',
        `${off} Everywhere: in\nmcpgw.config.yaml, rules: {no-backends: {severity: off, reason: ...}}.\n`,
      ],
      code: 0,
    });
  });
});
