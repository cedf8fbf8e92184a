/** Encrypted records in the store that all replicas share. */
import { createHash } from 'node:crypto';
import type { StateKey, StateStore, UpdateOptions } from '@mcpgw/store';
import { type KeySource, keysOf } from './key-file.js';
import { LoginKeys } from './login-keys.js';

const root = 'login';

/** A short name of `text` for a key of the store, which does not show it. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const placeOf = (key: StateKey): string => JSON.stringify(key);

/** Records by key; each is encrypted for its own key. */
export class Vault {
  readonly #store: StateStore;
  readonly #source: KeySource;
  #keyring: Promise<LoginKeys> | undefined;

  constructor(store: StateStore, source: KeySource) {
    this.#store = store;
    this.#source = source;
  }

  /** The keys; a failure is not kept, so that it can be repaired while the gateway runs. */
  #keys(): Promise<LoginKeys> {
    this.#keyring ??= keysOf(this.#source).then(
      keys => new LoginKeys(keys),
      error => {
        this.#keyring = undefined;
        throw error;
      },
    );
    return this.#keyring;
  }

  /** The record under `key`; undefined where there is none. One of an older key is written again. @throws LoginError, StoreError */
  async read<T>(key: StateKey): Promise<T | undefined> {
    const full = [root, ...key];
    const sealed = await this.#store.read(full);
    if (sealed === undefined) return undefined;
    const keyring = await this.#keys();
    const { text, isCurrent } = keyring.open(sealed, placeOf(full));
    if (!isCurrent) {
      const again = keyring.seal(text, placeOf(full));
      await this.#store.update(full, old => (old === sealed ? again : old));
    }
    return JSON.parse(text) as T;
  }

  /**
   * Replaces the record as one step among all processes, and gives what is stored afterwards. `change` is pure; undefined deletes, and the
   * same object writes nothing.
   *
   * @throws LoginError, StoreError; then nothing was lost
   */
  async change<T>(key: StateKey, change: (old: T | undefined) => T | undefined, options?: UpdateOptions): Promise<T | undefined> {
    const full = [root, ...key];
    const keyring = await this.#keys();
    let stored: T | undefined;
    const step = (sealed: string | undefined) => {
      const old = sealed === undefined ? undefined : (JSON.parse(keyring.open(sealed, placeOf(full)).text) as T);
      stored = change(old);
      if (stored === old) return sealed;
      return stored === undefined ? undefined : keyring.seal(JSON.stringify(stored), placeOf(full));
    };
    await this.#store.update(full, step, options);
    return stored;
  }

  /** Removes a record, also one that no key opens. @throws StoreError */
  async remove(key: StateKey): Promise<boolean> {
    let was = false;
    await this.#store.update([root, ...key], old => {
      was = old !== undefined;
      return undefined;
    });
    return was;
  }

  /** The keys of the records below `prefix`. @throws StoreError */
  async list(prefix: StateKey): Promise<StateKey[]> {
    return (await this.#store.list([root, ...prefix])).map(key => key.slice(1));
  }

  /** Takes the lease under `key` for `holder`; false where another one has it. It ends by itself after `keepMs`. @throws StoreError */
  async lease(key: StateKey, holder: string, keepMs: number): Promise<boolean> {
    return (await this.#store.update([root, ...key], old => old ?? holder, { keepMs })) === holder;
  }

  /** Gives a lease back, unless another one has it by now. @throws StoreError */
  async release(key: StateKey, holder: string): Promise<void> {
    await this.#store.update([root, ...key], old => (old === holder ? undefined : old));
  }

  /** Calls `listener` with the key of each record that changed, or without one where that is not known. Gives what ends it. */
  watch(prefix: StateKey, listener: (key: StateKey | undefined) => void): () => void {
    return this.#store.watch([root, ...prefix], change => listener(change?.key.slice(1)));
  }
}
