/** A transport with what it holds: sockets, a process, and a promise that rejects when the connection breaks. */
import type { HttpConnection, StdioConnection } from '@mcpgw/mcp-config';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { PROTOCOL_VERSION_META_KEY, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { LoadError } from '../failures/load-error.js';
import type { AttemptTrace } from '../failures/trace.js';
import { type Deadline, sleep, untilAborted } from '../time/deadline.js';
import type { BodyLimits, Receiver } from '../wire/answer-body.js';
import { AnswerGate, failedAnswer, type Intake } from '../wire/answer-gate.js';
import { unmarked, unmarkedText } from '../wire/exact-number.js';
import { Inbox } from '../wire/inbox.js';
import { askDirectly, type DirectOutcome } from './direct-ask.js';
import { createHttpClient, exchangeHeader, type HttpClient, type HttpClientOptions } from './http-client.js';
import { AbandonedError } from './http-exchange.js';
import { CommandTransport } from './stdio-transport.js';

/** Options of a transport. */
export interface LinkOptions extends HttpClientOptions {
  /** Numbers in members with free content keep their digits, as `ExactNumber`; by default they are JavaScript's. */
  readonly exactNumbers?: boolean;
  /** Limits how fast a server that sends more than answers is read. Default: no limit. */
  readonly intake?: Intake | undefined;
  /** Called with what a command writes to stderr. */
  readonly onStderr?: ((text: string) => void) | undefined;
}

/** A transport that can be released, and that reports when it broke. */
export interface Link {
  readonly kind: 'stdio' | 'sse' | 'streamable-http';
  readonly transport: Transport;
  readonly gate: AnswerGate;
  /** Rejects when no further answer can arrive on the connection; never resolves. */
  readonly broken: Promise<never>;
  /** Releases sockets and processes. A graceful release first ends the session on the server. */
  release(isGraceful: boolean): Promise<void>;
}

/** Milliseconds that the server has to end a session or a stream before its sockets are closed. */
const endSessionTimeoutMs = 1000;

function brokenSignal(): { broken: Promise<never>; fail: (error: unknown) => void } {
  let fail: (error: unknown) => void = () => {};
  const broken = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  broken.catch(() => {});
  return { broken, fail };
}

function requestId(message: JSONRPCMessage): string | number | undefined {
  return 'method' in message && 'id' in message ? message.id : undefined;
}

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

/** The id of the request that `message` cancels. */
function cancelledId(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** The headers of a POST on an open connection: those of the configuration, and those of `fetch` and the SDK. */
function postHeaders(url: URL, configured: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const headers = new Headers(configured);
  const accepted = (headers.get('accept') ?? '').split(',').map(type => type.trim().toLowerCase());
  const types = new Set([...accepted, 'application/json', 'text/event-stream']);
  const added = {
    'accept-encoding': url.protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate',
    'user-agent': 'undici',
  };
  for (const [name, value] of Object.entries(added)) if (!headers.has(name)) headers.set(name, value);
  headers.set('accept', [...types].filter(type => type !== '').join(', '));
  headers.set('content-type', 'application/json');
  return Object.fromEntries(headers);
}

/**
 * Streamable HTTP that reports a reply stream that ended without the reply; the SDK alone would wait for its timeout. After the server
 * was told that a request is cancelled, the HTTP exchange of that request is ended.
 */
class WatchedHttpTransport extends StreamableHTTPClientTransport {
  readonly #receiver: Receiver;
  readonly #client: HttpClient;
  readonly #limits: Omit<BodyLimits, 'expected'>;
  /** The headers of each request. */
  readonly #headers: Readonly<Record<string, string>>;
  readonly #onLostReply: (id: string | number) => void;

  constructor(
    url: URL,
    headers: Record<string, string>,
    client: HttpClient,
    { limits, onLostReply }: { limits: Omit<BodyLimits, 'expected'>; onLostReply: (id: string | number) => void },
  ) {
    super(url, { fetch: client.fetch, requestInit: { headers } });
    this.#client = client;
    this.#limits = limits;
    this.#receiver = limits.receiver;
    this.#headers = postHeaders(url, headers);
    this.#onLostReply = onLostReply;
    limits.receiver.inbox.attach(this);
  }

  override async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const id = requestId(message);
    return id === undefined ? this.#tell(message, options) : this.#ask(id, message, options);
  }

  /** The SDK's signal for an exchange is not passed on: joined with that of the connection, it would be kept as long as the connection. */
  async #ask(id: string | number, message: JSONRPCMessage, options: SendOptions = {}): Promise<void> {
    const { requestSignal, ...rest } = options;
    const { gate } = this.#receiver;
    gate.sent(message);
    requestSignal?.addEventListener('abort', () => this.#abandon(id), { once: true });
    const onRequestStreamEnd = () => {
      options.onRequestStreamEnd?.();
      if (gate.waitsFor(id)) this.#onLostReply(id);
      gate.settled(id);
    };
    try {
      if (this.#isDirect(message) && (await this.#askDirectly(id, message, options)) !== 'for the SDK') return onRequestStreamEnd();
      const headers = { ...options.headers, [exchangeHeader]: JSON.stringify(id) };
      await super.send(message, { ...rest, headers, onRequestStreamEnd });
    } catch (error) {
      gate.settled(id);
      throw error;
    }
  }

  /** On an open connection. The headers of a request of 2026-07-28 follow from its body: the SDK sends it. */
  #isDirect(message: JSONRPCMessage): boolean {
    const { perEvent, trace } = this.#limits;
    const meta = 'method' in message ? (message.params?._meta as Readonly<Record<string, unknown>> | undefined) : undefined;
    return perEvent && trace.handshakeDone && meta?.[PROTOCOL_VERSION_META_KEY] === undefined;
  }

  async #askDirectly(id: string | number, message: JSONRPCMessage, { headers = {} }: SendOptions = {}): Promise<DirectOutcome> {
    const own: Record<string, string> = { ...this.#headers };
    for (const name in headers) own[name] = unmarkedText(headers[name]!);
    if (this.sessionId !== undefined) own['mcp-session-id'] = this.sessionId;
    if (this.protocolVersion !== undefined) own['mcp-protocol-version'] = this.protocolVersion;
    try {
      return await askDirectly(this.#client, { id, body: unmarked(JSON.stringify(message)), headers: own }, this.#limits);
    } catch (error) {
      if (error instanceof AbandonedError) return 'answered';
      this.onerror?.(error as Error);
      throw error;
    }
  }

  async #tell(message: JSONRPCMessage, options: SendOptions): Promise<void> {
    const cancelled = cancelledId(message);
    try {
      await this.#receiver.gate.sending(super.send(message, options));
    } finally {
      if (cancelled !== undefined) this.#abandon(cancelled);
    }
  }

  #abandon(id: string | number): void {
    if (!this.#receiver.gate.waitsFor(id)) return;
    this.#receiver.gate.settled(id);
    this.#client.abandon(id);
  }

  fail(id: string | number, error: LoadError): void {
    this.onmessage?.(failedAnswer(id, error));
  }
}

/** SSE whose requests fail with the reason why their answers are not valid. */
class WatchedSseTransport extends SSEClientTransport {
  readonly #receiver: Receiver;

  constructor(url: URL, headers: Record<string, string>, client: HttpClient, receiver: Receiver) {
    super(url, { fetch: client.fetch, requestInit: { headers } });
    this.#receiver = receiver;
    receiver.inbox.attach(this);
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    const id = requestId(message);
    const { gate } = this.#receiver;
    gate.sent(message);
    try {
      await (id === undefined ? gate.sending(super.send(message)) : super.send(message));
    } catch (error) {
      if (id !== undefined) gate.settled(id);
      throw error;
    }
  }
}

function receiverFor(trace: AttemptTrace, { exactNumbers = false, intake }: LinkOptions, fail: (error: LoadError) => void): Receiver {
  // Before the handshake only its answer can arrive, so a fault that names no request fails the attempt with its cause.
  const onStray = (error: LoadError) => {
    if (!trace.handshakeDone) fail(error);
  };
  return { gate: new AnswerGate({ exactNumbers, intake }), inbox: new Inbox(), onStray };
}

/** Ends the session on the server, within `endSessionTimeoutMs`. */
async function endSession(transport: StreamableHTTPClientTransport): Promise<void> {
  if (transport.sessionId === undefined) return;
  const timeout = new AbortController();
  const limit = sleep(endSessionTimeoutMs, timeout.signal).catch(() => {});
  await Promise.race([transport.terminateSession().catch(() => {}), limit]);
  timeout.abort();
}

function httpLink(connection: HttpConnection, trace: AttemptTrace, options: LinkOptions): Link {
  const { broken, fail } = brokenSignal();
  const receiver = receiverFor(trace, options, () => {});
  const { url, headers } = withoutUserinfo(connection);
  const client = createHttpClient(trace, options, options.lasting ?? false, { receiver, url });
  const limits = { trace, receiver, maxBytes: options.maxResponseBytes, perEvent: options.lasting ?? false };
  const ended = () => new LoadError({ layer: trace.layer, code: 'stream-ended', text: 'stream ended before the reply' });
  const lostReply = (id: string | number) =>
    trace.handshakeDone && options.lasting ? transport.fail(id, ended()) : fail(trace.transportError ?? ended());
  const transport: WatchedHttpTransport = new WatchedHttpTransport(url, headers, client, { limits, onLostReply: lostReply });
  const release = async (isGraceful: boolean) => {
    if (isGraceful) await endSession(transport);
    await transport.close().catch(() => {});
    await client.release();
  };
  return { kind: 'streamable-http', transport, gate: receiver.gate, broken, release };
}

function sseLink(connection: HttpConnection, trace: AttemptTrace, options: LinkOptions): Link {
  const { broken, fail } = brokenSignal();
  const receiver = receiverFor(trace, options, fail);
  const { url, headers } = withoutUserinfo(connection);
  const client = createHttpClient(trace, options, true, { receiver, url });
  const transport = new WatchedSseTransport(url, headers, client, receiver);
  transport.onerror = fail;
  const release = async () => {
    await transport.close().catch(() => {});
    await client.release();
  };
  return { kind: 'sse', transport, gate: receiver.gate, broken, release };
}

function stdioLink(connection: StdioConnection, trace: AttemptTrace, options: LinkOptions): Link {
  const { broken, fail } = brokenSignal();
  const { gate } = receiverFor(trace, options, fail);
  const transport = new CommandTransport(connection, trace, { gate, maxBytes: options.maxResponseBytes, onStderr: options.onStderr });
  transport.onerror = fail;
  return { kind: 'stdio', transport, gate, broken, release: isGraceful => transport.end(isGraceful) };
}

/** fetch refuses a URL with userinfo, so userinfo becomes a Basic header, unless the connection has an Authorization header. */
function withoutUserinfo(connection: HttpConnection): { url: URL; headers: Record<string, string> } {
  const url = new URL(connection.url);
  const headers = { ...connection.headers };
  if (url.username === '' && url.password === '') return { url, headers };
  const credentials = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64');
  url.username = '';
  url.password = '';
  const own = Object.keys(headers).some(name => name.toLowerCase() === 'authorization');
  return { url, headers: own ? headers : { ...headers, Authorization: `Basic ${credentials}` } };
}

/** The transport of `kind` to the server, not yet connected. */
export function makeLink(
  kind: Link['kind'],
  connection: HttpConnection | StdioConnection,
  trace: AttemptTrace,
  options: LinkOptions,
): Link {
  if (connection.transport === 'stdio') return stdioLink(connection, trace, options);
  return kind === 'sse' ? sseLink(connection, trace, options) : httpLink(connection, trace, options);
}

/** Settles as `work` does, or rejects if the deadline passes or the connection breaks first. */
export function whileOpen<T>(work: Promise<T>, { broken }: Link, deadline: Deadline): Promise<T> {
  return untilAborted(Promise.race([work, broken]), deadline.signal);
}
