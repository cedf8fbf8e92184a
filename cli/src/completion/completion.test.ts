import { Argument, Option } from 'commander';
import { type CompletableCommand, type CompletionNames, complete } from './candidates.js';
import { keptByBash, splitLine } from './words.js';

const commands: readonly CompletableCommand[] = [
  {
    name: 'call',
    summary: 'call a tool',
    load: async () => program => {
      program
        .command('call')
        .argument('<tool>')
        .addOption(new Option('-o, --output <format>', 'what to print').choices(['text', 'json']))
        .option('--server <name>', 'a server')
        .option('--env-file <file>', 'variables')
        .addOption(new Option('--color [when]', 'color').choices(['always', 'never']).preset('always'))
        .option('-q, --quiet', 'no notes');
    },
  },
  {
    name: 'tools',
    summary: 'tools',
    load: async () => program => {
      const tools = program.command('tools').argument('[config]').option('--all', 'all');
      tools.command('show').description('one').argument('<tool>');
      tools.command('approve').description('some').argument('[tools...]');
      tools.command('words', { hidden: true });
    },
  },
  { name: 'connect', summary: 'connect', load: async () => program => void program.command('connect').argument('[client]') },
  {
    name: 'completion',
    summary: 'script',
    load: async () => program => void program.command('completion').addArgument(new Argument('<shell>').choices(['bash', 'zsh'])),
  },
];
const names: CompletionNames = {
  servers: async () => ['git', 'jira'],
  tools: async () => [
    { value: 'git__list', also: 'git:list', about: '' },
    { value: 'git__drop', also: 'git:drop', about: 'pending approval' },
  ],
  clients: () => [{ value: 'cursor', about: 'Cursor' }],
};
const at = async (line: string) => {
  const found = await complete(splitLine(line), commands, names);
  return found === 'files' ? found : found.map(({ value }) => value);
};

it.each<[string, unknown]>([
  ['mcpgw ', ['call', 'tools', 'connect', 'completion']],
  ['mcpgw co', ['connect', 'completion']],
  ['mcpgw x ', []],
  ['mcpgw call ', ['git__list', 'git__drop']],
  ['mcpgw call git:d', ['git:drop']],
  ['mcpgw call "git:d', ['git:drop']],
  ['mcpgw call --', ['--output', '--server', '--env-file', '--color', '--quiet']],
  ['mcpgw call --output ', ['text', 'json']],
  ['mcpgw call -o j', ['json']],
  ['mcpgw call --output=t', ['--output=text']],
  ['mcpgw call --server j', ['jira']],
  ['mcpgw call --server=g', ['--server=git']],
  ['mcpgw call --env-file x', 'files'],
  ['mcpgw call --color a', ['always']],
  ['mcpgw call --color git', ['git__list', 'git__drop']],
  ['mcpgw call --color never git', ['git__list', 'git__drop']],
  ['mcpgw call --color git:list ', []],
  ['mcpgw call --color=n', ['--color=never']],
  ['mcpgw call --quiet git', ['git__list', 'git__drop']],
  ['mcpgw call git:', ['git:list', 'git:drop']],
  ['mcpgw call git:list ', []],
  ['mcpgw tools s', ['show']],
  ['mcpgw tools ', ['show', 'approve']],
  ['mcpgw tools conf', 'files'],
  ['mcpgw tools show ', ['git__list', 'git__drop']],
  ['mcpgw tools approve git:list git:d', ['git:drop']],
  ['mcpgw tools -- ', 'files'],
  ['mcpgw connect ', ['cursor']],
  ['mcpgw completion ', ['bash', 'zsh']],
])('%s', async (line, expected) => {
  expect(await at(line)).toEqual(expected);
});

it.each<[string, readonly string[], string]>([
  ['mcpgw', [], ''],
  ['mcpgw a\\ b "c d" e', ['a b', 'c d'], 'e'],
  ["mcpgw 'a\\b' ", ['a\\b'], ''],
  ['mcpgw ""', [], ''],
])('%j is split as a shell does', (line, before, current) => {
  expect(splitLine(line)).toEqual({ before, current });
});

it('bash completes what follows its break characters', () => {
  expect(keptByBash('git:li', ' \t=:')).toBe('git:');
  expect(keptByBash('--server=git:x', ' \t=:')).toBe('--server=git:');
  expect(keptByBash('git:li', ' \t')).toBe('');
});
