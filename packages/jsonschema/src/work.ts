import { SchemaError } from './failure.js';

/** Comparisons, as with the members of an enum, that count as one unit of work. */
export const comparisonsPerStep = 2;

/** Characters of a reason that count as one unit of work. */
export const charactersPerStep = 20;

/** What is left of the work that one validation may do; a unit is about one schema against one value. */
export interface Work {
  left: number;
  /** Units that a reason counts for which a value fails: reasons are kept, so this bounds memory. */
  readonly perFailure?: number;
}

/** Throws SchemaError where the work is used up. */
export function spend(work: Work | undefined, units: number): void {
  if (work === undefined) return;
  work.left -= units;
  if (work.left < 0) throw new SchemaError('the validation takes more steps than it may');
}
