/** Building blocks for the tables of custom resources: objects with constraints across fields, and lists and maps with bounds. */
import type { Path } from '@mcpgw/diagnostics';
import {
  entries,
  entry,
  type Field,
  get,
  inRange,
  isGiven,
  isNull,
  items,
  list,
  listNames,
  map,
  type Node,
  opt,
  type Refusal,
  refined,
  req,
  type Shape,
  string,
  struct,
  type TextCheck,
  text,
  type VersionRange,
} from '@mcpgw/structure';
import { bothGiven, givenWith, mostOneGiven, notBothGiven, oneGiven, type SchemaPart, someGiven } from './schema-parts.js';

/** The input of a constraint: the object, the version of the reader, and the fields of its table. */
export interface Self {
  readonly node: Node;
  readonly version: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/** Checks an object whose individual fields are valid, and reports fields that do not fit together. */
export interface Constraint {
  (self: Self): readonly Refusal[];
  /** The part of the constraint that JSON Schema can express. */
  readonly jsonSchema?: (version: string, fields: Self['fields']) => readonly SchemaPart[];
}

/** A constraint that JSON Schema can express at least in part. */
export const withSchema = (check: (self: Self) => readonly Refusal[], jsonSchema: NonNullable<Constraint['jsonSchema']>): Constraint =>
  Object.assign(check, { jsonSchema });

/** A mapping with known keys. A bare shape is an optional field; null counts as absent for every field. */
export function object(title: string, table: Record<string, Shape | Field>, ...constraints: Constraint[]): Shape {
  const fields: Record<string, Field> = Object.create(null);
  for (const [name, value] of Object.entries(table)) fields[name] = 'need' in value ? value : opt(value, '');
  const shape = struct(title, fields);
  if (constraints.length === 0) return shape;
  const jsonSchema = (version: string): SchemaPart[] => constraints.flatMap(constraint => constraint.jsonSchema?.(version, fields) ?? []);
  return refined({ ...shape, jsonSchema }, (node, version) => constraints.flatMap(constraint => constraint({ node, version, fields })));
}

/** A required field; `doc` describes it. */
export const must = (shape: Shape, doc: string, range: VersionRange = {}): Field => req(shape, doc, range);
/** An optional field that a version added. */
export const since = (version: string, shape: Shape): Field => opt(shape, '', { since: version });
/** An optional field that a version removed. */
export const until = (version: string, shape: Shape, instead?: string): Field =>
  opt(shape, '', { until: version, ...(instead === undefined ? {} : { instead }) });

/** The string under a key, or the default of the API server if it is absent. */
export function textOr(node: Node | undefined, key: string, otherwise: string): string {
  return text(get(node, key)) ?? otherwise;
}

/** A refusal that points at a key of an object. */
export function atKey(node: Node, key: string, message: string, suggestion?: string): Refusal {
  const found = entry(node, key);
  return {
    node: found?.value ?? node,
    message,
    ...(found === undefined ? {} : { span: found.keySpan, at: [key] }),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** A refusal that points at a value below an object. */
export function atNode(node: Node, at: Path, message: string, suggestion?: string): Refusal {
  return { node, at, message, ...(suggestion === undefined ? {} : { suggestion }) };
}

function knownKeys({ fields, version }: Omit<Self, 'node'>, keys: readonly string[]): string[] {
  return keys.filter(key => fields[key] === undefined || inRange(version, fields[key]));
}

function tooMany(self: Self, keys: readonly string[]): Refusal[] {
  const present = keys.filter(key => isGiven(self.node, key));
  if (present.length < 2) return [];
  const refusal = atKey(self.node, present[1]!, `only one of ${listNames(present)} may be set here`, 'keep one of them');
  return [{ ...refusal, rule: 'conflicting-fields' }];
}

function none(self: Self, keys: readonly string[], count: string): Refusal[] {
  if (keys.some(key => isGiven(self.node, key))) return [];
  const known = knownKeys(self, keys);
  const message = known.length === 1 ? `"${known[0]}" has to be set here` : `${count} of ${listNames(known)} has to be set here`;
  return [{ node: self.node, rule: 'missing-field', message }];
}

const ofKeys = (
  keys: readonly string[],
  check: (self: Self) => readonly Refusal[],
  part: (known: readonly string[]) => SchemaPart,
): Constraint => withSchema(check, (version, fields) => [part(knownKeys({ fields, version }, keys))]);

export const exactlyOne = (...keys: string[]): Constraint =>
  ofKeys(keys, self => [...none(self, keys, 'one'), ...tooMany(self, keys)], oneGiven);
export const atLeastOne = (...keys: string[]): Constraint => ofKeys(keys, self => none(self, keys, 'at least one'), someGiven);
export const atMostOne = (...keys: string[]): Constraint =>
  withSchema(
    self => tooMany(self, keys),
    (version, fields) => {
      const known = knownKeys({ fields, version }, keys);
      return known.length < 2 ? [] : [mostOneGiven(known)];
    },
  );

/** A constraint that applies only in some versions. */
export const during = (range: VersionRange, constraint: Constraint): Constraint =>
  withSchema(
    self => (inRange(self.version, range) ? constraint(self) : []),
    (version, fields) => (inRange(version, range) ? (constraint.jsonSchema?.(version, fields) ?? []) : []),
  );

/** If one key is set, another must be set too. */
export const needs = (key: string, wanted: string, why = `"${key}" needs "${wanted}" beside it`): Constraint =>
  withSchema(
    ({ node }) => (isGiven(node, key) && !isGiven(node, wanted) ? [atKey(node, key, why, `add "${wanted}"`)] : []),
    () => [bothGiven(key, wanted)],
  );

/** Two keys that exclude each other. */
export const notBoth = (first: string, second: string): Constraint =>
  withSchema(
    ({ node }) =>
      isGiven(node, first) && isGiven(node, second)
        ? [{ ...atKey(node, second, `"${second}" and "${first}" exclude each other`, 'remove one of them'), rule: 'conflicting-fields' }]
        : [],
    () => [notBothGiven(first, second)],
  );

/** A field that is required for one value of a key such as `type`, and not allowed for others. */
export const belongsTo = (field: string, key: string, value: string): Constraint =>
  withSchema(
    ({ node }) => {
      const is = textOr(node, key, '') === value;
      if (is && !isGiven(node, field)) return [atKey(node, key, `${key} "${value}" needs the field "${field}"`, `add "${field}"`)];
      if (!is && isGiven(node, field))
        return [atKey(node, field, `"${field}" goes with ${key} "${value}" only`, `set ${key} to "${value}", or remove "${field}"`)];
      return [];
    },
    () => [givenWith(field, key, value)],
  );

/** Conditional entries: at most one has no condition, and it must be the last one, because no later entry is ever reached. */
export const lastWithout =
  (key: string): ((node: Node) => readonly Refusal[]) =>
  node =>
    items(node).flatMap((item, index, all) =>
      isGiven(item, key) || index === all.length - 1
        ? []
        : [
            atNode(
              item,
              [index],
              `the entry without "${key}" always applies; only the last one may be so`,
              `add "${key}", or move it to the end`,
            ),
          ],
    );

/** A list with bounds and constraints across its items. */
export function listOf(
  of: Shape,
  { min = 0, max = Number.POSITIVE_INFINITY }: { min?: number; max?: number } = {},
  ...rules: ((node: Node, version: string) => readonly Refusal[])[]
): Shape {
  const shape = list(of, min, max);
  return rules.length === 0 ? shape : refined(shape, (node, version) => rules.flatMap(rule => rule(node, version)));
}

/** Items with unique keys; `keyOf` returns undefined for an item that is not compared. */
export const distinct =
  (what: string, keyOf: (item: Node) => string | undefined): ((node: Node) => readonly Refusal[]) =>
  node => {
    const seen = new Set<string>();
    return items(node).flatMap((item, index) => {
      const key = keyOf(item);
      const known = key !== undefined && seen.has(key);
      if (key !== undefined) seen.add(key);
      return known ? [atNode(item, [index], `${what} is already in this list above`, 'change it, or remove one of the two')] : [];
    });
  };

/** A list whose items have unique values of a key. */
export const listByKey = (of: Shape, key: string, bounds: { min?: number; max?: number } = {}): Shape =>
  listOf(
    of,
    bounds,
    distinct(`this ${key}`, item => scalarKey(get(item, key))),
  );
/** A list without duplicates. */
export const setOf = (of: Shape, bounds: { min?: number; max?: number } = {}): Shape =>
  listOf(of, bounds, distinct('this value', scalarKey));

function scalarKey(node: Node | undefined): string | undefined {
  return node?.kind === 'scalar' ? `${typeof node.value} ${node.value}` : undefined;
}

/** A mapping with any keys, and bounds on their number. */
export function mapOf(
  of: Shape,
  { min = 0, max = Number.POSITIVE_INFINITY, key }: { min?: number; max?: number; key?: TextCheck } = {},
): Shape {
  const shape = map(of, { unique: true, ...(key === undefined ? {} : { key }) });
  if (min === 0 && max === Number.POSITIVE_INFINITY) return shape;
  const tooFewOrMany = (node: Node): Refusal[] => {
    const count = entries(node).filter(({ value }) => !isNull(value)).length;
    if (count >= min && count <= max) return [];
    return [{ node, message: `expected at ${count < min ? `least ${min}` : `most ${max}`} keys, found ${count}` }];
  };
  return refined(shape, tooFewOrMany, min === 0 ? {} : { minProperties: min });
}

const shownLength = 80;

/** A text in quotes for a message, truncated if it is long. */
export function quoted(value: string): string {
  return value.length <= shownLength ? `"${value}"` : `"${value.slice(0, shownLength)}…"`;
}

/** A string of `min` to `max` characters, with a check and a pattern that expresses part of the check. */
export function chars(max: number, min = 1, name = 'a string', check?: TextCheck, pattern?: string): Shape {
  const schema = { ...(min === 0 ? {} : { minLength: min }), maxLength: max, ...(pattern === undefined ? {} : { pattern }) };
  const look: TextCheck = value => {
    const length = [...value].length;
    if (length >= min && length <= max) return check?.(value);
    return length < min
      ? { message: min === 1 ? 'the text is empty' : `expected at least ${min} characters, found ${length}` }
      : { message: `expected at most ${max} characters, found ${length}` };
  };
  return string(name, look, schema);
}

/** An integer. `3.0` is accepted too, because the API server reads numbers as JSON. */
export const int = (min: number, max: number | bigint = 2n ** 63n - 1n): Shape => ({ type: 'integer', min, max, integral: true });
