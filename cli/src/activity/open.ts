/** Opens the record that a configuration or `--store` names, to read it. A gateway may be writing to it. */
import { statSync } from 'node:fs';
import type { ActivityReader, ActivityStore } from '@mcpgw/activity';
import { builtinNames } from '@mcpgw/gateway';
import { safeText } from '@mcpgw/loader';
import { AskError, gatewayActivity } from '@mcpgw/local-gateway';
import { defaultServeConfig, type ServeConfig } from '@mcpgw/mcp-config';
import { Names } from '@mcpgw/names';
import type { Env } from '@mcpgw/structure';
import { openActivityStore } from '../activity-store.js';
import { configFile } from '../config-file.js';
import { CliError } from '../errors.js';
import type { ConfigFlags } from '../flags.js';
import { namesOfGateway } from '../gateway/names.js';
import { findGateway, stateOf } from '../gateway/running.js';
import { formatText } from '../output/text.js';
import { loadConfig } from '../serve/load.js';
import { stateFolder, storeOf } from '../store.js';
import { systemFault } from '../system-fault.js';
import { say } from '../terminal.js';
import type { ListActivityFlags } from './flags.js';

type Settings = Pick<ServeConfig, 'store' | 'naming' | 'servers' | 'apis'>;

/** What is said of where the record is. @throws CliError */
async function settingsOf({
  config: named,
  store,
  envFile,
  allowUnsupported = [],
}: ConfigFlags): Promise<{ settings: Settings; env: Env }> {
  if (store !== undefined) return { settings: { ...defaultServeConfig, store: storeOf(store) }, env: process.env };
  const file = configFile(named);
  const { config, report, env } = await loadConfig(file, { envFile, allowUnsupported, page: true, watch: true });
  if (config === undefined) {
    say(formatText(report));
    throw new CliError(`${safeText(file)} is refused; --store names the store without a configuration`);
  }
  return { settings: config, env };
}

async function closed<S extends ActivityReader, T>(store: S, work: (store: S) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const hint = error instanceof AskError && error.problem === 'refused' ? '; give the key of an admin with --key or MCPGW_KEY' : '';
    throw new CliError(`the record cannot be read: ${systemFault(error) ?? `${safeText((error as Error).message)}${hint}`}`);
  } finally {
    await store.close();
  }
}

/** Opens the record that is stored, and says where nothing was recorded. */
function storeAt({ store }: Settings, env: Env): ActivityStore {
  const opened = openActivityStore(store, env);
  if (opened.name === 'memory')
    throw new CliError(
      'the store is "memory": the record is in the memory of the gateway and ends with it; ask the gateway while it runs, or use a store of type file or redis',
    );
  if (stateFolder(store, env) !== undefined && isMissing(opened.name))
    say(`Note: there is no folder ${safeText(opened.name)}: nothing is recorded there\n`);
  return opened;
}

/** Whether nothing has this name. What cannot be looked at is there: reading it says why it cannot be read. */
function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Does `work` with the record as it is stored. @throws CliError if the record is in the memory of a gateway, or cannot be read */
export async function withRecord<T>(flags: ConfigFlags, work: (store: ActivityStore) => Promise<T>): Promise<T> {
  const { settings, env } = await settingsOf(flags);
  return closed(storeAt(settings, env), work);
}

type ClientName = (server: string, tool: string) => string | undefined;

/** The names of tools for clients by the configuration; the name of a server that it does not know is made as if it were the only one. */
function namesBy({ servers, apis, naming }: Settings): ClientName {
  const names = new Names(
    [...servers.map(({ name }) => name), ...apis.map(api => String((api as { name?: unknown } | null)?.name))],
    naming,
    builtinNames,
  );
  return (server, tool) => (names.servers.includes(server) ? names : new Names([server], naming, builtinNames)).of(server, tool);
}

/**
 * Does `work` with a reader of the record: that of a running gateway, else the record as it is stored; stderr says which.
 *
 * @throws CliError if there is none, or it cannot be read
 */
export async function withReader<T>(
  flags: ListActivityFlags,
  work: (reader: ActivityReader, clientName: ClientName) => Promise<T>,
): Promise<T> {
  const note = (text: string) => (flags.quiet ? undefined : say(`${text}\n`));
  if (flags.store !== undefined && flags.url !== undefined) throw new CliError('--store and --url exclude each other');
  const gateway = flags.store === undefined ? await findGateway(flags, process.env) : undefined;
  if (gateway !== undefined) {
    note(`Asking ${gateway.name}`);
    const state = await stateOf(gateway);
    if (state === undefined) throw new CliError(`${gateway.name} shows its record to admins only: give the key of one`);
    return closed(gatewayActivity(gateway), reader => work(reader, namesOfGateway(state).of));
  }
  const { settings, env } = await settingsOf(flags);
  const store = storeAt(settings, env);
  note(`Reading the record in ${safeText(store.name)}`);
  return closed(store, reader => work(reader, namesBy(settings)));
}
