/** What the page asks the worker, and what it answers. */
import type { Severity, Span } from '@mcpgw/diagnostics';
import type { RenderFlags } from '../../cli/src/render/flags.js';

/** A render as the command line names it: release, chart, flags, and the files that these name. */
export interface Target {
  readonly release: string;
  /** Path of the chart's archive among the files; undefined for the bundled chart. */
  readonly chart: string | undefined;
  readonly flags: RenderFlags;
  readonly files: readonly (readonly [path: string, data: Uint8Array])[];
}

export type Question =
  | { readonly type: 'render'; readonly target: Target }
  | { readonly type: 'check'; readonly target: Target; readonly proxy: string | undefined }
  | { readonly type: 'compare'; readonly from: Target; readonly to: Target }
  | { readonly type: 'complete'; readonly target: Target; readonly text: string; readonly offset: number };

/** A rendered chart, or why it cannot be rendered. */
export interface RenderAnswer {
  /** What `mcpgw render` prints; empty for a refusal. */
  readonly text: string;
  /** What `mcpgw render` says of a refusal. */
  readonly error?: string;
  readonly notes: string;
  /** The proxy's own configuration, or the objects that its controller reads. */
  readonly configuration: string;
  /** Helm's warnings. */
  readonly said: string;
  /** Milliseconds of the render. */
  readonly took: number;
  /** The chart's own values.yaml, name and version. */
  readonly chart?: { readonly name: string; readonly version: string; readonly values: string };
}

export interface ShownFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly suggestion?: string;
  readonly span?: Span;
}

export interface CheckAnswer {
  readonly findings: readonly ShownFinding[];
  /** What `mcpgw validate -o json` prints. */
  readonly json: string;
  /** Why nothing was checked. */
  readonly problem?: string;
}

export interface CompareAnswer {
  /** What `mcpgw diff` prints. */
  readonly text: string;
  readonly problem?: string;
}

export interface CompletionWord {
  readonly label: string;
  readonly detail: string;
  readonly info: string;
  /** The text to write, from the offset `from`. */
  readonly insert: string;
  readonly from: number;
}

export interface CompleteAnswer {
  readonly words: readonly CompletionWord[];
}

export interface Answers {
  readonly render: RenderAnswer;
  readonly check: CheckAnswer;
  readonly compare: CompareAnswer;
  readonly complete: CompleteAnswer;
}

export type AnswerTo<Q extends Question> = Answers[Q['type']];

/** Flags of a render with nothing set. */
export const noFlags: RenderFlags = {
  values: [],
  set: [],
  setString: [],
  setJson: [],
  setFile: [],
  setLiteral: [],
  namespace: 'default',
  showOnly: [],
  hooks: true,
  apiVersions: [],
};
