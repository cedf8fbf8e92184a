import type fc from 'fast-check';

/** A text or bytes as somebody else may have written them. */
export type Input = string | Uint8Array;

/** One parser that reads what strangers write, with what has to hold whatever they write. */
export interface Target {
  /** Inputs to start from: each takes another way through the parser. */
  readonly seeds: readonly Input[];
  /** Pieces that mean something to the parser; the mutator puts them into inputs. */
  readonly tokens?: readonly string[];
  /** Inputs that are mostly well formed, for what random edits of the seeds reach too rarely. */
  readonly arbitrary?: fc.Arbitrary<Input>;
  /** Bytes of the longest input; 16 KiB by default. */
  readonly maxBytes?: number;
  /** Runs of this target in `make ci`, where 1 is as many as of the others; less for those that are slow. */
  readonly share?: number;
  /**
   * Gives the parser an input. `folder` is an empty temporary folder, the only one that may be touched.
   * @throws what is a defect: an Oracle, or an error that the parser does not declare
   */
  run(input: Buffer, folder: string): void | Promise<void>;
}

/** What holds of every input did not hold of this one. */
export class Oracle extends Error {
  override name = 'Oracle';
  /** What does not hold, in the same words for every input that shows it. */
  readonly what: string;
  constructor(what: string, details = '') {
    super(details === '' ? what : `${what}: ${details}`);
    this.what = what;
  }
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** The value or the declared error of a parser. */
export type Outcome<T> = { readonly value: T } | { readonly error: Error };

/** What `read` gives or throws. @throws every error that is of none of the declared classes: those are defects */
export function outcome<T>(declared: readonly ErrorClass[], read: () => T): Outcome<T> {
  try {
    return { value: read() };
  } catch (error) {
    return { error: declaredError(declared, error) };
  }
}

function declaredError(declared: readonly ErrorClass[], error: unknown): Error {
  if (!declared.some(known => error instanceof known)) throw error;
  const { name, message } = error as Error;
  // A message of the engine in an error of ours: an accident that was given a declared name.
  const isEngine =
    /is not a function|Cannot read propert|is not iterable|Maximum call stack|Invalid array length|Invalid string length|undefined \(reading/;
  if (isEngine.test(message)) throw new Oracle('a declared error has the message of an internal one', `${name}: ${message}`);
  return error as Error;
}

/** As `outcome`, of a parser that is asynchronous. */
export async function outcomeOf<T>(declared: readonly ErrorClass[], read: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    return { error: declaredError(declared, error) };
  }
}

/** @throws Oracle unless `holds` */
export function holds(isSo: boolean, what: string, details = ''): void {
  if (!isSo) throw new Oracle(what, details);
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))).slice(0, 400);

/** @throws Oracle unless both are the same text */
export function same(one: string, other: string, what: string): void {
  if (one === other) return;
  let at = 0;
  while (one[at] === other[at]) at++;
  const from = Math.max(0, at - 40);
  throw new Oracle(what, `${shown(one.slice(from))} and ${shown(other.slice(from))}`);
}
