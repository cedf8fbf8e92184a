/**
 * The whole command line in one module: `mcpgw --help`, unknown commands, and the standalone executable.
 * The npm package starts faster: its launcher loads the bundle of the one command that runs.
 */
import type { Command } from 'commander';
import { commands } from './commands/index.js';
import { createProgram, run } from './program.js';

function addSummaries(program: Command): void {
  for (const { name, summary } of commands) program.command(name).description(summary);
  program.addHelpText('after', '\nmcpgw COMMAND --help describes a command.');
}

/** Runs the command line `argv` (without node and script). */
export async function main(argv: readonly string[]): Promise<void> {
  const wanted = argv[0] === 'help' && argv[1] ? [argv[1], '--help'] : argv;
  const entry = commands.find(({ name }) => name === wanted[0]);
  const program = createProgram();
  if (entry) (await entry.load())(program);
  else addSummaries(program);
  await run(program, wanted.length === 0 ? ['--help'] : wanted);
}
