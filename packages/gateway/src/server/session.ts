/** What the gateway knows of one client: who it is, what it can be asked, and the streams it listens on. */
import { randomBytes } from 'node:crypto';
import type { WireError } from '../failures/wire.js';
import type { DownstreamSession } from '../sources/source.js';
import { notificationText, type Params, type RequestId, type RpcResponse, requestText } from './json-rpc.js';

/** A way to the client: the stream of a request, its GET stream, or stdout. */
export interface Outlet {
  /** Whether anything besides the answer can be written now. */
  readonly open: boolean;
  write(message: string): void;
  /** Closes a stream that belongs to the session alone. */
  end?(): void;
}

export interface ClientIdentity {
  readonly protocolVersion: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly clientInfo: Readonly<Record<string, unknown>>;
}

/** What a client answered with an error. */
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

/** Where a session was opened, and by whom. */
export interface SessionPlace {
  readonly profile?: string | undefined;
  readonly owner: string;
}

/** Where a request comes from. */
export interface ClientPlace extends SessionPlace {
  /** Whether its client may act on servers, and not only read. */
  readonly manages: boolean;
}

/** What a session asked of servers for as long as it lasts. */
export interface Wishes {
  readonly level?: string;
  readonly uris: readonly string[];
}

interface Asked {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const maxAsked = 100;

/** 192 bits that nobody guesses, in characters that a header takes. */
export function newSessionId(): string {
  return randomBytes(24).toString('base64url');
}

export class Session implements DownstreamSession {
  readonly id: string;
  readonly identity: ClientIdentity;
  /** The profile that the session was opened on; it sees no other servers. */
  readonly profile: string | undefined;
  /** The key that it was opened with; no other may use it. */
  readonly owner: string;
  /** The level and the resources that the client wants to hear of. */
  wishes: Wishes = { uris: [] };
  /** Milliseconds of the clock that `Sessions` uses. */
  lastSeen: number;
  readonly #calls = new Map<RequestId, { readonly controller: AbortController; readonly outlet: Outlet }>();
  readonly #asked = new Map<string, Asked>();
  #standing: Outlet | undefined;
  #nextId = 0;

  constructor(id: string, identity: ClientIdentity, { profile, owner }: SessionPlace, now: number) {
    this.id = id;
    this.identity = identity;
    this.profile = profile;
    this.owner = owner;
    this.lastSeen = now;
  }

  get capabilities(): Readonly<Record<string, unknown>> {
    return this.identity.capabilities;
  }

  /** Requests of the client that have no answer yet. */
  get callsUnderWay(): number {
    return this.#calls.size;
  }

  get listening(): boolean {
    return this.#standing?.open === true;
  }

  /** Notes a request under way; false where one of the same id is. */
  began(id: RequestId, controller: AbortController, outlet: Outlet): boolean {
    if (this.#calls.has(id)) return false;
    this.#calls.set(id, { controller, outlet });
    return true;
  }

  ended(id: RequestId): void {
    this.#calls.delete(id);
  }

  /** The client wants no answer any more. */
  cancel(id: RequestId, reason: unknown): void {
    this.#calls.get(id)?.controller.abort(reason);
  }

  /** The stream for what belongs to no request; the one before is given back, to be closed. */
  listen(outlet: Outlet): Outlet | undefined {
    const before = this.#standing;
    this.#standing = outlet;
    return before;
  }

  stopListening(outlet: Outlet): void {
    if (this.#standing === outlet) this.#standing = undefined;
  }

  /** Where the client hears now: on the latest request's stream, else on the standing one. */
  #outlet(): Outlet | undefined {
    const latest = [...this.#calls.values()].reverse().find(({ outlet }) => outlet.open)?.outlet;
    return latest ?? (this.listening ? this.#standing : undefined);
  }

  /** Sampling, elicitation, roots. Rejects with ClientRefusal where the client says no or cannot be reached, else with the signal's reason. */
  request(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown> {
    const outlet = this.#outlet();
    if (outlet === undefined || this.#asked.size >= maxAsked)
      return Promise.reject(new ClientRefusal({ code: -32603, message: 'the client does not listen' }));
    const id = `mcpgw-${++this.#nextId}`;
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#asked.delete(id);
        if (outlet.open) outlet.write(notificationText('notifications/cancelled', { requestId: id }));
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
      this.#asked.set(id, { resolve: settle(resolve), reject: settle(reject) });
      outlet.write(requestText(id, method, params));
    });
  }

  /** Takes the client's answer to a request; answers to nothing are dropped. */
  answered({ id, result, error }: RpcResponse): void {
    const asked = this.#asked.get(String(id));
    this.#asked.delete(String(id));
    if (error) asked?.reject(new ClientRefusal(error));
    else asked?.resolve(result);
  }

  /** Sends on the standing stream, or on the latest request's; what nobody listens to is dropped. */
  async notify(method: string, params?: Params): Promise<void> {
    (this.listening ? this.#standing : this.#outlet())?.write(notificationText(method, params));
  }

  /** Sends what belongs to requests on their streams: the log of an upstream, for one. */
  notifyNear(method: string, params?: Params): void {
    this.#outlet()?.write(notificationText(method, params));
  }

  /** Ends everything under way. */
  close(reason: unknown): void {
    for (const { controller } of this.#calls.values()) controller.abort(reason);
    for (const { reject } of this.#asked.values()) reject(reason);
    this.#asked.clear();
    this.#standing?.end?.();
  }
}
