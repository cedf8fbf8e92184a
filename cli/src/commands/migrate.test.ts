import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Outcome, runCommand, writeTree } from '../../../test/helpers/command.js';
import { registerMigrate } from './migrate.js';

const mockWritten: string[] = [];
jest.mock('../stdout.js', () => ({ writeData: (text: string) => mockWritten.push(text) }));

const config = (check: string): string => `binds:
- port: 4000
  listeners:
  - routes:
    - policies:
        extAuthz:
          host: authz:9000 # asks first
          ${check}
      backends: []
`;
const old = config('timeout: 10s # long');
const current = config('policies:\n            http:\n              requestTimeout: 10s # long');

let folder = '';
beforeEach(() => {
  folder = writeTree({
    'old.yaml': old,
    'plain.yaml': config('protocol: {grpc: {}}'),
    'cache.yaml': config('cache: {key: ["1"], ttl: "duration(\'1s\')"}'),
    'values.yaml':
      '# mine\nglobal:\n  agentgateway:\n    version: v0.12.0 # keep\n    extAuth: {enabled: true, serviceName: authz}\nimage: {tag: "0.12.0"}\n',
    'unnamed.yaml': 'extraConfig:\n  tracing: {otlpEndpoint: "http://x:1", headers: {a: b}}\n',
    'digest.yaml': `global: {agentgateway: {version: v0.12.0}}\nimage: {digest: "sha256:${'a'.repeat(64)}"}\n`,
    'gateway-api.yaml': 'global: {agentgateway: {version: v1.4.1, routingMode: gateway-api}}\n',
    'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n',
    'other.yaml': 'hello: 1\n',
    'list.yaml': '[1]\n',
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

async function migrate(...argv: string[]): Promise<Outcome> {
  const args = argv.map(arg => arg.replace(/^@/, `${folder}/`));
  const { code, stdout, stderr } = await runCommand(registerMigrate, mockWritten, ['migrate', ...args]);
  return { code, stdout: stdout.replaceAll(folder, 'DIR'), stderr: stderr.replaceAll(folder, 'DIR') };
}
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const notes = ({ stdout }: Outcome): string[] =>
  JSON.parse(stdout).files.flatMap((file: { notes: { kind: string; path: string; message: string }[] }) =>
    file.notes.map(({ kind, path, message }) => `${kind} ${path}: ${message}`),
  );

test('a dry run prints the difference and writes nothing', async () => {
  expect(await migrate('--to', 'v1.4', '--from', 'v0.12', '@old.yaml')).toEqual({
    code: 0,
    stderr: '',
    stdout: `--- aDIR/old.yaml
+++ bDIR/old.yaml
@@ -5,5 +5,7 @@
     - policies:
         extAuthz:
           host: authz:9000 # asks first
-          timeout: 10s # long
+          policies:
+            http:
+              requestTimeout: 10s # long
       backends: []
DIR/old.yaml: v0.12.0 to v1.4.1, not written
  rewritten  binds[0].listeners[0].routes[0].policies.extAuthz.timeout: timeout: 10s is now policies.http.requestTimeout: 10s  (ext-auth-timeout)
`
      .replaceAll('aDIR', 'a/DIR')
      .replaceAll('bDIR', 'b/DIR'),
  });
  expect(read('old.yaml')).toBe(old);
});

test('--write writes what can be migrated, there and back', async () => {
  expect(await migrate('--to', 'v1.4.1', '--from', 'v0.12', '--write', '@old.yaml')).toMatchObject({ code: 0, stderr: '' });
  expect(read('old.yaml')).toBe(current);
  const { stdout } = await migrate('--to', 'v0.12', '--from', 'v1.4', '--write', '@old.yaml');
  expect(stdout).toContain('DIR/old.yaml: v1.4.1 to v0.12.0, written\n');
  expect(read('old.yaml')).toBe(old);
});

test('a file with something that cannot be migrated is left alone, others are written', async () => {
  const { code, stdout } = await migrate('--to', 'v1.1', '--from', 'v1.4', '--write', '@cache.yaml', '@gateway-api.yaml');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /cache\.yaml: v1\.4\.1 to v1\.1\.0, nothing to change\n {2}cannot {5}binds\[0\]\S+extAuthz\.cache: .*\(unknown-field\)\n/,
  );
  expect(stdout).toContain('gateway-api.yaml: v1.4.1 to v1.1.0, written');
  expect(read('gateway-api.yaml')).toContain('version: v1.1.0');
});

test('nothing to change is said, and what changes all the same', async () => {
  const { code, stdout } = await migrate('--to', 'v1.4', '--from', 'v0.12', '@plain.yaml');
  expect(code).toBe(0);
  expect(stdout).toBe(`DIR/plain.yaml: v0.12.0 to v1.4.1, nothing to change
  behaviour  binds[0].listeners[0].routes[0].policies.extAuthz: the timeout of a check (grpc) was 200 ms and is none: a server that never answers holds every request; set policies.http.requestTimeout  (ext-auth-timeout)
`);
});

describe('values files', () => {
  test('the version wherever it is named; quotes, comments and the v stay', async () => {
    const { code } = await migrate('--to', 'v1.4', '--write', '@values.yaml');
    expect(code).toBe(0);
    expect(read('values.yaml')).toBe(
      '# mine\nglobal:\n  agentgateway:\n    version: v1.4.1 # keep\n    extAuth: {enabled: true, serviceName: authz}\nimage: {tag: "1.4.1"}\n',
    );
  });

  test('configuration that the values carry', async () => {
    const outcome = await migrate('--to', 'v1.4', '--from', 'v0.12', '--write', '-o', 'json', '@unnamed.yaml');
    expect(notes(outcome)).toEqual([
      'rewritten global.agentgateway.version: the version is v1.4.1 now; the file named none',
      'rewritten extraConfig.tracing.headers.a: the text of the header "a" is now a CEL string',
    ]);
    expect(read('unnamed.yaml')).toBe(
      'global:\n  agentgateway:\n    version: "v1.4.1"\nextraConfig:\n  tracing: {otlpEndpoint: "http://x:1", headers: {a: "\\"b\\""}}\n',
    );
  });

  test('a digest pins the old image', async () => {
    const outcome = await migrate('--to', 'v1.4', '-o', 'json', '@digest.yaml');
    expect(outcome.code).toBe(1);
    expect(notes(outcome)[0]).toBe('cannot image.digest: the digest pins the image of another version: put in the one of v1.4.1');
  });

  test('what the chart refuses in the version', async () => {
    const outcome = await migrate('--to', 'v0.12', '-o', 'json', '@gateway-api.yaml');
    expect(outcome.code).toBe(1);
    expect(notes(outcome).at(-1)).toMatch(/^cannot : the chart refuses the values: .*gateway-api needs agentgateway v1\.x/);
  });
});

test('the report as data follows its schema', async () => {
  const schema = JSON.parse(readFileSync(join(__dirname, '../../../schemas/migrate-report.json'), 'utf8'));
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  const { stdout } = await migrate('--to', 'v1.4', '--from', 'v0.12', '-o', 'json', '@old.yaml', '@plain.yaml', '@digest.yaml');
  validate(JSON.parse(stdout));
  expect(validate.errors).toBeNull();
});

test.each<[string, string[], string]>([
  ['no version', ['--to', 'soon', '@old.yaml'], 'Error: --to: "soon" is not a version\n'],
  ['a version of the future', ['--to', 'v9.0.0', '@old.yaml'], 'Error: --to: v9.0.0 is not known; migrations go from v0.11.0 to v1.4.1\n'],
  [
    'a version of the past',
    ['--to', 'v1.4', '--from', 'v0.9.0', '@old.yaml'],
    'Error: --from: v0.9.0 is not known; migrations go from v0.11.0 to v1.4.1\n',
  ],
  [
    'no --from where several versions take the file',
    ['--to', 'v1.4', '@old.yaml'],
    'Error: DIR/old.yaml: name the version that it runs with: --from (v0.11.0, v0.12.0 take it as it is)\n',
  ],
  [
    'a manifest',
    ['--to', 'v1.4', '@pod.yaml'],
    'Error: DIR/pod.yaml: neither values of the chart nor a static configuration; render its values anew instead\n',
  ],
  [
    'any other file',
    ['--to', 'v1.4', '@other.yaml'],
    'Error: DIR/other.yaml: neither values of the chart nor a static configuration; say which with --kind values or --kind agentgateway\n',
  ],
  ['a file that is not there', ['--to', 'v1.4', '@none.yaml'], 'Error: open DIR/none.yaml: no such file or directory\n'],
  ['standard input to write to', ['--to', 'v1.4', '--write', '-'], 'Error: --write cannot write to standard input; name a file\n'],
  ['no --to', ['@old.yaml'], "Error: required option '--to <version>' not specified"],
])('%s ends with 2', async (_, argv, message) => {
  const { code, stdout, stderr } = await migrate(...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('what is no mapping cannot be migrated', async () => {
  expect(await migrate('--to', 'v1.4', '--from', 'v1.1', '--kind', 'values', '@list.yaml')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('cannot     the file is not a mapping of values'),
  });
});
