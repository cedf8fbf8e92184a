/**
 * Every command that reads or writes a store, a record or a key, where the system refuses: it names the file and the cause in words, and what
 * to do. No message of Node's file system is printed, and nothing that could not be read counts as absent.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTree } from '../helpers/command.js';
import { asOwner, executable, javaScriptTraces } from '../helpers/mcpgw.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-faults-'));
  writeTree(
    {
      'mcp.json': JSON.stringify({ mcpServers: { a: { command: process.execPath, args: ['server.mjs'] } } }),
      'login.json': JSON.stringify({ mcpServers: { a: { url: 'http://127.0.0.1:8000/mcp', oauth: {} } } }),
      'server.mjs': server,
      'home/.keep': '',
    },
    folder,
  );
});
afterEach(() => {
  for (const path of ['state', 'state/activity', 'state/activity/w']) chmodIfThere(path, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

/** An MCP server with one tool, as short as possible. */
const server = `import { createInterface } from 'node:readline';
const send = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools: [{ name: 't', description: 'd', inputSchema: { type: 'object' } }] } });
  else if (id !== undefined) send({ id, result: {} });
});
`;

function chmodIfThere(path: string, mode: number): void {
  try {
    chmodSync(join(folder, path), mode);
  } catch {}
}

function run(args: string): { status: number | null; said: string } {
  const [file, ...first] = asOwner;
  const env = { PATH: process.env.PATH ?? '', HOME: join(folder, 'home') };
  const options = { cwd: folder, encoding: 'utf8', input: '', timeout: 120_000, env } as const;
  const { status, stdout, stderr } = spawnSync(file!, [...first, '--', executable, ...args.split(' ')], options);
  return { status, said: `${stdout}${stderr}`.replaceAll(folder, '/F') };
}

const segment = 'state/activity/w/000000000001.jsonl';

/** What is wrong with the state, by name. */
const faults = {
  'a store that may not be read': () => {
    writeTree({ 'state/.keep': '' }, folder);
    chmodSync(join(folder, 'state'), 0);
  },
  'a store that is a file': () => writeFileSync(join(folder, 'state'), ''),
  'a record that may not be read': () => {
    writeTree({ [segment]: '' }, folder);
    chmodSync(join(folder, 'state/activity'), 0);
  },
  'a writer that may not be read': () => {
    writeTree({ [segment]: '' }, folder);
    chmodSync(join(folder, 'state/activity/w'), 0);
  },
  'a segment that may not be read': () => {
    writeTree({ [segment]: '' }, folder);
    chmodSync(join(folder, segment), 0);
  },
  'a segment that is a folder': () => writeTree({ [`${segment}/x`]: '' }, folder),
  'a record that is a file': () => writeTree({ 'state/activity': '' }, folder),
} as const;

const rights = 'permission denied; run the command as the user that owns it, or give this user access';
const noFolder = 'a file has the name of a folder; move the file away, or name another place';
const opened = (why: string) => `Error: the store cannot be opened: the state cannot be kept in /F/state: ${why}; name another one`;
const read = (path: string, why: string) => `Error: the record cannot be read: /F/${path}: ${why}\n`;

const records = ['activity', 'activity verify', 'activity head', 'activity -o json'] as const;
const cases: readonly (readonly [keyof typeof faults, readonly string[], string])[] = [
  ['a record that may not be read', records, read('state/activity', rights)],
  ['a store that may not be read', records, read('state/activity', rights)],
  ['a writer that may not be read', ['activity', 'activity head'], read('state/activity/w', rights)],
  ['a writer that may not be read', ['activity verify'], read('state/activity/w/head.json', rights)],
  ['a segment that may not be read', records, read(segment, rights)],
  ['a segment that is a folder', records, 'a folder has the name of a file; move the folder away, or name another place\n'],
  ['a record that is a file', records, read('state/activity', noFolder)],
  ['a store that is a file', records, read('state/activity', noFolder)],
  [
    'a store that may not be read',
    [
      'tools mcp.json',
      'tools approve --all -y -c mcp.json',
      'call a:t -c mcp.json',
      'login --list -c login.json',
      'logout a -c login.json',
    ],
    opened('permission denied'),
  ],
  [
    'a store that is a file',
    [
      'tools mcp.json',
      'tools approve --all -y -c mcp.json',
      'call a:t -c mcp.json',
      'login --list -c login.json',
      'logout a -c login.json',
    ],
    opened('it is not a folder'),
  ],
];

test.each(cases.flatMap(([fault, commands, expected]) => commands.map(command => [fault, command, expected] as const)))(
  '%s: mcpgw %s',
  (fault, command, expected) => {
    faults[fault]();
    const { status, said } = run(`${command} --store ${join(folder, 'state')}`);
    expect({ status, said }).toEqual({ status: 2, said: expect.stringContaining(expected) });
    expect(said).not.toMatch(javaScriptTraces);
    expect(said).not.toMatch(/\bE[A-Z]{3,}\b/);
  },
);

const stored = 'state "approvals/a" cannot be locked: ';
const unwritten: readonly (readonly [command: string, status: number, said: readonly string[]])[] = [
  [
    'doctor mcp.json',
    1,
    [
      'error    record         the record of activity cannot be written: permission denied\n',
      `error    approvals      the approvals of a cannot be stored, so its new and changed tools are locked: ${stored}permission denied\n`,
    ],
  ],
  ['tools approve --all -y -c mcp.json', 2, [`Error: ${stored}/F/state/approvals.d: ${rights}\n`]],
  ['tools mcp.json', 0, ['a:t ']],
  ['activity', 0, ['Note: there is no folder /F/state/activity: nothing is recorded there\n']],
];

test.each(unwritten)('a store that may be read and not written: mcpgw %s', (command, expected, texts) => {
  writeTree({ 'state/.keep': '' }, folder);
  chmodSync(join(folder, 'state'), 0o500);
  const { status, said } = run(`${command} --store ${join(folder, 'state')}`);
  for (const text of texts) expect(said).toContain(text);
  expect({ status, said }).toEqual({ status: expected, said: expect.not.stringMatching(javaScriptTraces) });
  expect(said).not.toMatch(/\bE[A-Z]{3,}\b/);
});

test.each(['activity', 'activity verify'])('a store that is not there yet: mcpgw %s says so', command => {
  const { status, said } = run(`${command} --store ${join(folder, 'state')}`);
  expect({ status, said }).toEqual({
    status: 0,
    said: expect.stringContaining('Note: there is no folder /F/state/activity: nothing is recorded there\n'),
  });
  expect(said).not.toContain('no record is missing');
});
