/** All servers behind the gateway: configured → connected → listed → asked. */

import { ContractViolation, unknownTool } from '@mcpgw/failures';
import { isPlainObject } from '@mcpgw/loader/internal';
import { ConfigurationError } from '@mcpgw/mcp-config';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { CallOptions, DownstreamSession, ToolSource } from '../tools/source.js';
import type { OfferMethod } from './cached-lists.js';
import { followed, placeOf } from './followed.js';
import type { OutputLine } from './output-tail.js';
import { type UpstreamSettings, type UpstreamsOptions, upstreamSettings } from './settings.js';
import { settling } from './settling.js';
import { SourceUpstream } from './source-upstream.js';
import type { ConfiguredServer, UpstreamChange, UpstreamState } from './types.js';
import { Upstream, type UpstreamCallOptions } from './upstream.js';

/** The start stops waiting when no server has answered for so many milliseconds since the last one did. */
const quietMs = 300;

type Params = Readonly<Record<string, unknown>>;
type Any = Upstream | SourceUpstream;

/** The part of a configuration that a connection depends on. */
function connectionKey(config: ConfiguredServer): string {
  const { enabled, quarantined } = config;
  return JSON.stringify(['connection' in config && config.connection, enabled && !quarantined], (_key, value) =>
    isPlainObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

function sourceOf(config: ConfiguredServer): ToolSource | undefined {
  return 'source' in config ? config.source : undefined;
}

function sameConnection(a: ConfiguredServer, b: ConfiguredServer): boolean {
  return sourceOf(a) === sourceOf(b) && connectionKey(a) === connectionKey(b);
}

/** Changes the settings of an upstream, which keeps its connection or source. */
function configure(upstream: Any, config: ConfiguredServer): void {
  if (upstream instanceof Upstream && 'connection' in config) upstream.configure(config);
  else if (upstream instanceof SourceUpstream && 'source' in config) upstream.configure(config);
}

function checkNames(configured: readonly ConfiguredServer[]): void {
  const names = configured.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new ConfigurationError(twice.map(name => ({ path: ['servers'], message: `duplicate server name: ${name}` })));
}

/** What a follower of requests is told of a server. */
function factsOf({ config, state }: Any) {
  return { server: config.name, ...placeOf(config), protocolVersion: state.protocolVersion };
}

/** The prompt or resource that a request names. */
function targetOf(method: string, { name, uri }: Params): { readonly prompt?: string; readonly uri?: string } {
  if (method === 'prompts/get' && typeof name === 'string') return { prompt: name };
  return typeof uri === 'string' ? { uri } : {};
}

/** The servers and APIs of a configuration, which may be replaced while calls are in flight. `close` releases what it holds. */
export class Upstreams {
  readonly #settings: UpstreamSettings;
  #upstreams: ReadonlyMap<string, Any> = new Map();
  readonly #listeners = new Set<(change: UpstreamChange) => void>();
  #names: readonly string[] | undefined;

  constructor(options: UpstreamsOptions = {}) {
    this.#settings = upstreamSettings(options);
  }

  #make(config: ConfiguredServer): Any {
    const changed = (change: UpstreamChange) => this.#tell(change);
    return 'source' in config ? new SourceUpstream(config, this.#settings.queueSize) : new Upstream(config, this.#settings, changed);
  }

  #tell(change: UpstreamChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  /**
   * Applies a configuration, at the start and later, in one step: readers see the old one or the new one. Servers are added, removed and
   * reconnected. A server whose connection did not change keeps it, and is tried at once if it is not connected. `applied` is called
   * within that step, before the listeners. Resolves when removed servers are released; connecting goes on afterwards (`settled`).
   *
   * @throws ConfigurationError for two servers of one name; then nothing is changed
   */
  async update(configured: readonly ConfiguredServer[], applied: () => void = () => {}): Promise<void> {
    checkNames(configured);
    const before = this.#upstreams;
    const next = new Map(configured.map(config => [config.name, this.#keptOrMade(config, before.get(config.name))]));
    const gone = [...before].filter(([name, upstream]) => next.get(name) !== upstream);
    this.#upstreams = next;
    this.#names = undefined;
    const kept = configured.filter(({ name }) => next.get(name) === before.get(name));
    for (const config of kept) configure(next.get(config.name)!, config);
    applied();
    for (const [name, upstream] of next) {
      if (before.get(name) === upstream) upstream.retry();
      else upstream.start();
    }
    for (const name of new Set([...next.keys(), ...before.keys()])) this.#tell({ server: name, kind: 'state' });
    await Promise.all(gone.map(([, upstream]) => upstream.close()));
  }

  #keptOrMade(config: ConfiguredServer, known: Any | undefined): Any {
    if (known !== undefined && sameConnection(known.config, config)) return known;
    const made = this.#make(config);
    if (made instanceof Upstream && known instanceof Upstream) made.takeOver(known);
    return made;
  }

  /** Resolves when every server is ready or has failed once, when the others seem to hang, or after so many milliseconds. */
  settled(milliseconds: number): Promise<void> {
    return settling([...this.#upstreams.values()], { milliseconds, quietMs });
  }

  /** In the order of the configuration. */
  states(): readonly UpstreamState[] {
    return [...this.#upstreams.values()].map(({ state }) => state);
  }

  /** Names of servers; the same array as long as the configuration is the same. */
  get names(): readonly string[] {
    this.#names ??= [...this.#upstreams.keys()];
    return this.#names;
  }

  state(server: string): UpstreamState | undefined {
    return this.#upstreams.get(server)?.state;
  }

  /** What the programs of a server wrote to stderr last, oldest line first; empty for a server that is no program. */
  output(server: string): readonly OutputLine[] {
    const upstream = this.#upstreams.get(server);
    return upstream instanceof Upstream ? upstream.output : [];
  }

  /** Calls a tool by the name that its server uses. @throws GatewayFailure, and nothing else */
  async call(server: string, tool: string, args: Params, options: UpstreamCallOptions): Promise<CallToolResult> {
    const upstream = this.#upstreams.get(server);
    if (!upstream) throw unknownTool(tool);
    const { follow } = options;
    if (follow === undefined) return upstream.call(tool, args, options);
    return followed({ ...options, follow }, { ...factsOf(upstream), method: 'tools/call', tool }, next => upstream.call(tool, args, next));
  }

  #mcp(server: string): Upstream {
    const upstream = this.#upstreams.get(server);
    if (upstream instanceof Upstream) return upstream;
    throw new ContractViolation('params', { mode: 'unknown_server', message: `Unknown server: ${server.slice(0, 100)}` });
  }

  /** Any other request to one server (resources/read, prompts/get, completion/complete). @throws GatewayFailure, and nothing else */
  async request(server: string, method: string, params: Params, options: UpstreamCallOptions): Promise<Record<string, unknown>> {
    const upstream = this.#mcp(server);
    const { follow } = options;
    if (follow === undefined) return upstream.request(method, params, options);
    const facts = { ...factsOf(upstream), method, ...targetOf(method, params) };
    return followed({ ...options, follow }, facts, next => upstream.request(method, params, next));
  }

  /** Prompts, resources or templates of one server; empty if it offers none. @throws GatewayFailure, and nothing else */
  async list(server: string, method: OfferMethod, signal: AbortSignal): Promise<readonly Params[]> {
    const upstream = this.#upstreams.get(server);
    return upstream instanceof Upstream ? upstream.list(method, signal) : [];
  }

  /** Subscribes this session to updates of a resource. @throws GatewayFailure, and nothing else */
  async subscribe(server: string, uri: string, session: DownstreamSession, options: CallOptions): Promise<void> {
    return this.#mcp(server).subscribe(session, uri, options);
  }

  /** @throws GatewayFailure, and nothing else */
  async unsubscribe(server: string, uri: string, session: DownstreamSession, options: CallOptions): Promise<void> {
    return this.#mcp(server).unsubscribe(session, uri, options);
  }

  /** Sets the lowest level of the log messages that this session gets. @throws GatewayFailure of the first server that refuses */
  async setLevel(session: DownstreamSession, level: string, signal: AbortSignal): Promise<void> {
    const all = [...this.#upstreams.values()].filter(upstream => upstream instanceof Upstream);
    await Promise.all(all.map(upstream => upstream.setLevel(session, level, signal)));
  }

  /** Notifies the servers that may ask this session for roots that its roots changed. */
  async rootsChanged(session: DownstreamSession): Promise<void> {
    const all = [...this.#upstreams.values()].filter(upstream => upstream instanceof Upstream);
    await Promise.all(all.map(upstream => upstream.notifyFrom(session, 'notifications/roots/list_changed')));
  }

  /** Closes what is open for a session that has ended. */
  async endSession(sessionId: string): Promise<void> {
    const all = [...this.#upstreams.values()].filter(upstream => upstream instanceof Upstream);
    await Promise.all(all.map(upstream => upstream.endSession(sessionId)));
  }

  /** Reconnects a server at once; false if there is no such server, or if it is not one that is connected. */
  restart(server: string): boolean {
    const upstream = this.#upstreams.get(server);
    if (!(upstream instanceof Upstream) || upstream.state.connection.state === 'disabled') return false;
    upstream.restart();
    return true;
  }

  /** Calls `listener` for each change; returns a function that removes it. */
  onChange(listener: (change: UpstreamChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Releases every socket and process; takes about two seconds at most, whatever the servers do. */
  async close(): Promise<void> {
    const all = [...this.#upstreams.values()];
    this.#upstreams = new Map();
    this.#listeners.clear();
    await Promise.all(all.map(upstream => upstream.close()));
  }
}
