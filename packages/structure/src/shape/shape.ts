/** The structure of a format as data. The checker reads it, and the published schemas are generated from it. */
import type { Path, RuleId, Severity, Span } from '@mcpgw/diagnostics';
import type { Node, ScalarNode } from '../yaml/node.js';

/** What is wrong with one value, and how to fix it. */
export interface Problem {
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly rule?: RuleId;
  /** Default: `error`. */
  readonly severity?: Severity;
  /** The text that replaces the value, if it is certain to be right. */
  readonly fix?: string | undefined;
}

/** Checks the text of one string. Returns undefined if the text is valid. */
export type TextCheck = (text: string) => Problem | undefined;

/** A range of versions: from `since` (inclusive) to `until` (exclusive), as bare semver. */
export interface VersionRange {
  readonly since?: string;
  readonly until?: string;
}

/** A string. */
export interface StringShape {
  readonly type: 'string';
  /** The string in messages: `a duration`. */
  readonly name: string;
  /** Checks the text for a version of the reader, by default the newest one. Returns undefined if the text is valid. */
  readonly check?: (text: string, version?: string) => Problem | undefined;
  /** JSON Schema keywords that say what they can of `check`. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** The name of a format. A table of formats gives its JSON Schema by version. */
  readonly format?: string;
}
/** A scalar that may have several types, such as an int-or-string, and that one check covers. */
export interface ScalarShape {
  readonly type: 'scalar';
  /** The value in messages: `a port or the name of one`. */
  readonly name: string;
  readonly types: readonly ('string' | 'integer' | 'number' | 'boolean')[];
  readonly check?: (node: ScalarNode, version: string) => Problem | undefined;
  /** As in `StringShape`. */
  readonly format?: string;
}
/** A number or an integer from `min` to `max`. */
export interface NumberShape {
  readonly type: 'integer' | 'number';
  readonly min?: number;
  /** A bigint is exact beyond 2^53. */
  readonly max?: number | bigint;
  /** `3.0` is the integer 3 (readers that go through JSON). */
  readonly integral?: boolean;
  /** Only numbers with a fraction or an exponent. */
  readonly fraction?: boolean;
  /** The width of the integer that the reader decodes into. A number that does not fit has the wrong type. */
  readonly bits?: 32 | 64;
}
/** A boolean or null. */
export interface LiteralShape {
  readonly type: 'boolean' | 'null';
}
/** A value whose content is not checked. */
export interface AnyShape {
  readonly type: 'any';
  /** Only a mapping. */
  readonly mapping?: true;
  /** Repeated keys are refused at every depth. */
  readonly unique?: true;
}
/** One of several words. */
export interface EnumShape {
  readonly type: 'enum';
  readonly values: readonly string[];
  /** The first version of each word that not all versions know. */
  readonly since?: ReadonlyMap<string, string>;
  /** A mapping with the word as its only key and null as its value means the word (serde's externally tagged enums). */
  readonly tagged?: boolean;
}
/** A list of `min` to `max` items of one shape. */
export interface ListShape {
  readonly type: 'list';
  readonly of: Shape;
  readonly min?: number;
  readonly max?: number;
}
/** A mapping with any keys and one shape for all values. The last of duplicate keys counts, unless `unique` is set. */
export interface MapShape {
  readonly type: 'map';
  readonly of: Shape;
  readonly keys?: StringShape;
  readonly unique?: boolean;
}
/** A mapping with known keys. */
export interface StructShape {
  readonly type: 'struct';
  /** The mapping in messages. */
  readonly title: string;
  /** The name of its table and of the tables whose fields it includes. Rules are looked up by these names. */
  readonly names?: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
  /** Further keys are silently ignored. */
  readonly open?: VersionRange | true;
  /** Further keys are kept; their values have this shape. */
  readonly rest?: Shape;
  /**
   * A list is accepted instead of the mapping: serde reads a struct from a sequence of its fields. An empty list is the empty mapping.
   * A list with values is accepted only for a mapping with one field, because the order of several fields is not known here.
   */
  readonly sequence?: VersionRange | true;
  /** Duplicate keys are accepted and the last one counts. */
  readonly duplicates?: VersionRange | true;
  readonly choices?: readonly Choice[];
  /** The conditions across fields that JSON Schema can express. All parts must hold. */
  readonly jsonSchema?: (version: string) => readonly Readonly<Record<string, unknown>>[];
}
/** Keys of which exactly one or at most one may be present, or of which all or none must be present. */
export interface Choice extends VersionRange {
  readonly keys: readonly string[];
  readonly need: 'one' | 'at-most-one' | 'together';
  /** A key with the value null counts as absent. */
  readonly nullIsAbsent?: true;
}
/** Any of several shapes. Findings are about the shape that is nearest to the value. */
export interface UnionShape {
  readonly type: 'union';
  readonly of: readonly Shape[];
}
/** A shape with a further check of the whole value, made only if the value fits the shape. */
export interface RefinedShape {
  readonly type: 'refined';
  readonly of: Shape;
  readonly check: (node: Node, version: string) => readonly Refusal[];
  /** JSON Schema keywords that say what they can of `check`. */
  readonly schema?: Readonly<Record<string, unknown>>;
}
/** A problem at a node below the value that a refined shape checks. */
export interface Refusal extends Problem {
  readonly node: Node;
  /** The path of the node, relative to the refined value. */
  readonly at?: Path;
  /** The span to report instead of that of the node, such as that of its key. */
  readonly span?: Span;
}
/** The shape of the first case whose range contains the version. */
export interface VersionedShape {
  readonly type: 'versioned';
  readonly cases: readonly (VersionRange & { readonly shape: Shape })[];
}
/** One of several shapes, chosen by the value. */
export interface SelectShape {
  readonly type: 'select';
  readonly of: readonly Shape[];
  readonly pick: (node: Node, version: string) => Shape;
  /** JSON Schema of the values for which the second of two shapes is chosen. */
  readonly second?: Readonly<Record<string, unknown>>;
}
/** A value that the reader buffers before it decodes it: duplicate keys are accepted, and the last one counts. */
export interface BufferedShape extends VersionRange {
  readonly type: 'buffered';
  readonly of: Shape;
}
/** A shape that is created when a value is first checked, so that shapes can be recursive. */
export interface LazyShape {
  readonly type: 'lazy';
  readonly get: () => Shape;
}

/** The structure of a value. */
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
  /** `protection`: something is less safe without it; `behavior`: something works differently; `harmless`: no visible effect. */
  readonly weight: 'protection' | 'behavior' | 'harmless';
  /** What happens instead. */
  readonly without: string;
  /** Values that ask for what mcpgw does anyway. Default: values that are off or empty. */
  readonly same?: readonly unknown[];
}

/** A field of a structure, with the versions that have it. */
export interface Field extends VersionRange {
  readonly shape: Shape;
  readonly need: Need;
  /** Null counts as a value of a required field, even if null counts as absent elsewhere. */
  readonly orNull?: true;
  /** An empty string, list or mapping is refused. */
  readonly nonEmpty?: true;
  /** An empty string counts as absent and is not checked. */
  readonly emptyIsAbsent?: true;
  /** The versions that drop the field unless a feature gate is on; an empty range means every version. */
  readonly dropped?: VersionRange;
  /** The reader stores the value without checking it, and a controller fails on it later. */
  readonly unchecked?: true;
  readonly doc: string;
  /** What to write instead in versions without the field. */
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

/** A string; `name` is its name in messages. */
export const string = (name = 'a string', check?: TextCheck, schema?: Record<string, unknown>): StringShape => ({
  type: 'string',
  name,
  ...(check === undefined ? {} : { check }),
  ...(schema === undefined ? {} : { schema }),
});
/** Any string. */
export const anyText: StringShape = string();
/** A boolean. */
export const bool: LiteralShape = { type: 'boolean' };
/** A value of any type. */
export const any: AnyShape = { type: 'any' };
/** Null. */
export const nothing: LiteralShape = { type: 'null' };
/** An integer, by default of at most 64 bits with a sign. */
export const int = (min: number, max: number | bigint = 2n ** 63n - 1n): NumberShape => ({ type: 'integer', min, max });
/** A number, with or without bounds. */
export const number = (min?: number, max?: number): NumberShape => ({
  type: 'number',
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});
/** One of several words. */
export const oneOf = (...values: string[]): EnumShape => ({ type: 'enum', values });
/** One of several words, as serde reads an enum: `{word: null}` means the same as `word`. */
export const variants = (...values: string[]): EnumShape => ({ type: 'enum', values, tagged: true });
/** A number with a fraction or an exponent. */
export const float: NumberShape = { type: 'number', fraction: true };
/** A list of `min` to `max` items. */
export const list = (of: Shape, min = 0, max = Number.POSITIVE_INFINITY): ListShape => ({ type: 'list', of, min, max });
/** A mapping with any keys, and values of one shape. */
export const map = (
  of: Shape,
  { key, keySchema, unique }: { key?: TextCheck; keySchema?: Record<string, unknown>; unique?: boolean } = {},
): MapShape => ({
  type: 'map',
  of,
  ...(key === undefined && keySchema === undefined ? {} : { keys: string('a key', key, keySchema) }),
  ...(unique === undefined ? {} : { unique }),
});
/** A mapping with known fields; `title` is its name in messages. */
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
/** Any of several shapes. */
export const union = (...of: Shape[]): UnionShape => ({ type: 'union', of });
/** A shape with a further check; `schema` is the part of the check that JSON Schema can express. */
export const refined = (of: Shape, check: RefinedShape['check'], schema?: RefinedShape['schema']): RefinedShape => ({
  type: 'refined',
  of,
  check,
  ...(schema === undefined ? {} : { schema }),
});
/** A shape that depends on the version of the reader. */
export const versioned = (...cases: VersionedShape['cases'][number][]): VersionedShape => ({ type: 'versioned', cases });
/** A shape that is created when a value is first checked. */
export const lazy = (get: () => Shape): LazyShape => ({ type: 'lazy', get });
/** One of several shapes; `pick` chooses one by the value. */
export const select = (of: readonly Shape[], pick: SelectShape['pick'], second?: SelectShape['second']): SelectShape => ({
  type: 'select',
  of,
  pick,
  ...(second === undefined ? {} : { second }),
});
/** A shape whose value the reader buffers before it decodes it, in a range of versions. */
export const buffered = (of: Shape, range: VersionRange = {}): BufferedShape => ({ type: 'buffered', of, ...range });
