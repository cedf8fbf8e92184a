/**
 * Sessions in the store: a gateway that was restarted, or another replica, takes them up where they were. What is kept holds no id of a
 * session, for that is what opens it.
 */

import { createHash } from 'node:crypto';
import { isPlainObject } from '../plain-object.js';
import { type StateStore, StoreError } from '../store/store.js';
import type { ClientIdentity, Session, SessionPlace, Wishes } from './session.js';

/** A session as it is kept. */
export interface KeptSession {
  readonly identity: ClientIdentity;
  readonly place: SessionPlace;
  readonly wishes: Wishes;
  /** Milliseconds since 1970. */
  readonly lastSeen: number;
}

export interface SessionStoreDeps {
  readonly store: StateStore;
  readonly idleMs: () => number;
  readonly now: () => number;
  /** Told where the store fails: the session then lives in this process alone. */
  readonly onError: (error: StoreError) => void;
}

const root = 'sessions';
const keyOf = (id: string): string[] => [root, createHash('sha256').update(id).digest('hex')];

/** A kept session; undefined for what is none, which then counts as not there. */
function parse(text: string | undefined): KeptSession | undefined {
  if (text === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    const whole =
      isPlainObject(kept) &&
      isPlainObject(kept.identity) &&
      isPlainObject(kept.place) &&
      isPlainObject(kept.wishes) &&
      typeof kept.lastSeen === 'number';
    return whole ? (kept as unknown as KeptSession) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export class SessionStore {
  readonly #deps: SessionStoreDeps;
  /** Sessions whose record is being removed. */
  readonly #ending = new Set<string>();
  readonly #savedAt = new WeakMap<Session, number>();

  constructor(deps: SessionStoreDeps) {
    this.#deps = deps;
  }

  async #guarded<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#deps.onError(error);
      return undefined;
    }
  }

  /** Keeps a session as it is now. Never rejects for a store that fails. */
  async keep(session: Session): Promise<void> {
    const { identity, profile, owner, wishes } = session;
    const lastSeen = this.#deps.now();
    this.#savedAt.set(session, lastSeen);
    const text = JSON.stringify({ identity, place: { ...(profile !== undefined && { profile }), owner }, wishes, lastSeen });
    await this.#guarded(this.#deps.store.update(keyOf(session.id), () => text));
  }

  /** Keeps what a session wishes now, where the session is kept at all. */
  async wished(session: Session): Promise<void> {
    if (this.#savedAt.has(session)) await this.keep(session);
  }

  /** Notes from time to time that a session is in use, so that no other replica takes it for idle. */
  seen(session: Session): void {
    const savedAt = this.#savedAt.get(session);
    if (savedAt !== undefined && this.#deps.now() - savedAt > this.#deps.idleMs() / 4) void this.keep(session);
  }

  /** A session that this process does not have; undefined where there is none, or it was idle too long. */
  async find(id: string): Promise<KeptSession | undefined> {
    if (this.#ending.has(id)) return undefined;
    const kept = parse(await this.#guarded(this.#deps.store.read(keyOf(id))));
    return kept && this.#isOld(kept) ? undefined : kept;
  }

  #isOld({ lastSeen }: KeptSession): boolean {
    return this.#deps.now() - lastSeen > this.#deps.idleMs();
  }

  /** Removes a session; one that was only idle here stays where another replica has seen it since. */
  async forget({ id }: Session, onlyIdle: boolean): Promise<void> {
    this.#ending.add(id);
    const change = (old: string | undefined) => {
      const kept = parse(old);
      return onlyIdle && kept && !this.#isOld(kept) ? old : undefined;
    };
    await this.#guarded(this.#deps.store.update(keyOf(id), change));
    this.#ending.delete(id);
  }

  /** Removes what was left behind: sessions of clients that never ended them. */
  async sweep(): Promise<void> {
    const keys = (await this.#guarded(this.#deps.store.list([root]))) ?? [];
    for (const key of keys) {
      const kept = parse(await this.#guarded(this.#deps.store.read(key)));
      if (kept && this.#isOld(kept))
        await this.#guarded(this.#deps.store.update(key, old => (old !== undefined && this.#isOldText(old) ? undefined : old)));
    }
  }

  #isOldText(text: string): boolean {
    const kept = parse(text);
    return kept !== undefined && this.#isOld(kept);
  }
}
