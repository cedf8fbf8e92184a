import { safeText } from '../loader/safe-text.js';

/** A path of segments; any string is a valid segment, also one that a file system would refuse. */
export type StateKey = readonly string[];

/** Small texts by key, kept for all processes that share the store. */
export interface StateStore {
  /** The text under `key`, or undefined where nothing is stored. @throws StoreError where the state cannot be read or is damaged */
  read(key: StateKey): Promise<string | undefined>;
  /**
   * Reads, changes and writes as one step among all processes, and gives what is stored afterwards. `change` is pure: it may
   * run again over a newer text, after a lost connection also over its own result. Undefined deletes; the same text writes
   * nothing. What `change` throws is passed on.
   *
   * @throws StoreError where the state cannot be read or written; whether it was written is then not known
   */
  update(key: StateKey, change: (old: string | undefined) => string | undefined): Promise<string | undefined>;
  /** The keys that begin with `prefix` and are longer, in no particular order. @throws StoreError */
  list(prefix: StateKey): Promise<StateKey[]>;
  /** Calls `listener` soon after another process, or this one, may have changed something under `prefix`. Gives what ends it. */
  watch(prefix: StateKey, listener: () => void): () => void;
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
  constructor(key: StateKey, problem: string, cause?: unknown) {
    super(`${key.length === 0 ? 'the state' : `state "${showKey(key)}"`} ${problem}`, { cause });
    this.key = key;
  }
}

/** @throws StoreError for a key without segments, or with more than 16 */
export function checkKey(key: StateKey): void {
  if (key.length === 0) throw new StoreError(key, 'has no name');
  if (key.length > maxSegments) throw new StoreError(key, `has more than ${maxSegments} segments`);
}
