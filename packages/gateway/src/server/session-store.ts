/**
 * Sessions in the store: a gateway that was restarted, or another replica, takes them up where they were. What is kept holds no id of a
 * session, for that is what opens it. What a store that fails means for a session: docs/adr/0044-sessions-and-replicas.md.
 */

import { createHash } from 'node:crypto';
import { isPlainObject } from '@mcpgw/loader/internal';
import { StoreCircuit } from '../store/circuit.js';
import { type Change, type StateKey, type StateStore, StoreError } from '../store/store.js';
import type { ClientIdentity, Session, SessionPlace, Wishes } from './session.js';

/** A session as it is kept. */
export interface KeptSession {
  readonly identity: ClientIdentity;
  readonly place: SessionPlace;
  readonly wishes: Wishes;
  /** Whether more than one process has had it: then its end is kept too, for the others. */
  readonly shared?: true;
}

/** The end of a session, kept so that no process that still has the session goes on with it or keeps it again. */
interface KeptEnd {
  readonly ended: true;
}

export interface SessionStoreDeps {
  readonly store: StateStore;
  readonly idleMs: () => number;
  /** Milliseconds until a session of this process ends if nobody uses it. */
  readonly leftMs: (session: Session) => number;
  /** Ends a session of this process that was ended at another one. */
  readonly endHere: (session: Session) => void;
  /** Told once when the store stops to answer, or to take sessions, with the reason; and once when that is over (undefined). */
  readonly onTrouble: (trouble: StoreTroubleKind, error: StoreError | undefined) => void;
  /** Milliseconds that the store has for an answer. */
  readonly answerMs?: number;
}

export type StoreTroubleKind = 'unanswered' | 'refused';

/** What this process knows of a session that it has and that belongs into the store. */
interface Known {
  /** Whether the end of the session would be kept for this process to see. */
  claimed: boolean;
  /** Whether the store lacks something that is known here. */
  behind: boolean;
  /** Whether another process changed the record since it was looked at: one that is gone then was removed, and not lost. */
  touched?: boolean;
}

/** A session that another process kept. */
export interface FoundSession {
  readonly kept: KeptSession;
  readonly claimed: boolean;
}

const root = 'sessions';
const keyOf = (id: string): StateKey => [root, createHash('sha256').update(id).digest('hex')];
/** Ends that could not be told to the store yet. */
const maxUntold = 10_000;
/** Idle times for which an end is kept: longer than any process has the session without a request that would show it the end. */
const endsKeptFor = 2;
/** Sessions that the store is asked for at once. */
const batch = 100;
/** Versions before this one count a session without a recent time as ended; the store tells the end now. */
const seenForever = Number.MAX_SAFE_INTEGER;

const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string';

const isIdentity = (value: unknown): boolean =>
  isPlainObject(value) && typeof value.protocolVersion === 'string' && isPlainObject(value.capabilities) && isPlainObject(value.clientInfo);

const isPlace = (value: unknown): boolean => isPlainObject(value) && typeof value.owner === 'string' && isOptionalText(value.profile);

const isWishes = (value: unknown): boolean =>
  isPlainObject(value) && isOptionalText(value.level) && Array.isArray(value.uris) && value.uris.every(uri => typeof uri === 'string');

/** What is kept under the key of a session; undefined for what is none, or is not whole, which then counts as not there. */
function parse(text: string | undefined): KeptSession | KeptEnd | undefined {
  if (text === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    if (!isPlainObject(kept)) return undefined;
    if (kept.ended === true) return { ended: true };
    const whole = isIdentity(kept.identity) && isPlace(kept.place) && isWishes(kept.wishes);
    return whole ? (kept as unknown as KeptSession) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isEnd = (kept: KeptSession | KeptEnd | undefined): kept is KeptEnd => kept !== undefined && 'ended' in kept;

const endText = JSON.stringify({ ended: true } satisfies KeptEnd);

function formatted({ identity, place, wishes, shared }: KeptSession): string {
  return JSON.stringify({ identity, place, wishes, ...(shared && { shared }), lastSeen: seenForever });
}

function placeOf({ profile, owner }: Session): SessionPlace {
  return { ...(profile !== undefined && { profile }), owner };
}

export class SessionStore {
  readonly #deps: SessionStoreDeps;
  readonly #circuit: StoreCircuit;
  readonly #known = new Map<Session, Known>();
  /** The sessions of `#known` by the name under which they are kept. */
  readonly #byName = new Map<string, Session>();
  /** Ids of sessions that ended here and whose end the store does not hold yet. */
  readonly #untold = new Set<string>();
  readonly #endWatch: () => void;
  #isRefused = false;

  constructor(deps: SessionStoreDeps) {
    this.#deps = deps;
    const onChange = (fault: StoreError | undefined) => {
      deps.onTrouble('unanswered', fault);
      if (fault === undefined) void this.#catchUp();
    };
    this.#circuit = new StoreCircuit(deps.store, { onChange, ...(deps.answerMs !== undefined && { answerMs: deps.answerMs }) });
    this.#endWatch = deps.store.watch([root], change => void this.#changed(change));
  }

  /** What `work` gives, in a list; an empty one where the store fails, which is told once. */
  async #guarded<T>(work: (signal: AbortSignal) => Promise<T>, writes: boolean): Promise<[T] | []> {
    try {
      const done = await this.#circuit.run(work);
      if (writes) this.#refused(undefined);
      return [done];
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (this.#circuit.fault === undefined) this.#refused(error);
      return [];
    }
  }

  #refused(error: StoreError | undefined): void {
    if (this.#isRefused === (error !== undefined)) return;
    this.#isRefused = error !== undefined;
    this.#deps.onTrouble('refused', error);
  }

  #update(id: string, change: (old: string | undefined) => string | undefined, keepMs: number): Promise<[string | undefined] | []> {
    return this.#guarded(signal => this.#deps.store.update(keyOf(id), change, { keepMs, signal }), true);
  }

  #note(session: Session, known: Known): void {
    this.#known.set(session, known);
    this.#byName.set(keyOf(session.id)[1]!, session);
  }

  /** Keeps a new session. Never rejects for a store that fails: the session then lives in this process until it can be kept. */
  async keep(session: Session): Promise<void> {
    this.#note(session, { claimed: true, behind: true });
    await this.#write(session, wishes => wishes);
  }

  /** Writes the record of a session, unless it has ended; `change` gives its wishes from those on record. */
  async #write(session: Session, change: (wishes: Wishes) => Wishes): Promise<void> {
    const known = this.#known.get(session);
    if (known === undefined) return;
    known.behind = true;
    const record = (old: string | undefined) => {
      const kept = parse(old);
      if (isEnd(kept) || this.#untold.has(session.id)) return old;
      const wishes = change(kept?.wishes ?? session.wishes);
      return formatted({ identity: session.identity, place: placeOf(session), wishes, ...(kept?.shared && { shared: true }) });
    };
    const [text] = await this.#update(session.id, record, this.#deps.leftMs(session));
    if (isEnd(parse(text))) this.#deps.endHere(session);
    else if (text !== undefined) known.behind = false;
  }

  /** Keeps what a session wishes from now on, beside what it wished at other replicas. */
  async wished(session: Session, change: (wishes: Wishes) => Wishes): Promise<void> {
    session.wishes = change(session.wishes);
    await this.#write(session, change);
  }

  /**
   * Whether a session of this process, which a client uses now, goes on: false where it was ended at another replica. The store keeps
   * it from now on for as long as it may be idle. While the store does not answer, sessions that are known here go on.
   *
   * @throws StoreError where another replica changed something of the session that cannot be read now: it may be its end
   */
  async check(session: Session): Promise<boolean> {
    const goesOn = await this.#use(session);
    if (goesOn && this.#known.get(session)?.touched) throw this.#circuit.fault ?? new StoreError(keyOf(session.id), 'cannot be read');
    return goesOn;
  }

  /** As `check`; what cannot be told now is told later. */
  #use(session: Session): Promise<boolean> {
    return this.#checked(session, signal => this.#deps.store.renew(keyOf(session.id), this.#deps.idleMs(), { signal }));
  }

  /** As `check`, without use: the time until the session ends goes on. */
  #look(session: Session): Promise<boolean> {
    return this.#checked(session, signal => this.#deps.store.read(keyOf(session.id), { signal }));
  }

  async #checked(session: Session, read: (signal: AbortSignal) => Promise<string | undefined>): Promise<boolean> {
    const known = this.#known.get(session);
    if (known === undefined) return true;
    const [found] = await this.#guarded(async signal => ({ kept: parse(await read(signal)) }), false);
    if (found === undefined) return true;
    const { kept } = found;
    if (isEnd(kept) || (kept === undefined && (known.touched || !known.claimed))) {
      this.#deps.endHere(session);
      return false;
    }
    known.touched = false;
    if (kept === undefined) await this.#write(session, wishes => wishes);
    else if (known.behind) await this.#write(session, () => session.wishes);
    else if (!known.claimed) known.claimed = (await this.#update(session.id, shared, this.#deps.idleMs())).length > 0;
    return true;
  }

  /**
   * A session that this process does not have; undefined where there is none, or it has ended.
   *
   * @throws StoreError where the store does not answer, so that it cannot be told whether there is such a session
   */
  async find(id: string): Promise<FoundSession | undefined> {
    if (this.#untold.has(id)) return undefined;
    const kept = parse(await this.#read(id));
    if (kept === undefined || isEnd(kept)) return undefined;
    if (kept.shared) return { kept, claimed: true };
    const written = await this.#update(id, shared, this.#deps.idleMs());
    // A store that takes nothing now, of which this session could be read.
    if (written.length === 0) return { kept, claimed: false };
    const claimed = parse(written[0]);
    return claimed === undefined || isEnd(claimed) ? undefined : { kept: claimed, claimed: true };
  }

  /** A record that is damaged is none: its client would wait forever. @throws StoreError where the store does not answer */
  async #read(id: string): Promise<string | undefined> {
    const { store, idleMs } = this.#deps;
    try {
      return await this.#circuit.run(signal => store.renew(keyOf(id), idleMs(), { signal }));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.damaged) return undefined;
      // A disk that is full may be read.
      return this.#circuit.run(signal => store.read(keyOf(id), { signal }));
    }
  }

  /** Takes note of a session that was found and is one of this process now. */
  adopted(session: Session, claimed: boolean): void {
    this.#note(session, { claimed, behind: false });
  }

  /**
   * A session was ended by its client, and ends at every replica. False where that could not be written: it is told as soon as it can
   * be, and replicas that have the session go on with it until then.
   */
  async ended(session: Session): Promise<boolean> {
    if (!this.#forget(session)) return true;
    if (this.#untold.size >= maxUntold) this.#untold.delete(this.#untold.values().next().value!);
    this.#untold.add(session.id);
    return this.#tellEnd(session.id);
  }

  async #tellEnd(id: string): Promise<boolean> {
    const end = (old: string | undefined) => {
      const kept = parse(old);
      return kept !== undefined && !isEnd(kept) && !kept.shared ? undefined : endText;
    };
    const keepMs = endsKeptFor * this.#deps.idleMs();
    const isTold = (await this.#update(id, end, keepMs)).length > 0;
    if (isTold) this.#untold.delete(id);
    // A store that is full takes no end, but lets the session be removed, of which those who have it hear.
    return isTold || (await this.#update(id, old => (isEnd(parse(old)) ? old : undefined), keepMs)).length > 0;
  }

  /** This process does not have the session any more; false where it is none that is kept. */
  #forget(session: Session): boolean {
    this.#byName.delete(keyOf(session.id)[1]!);
    return this.#known.delete(session);
  }

  /** This process has the session no more; others may go on with it, else the store lets it end. */
  left(session: Session): void {
    this.#forget(session);
  }

  /** Room was made for another session: this one is not kept any more, unless another replica has it too. */
  async dropped(session: Session): Promise<void> {
    if (!this.#forget(session)) return;
    const remove = (old: string | undefined) => {
      const kept = parse(old);
      return isEnd(kept) || kept?.shared ? old : undefined;
    };
    await this.#update(session.id, remove, this.#deps.idleMs());
  }

  /** Somebody changed something. */
  async #changed(change: Change | undefined): Promise<void> {
    const session = this.#byName.get(change?.key[1] ?? '');
    if (session === undefined || change?.own) return;
    this.#known.get(session)!.touched = true;
    await this.#look(session);
  }

  /** Tells the store what it missed while it did not answer, and learns what ended meanwhile. */
  async #catchUp(): Promise<void> {
    await this.#tellEnds();
    await inBatches([...this.#known.keys()], session => this.#look(session));
  }

  #tellEnds(): Promise<void> {
    return inBatches([...this.#untold], id => this.#tellEnd(id));
  }

  /** To be called from time to time with the sessions that are in use by a call or a stream. */
  async tick(busy: Iterable<Session>): Promise<void> {
    await this.#tellEnds();
    await inBatches([...busy], session => this.#use(session));
    const behind = [...this.#known].filter(([, known]) => known.behind).map(([session]) => session);
    await inBatches(behind, session => this.#look(session));
  }

  /** Gives an end to records of versions that wrote them without one, and removes what the store does not remove by itself. */
  async limit(): Promise<void> {
    if (this.#circuit.fault) return;
    try {
      await this.#deps.store.limit([root], this.#deps.idleMs());
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

/** The record with the note that several processes have the session. */
function shared(old: string | undefined): string | undefined {
  const kept = parse(old);
  return kept === undefined || isEnd(kept) || kept.shared ? old : formatted({ ...kept, shared: true });
}
