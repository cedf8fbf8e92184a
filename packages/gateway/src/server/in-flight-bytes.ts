/**
 * Bytes of the requests in flight: one total for all clients. Each request may be as large as `limits.body_bytes`, and a session may
 * have many in flight, so without a total a few clients could fill the memory while a server is slow.
 */
import { TransportFailure, toWireError } from '@mcpgw/failures';
import { InFlight } from '@mcpgw/loader/internal';
import { errorText, type RequestId } from './json-rpc.js';
import type { Live } from './live-config.js';

const mega = 1 << 20;
/** The total is 16 times the largest request, and at least 64 MiB. */
const requests = 16;
const leastTotal = 64 * mega;
/** Requests up to this size may use the whole total, larger ones three quarters of it, so that large requests do not keep others out. */
const small = 64 * 1024;

/** An estimate of what a request takes besides its bytes, since many small requests fill the memory too. */
const perRequest = 4096;

/** The JSON-RPC error for a request that does not fit. Over HTTP its status is 503. */
export function overloadedText(id: RequestId | null = null): string {
  const message = 'Too many bytes of requests are in flight; try again when some of them are answered';
  return errorText(id, toWireError(new TransportFailure({ mode: 'overloaded', message })));
}

export class InFlightBytes {
  readonly #bytesOf = new InFlight<object, number>();
  readonly #config: Live<{ readonly maxBodyBytes: number }>;
  #total = 0;

  constructor(config: Live<{ readonly maxBodyBytes: number }>) {
    this.#config = config;
  }

  /** Bytes of all requests in flight. */
  get bytes(): number {
    return this.#total;
  }

  /** Counts further bytes of a request until it is released; `false` where they do not fit, and then they are not counted. */
  hold(request: object, bytes: number): boolean {
    const own = this.#bytesOf.get(request) ?? 0;
    const added = own === 0 ? bytes + perRequest : bytes;
    const size = own + added;
    const most = Math.max(requests * this.#config.current.maxBodyBytes, leastTotal) * (size - perRequest <= small ? 1 : 0.75);
    if (this.#total + added > most) return false;
    this.#bytesOf.set(request, size);
    this.#total += added;
    return true;
  }

  /** Stops counting a request, because it is answered or its client is disconnected. */
  release(request: object): void {
    this.#total -= this.#bytesOf.get(request) ?? 0;
    this.#bytesOf.delete(request);
  }
}
