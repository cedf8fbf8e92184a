import { fileStore, redisStore, type StateStore } from '@mcpgw/store';

/** State on files for the processes of one machine; in Redis for those of several. */
export function openStore(place: string): Promise<StateStore> | StateStore {
  return /^rediss?:/.test(place) ? redisStore(place) : fileStore(place);
}

/** Counts a visit, together with all processes that share the store, and gives the number so far. */
export async function countVisit(store: StateStore, user: string): Promise<number> {
  const text = await store.update(['visits', user], old => String(Number(old ?? '0') + 1), { keepMs: 86_400_000 });
  return Number(text);
}
