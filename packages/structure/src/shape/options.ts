import type { Path, RuleId, Severity } from '@mcpgw/diagnostics';
import type { MapNode } from '../yaml/node.js';
import type { StructShape } from './shape.js';
import type { Wording } from './wording.js';

/** The options of a structural check. */
export interface CheckOptions {
  readonly file: string;
  /** The version of the reader, as bare semver. It decides which fields and cases with a version range apply. */
  readonly version: string;
  /** The name of the reader in messages: `agentgateway v1.4.1`. */
  readonly reader: string;
  /** Strings that match this pattern are not checked: their value is known only where the file is used. */
  readonly placeholder?: RegExp;
  /** A field or map entry with the value null counts as absent (the API server drops it from custom resources). */
  readonly nullIsAbsent?: boolean;
  /** Values are decoded as Go does: null is the zero value of its type, and each of several equal keys is decoded. */
  readonly decodesGo?: boolean;
  /** The messages for failures. Default: those for configuration files. */
  readonly wording?: Wording;
  /** Called for each mapping that is checked against a structure, after its fields were checked. */
  readonly inspect?: Inspect;
}

/** Checks a mapping as a whole. Its reports become warnings where the reader does not check the values of the fields around the mapping. */
export type Inspect = (node: MapNode, shape: StructShape, report: ReportProblem) => void;
/** Reports a problem at a path below the mapping. The finding points at the deepest part of the path that exists. */
export type ReportProblem = (rule: RuleId, severity: Severity, below: Path, message: string, suggestion?: string) => void;
