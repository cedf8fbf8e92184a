/**
 * What was asked of every field of a format: which accepted values do not do what they say, and which rule finds them. The tables
 * stand beside the tables of the fields; a test per format fails for a field without a row.
 */
import type { RuleId } from '@mcpgw/diagnostics';
import type { Shape, StructShape } from '../shape/shape.js';

/** The answer to one question about a field: the rules that find such a value, or one sentence that says why no rule is needed. */
export type Answer = readonly RuleId[] | string;

/** The answers for one field. */
export interface Answers {
  /** Which accepted value does nothing? Dropped, ignored by a version or protocol, overridden, never matching, taken as free text. */
  readonly inert: Answer;
  /** Which value opens what the author meant to close, or closes everything? */
  readonly opens: Answer;
  /** Which value fails only at runtime? Points nowhere, wrong scheme or port, exceeds a limit, a default that is too short or endless. */
  readonly breaks: Answer;
  /** Which value contradicts another field or object? */
  readonly conflicts: Answer;
}

/** The answers for the fields of a format: by the name of the structure (its title, or the name of its table), then by field. */
export type Census = Readonly<Record<string, Readonly<Record<string, Answers>>>>;

/** One row: what does nothing, what opens or closes too much, what fails at runtime, what contradicts another field or object. */
export const censusRow = (inert: Answer, opens: Answer, breaks: Answer, conflicts: Answer): Answers => ({
  inert,
  opens,
  breaks,
  conflicts,
});

/** One row for several fields, whose names are separated by spaces. */
export const censusRows = (names: string, answers: Answers): Record<string, Answers> =>
  Object.fromEntries(names.split(' ').map(name => [name, answers]));

const parts = 'The fields inside it answer this.';
/** Answers that hold for many fields of several formats, so that each is said in the same words. */
export const commonAnswers: Readonly<Record<'works' | 'noAccess' | 'alone' | 'parts' | 'outside' | 'cluster' | 'refused', string>> & {
  readonly inside: Answers;
} = {
  works: 'Every accepted value has its effect.',
  noAccess: 'It does not decide who may do what.',
  alone: 'No other field says anything about the same thing.',
  parts,
  outside: 'Only the server at the other end knows whether the value is right.',
  cluster: 'It depends on the cluster, which the files do not show.',
  refused: 'The API server refuses a value that cannot work.',
  /** A structure whose fields are asked one by one. */
  inside: censusRow(parts, parts, parts, parts),
};

/** The four questions, in the order in which they are listed, with their words. */
export const questions: readonly (readonly [keyof Answers, string])[] = [
  ['inert', 'does nothing'],
  ['opens', 'opens or closes too much'],
  ['breaks', 'fails at runtime'],
  ['conflicts', 'contradicts another field'],
];

/** The fields of every structure below a shape, by the name of the structure. Structures with one name are listed as one. */
export function fieldsBelow(shape: Shape): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const seen = new Set<Shape>();
  const open = [shape];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.type === 'struct') addFields(next, found);
    open.push(...childrenOf(next));
  }
  return found;
}

function addFields(struct: StructShape, found: Map<string, Set<string>>): void {
  const name = struct.names?.[0] ?? struct.title;
  const fields = found.get(name) ?? new Set<string>();
  for (const field of Object.keys(struct.fields)) fields.add(field);
  found.set(name, fields);
}

function childrenOf(shape: Shape): readonly Shape[] {
  switch (shape.type) {
    case 'struct':
      return [...Object.values(shape.fields).map(field => field.shape), ...(shape.rest === undefined ? [] : [shape.rest])];
    case 'list':
    case 'map':
    case 'refined':
    case 'buffered':
      return [shape.of];
    case 'union':
    case 'select':
      return shape.of;
    case 'versioned':
      return shape.cases.map(each => each.shape);
    case 'lazy':
      return [shape.get()];
    default:
      return [];
  }
}

/** What is missing from a census and what it has too much. Empty lists mean that it is complete. */
export interface CensusGaps {
  /** Fields without a row, as `structure.field`. */
  readonly unanswered: readonly string[];
  /** Rows without a field, as `structure.field`. */
  readonly stale: readonly string[];
}

/** Compares a census with the fields of the shapes that it is about. */
export function censusGaps(shapes: readonly Shape[], census: Census): CensusGaps {
  const fields = new Set(shapes.flatMap(shape => rowsOf(fieldsBelow(shape))));
  const rows = new Set(Object.entries(census).flatMap(([name, table]) => Object.keys(table).map(field => `${name}.${field}`)));
  return {
    unanswered: [...fields].filter(field => !rows.has(field)).sort(),
    stale: [...rows].filter(row => !fields.has(row)).sort(),
  };
}

const rowsOf = (fields: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  [...fields].flatMap(([name, keys]) => [...keys].map(key => `${name}.${key}`));
