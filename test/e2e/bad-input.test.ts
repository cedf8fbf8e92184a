/**
 * Every place where a command takes the name of a file or a folder, with every kind of bad input there: it ends with one of the three exit
 * codes and says what is wrong in its own words. None is an internal error of mcpgw, and no stack of JavaScript is visible.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../../cli/src/commands/index.js';
import { writeTree } from '../helpers/command.js';
import { asOwner, executable, javaScriptTraces } from '../helpers/mcpgw.js';

/** Bad inputs, by their names in the folder. What cannot be read is a place where root, too, is refused (see `run`). */
const bad = [
  'missing.yaml',
  'folder',
  'binary.yaml',
  'locked.yaml',
  'locked',
  'broken.yaml',
  'list.yaml',
  'text.yaml',
  'empty.yaml',
] as const;

/** Where a file or folder is named: `X` stands for it. */
const places = [
  'render r X',
  'render r c -f X',
  'render r c --set-file a=X',
  'render r c --ca-file X',
  'render r c --output-dir X',
  'render r c --kubeconfig X',
  'render r c --matrix X --output-dir out',
  'render r c --show-only X',
  'golden X',
  'golden cases-of/X',
  'validate X',
  'validate c -f X',
  'validate c --set-file a=X',
  'validate values.yaml --chart X',
  'validate good.yaml --settings X',
  'validate good.yaml --env-file X',
  'validate good.yaml --crds X',
  'validate --fix X',
  'diff r X -- r c',
  'diff r c -- r c -f X',
  'diff --from X --to X',
  'diff r c --from cluster --kubeconfig X',
  'diff r c --from release --kubeconfig X',
  'migrate X --to v1.4.1',
  'migrate values.yaml --to v1.4.1 --chart X',
  'migrate values.yaml --to v1.4.1 -f X',
  'init X/app',
  'init server X/app',
  'serve X --check',
  'serve good.yaml --check --env-file X',
  'serve stored-in/X --check',
  'serve secret-of/X --check',
  'serve openapi-of/X --check',
  'serve servers-of/X --check',
  'tools X',
  'tools good.yaml --env-file X',
  'tools good.yaml --store X --no-gateway',
  'tools show a --config X',
  'tools approve --all -y --config X',
  'call t --config X',
  'call t --config empty.json --save X --no-gateway',
  'probe X',
  'probe http://127.0.0.1:1/mcp --max-attempts 1 --ca X',
  'probe http://127.0.0.1:1/mcp --max-attempts 1 --prometheus X/a.prom',
  'probe --from cluster --kubeconfig X',
  'doctor X',
  'doctor good.yaml --store X',
  'activity X',
  'activity --config good.yaml --store X',
  'activity verify --config good.yaml --head X',
  'activity verify --config good.yaml --store X',
  'activity head --config X',
  'connect cursor --print --config X',
  'connect cursor -y --url http://127.0.0.1:1 --file X',
  'disconnect cursor -y --file X',
  'login s --config X --no-browser',
  'login --list --config good.yaml --store X',
  'logout s --config X',
  'completion words --shell bash -- mcpgw validate X',
  'schema X',
  'rules X',
  'man X',
  'lsp X',
  'version X',
] as const;

/** Commands that name no file take the word as an argument too many. */
test('every command is asked', () => {
  expect([...new Set(places.map(place => place.split(' ')[0]))].sort()).toEqual(commands.map(({ name }) => name).sort());
});

/** Folders whose files name the bad input in their configuration. */
const naming: Readonly<Record<string, (path: string) => string>> = {
  'stored-in': path => `servers: { a: { url: 'http://127.0.0.1:8000/mcp' } }\nstore: { type: file, path: ${path} }\n`,
  'secret-of': path =>
    `apis:\n  - name: a\n    base_url: http://127.0.0.1:8000\n    auth: { header: X-Key, file: ${path} }\n    endpoints: [{ name: t, description: a tool, method: GET, path: /t }]\n`,
  'openapi-of': path => `apis:\n  - name: a\n    base_url: http://127.0.0.1:8000\n    openapi: { document: ${path} }\n`,
  'servers-of': path => `servers_from: ${path}\n`,
};

const binary = Uint8Array.from({ length: 4096 }, (_, i) => (i * 167 + 13) % 256);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bad-input-'));
  const named = Object.entries(naming).flatMap(([name, text]) => bad.map(path => [`${name}/${path}`, text(join(folder, path))] as const));
  writeTree(
    {
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
      'c/values.yaml': 'a: 1\n',
      'c/templates/a.yaml': 'a: {{ .Values.a | quote }}\n',
      'good.yaml': 'mcpServers: {}\n',
      'empty.json': '{"mcpServers": {}}\n',
      'values.yaml': 'replicaCount: 1\n',
      'broken.yaml': 'a: [1\n  b: }{\n\tc\n',
      'list.yaml': '- 1\n- a: null\n- [{}]\n',
      'text.yaml': 'just a text\n',
      'empty.yaml': '',
      'folder/.keep': '',
      'locked/case.yaml': 'a: 1\n',
      ...Object.fromEntries(bad.map(path => [`cases-of/${path}/case.yaml`, `chart: ${join(folder, path)}\n`])),
      ...Object.fromEntries(named),
    },
    folder,
  );
  writeFileSync(join(folder, 'binary.yaml'), binary);
  writeFileSync(join(folder, 'locked.yaml'), 'a: 1\n');
  mkdirSync(join(folder, 'home'));
  for (const path of ['locked.yaml', 'locked']) chmodSync(join(folder, path), 0);
});
afterAll(() => {
  chmodSync(join(folder, 'locked'), 0o700);
  rmSync(folder, { recursive: true, force: true });
});

function run(args: readonly string[]): { status: number | null; said: string } {
  const [file, ...first] = asOwner;
  const env = { PATH: process.env.PATH ?? '', HOME: join(folder, 'home'), MCPGW_STATE: join(folder, 'home/state') };
  const options = { cwd: folder, encoding: 'utf8', input: '', timeout: 120_000, env } as const;
  const { status, stdout, stderr } = spawnSync(file!, [...first, '--', executable, ...args], options);
  return { status, said: `${stdout}${stderr}` };
}

test('what is locked cannot be read', () => {
  expect(run(['validate', 'locked.yaml'])).toEqual({ status: 2, said: expect.stringContaining('permission denied') });
});

test.each(places)('mcpgw %s', place => {
  const wrong = bad
    .map(path => place.split(' ').map(word => word.replace('X', path)))
    .map(args => ({ args: args.join(' '), ...run(args) }))
    .filter(({ status, said }) => ![0, 1, 2].includes(status ?? -1) || javaScriptTraces.test(said) || (status !== 0 && said.trim() === ''));
  expect(wrong).toEqual([]);
});
