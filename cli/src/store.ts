/** Where approvals are kept, for every command that reads or changes them. */
import { homedir } from 'node:os';
import { fileStore, memoryStore, redisStore, type StateStore, StoreError } from '@mcpgw/gateway';
import { defaultServeConfig, type ServeStore } from '@mcpgw/mcp-config';
import type { Env } from '@mcpgw/structure';
import { CliError } from './errors.js';

/** What `--store` and MCPGW_STATE name: a folder, redis://HOST:PORT, or `memory`. */
export function storeOf(where: string): ServeStore {
  if (where === 'memory') return { type: 'memory' };
  return /^rediss?:\/\//.test(where) ? { type: 'redis', url: where } : { type: 'file', folder: where };
}

/** The store of a configuration; one that says nothing gets that of MCPGW_STATE, if it is set. */
function chosen(store: ServeStore, { MCPGW_STATE: named }: Env): ServeStore {
  return store === defaultServeConfig.store && named !== undefined && named !== '' ? storeOf(named) : store;
}

/** Opens the store of a configuration. @throws CliError where it cannot be reached */
export async function openStore(configured: ServeStore, env: Env): Promise<StateStore> {
  const store = chosen(configured, env);
  if (store.type === 'memory') return memoryStore();
  if (store.type === 'file') return fileStore(store.folder.replace(/^~(?=$|\/)/, homedir()));
  try {
    return await redisStore(store.url);
  } catch (error) {
    if (error instanceof StoreError) throw new CliError(`the store cannot be opened: ${error.message}`);
    throw error;
  }
}
