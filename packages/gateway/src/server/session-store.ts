/**
 * Sessions in the store, from where another replica or the gateway after a restart recovers them. The store never holds the id of a
 * session, because the id gives access to it. What happens when the store fails: docs/adr/0044-sessions-and-replicas.md.
 */

import { type StateChange, type StateKey, type StateStore, StoreError } from '@mcpgw/store';
import type { StoreCircuit } from '@mcpgw/store/internal';
import type { ConfigSnapshot, Live } from './live-config.js';
import type { Logger } from './logger.js';
import { type ClientSession, type SessionOrigin, type SessionSubscriptions, sessionDigest } from './session.js';
import { endText, formatted, isEnd, parse, type StoredEnd, type StoredSession, shared } from './session-record.js';
import type { Sessions } from './sessions.js';
import { logSessionStoreFailure } from './store-failure-log.js';

/** What a store may take, in milliseconds. */
export interface StoreTimes {
  /** For an answer; after that, sessions continue without the store. Default 800 for Redis, 5000 for a disk. */
  readonly answerMs?: number;
  /** For the next answer, while a request waits whose session only the store knows; after that it is refused. Default 5000. */
  readonly patienceMs?: number;
}

export interface SessionStoreDeps {
  readonly store: StateStore;
  readonly config: Live<Pick<ConfigSnapshot, 'sessionLimits'>>;
  /** The sessions of this process. */
  readonly sessions: Pick<Sessions, 'leftMs' | 'end'>;
  readonly logger: Logger;
  /** Keeps requests from waiting for a store that does not answer. */
  readonly circuit: StoreCircuit;
  readonly patienceMs: number;
}

/** What this process knows about the record of one of its sessions. */
interface Known {
  /** Whether the record says that several processes have the session, so that its end would be stored for this process to see. */
  claimed: boolean;
  /** Whether the record lacks something that is known here. */
  behind: boolean;
  /** How often another process changed the record. */
  changes: number;
  /** How many of these changes a reading has seen. A record that is gone after an unseen change was removed, and not lost. */
  seen: number;
  /** The text of the record when it was last read, and what it said. */
  parsed?: { readonly text: string | undefined; readonly stored: StoredSession | StoredEnd | undefined };
}

/** A session that another process stored. */
export interface FoundSession {
  readonly stored: StoredSession;
  readonly claimed: boolean;
}

const root = 'sessions';
const keyOf = (id: string): StateKey => [root, sessionDigest(id)];
/** Ends that could not be stored yet: at most so many are remembered. */
const maxPendingEnds = 10_000;
/** Idle times for which an end is stored: longer than any process has the session without a request that would show it the end. */
const endsKeptFor = 2;
/** Sessions for which the store is asked at the same time. */
const batch = 100;
/** What `parse` gives for the record of a session, which is mostly the one that was read before. */
function parsedOnce(text: string | undefined, known: Known): StoredSession | StoredEnd | undefined {
  if (text === undefined || known.parsed?.text !== text) known.parsed = { text, stored: parse(text) };
  return known.parsed.stored;
}

function originOf({ profile, owner }: ClientSession): SessionOrigin {
  return { ...(profile !== undefined && { profile }), owner };
}

export class SessionStore {
  readonly #deps: SessionStoreDeps;
  readonly #circuit: StoreCircuit;
  readonly #known = new Map<ClientSession, Known>();
  /** The sessions of `#known` by the last part of their keys. */
  readonly #byName = new Map<string, ClientSession>();
  /** Ids of sessions that ended here and whose end is not stored yet. */
  readonly #pendingEnds = new Set<string>();
  readonly #endWatch: () => void;
  /** Why the store last took no session; `undefined` where it takes them. */
  #refusal: StoreError | undefined;

  constructor(deps: SessionStoreDeps) {
    this.#deps = deps;
    this.#circuit = deps.circuit;
    this.#circuit.onChange(fault => {
      logSessionStoreFailure('unanswered', fault, deps.logger);
      if (fault === undefined) void this.#catchUp();
    });
    this.#endWatch = deps.store.watch([root], change => void this.#changed(change));
  }

  /** The result of `work` as a list of one; an empty list where the store fails, which is logged once. */
  async #guarded<T>(work: (signal: AbortSignal) => Promise<T>, writes: boolean): Promise<[T] | []> {
    try {
      const done = await this.#circuit.run(work);
      // A store that is full can still remove what it has.
      if (writes && !this.#isBehind()) this.#refused(undefined);
      return [done];
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (this.#circuit.fault === undefined) this.#refused(error);
      return [];
    }
  }

  #refused(error: StoreError | undefined): void {
    const isNew = (this.#refusal === undefined) !== (error === undefined);
    this.#refusal = error;
    if (!isNew) return;
    logSessionStoreFailure('refused', error, this.#deps.logger);
  }

  #isBehind(): boolean {
    return this.#refusal !== undefined && this.#behind().length > 0;
  }

  #behind(): readonly ClientSession[] {
    return [...this.#known].filter(([, known]) => known.behind).map(([session]) => session);
  }

  /** The number of sessions that would end with this process, because the store takes none, and why; `undefined` while it takes them. */
  get unkept(): { readonly sessions: number; readonly reason: string } | undefined {
    return this.#refusal && { sessions: this.#behind().length, reason: this.#refusal.message };
  }

  #update(id: string, change: (old: string | undefined) => string | undefined, keepMs: number): Promise<[string | undefined] | []> {
    return this.#guarded(signal => this.#deps.store.update(keyOf(id), change, { keepMs, signal }), true);
  }

  #note(session: ClientSession, known: Known): void {
    this.#known.set(session, known);
    this.#byName.set(keyOf(session.id)[1]!, session);
  }

  /** Stores a new session. Does not reject where the store fails: the session then lives in this process until it can be stored. */
  async save(session: ClientSession): Promise<void> {
    this.#note(session, { claimed: true, behind: true, changes: 0, seen: 0 });
    await this.#write(session, subscriptions => subscriptions);
  }

  /**
   * Writes the record of a session, unless the session has ended. `change` derives its subscriptions from those on record. A record that
   * was lost may have been that of several processes, so it is written as one of those.
   */
  async #write(
    session: ClientSession,
    change: (subscriptions: SessionSubscriptions) => SessionSubscriptions,
    { isLost = false } = {},
  ): Promise<void> {
    const known = this.#known.get(session);
    if (known === undefined) return;
    known.behind = true;
    const record = (old: string | undefined) => {
      const stored = parse(old);
      if (isEnd(stored) || this.#pendingEnds.has(session.id)) return old;
      const subscriptions = change(stored?.subscriptions ?? session.subscriptions);
      const isShared = stored === undefined ? isLost : stored.shared === true;
      return formatted({ identity: session.identity, origin: originOf(session), subscriptions, ...(isShared && { shared: true }) });
    };
    const [text] = await this.#update(session.id, record, this.#deps.sessions.leftMs(session));
    if (isEnd(parse(text))) this.#endHere(session);
    else if (text !== undefined) known.behind = false;
    if (text !== undefined && !this.#isBehind()) this.#refused(undefined);
  }

  /** Changes the subscriptions of a session here and in the store, where they are merged with those made at other replicas. */
  async updateSubscriptions(session: ClientSession, change: (subscriptions: SessionSubscriptions) => SessionSubscriptions): Promise<void> {
    session.subscriptions = change(session.subscriptions);
    await this.#write(session, change);
  }

  #endHere(session: ClientSession): void {
    this.#deps.sessions.end(session, 'elsewhere', 'the client ended the session');
  }

  get #idleMs(): number {
    return this.#deps.config.current.sessionLimits.idleMs;
  }

  /**
   * Whether a session of this process continues, which a client uses now: `false` where it was ended at another replica. Its idle time
   * starts again in the store. While the store does not answer, the sessions of this process continue.
   *
   * @throws StoreError where another replica changed the record of the session, perhaps ended it, and the record cannot be read now
   */
  check(session: ClientSession): Promise<boolean> {
    return this.#patiently(() => this.#checkNow(session));
  }

  /** Does `work`, and does it again when a store that did not answer meanwhile answers again in time. @throws what `work` throws */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const circuit = this.#circuit;
    const end = performance.now() + this.#deps.patienceMs;
    for (;;) {
      const { fault, outages } = circuit;
      try {
        return await work();
      } catch (error) {
        const leftMs = end - performance.now();
        const isUnanswered = error instanceof StoreError && (fault !== undefined || circuit.outages !== outages);
        if (!isUnanswered || leftMs <= 0 || !(await circuit.answers(leftMs))) throw error;
      }
    }
  }

  async #checkNow(session: ClientSession): Promise<boolean> {
    const goesOn = await this.#use(session);
    const known = this.#known.get(session);
    if (goesOn === undefined && known !== undefined && known.changes > known.seen)
      throw this.#circuit.fault ?? new StoreError(keyOf(session.id), 'cannot be read');
    return goesOn ?? true;
  }

  /** Whether what `check` would find is known without waiting: the session continues. `false` says nothing. */
  continues(session: ClientSession): boolean {
    const known = this.#known.get(session);
    if (known === undefined || known.behind || !known.claimed || this.#circuit.fault !== undefined) return false;
    const { changes, parsed } = known;
    const text = this.#deps.store.renewed?.([root, session.digest], this.#idleMs);
    if (text === undefined || parsed?.text !== text || parsed.stored === undefined || isEnd(parsed.stored)) return false;
    known.seen = changes;
    return true;
  }

  /** Does what `check` does; `undefined` where the store cannot tell. */
  #use(session: ClientSession): Promise<boolean | undefined> {
    return this.#checked(session, signal => this.#deps.store.renew([root, session.digest], this.#idleMs, { signal }));
  }

  /** Does what `#use` does without using the session: its idle time continues. */
  #look(session: ClientSession): Promise<boolean | undefined> {
    return this.#checked(session, signal => this.#deps.store.read([root, session.digest], { signal }));
  }

  async #checked(
    session: ClientSession,
    read: (signal: AbortSignal) => Promise<string | undefined>,
    attempts = 3,
  ): Promise<boolean | undefined> {
    const known = this.#known.get(session);
    if (known === undefined) return true;
    const { changes } = known;
    const [found] = await this.#guarded(async signal => ({ stored: parsedOnce(await read(signal), known) }), false);
    if (found === undefined) return undefined;
    const { stored } = found;
    // The order of the reading and a change in the same moment is not known.
    if (stored === undefined && known.changes > changes && attempts > 1) return this.#checked(session, read, attempts - 1);
    if (isEnd(stored) || (stored === undefined && (known.changes > known.seen || !known.claimed))) {
      this.#endHere(session);
      return false;
    }
    known.seen = Math.max(known.seen, changes);
    if (stored === undefined) await this.#write(session, subscriptions => subscriptions, { isLost: true });
    else if (known.behind) await this.#write(session, () => session.subscriptions);
    else if (!known.claimed) known.claimed = (await this.#update(session.id, shared, this.#idleMs)).length > 0;
    return true;
  }

  /**
   * Finds a session that this process does not have; `undefined` where there is none, or it has ended.
   *
   * @throws StoreError where the store does not answer, so that nobody knows whether there is such a session
   */
  find(id: string): Promise<FoundSession | undefined> {
    return this.#patiently(() => this.#findNow(id));
  }

  async #findNow(id: string): Promise<FoundSession | undefined> {
    if (this.#pendingEnds.has(id)) return undefined;
    const stored = parse(await this.#read(id));
    if (stored === undefined || isEnd(stored)) return undefined;
    if (stored.shared) return { stored, claimed: true };
    const written = await this.#update(id, shared, this.#idleMs);
    // The store refuses writes now, but the session could be read.
    if (written.length === 0) return { stored, claimed: false };
    const claimed = parse(written[0]);
    return claimed === undefined || isEnd(claimed) ? undefined : { stored: claimed, claimed: true };
  }

  /** A damaged record counts as missing, because its client would wait forever. @throws StoreError where the store does not answer */
  async #read(id: string): Promise<string | undefined> {
    const { store } = this.#deps;
    try {
      return await this.#circuit.run(signal => store.renew(keyOf(id), this.#idleMs, { signal }));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.damaged) return undefined;
      // A full disk can still be read.
      return this.#circuit.run(signal => store.read(keyOf(id), { signal }));
    }
  }

  /** Follows the record of a session that was found and belongs to this process now. */
  adopted(session: ClientSession, claimed: boolean): void {
    this.#note(session, { claimed, behind: false, changes: 0, seen: 0 });
  }

  /**
   * Ends a session at every replica, because its client ended it. `false` where the end could not be stored: it is stored as soon as
   * possible, and other replicas continue the session until then.
   */
  async ended(session: ClientSession): Promise<boolean> {
    if (!this.#forget(session)) return true;
    if (this.#pendingEnds.size >= maxPendingEnds) this.#pendingEnds.delete(this.#pendingEnds.values().next().value!);
    this.#pendingEnds.add(session.id);
    return this.#storeEnd(session.id);
  }

  async #storeEnd(id: string): Promise<boolean> {
    const end = (old: string | undefined) => {
      const stored = parse(old);
      return stored !== undefined && !isEnd(stored) && !stored.shared ? undefined : endText;
    };
    const keepMs = endsKeptFor * this.#idleMs;
    const isStored = (await this.#update(id, end, keepMs)).length > 0;
    if (isStored) this.#pendingEnds.delete(id);
    // A full store cannot hold the end, but it can remove the record, and the replicas that have the session notice that.
    return isStored || (await this.#update(id, old => (isEnd(parse(old)) ? old : undefined), keepMs)).length > 0;
  }

  /** Stops following the record of a session; `false` where it was not followed. */
  #forget(session: ClientSession): boolean {
    this.#byName.delete(keyOf(session.id)[1]!);
    return this.#known.delete(session);
  }

  /** The session ended in this process alone. Others may continue it; otherwise it expires in the store. */
  left(session: ClientSession): void {
    this.#forget(session);
  }

  /** The session made room for a new one: its record is removed, unless another replica has the session too. */
  async dropped(session: ClientSession): Promise<void> {
    if (!this.#forget(session)) return;
    const remove = (old: string | undefined) => {
      const stored = parse(old);
      return isEnd(stored) || stored?.shared ? old : undefined;
    };
    await this.#update(session.id, remove, this.#idleMs);
  }

  /** A record changed, in this process or another one. */
  async #changed(change: StateChange | undefined): Promise<void> {
    const session = this.#byName.get(change?.key[1] ?? '');
    if (session === undefined || change?.own) return;
    this.#known.get(session)!.changes++;
    await this.#look(session);
  }

  /** Stores what could not be stored while the store did not answer, and reads what ended meanwhile. */
  async #catchUp(): Promise<void> {
    await this.#storeEnds();
    await inBatches([...this.#known.keys()], session => this.#look(session));
  }

  #storeEnds(): Promise<void> {
    return inBatches([...this.#pendingEnds], id => this.#storeEnd(id));
  }

  /** Renews the sessions that a call or a stream uses now, and retries what could not be stored. Called periodically. */
  async tick(busy: Iterable<ClientSession>): Promise<void> {
    await this.#storeEnds();
    await inBatches([...busy], session => this.#use(session));
    await inBatches(this.#behind(), session => this.#look(session));
    // Sessions that could not be stored may have ended meanwhile: the next one shows whether the store takes it.
    if (!this.#isBehind()) this.#refused(undefined);
  }

  /** Gives records that older versions wrote without an expiry one, and removes what the store does not expire by itself. */
  async limit(): Promise<void> {
    if (this.#circuit.fault) return;
    try {
      await this.#deps.store.limit([root], this.#idleMs);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#refused(error);
    }
  }

  close(): void {
    this.#endWatch();
    this.#circuit.close();
  }
}

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += batch) await Promise.all(items.slice(at, at + batch).map(work));
}
