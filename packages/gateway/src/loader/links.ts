/** A transport with all that it holds: sockets, process, and the news that it broke. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { HttpConnection, StdioConnection } from '../connection.js';
import { type Deadline, sleep, untilAborted } from './deadline.js';
import { createHttpClient, type HttpClient, type HttpClientOptions } from './http-client.js';
import { LoadError } from './load-error.js';
import { StdioTransport } from './stdio-transport.js';
import type { AttemptTrace } from './trace.js';

export interface Link {
  readonly kind: 'stdio' | 'sse' | 'streamable-http';
  readonly transport: Transport;
  /** Rejects when the connection can bring no further answer; never resolves. */
  readonly broken: Promise<never>;
  /** Releases sockets and processes. A session that is left in good order is ended on the server first. */
  release(inGoodOrder: boolean): Promise<void>;
}

/** Seconds that the server gets to end a session or a stream before its sockets are closed. */
const farewellSeconds = 1;

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

/** Streamable HTTP that reports a reply stream which ended without the reply; the SDK alone would wait for its timeout. */
class WatchedHttpTransport extends StreamableHTTPClientTransport {
  readonly #unanswered = new Set<string | number>();
  readonly #onLostReply: () => void;

  constructor(url: URL, headers: Record<string, string>, client: HttpClient, onLostReply: () => void) {
    super(url, { fetch: client.fetch, requestInit: { headers } });
    this.#onLostReply = onLostReply;
    let handler: Transport['onmessage'];
    Object.defineProperty(this, 'onmessage', {
      get: () => handler,
      set: (next: Transport['onmessage']) => {
        handler = next && ((message, extra) => this.#answered(message, () => next(message, extra)));
      },
    });
  }

  #answered(message: JSONRPCMessage, deliver: () => void): void {
    if (!('method' in message) && message.id !== undefined) this.#unanswered.delete(message.id);
    deliver();
  }

  override async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const id = requestId(message);
    if (id === undefined) return super.send(message, options);
    this.#unanswered.add(id);
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.();
      if (this.#unanswered.has(id)) this.#onLostReply();
    };
    return super.send(message, { ...options, onRequestStreamEnd });
  }
}

/** Tells the server that the session is over, within `farewellSeconds`. */
async function endSession(transport: StreamableHTTPClientTransport): Promise<void> {
  if (transport.sessionId === undefined) return;
  const patience = new AbortController();
  const limit = sleep(farewellSeconds, patience.signal).catch(() => {});
  await Promise.race([transport.terminateSession().catch(() => {}), limit]);
  patience.abort();
}

/** Names of the errors that a message which cannot be read gives. */
const unreadable = new Set(['SyntaxError', 'ZodError', '$ZodError']);

function httpLink(connection: HttpConnection, trace: AttemptTrace, options: HttpClientOptions): Link {
  const client = createHttpClient(trace, options, false);
  const { broken, fail } = brokenSignal();
  const { url, headers } = withoutUserinfo(connection);
  const lostReply = () =>
    fail(trace.transportError ?? new LoadError({ layer: trace.layer, code: 'stream-ended', text: 'stream ended before the reply' }));
  const transport = new WatchedHttpTransport(url, headers, client, lostReply);
  transport.onerror = error => {
    if (unreadable.has(error.name)) trace.transportError ??= error;
  };
  const release = async (inGoodOrder: boolean) => {
    if (inGoodOrder) await endSession(transport);
    await transport.close().catch(() => {});
    await client.release();
  };
  return { kind: 'streamable-http', transport, broken, release };
}

function sseLink(connection: HttpConnection, trace: AttemptTrace, options: HttpClientOptions): Link {
  const client = createHttpClient(trace, options, true);
  const { broken, fail } = brokenSignal();
  const { url, headers } = withoutUserinfo(connection);
  const transport = new SSEClientTransport(url, { fetch: client.fetch, requestInit: { headers } });
  transport.onerror = fail;
  const release = async () => {
    await transport.close().catch(() => {});
    await client.release();
  };
  return { kind: 'sse', transport, broken, release };
}

function stdioLink(connection: StdioConnection, trace: AttemptTrace): Link {
  const transport = new StdioTransport(connection, trace);
  const { broken, fail } = brokenSignal();
  transport.onerror = fail;
  return { kind: 'stdio', transport, broken, release: inGoodOrder => transport.end(inGoodOrder) };
}

/** fetch refuses a URL with userinfo; it becomes what it means, a Basic header, unless the connection has its own. */
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

export function makeLink(
  kind: Link['kind'],
  connection: HttpConnection | StdioConnection,
  trace: AttemptTrace,
  options: HttpClientOptions,
): Link {
  if (connection.transport === 'stdio') return stdioLink(connection, trace);
  return kind === 'sse' ? sseLink(connection, trace, options) : httpLink(connection, trace, options);
}

/** Settles as `work` does, unless the deadline passes or the connection breaks first. */
export function whileOpen<T>(work: Promise<T>, { broken }: Link, deadline: Deadline): Promise<T> {
  return untilAborted(Promise.race([work, broken]), deadline.signal);
}
