/** One open connection to a server: sends requests, and passes the server's requests and notifications on to one session. */
import type { HttpConnection, StdioConnection } from '@mcpgw/loader';
import {
  type Deadline,
  DeadlineError,
  invalidReply,
  LoadError,
  markedNumbers,
  noSdkTimeout,
  type OpenOptions,
  type OpenServer,
  openServer,
  untilAborted,
} from '@mcpgw/loader/internal';
import {
  type Client,
  type ClientCapabilities,
  type Progress,
  ProtocolError,
  type ServerCapabilities,
  type StandardSchemaV1,
  type Tool,
} from '@modelcontextprotocol/client';
import type { DownstreamSession } from '../tools/source.js';
import { notificationFault, resultFault } from './answer-schema.js';
import { ClientRefused, httpStatusOf } from './request-failure.js';
import { Subscriptions, withoutSubscription } from './subscriptions.js';

type Params = Readonly<Record<string, unknown>>;

/** Handlers for what a connection reports. */
export interface ConnectionHooks {
  /** The client that gets the server's requests and notifications; absent on a shared connection. */
  readonly session?: DownstreamSession;
  /** Whether unsolicited messages of the server may reach clients: log messages, notifications, requests. */
  readonly maySpeak: () => boolean;
  /** Called for a log message. */
  readonly onLog: (params: Params | undefined) => void;
  /** Called for a notification that a client subscribed to. */
  readonly onTold: (method: string, params: Params | undefined) => void;
  /** Whether the server may ask the client something now. */
  readonly mayAsk: () => boolean;
  /** Called when a list of the server changed. */
  readonly onListChanged: (kind: 'tools' | 'prompts' | 'resources') => void;
  /** Called for a failure outside of requests, after which the server should be checked. */
  readonly onTrouble: () => void;
}

export interface RequestOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** An `input_required` result is handed back instead of being answered by the session (2026-07-28). */
  readonly allowInputRequired?: boolean | undefined;
}

/** Accepts any result; the code that knows the request checks it. */
const anything: StandardSchemaV1<unknown, Record<string, unknown>> = {
  '~standard': { version: 1, vendor: 'mcpgw', validate: value => ({ value: value as Record<string, unknown> }) },
};

/** Requests that a server may send to a client, by the capability that allows them. */
const askable = { sampling: 'sampling/createMessage', elicitation: 'elicitation/create', roots: 'roots/list' } as const;

const listChanged: ReadonlyMap<string, 'tools' | 'prompts' | 'resources'> = new Map([
  ['notifications/tools/list_changed', 'tools'],
  ['notifications/prompts/list_changed', 'prompts'],
  ['notifications/resources/list_changed', 'resources'],
]);

/** What a server logs. Before a client has set a level, the server decides what it sends (MCP, server/utilities/logging). */
export const logMethod = 'notifications/message';

/** Notifications for clients; no others are passed on. */
const told = new Set(['notifications/resources/updated', 'notifications/elicitation/complete']);

/** The part of a client's capabilities that concerns the servers behind the gateway. */
export function offeredCapabilities(session: DownstreamSession | undefined): ClientCapabilities {
  return askableOf(session?.capabilities);
}

/** Of a client's capabilities, as it sent them, those that say what it can be asked. */
export function askableOf(capabilities: unknown): ClientCapabilities {
  if (typeof capabilities !== 'object' || capabilities === null) return {};
  const given = capabilities as Readonly<Record<string, unknown>>;
  const own = Object.keys(askable).filter(name => Object.hasOwn(given, name));
  return Object.fromEntries(own.map(name => [name, given[name]])) as ClientCapabilities;
}

/** The answer to what a server asks that nobody has reviewed: as from a client that does not listen. */
const notAsked = () => new ClientRefused(Object.assign(new Error('the client does not listen'), { code: -32603 }));

const tooManyRequests = () =>
  new ClientRefused(Object.assign(new Error('the server asks too much at once (limits.server_messages)'), { code: -32603 }));

function askSession(client: Client, session: DownstreamSession, capabilities: ClientCapabilities, hooks: ConnectionHooks): void {
  for (const name of Object.keys(capabilities)) {
    const method = askable[name as keyof typeof askable];
    client.setRequestHandler(method, { params: anything }, (params, context) => {
      if (!hooks.maySpeak()) throw notAsked();
      if (!hooks.mayAsk()) throw tooManyRequests();
      const { progressToken, ...meta } = (params._meta ?? {}) as Params;
      const report = (progress: Progress) =>
        void client.notification({ method: 'notifications/progress', params: { ...progress, progressToken } }).catch(() => {});
      const plain = { ...params, ...(params._meta !== undefined && { _meta: meta }) };
      const { signal } = context.mcpReq;
      const answer = session.request(method, plain, signal, progressToken === undefined ? undefined : report);
      return answer.then(
        result => markedNumbers(result as Record<string, unknown>),
        error => {
          throw new ClientRefused(error);
        },
      );
    });
  }
}

/** A result of 2026-07-28 that asks the client for input first; the SDK makes it of such answers alone. */
function isInputRequired({ resultType }: Readonly<Record<string, unknown>>): boolean {
  return resultType === 'input_required';
}

/** Faults of an answer: the server is there, and said something. */
const saidWrongly: ReadonlySet<unknown> = new Set(['not-mcp', 'too-large']);

/** The reason why a request was ended, with what the server said instead of an answer. */
function withStray(reason: unknown, stray: LoadError | undefined): unknown {
  if (!(reason instanceof DeadlineError) || stray === undefined) return reason;
  const { text, detail } = stray.signal;
  return new DeadlineError(reason.milliseconds, detail === undefined ? text : `${text}: ${detail}`);
}

export class LiveConnection {
  readonly capabilities: ServerCapabilities;
  readonly protocolVersion: string;
  /** Resolves with the known reason when no further answer can arrive. */
  readonly lost: Promise<LoadError>;
  readonly #server: OpenServer;
  readonly #subscriptions: Subscriptions;
  #lose: (reason: LoadError) => void = () => {};
  #inFlight = 0;
  #lastAnswer = performance.now();
  #closing: Promise<void> | undefined;
  #idle: (() => void) | undefined;

  private constructor(server: OpenServer) {
    this.#server = server;
    this.capabilities = server.client.getServerCapabilities() ?? {};
    this.protocolVersion = server.protocolVersion;
    this.lost = new Promise(resolve => {
      this.#lose = resolve;
    });
    this.#subscriptions = new Subscriptions(server.client);
    server.client.onclose = () => this.lose(this.#ended());
    server.link.broken.catch(error => this.lose(error instanceof LoadError ? error : this.#ended()));
  }

  /** @throws LoadError; the reason of the deadline's parent */
  static async open(
    connection: HttpConnection | StdioConnection,
    deadline: Deadline,
    options: Omit<OpenOptions, 'capabilities' | 'prepare' | 'lasting'>,
    hooks: ConnectionHooks,
  ): Promise<LiveConnection> {
    const capabilities = offeredCapabilities(hooks.session);
    const prepare = (client: Client) => {
      if (hooks.session) askSession(client, hooks.session, capabilities, hooks);
      client.onerror = hooks.onTrouble;
      client.fallbackNotificationHandler = async ({ method, params }) => {
        const list = listChanged.get(method);
        if (list) hooks.onListChanged(list);
        else if (!hooks.maySpeak() || notificationFault(method, withoutSubscription(params)) !== undefined) return;
        else if (method === logMethod) hooks.onLog(withoutSubscription(params));
        else if (told.has(method)) hooks.onTold(method, withoutSubscription(params));
      };
    };
    const live = new LiveConnection(
      await openServer(connection, deadline, { ...options, capabilities, prepare, lasting: true, exactNumbers: true }),
    );
    live.#hearOfLists();
    return live;
  }

  get serverInfo(): { readonly name: string; readonly version: string } | undefined {
    return this.#server.client.getServerVersion();
  }

  get instructions(): string | undefined {
    return this.#server.client.getInstructions();
  }

  get isModern(): boolean {
    return this.#server.client.getProtocolEra() === 'modern';
  }

  get transport(): 'stdio' | 'sse' | 'streamable-http' {
    return this.#server.link.kind;
  }

  /** Whether the server gave this connection a session. */
  get #hasSession(): boolean {
    return this.#server.trace.hasSession;
  }

  /** Number of requests in flight. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Milliseconds since the server last answered. */
  get idleMs(): number {
    return performance.now() - this.#lastAnswer;
  }

  /** Has updates of a resource told to the session; on 2026-07-28 by a stream of its own. @throws what `request` throws */
  async subscribe(uri: string, signal: AbortSignal): Promise<void> {
    if (this.isModern) await this.#subscriptions.listen(uri, { resourceSubscriptions: [uri] });
    else await this.request('resources/subscribe', { uri }, { signal });
  }

  /** @throws what `request` throws */
  async unsubscribe(uri: string, signal: AbortSignal): Promise<void> {
    if (this.isModern) await this.#subscriptions.end(uri);
    else await this.request('resources/unsubscribe', { uri }, { signal });
  }

  /** Hears of changed lists: told unasked before 2026-07-28, by a stream since then. */
  #hearOfLists(): void {
    const { tools, prompts, resources } = this.capabilities;
    const filter = {
      ...(tools?.listChanged && { toolsListChanged: true }),
      ...(prompts?.listChanged && { promptsListChanged: true }),
      ...(resources?.listChanged && { resourcesListChanged: true }),
    };
    if (this.isModern && Object.keys(filter).length > 0) this.#subscriptions.listen('lists', filter).catch(() => {});
  }

  /** Sends a request, and returns the result unchanged. @throws what the SDK throws; the reason of `signal` */
  async request(method: string, params: Params | undefined, options: RequestOptions): Promise<Record<string, unknown>> {
    const request = { method, ...(params !== undefined && { params: markedNumbers(params) }) };
    const result = await this.#counted(options.signal, this.#server.client.request(request, anything, this.#sdkOptions(options)));
    // The caller knows the tool, and checks its result.
    const fault = method === 'tools/call' ? undefined : resultFault(method, result, this.protocolVersion);
    if (fault !== undefined && !isInputRequired(result)) throw invalidReply(`the reply to ${method} breaks the protocol`, fault);
    return result;
  }

  /** Calls a tool; on 2026-07-28 its declared arguments also go into headers. @throws what `request` throws */
  async callTool(tool: Tool, params: Params, options: RequestOptions): Promise<Record<string, unknown>> {
    if (!this.isModern) return this.request('tools/call', params, options);
    const { outputSchema: _, ...toolDefinition } = tool;
    const call = this.#server.client.callTool(markedNumbers(params) as { name: string }, { ...this.#sdkOptions(options), toolDefinition });
    return this.#counted(options.signal, call as Promise<Record<string, unknown>>);
  }

  #sdkOptions({ signal, onProgress, headers, allowInputRequired }: RequestOptions) {
    return {
      ...noSdkTimeout,
      signal,
      ...(onProgress && { onprogress: onProgress }),
      ...(headers && { headers }),
      ...(allowInputRequired && { allowInputRequired }),
    };
  }

  async #counted<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
    this.#inFlight++;
    const { gate } = this.#server.link;
    const before = gate.lastStray;
    try {
      const result = await answer;
      this.#lastAnswer = performance.now();
      return result;
    } catch (error) {
      if (signal.aborted) throw gate.lastStray === before ? signal.reason : withStray(signal.reason, gate.lastStray);
      throw error;
    } finally {
      this.#inFlight--;
      if (this.#inFlight === 0) this.#idle?.();
    }
  }

  notify(method: string, params?: Params): Promise<void> {
    return this.#server.client.notification({ method, ...(params && { params }) });
  }

  /** Checks that the server is alive: any answer to a ping, or to server/discover, counts. @throws if none arrives */
  async check(deadline: Deadline): Promise<void> {
    const { client } = this.#server;
    const options = { ...noSdkTimeout, signal: deadline.signal };
    const answer: Promise<unknown> = this.isModern ? client.discover(options) : client.ping(options);
    await untilAborted(answer, deadline.signal);
    this.#lastAnswer = performance.now();
  }

  /** Whether `error`, which a request threw, is the answer of a server that is alive and knows this connection. */
  answered(error: unknown): boolean {
    if (error instanceof ClientRefused) return true;
    const own = error instanceof ProtocolError ? error.data : error;
    if (own instanceof LoadError) return saidWrongly.has(own.signal.code);
    if (error instanceof ProtocolError) return true;
    const status = httpStatusOf(error);
    return status !== undefined && status < 500 && status !== 401 && status !== 403 && !this.forgotten(error);
  }

  /** Whether `error` means that the server no longer knows the session of this connection; the request did not run. */
  forgotten(error: unknown): boolean {
    return this.#hasSession && httpStatusOf(error) === 404;
  }

  /** Marks the connection as lost; only the first reason counts. */
  lose(reason: LoadError): void {
    this.#lose(reason);
  }

  /** What the trace knows of an end: the exit code and last words of a command, or nothing. */
  #ended(): LoadError {
    const { exit, stderr, strayOutput } = this.#server.trace;
    const last = (stderr.trim() || strayOutput.trim()).split('\n').slice(-3).join(' ');
    if (!exit) return new LoadError({ layer: 'handshake', code: 'stream-ended', text: 'connection closed' });
    const how = exit.signal === null ? `exited with code ${exit.code}` : `was killed by signal ${exit.signal}`;
    return new LoadError({
      layer: 'process',
      code: 'exit',
      text: `connection closed: the command ${how}`,
      ...(last !== '' && { detail: last }),
    });
  }

  /** Refuses new requests, and closes when the requests in flight are answered. `close` ends that wait. */
  async retire(): Promise<void> {
    if (this.#inFlight > 0 && !this.#closing) {
      await new Promise<void>(resolve => {
        this.#idle = resolve;
      });
    }
    await this.close(false);
  }

  /** Releases sockets and processes, also of requests in flight. `isGraceful` first ends the session on the server, within a second. */
  close(isGraceful: boolean): Promise<void> {
    this.#subscriptions.stop();
    this.#closing ??= this.#server.link.release(isGraceful);
    return this.#closing;
  }
}
