import type { Path, RuleId, Severity } from '@mcpgw/diagnostics';
import type { MapNode } from '../yaml/node.js';
import type { StructShape } from './shape.js';
import type { Wording } from './wording.js';

/** What a structural check needs besides the value. */
export interface CheckOptions {
  readonly file: string;
  /** The version of the reader, as bare semver; fields and cases with a range are judged by it. */
  readonly version: string;
  /** How the reader is called in messages: `agentgateway v1.4.1`. */
  readonly reader: string;
  /** Strings that hold a placeholder are not judged: their value is known only where the file is used. */
  readonly placeholder?: RegExp;
  /** A field or map entry with the value null counts as absent (the API server drops it from custom resources). */
  readonly nullIsAbsent?: boolean;
  /** Values are decoded as Go does: null is the zero value of its type, and each of several equal keys is decoded. */
  readonly decodesGo?: boolean;
  /** How failures are worded; as for configuration when absent. */
  readonly wording?: Wording;
  /** Looks at each mapping that is held to a structure, after its fields were checked. */
  readonly inspect?: Inspect;
}

/** Looks at a mapping as a whole. What it reports is an error or a warning as the fields around the mapping are judged. */
export type Inspect = (node: MapNode, shape: StructShape, report: Report) => void;
/** Reports what is wrong at a path below the mapping, and points at the deepest part of the path that exists. */
export type Report = (rule: RuleId, severity: Severity, below: Path, message: string, suggestion?: string) => void;
