/** The failures that a structural check finds, as data, and the interface that turns them into messages. */
import type { Path, RuleId, Severity, Span } from '@mcpgw/diagnostics';
import type { Entry, MapNode, Node, ScalarNode } from '../yaml/node.js';
import type { FieldPlace } from './misplaced.js';
import type { Choice, EnumShape, Field, ListShape, NumberShape, Shape, StructShape } from './shape.js';

/** A value that does not have the type of its shape. */
export interface WrongType {
  readonly kind: 'wrong-type';
  readonly node: Node;
  /** The expected shapes; several for a union with no variant similar to the value. */
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
/** A key that a structure does not have, or that it accepts and ignores. */
export interface UnknownField {
  readonly kind: 'unknown-field' | 'ignored-field';
  readonly entry: Entry;
  readonly node: MapNode;
  readonly shape: StructShape;
  /** The structures around the key: its own first, the outermost last. */
  readonly around: readonly FieldPlace[];
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
/** A field with an empty value where a value is required. */
export interface EmptyField {
  readonly kind: 'empty-field';
  readonly entry: Entry;
}
/** A field that the reader drops unless a feature gate is on. */
export interface DroppedField {
  readonly kind: 'dropped-field';
  readonly entry: Entry;
  readonly field: Field;
}
/** A choice of keys of which too many, too few or not all are present; `present` has the order of the text. */
export interface BrokenChoice {
  readonly kind: 'too-many-chosen' | 'none-chosen' | 'partly-chosen';
  readonly choice: Choice;
  readonly present: readonly Entry[];
  readonly node: MapNode;
  readonly shape: StructShape;
}

/** What a structural check found, as data. */
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

/** The message for a failure. */
export interface Worded {
  readonly rule: RuleId;
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** Default: `error`. */
  readonly severity?: Severity;
  /** The text that replaces the span, if it is certain to be right. */
  readonly fix?: string | undefined;
  /** The span to report instead of that of the node or key that failed. */
  readonly span?: Span;
  /** The path of the problem, relative to the value that failed. */
  readonly at?: Path;
}

/** The program that reads the value: its version as bare semver, and its name in messages, such as `agentgateway v1.4.1`. */
export interface Reader {
  readonly version: string;
  readonly reader: string;
}

/** The messages for a format. */
export interface Wording {
  /** The message for a failure; undefined if the failure is not worth reporting. */
  readonly say: (failure: Failure, reader: Reader) => Worded | undefined;
  /** Rewrites the message of an error below a field whose values the reader does not check. */
  readonly unchecked: (message: string) => string;
  /** The URL of the documentation of a rule, for findings that link to it. */
  readonly docs?: (rule: RuleId) => string;
}
