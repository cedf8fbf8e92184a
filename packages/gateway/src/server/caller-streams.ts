/** Ends the standing streams of callers whose token expires, or whom the configuration does not admit any more. */
import type { Caller } from '@mcpgw/access';
import { notAdmitted } from './admission.js';
import type { LiveConfig } from './live-config.js';
import type { Sessions } from './sessions.js';

interface CallerStream {
  readonly caller: Caller;
  readonly profile: string | undefined;
  readonly end: () => void;
  timer?: NodeJS.Timeout;
}

/** The longest time that a timer of Node takes, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

export class CallerStreams {
  readonly #config: LiveConfig;
  readonly #open = new Set<CallerStream>();

  constructor(config: LiveConfig, sessions: Pick<Sessions, 'all'>) {
    this.#config = config;
    config.onChange(() => this.#check(sessions.all()));
  }

  /** Calls `end` when the caller may listen no longer. Returns a function that forgets the stream. */
  add(caller: Caller, profile: string | undefined, end: () => void): () => void {
    const stream: CallerStream = { caller, profile, end };
    this.#open.add(stream);
    this.#endAtExpiry(stream);
    return () => this.#forget(stream);
  }

  #forget(stream: CallerStream): void {
    clearTimeout(stream.timer);
    this.#open.delete(stream);
  }

  #end(stream: CallerStream): void {
    this.#forget(stream);
    stream.end();
  }

  /** A token counts a little longer than it says, because clocks differ. */
  #endAtExpiry(stream: CallerStream): void {
    const { expiresAt } = stream.caller;
    if (expiresAt === undefined) return;
    const { clockSkew = 0 } = this.#config.current.settings.auth.oauth ?? {};
    const left = expiresAt * 1000 + clockSkew - Date.now();
    if (left <= 0) this.#end(stream);
    else stream.timer = setTimeout(() => this.#endAtExpiry(stream), Math.min(left, maxTimerMs)).unref();
  }

  #check(sessions: Iterable<{ caller: Caller | undefined }>): void {
    const { current } = this.#config;
    for (const session of sessions) session.caller = session.caller && current.access.again(session.caller);
    for (const stream of [...this.#open]) {
      const caller = current.access.again(stream.caller);
      if (caller === undefined || notAdmitted(current, stream.profile, caller) !== undefined) this.#end(stream);
    }
  }
}
