import { SchemaError } from './failure.js';

/** The number of comparisons, such as with the members of an enum or with their parts, that count as one unit of work. */
export const comparisonsPerStep = 2;

/** The number of object members, array items or schemas of a list visited without a comparison that count as one unit of work. */
export const membersPerStep = 8;

/** The number of characters, in a reason or in a text checked for its format or length, that count as one unit of work. */
export const charactersPerStep = 20;

/** The number of ancestor schemas searched for a cycle or a dynamic anchor that count as one unit of work. */
export const ancestorsPerStep = 5;

/** The remaining work of one validation. A unit is about one schema applied to one value. */
export interface Work {
  left: number;
  /** The units that each reason for a failure costs. Reasons are kept, so this bounds memory. */
  readonly perFailure?: number;
}

/**
 * Uses up units of work.
 *
 * @throws SchemaError if none is left
 */
export function spend(work: Work | undefined, units: number): void {
  if (work === undefined) return;
  work.left -= units;
  if (work.left < 0) throw new SchemaError('the validation takes more steps than it may');
}
