/** What can stand at the cursor, from the definitions of the commands themselves. */
import { Command, type Option } from 'commander';
import type { TypedLine } from './words.js';

export interface Candidate {
  readonly value: string;
  readonly about: string;
  /** Another form of the value, which completes what cannot begin the value. */
  readonly also?: string;
}

/** What a name of a flag or of an argument stands for, besides a fixed choice. */
export interface CompletionNames {
  servers(): Promise<readonly string[]>;
  tools(): Promise<readonly Candidate[]>;
  clients(): readonly Candidate[];
}

/** `files`: the shell completes names of files itself. */
export type Completion = readonly Candidate[] | 'files';

/** The part of a command that completion reads. */
export interface CompletableCommand {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<(program: Command) => void>;
}

const fileFlags = new Set([
  'config',
  'env-file',
  'file',
  'values',
  'ca',
  'save',
  'store',
  'schema',
  'output-dir',
  'chart',
  'prometheus',
  'settings',
  'head',
  'set-file',
]);

const plain = (values: readonly string[]): readonly Candidate[] => values.map(value => ({ value, about: '' }));

/** The values of a flag. */
async function valuesOf(option: Option, names: CompletionNames): Promise<Completion> {
  if (option.argChoices) return plain(option.argChoices);
  const name = option.long?.slice(2) ?? '';
  if (name === 'server') return plain(await names.servers());
  return fileFlags.has(name) ? 'files' : [];
}

const toolArguments = new Set(['tool', 'tools']);

/** The values of the positional argument at a place. */
async function argumentAt(command: Command, at: number, names: CompletionNames): Promise<Completion> {
  const all = command.registeredArguments;
  const argument = all[at] ?? (all.at(-1)?.variadic ? all.at(-1) : undefined);
  if (argument === undefined) return [];
  if (argument.argChoices) return plain(argument.argChoices);
  const name = argument.name();
  if (toolArguments.has(name)) return names.tools();
  if (name === 'server') return plain(await names.servers());
  return name === 'client' ? names.clients() : 'files';
}

function flagsOf(command: Command): readonly Candidate[] {
  const visible = command.options.filter(({ hidden }) => !hidden);
  return visible.flatMap(({ long, short, description }) =>
    [short, long].flatMap(name => (name?.startsWith('--') ? [{ value: name, about: description }] : [])),
  );
}

interface Place {
  readonly command: Command;
  /** Positional arguments before the cursor. */
  readonly operands: number;
  /** The flag whose value stands at the cursor. */
  readonly flag: Option | undefined;
  /** Whether `--` came before. */
  readonly isOver: boolean;
}

const takesNext = (option: Option): boolean => option.required || option.argChoices !== undefined;

/** Walks over the complete words. */
function placeOf(root: Command, words: readonly string[]): Place {
  let command = root;
  let operands = 0;
  let flag: Option | undefined;
  for (const [at, word] of words.entries()) {
    const isValue = flag?.required || flag?.argChoices?.includes(word);
    flag = undefined;
    if (isValue) continue;
    if (word === '--') return { command, operands: operands + words.length - at - 1, flag: undefined, isOver: true };
    else if (word.startsWith('-') && word !== '-') {
      const found = command.options.find(({ long, short }) => long === word || short === word);
      flag = found && takesNext(found) ? found : undefined;
    } else {
      const sub = operands === 0 ? command.commands.find(each => each.name() === word) : undefined;
      if (sub === undefined) operands++;
      else {
        command = sub;
        operands = 0;
      }
    }
  }
  return { command, operands, flag, isOver: false };
}

const startingWith = (found: Completion, prefix: string): Completion =>
  found === 'files'
    ? found
    : found.flatMap(candidate => {
        const { value, also, about } = candidate;
        if (value.startsWith(prefix)) return [{ value, about }];
        return also?.startsWith(prefix) === true ? [{ value: also, about }] : [];
      });

/** What can stand at the cursor. */
export async function complete(
  { before, current }: TypedLine,
  commands: readonly CompletableCommand[],
  names: CompletionNames,
): Promise<Completion> {
  const [first, ...rest] = before;
  if (first === undefined)
    return startingWith(
      commands.map(({ name, summary }) => ({ value: name, about: summary })),
      current,
    );
  const entry = commands.find(({ name }) => name === first);
  if (entry === undefined) return [];
  const program = new Command('mcpgw');
  (await entry.load())(program);
  const { command, operands, flag, isOver } = placeOf(program.commands[0]!, rest);
  if (flag !== undefined) {
    const values = startingWith(await valuesOf(flag, names), current);
    if (flag.required || (values.length > 0 && current !== '')) return values;
  }
  if (current.startsWith('-') && !isOver) {
    const equals = current.indexOf('=');
    if (equals < 0) return startingWith(flagsOf(command), current);
    const option = command.options.find(({ long }) => long === current.slice(0, equals));
    const values = option === undefined ? [] : await valuesOf(option, names);
    if (values === 'files') return values;
    return startingWith(
      values.map(({ value, about }) => ({ value: `${current.slice(0, equals)}=${value}`, about })),
      current,
    );
  }
  const subs = operands === 0 && !isOver ? command.commands.filter(each => !(each as unknown as { _hidden?: boolean })._hidden) : [];
  const own = await argumentAt(command, operands, names);
  const listed = subs.map(each => ({ value: each.name(), about: each.description() }));
  const found =
    own === 'files' ? (listed.some(({ value }) => value.startsWith(current)) && current !== '' ? listed : own) : [...listed, ...own];
  return startingWith(found === 'files' && current === '' && listed.length > 0 ? listed : found, current);
}
