import { safeText } from '@mcpgw/loader';

/** A path of segments; any string is a valid segment, also one that a file system would refuse. */
export type StateKey = readonly string[];

export interface ReadOptions {
  /** Ends the wait for a store that does not answer. */
  readonly signal?: AbortSignal;
}

export interface UpdateOptions extends ReadOptions {
  /**
   * What is written is gone after so many milliseconds, unless it is renewed; without it stays. The time is counted by the store
   * itself (Redis) or by the time since the machine was started: no step of a wall clock shortens or prolongs it.
   */
  readonly keepMs?: number;
}

/** A change of a key. */
export interface StateChange {
  readonly key: StateKey;
  /** Whether it was made through the store that is watched. */
  readonly own: boolean;
}

/** Is given the change where it is known what changed. */
export type WatchListener = (change: StateChange | undefined) => void;

/** What Redis can do besides keeping texts, for parts of the gateway that work together with those of other replicas. */
export interface SharedRedis {
  /** What the names of all keys and channels begin with. */
  readonly prefix: string;
  /**
   * Runs a Lua script, once: where the connection breaks meanwhile, whether it ran is not known.
   *
   * @throws StoreError
   */
  run(script: string, keys: readonly string[], args: readonly string[], options?: ReadOptions): Promise<unknown>;
  /**
   * Calls `listener` with each message on these channels, and `onConnected` each time the subscription is made: messages before that may
   * have been missed. Gives what ends it.
   */
  subscribe(channels: readonly string[], listener: (message: string, channel: string) => void, onConnected: () => void): () => void;
}

/** Small texts by key, kept for all processes that share the store. */
export interface StateStore {
  /** Absent where the store is not Redis. */
  readonly shared?: SharedRedis;
  /** The text under `key`, or undefined where nothing is stored. @throws StoreError if the state cannot be read or is damaged */
  read(key: StateKey, options?: ReadOptions): Promise<string | undefined>;
  /**
   * Reads, changes and writes as one step among all processes, and gives what is stored afterwards. `change` is pure: it may
   * run again over a newer text, after a lost connection also over its own result. Undefined deletes; the same text writes
   * nothing. What `change` throws is passed on.
   *
   * @throws StoreError if the state cannot be read or written; whether it was written is then not known
   */
  update(key: StateKey, change: (old: string | undefined) => string | undefined, options?: UpdateOptions): Promise<string | undefined>;
  /**
   * The text under `key`, kept for another `keepMs` milliseconds from now; undefined where nothing is stored (any more). Tells no watch.
   *
   * @throws StoreError if the state cannot be read, is damaged, or cannot be kept
   */
  renew(key: StateKey, keepMs: number, options?: ReadOptions): Promise<string | undefined>;
  /**
   * The text that `renew` would give, where that is known without waiting and nothing need be written to keep it; else undefined. Absent
   * where it is never known at once.
   */
  renewed?(key: StateKey, keepMs: number): string | undefined;
  /** Gives an end in `keepMs` milliseconds to everything below `prefix` that has none, and removes what has ended. @throws StoreError */
  limit(prefix: StateKey, keepMs: number): Promise<void>;
  /** Resolves when the store answers. Absent where there is no connection that could be lost. @throws StoreError */
  ping?(options?: ReadOptions): Promise<void>;
  /**
   * The keys that begin with `prefix` and are longer, in no particular order; also of what has ended, where that was not removed yet.
   *
   * @throws StoreError
   */
  list(prefix: StateKey): Promise<StateKey[]>;
  /** Calls `listener` soon after another process, or this one, may have changed something under `prefix`. Gives what ends it. */
  watch(prefix: StateKey, listener: WatchListener): () => void;
  /** Releases connections and timers; later calls are refused. */
  close(): Promise<void>;
}

const maxSegments = 16;

/** How a key is shown to people. */
export function showKey(key: StateKey): string {
  return safeText(key.join('/'));
}

/** State that cannot be read, is damaged, or cannot be written. It is never taken for absent state. */
export class StoreError extends Error {
  override name = 'StoreError';
  readonly key: StateKey;
  /** Whether the store answered, and what it holds is not what was written: waiting does not help. */
  readonly damaged: boolean;
  constructor(key: StateKey, problem: string, cause?: unknown, damaged = false) {
    super(`${key.length === 0 ? 'the state' : `state "${showKey(key)}"`} ${problem}`, { cause });
    this.key = key;
    this.damaged = damaged;
  }
}

/** @throws StoreError for a key without segments, or with more than 16 */
export function checkKey(key: StateKey): void {
  if (key.length === 0) throw new StoreError(key, 'has no name');
  if (key.length > maxSegments) throw new StoreError(key, `has more than ${maxSegments} segments`);
}
