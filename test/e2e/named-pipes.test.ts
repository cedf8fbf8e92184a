/**
 * A named pipe without a writer, at every place where a command reads a file that a person or a configuration names: the command
 * ends and says why. What ends up waiting is killed after two minutes, and fails by its status.
 */
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTree } from '../helpers/command.js';
import { executable } from '../helpers/mcpgw.js';

const chart = { 'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n', 'c/values.yaml': 'a: 1\n' };
const kubeconfig = (user: string) =>
  `apiVersion: v1\nkind: Config\ncurrent-context: x\ncontexts: [{name: x, context: {cluster: x, user: x}}]\nclusters: [{name: x, cluster: {server: 'https://127.0.0.1:1'}}]\nusers: [{name: x, user: {${user}}}]\n`;

const files = {
  ...chart,
  'pipes/README.md': '',
  'good.yaml': 'mcpServers: {}\n',
  'ca.yaml': kubeconfig('tokenFile: pipe'),
  'openapi.yaml': 'apis:\n  - name: a\n    base_url: http://127.0.0.1:9999\n    openapi: { document: ./pipe.json }\n',
  'servers.yaml': 'servers_from: pipe\n',
  'case/case.yaml': 'chart: ../c\nrelease: r\nvaluesFiles: [../pipe]\n',
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'named-pipes-'));
  writeTree(files, folder);
  for (const path of ['pipe', 'pipe.json', 'gateway.yaml', 'pipes/case.yaml']) execFileSync('mkfifo', [join(folder, path)]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const waits = 'it is a pipe, a socket or a device: name a file, or - for standard input';

/** Node reads the `--env-file` of a script too, unless `--` stands before the script. */
const run = (command: string): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, ['--', executable, ...command.split(' ')], { cwd: folder, encoding: 'utf8', timeout: 120_000 });

test.each([
  ['render r c -f pipe'],
  ['render r c --set-file a=pipe'],
  ['render r c --dependency-update=false --ca-file pipe'],
  ['validate pipe'],
  ['validate good.yaml --settings pipe'],
  ['validate good.yaml --env-file pipe'],
  ['validate good.yaml --crds pipe'],
  ['validate c -f pipe'],
  ['validate c --set-file a=pipe'],
  ['migrate pipe --to 1.4.1'],
  ['migrate c/values.yaml --to 1.4.1 -f pipe'],
  ['golden pipes'],
  ['diff r c -- r c -f pipe'],
  ['diff --from pipe --to pipe'],
  ['diff r c --from cluster --kubeconfig ca.yaml'],
  ['diff r c --from cluster --kubeconfig pipe'],
  ['serve pipe'],
  ['serve'],
  ['serve good.yaml --env-file pipe'],
  ['probe pipe'],
  ['probe http://127.0.0.1:1/ --ca pipe'],
  ['tools pipe'],
  ['tools approve --all --config pipe'],
])('mcpgw %s', command => {
  const { status, stderr } = run(command);
  expect(status).toBe(2);
  expect(stderr).toContain(waits);
});

test.each([
  ['golden case', `/pipe: ${waits}`],
  ['serve servers.yaml', 'the file "pipe" cannot be read'],
  ['validate servers.yaml', 'the file "pipe" cannot be read'],
  ['serve openapi.yaml', 'the document "./pipe.json" cannot be read: it is a pipe, a socket or a device'],
  ['validate openapi.yaml', 'the document "./pipe.json" cannot be read: it is a pipe, a socket or a device'],
])('mcpgw %s: a finding', (command, message) => {
  const { status, stdout, stderr } = run(command);
  expect(`${stdout}${stderr}`).toContain(message);
  expect(status).toBe(1);
});

test('an --env-file is read by mcpgw alone, as data', () => {
  writeTree({ 'code.cjs': "console.error('code ran');\n", 'options.env': `NODE_OPTIONS=--require ${join(folder, 'code.cjs')}\n` }, folder);
  const { status, stderr } = run('validate good.yaml --env-file options.env');
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('code ran')]);
  const missing = run('tools good.yaml --env-file none.env');
  expect([missing.status, missing.stderr]).toEqual([2, 'Error: open none.env: no such file or directory\n']);
});

test.each([
  ['render r written --output-dir /proc/nope/x', 1],
  ['init /proc/nope/x', 2],
])('mcpgw %s: a folder that a file system does not let be made is refused, and not tried without end', (command, code) => {
  writeTree({ 'written/Chart.yaml': chart['c/Chart.yaml'], 'written/templates/a.yaml': 'a: 1\n' }, folder);
  const { status, stderr } = run(command);
  expect([status, stderr]).toEqual([code, expect.stringMatching(/^Error: .*ENOENT|^Error: .*no such file or directory/)]);
});

test('a cache that cannot be made at /proc stops no render', () => {
  const large = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`large/templates/t${i}.yaml`, 'a: {{ .Values.x | quote }}\n'.repeat(500)]),
  );
  writeTree({ ...large, 'large/Chart.yaml': chart['c/Chart.yaml'] }, folder);
  const options = { cwd: folder, timeout: 120_000, env: { ...process.env, MCPGW_CACHE_HOME: '/proc/nope' } };
  expect(spawnSync(process.execPath, [executable, 'render', 'r', 'large'], options).status).toBe(0);
});
