import { type Argument, Command, CommanderError, type ErrorOptions, Option } from 'commander';
import { prepareArgs } from './args.js';
import { type ColorChoice, chooseColor, colorChoices } from './color.js';
import { exitCodeOf } from './errors.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { systemFault } from './system-fault.js';
import { print, say } from './terminal.js';
import { version } from './version.js';

/** `render` and `diff` have Helm's `--color`, whose values are the same. */
const withHelmFlags = new Set(['render', 'diff']);

/** What a person types to run a command: `mcpgw tools approve`. */
const nameOf = (command: Command): string => (command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`);

/** A command that has the flags of all commands. */
class McpgwCommand extends Command {
  override createCommand(name?: string): Command {
    const command = new McpgwCommand(name);
    if (withHelmFlags.has(name ?? '')) return command;
    const color = new Option('--color [when]', 'color the output; always without a value')
      .choices([...colorChoices])
      .preset('always')
      .default('auto');
    return command.addOption(color.helpGroup('Flags of all commands:'));
  }

  /** Ends with a usage error that names the help of this very command. */
  override error(message: string, options?: ErrorOptions): never {
    if (options?.code === 'commander.excessArguments' && this.#mayNameCommand()) this.#refuseCommand();
    this.showHelpAfterError(`(see ${nameOf(this)} --help)`);
    return super.error(message, options);
  }

  /** Whether the first of too many arguments is a word like a command, and not a file: `mcpgw tools aprove TOOL`. */
  #mayNameCommand(): boolean {
    return this.createHelp().visibleCommands(this).length > 0 && /^[a-z-]+$/.test(this.args[0] ?? '');
  }

  /** Commander's own refusal, with the command that may have been meant; its types leave it out. */
  #refuseCommand(): void {
    (this as unknown as { unknownCommand(): never }).unknownCommand();
  }
}

/** A longer list of choices is in the error for any other word. */
const shownChoices = 20;

/** The description of an option, with a default that says something. */
function optionText({ description, argChoices, defaultValue, defaultValueDescription, mandatory, negate }: Option): string {
  const extra: string[] = [];
  if (argChoices && argChoices.length <= shownChoices) extra.push(`choices: ${argChoices.join(', ')}`);
  const isEmpty =
    defaultValue === undefined || typeof defaultValue === 'boolean' || (Array.isArray(defaultValue) && defaultValue.length === 0);
  if (!isEmpty && !negate) extra.push(`default: ${defaultValueDescription ?? String(defaultValue)}`);
  if (mandatory) extra.push('required');
  return extra.length === 0 ? description : `${description} (${extra.join('; ')})`;
}

/** What an argument is called in help. Commands that take a release and a chart, as Helm does, read both from one list. */
const argumentTerm = (argument: Argument): string => (argument.name() === 'args' ? '[NAME] [CHART]' : argument.name());

/** The description of an argument, written as those of options are. */
const argumentText = ({ description, argChoices, defaultValue }: Argument): string =>
  optionText({ description, argChoices, defaultValue } as Option);

/** The root command with the settings of all commands: name, version, output of help and errors. */
export function createProgram(): Command {
  return new McpgwCommand('mcpgw')
    .description('Check, render and compare the configuration of MCP servers behind agentgateway, and serve many MCP servers as one')
    .version(version, '-V, --version', 'print the version')
    .enablePositionalOptions()
    .helpOption('-h, --help', 'print help')
    .showSuggestionAfterError(true)
    .configureOutput({ writeOut: print, writeErr: say, outputError: (text, write) => write(text.replace(/^error: /, 'Error: ')) })
    .configureHelp({ optionDescription: optionText, argumentTerm, argumentDescription: argumentText })
    .hook('preAction', (_program, command) => chooseColor(command.opts<{ color?: ColorChoice }>().color ?? 'auto'))
    .exitOverride();
}

/** Exit code of a commander error: asking for help or the version is not a failure. */
function usageExitCode(error: CommanderError): ExitCode {
  return error.exitCode === 0 ? exitCodes.clean : exitCodes.cannotRun;
}

/**
 * Parses and runs `argv` (without node and script) and sets `process.exitCode`. A CommandError is printed as one message;
 * any other error is a bug of mcpgw: it is printed in one line too, with a stack only when MCPGW_DEBUG is set.
 */
export async function run(program: Command, argv: readonly string[]): Promise<void> {
  process.on('uncaughtException', endAtBug);
  sayWarningsOfNode();
  try {
    // As node and many others have it.
    const words = argv.length === 1 && argv[0] === '-v' ? ['--version'] : argv;
    await program.parseAsync(prepareArgs(program, words), { from: 'user' });
  } catch (error) {
    process.exitCode = report(error);
    const isVersion = error instanceof CommanderError && error.code === 'commander.unknownOption' && argv.includes('--version');
    if (isVersion) say('The version of mcpgw is what mcpgw version and mcpgw --version print.\n');
  }
}

/** Warnings of Node and libraries may quote untrusted text, which Node itself would print unchanged. */
function sayWarningsOfNode(): void {
  if (process.listenerCount('warning') === 0) return;
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => say(`${name}: ${message}\n`));
}

/** A closed standard error is ignored; a closed standard output ends the process. */
function endAtBug(error: Error): void {
  const isBrokenPipe = (error as NodeJS.ErrnoException).code === 'EPIPE';
  if (isBrokenPipe && process.stdout.errored === null) return;
  if (!isBrokenPipe) process.exitCode = report(error);
  process.exit();
}

function report(error: unknown): ExitCode {
  if (error instanceof CommanderError) return usageExitCode(error);
  const known = exitCodeOf(error) ?? (isSystemError(error) ? exitCodes.cannotRun : undefined);
  if (known !== undefined) {
    const fault = exitCodeOf(error) === undefined ? systemFault(error) : undefined;
    say(`Error: ${fault ?? (error as Error).message}\n`);
    return known;
  }
  const reason = error instanceof Error ? error.message : String(error);
  say(`Error: internal error: ${reason}\nThis is a bug in mcpgw; MCPGW_DEBUG=1 prints where it happened.\n`);
  if (process.env.MCPGW_DEBUG && error instanceof Error) say(`${error.stack}\n`);
  return exitCodes.cannotRun;
}

/** An error of the operating system: a missing file, no permission, a full disk. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error;
