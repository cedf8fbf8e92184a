/** The record of activity of a configuration: in the folder of its store, in its Redis, or in the memory of the gateway. */
import { join } from 'node:path';
import { type ActivityStore, fileActivityStore, memoryActivityStore, redisActivityStore } from '@mcpgw/activity';
import type { ServeStore } from '@mcpgw/mcp-config';
import type { Env } from '@mcpgw/structure';
import { resolvedStore } from './store.js';

/** Opens the record. Nothing is read or connected yet, so nothing fails. @throws CliError for a store of MCPGW_STATE that is none */
export function openActivityStore(configured: ServeStore, env: Env): ActivityStore {
  const store = resolvedStore(configured, env);
  if (store.type === 'memory') return memoryActivityStore();
  return store.type === 'redis' ? redisActivityStore(store.url) : fileActivityStore(join(store.folder, 'activity'));
}
