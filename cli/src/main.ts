/**
 * The whole command line in one module: `mcpgw --help`, unknown commands, and the standalone executable.
 * The npm package starts faster: its launcher loads the bundle of the one command that runs.
 */
import type { Command } from 'commander';
import { commands } from './commands/index.js';
import { topics } from './help/topics.js';
import { createProgram, run } from './program.js';

const topicList = topics.map(({ name, summary }) => `  ${name.padEnd(14)}  ${summary}`).join('\n');

function addSummaries(program: Command): void {
  for (const { name, summary, group } of commands) program.command(name).description(summary).helpGroup(`${group}:`);
  program.addHelpText('after', `\nTopics of mcpgw help TOPIC:\n${topicList}\n\nmcpgw help COMMAND describes a command, with examples.`);
}

const helpExamples = `
Examples:
  mcpgw help                                      the commands and topics
  mcpgw help tools approve                        one command
  mcpgw help exit-codes                           one topic`;

/** Adds `mcpgw help`, which also stands for `mcpgw --help`. */
function addHelp(program: Command): void {
  program
    .command('help')
    .description('print the help of a command or a topic')
    .helpGroup('This command:')
    .argument('[words...]', 'a command, a command and its subcommand, or a topic')
    .addHelpText('after', helpExamples)
    .action(async (words: string[], _flags: unknown, self: Command) => {
      if (words.length === 0) return program.outputHelp();
      if (words.length === 1 && words[0] === 'help') return self.outputHelp();
      const { runHelp } = await import('./help/run-help.js');
      await runHelp(createProgram(), words, commands);
    });
}

/** Runs the command line `argv` (without node and script). */
export async function main(argv: readonly string[]): Promise<void> {
  const entry = commands.find(({ name }) => name === argv[0]);
  const program = createProgram().helpCommand(false);
  if (entry) (await entry.load())(program);
  else {
    addSummaries(program);
    addHelp(program);
  }
  await run(program, argv.length === 0 ? ['--help'] : argv);
}
