import { type StateStore, StoreError } from './store.js';

export interface RedisStoreOptions {
  /** What all names begin with; two gateways share state when theirs is the same. Default `mcpgw:`. */
  readonly prefix?: string;
  /** Seconds that one operation may take, reconnecting included. Default 10. */
  readonly timeoutSeconds?: number;
  /** Certificates (PEM) to trust besides the public ones, for rediss://. */
  readonly ca?: string;
}

/**
 * Connects to `url` (redis:// or rediss://, with user, password and database as usual). The connection is made again when it is
 * lost; operations wait for that up to their deadline. The client is loaded here, so that those who use files do without.
 *
 * @throws StoreError where Redis cannot be reached in time, refuses, or is set up to evict keys
 */
export async function redisStore(url: string, options: RedisStoreOptions = {}): Promise<StateStore> {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)) throw new StoreError([], 'needs a redis:// or rediss:// URL');
  const { connectRedisStore } = await import('./redis-store.js');
  return connectRedisStore(url, options);
}
