/** Limits of an execution. Templates are untrusted: Go has none of these but the depth. */
import { GoMap, type Value } from '@mcpgw/go/values';

export interface BudgetLimits {
  /** Instructions executed, over all templates. */
  readonly steps: number;
  /** Output written, nested templates' included, in UTF-16 code units (at most a third of the bytes). */
  readonly outputBytes: number;
  /** Templates running inside templates. */
  readonly depth: number;
  /** Time from the first use, in milliseconds; steps of the wall clock do not change it. */
  readonly deadlineMs?: number;
  /** Bytes of memory that may still be taken; asked every few milliseconds. What functions make is kept by no other limit. */
  readonly memoryLeft?: () => number;
}

export type LimitName = 'steps' | 'output' | 'depth' | 'time' | 'memory';

/** A limit is exceeded. */
export class BudgetError extends Error {
  override name = 'BudgetError';
  readonly limit: LimitName;
  constructor(limit: LimitName, message: string) {
    super(message);
    this.limit = limit;
  }
}

/** How many instructions run between two looks at the clock. */
const stepsPerLook = 16384;

/** UTF-16 code units of one function's result. */
const maxText = 2 ** 24;

/** How many functions may run between two looks at the clock, and how large a result none of them may have. */
const callsPerLook = 8;
const resultPerLook = 2 ** 13;

function sizeOf(v: Value): number {
  if (typeof v === 'string' || Array.isArray(v)) return v.length;
  return v instanceof GoMap ? v.size : 0;
}

/** Milliseconds between two looks at the memory. */
const memoryLookMs = 10;

/** What is left of the limits; shared by every nested execution. */
export class Budget {
  readonly limits: BudgetLimits;
  #usedSteps = 0;
  #usedOutput = 0;
  #depth = 0;
  #deadline: number | null = null;
  #nextMemoryLook = 0;
  #callsLeft = 0;

  constructor(limits: BudgetLimits) {
    this.limits = limits;
  }

  /** How many instructions may run before `spend` must be told. */
  allowance(): number {
    return Math.min(stepsPerLook, this.limits.steps - this.#usedSteps + 1);
  }

  /** Accounts for instructions and checks the clock. @throws BudgetError if a limit is exceeded */
  spend(steps: number): void {
    this.#usedSteps += steps;
    const { limits } = this;
    if (this.#usedSteps > limits.steps) throw new BudgetError('steps', `template execution exceeds ${limits.steps} steps`);
    this.look();
  }

  /**
   * Looks at the clock, and every few milliseconds at the memory. Due before whatever may take long or make much: `range`, which
   * sorts keys, and functions, see `call`.
   *
   * @throws BudgetError if the time or the memory is used up
   */
  look(): void {
    const { deadlineMs, memoryLeft } = this.limits;
    const now = performance.now();
    if (this.#deadline === null) {
      this.#deadline = now + (deadlineMs ?? Number.POSITIVE_INFINITY);
      this.#nextMemoryLook = now + memoryLookMs;
    }
    if (now > this.#deadline) throw new BudgetError('time', `template execution takes longer than ${deadlineMs} ms`);
    if (now < this.#nextMemoryLook || memoryLeft === undefined) return;
    this.#nextMemoryLook = now + memoryLookMs;
    if (memoryLeft() <= 0) throw new BudgetError('memory', 'template execution takes too much memory');
  }

  /** Accounts for written text. @throws BudgetError if there is too much */
  write(length: number): void {
    this.#usedOutput += length;
    if (this.#usedOutput > this.limits.outputBytes) {
      throw new BudgetError('output', `template output exceeds ${this.limits.outputBytes} bytes`);
    }
  }

  /**
   * Due before each function call. Checks the clock now and then, and after a function with a large result.
   *
   * @throws BudgetError if the time or the memory is used up
   */
  call(): void {
    if (--this.#callsLeft > 0) return;
    this.#callsLeft = callsPerLook;
    this.look();
  }

  /**
   * Bounds a function's result, which other functions take: V8 crashes when it replaces in, or joins, texts of tens of millions.
   *
   * @throws BudgetError if the result is too long
   */
  made(v: Value): void {
    if (sizeOf(v) < resultPerLook) return;
    this.#callsLeft = 0;
    if (typeof v === 'string' && v.length > maxText)
      throw new BudgetError('output', `the result of a function is longer than ${maxText} characters`);
  }

  /** Called when a template starts inside another. @throws BudgetError if templates nest too deeply */
  enter(): void {
    if (++this.#depth > this.limits.depth) {
      throw new BudgetError('depth', `template execution nests deeper than ${this.limits.depth} templates`);
    }
  }

  leave(count = 1): void {
    this.#depth -= count;
  }
}

/** Limits that no sane template meets; a template that only invokes itself meets Go's own limit of 100000 first. */
export const defaultLimits: BudgetLimits = { steps: 1e9, outputBytes: 2 ** 29 - 2 ** 20, depth: 100001 };
