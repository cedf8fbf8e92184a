/** The structure of a format as data: what the checker walks, and what the published schemas are made from. */
import type { Path, RuleId, Severity, Span } from '@mcpgw/diagnostics';
import type { Node, ScalarNode } from '../yaml/node.js';

/** What is wrong with one value, and a way out. */
export interface Problem {
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly rule?: RuleId;
  /** `error` when absent. */
  readonly severity?: Severity;
  /** The text to write in place of the value, where that is certain to be right. */
  readonly fix?: string | undefined;
}

/** Judges the text of one string; undefined when the text is right. */
export type TextCheck = (text: string) => Problem | undefined;

/** A range of versions: from `since` (inclusive) to `until` (exclusive), as bare semver. */
export interface VersionRange {
  readonly since?: string;
  readonly until?: string;
}

export interface StringShape {
  readonly type: 'string';
  /** What the string is, for messages: `a duration`. */
  readonly name: string;
  /** Judges the text for a version of the reader, the newest when absent; undefined when the text is right. */
  readonly check?: (text: string, version?: string) => Problem | undefined;
  /** JSON Schema keywords that say what they can of `check`. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** The name of a format whose JSON Schema a table of formats holds, by version. */
  readonly format?: string;
}
/** A scalar that may be of several types, such as an int-or-string, judged as a whole. */
export interface ScalarShape {
  readonly type: 'scalar';
  /** What the value is, for messages: `a port or the name of one`. */
  readonly name: string;
  readonly types: readonly ('string' | 'integer' | 'number' | 'boolean')[];
  readonly check?: (node: ScalarNode, version: string) => Problem | undefined;
  /** As in `StringShape`. */
  readonly format?: string;
}
export interface NumberShape {
  readonly type: 'integer' | 'number';
  readonly min?: number;
  /** Exact beyond 2^53 as bigint. */
  readonly max?: number | bigint;
  /** `3.0` is the integer 3 (readers that go through JSON). */
  readonly integral?: boolean;
  /** Only numbers with a fraction or an exponent. */
  readonly fraction?: boolean;
  /** The width of the integer that the reader decodes into: a number that does not fit is of the wrong type. */
  readonly bits?: 32 | 64;
}
export interface LiteralShape {
  readonly type: 'boolean' | 'null';
}
/** A value that is not looked into. */
export interface AnyShape {
  readonly type: 'any';
  /** Only a mapping. */
  readonly mapping?: true;
  /** Repeated keys are refused at every depth. */
  readonly unique?: true;
}
export interface EnumShape {
  readonly type: 'enum';
  readonly values: readonly string[];
  /** The versions that brought words which are not known in all versions. */
  readonly since?: ReadonlyMap<string, string>;
  /** A mapping with the value as its only key, and null under it, stands for the value (serde's externally tagged enums). */
  readonly tagged?: boolean;
}
export interface ListShape {
  readonly type: 'list';
  readonly of: Shape;
  readonly min?: number;
  readonly max?: number;
}
/** Free keys, one shape for all values. Of duplicate keys the last counts, unless `unique`. */
export interface MapShape {
  readonly type: 'map';
  readonly of: Shape;
  readonly keys?: StringShape;
  readonly unique?: boolean;
}
/** Known keys. */
export interface StructShape {
  readonly type: 'struct';
  /** What the mapping is, for messages. */
  readonly title: string;
  /** The name of its table and those of the tables whose fields it takes in: rules are found by them. */
  readonly names?: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
  /** Further keys are taken in silence. */
  readonly open?: VersionRange | true;
  /** Further keys are kept, with values of this shape. */
  readonly rest?: Shape;
  /**
   * A list is taken for the mapping: serde reads a struct from a sequence of its fields. An empty one is the empty mapping; values
   * are taken for the one field of a mapping that has one, since the order of several is not known here.
   */
  readonly sequence?: VersionRange | true;
  /** Duplicate keys pass and the last counts. */
  readonly duplicates?: VersionRange | true;
  readonly choices?: readonly Choice[];
  /** What a further look at the fields asks for, as far as JSON Schema can say it: parts that all have to hold. */
  readonly says?: (version: string) => readonly Readonly<Record<string, unknown>>[];
}
/** Keys of which exactly one, or at most one, may be present; or that stand all together or not at all. */
export interface Choice extends VersionRange {
  readonly keys: readonly string[];
  readonly need: 'one' | 'at-most-one' | 'together';
  /** A key with the value null counts as absent. */
  readonly nullIsAbsent?: true;
}
/** Any of several shapes; findings speak of the one that comes nearest. */
export interface UnionShape {
  readonly type: 'union';
  readonly of: readonly Shape[];
}
/** A shape with a further look at the whole value, made only when the shape itself holds. */
export interface RefinedShape {
  readonly type: 'refined';
  readonly of: Shape;
  readonly check: (node: Node, version: string) => readonly Refusal[];
  /** JSON Schema keywords that say what they can of `check`. */
  readonly schema?: Readonly<Record<string, unknown>>;
}
export interface Refusal extends Problem {
  readonly node: Node;
  /** Where the node stands, from the refined value on. */
  readonly at?: Path;
  /** What to point at instead of the node, such as its key. */
  readonly span?: Span;
}
/** The first case whose range holds the version. */
export interface VersionedShape {
  readonly type: 'versioned';
  readonly cases: readonly (VersionRange & { readonly shape: Shape })[];
}
/** One of several shapes, chosen by a look at the value. */
export interface SelectShape {
  readonly type: 'select';
  readonly of: readonly Shape[];
  readonly pick: (node: Node, version: string) => Shape;
  /** JSON Schema of the values for which the second of two shapes is taken. */
  readonly second?: Readonly<Record<string, unknown>>;
}
/** A part that the reader reads as a whole before it looks at it: duplicate keys pass, the last counts. */
export interface BufferedShape extends VersionRange {
  readonly type: 'buffered';
  readonly of: Shape;
}
export interface LazyShape {
  readonly type: 'lazy';
  readonly get: () => Shape;
}

export type Shape =
  | StringShape
  | ScalarShape
  | NumberShape
  | LiteralShape
  | AnyShape
  | EnumShape
  | ListShape
  | MapShape
  | StructShape
  | UnionShape
  | RefinedShape
  | VersionedShape
  | SelectShape
  | BufferedShape
  | LazyShape;

/** `required`; `optional`: may be absent or null; `default`: may be absent but not null. */
export type Need = 'required' | 'optional' | 'default';

/** A field that is documented and that mcpgw does not honor. */
export interface Unsupported {
  /** `protection`: without it something is less safe; `behavior`: something differs; `harmless`: nobody notices. */
  readonly weight: 'protection' | 'behavior' | 'harmless';
  /** What happens instead. */
  readonly without: string;
  /** Values that mean what mcpgw does anyway; where none are given, those that are off or empty. */
  readonly same?: readonly unknown[];
}

export interface Field extends VersionRange {
  readonly shape: Shape;
  readonly need: Need;
  /** Null counts as a value of a required field, also where null counts as absent elsewhere. */
  readonly orNull?: true;
  /** An empty text, list or mapping is no value here and is refused. */
  readonly nonEmpty?: true;
  /** An empty text stands for no value and is not judged. */
  readonly emptyIsAbsent?: true;
  /** The versions that drop the field unless a feature gate is turned on; an empty range is every version. */
  readonly dropped?: VersionRange;
  /** The reader stores what is below without judging it, and a controller fails over it later. */
  readonly unjudged?: true;
  readonly doc: string;
  /** What to write instead, in versions that lack the field. */
  readonly instead?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly deprecated?: string;
  readonly unsupported?: Unsupported;
}

type Extra = Partial<Omit<Field, 'shape' | 'need' | 'doc'>>;
const field =
  (need: Need) =>
  (shape: Shape, doc: string, extra: Extra = {}): Field => ({ shape, need, doc, ...extra });

/** A field that must be present. */
export const req = field('required');
/** A field that may be absent or null. */
export const opt = field('optional');
/** A field that may be absent, but not null. */
export const def = field('default');

export const string = (name = 'a string', check?: TextCheck, schema?: Record<string, unknown>): StringShape => ({
  type: 'string',
  name,
  ...(check === undefined ? {} : { check }),
  ...(schema === undefined ? {} : { schema }),
});
export const anyText: StringShape = string();
export const bool: LiteralShape = { type: 'boolean' };
export const any: AnyShape = { type: 'any' };
export const nothing: LiteralShape = { type: 'null' };
export const int = (min: number, max: number | bigint = 2n ** 63n - 1n): NumberShape => ({ type: 'integer', min, max });
export const number = (min?: number, max?: number): NumberShape => ({
  type: 'number',
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});
export const oneOf = (...values: string[]): EnumShape => ({ type: 'enum', values });
/** One of several words, as serde reads an enum: `{word: null}` means the same as `word`. */
export const variants = (...values: string[]): EnumShape => ({ type: 'enum', values, tagged: true });
export const float: NumberShape = { type: 'number', fraction: true };
export const list = (of: Shape, min = 0, max = Number.POSITIVE_INFINITY): ListShape => ({ type: 'list', of, min, max });
export const map = (
  of: Shape,
  { key, keySchema, unique }: { key?: TextCheck; keySchema?: Record<string, unknown>; unique?: boolean } = {},
): MapShape => ({
  type: 'map',
  of,
  ...(key === undefined && keySchema === undefined ? {} : { keys: string('a key', key, keySchema) }),
  ...(unique === undefined ? {} : { unique }),
});
export const struct = (
  title: string,
  fields: Record<string, Field>,
  extra: Partial<Omit<StructShape, 'type' | 'title' | 'fields'>> = {},
): StructShape => ({
  type: 'struct',
  title,
  fields: Object.assign(Object.create(null), fields),
  ...extra,
});
export const union = (...of: Shape[]): UnionShape => ({ type: 'union', of });
export const refined = (of: Shape, check: RefinedShape['check'], schema?: RefinedShape['schema']): RefinedShape => ({
  type: 'refined',
  of,
  check,
  ...(schema === undefined ? {} : { schema }),
});
export const versioned = (...cases: VersionedShape['cases'][number][]): VersionedShape => ({ type: 'versioned', cases });
export const lazy = (get: () => Shape): LazyShape => ({ type: 'lazy', get });
export const select = (of: readonly Shape[], pick: SelectShape['pick'], second?: SelectShape['second']): SelectShape => ({
  type: 'select',
  of,
  pick,
  ...(second === undefined ? {} : { second }),
});
export const buffered = (of: Shape, range: VersionRange = {}): BufferedShape => ({ type: 'buffered', of, ...range });
