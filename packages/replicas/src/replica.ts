/** One replica among those that share a Redis: its lease, by which the others know that it runs, and its messages to them. */
import { randomBytes } from 'node:crypto';
import { Deadline, sleep, untilAborted } from '@mcpgw/loader/internal';
import { type SharedRedis, StoreError } from '@mcpgw/store';
import { ReplicaNames } from './names.js';
import type { Guard } from './redis-log.js';
import { leaseScript, publishScript } from './scripts.js';

/** A replica did not answer: it has stopped, or cannot be reached. */
export class ReplicaGone extends Error {
  override name = 'ReplicaGone';
}

/** Handles a message of another replica; what it returns is the answer. */
export type ReplicaHandler = (body: unknown) => unknown;

interface Letter {
  readonly kind: string;
  readonly body?: unknown;
  /** Where the answer goes. */
  readonly from?: string;
  readonly id?: number;
}

/** Milliseconds for which a lease holds, and between two renewals. */
const leaseMs = 5_000;
const renewEveryMs = 1_000;
/** Milliseconds that another replica has to answer, and the number of times that it is asked. */
const answerMs = 2_000;
const maxAsks = 3;
const retryMs = 250;
const never = new AbortController().signal;

/** What a replica is told. */
export interface ReplicaListeners {
  /** A message about a stream. */
  readonly onStream: (kind: string, name: string, reader: string) => void;
  /** Messages may have been missed. */
  readonly onConnected: () => void;
  /** Once a second, after the lease was renewed. */
  readonly onTick: () => void;
}

/** A random name for a replica: 8 letters and digits. It gives access to nothing. */
export const newReplicaId = (): string => randomBytes(6).toString('base64url').replace(/[-_]/g, 'x');

export class Replica {
  readonly id: string;
  readonly names: ReplicaNames;
  readonly #redis: SharedRedis | undefined;
  readonly #guard: Guard;
  readonly #handlers = new Map<string, ReplicaHandler>();
  readonly #waiting = new Map<number, (body: unknown) => void>();
  #lastId = 0;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;
  /** Since when the lease was renewed without a break, on the monotonic clock. */
  #steadySince: number | undefined;
  #isClosed = false;

  /** `redis` is absent where the replica is alone. */
  constructor(redis: SharedRedis | undefined, guard: Guard, id: string) {
    this.id = id;
    this.#redis = redis;
    this.#guard = guard;
    this.names = new ReplicaNames(redis?.prefix ?? '', this.id);
  }

  /** Whether leases that are missing now belong to replicas that have stopped: all that run had the time to renew theirs. */
  get isSteady(): boolean {
    return this.#steadySince !== undefined && performance.now() - this.#steadySince > leaseMs + 2 * renewEveryMs;
  }

  /** Sets what answers the messages of one kind. */
  on(kind: string, handler: ReplicaHandler): void {
    this.#handlers.set(kind, handler);
  }

  /** Joins the others. */
  start({ onStream, onConnected, onTick }: ReplicaListeners): void {
    const { inbox, everyone } = this.names;
    const received = (text: string) => {
      if (!text.startsWith('{')) {
        const [kind = '', name = '', reader = ''] = text.split(' ');
        onStream(kind, name, reader);
      } else void this.#received(text);
    };
    this.#unsubscribe = this.#redis?.subscribe([inbox(this.id), everyone], received, onConnected);
    const tick = async () => {
      await this.#renew();
      if (this.#isClosed) return;
      onTick();
      this.#timer = setTimeout(() => void tick(), renewEveryMs).unref();
    };
    void tick();
  }

  async #renew(): Promise<void> {
    if (this.#redis === undefined) return;
    try {
      const had = await this.#run(leaseScript, this.names.lease(this.id), String(leaseMs));
      if (had !== 1) this.#steadySince = performance.now();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#steadySince = undefined;
    }
    this.#steadySince ??= performance.now();
  }

  #run(script: string, key: string, argument: string): Promise<unknown> {
    return this.#guard(signal => this.#redis!.run(script, [key], [argument], { signal }));
  }

  async #received(text: string): Promise<void> {
    const { kind, body, from, id } = JSON.parse(text) as Letter;
    if (kind === 'answer') {
      this.#waiting.get(id!)?.(body);
      return;
    }
    const handler = this.#handlers.get(kind);
    if (handler === undefined) return;
    const answer = await handler(body);
    if (from !== undefined) await this.#send(this.names.inbox(from), { kind: 'answer', id: id!, body: answer }).catch(() => 0);
  }

  async #send(channel: string, letter: Letter): Promise<number> {
    return Number(await this.#run(publishScript, channel, JSON.stringify(letter)));
  }

  /** Tells all replicas, this one included. Nobody is told where Redis does not answer. */
  async tellAll(kind: string, body: unknown): Promise<void> {
    if (this.#redis === undefined) return;
    try {
      await this.#send(this.names.everyone, { kind, body });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }

  /** Tells one replica. It is not told where Redis does not answer. */
  async tell(replica: string, kind: string, body: unknown): Promise<void> {
    if (this.#redis === undefined) return;
    try {
      await this.#send(this.names.inbox(replica), { kind, body });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }

  /**
   * The answer of another replica. `body` may arrive more than once where an answer is late.
   *
   * @throws ReplicaGone; StoreError where Redis does not answer; the reason of `signal`
   */
  async ask(replica: string, kind: string, body: unknown, signal: AbortSignal = never, waitMs: number = answerMs): Promise<unknown> {
    const id = ++this.#lastId;
    const answer = new Promise(resolve => this.#waiting.set(id, resolve));
    try {
      for (let asks = 0; asks < maxAsks && this.#redis !== undefined; asks++) {
        if ((await this.#send(this.names.inbox(replica), { kind, body, from: this.id, id })) === 0) {
          await sleep(retryMs, signal);
          continue;
        }
        const deadline = new Deadline(waitMs, signal);
        try {
          return await untilAborted(answer, deadline.signal);
        } catch (error) {
          if (signal.aborted) throw error;
        } finally {
          deadline.clear();
        }
      }
    } finally {
      this.#waiting.delete(id);
    }
    throw new ReplicaGone(`replica ${replica} does not answer`);
  }

  /**
   * The answers of all replicas that listen, this one included, and the number of them. One that does not answer in time is missing.
   *
   * @throws StoreError where Redis does not answer
   */
  async askAll(kind: string, body: unknown, waitMs: number = answerMs): Promise<{ answers: readonly unknown[]; asked: number }> {
    if (this.#redis === undefined) return { answers: [await this.#handlers.get(kind)?.(body)], asked: 1 };
    const id = ++this.#lastId;
    const answers: unknown[] = [];
    const deadline = new Deadline(waitMs);
    let heard = () => {};
    this.#waiting.set(id, answer => {
      answers.push(answer);
      heard();
    });
    try {
      const asked = await this.#send(this.names.everyone, { kind, body, from: this.id, id });
      await new Promise<void>(resolve => {
        heard = () => void (answers.length >= asked && resolve());
        deadline.signal.addEventListener('abort', () => resolve(), { once: true });
        heard();
      });
      return { answers, asked };
    } finally {
      deadline.clear();
      this.#waiting.delete(id);
    }
  }

  /** Leaves the others, which learn it when the lease ends. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#unsubscribe?.();
  }
}
