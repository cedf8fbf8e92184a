/** Requests of one session take turns: so many go on at once, so many wait, none waits forever. */
import { Deadline, DeadlineError } from '@mcpgw/loader/internal';
import { Limiter, QueueFullError } from '../upstreams/limiter.js';
import type { Session } from './session.js';

export interface TurnSettings {
  /** Requests of a session that go on at once. */
  readonly running: number;
  /** Requests of a session that wait for one of those to end. */
  readonly queued: number;
  /** Longest wait. */
  readonly milliseconds: number;
}

/** Why a request got no turn: a text for the client, and the settings that decide. */
export interface NoTurn {
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export class Turns {
  readonly #settings: () => TurnSettings;
  readonly #limiters = new WeakMap<Session, Limiter>();

  constructor(settings: () => TurnSettings) {
    this.#settings = settings;
  }

  #limiterOf(session: Session): Limiter {
    const { running, queued } = this.#settings();
    const limiter = this.#limiters.get(session) ?? new Limiter(running, queued);
    this.#limiters.set(session, limiter);
    limiter.configure(running, queued);
    return limiter;
  }

  /** Does `work` when it is its turn. A request that is taken back while it waits does it at once: it then ends by its signal. */
  async run<T>(session: Session, signal: AbortSignal, work: () => Promise<T>): Promise<T | NoTurn> {
    const settings = this.#settings();
    const wait = new Deadline(settings.milliseconds, signal);
    let hasTurn = false;
    const begin = () => {
      hasTurn = true;
      wait.clear();
      return work();
    };
    try {
      return await this.#limiterOf(session).run(begin, wait.signal);
    } catch (error) {
      if (hasTurn) throw error;
      if (error instanceof QueueFullError) return queueFull(settings);
      if (error instanceof DeadlineError) return waitedTooLong(settings);
      return work();
    } finally {
      wait.clear();
    }
  }
}

function dataOf({ running, queued, milliseconds }: TurnSettings) {
  const limits = { 'limits.calls_per_session': running, 'limits.queued_calls_per_session': queued, 'timeouts.queue_ms': milliseconds };
  return { failure_mode: 'too_many_requests', failure_category: 'contract_violation', limits };
}

function queueFull(settings: TurnSettings): NoTurn {
  const { running, queued } = settings;
  return {
    message: `Too many requests of this session: ${running} are in flight (limits.calls_per_session) and ${queued} wait (limits.queued_calls_per_session)`,
    data: dataOf(settings),
  };
}

function waitedTooLong(settings: TurnSettings): NoTurn {
  const { running, milliseconds } = settings;
  return {
    message: `The request waited ${milliseconds / 1000} s (timeouts.queue) for one of the ${running} requests of this session in flight (limits.calls_per_session) to end; it was not made`,
    data: dataOf(settings),
  };
}

export function isNoTurn(value: object | undefined): value is NoTurn {
  return value !== undefined && 'message' in value;
}
