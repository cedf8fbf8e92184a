/**
 * Limits the rate of each kind of unsolicited messages of one server. Updates above the limit are sent later, equal ones once; log
 * messages are dropped and counted; requests are refused.
 */
import { TokenBucket } from './token-bucket.js';

type Params = Readonly<Record<string, unknown>>;

/** What was dropped: log messages, updates, or requests for clients. */
export type Dropped = 'log' | 'update' | 'request';

export interface RelayDeps {
  readonly server: string;
  /** Messages of one kind for each second. */
  readonly perSecond: () => number;
  /** Milliseconds between two reports of what was dropped. */
  readonly reportMs: number;
  /** Whether unsolicited messages of the server may reach clients. */
  readonly maySpeak: () => boolean;
  readonly onDropped: (what: Dropped, count: number) => void;
}

/** Seconds' worth of messages that may come at once. */
const burstSeconds = 5;
const maxPending = 1000;

/** Levels of log messages from the least (RFC 5424, section 6.2.1). */
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

interface DroppedLogs {
  count: number;
  /** The index of the highest level in `levels`. */
  level: number;
  readonly tell: (params: Params) => void;
}

export class Relay {
  readonly #deps: RelayDeps;
  readonly #logs: TokenBucket;
  readonly #updates: TokenBucket;
  readonly #requests: TokenBucket;
  /** Updates that are sent when the limit allows it, in the order of their arrival. */
  readonly #pending = new Map<string, () => void>();
  readonly #dropped = new Map<Dropped, number>();
  readonly #droppedLogs = new Map<string, DroppedLogs>();
  #telling: NodeJS.Timeout | undefined;
  #report: NodeJS.Timeout | undefined;

  constructor(deps: RelayDeps) {
    this.#deps = deps;
    const bucket = () => new TokenBucket(deps.perSecond, burstSeconds);
    [this.#logs, this.#updates, this.#requests] = [bucket(), bucket(), bucket()];
  }

  /** Tells a log message, where there is room for it. `to` names those whom `tell` tells: they hear how many were dropped. */
  log(params: Params | undefined, to: string, tell: (params: Params | undefined) => void): void {
    if (this.#logs.take()) {
      if (this.#deps.maySpeak()) tell(params);
      return;
    }
    this.#drop('log');
    const known = this.#droppedLogs.get(to) ?? { count: 0, level: 0, tell };
    known.count++;
    known.level = Math.max(known.level, levels.indexOf(String(params?.level)));
    this.#droppedLogs.set(to, known);
  }

  /** Sends an update now or, if the limit is reached, later; waiting updates of one `key` are sent once. */
  update(key: string, tell: () => void): void {
    if (this.#pending.has(key)) return;
    if (this.#pending.size === 0 && this.#updates.take()) tell();
    else if (this.#pending.size >= maxPending) this.#drop('update');
    else {
      this.#pending.set(key, tell);
      this.#tellLater();
    }
  }

  #tellLater(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      for (const [key, tell] of this.#pending) {
        if (!this.#updates.take()) break;
        this.#pending.delete(key);
        if (this.#deps.maySpeak()) tell();
      }
      if (this.#pending.size > 0) this.#tellLater();
    }, this.#updates.wait()).unref();
  }

  /** Whether the server may ask a client something now. */
  mayAsk(): boolean {
    if (this.#requests.take()) return true;
    this.#drop('request');
    return false;
  }

  #drop(what: Dropped): void {
    this.#dropped.set(what, (this.#dropped.get(what) ?? 0) + 1);
    this.#report ??= setTimeout(() => this.#tellDropped(), this.#deps.reportMs).unref();
  }

  #tellDropped(): void {
    this.#report = undefined;
    const { server, perSecond, maySpeak, onDropped } = this.#deps;
    for (const [what, count] of this.#dropped) onDropped(what, count);
    this.#dropped.clear();
    for (const { count, level, tell } of this.#droppedLogs.values()) {
      const data = `${count} messages dropped: server '${server}' sends more than ${perSecond()} log messages a second`;
      if (maySpeak()) tell({ level: levels[level], logger: 'mcpgw', data });
    }
    this.#droppedLogs.clear();
  }

  /** Stops sending, and reports what was dropped. */
  close(): void {
    clearTimeout(this.#telling);
    clearTimeout(this.#report);
    this.#pending.clear();
    for (const [what, count] of this.#dropped) this.#deps.onDropped(what, count);
    this.#dropped.clear();
    this.#droppedLogs.clear();
  }
}
