/** What a structural check finds, as data, and how a reader of a format words it. */
import type { Path, RuleId, Severity, Span } from '@mcpgw/diagnostics';
import type { Entry, MapNode, Node, ScalarNode } from '../yaml/node.js';
import type { Choice, EnumShape, Field, ListShape, NumberShape, Shape, StructShape } from './shape.js';

/** A value that is not of the type that its shape asks for. */
export interface WrongType {
  readonly kind: 'wrong-type';
  readonly node: Node;
  /** What is wanted; several for a union of which the value comes near to none. */
  readonly wanted: readonly Shape[];
  readonly path: Path;
}
export interface OutOfRange {
  readonly kind: 'out-of-range';
  readonly node: ScalarNode;
  readonly shape: NumberShape;
}
export interface UnknownWord {
  readonly kind: 'unknown-word';
  readonly node: ScalarNode;
  readonly shape: EnumShape;
}
/** A list with too few or too many items. */
export interface WrongLength {
  readonly kind: 'wrong-length';
  readonly node: Node;
  readonly shape: ListShape;
  readonly length: number;
}
/** A key that a structure does not have, or that it takes and ignores. */
export interface UnknownField {
  readonly kind: 'unknown-field' | 'ignored-field';
  readonly entry: Entry;
  readonly node: MapNode;
  readonly shape: StructShape;
}
/** A key that only other versions have. */
export interface OtherVersion {
  readonly kind: 'other-version';
  readonly entry: Entry;
  readonly field: Field;
  readonly shape: StructShape;
}
export interface Repeated {
  readonly kind: 'repeated-key';
  readonly entry: Entry;
}
export interface MissingField {
  readonly kind: 'missing-field';
  readonly name: string;
  readonly field: Field;
  readonly node: MapNode;
  readonly shape: StructShape;
}
/** A field that must have a value and holds an empty one. */
export interface EmptyField {
  readonly kind: 'empty-field';
  readonly entry: Entry;
}
/** A field that the reader drops unless a feature gate is turned on. */
export interface DroppedField {
  readonly kind: 'dropped-field';
  readonly entry: Entry;
  readonly field: Field;
}
/** Keys of a choice of which too many, too few or not all are there; `present` in the order of the text. */
export interface BrokenChoice {
  readonly kind: 'too-many-chosen' | 'none-chosen' | 'partly-chosen';
  readonly choice: Choice;
  readonly present: readonly Entry[];
  readonly node: MapNode;
  readonly shape: StructShape;
}

export type Failure =
  | WrongType
  | OutOfRange
  | UnknownWord
  | WrongLength
  | UnknownField
  | OtherVersion
  | Repeated
  | MissingField
  | EmptyField
  | DroppedField
  | BrokenChoice;

/** A failure in words. */
export interface Worded {
  readonly rule: RuleId;
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** `error` when absent. */
  readonly severity?: Severity;
  /** The text to write at the span, where that is certain to be right. */
  readonly fix?: string | undefined;
  /** What to point at instead of the node or key that failed. */
  readonly span?: Span;
  /** Where it stands, from the value that failed on. */
  readonly at?: Path;
}

/** Who reads the value: its version as bare semver, and its name for messages, such as `agentgateway v1.4.1`. */
export interface Reader {
  readonly version: string;
  readonly reader: string;
}

/** The words of the readers of a format. */
export interface Wording {
  /** Words a failure; undefined where nothing is worth saying. */
  readonly say: (failure: Failure, reader: Reader) => Worded | undefined;
  /** What is said of an error below a field whose values the reader does not judge. */
  readonly unjudged: (message: string) => string;
  /** Where the documentation explains a rule, for findings that say so. */
  readonly docs?: (rule: RuleId) => string;
}
