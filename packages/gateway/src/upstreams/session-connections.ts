/** Connections of one server that belong to one session each, so that what the server asks and tells reaches that client and no other. */
import type { DownstreamSession } from '../sources/source.js';
import { ClosingConnections } from './closing-connections.js';
import { type LiveConnection, offeredCapabilities } from './live-connection.js';

/** What a session asked of a server for as long as it lasts; set again on a new connection. */
interface SessionSettings {
  level?: string;
  readonly uris: Set<string>;
}

interface SessionConnection {
  readonly session: DownstreamSession;
  readonly opening: Promise<LiveConnection>;
  live?: LiveConnection;
  lastUsed: number;
  /** Requests that use it, from before it is open. */
  users: number;
}

/** A connection that is not closed to make room for another until `release` is called. */
export interface HeldConnection {
  readonly live: LiveConnection;
  readonly release: () => void;
}

/** Milliseconds for what a new connection is told before it is used. */
const settingMs = 10_000;

/** More sessions want a connection of their own than there may be. */
export class TooManyConnectionsError extends Error {
  override name = 'TooManyConnectionsError';
}

export interface SessionConnectionsDeps {
  readonly open: (session: DownstreamSession) => Promise<LiveConnection>;
  readonly max: number;
  /** A connection was lost whose session listens for changes. */
  readonly onLost: () => void;
}

export class SessionConnections {
  readonly #deps: SessionConnectionsDeps;
  readonly #closing = new ClosingConnections();
  readonly #own = new Map<string, SessionConnection>();
  readonly #settings = new Map<string, { readonly session: DownstreamSession; readonly settings: SessionSettings }>();

  constructor(deps: SessionConnectionsDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#own.size;
  }

  /** Whether `session` must not share: its client can be asked things, or wants to be told things. */
  needs(session: DownstreamSession): boolean {
    return this.#settings.has(session.id) || Object.keys(offeredCapabilities(session)).length > 0;
  }

  /** The session's connection, opened where there is none. @throws TooManyConnectionsError; what opening throws */
  async hold(session: DownstreamSession): Promise<HeldConnection> {
    const own = this.#own.get(session.id) ?? this.#make(session);
    own.users++;
    const release = () => {
      own.users--;
      own.lastUsed = performance.now();
    };
    try {
      return { live: await own.opening, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  #make(session: DownstreamSession): SessionConnection {
    this.#makeRoom();
    const own: SessionConnection = { session, opening: this.#open(session), lastUsed: performance.now(), users: 0 };
    this.#own.set(session.id, own);
    own.opening.then(
      live => this.#opened(own, live),
      () => this.#forget(own),
    );
    return own;
  }

  #opened(own: SessionConnection, live: LiveConnection): void {
    own.live = live;
    if (this.#own.get(own.session.id) === own) void live.lost.then(() => this.#lost(own));
    else void live.close(false);
  }

  async #open(session: DownstreamSession): Promise<LiveConnection> {
    const live = await this.#deps.open(session);
    const settings = this.#settings.get(session.id)?.settings;
    const signal = AbortSignal.timeout(settingMs);
    if (settings?.level !== undefined && live.capabilities.logging && !live.isModern)
      await live.request('logging/setLevel', { level: settings.level }, { signal });
    for (const uri of settings?.uris ?? []) await live.subscribe(uri, signal).catch(() => {});
    return live;
  }

  #forget(own: SessionConnection): void {
    if (this.#own.get(own.session.id) === own) this.#own.delete(own.session.id);
  }

  #lost(own: SessionConnection): void {
    this.#forget(own);
    if (own.live) void this.#closing.release(own.live);
    if ((this.#settings.get(own.session.id)?.settings.uris.size ?? 0) > 0) this.#deps.onLost();
  }

  /** Closes the connection that was unused for longest where the number is at its limit. */
  #makeRoom(): void {
    if (this.#own.size < this.#deps.max) return;
    const idle = [...this.#own.values()].filter(({ users, session }) => users === 0 && !this.#settings.has(session.id));
    const oldest = idle.reduce<SessionConnection | undefined>(
      (found, own) => (found && found.lastUsed <= own.lastUsed ? found : own),
      undefined,
    );
    if (!oldest) throw new TooManyConnectionsError(`${this.#deps.max} sessions have a connection of their own already`);
    this.#forget(oldest);
    void oldest.live?.close(true);
  }

  #settingsOf(session: DownstreamSession): SessionSettings {
    const known = this.#settings.get(session.id)?.settings ?? { uris: new Set() };
    this.#settings.set(session.id, { session, settings: known });
    return known;
  }

  /** Sets the level for what the server logs to this session: at once where it is connected, else when it is. */
  async setLevel(session: DownstreamSession, level: string, signal: AbortSignal): Promise<void> {
    this.#settingsOf(session).level = level;
    const live = await this.#own.get(session.id)?.opening;
    if (live?.capabilities.logging && !live.isModern) await live.request('logging/setLevel', { level }, { signal });
  }

  /** Takes over what sessions asked of the connections that these ones take the place of. */
  takeOver(before: SessionConnections): void {
    for (const [id, wish] of before.#settings) this.#settings.set(id, wish);
  }

  wantsUpdates(session: DownstreamSession, uri: string): void {
    this.#settingsOf(session).uris.add(uri);
  }

  wantsNoUpdates(session: DownstreamSession, uri: string): void {
    this.#settings.get(session.id)?.settings.uris.delete(uri);
  }

  /** Tells the server of each connected session something. */
  async notify(session: DownstreamSession, method: string): Promise<void> {
    await this.#own.get(session.id)?.live?.notify(method);
  }

  /** Opens the connections of sessions that listen for changes and lost theirs. */
  reopen(): void {
    for (const { session, settings } of this.#settings.values()) {
      if (settings.uris.size > 0 && !this.#own.has(session.id))
        this.hold(session).then(
          ({ release }) => release(),
          () => {},
        );
    }
  }

  /** The session is over. */
  async end(sessionId: string): Promise<void> {
    this.#settings.delete(sessionId);
    const own = this.#own.get(sessionId);
    this.#own.delete(sessionId);
    await own?.live?.close(true);
  }

  /** Closes all connections; settings stay for those that are opened later. */
  async closeAll(isGraceful: boolean): Promise<void> {
    const all = [...this.#own.values()];
    this.#own.clear();
    await Promise.all([this.#closing.close(), ...all.map(({ live }) => live?.close(isGraceful))]);
  }
}
