/** Help: groups, topics, examples in every command, and manual pages without a warning of groff. */
import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { testUnless } from '../../../test/helpers/needs.js';
import { commands } from '../commands/index.js';
import { main } from '../main.js';
import { createProgram } from '../program.js';
import { manPages } from './man.js';
import { topics } from './topics.js';

let out = '';
let err = '';
beforeEach(() => {
  [out, err] = ['', ''];
  jest.spyOn(process.stdout, 'write').mockImplementation(text => {
    out += String(text);
    return true;
  });
  jest.spyOn(process.stderr, 'write').mockImplementation(text => {
    err += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  process.exitCode = 0;
});

async function run(...argv: string[]): Promise<{ code: unknown; out: string; err: string }> {
  process.exitCode = undefined;
  await main(argv);
  return { code: process.exitCode ?? 0, out, err };
}

test('commands are grouped, and topics are listed', async () => {
  const { code, out } = await run();
  expect(code).toBe(0);
  expect(out.match(/^[A-Z][\w ]+:$/gm)).toEqual([
    'Options:',
    'Charts and configuration:',
    'MCP servers:',
    'Clients and logins:',
    'This command:',
    'Topics of mcpgw help TOPIC:',
  ]);
  for (const { name } of commands) expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
});

test.each([
  [
    'unknown topic',
    ['help', 'nope'],
    'Error: there is no help for "nope"\nmcpgw help lists the commands; topics are exit-codes, output, environment, configuration, durations\n',
  ],
  ['almost a topic', ['help', 'exit-code'], 'Error: there is no help for "exit-code"; did you mean exit-codes?\n'],
  ['almost a command', ['help', 'rendr'], 'Error: there is no help for "rendr"; did you mean render?\n'],
  ['no subcommand', ['help', 'render', 'x'], 'Error: there is no help for "x"\n'],
  ['a word after a topic', ['help', 'output', 'x'], 'Error: there is no help for "output"'],
])('%s: exit code 2', async (_what, argv, message) => {
  const { code, out, err } = await run(...argv);
  expect({ code, out, isMessage: err.startsWith(message) }).toEqual({ code: 2, out: '', isMessage: true });
});

test('help of a topic, a command, and a subcommand', async () => {
  expect((await run('help', 'exit-codes')).out).toMatch(/^0 {2}Nothing to report/);
  out = '';
  expect((await run('help', 'golden')).out).toMatch(/^Usage: mcpgw golden /);
  out = '';
  expect(await run('help', 'tools', 'approve')).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: mcpgw tools approve /) });
});

async function all(): Promise<Command[]> {
  const program = createProgram();
  for (const { load } of commands) (await load())(program);
  return [...program.commands];
}

test('every command has examples', async () => {
  const without = [];
  for (const command of await all()) {
    out = '';
    command.outputHelp();
    if (!/^(?:Examples|Sides|Neovim.*):$/m.test(out)) without.push(command.name());
    expect(out).not.toContain('default: []');
  }
  expect(without).toEqual([]);
});

test('every command has a manual page, and mcpgw(1) has the topics', async () => {
  const pages = await manPages(commands);
  expect([...pages.keys()]).toEqual(expect.arrayContaining(['mcpgw.1', 'mcpgw-render.1', 'mcpgw-tools-approve.1', 'mcpgw-man.1']));
  expect([...pages.keys()].some(name => name.includes('words'))).toBe(false);
  for (const { name } of topics) expect(pages.get('mcpgw.1')).toContain(`.SH "${name.replaceAll('-', ' ').toUpperCase()}"\n`);
  expect(pages.get('mcpgw-golden.1')).toMatch(/^\.TH "MCPGW\\-GOLDEN" "1" "" "mcpgw \S+" "mcpgw"\n\.SH NAME\nmcpgw\\-golden \\- \S/);
});

const groff = spawnSync('groff', ['--version']).error === undefined ? undefined : 'groff is not installed';
testUnless(groff, 'groff formats every page without a warning', async () => {
  for (const [name, page] of await manPages(commands)) {
    const { status, stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-cbou'], { input: page, encoding: 'utf8' });
    expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' });
    expect(stdout).toContain('SYNOPSIS');
    if (name === 'mcpgw-validate.1') expect(stdout).toContain('helm template demo chart | mcpgw validate - --strict');
  }
});
