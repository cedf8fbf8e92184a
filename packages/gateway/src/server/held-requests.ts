/**
 * Bytes of requests that have come and are not answered: one total for all clients. Each may be as large as `limits.body_bytes`, and a
 * session may have many in flight, so without a total a few clients could fill the memory while a server is slow.
 */
import type { ServerResponse } from 'node:http';
import { TransportFailure } from '../failures/gateway-failure.js';
import { toWireError } from '../failures/wire.js';
import { errorText } from './json-rpc.js';

const mega = 1 << 20;
/** The total is so many times the largest request, and at least 64 MiB. */
const requests = 16;
const leastTotal = 64 * mega;
/** Requests up to this size may use all of the total, larger ones three quarters of it: who sends large ones does not keep others out. */
const small = 64 * 1024;

/** The JSON-RPC error for a request that there is no room for; it comes with HTTP 503. */
export function overloadedText(): string {
  const message = 'Too many bytes of requests are in flight; try again when some of them are answered';
  return errorText(null, toWireError(new TransportFailure({ mode: 'overloaded', message })));
}

export class HeldRequests {
  readonly #bytesOf = new Map<ServerResponse, number>();
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

  /** Counts further bytes of a request, until its answer ends; `false` where there is no room for them, and then they are not counted. */
  hold(response: ServerResponse, bytes: number): boolean {
    const own = this.#bytesOf.get(response);
    const size = (own ?? 0) + bytes;
    const most = Math.max(requests * this.#largest(), leastTotal) * (size <= small ? 1 : 0.75);
    if (this.#total + bytes > most) return false;
    if (own === undefined) response.once('close', () => this.#release(response));
    this.#bytesOf.set(response, size);
    this.#total += bytes;
    return true;
  }

  #release(response: ServerResponse): void {
    this.#total -= this.#bytesOf.get(response) ?? 0;
    this.#bytesOf.delete(response);
  }
}
