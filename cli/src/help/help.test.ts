/** Help: groups, topics, examples in every command, and manual pages without a warning of groff. */
import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { testUnless } from '../../../test/helpers/needs.js';
import { prepareArgs } from '../args.js';
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
  ['no subcommand', ['help', 'render', 'x'], 'Error: there is no help for "x"\nmcpgw render has no commands of its own\n'],
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

/** Every command and subcommand that help shows. */
async function all(): Promise<Command[]> {
  const program = createProgram();
  for (const { load } of commands) (await load())(program);
  const withSubcommands = (command: Command): Command[] => [
    command,
    ...command.commands.filter(sub => sub.name() !== 'words').flatMap(withSubcommands),
  ];
  return program.commands.flatMap(withSubcommands);
}

/** The help of a command as a person sees it. */
function helpOf(command: Command): string {
  out = '';
  command.outputHelp();
  return out;
}

test('every command has examples', async () => {
  const without = [];
  for (const command of await all()) if (!/^(?:Examples|Sides|Neovim.*):$/m.test(helpOf(command))) without.push(command.name());
  expect(without).toEqual([]);
});

test.each([
  ['an empty default', /default: \[\]/],
  ['the name of the list that holds release and chart', /^ {2}args {2,}/m],
  ['choices in quotes', /choices: "/],
  ['a folder with two names', /working director/],
  ['an exit code of something unnamed', /\d it could not run/],
  ['a passive with its actor left out', /\b(?:is|are) (?:asked|completed|had)\b/],
])('no help has %s', async (_what, wrong) => {
  expect((await all()).filter(command => wrong.test(helpOf(command))).map(command => command.name())).toEqual([]);
});

test('help of help', async () => {
  expect(await run('help', 'help')).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: mcpgw help (?:.|\n)*Examples:/) });
});

/** The words of an example after `mcpgw`: up to a pipe, a redirection, or the explanation. */
function wordsOf(line: string): string[] {
  const [, words = ''] = /(?:^|[|(]) *mcpgw ([^|>)]*?)(?: {2,}.*)?(?:[|>)].*)?$/.exec(line.trim()) ?? [];
  return [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}

test('every example has flags and values that its command takes', async () => {
  const refused: string[] = [];
  let count = 0;
  for (const command of await all())
    for (const line of helpOf(command)
      .split('\n')
      .filter(text => /^ {2}.*\bmcpgw [a-z]/.test(text) && !/cmd = |^ {2}Usage/.test(text))) {
      const words = wordsOf(line);
      if (words.length === 0) continue;
      count++;
      const problem = await problemOf(words);
      if (problem !== undefined) refused.push(`${line.trim()}: ${problem}`);
    }
  expect(refused).toEqual([]);
  expect(count).toBeGreaterThan(80);
});

/** Parses a command line without running it; the usage error, if there is one. */
async function problemOf(words: readonly string[]): Promise<string | undefined> {
  const program = createProgram();
  for (const { load } of commands) (await load())(program);
  const parsed = (command: Command): void => {
    command.action(() => {});
    command.commands.forEach(parsed);
  };
  program.commands.forEach(parsed);
  try {
    await program.parseAsync(prepareArgs(program, words), { from: 'user' });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

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
