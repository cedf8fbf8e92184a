import type { RedisConnection } from './redis-connection.js';
import type { RedisStoreOptions } from './redis-store.js';
import { type StateStore, StoreError } from './store.js';

/**
 * Connects to `url` (redis:// or rediss://, with user, password and database as usual). The connection is made again when it is
 * lost; operations wait for that up to their deadline. The client is loaded here, so that those who use files do without.
 *
 * @throws StoreError if Redis cannot be reached in time, refuses, or is set up to evict keys
 */
export async function redisStore(url: string, options: RedisStoreOptions = {}): Promise<StateStore> {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)) throw new StoreError([], 'needs a redis:// or rediss:// URL');
  const fault = faultOf(new URL(url));
  if (fault !== undefined) throw new StoreError([], fault);
  const { connectRedisStore } = await import('./redis-store.js');
  return connectRedisStore(url, options);
}

/** What the client cannot read in a URL; without its parts, which may be secret. */
function faultOf({ pathname, username, password }: URL): string | undefined {
  if (!/^\/?\d*$/.test(pathname)) return 'needs a URL whose path is the number of a database: redis://HOST:PORT/0';
  try {
    decodeURIComponent(username + password);
    return undefined;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return 'needs a URL whose user and password have % written as %25';
  }
}

/** A connection for single commands, made in the background; the client is loaded here. Each command has `timeoutMs` milliseconds. */
export async function openRedis(url: string, timeoutMs: number): Promise<RedisConnection> {
  const { connectRedis } = await import('./redis-connection.js');
  return connectRedis(url, timeoutMs);
}
