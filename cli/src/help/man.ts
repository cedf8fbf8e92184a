/** Manual pages in the man macros (man(7)), from the definitions of the commands and the topics of `mcpgw help`. */
import type { Command, Option } from 'commander';
import { createProgram } from '../program.js';
import { version } from '../version.js';
import { topics } from './topics.js';

/** The part of a command that its page needs. */
export interface DescribedCommand {
  readonly name: string;
  readonly summary: string;
  readonly group: string;
  readonly load: () => Promise<(program: Command) => void>;
}

/** Text that roff prints as it is: no escapes, no requests at the beginning of a line, and hyphens that can be copied. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');

const quotedTitle = (text: string): string => roff(text).replaceAll('"', '\\(dq');

const section = (title: string, body: string): string => (body.trim() === '' ? '' : `.SH "${title}"\n${body.trimEnd()}\n`);

const listed = (rows: readonly (readonly [term: string, text: string])[]): string =>
  rows.map(([term, text]) => `.TP\n.B ${roff(term)}\n${roff(text)}\n`).join('');

/** Text that keeps its lines. */
const asItIs = (text: string): string => `.nf\n${roff(text.trim())}\n.fi\n`;

/** What a command adds to its help. */
function textAfter(command: Command): string {
  let text = '';
  // Commander's Command is an EventEmitter, which its types leave out.
  const emitter = command as unknown as { emit(event: string, context: object): void };
  emitter.emit('afterHelp', { error: false, command, write: (part: string) => (text += part) });
  return text;
}

const head = (name: string, summary: string): string =>
  `.TH "${quotedTitle(name.toUpperCase())}" "1" "" "mcpgw ${roff(version)}" "mcpgw"\n.SH NAME\n${roff(name)} \\- ${roff(summary)}\n`;

const isShown = (command: Command): boolean => !(command as unknown as { _hidden?: boolean })._hidden;

function commandPage(path: readonly string[], command: Command): string {
  const name = ['mcpgw', ...path].join('-');
  const helper = command.createHelp();
  const optionRow = (option: Option): [string, string] => [option.flags, helper.optionDescription(option)];
  const subs = command.commands.filter(isShown);
  return [
    head(name, command.description()),
    section('SYNOPSIS', `.B ${roff(['mcpgw', ...path].join(' '))}\n${roff(command.usage())}`),
    section('ARGUMENTS', listed(command.registeredArguments.map(each => [helper.argumentTerm(each), helper.argumentDescription(each)]))),
    section('COMMANDS', listed(subs.map(each => [`${name}-${each.name()}(1)`, each.description()]))),
    section('OPTIONS', listed(helper.visibleOptions(command).map(optionRow))),
    section('NOTES', asItIs(textAfter(command))),
    section('SEE ALSO', `.BR ${path.length > 1 ? `mcpgw\\-${roff(path[0]!)}` : 'mcpgw'} (1)`),
  ].join('');
}

function addPages(pages: Map<string, string>, path: readonly string[], command: Command): void {
  pages.set(`mcpgw-${path.join('-')}.1`, commandPage(path, command));
  for (const sub of command.commands.filter(isShown)) addPages(pages, [...path, sub.name()], sub);
}

function rootPage(program: Command, commands: readonly DescribedCommand[]): string {
  const groups = [...new Set(commands.map(({ group }) => group))];
  const rows = groups.map(group => {
    const members = commands.filter(each => each.group === group);
    return `.SS "${group}"\n${listed(members.map(({ name, summary }) => [`mcpgw-${name}(1)`, summary]))}`;
  });
  return [
    head('mcpgw', program.description()),
    section('SYNOPSIS', '.B mcpgw\nCOMMAND [arguments] [flags]\n'),
    section('COMMANDS', rows.join('')),
    ...topics.map(({ name, text }) => section(name.replaceAll('-', ' ').toUpperCase(), asItIs(text))),
  ].join('');
}

/** Every page by the name of its file, such as `mcpgw-render.1`. */
export async function manPages(commands: readonly DescribedCommand[]): Promise<Map<string, string>> {
  const program = createProgram();
  const pages = new Map([['mcpgw.1', rootPage(program, commands)]]);
  for (const { load } of commands) (await load())(program);
  for (const command of program.commands) addPages(pages, [command.name()], command);
  return pages;
}
