/** Connections of one server that belong to one session each, so that the server's requests and notifications reach only that client. */
import type { DownstreamSession } from '../tools/source.js';
import { ClosingConnections } from './closing-connections.js';
import { type LiveConnection, offeredCapabilities } from './live-connection.js';

/** Settings of a session on a server; they are set again on a new connection. */
interface SessionSettings {
  level?: string;
  readonly uris: Set<string>;
}

interface SessionConnection {
  readonly session: DownstreamSession;
  readonly opening: Promise<LiveConnection>;
  live?: LiveConnection;
  lastUsed: number;
  /** Number of requests that use it; they count before it is open. */
  users: number;
}

/** A connection that is not closed to make room for another until `release` is called. */
export interface HeldConnection {
  readonly live: LiveConnection;
  readonly release: () => void;
}

/** Timeout in milliseconds of the settings of a new connection. */
const settingMs = 10_000;

/** The limit of connections of sessions is reached. */
export class TooManyConnectionsError extends Error {
  override name = 'TooManyConnectionsError';
}

export interface SessionConnectionsDeps {
  readonly open: (session: DownstreamSession) => Promise<LiveConnection>;
  readonly max: number;
  /** Called when the connection of a session that listens for changes was lost. */
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

  /** Whether `session` needs its own connection: its client can be asked, or has subscriptions. */
  needs(session: DownstreamSession): boolean {
    return this.#settings.has(session.id) || Object.keys(offeredCapabilities(session)).length > 0;
  }

  /** The session's connection, which is opened if there is none. @throws TooManyConnectionsError; what opening throws */
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

  /** Closes the least recently used connection if the limit is reached. */
  #makeRoom(): void {
    if (this.#own.size < this.#deps.max) return;
    const idle = [...this.#own.values()].filter(({ users, session }) => users === 0 && !this.#settings.has(session.id));
    const oldest = idle.reduce<SessionConnection | undefined>(
      (found, own) => (found && found.lastUsed <= own.lastUsed ? found : own),
      undefined,
    );
    if (!oldest) throw new TooManyConnectionsError(`${this.#deps.max} sessions have their own connection already`);
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

  /** Takes over the settings of sessions from the connections that these replace. */
  takeOver(before: SessionConnections): void {
    for (const [id, held] of before.#settings) this.#settings.set(id, held);
  }

  wantsUpdates(session: DownstreamSession, uri: string): void {
    this.#settingsOf(session).uris.add(uri);
  }

  wantsNoUpdates(session: DownstreamSession, uri: string): void {
    this.#settings.get(session.id)?.settings.uris.delete(uri);
  }

  /** Sends a notification on the connection of each session that has one. */
  async notify(session: DownstreamSession, method: string): Promise<void> {
    await this.#own.get(session.id)?.live?.notify(method);
  }

  /** Reopens the lost connections of sessions that listen for changes. */
  reopen(): void {
    for (const { session, settings } of this.#settings.values()) {
      if (settings.uris.size > 0 && !this.#own.has(session.id))
        this.hold(session).then(
          ({ release }) => release(),
          () => {},
        );
    }
  }

  /** Closes what is open for a session that has ended. */
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
