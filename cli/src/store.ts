/** Where approvals are kept, for every command that reads or changes them. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { safeText } from '@mcpgw/loader';
import { defaultServeConfig, type ServeStore } from '@mcpgw/mcp-config';
import { checkStoreFolder, fileStore, memoryStore, redisStore, type StateStore, StoreError } from '@mcpgw/store';
import type { Env } from '@mcpgw/structure';
import { CliError } from './errors.js';
import { withSystemFault } from './system-fault.js';

const forms = 'name a folder, redis://HOST:PORT, rediss://HOST:PORT, or memory';

function refused(problem: string, way: string): CliError {
  return new CliError(`the store cannot be opened: ${problem}; ${way}`);
}

/** What `--store` and MCPGW_STATE name: a folder, redis://HOST:PORT, or `memory`. @throws CliError for what is none of these */
export function storeOf(where: string): ServeStore {
  if (where === 'memory') return { type: 'memory' };
  if (/^rediss?:\/\//i.test(where)) return { type: 'redis', url: where };
  const problem = whyNoFolder(where);
  if (problem !== undefined) throw refused(problem, forms);
  return { type: 'file', folder: where };
}

function whyNoFolder(where: string): string | undefined {
  if (where.trim() === '') return 'its name is empty';
  if (where.includes('\0')) return 'its name has a character that no file has';
  // The rest of a URL may hold a password.
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(where)?.[1];
  return scheme === undefined ? undefined : `${safeText(scheme)}:// is not a store`;
}

/** The store of a configuration; one that says nothing gets that of MCPGW_STATE, if it is set. */
function chosen(store: ServeStore, { MCPGW_STATE: named }: Env): ServeStore {
  return store === defaultServeConfig.store && named !== undefined && named !== '' ? storeOf(named) : store;
}

export interface StoreUse {
  /** Whether the command writes: then a folder that is missing is made at once, and not when something is first kept. */
  readonly writes: boolean;
  /** Told of a folder that is not there and is not made. */
  readonly onMissing?: (folder: string) => void;
}

/** The store that a configuration stands for, with the whole path of its folder. @throws CliError for a store of MCPGW_STATE that is none */
export function resolvedStore(configured: ServeStore, env: Env): ServeStore {
  const store = chosen(configured, env);
  return store.type === 'file' ? { type: 'file', folder: resolve(store.folder.replace(/^~(?=$|\/)/, homedir())) } : store;
}

async function opened(store: ServeStore, { writes, onMissing }: StoreUse): Promise<StateStore> {
  if (store.type === 'memory') return memoryStore();
  if (store.type === 'redis') return redisStore(store.url);
  const { folder } = store;
  try {
    if ((await checkStoreFolder(folder, { make: writes })) === 'missing') onMissing?.(folder);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw refused(safeText(error.message), 'name another one with --store, store.folder or MCPGW_STATE');
  }
  return fileStore(folder);
}

/** The folder of the state; only a store of files has one. */
export function stateFolder(configured: ServeStore, env: Env): string | undefined {
  const store = resolvedStore(configured, env);
  return store.type === 'file' ? store.folder : undefined;
}

/** The file with the key of stored logins; only a folder has one, since replicas with a shared store need a shared key. */
export function loginKeyFile(configured: ServeStore, env: Env): string | undefined {
  const folder = stateFolder(configured, env);
  return folder === undefined ? undefined : join(folder, 'login.key');
}

/** The address of Redis, without what may be a password; nothing for a folder, which the error names itself. */
function placeOf(store: ServeStore): string {
  if (store.type !== 'redis' || !URL.canParse(store.url)) return '';
  const { protocol, host } = new URL(store.url);
  return ` ${safeText(`${protocol}//${host}`)}`;
}

/** Opens the store of a configuration. @throws CliError if it cannot be reached, or cannot be one */
export async function openStore(configured: ServeStore, env: Env, use: StoreUse): Promise<StateStore> {
  const store = resolvedStore(configured, env);
  try {
    return await opened(store, use);
  } catch (error) {
    if (error instanceof StoreError) throw new CliError(`the store${placeOf(store)} cannot be opened: ${safeText(withSystemFault(error))}`);
    throw error;
  }
}
