/**
 * Command lines as Go's pflag v1.0.10 (flag.go) reads them, which is the syntax that users of helm and kubectl expect: `-n x`, `-nx`, `-n=x`,
 * `--namespace=x`, `--debug=false`, `-gn x`. Every command goes through here; commander then sees one spelling of each flag.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CliError } from './errors.js';

const truths: Readonly<Record<string, boolean>> = Object.assign(Object.create(null), {
  ...Object.fromEntries(['1', 't', 'T', 'true', 'TRUE', 'True'].map(text => [text, true])),
  ...Object.fromEntries(['0', 'f', 'F', 'false', 'FALSE', 'False'].map(text => [text, false])),
});

/** One occurrence of a flag on a command line. */
export interface GivenFlag {
  /** `--name`. */
  readonly name: string;
  /** For a switch, `true` or `false`. */
  readonly value: string;
}

export interface CommandLine {
  /** As the user typed it, without node and script. */
  readonly words: readonly string[];
  /** Index in `words` of the `--` that ends the flags; -1 without one. */
  readonly dash: number;
}

const commandLines = new WeakMap<Command, CommandLine>();
const given = new WeakMap<Command, readonly GivenFlag[]>();

/** The command line that was passed to `prepareArgs` for this command. */
export const commandLineOf = (command: Command): CommandLine => commandLines.get(command) ?? { words: [], dash: -1 };

/** The flags of the command line in order, including repetitions. */
export const givenFlags = (command: Command): readonly GivenFlag[] => given.get(command) ?? [];

/** Refuses a value of a flag with pflag's message. @throws CliError */
export function invalidArgument(option: Option, value: string, reason: string): never {
  const name = option.short ? `${option.short}, ${option.long}` : option.long;
  throw new CliError(`invalid argument ${JSON.stringify(value)} for "${name}" flag: ${reason}`);
}

/** A boolean flag, including `--no-hooks`. */
const isSwitch = (option: Option): boolean => !option.required && !option.optional;

/** strconv.ParseBool. */
function parseBool(option: Option, value: string): boolean {
  const truth = truths[value];
  return truth ?? invalidArgument(option, value, `strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`);
}

/** A flag that takes a value only after `=`; pflag's NoOptDefVal replaces a missing value. */
export class OptionalValueOption extends Option {
  readonly noValue: string;
  constructor(name: string, value: string, description: string, noValue: string) {
    super(`${name} <${value}>`, description);
    this.noValue = noValue;
  }
}

/**
 * Converts a command line for commander: each flag becomes `--name=value`, or `--name` for a switch that is on. An unknown flag is
 * unchanged, so that commander refuses it.
 * @throws CliError for a switch with a value that is not a boolean
 */
export function prepareArgs(command: Command, words: readonly string[]): string[] {
  const reader = new ArgsReader(command, words);
  const args = reader.read();
  commandLines.set(command, { words, dash: reader.dash });
  return args;
}

interface Token {
  readonly words: readonly string[];
  /** Set for a switch: only its last value counts. */
  readonly option?: Option;
}

class ArgsReader {
  dash = -1;
  #command: Command;
  #at = 0;
  /** Number of positional arguments read so far for the current command. */
  #operands = 0;
  readonly #words: readonly string[];
  readonly #tokens: Token[] = [];
  readonly #flags: GivenFlag[] = [];
  readonly #switches = new Map<Option, { readonly command: Command; readonly isOn: boolean }>();

  constructor(command: Command, words: readonly string[]) {
    this.#command = command;
    this.#words = words;
    given.set(command, this.#flags);
  }

  read(): string[] {
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at++]!;
      if (word === '--') {
        this.dash = this.#at - 1;
        this.#push(word, ...this.#words.slice(this.#at));
        break;
      }
      if (word.startsWith('--')) this.#long(word);
      else if (word.length > 1 && word.startsWith('-')) this.#short(word.slice(1));
      else this.#positional(word);
    }
    for (const [option, { command, isOn }] of this.#switches) if (!isOn) switchOff(command, option);
    return this.#tokens.filter(({ option }) => option === undefined || this.#switches.get(option)!.isOn).flatMap(({ words }) => words);
  }

  #push(...words: string[]): void {
    this.#tokens.push({ words });
  }

  #positional(word: string): void {
    const sub = this.#operands++ === 0 ? this.#command.commands.find(entry => entry.name() === word) : undefined;
    if (sub !== undefined) {
      this.#command = sub;
      this.#operands = 0;
      given.set(sub, this.#flags);
    }
    this.#push(word);
  }

  #long(word: string): void {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    // A flag with two long names has one of them as its short one.
    const option = this.#command.options.find(({ long, short }) => long === name || short === name);
    if (option === undefined) this.#push(word);
    else if (equals >= 0) this.#set(option, word.slice(equals + 1));
    else this.#setFromNext(option, word);
  }

  /** One or more flags of one letter; the value of the last one may follow directly or after `=`. */
  #short(letters: string): void {
    for (let rest = letters; rest !== ''; ) {
      const option = this.#command.options.find(({ short }) => short === `-${rest[0]}`);
      const takesRest = option?.required && !(option instanceof OptionalValueOption);
      const value = rest.length > 2 && rest[1] === '=' ? rest.slice(2) : rest.length > 1 && takesRest ? rest.slice(1) : undefined;
      if (option === undefined) this.#push(`-${rest}`);
      else if (value !== undefined) this.#set(option, value);
      else this.#setFromNext(option, option.short!);
      rest = option === undefined || value !== undefined ? '' : rest.slice(1);
    }
  }

  #set(option: Option, value: string): void {
    if (!isSwitch(option)) {
      this.#flags.push({ name: option.long!, value });
      this.#push(`${option.long}=${value}`);
      return;
    }
    const isOn = parseBool(option, value);
    this.#flags.push({ name: option.long!, value: String(isOn) });
    this.#switches.set(option, { command: this.#command, isOn });
    this.#tokens.push({ words: [option.long!], option });
  }

  /** A flag without `=`: a switch is turned on, any other flag takes the next word. */
  #setFromNext(option: Option, word: string): void {
    if (option instanceof OptionalValueOption) this.#set(option, option.noValue);
    else if (isSwitch(option)) this.#set(option, 'true');
    else if (typeof option.presetArg === 'string') this.#setOptional(option, option.presetArg);
    else if (!option.required || this.#at >= this.#words.length) this.#push(word);
    else this.#set(option, this.#words[this.#at++]!);
  }

  /** A flag with a value for the case that none is given: the next word is its value only if the flag accepts it. */
  #setOptional(option: Option, preset: string): void {
    const next = this.#words[this.#at];
    const isValue = next !== undefined && accepts(option, next);
    if (isValue) this.#at++;
    this.#set(option, isValue ? next : preset);
  }
}

/** Whether a flag takes a word as its value. */
function accepts({ parseArg }: Option, word: string): boolean {
  if (parseArg === undefined) return !word.startsWith('-');
  try {
    parseArg(word, undefined);
    return true;
  } catch (error) {
    if (error instanceof InvalidArgumentError) return false;
    throw error;
  }
}

/** Turns a switch off as if commander had parsed it. */
const switchOff = (command: Command, option: Option): void => {
  command.setOptionValueWithSource(option.attributeName(), option.negate, 'cli');
};
