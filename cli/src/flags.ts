/** Flags that mean the same in all commands, and how their values are written. `cli/src/commands/flags.test.ts` compares all commands. */
import { nearest } from '@mcpgw/diagnostics';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CliError } from './errors.js';

/** How a configuration and its variables are named. */
export interface ConfigFlags {
  readonly config?: string;
  readonly envFile: readonly string[];
  /** Settings that mcpgw does not support and that may be ignored. */
  readonly allowUnsupported?: readonly string[];
  readonly store?: string;
}

/** Which gateway is asked. */
export interface GatewayFlags extends ConfigFlags {
  readonly url?: string;
  readonly key?: string;
  /** False for `--no-gateway`. */
  readonly gateway: boolean;
  readonly quiet?: boolean;
}

/** Collects the values of a flag that can be repeated. */
export const append = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

/** Collects names: separated by commas, and of a flag that can be repeated. */
export function collectNames(text: string, previous: readonly string[] = []): string[] {
  const parts = text.split(',').map(part => part.trim());
  return [...previous, ...parts.filter(part => part !== '')];
}

/** A flag whose value is one or several words of a fixed set: separated by commas, and repeated. Any other word is refused with the set. */
export function wordsOption(flags: string, description: string, words: readonly string[]): Option {
  const allowed = `Allowed choices are ${words.join(', ')}.`;
  return new Option(flags, description).choices(words).argParser<string[]>((text, previous) => {
    const named = collectNames(text, previous);
    const unknown = named.find(name => !words.includes(name));
    const similar = unknown === undefined ? undefined : nearest(unknown, words);
    if (named.length === 0 || unknown !== undefined)
      throw new InvalidArgumentError(similar === undefined ? allowed : `Did you mean ${similar}? ${allowed}`);
    return named;
  });
}

/** What the configuration of a gateway or of a client is called in help. */
export const configText = 'gateway.yaml, mcp_config.json, or the file of an MCP client';

/**
 * Two names of one flag. Node itself reads the file of an `--env-file` behind a script before mcpgw starts, obeys NODE_OPTIONS in it, and ends
 * with exit code 9 where it is missing; it does not know `--vars`.
 */
export const envFileFlags = '--vars, --env-file <file>';

/** Adds the flags that name a configuration. */
export function addConfigFile(command: Command): Command {
  return command
    .option('-c, --config <file>', configText)
    .option(envFileFlags, 'file of NAME=value lines for ${env:NAME} (can be repeated)', append, []);
}

/** Adds the flags that name a configuration and its store. */
export function addConfigFlags(command: Command): Command {
  return addConfigFile(command)
    .option(
      '--store <where>',
      'store to use: a folder, redis://HOST:PORT or memory (default: from the configuration, else MCPGW_STATE, else ~/.mcpgw)',
    )
    .option('--allow-unsupported <setting>', 'accept this setting although it has no effect (can be repeated)', append, []);
}

/** Adds `--server`, which chooses servers of the configuration. */
export function addServerFlag(command: Command): Command {
  return command.option('--server <names>', 'only these servers (separated by commas; can be repeated)', collectNames);
}

/** Names of formats that earlier versions had, and what they are called now. */
const earlierFormats: Readonly<Record<string, string>> = { table: 'text' };

/** `-o, --output`: what is printed; the first format is the default. */
export function outputOption(formats: readonly string[]): Option {
  const option = new Option('-o, --output <format>', 'format of the output').choices([...formats]).default(formats[0]);
  const check = option.parseArg!;
  return option.argParser((text, previous) => check(Object.hasOwn(earlierFormats, text) ? earlierFormats[text]! : text, previous));
}

/** Adds `--quiet`. */
export function addQuietFlag(command: Command): Command {
  return command.option('-q, --quiet', 'print no notes and no progress to standard error');
}

/** Adds `--no-gateway`. */
export function addNoGatewayFlag(command: Command): Command {
  return command.option('--no-gateway', 'do not use a running gateway');
}

/** Adds the flags that name a gateway. */
export function addGatewayAddress(command: Command): Command {
  return command
    .option('--url <url>', 'address of the gateway to use, such as http://127.0.0.1:8080')
    .option('--key <key>', 'key or token for that gateway (default: MCPGW_KEY)');
}

/** A configuration is the first argument or `--config`. @throws CliError where both are given and differ */
export function oneConfig(named: string | undefined, flag: string | undefined): string | undefined {
  if (named !== undefined && flag !== undefined && named !== flag)
    throw new CliError('name one configuration: as the argument, or with --config');
  return named ?? flag;
}

/** A single server is the first argument or `--server`. @throws CliError where several are named */
export function oneServer(named: string | undefined, flag: readonly string[] = []): string | undefined {
  const all = new Set(named === undefined ? flag : [named, ...flag]);
  if (all.size > 1) throw new CliError('name one server: as the argument, or with --server');
  return [...all][0];
}

/** Adds the flags that choose a gateway. */
export function addGatewayFlags(command: Command): Command {
  return addQuietFlag(addNoGatewayFlag(addGatewayAddress(command)));
}
