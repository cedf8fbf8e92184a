/** A queue for each session: a limited number of its requests run at the same time, others wait, and none waits forever. */

import { type FailureFields, failureFields } from '@mcpgw/failures/internal';
import { Deadline, DeadlineError } from '@mcpgw/loader/internal';
import { Limiter, QueueFullError } from '@mcpgw/upstreams/internal';
import type { Live, QueueLimits } from './live-config.js';
import type { ClientSession } from './session.js';

/** Why a request could not run: a text for the client, and the limits that it met. */
export interface QueueRefusal {
  readonly message: string;
  readonly data: FailureFields & Readonly<Record<string, unknown>>;
}

export class SessionQueue {
  readonly #config: Live<{ readonly queueLimits: QueueLimits }>;
  readonly #limiters = new WeakMap<ClientSession, Limiter>();

  constructor(config: Live<{ readonly queueLimits: QueueLimits }>) {
    this.#config = config;
  }

  #limiterOf(session: ClientSession, { running, queued }: QueueLimits): Limiter {
    const limiter = this.#limiters.get(session) ?? new Limiter(running, queued);
    this.#limiters.set(session, limiter);
    limiter.configure(running, queued);
    return limiter;
  }

  /** Runs `work` when a place is free. A request that is cancelled while it waits runs at once, so that its signal ends it. */
  async run<T>(session: ClientSession, signal: AbortSignal, work: () => Promise<T>): Promise<T | QueueRefusal> {
    const limits = this.#config.current.queueLimits;
    const limiter = this.#limiterOf(session, limits);
    if (limiter.isFree) return limiter.run(work, signal);
    const wait = new Deadline(limits.milliseconds, signal);
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      wait.clear();
      return work();
    };
    try {
      return await limiter.run(begin, wait.signal);
    } catch (error) {
      if (hasBegun) throw error;
      if (error instanceof QueueFullError) return queueFull(limits);
      if (error instanceof DeadlineError) return waitedTooLong(limits);
      return work();
    } finally {
      wait.clear();
    }
  }
}

function dataOf({ running, queued, milliseconds }: QueueLimits) {
  const limits = { 'limits.calls_per_session': running, 'limits.queued_calls_per_session': queued, 'timeouts.queue_ms': milliseconds };
  return { ...failureFields('contract_violation', 'too_many_requests'), limits };
}

function queueFull(limits: QueueLimits): QueueRefusal {
  const { running, queued } = limits;
  return {
    message: `Too many requests of this session: ${running} are in flight (limits.calls_per_session) and ${queued} wait (limits.queued_calls_per_session)`,
    data: dataOf(limits),
  };
}

function waitedTooLong(limits: QueueLimits): QueueRefusal {
  const { running, milliseconds } = limits;
  return {
    message: `The request waited ${milliseconds / 1000} s (timeouts.queue) for one of the ${running} requests of this session in flight (limits.calls_per_session) to end; it was not made`,
    data: dataOf(limits),
  };
}

export function isQueueRefusal(value: object | undefined): value is QueueRefusal {
  return value !== undefined && 'message' in value;
}
