/** The logins of a configuration, in the store of its gateway. */
import type { Recorder } from '@mcpgw/activity';
import { safeText } from '@mcpgw/loader';
import type { Logins, LoginTarget } from '@mcpgw/login';
import type { ServeConfig } from '@mcpgw/mcp-config';
import { StoreError } from '@mcpgw/store';
import { commandRecorder } from '../command-recorder.js';
import { configFile } from '../config-file.js';
import { CliError } from '../errors.js';
import { noSuchServer } from '../no-server.js';
import { formatText } from '../output/text.js';
import { loadConfig } from '../serve/load.js';
import { openStore, storeOf } from '../store.js';
import { systemFault } from '../system-fault.js';
import { say } from '../terminal.js';
import type { LogoutFlags } from './flags.js';
import { loginsIn } from './stored-logins.js';

/** Logins, and the servers of the configuration. `close` releases the store. */
export interface OpenLogins {
  readonly config: ServeConfig;
  readonly logins: Logins;
  /** Where logins are recorded; absent where nothing is. */
  readonly recorder: Recorder | undefined;
  readonly close: () => Promise<void>;
}

/** @throws CliError if the configuration is refused, or its store cannot be opened */
export async function openLogins(flags: LogoutFlags): Promise<OpenLogins> {
  const file = configFile(flags.config);
  const { envFile, allowUnsupported = [] } = flags;
  const { config: read, report, env } = await loadConfig(file, { envFile, allowUnsupported, page: true, watch: true });
  if (report.findings.some(({ severity }) => severity === 'error')) say(formatText(report));
  if (read === undefined) throw new CliError(`${safeText(file)} is refused`);
  const config = flags.store === undefined ? read : { ...read, store: storeOf(flags.store) };
  if (config.store.type === 'memory')
    throw new CliError('the store is memory, which no other process can reach: log in on the page of the gateway');
  const store = await openStore(config.store, env, { writes: true });
  const logins = await loginsIn({ config, store, env });
  const recorder = await commandRecorder(config, env);
  const close = async () => {
    logins.close();
    await recorder?.close();
    await store.close();
  };
  return { config, logins, recorder, close };
}

/** The server of this name. @throws CliError for one that is not there, or that nobody logs in to */
export function targetOf({ servers }: ServeConfig, name: string): LoginTarget {
  const server = servers.find(each => each.name === name);
  const shown = safeText(name);
  if (server === undefined) {
    const names = servers.map(each => each.name);
    throw noSuchServer(name, names);
  }
  const { connection } = server;
  if (connection.transport === 'stdio' || connection.transport === 'malformed')
    throw new CliError(`"${shown}" is not an HTTP server: only those are logged in to with OAuth`);
  return { server: name, connection };
}

/** Runs `work`, and names failures of the store as those of a command. */
export async function withoutStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError) throw new CliError(`the store of logins fails: ${systemFault(error) ?? safeText(error.message)}`);
    throw error;
  }
}
