/**
 * Bytes of requests that have come and are not answered: one total for all clients. Each may be as large as `limits.body_bytes`, and a
 * session may have many in flight, so without a total a few clients could fill the memory while a server is slow.
 */
import { TransportFailure } from '../failures/gateway-failure.js';
import { toWireError } from '../failures/wire.js';
import { errorText, type RequestId } from './json-rpc.js';

const mega = 1 << 20;
/** The total is so many times the largest request, and at least 64 MiB. */
const requests = 16;
const leastTotal = 64 * mega;
/** Requests up to this size may use all of the total, larger ones three quarters of it: who sends large ones does not keep others out. */
const small = 64 * 1024;

/** What a request takes besides its bytes, roughly: many small ones fill the memory too. */
const perRequest = 4096;

/** The JSON-RPC error for a request that there is no room for; over HTTP it comes with 503. */
export function overloadedText(id: RequestId | null = null): string {
  const message = 'Too many bytes of requests are in flight; try again when some of them are answered';
  return errorText(id, toWireError(new TransportFailure({ mode: 'overloaded', message })));
}

export class HeldRequests {
  readonly #bytesOf = new Map<object, number>();
  readonly #largest: () => number;
  #total = 0;

  /** `largest` gives the bytes that one request may have. */
  constructor(largest: () => number) {
    this.#largest = largest;
  }

  /** Bytes of all requests that wait for their answers. */
  get bytes(): number {
    return this.#total;
  }

  /** Counts further bytes of a request until it is released; `false` where there is no room for them, and then they are not counted. */
  hold(request: object, bytes: number): boolean {
    const own = this.#bytesOf.get(request) ?? 0;
    const added = own === 0 ? bytes + perRequest : bytes;
    const size = own + added;
    const most = Math.max(requests * this.#largest(), leastTotal) * (size - perRequest <= small ? 1 : 0.75);
    if (this.#total + added > most) return false;
    this.#bytesOf.set(request, size);
    this.#total += added;
    return true;
  }

  /** The request is answered, or its client is gone. */
  release(request: object): void {
    this.#total -= this.#bytesOf.get(request) ?? 0;
    this.#bytesOf.delete(request);
  }
}
