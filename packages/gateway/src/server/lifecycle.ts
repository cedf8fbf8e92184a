export type Phase = 'starting' | 'ready' | 'leaving' | 'draining' | 'stopped';

/** Where the gateway is between its start and its end. */
export class Lifecycle {
  readonly startedAt: Date;
  #phase: Phase = 'starting';
  #firstAnswers: Promise<void> | undefined;

  constructor(startedAt: Date) {
    this.startedAt = startedAt;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Whether new requests are accepted. */
  get isAccepting(): boolean {
    return this.#phase === 'starting' || this.#phase === 'ready' || this.#phase === 'leaving';
  }

  get isReady(): boolean {
    return this.#phase === 'ready';
  }

  /** While the gateway starts: settles when its servers have answered for the first time, or took too long. `undefined` afterwards. */
  get firstAnswers(): Promise<void> | undefined {
    return this.#phase === 'starting' ? this.#firstAnswers : undefined;
  }

  starting(firstAnswers: Promise<void>): void {
    this.#firstAnswers = firstAnswers;
  }

  ready(): void {
    if (this.#phase === 'starting') this.#phase = 'ready';
  }

  /** Whether the gateway begins to leave with this call: it goes on serving, and reports that it is not ready. */
  leave(): boolean {
    if (this.#phase !== 'starting' && this.#phase !== 'ready') return false;
    this.#phase = 'leaving';
    return true;
  }

  /** Whether the gateway has begun to leave, to drain or to stop. */
  get isEnding(): boolean {
    return this.#phase !== 'starting' && this.#phase !== 'ready';
  }

  /** Whether the gateway begins to drain with this call. */
  drain(): boolean {
    if (!this.isAccepting) return false;
    this.#phase = 'draining';
    return true;
  }

  /** Whether the gateway stops with this call. */
  stop(): boolean {
    if (this.#phase === 'stopped') return false;
    this.#phase = 'stopped';
    return true;
  }
}
