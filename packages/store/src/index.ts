/** Texts that several processes share, in memory, on files or in Redis: each change is of one text, whole, and lost by no crash. */
export { type CheckFolderOptions, checkStoreFolder } from './check-folder.js';
export { type FileStoreOptions, fileStore } from './file-store.js';
export { memoryStore } from './memory-store.js';
export { redisStore } from './redis.js';
export type { RedisStoreOptions } from './redis-store.js';
export {
  type ReadOptions,
  type SharedRedis,
  type StateChange,
  type StateKey,
  type StateStore,
  StoreError,
  type UpdateOptions,
  type WatchListener,
} from './store.js';
