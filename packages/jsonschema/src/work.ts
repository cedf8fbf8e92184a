import { SchemaError } from './failure.js';

/** Comparisons, as with the members of an enum or with the parts of one of them, that count as one unit of work. */
export const comparisonsPerStep = 2;

/** Members of an object, items of an array or schemas of a list that are passed by without a comparison, for one unit of work. */
export const membersPerStep = 8;

/** Characters of a reason, or of a text that a format or a length is asked of, that count as one unit of work. */
export const charactersPerStep = 20;

/** Schemas on the way to this one that are looked at to find a cycle or a dynamic anchor, for one unit of work. */
export const ancestorsPerStep = 5;

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
