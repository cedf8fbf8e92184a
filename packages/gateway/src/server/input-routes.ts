/**
 * Answers of clients without sessions (2026-07-28) to questions that another replica asked. The call waits at the replica that asked, with
 * its connection to the server, and goes on there: the request is passed to that replica, and what it answers is passed back, progress and
 * cancellation too.
 */
import type { Caller } from '@mcpgw/access';
import { precheck, TransportFailure, toWireError, UpstreamFailure } from '@mcpgw/failures';
import { calledTool } from '@mcpgw/failures/internal';
import { exactJson, isPlainObject, sleep, untilAborted } from '@mcpgw/loader/internal';
import { newReplicaId, type Replica, ReplicaGone } from '@mcpgw/replicas';
import { StoreError } from '@mcpgw/store';
import { homeOf } from '@mcpgw/upstreams/internal';
import type { Exchange, InFlightRequest, RequestContext, RpcAnswer } from './exchange.js';
import { errorText, type RequestId, type RpcRequest } from './json-rpc.js';
import type { Logger } from './logger.js';
import { logBackgroundFailure } from './request-log.js';

/** Milliseconds between two questions whether the other replica still runs the call. */
const lookMs = 2_000;
/** Milliseconds without such a question after which a call is aborted, because the replica of its client has stopped. */
const forgottenMs = 30_000;
/** Characters of an answer that one replica passes to another. */
const maxPassed = 8 * 2 ** 20;

/** A request as one replica passes it to another. */
interface Passed {
  /** Names the request between the two. */
  readonly call: string;
  readonly from: string;
  readonly text: string;
  readonly profile?: string;
  readonly caller: Caller;
  readonly bytes: number;
  readonly trace: Readonly<Record<string, string>>;
}

/** A request that this replica passed on. */
interface Sent {
  readonly exchange: Exchange;
  readonly answered: (answer: RpcAnswer) => void;
}

/** A request that this replica runs for another. */
interface Run {
  readonly request: InFlightRequest;
  readonly timer: NodeJS.Timeout;
}

type Start = (message: RpcRequest, context: RequestContext) => InFlightRequest;

const replicaLost = (tool: string): TransportFailure =>
  new TransportFailure({
    mode: 'replica_lost',
    tool,
    message: 'the replica of the gateway that ran the call has stopped; whether it ran is not known',
  });

/** An answer that is small enough to be passed on, or the failure that says that it is not. */
function passable(id: RequestId, answer: RpcAnswer): RpcAnswer {
  if (answer.text.length <= maxPassed) return answer;
  const message = `the answer has more than ${maxPassed} characters, which replicas do not pass on`;
  return { text: errorText(id, toWireError(new UpstreamFailure({ mode: 'response_too_large', message }))), status: 200 };
}

const callOf = (body: unknown): string => (isPlainObject(body) ? String(body.call) : '');

export class InputRoutes {
  readonly #replica: Replica;
  readonly #logger: Logger;
  readonly #sent = new Map<string, Sent>();
  readonly #runs = new Map<string, Run>();
  #start: Start | undefined;

  constructor(replica: Replica, logger: Logger) {
    this.#replica = replica;
    this.#logger = logger;
    replica.on('input', body => this.#run(body as Passed));
    replica.on('input-runs', body => this.#runs.get(callOf(body))?.timer.refresh() !== undefined);
    replica.on('input-cancel', body => this.#runs.get(callOf(body))?.request.abort());
    replica.on('input-message', body => {
      if (isPlainObject(body)) this.#sent.get(callOf(body))?.exchange.writer.write(String(body.text));
    });
    replica.on('input-answer', body => {
      if (isPlainObject(body)) this.#sent.get(callOf(body))?.answered(body.answer as RpcAnswer);
      return true;
    });
  }

  /** Sets what runs the requests that other replicas pass to this one. */
  serve(start: Start): void {
    this.#start = start;
  }

  /**
   * The answer of the replica where the call of this request waits; undefined where it waits here, or that replica has stopped.
   *
   * @throws TransportFailure
   */
  async answered(exchange: Exchange): Promise<RpcAnswer | undefined> {
    const home = exchange.era === 'modern' ? homeOf(exchange.params.requestState) : undefined;
    if (home === undefined || home === this.#replica.id) return undefined;
    const call = newReplicaId() + newReplicaId();
    const tool = calledTool(exchange.params) ?? String(exchange.params.name);
    try {
      const answer = new Promise<RpcAnswer>(answered => this.#sent.set(call, { exchange, answered }));
      if (!(await this.#pass(call, home, exchange, tool))) return undefined;
      return await this.#answerOf(call, home, answer, exchange.signal, tool);
    } finally {
      this.#sent.delete(call);
    }
  }

  /** Passes a request on; false where the other replica has stopped. @throws TransportFailure */
  async #pass(call: string, home: string, exchange: Exchange, tool: string): Promise<boolean> {
    const { id, method, params, profile, caller, bytes, trace } = exchange;
    const text = exactJson({ jsonrpc: '2.0', id, method, params });
    const passed: Passed = { call, from: this.#replica.id, text, ...(profile !== undefined && { profile }), caller, bytes, trace };
    try {
      return (await this.#replica.ask(home, 'input', passed)) === true;
    } catch (error) {
      if (error instanceof ReplicaGone) return false;
      if (!(error instanceof StoreError)) throw error;
      throw new TransportFailure({ mode: 'session_store_unavailable', tool, message: 'the replica that asked cannot be told now' });
    }
  }

  async #answerOf(call: string, home: string, answer: Promise<RpcAnswer>, signal: AbortSignal, tool: string): Promise<RpcAnswer> {
    const ended = new AbortController();
    try {
      const lost = this.#lost(call, home, AbortSignal.any([signal, ended.signal]));
      return await untilAborted(Promise.race([answer, lost.then(() => Promise.reject(replicaLost(tool)))]), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      await this.#replica.tell(home, 'input-cancel', { call });
      throw new TransportFailure({ mode: 'cancelled', tool, message: 'the client cancelled the call, or the gateway stops' });
    } finally {
      ended.abort();
    }
  }

  /** Settles when the other replica does not run the call any more; never where the signal aborts before. */
  async #lost(call: string, home: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        await sleep(lookMs, signal);
        // Its answer was sent before this one, and is read first.
        if ((await this.#replica.ask(home, 'input-runs', { call }, signal)) !== true) return;
      } catch (error) {
        if (signal.aborted) return new Promise(() => {});
        if (error instanceof ReplicaGone) return;
        if (!(error instanceof StoreError)) throw error;
      }
    }
  }

  /** Runs a request that another replica passed on. Passed twice, it runs once. */
  #run({ call, from, text, profile, caller, bytes, trace }: Passed): boolean {
    const checked = precheck(Buffer.from(text));
    if (this.#runs.has(call)) return true;
    if (checked.violation || this.#start === undefined) return false;
    let told: Promise<unknown> = Promise.resolve();
    const write = (said: string) => {
      told = told.then(() => this.#replica.tell(from, 'input-message', { call, text: said }));
    };
    const context = { era: 'modern', profile, caller, bytes, session: undefined, writer: { open: true, write }, trace } as const;
    const message = checked.message as RpcRequest;
    const request = this.#start(message, context);
    const timer = setTimeout(() => request.abort(), forgottenMs).unref();
    this.#runs.set(call, { request, timer });
    const finished = request.answer.then(async answer => {
      await told;
      if (answer) await this.#replica.ask(from, 'input-answer', { call, answer: passable(message.id, answer) });
    });
    finished
      .catch(error => {
        if (!(error instanceof ReplicaGone || error instanceof StoreError)) logBackgroundFailure(error, this.#logger);
      })
      .finally(() => {
        clearTimeout(timer);
        this.#runs.delete(call);
      });
    return true;
  }
}
