/** The sessions of clients that speak a revision with `initialize`. Their number and their idle time are bounded. */
import type { SessionStreams } from '@mcpgw/replicas';
import type { ConfigSnapshot, Live, SessionLimits } from './live-config.js';
import { type ClientIdentity, ClientSession, newSessionId, type SessionOrigin } from './session.js';

/** The session ended: the reason with which its requests are aborted. */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
}

/**
 * Why a session ends. `client`, `elsewhere`: its client ended it here, or at another replica. `idle`: it was idle too long. `room`: a new
 * session needed its place. `stop`: the gateway stops, and may recover the session when it starts again.
 */
export type SessionEnd = 'client' | 'elsewhere' | 'idle' | 'room' | 'stop';

type SessionSettings = { readonly sessionLimits: SessionLimits } & Partial<Pick<ConfigSnapshot, 'view'>>;

const tooLong = 'the session was idle too long';

export class Sessions {
  readonly #sessions = new Map<string, ClientSession>();
  readonly #byDigest = new Map<string, ClientSession>();
  readonly #streams: SessionStreams | undefined;
  readonly #config: Live<SessionSettings>;
  readonly #now: () => number;
  readonly #listeners = new Set<(session: ClientSession, why: SessionEnd) => void>();

  /** `now` is a monotonic clock in milliseconds, so that a step of the wall clock neither ends a session nor prolongs it. */
  constructor(config: Live<SessionSettings>, streams?: SessionStreams, now: () => number = () => performance.now()) {
    this.#config = config;
    this.#streams = streams;
    this.#now = now;
  }

  /** Calls `listener` with each session that has ended. */
  onEnd(listener: (session: ClientSession, why: SessionEnd) => void): void {
    this.#listeners.add(listener);
  }

  get size(): number {
    return this.#sessions.size;
  }

  all(): IterableIterator<ClientSession> {
    return this.#sessions.values();
  }

  /** Opens a session; `undefined` where the limit is reached and no session is idle. */
  open(identity: ClientIdentity, origin: SessionOrigin): ClientSession | undefined {
    return this.#hasRoom() ? this.#add(newSessionId(), identity, origin) : undefined;
  }

  /** Adds a session that was recovered from the store; `undefined` where the limit is reached and no session is idle. */
  adopt(id: string, identity: ClientIdentity, origin: SessionOrigin): ClientSession | undefined {
    return this.#hasRoom() ? this.#add(id, identity, origin) : undefined;
  }

  #hasRoom(): boolean {
    return this.#sessions.size < this.#config.current.sessionLimits.maxSessions || this.#endLongestIdle();
  }

  #add(id: string, identity: ClientIdentity, origin: SessionOrigin): ClientSession {
    const viewOf = ({ profile, caller }: ClientSession) => this.#config.current.view?.(profile, caller);
    const session = new ClientSession(id, identity, origin, this.#now(), this.#streams, viewOf);
    this.#sessions.set(session.id, session);
    this.#byDigest.set(session.digest, session);
    return session;
  }

  /** The session of an id, which counts as seen now. `#sessions` is in the order in which sessions were last seen. */
  find(id: string): ClientSession | undefined {
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

  /** The session of this process that other replicas call by this name. */
  byDigest(digest: string): ClientSession | undefined {
    return this.#byDigest.get(digest);
  }

  /** Milliseconds until a session ends unless it is used. */
  leftMs(session: ClientSession): number {
    const { idleMs } = this.#config.current.sessionLimits;
    return isBusy(session) ? idleMs : session.lastSeen + idleMs - this.#now();
  }

  /** The sessions that have a request in flight or an open stream. */
  busy(): ClientSession[] {
    return [...this.#sessions.values()].filter(isBusy);
  }

  end(session: ClientSession, why: SessionEnd, reason: string): void {
    if (!this.#sessions.delete(session.id)) return;
    this.#byDigest.delete(session.digest);
    session.close(new SessionEnded(reason));
    for (const listener of this.#listeners) listener(session, why);
  }

  /** Ends sessions that were idle too long. Called periodically. */
  expire(): void {
    const oldest = this.#now() - this.#config.current.sessionLimits.idleMs;
    for (const session of [...this.#sessions.values()]) {
      if (session.lastSeen > oldest) return;
      if (isBusy(session)) this.find(session.id);
      else this.end(session, 'idle', tooLong);
    }
  }

  endAll(reason: string): void {
    for (const session of [...this.#sessions.values()]) this.end(session, 'stop', reason);
  }

  /** Makes room for a new session: ends the one that was idle longest. */
  #endLongestIdle(): boolean {
    for (const session of this.#sessions.values()) {
      if (isBusy(session)) continue;
      this.end(session, 'room', 'a newer session took its place');
      return true;
    }
    return false;
  }
}

function isBusy(session: ClientSession): boolean {
  return session.callsInFlight > 0 || session.listening;
}
