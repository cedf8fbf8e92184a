/** One configured server: its state, its shared connection, the connections of sessions, and the requests to it. */

import { unknownTool } from '@mcpgw/failures';
import { safeText } from '@mcpgw/loader';
import { connectionSecrets, connectTimeoutMs, Deadline, LoadError, untilAborted } from '@mcpgw/loader/internal';
import { isPerCaller, type ServerConfig } from '@mcpgw/mcp-config';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { CallOptions, DownstreamSession, SourceTool } from '../tools/source.js';
import { Bridge } from './bridge.js';
import { CachedLists, type OfferMethod } from './cached-lists.js';
import { checkedResult } from './checked-result.js';
import { type ConnectionEvent, ConnectionLog } from './connection-log.js';
import { ConnectionSupervisor } from './connection-supervisor.js';
import { Debouncer } from './debouncer.js';
import { askableOf, LiveConnection, logMethod } from './live-connection.js';
import { type OutputLine, OutputTail } from './output-tail.js';
import { Relay } from './relay.js';
import { refusedInput, requestFailure } from './request-failure.js';
import { capabilitiesKey, traceHeaders, withMeta } from './request-meta.js';
import { cancelled, RequestRunner } from './request-runner.js';
import { SessionConnections } from './session-connections.js';
import type { UpstreamSettings } from './settings.js';
import { Sharers } from './sharers.js';
import { TokenBucket } from './token-bucket.js';
import { ToolList } from './tool-list.js';
import type { ConnectionInfo, UpstreamChange, UpstreamState } from './types.js';

type Params = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, unknown>>;

/** The options of a request to an MCP server. */
export interface UpstreamCallOptions extends CallOptions {
  /** Further members of the request's params: `inputResponses`, `requestState` (2026-07-28). `_meta` is set only by `meta`. */
  readonly params?: Params;
  /** Returns an `input_required` result of a 2026-07-28 server; else the session's client is asked. */
  readonly allowInputRequired?: boolean;
}

/** Defaults of the configuration, in milliseconds. */
const defaults = { healthCheckIntervalMs: 30_000, toolDiscoveryIntervalMs: 300_000 };

/** Maximum length of the instructions of a server, in UTF-16 units. */
const maxInstructions = 16_384;

/** Messages that are not answers are read up to this many times the rate that clients get of one kind. */
const readShare = 10;
/** Maximum gap between two readings of a list that changes continuously, as a multiple of the first gap. */
const longestPace = 50;

const maxOwn = { stdio: 32, other: 256 };

export class Upstream {
  readonly #settings: UpstreamSettings;
  readonly #secrets: readonly string[];
  readonly #supervisor: ConnectionSupervisor;
  readonly #own: SessionConnections;
  readonly #requests: RequestRunner;
  readonly #log: ConnectionLog;
  readonly #stop = new AbortController();
  readonly #bridge: Bridge;
  readonly #onChange: (change: UpstreamChange) => void;
  readonly #lists = new CachedLists();
  readonly #sharers = new Sharers();
  readonly #output: OutputTail;
  readonly #toolList: ToolList;
  readonly #relay: Relay;
  readonly #intake: TokenBucket;
  /** Reads the lists that changed on the server. */
  readonly #debouncers: Readonly<Record<'tools' | 'prompts' | 'resources', Debouncer>>;
  #config: ServerConfig;
  #described: Pick<UpstreamState, 'serverInfo' | 'protocolVersion' | 'capabilities' | 'instructions'> = {};
  /** Whether the list changed while the server was being connected; it is then read again. */
  #hasChangedEarly = false;
  /** `state`, until it changes. */
  #state: UpstreamState | undefined;

  constructor(config: ServerConfig, settings: UpstreamSettings, onChange: (change: UpstreamChange) => void) {
    const { connection } = config;
    this.#config = config;
    this.#settings = settings;
    this.#onChange = onChange;
    this.#secrets = connectionSecrets(connection);
    this.#output = new OutputTail(this.#secrets);
    this.#log = new ConnectionLog(config.name, settings.onEvent);
    this.#toolList = new ToolList(settings.prepare);
    this.#bridge = new Bridge({ home: settings.home, endSession: id => this.endSession(id) });
    this.#intake = new TokenBucket(() => settings.messagesPerSecond() * readShare, 1);
    this.#relay = this.#makeRelay();
    const pace = { first: settings.debounceMs, longest: settings.debounceMs * longestPace };
    this.#debouncers = {
      tools: new Debouncer(() => this.#readTools(), pace),
      prompts: new Debouncer(() => this.#forgetList('prompts'), pace),
      resources: new Debouncer(() => this.#forgetList('resources'), pace),
    };
    this.#supervisor = new ConnectionSupervisor({
      settings,
      connection,
      healthCheckIntervalMs: () => this.#config.healthCheckIntervalMs ?? defaults.healthCheckIntervalMs,
      toolDiscoveryIntervalMs: () => this.#config.toolDiscoveryIntervalMs ?? defaults.toolDiscoveryIntervalMs,
      open: deadline => this.#open(deadline, undefined),
      discover: async (live, deadline) => void (await this.#discover(live, deadline)),
      onInfo: (info, event) => this.#informed(info, event),
    });
    this.#own = new SessionConnections({
      open: session => this.#openOwn(session),
      max: settings.maxOwnConnections ?? (connection.transport === 'stdio' ? maxOwn.stdio : maxOwn.other),
      onLost: () => this.#own.reopen(),
    });
    this.#requests = new RequestRunner(config, {
      settings,
      secrets: this.#secrets,
      supervisor: this.#supervisor,
      own: this.#own,
      isPerCaller: isPerCaller(connection),
      isExchanged: isPerCaller(connection) && connection.login.mode === 'token_exchange',
      sharers: this.#sharers,
      info: () => this.#log.info,
    });
  }

  #makeRelay(): Relay {
    const { messagesPerSecond, droppedReportMs, maySpeak, onEvent } = this.#settings;
    const server = this.#config.name;
    return new Relay({
      server,
      perSecond: messagesPerSecond,
      reportMs: droppedReportMs,
      maySpeak: () => maySpeak(server),
      onDropped: (what, count) => onEvent({ kind: 'dropped', server, what, count }),
    });
  }

  get config(): ServerConfig {
    return this.#config;
  }

  /** What its programs wrote to stderr last, oldest line first. */
  get output(): readonly OutputLine[] {
    return this.#output.lines;
  }

  /** The same object as long as it does not change. */
  get state(): UpstreamState {
    this.#state ??= this.#describe();
    return this.#state;
  }

  #describe(): UpstreamState {
    const { name, enabled, quarantined, trustMode, enabledTools, disabledTools } = this.#config;
    return {
      name,
      protocol: this.#config.connection.transport,
      enabled,
      quarantined,
      trustMode,
      ...(enabledTools && { enabledTools }),
      ...(disabledTools && { disabledTools }),
      connection: this.#log.info,
      tools: this.#toolList.tools,
      omittedTools: this.#toolList.omitted,
      ...this.#described,
    };
  }

  /** Resolves when the first attempt has ended; at once for a server that is not connected by configuration. */
  get settled(): Promise<void> {
    return this.#isOn ? this.#supervisor.firstResult : Promise.resolve();
  }

  get #isOn(): boolean {
    return this.#config.enabled && !this.#config.quarantined;
  }

  start(): void {
    if (this.#isOn) this.#supervisor.start();
  }

  /** Takes over the settings of sessions from the upstream that this one replaces. */
  takeOver(before: Upstream): void {
    this.#own.takeOver(before.#own);
  }

  /** Changes settings that need no new connection. The caller reports the change. */
  configure(config: ServerConfig): void {
    const { healthCheckIntervalMs, toolDiscoveryIntervalMs } = this.#config;
    this.#config = config;
    this.#state = undefined;
    this.#requests.configure(config);
    if (healthCheckIntervalMs !== config.healthCheckIntervalMs || toolDiscoveryIntervalMs !== config.toolDiscoveryIntervalMs)
      this.#supervisor.watchAnew();
  }

  restart(): void {
    void this.#own.closeAll(false);
    this.#supervisor.restart();
  }

  /** Makes the next attempt now if the server is not connected. */
  retry(): void {
    this.#supervisor.retry();
  }

  async close(): Promise<void> {
    this.#stop.abort(new LoadError({ layer: 'handshake', text: 'the gateway closed the connection' }));
    this.#bridge.close();
    for (const debouncer of Object.values(this.#debouncers)) debouncer.close();
    this.#relay.close();
    await Promise.all([this.#own.closeAll(true), this.#supervisor.stop(true)]);
  }

  #changed(kind: UpstreamChange['kind']): void {
    this.#state = undefined;
    if (!this.#stop.signal.aborted) this.#onChange({ server: this.#config.name, kind });
  }

  // Connections

  async #open(deadline: Deadline, session: DownstreamSession | undefined): Promise<LiveConnection> {
    if (this.#config.connection.transport === 'malformed') throw new LoadError({ layer: 'config', text: this.#config.connection.reason });
    const { clientInfo, maxResponseBytes, socketTimeoutMs, ca, authorize } = this.#settings;
    const authorizer = authorize(this.#config, session?.owner ?? '');
    const onStderr = (text: string) => this.#output.add(text);
    const limits = { maxResponseBytes, socketTimeoutMs, intake: this.#intake };
    const options = { clientInfo, ...limits, authorizer, onStderr, ...(ca !== undefined && { ca }) };
    return LiveConnection.open(this.#config.connection, deadline, options, {
      ...(session && { session }),
      maySpeak: () => this.#settings.maySpeak(this.#config.name),
      onLog: params => this.#logged(params, session),
      onTold: (method, params) => this.#told(method, params, session),
      mayAsk: () => this.#relay.mayAsk(),
      onListChanged: kind => this.#debouncers[kind].ask(),
      onTrouble: () => this.#supervisor.suspect(),
    });
  }

  /** Passes on a log message: on a session's own connection to that session, else to the sessions that it may concern. */
  #logged(params: Params | undefined, session: DownstreamSession | undefined): void {
    this.#relay.log(params, session?.id ?? '', told => {
      if (session) void session.notify(logMethod, told, this.#config.name).catch(() => {});
      else this.#sharers.tell(logMethod, told, this.#config.name);
    });
  }

  #told(method: string, params: Params | undefined, session: DownstreamSession | undefined): void {
    if (session === undefined) return;
    this.#relay.update(
      JSON.stringify([session.id, method, params]),
      () => void session.notify(method, params, this.#config.name).catch(() => {}),
    );
  }

  async #openOwn(session: DownstreamSession): Promise<LiveConnection> {
    const limitMs = connectTimeoutMs(this.#config.connection, this.#settings.initTimeoutMs);
    const deadline = new Deadline(limitMs, this.#stop.signal);
    try {
      return await this.#open(deadline, session);
    } finally {
      deadline.clear();
    }
  }

  #informed(info: ConnectionInfo, event: ConnectionEvent): void {
    if (event === 'lost' || event === 'restarted') this.#lists.clear();
    this.#log.note(info, event, { tools: this.#toolList.tools.length, omitted: this.#toolList.omitted.length });
    if (event === 'ready') {
      this.#own.reopen();
      if (this.#hasChangedEarly) this.#debouncers.tools.ask();
      this.#hasChangedEarly = false;
    }
    this.#changed('state');
  }

  // Lists

  /** Returns the milliseconds that it took in this process. */
  async #discover(live: LiveConnection, deadline: Deadline): Promise<number> {
    const { isAnother, milliseconds } = await this.#toolList.read(live, deadline);
    const info = live.serverInfo;
    this.#described = {
      protocolVersion: live.protocolVersion,
      capabilities: live.capabilities,
      ...(info && { serverInfo: safeText(`${info.name} ${info.version}`, this.#secrets) }),
      ...(live.instructions !== undefined && { instructions: live.instructions.slice(0, maxInstructions) }),
    };
    this.#state = undefined;
    if (isAnother) this.#changed('tools');
    return milliseconds;
  }

  async #forgetList(kind: 'prompts' | 'resources'): Promise<number> {
    this.#lists.forget(kind);
    this.#changed(kind);
    return 0;
  }

  /** Reads the tools after they changed on the server. If this fails while the server is alive, they are read again later. */
  async #readTools(): Promise<number> {
    const { live } = this.#supervisor;
    if (!live) {
      this.#hasChangedEarly = true;
      return 0;
    }
    const deadline = new Deadline(this.#settings.initTimeoutMs, this.#stop.signal);
    try {
      return await this.#discover(live, deadline);
    } catch {
      this.#supervisor.suspect();
      this.#debouncers.tools.ask();
      return 0;
    } finally {
      deadline.clear();
    }
  }

  /** Prompts, resources or resource templates, as many clients share them. @throws GatewayFailure */
  async list(method: OfferMethod, signal: AbortSignal): Promise<readonly Item[]> {
    const subject = this.#requests.subject(method);
    const live = this.#requests.ready(subject);
    const holds = this.#config.toolDiscoveryIntervalMs || defaults.toolDiscoveryIntervalMs;
    try {
      const list = this.#lists.get(method, live, holds, () => new Deadline(this.#requests.timeoutMs));
      return await untilAborted(list, signal);
    } catch (error) {
      throw signal.aborted ? cancelled(subject, signal.reason) : requestFailure(error, subject);
    }
  }

  // Requests

  /** Sends any request other than tools/call, and returns the server's result unchanged. @throws GatewayFailure */
  request(method: string, params: Params, options: UpstreamCallOptions): Promise<Record<string, unknown>> {
    const { meta, onProgress, allowInputRequired } = options;
    const headers = traceHeaders(meta);
    return this.#requests.run(this.#requests.subject(method), options, (live, until) =>
      live.request(method, withMeta({ ...params, ...options.params }, meta, live.isModern), {
        signal: until,
        onProgress,
        headers,
        allowInputRequired,
      }),
    );
  }

  /** Calls a tool. @throws GatewayFailure */
  async call(name: string, args: Params, options: UpstreamCallOptions): Promise<CallToolResult> {
    const { isModern } = this.#requests.ready(this.#requests.subject('tools/call', name));
    const tool = this.#toolList.find(name);
    if (!tool) throw unknownTool(name);
    const { signal, meta, params: carried = {} } = options;
    const capabilities = options.allowInputRequired && !isModern ? askableOf(meta?.[capabilitiesKey]) : {};
    if (Object.keys(capabilities).length === 0) return this.#callTool(tool, args, options);
    const { params: _, onProgress, caller: owner = '', ...plain } = options;
    return this.#bridge.call({
      ...{ tool: name, owner, capabilities, carried, signal, onProgress },
      start: (session, until, told) =>
        this.#callTool(tool, args, { ...plain, caller: owner, session, signal: until, ...(onProgress && { onProgress: told }) }),
    });
  }

  async #callTool(tool: SourceTool, args: Params, options: UpstreamCallOptions): Promise<CallToolResult> {
    const { meta, onProgress, allowInputRequired } = options;
    const { name } = tool;
    const headers = traceHeaders(meta);
    const send = async (live: LiveConnection, until: AbortSignal) => {
      const result = await live.callTool(
        tool as Parameters<LiveConnection['callTool']>[0],
        withMeta({ ...options.params, name, arguments: args }, meta, live.isModern),
        { signal: until, onProgress, headers, allowInputRequired },
      );
      return { result, revision: live.protocolVersion };
    };
    try {
      const { result, revision } = await this.#requests.run(this.#requests.subject('tools/call', name), options, send);
      return checkedResult(tool, result, revision);
    } catch (error) {
      throw options.params ? refusedInput(error, name) : error;
    }
  }

  // Sessions

  /** Sets the level of the log messages that this session gets. @throws GatewayFailure */
  async setLevel(session: DownstreamSession, level: string, signal: AbortSignal): Promise<void> {
    await this.#own.setLevel(session, level, signal).catch(error => {
      throw requestFailure(error, this.#requests.subject('logging/setLevel'));
    });
  }

  /** @throws GatewayFailure */
  async subscribe(session: DownstreamSession, uri: string, options: CallOptions): Promise<void> {
    this.#own.wantsUpdates(session, uri);
    try {
      await this.#requests.run(this.#requests.subject('resources/subscribe'), { ...options, session }, (live, until) =>
        live.subscribe(uri, until),
      );
    } catch (error) {
      this.#own.wantsNoUpdates(session, uri);
      throw error;
    }
  }

  /** @throws GatewayFailure */
  async unsubscribe(session: DownstreamSession, uri: string, options: CallOptions): Promise<void> {
    this.#own.wantsNoUpdates(session, uri);
    await this.#requests.run(this.#requests.subject('resources/unsubscribe'), { ...options, session }, (live, until) =>
      live.unsubscribe(uri, until),
    );
  }

  notifyFrom(session: DownstreamSession, method: string): Promise<void> {
    return this.#own.notify(session, method).catch(() => {});
  }

  endSession(sessionId: string): Promise<void> {
    this.#sharers.ended(sessionId);
    return this.#own.end(sessionId);
  }
}
