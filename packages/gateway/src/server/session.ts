/** One client's session: who the client is, what it can be asked, its requests in flight and the streams that it reads. */
import { createHash, randomBytes } from 'node:crypto';
import type { Caller, CallerView } from '@mcpgw/access';
import type { WireError } from '@mcpgw/failures';
import { InFlight } from '@mcpgw/loader/internal';
import type { SessionStreams } from '@mcpgw/replicas';
import type { DownstreamSession } from '@mcpgw/upstreams';
import { notificationText, type Params, type RequestId, type RpcResponse, requestText } from './json-rpc.js';

/** Writes messages to the client: on the stream of a request, on its GET stream, or on standard output. */
export interface MessageWriter {
  /** Whether messages other than the answer can be written now. */
  readonly open: boolean;
  write(message: string): void;
  /** Closes a stream that belongs only to the session. */
  end?(): void;
}

export interface ClientIdentity {
  readonly protocolVersion: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly clientInfo: Readonly<Record<string, unknown>>;
}

/** A client answered a request of the gateway with an error. */
export class ClientRefusal extends Error {
  override name = 'ClientRefusal';
  readonly code: number;
  readonly data: unknown;
  constructor({ code, message, data }: WireError) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Where a session was opened, and by whom. No other client may use it. */
export interface SessionOrigin {
  /** The profile whose endpoint was used; absent for the endpoint of all servers. */
  readonly profile?: string | undefined;
  /** The id of the caller; empty where nobody has to show who it is. */
  readonly owner: string;
}

/** The endpoint of a request, and who made it. The caller's id owns the sessions that it opens. */
export interface RequestOrigin extends SessionOrigin {
  readonly caller: Caller;
}

/** Whether a session was opened at the same endpoint, by the same caller. */
export function isOfOrigin(session: SessionOrigin, { profile, owner }: SessionOrigin): boolean {
  return session.profile === profile && session.owner === owner;
}

/** What a session subscribed to at servers. It holds as long as the session. */
export interface SessionSubscriptions {
  /** The lowest level of log messages. */
  readonly level?: string;
  /** Resources whose updates the session wants. */
  readonly uris: readonly string[];
}

interface PendingRequest {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Whether a message of a server is for a client with such a view. Updates are about resources, of which a client sees all or none of a server's. */
export function hears(view: CallerView | undefined, server: string, method: string): boolean {
  return view === undefined || (method === 'notifications/message' ? view.has(server) : view.isWhole(server));
}

const maxPending = 100;

/** 192 random bits, in characters that a header can carry. */
export function newSessionId(): string {
  return randomBytes(24).toString('base64url');
}

/** The name of a session at other replicas and in the store, which gives no access to it. */
export function sessionDigest(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Notifications that several replicas may get from one server for the same reason. */
const oncePerSession: ReadonlySet<string> = new Set([
  'notifications/message',
  'notifications/resources/updated',
  'notifications/elicitation/complete',
]);

const listensNot = () => new ClientRefusal({ code: -32603, message: 'the client does not listen' });

export class ClientSession implements DownstreamSession {
  readonly id: string;
  readonly digest: string;
  readonly identity: ClientIdentity;
  /** The profile whose endpoint opened the session. The session sees no other servers. */
  readonly profile: string | undefined;
  /** The id of the caller that opened the session. No other caller may use it. */
  readonly owner: string;
  subscriptions: SessionSubscriptions = { uris: [] };
  /** Who made the latest request; its token may say less than the one that opened the session. */
  caller: Caller | undefined;
  /** When this process opened the session or took it over, in milliseconds on the clock of `Sessions`. */
  readonly openedAt: number;
  /** When the client was last seen, in milliseconds on the clock of `Sessions`. */
  lastSeen: number;
  readonly #calls = new InFlight<RequestId, { readonly controller: AbortController; readonly writer: MessageWriter }>();
  /** Requests of the gateway that the client has not answered, by their ids. */
  readonly #pending = new Map<string, PendingRequest>();
  readonly #streams: SessionStreams | undefined;
  readonly #telling = new Set<Promise<unknown>>();
  #standing: MessageWriter | undefined;
  readonly #viewOf: (session: ClientSession) => CallerView | undefined;
  #nextId = 0;
  #readers = 0;

  /**
   * `streams` hold what is written to the client while it reads its standing stream; without them only `listen` sets that stream. `viewOf` says
   * what the client sees now.
   */
  constructor(
    id: string,
    identity: ClientIdentity,
    { profile, owner }: SessionOrigin,
    now: number,
    streams?: SessionStreams,
    viewOf: (session: ClientSession) => CallerView | undefined = () => undefined,
  ) {
    this.id = id;
    this.digest = sessionDigest(id);
    this.#streams = streams;
    this.identity = identity;
    this.profile = profile;
    this.owner = owner;
    this.openedAt = now;
    this.lastSeen = now;
    this.#viewOf = viewOf;
  }

  get capabilities(): Readonly<Record<string, unknown>> {
    return this.identity.capabilities;
  }

  /** Requests of the client that are not answered yet. */
  get callsInFlight(): number {
    return this.#calls.size;
  }

  get listening(): boolean {
    return this.#readers > 0 || this.#standing?.open === true;
  }

  /** A connection of the client reads a stream of the session, until the returned function is called. */
  reading(): () => void {
    this.#readers++;
    return () => this.#readers--;
  }

  /** Registers a request in flight; `false` where another one has the same id. */
  beginRequest(id: RequestId, controller: AbortController, writer: MessageWriter): boolean {
    if (this.#calls.has(id)) return false;
    this.#calls.set(id, { controller, writer });
    return true;
  }

  endRequest(id: RequestId): void {
    this.#calls.delete(id);
  }

  /** Aborts a request that the client cancelled; `false` where it is not in flight here. */
  cancel(id: RequestId, reason: unknown): boolean {
    const call = this.#calls.get(id);
    call?.controller.abort(reason);
    return call !== undefined;
  }

  /** Sets the stream for messages that belong to no request. Returns the previous one, which the caller closes. */
  listen(writer: MessageWriter): MessageWriter | undefined {
    const before = this.#standing;
    this.#standing = writer;
    return before;
  }

  stopListening(writer: MessageWriter): void {
    if (this.#standing === writer) this.#standing = undefined;
  }

  /** The stream that reaches the client now: that of the latest request, or else the standing one. */
  #writer(): MessageWriter | undefined {
    const latest = [...this.#calls.values()].reverse().find(({ writer }) => writer.open)?.writer;
    return latest ?? (this.#standing?.open ? this.#standing : undefined);
  }

  /**
   * Asks the client: sampling, elicitation, roots. Rejects with ClientRefusal where the client answers with an error or cannot be reached,
   * and with the signal's reason where that aborts first.
   */
  request(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown> {
    const writer = this.#writer();
    if ((writer === undefined && this.#streams === undefined) || this.#pending.size >= maxPending) return Promise.reject(listensNot());
    const id = `mcpgw-${this.#streams ? `${this.#streams.replica.id}-` : ''}${++this.#nextId}`;
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#pending.delete(id);
        const cancelled = notificationText('notifications/cancelled', { requestId: id });
        if (writer === undefined) void this.#tell(cancelled);
        else if (writer.open) writer.write(cancelled);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      const settle =
        <T>(done: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', stop);
          done(value);
        };
      this.#pending.set(id, { resolve: settle(resolve), reject: settle(reject) });
      const text = requestText(id, method, params);
      if (writer) writer.write(text);
      else void this.#tell(text).then(isTold => isTold || this.receiveResponse({ id, error: listensNot() }));
    });
  }

  /** Settles the request that the client answers; `false` where this replica asked no such thing. */
  receiveResponse({ id, result, error }: RpcResponse): boolean {
    const pending = this.#pending.get(String(id));
    this.#pending.delete(String(id));
    if (error) pending?.reject(new ClientRefusal(error));
    else pending?.resolve(result);
    return pending !== undefined;
  }

  /**
   * Sends on the standing stream, or else on that of the latest request. Without an open stream the message is dropped, and so is one of a
   * server that the client does not see any more.
   */
  async notify(method: string, params?: Params, server?: string): Promise<void> {
    if (server !== undefined && !hears(this.#viewOf(this), server, method)) return;
    const text = notificationText(method, params);
    if (this.#standing?.open) this.#standing.write(text);
    else if (this.#streams === undefined) this.#writer()?.write(text);
    else if (!(await this.#tell(text, oncePerSession.has(method)))) this.#writer()?.write(text);
  }

  /** Writes to the standing stream, at whichever replica the client reads it; `false` where it reads none. */
  #tell(text: string, isOnce = false): Promise<boolean> {
    const claim = isOnce && {
      claim: { key: createHash('sha256').update(text).digest('base64url').slice(0, 16), isForced: this.#calls.size > 0 },
    };
    const telling = this.#streams!.tell(this.digest, text, { ...claim });
    const settled: Promise<unknown> = telling.then(() => this.#telling.delete(settled));
    this.#telling.add(settled);
    return telling;
  }

  /** Settles when the messages so far have been written to a stream. */
  get told(): Promise<unknown> | undefined {
    return this.#telling.size === 0 ? undefined : Promise.all(this.#telling);
  }

  /** Aborts every request in flight, in both directions, and closes the standing stream. */
  close(reason: unknown): void {
    for (const { controller } of this.#calls.values()) controller.abort(reason);
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
    this.#standing?.end?.();
    this.#streams?.endSession(this.digest);
  }
}
