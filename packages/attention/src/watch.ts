/** Keeps the list of what needs a person current, and logs each item that appears, changes or goes. */
import { attentionItems } from './attention-items.js';
import type { AttentionItem, AttentionSeverity } from './item.js';
import type { AttentionState, Measured } from './state.js';

type Say = (event: string, fields: Readonly<Record<string, string | undefined>>) => void;

/** Where lines go, as the logger of the gateway. */
export interface AttentionLogger {
  readonly info: Say;
  readonly warn: Say;
  readonly error: Say;
}

export interface AttentionWatchDeps {
  /** The state now, without what is measured. */
  readonly state: () => Omit<AttentionState, keyof Measured>;
  /** Measures disk, clock and logins. Rejects never. */
  readonly measure?: () => Promise<Measured>;
  readonly logger: AttentionLogger;
  readonly now?: () => number;
  /** Milliseconds between a change and the log, in which a state that does not last is not told of. Default 500. */
  readonly settleMs?: number;
  /** Milliseconds between checks of what nobody tells of. Default 5000. */
  readonly everyMs?: number;
  /** Milliseconds between measurements. Default 60,000. */
  readonly measureEveryMs?: number;
}

const levels = { error: 'error', warning: 'warn', info: 'info' } as const satisfies Readonly<
  Record<AttentionSeverity, keyof AttentionLogger>
>;

export class AttentionWatch {
  readonly #deps: AttentionWatchDeps;
  readonly #listeners = new Set<() => void>();
  #measured: Measured = {};
  #measuring: Promise<void> | undefined;
  #measuredAt = Number.NEGATIVE_INFINITY;
  /** The items that were logged last, by id. */
  #told: ReadonlyMap<string, AttentionItem> = new Map();
  #soon: NodeJS.Timeout | undefined;
  #regular: NodeJS.Timeout | undefined;

  constructor(deps: AttentionWatchDeps) {
    this.#deps = deps;
  }

  /** Begins to log, and to check what nobody tells of. */
  start(): void {
    this.#regular ??= setInterval(() => this.#check(), this.#deps.everyMs ?? 5_000).unref();
    this.changed();
  }

  /** What needs a person now, errors first. */
  items(): readonly AttentionItem[] {
    const { state, now = Date.now } = this.#deps;
    return attentionItems({ ...state(), ...this.#measured }, now());
  }

  /** Tells of a change in the gateway; the log follows when it has settled. */
  changed(): void {
    if (this.#regular === undefined) return;
    this.#soon ??= setTimeout(() => this.#check(), this.#deps.settleMs ?? 500).unref();
  }

  /** Measures now what is otherwise measured each minute. */
  measureAgain(): void {
    this.#measuredAt = Number.NEGATIVE_INFINITY;
    this.changed();
  }

  /** Calls `listener` when an item appeared, changed or went. Gives what ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #check(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#measureInTurn();
    const found = new Map(this.items().map(item => [item.id, item]));
    const before = this.#told;
    this.#told = found;
    const isNew = [...found.values()].filter(({ id, what, severity, version }) => {
      const known = before.get(id);
      return known === undefined || known.what !== what || known.severity !== severity || known.version !== version;
    });
    const gone = [...before.values()].filter(({ id }) => !found.has(id));
    for (const item of isNew) this.#log(item);
    for (const { id, what } of gone) this.#deps.logger.info('no longer needs attention', { id, what });
    if (isNew.length + gone.length > 0) for (const listener of this.#listeners) listener();
  }

  #log({ id, severity, what, fix, since }: AttentionItem): void {
    this.#deps.logger[levels[severity]]('needs attention', { id, what, fix, since });
  }

  #measureInTurn(): void {
    const { measure, measureEveryMs = 60_000 } = this.#deps;
    if (measure === undefined || this.#measuring !== undefined || performance.now() - this.#measuredAt < measureEveryMs) return;
    this.#measuredAt = performance.now();
    this.#measuring = measure().then(measured => {
      this.#measured = measured;
      this.#measuring = undefined;
      this.changed();
    });
  }

  close(): void {
    clearInterval(this.#regular);
    clearTimeout(this.#soon);
    this.#regular = undefined;
    this.#listeners.clear();
  }
}
