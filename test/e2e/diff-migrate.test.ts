/** `mcpgw diff` and `mcpgw migrate` as processes. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTree } from '../helpers/command.js';
import { executable, javaScriptTraces, mcpgw, outcome } from '../helpers/mcpgw.js';

const config = (check: string): string => `binds:
- port: 4000
  listeners:
  - routes:
    - policies:
        extAuthz: {host: "authz:9000", ${check}} # asks first
      backends: []
`;

let folder = '';
beforeEach(() => {
  folder = writeTree(
    {
      'old.yaml': 'service: {port: 4000}\n',
      'new.yaml': 'service: {port: 4100}\n',
      'v0.12.yaml': config('timeout: 10s'),
      'broken.yaml': 'a: [',
    },
    mkdtempSync(join(tmpdir(), 'mcpgw-diff-')),
  );
});
afterEach(() => rmSync(folder, { recursive: true }));
const run = (args: readonly string[], env: Record<string, string> = {}, input = '') => mcpgw(args, { cwd: folder, env, input });

test('two renders of the bundled chart: plain text where nobody looks, colours where they are asked for', () => {
  const plain = run(['diff', '-f', 'old.yaml', '--', '-f', 'new.yaml']);
  expect(outcome(plain)).toMatchObject({ status: 1, stderr: '' });
  expect(plain.stdout).toContain('~ spec.ports[name=http].port: 4000 → 4100\n');
  expect(plain.stdout).not.toContain('\u001b[');
  expect(run(['diff', '-f', 'old.yaml', '--', '-f', 'new.yaml'], { FORCE_COLOR: '1' }).stdout).toContain('\u001b[3');
  expect(run(['diff', '--color=always', '-f', 'old.yaml', '--', '-f', 'new.yaml']).stdout).toContain('\u001b[3');
  expect(run(['diff', '--color', 'never', '-f', 'old.yaml', '--', '-f', 'new.yaml'], { FORCE_COLOR: '1' }).stdout).not.toContain(
    '\u001b[3',
  );
});

test('the gateway version is a side like any other', () => {
  const values = 'global: {agentgateway: {extAuth: {enabled: true, serviceName: authz}, extraMcpTargets: [{id: a, host: a, port: 1}]}}\n';
  writeTree({ 'values.yaml': values }, folder);
  const { status, stdout } = run(['diff', 'mcp', '-f', 'values.yaml', '--gateway-version', 'v0.12.0', '--', '--gateway-version', 'v1.4.1']);
  expect(status).toBe(1);
  expect(stdout).toMatch(/- data\["config\.yaml"\]\.binds\[port=4000\]\S+\.extAuthz\.timeout: "10s"\n/);
  expect(stdout).toMatch(/\+ data\["config\.yaml"\]\.binds\[port=4000\]\S+\.extAuthz\.policies: \{"http":\{"requestTimeout":"10s"\}\}\n/);
});

test('a render by a pipe, against a saved manifest', () => {
  const saved = run(['render', 'mcp', '-f', 'old.yaml']).stdout;
  expect(outcome(run(['diff', 'mcp', '-f', 'old.yaml', '--from', '-'], {}, saved))).toMatchObject({ status: 0, stderr: '' });
  expect(run(['diff', 'mcp', '-f', 'new.yaml', '--from', '-', '-o', 'markdown'], {}, saved).stdout).toMatch(/^### mcpgw diff: \d+ changed/);
});

test('a reader that goes away is no failure', () => {
  const script = '"$0" "$1" diff -f old.yaml -- -f new.yaml | true; echo "${PIPESTATUS[0]}"';
  const { stdout, stderr } = spawnSync('bash', ['-c', script, process.execPath, executable], { cwd: folder, encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: '1\n', stderr: '' });
});

test('migrate: there and back is the same file', () => {
  const before = readFileSync(join(folder, 'v0.12.yaml'), 'utf8');
  expect(run(['migrate', '--to', 'v1.4', '--from', 'v0.12', '--write', 'v0.12.yaml'])).toMatchObject({ status: 0, stderr: '' });
  const after = readFileSync(join(folder, 'v0.12.yaml'), 'utf8');
  expect(after).toBe(config('policies: {http: {requestTimeout: 10s}}'));
  expect(run(['validate', '--gateway-version', 'v1.4.1', 'v0.12.yaml']).status).toBe(0);
  expect(run(['migrate', '--to', 'v0.12', '--from', 'v1.4', '--write', 'v0.12.yaml'])).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(join(folder, 'v0.12.yaml'), 'utf8')).toBe(before);
});

test('the difference that migrate prints is one that git applies', () => {
  const { stdout } = run(['migrate', '--to', 'v1.4', '--from', 'v0.12', 'v0.12.yaml']);
  const applied = spawnSync('git', ['apply', '--unsafe-paths', '-'], { cwd: folder, input: stdout, encoding: 'utf8' });
  expect({ status: applied.status, stderr: applied.stderr }).toEqual({ status: 0, stderr: '' });
  expect(readFileSync(join(folder, 'v0.12.yaml'), 'utf8')).toContain('requestTimeout: 10s');
});

test.each<[string[], string]>([
  [['diff'], 'Error: name two sides'],
  [['diff', '--from', 'broken.yaml', '--to', 'broken.yaml'], 'Error: broken.yaml: document 1: '],
  [['diff', 'x', '--from', 'cluster'], 'Error: no cluster: set KUBECONFIG or --kubeconfig, or run inside one'],
  [['diff', './none', '--', '.'], 'Error: path "./none" not found'],
  [['migrate', '--to', 'v1.4', 'none.yaml'], 'Error: open none.yaml: no such file or directory'],
  [['migrate', 'none.yaml'], "Error: required option '--to <version>' not specified"],
])('%j ends with 2 and one message', (args, message) => {
  const { status, stdout, stderr } = run(args, { HOME: folder });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(javaScriptTraces);
});

test('hostile files end with an answer', () => {
  const deep = `a: ${'['.repeat(5000)}${']'.repeat(5000)}\n`;
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, i) => `${'bcdefghij'[i]}: &${'bcdefghij'[i]} [${Array(9).fill(`*${'abcdefghi'[i]}`)}]`).join('\n')}\n`;
  const manifest = (data: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  config.yaml: |\n${data.replace(/^/gm, '    ')}`;
  writeTree(
    { 'deep.yaml': manifest(deep), 'bomb.yaml': manifest(bomb), 'x.yaml': manifest('a: 1'), 'proto.yaml': manifest('__proto__: {a: 1}') },
    folder,
  );
  for (const name of ['deep.yaml', 'bomb.yaml', 'proto.yaml']) {
    const { status, stderr } = run(['diff', '--from', name, '--to', 'x.yaml']);
    expect({ name, status }).toEqual({ name, status: expect.any(Number) });
    expect(stderr).not.toMatch(javaScriptTraces);
    const migrated = run(['migrate', '--to', 'v1.4', '--from', 'v0.12', '--kind', 'agentgateway', name]);
    expect(migrated.status).toBe(1);
    expect(migrated.stderr).not.toMatch(javaScriptTraces);
  }
  expect(existsSync(join(folder, 'x.yaml'))).toBe(true);
});
