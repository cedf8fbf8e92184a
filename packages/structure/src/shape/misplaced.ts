/** Where a field belongs that a structure does not have. */
import { formatPath, type Path } from '@mcpgw/diagnostics';
import { listNames } from './names.js';
import type { StructShape } from './shape.js';

/** A structure and its path; in the path, 0 stands for any item of a list and NAME for any key of a mapping. */
export interface FieldPlace<T = StructShape> {
  readonly shape: T;
  readonly path: Path;
}

/** How to look for a field: whether a structure has it, and the structures of its fields. */
export interface FieldSearch<T> {
  readonly has: (shape: T) => boolean;
  readonly below: (place: FieldPlace<T>) => FieldPlace<T>[];
}

const maxLevels = 5;
const maxStructures = 2_000;
/** The maximum number of structures that a suggestion names; a field that more of them have may be meant for any. */
const maxNamed = 2;

/**
 * Says where a field belongs that the first of `around` does not have: in a structure below it, else in one of those around it (the nearest
 * first), else in another one below the last. Undefined if there is no such structure, or if there are too many equally near ones.
 */
export function belongsUnder<T>(around: readonly FieldPlace<T>[], search: FieldSearch<T>): string | undefined {
  const below = nearest(around[0]!, search);
  if (below.length > 0) return placesText(below);
  const outer = around.find(({ shape }) => search.has(shape));
  return placesText(outer === undefined ? nearest(around.at(-1)!, search) : [outer.path]);
}

function placesText(places: readonly Path[]): string | undefined {
  if (places.length === 0 || places.length > maxNamed) return undefined;
  if (places[0]!.length === 0) return 'it belongs at the top level';
  return `it belongs under ${listNames(places.map(formatPath), 'or', '')}`;
}

/** The nearest structures with a field, level by level; all of the same level. */
function nearest<T>(start: FieldPlace<T>, { has, below }: FieldSearch<T>): Path[] {
  const met = new Set([start.shape]);
  let level = [start];
  for (let depth = 0; depth <= maxLevels && level.length > 0 && met.size <= maxStructures; depth++) {
    const hits = level.filter(({ shape }) => has(shape));
    if (hits.length > 0) return hits.map(({ path }) => path);
    level = level.flatMap(below).filter(({ shape }) => !met.has(shape) && met.add(shape));
  }
  return [];
}
