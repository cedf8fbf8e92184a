/** The sessions of clients that speak a revision with initialize: bounded in number, and in the time that they may be idle. */
import { type ClientIdentity, newSessionId, Session, type SessionPlace } from './session.js';

export interface SessionLimits {
  readonly maxSessions: number;
  /** Milliseconds without a request or an open stream after which a session ends. */
  readonly idleMs: number;
}

/** Why a session ended, for those who wait inside it. */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
}

/** Why a session ends: by its client, here or at another replica, by its silence, for another one, or with the gateway, which may take it up again. */
export type SessionEnd = 'client' | 'elsewhere' | 'idle' | 'room' | 'stop';

const tooLong = 'the session was idle too long';

export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #limits: () => SessionLimits;
  readonly #now: () => number;
  readonly #onEnd: (session: Session, why: SessionEnd) => void;

  /** `now` is a monotonic clock in milliseconds: a step of the wall clock neither ends a session nor keeps it. */
  constructor(
    limits: () => SessionLimits,
    onEnd: (session: Session, why: SessionEnd) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#onEnd = onEnd;
    this.#now = now;
  }

  get size(): number {
    return this.#sessions.size;
  }

  all(): IterableIterator<Session> {
    return this.#sessions.values();
  }

  /** A new session; undefined where there are as many as may be and none of them is idle. */
  open(identity: ClientIdentity, place: SessionPlace): Session | undefined {
    if (this.#sessions.size >= this.#limits().maxSessions && !this.#endLongestIdle()) return undefined;
    return this.#add(newSessionId(), identity, place);
  }

  /** Takes up a session that was kept in the store. */
  adopt(id: string, identity: ClientIdentity, place: SessionPlace): Session | undefined {
    if (this.#sessions.size >= this.#limits().maxSessions && !this.#endLongestIdle()) return undefined;
    return this.#add(id, identity, place);
  }

  #add(id: string, identity: ClientIdentity, place: SessionPlace): Session {
    const session = new Session(id, identity, place, this.#now());
    this.#sessions.set(session.id, session);
    return session;
  }

  /** The session of an id, and notes that it was seen. Sessions stand in the order in which they were last seen. */
  find(id: string): Session | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined) return undefined;
    if (this.leftMs(session) <= 0) {
      this.end(session, 'idle', tooLong);
      return undefined;
    }
    session.lastSeen = this.#now();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session;
  }

  /** Milliseconds until a session ends if nobody uses it. */
  leftMs(session: Session): number {
    const { idleMs } = this.#limits();
    return isBusy(session) ? idleMs : session.lastSeen + idleMs - this.#now();
  }

  /** Those that have a request in flight or an open stream. */
  busy(): Session[] {
    return [...this.#sessions.values()].filter(isBusy);
  }

  end(session: Session, why: SessionEnd, reason: string): void {
    if (!this.#sessions.delete(session.id)) return;
    session.close(new SessionEnded(reason));
    this.#onEnd(session, why);
  }

  /** Ends what has been idle too long; called from time to time. */
  expire(): void {
    const oldest = this.#now() - this.#limits().idleMs;
    for (const session of [...this.#sessions.values()]) {
      if (session.lastSeen > oldest) return;
      if (isBusy(session)) this.find(session.id);
      else this.end(session, 'idle', tooLong);
    }
  }

  endAll(reason: string): void {
    for (const session of [...this.#sessions.values()]) this.end(session, 'stop', reason);
  }

  /** Room for a new session is taken from the one that was silent longest. */
  #endLongestIdle(): boolean {
    for (const session of this.#sessions.values()) {
      if (isBusy(session)) continue;
      this.end(session, 'room', 'a newer session took its place');
      return true;
    }
    return false;
  }
}

function isBusy(session: Session): boolean {
  return session.callsUnderWay > 0 || session.listening;
}
