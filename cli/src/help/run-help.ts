/** `mcpgw help [COMMAND [SUBCOMMAND] | TOPIC]`. */
import { nearest } from '@mcpgw/diagnostics';
import type { Command } from 'commander';
import { CliError } from '../errors.js';
import { print } from '../terminal.js';
import type { DescribedCommand } from './man.js';
import { topics } from './topics.js';

function refuse(name: string, known: readonly string[], list: string): never {
  const similar = nearest(name, known);
  throw new CliError(`there is no help for "${name}"${similar === undefined ? '' : `; did you mean ${similar}?`}\n${list}`);
}

/** The subcommand that `path` names. @throws CliError where there is none */
function subcommand(command: Command, path: readonly string[]): Command {
  const [name, ...rest] = path;
  if (name === undefined) return command;
  const names = command.commands.map(each => each.name());
  const found = command.commands.find(each => each.name() === name);
  if (found === undefined)
    refuse(
      name,
      names,
      names.length === 0 ? `mcpgw ${command.name()} has no commands of its own` : `mcpgw ${command.name()} has ${names.join(', ')}`,
    );
  return subcommand(found, rest);
}

/**
 * Prints the help of the command or topic that `words` name.
 * @throws CliError for a name that is neither
 */
export async function runHelp(program: Command, words: readonly string[], commands: readonly DescribedCommand[]): Promise<void> {
  const [name = '', ...rest] = words.filter(word => !word.startsWith('-'));
  const topic = topics.find(each => each.name === name);
  if (topic !== undefined && rest.length === 0) return print(topic.text);
  const entry = commands.find(each => each.name === name);
  if (entry === undefined) {
    const names = [...commands, ...topics].map(each => each.name);
    refuse(name, names, `mcpgw help lists the commands; topics are ${topics.map(each => each.name).join(', ')}`);
  }
  (await entry.load())(program);
  subcommand(program.commands[0]!, rest).outputHelp();
}
