/**
 * The configuration in effect, as one immutable snapshot. Parts of the gateway hold the `LiveConfig` and read `current` when they need a
 * setting, so every setting that one step reads comes from the same configuration. A reload replaces the snapshot as a whole
 * (docs/adr/0036-one-snapshot.md, docs/adr/0054-path-of-a-call.md).
 */
import { AccessControl, type Caller, type CallerView, hasAdmins, IssuerKeys, Views } from '@mcpgw/access';
import { needsApproval } from '@mcpgw/approvals';
import type { ServeConfig } from '@mcpgw/mcp-config';
import { Names } from '@mcpgw/names';
import type { ConfiguredServer } from '@mcpgw/upstreams';
import { type GuardSettings, guardSettings, isLoopbackName } from '@mcpgw/web/internal';
import { builtinNames } from '../discovery/builtin-tools.js';
import { capabilities } from './capabilities.js';
import type { Params } from './json-rpc.js';

/** What a part of the gateway needs of the `LiveConfig`: the fields `T` of the snapshot in effect. */
export interface Live<T> {
  readonly current: T;
}

/** Bounds on the requests of one session. */
export interface QueueLimits {
  /** Requests of a session that run at the same time. */
  readonly running: number;
  /** Requests of a session that wait for one of those to end. */
  readonly queued: number;
  /** Longest wait, in milliseconds. */
  readonly milliseconds: number;
}

export interface SessionLimits {
  readonly maxSessions: number;
  /** Milliseconds without a request or an open stream after which a session ends. */
  readonly idleMs: number;
}

/** Bounds on what clients have not read. */
export interface UnreadLimits {
  /** Bytes that all clients together may leave unread. */
  readonly bytes: number;
  /** A client that reads nothing for so many milliseconds is disconnected. */
  readonly milliseconds: number;
}

/** Bounds on what is kept of one event stream, for clients that were disconnected. */
export interface KeptEvents {
  readonly events: number;
  readonly bytes: number;
  readonly keepMs: number;
}

/** What `initialize` and `server/discover` say about the gateway. */
export interface GatewayIdentity extends Params {
  readonly capabilities: Params;
  readonly serverInfo: Params;
  readonly instructions?: string;
}

export interface SnapshotSources {
  readonly settings: ServeConfig;
  /** The configured servers, MCP servers and REST APIs, in the order of the configuration. */
  readonly servers: readonly Pick<ConfiguredServer, 'name' | 'trustMode' | 'enabled' | 'quarantined'>[];
  /** Version of the gateway. */
  readonly version: string;
  /** Whether a client is connected on standard input and output. It may always act on servers. */
  readonly hasLocalClient: boolean;
  /** The key of commands of the user who started the gateway. */
  readonly localKey?: string | undefined;
  readonly loadedAt: Date;
  /** Settings that differ in the files and take effect at the next start. */
  readonly needsRestart: readonly string[];
}

/** One configuration with everything derived from it. A snapshot never changes. */
export class ConfigSnapshot {
  readonly sources: SnapshotSources;
  readonly settings: ServeConfig;
  /** Names of tools, as clients use them. `Catalogue.addressOf` knows what they stand for. */
  readonly names: Names;
  readonly promptNames: Names;
  readonly guard: GuardSettings;
  /** Who makes a request. */
  readonly access: AccessControl;
  /** What each caller sees. */
  readonly views: Views;
  /** Whether any client may act on servers: the one on standard input and output, or one that the settings name. */
  readonly hasManager: boolean;
  readonly identity: GatewayIdentity;
  readonly sessionLimits: SessionLimits;
  readonly queueLimits: QueueLimits;
  readonly unreadLimits: UnreadLimits;
  readonly keptEvents: KeptEvents;
  /** Bytes of the largest request. */
  readonly maxBodyBytes: number;
  readonly #heldUntilApproved: ReadonlySet<string>;

  constructor(sources: SnapshotSources, issuerKeys?: IssuerKeys) {
    const { settings, servers, version, hasLocalClient, localKey } = sources;
    const { limits, timeouts, instructions } = settings;
    this.sources = sources;
    this.settings = settings;
    const serverNames = servers.map(({ name }) => name);
    this.names = new Names(serverNames, settings.naming, builtinNames);
    this.promptNames = new Names(serverNames, settings.naming);
    this.guard = guardSettings(settings);
    const isLocal = isLoopbackName(settings.listen.host);
    this.access = new AccessControl(settings.auth, {
      isLocal,
      ...(issuerKeys && { issuerKeys }),
      ...(localKey !== undefined && { localKey }),
    });
    this.views = new Views(settings.profiles);
    this.hasManager = hasLocalClient || hasAdmins(settings.auth, isLocal);
    this.identity = { capabilities, serverInfo: { name: 'mcpgw', version }, ...(instructions !== undefined && { instructions }) };
    this.sessionLimits = { maxSessions: limits.sessions, idleMs: timeouts.sessionIdle };
    this.queueLimits = { running: limits.callsPerSession, queued: limits.queuedCallsPerSession, milliseconds: timeouts.queue };
    this.unreadLimits = { bytes: limits.unreadBytes, milliseconds: timeouts.write };
    this.keptEvents = { events: limits.streamEvents, bytes: limits.streamBytes, keepMs: timeouts.resume };
    this.maxBodyBytes = limits.bodyBytes;
    const untrusted = servers.filter(({ trustMode }) => settings.holdUnreviewed && needsApproval(trustMode));
    this.#heldUntilApproved = new Set(untrusted.map(({ name }) => name));
  }

  /** What a caller sees at the endpoint of a profile; `undefined` stands for everything. A profile that no longer exists shows nothing. */
  view(profile: string | undefined, caller: Caller | undefined): CallerView | undefined {
    return this.views.of(profile, caller);
  }

  /** Whether nothing but the names of a server's tools reaches clients until a person has approved one of them. */
  holdsUntilApproved(server: string): boolean {
    return this.#heldUntilApproved.has(server);
  }
}

/** A configuration that was refused. */
interface Refusal {
  readonly at: Date;
  readonly reason: string;
}

/** Holds the snapshot in effect and replaces it. */
export class LiveConfig implements Live<ConfigSnapshot> {
  readonly #listeners = new Set<() => void>();
  #current: ConfigSnapshot;
  #refusal: Refusal | undefined;
  readonly #issuerKeys = new IssuerKeys();

  constructor(sources: SnapshotSources) {
    this.#current = new ConfigSnapshot(sources, this.#issuerKeys);
  }

  get current(): ConfigSnapshot {
    return this.#current;
  }

  /** Why the files as they are now are not in effect; `undefined` where they are. */
  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  refuse(refusal: Refusal): void {
    this.#refusal = refusal;
  }

  /** Replaces the snapshot in one step, then calls the listeners. Sources that `change` does not name stay. */
  replace(change: Partial<SnapshotSources>): void {
    this.#current = new ConfigSnapshot({ ...this.#current.sources, ...change }, this.#issuerKeys);
    this.#refusal = undefined;
    for (const listener of this.#listeners) listener();
  }

  /** A client on standard input and output connects. Nobody is notified, since nobody has seen any tools yet. */
  addLocalClient(): void {
    this.#current = new ConfigSnapshot({ ...this.#current.sources, hasLocalClient: true }, this.#issuerKeys);
  }

  /** Calls `listener` after every replacement. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }
}
