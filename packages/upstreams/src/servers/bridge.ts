/**
 * Calls of clients without sessions (2026-07-28) to a server of an older revision, which asks the client during a call. A question
 * becomes an `input_required` result, and the call waits here until the client sends the answers. Each such call has its own
 * connection, so that what the server asks on it belongs to that call.
 */
import { randomBytes } from 'node:crypto';
import { ContractViolation, TransportFailure } from '@mcpgw/failures';
import { untilAborted } from '@mcpgw/loader/internal';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { CallOptions, DownstreamSession } from '../tools/source.js';

type OnProgress = NonNullable<CallOptions['onProgress']>;
type Params = Readonly<Record<string, unknown>>;

/** The client of a connection: the call that holds the seat is asked. */
class Seat implements DownstreamSession {
  readonly id = `bridge-${randomBytes(12).toString('base64url')}`;
  readonly capabilities: Params;
  holder: WaitingCall | undefined;

  constructor(capabilities: Params) {
    this.capabilities = capabilities;
  }

  request(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown> {
    return this.holder ? this.holder.ask(method, params, signal) : Promise.reject(new Error('no call is in flight'));
  }

  async notify(): Promise<void> {}
}

interface Ask {
  readonly method: string;
  readonly params: Params;
  readonly resolve: (answer: unknown) => void;
}

class WaitingCall {
  /** Names where the call waits, then 192 random bits: a client that has it may continue the call. */
  readonly handle: string;
  readonly tool: string;
  readonly owner: string;
  readonly end = new AbortController();
  onProgress: OnProgress | undefined;
  result: Promise<CallToolResult> = Promise.reject(new Error('not started'));
  timer: NodeJS.Timeout | undefined;
  readonly #asks = new Map<string, Ask>();
  #lastKey = 0;
  #told: () => void = () => {};

  constructor({ tool, owner }: BridgedCall, home: string) {
    this.tool = tool;
    this.owner = owner;
    this.handle = `${home}.${randomBytes(24).toString('base64url')}`;
    this.result.catch(() => {});
  }

  ask(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown> {
    const key = `ask-${++this.#lastKey}`;
    const answer = new Promise<unknown>(resolve => this.#asks.set(key, { method, params: params ?? {}, resolve }));
    this.#told();
    return untilAborted(answer, signal).finally(() => this.#asks.delete(key));
  }

  /** Resolves when the server has asked something that was not answered yet. */
  asked(): Promise<void> {
    return this.#asks.size > 0
      ? Promise.resolve()
      : new Promise(resolve => {
          this.#told = resolve;
        });
  }

  answer(responses: Params): void {
    for (const [key, { resolve }] of this.#asks) {
      const response = Object.hasOwn(responses, key) ? responses[key] : undefined;
      if (typeof response !== 'object' || response === null) continue;
      this.#asks.delete(key);
      resolve(response);
    }
  }

  inputRequired(): CallToolResult {
    const inputRequests = Object.fromEntries([...this.#asks].map(([key, { method, params }]) => [key, { method, params: shown(params) }]));
    return { resultType: 'input_required', inputRequests, requestState: this.handle } as unknown as CallToolResult;
  }
}

/** The parameters of a question without the id of an address to open, which revision 2026-07-28 does not have. */
function shown({ elicitationId: _, ...params }: Params): Params {
  return params;
}

export interface BridgeDeps {
  /** Names this process among its replicas, in 8 letters, digits, `_` and `-`: clients come back to where their call waits. */
  readonly home: string;
  readonly endSession: (id: string) => Promise<void>;
  /** Milliseconds that a call waits for the next request of its client. */
  readonly clientReturnTimeoutMs?: number;
  /** Milliseconds that an unused connection stays open. */
  readonly idleMs?: number;
}

/** The process where a call waits under this `requestState`; undefined for one that no bridge made. */
export function homeOf(requestState: unknown): string | undefined {
  return typeof requestState === 'string' ? /^([\w-]{8})\.[\w-]{32}$/.exec(requestState)?.[1] : undefined;
}

const maxWaiting = 1000;

/** One call, or the request that continues it. */
export interface BridgedCall {
  readonly tool: string;
  /** The identity of the caller: nobody else can continue the call. */
  readonly owner: string;
  /** What the client can be asked for. */
  readonly capabilities: Params;
  /** `requestState` and `inputResponses` of the request. */
  readonly carried: Params;
  readonly signal: AbortSignal;
  /** Where progress goes until the request is answered. */
  readonly onProgress?: OnProgress | undefined;
  readonly start: (session: DownstreamSession, signal: AbortSignal, onProgress: OnProgress) => Promise<CallToolResult>;
}

export class Bridge {
  readonly #deps: BridgeDeps;
  readonly #waiting = new Map<string, WaitingCall>();
  readonly #free = new Map<Seat, NodeJS.Timeout>();

  constructor(deps: BridgeDeps) {
    this.#deps = deps;
  }

  /** Returns the result of the call, or what the client has to answer first. @throws GatewayFailure */
  async call(request: BridgedCall): Promise<CallToolResult> {
    const { requestState, inputResponses } = request.carried;
    const call = requestState === undefined ? this.#begin(request) : this.#resume(request, requestState, inputResponses);
    call.onProgress = request.onProgress;
    const abort = () => call.end.abort(request.signal.reason);
    if (request.signal.aborted) abort();
    else request.signal.addEventListener('abort', abort, { once: true });
    try {
      const result = await Promise.race([call.result, call.asked().then(() => undefined)]);
      return result ?? this.#suspend(call);
    } finally {
      call.onProgress = undefined;
      request.signal.removeEventListener('abort', abort);
    }
  }

  /** Whether a call waits here under this `requestState`. */
  holds(requestState: unknown): boolean {
    return typeof requestState === 'string' && this.#waiting.has(requestState);
  }

  #begin(request: BridgedCall): WaitingCall {
    const { tool, capabilities, start } = request;
    const call = new WaitingCall(request, this.#deps.home);
    if (this.#waiting.size >= maxWaiting)
      throw new TransportFailure({ mode: 'overloaded', tool, message: `${maxWaiting} calls wait for their clients already` });
    const seat = this.#seatFor(capabilities);
    seat.holder = call;
    call.result = start(seat, call.end.signal, progress => call.onProgress?.(progress)).finally(() => this.#leave(call, seat));
    call.result.catch(() => {});
    return call;
  }

  #seatFor(capabilities: Params): Seat {
    const wanted = JSON.stringify(capabilities);
    for (const [seat, timer] of this.#free) {
      if (JSON.stringify(seat.capabilities) !== wanted) continue;
      clearTimeout(timer);
      this.#free.delete(seat);
      return seat;
    }
    return new Seat(capabilities);
  }

  #leave(call: WaitingCall, seat: Seat): void {
    clearTimeout(call.timer);
    this.#waiting.delete(call.handle);
    seat.holder = undefined;
    const close = () => {
      this.#free.delete(seat);
      void this.#deps.endSession(seat.id);
    };
    this.#free.set(seat, setTimeout(close, this.#deps.idleMs ?? 60_000).unref());
  }

  #suspend(call: WaitingCall): CallToolResult {
    this.#waiting.set(call.handle, call);
    const late = () =>
      call.end.abort(new TransportFailure({ mode: 'cancelled', tool: call.tool, message: 'the client did not come back' }));
    call.timer = setTimeout(late, this.#deps.clientReturnTimeoutMs ?? 600_000).unref();
    return call.inputRequired();
  }

  /** A handle is good for one round: the next round has the same call under the same handle, and none that has ended. */
  #resume({ tool, owner }: BridgedCall, requestState: unknown, inputResponses: unknown): WaitingCall {
    const call = typeof requestState === 'string' ? this.#waiting.get(requestState) : undefined;
    if (call?.tool !== tool || call.owner !== owner)
      throw new ContractViolation('params', { mode: 'input_refused', tool, message: this.#whyNot(requestState) });
    this.#waiting.delete(call.handle);
    clearTimeout(call.timer);
    call.answer(typeof inputResponses === 'object' && inputResponses !== null ? (inputResponses as Params) : {});
    return call;
  }

  #whyNot(requestState: unknown): string {
    const home = homeOf(requestState);
    if (home === undefined || home === this.#deps.home) return 'requestState is of no call that waits here';
    return 'requestState is of a call at another replica, which has stopped or cannot be reached from here. Call the tool again';
  }

  /** Ends the calls that wait. */
  close(): void {
    for (const call of this.#waiting.values())
      call.end.abort(new TransportFailure({ mode: 'cancelled', tool: call.tool, message: 'the gateway stops' }));
    for (const timer of this.#free.values()) clearTimeout(timer);
    this.#free.clear();
  }
}
