import type { Edit, Finding, Path, RuleId, Severity, Span } from '@mcpgw/diagnostics';
import { headSpan } from '../shape/head-span.js';
import type { VersionRange } from '../shape/shape.js';
import { inRange } from '../shape/versions.js';
import type { Node } from '../yaml/node.js';

/** The kind of a document: a format of MCP server lists, the proxy's static configuration, Kubernetes objects, or chart values. */
export type Kind =
  | 'agentgateway'
  | 'manifest'
  | 'values'
  | 'mcp-config'
  | 'client-config'
  | 'vscode-config'
  | 'opencode-config'
  | 'langchain-config'
  | 'mcp-servers'
  | 'serve'
  | 'settings'
  | 'golden-case';

/** The description of a rule. The file of a rule is named after its id. */
export interface RuleSummary {
  readonly id: RuleId;
  readonly severity: Severity;
  /** What happens if the problem is not fixed, in one sentence. */
  readonly why: string;
  /** The rest of the rule's page. */
  readonly docs?: RuleDocs;
}

/** What the page of a rule says beyond its reason. A test runs both examples. */
export interface RuleDocs {
  /** What is checked, in one or two sentences. Absent if the reason of the rule says it. */
  readonly checks?: string;
  /** What the real program did with such a configuration, and in which versions. Absent if none was run. */
  readonly seen?: string;
  /** What the statement is based on where no program was run: documentation, or source with its version. */
  readonly basedOn?: string;
  /** How to fix what the rule finds. */
  readonly fix: string;
  /** A document that the rule reports. */
  readonly wrong: string;
  /** A document about the same thing without any finding above `info`. */
  readonly correct: string;
  /** The version of the proxy, or of Kubernetes for its objects, that the examples are for. Default: the newest. */
  readonly version?: string;
  /** The name of the file of the examples, where a rule looks at it. */
  readonly file?: string;
  /** What the examples need besides one document, such as a chart or a flag. Tests of the command run these, not the catalogue's. */
  readonly needs?: string;
}

/** A check of an input: of a whole document, or of one value of a type. It runs in the versions of its range. */
export interface RuleOf<Input extends readonly unknown[]> extends RuleSummary, VersionRange {
  readonly check: (...input: Input) => void;
}

/** A check for something that the reader of a file accepts but that is wrong or doubtful. */
export interface Rule extends RuleOf<[context: RuleContext]> {
  readonly kinds: readonly Kind[];
}

/** The input of a rule: the document, and a function that reports findings. */
export interface RuleContext {
  readonly root: Node;
  readonly kind: Kind;
  /** The version of the proxy, as bare semver. */
  readonly version: string;
  readonly report: (hit: Hit) => void;
  /** The name of the file, as it was given. Absent if the rule runs on several files. */
  readonly file?: string | undefined;
  /** Reads a file that the document names. Absent if files must not be read; returns undefined if the file does not exist. */
  readonly readFile?: ReadFile | undefined;
}

/** Reads a file by the path that a document names. Returns undefined if the file does not exist. */
export type ReadFile = (path: string) => string | undefined;

export interface Hit {
  /** The position of the finding: a node, or a span such as that of a key. */
  readonly at: Node | Span;
  readonly path: Path;
  readonly message: string;
  readonly suggestion?: string;
  /** Overrides the severity of the rule for this finding. */
  readonly severity?: Severity;
  /**
   * The author wrote the choice, and its word says what happens: `failOpen`, `permissive`, `insecure`, a time limit. It may be intended, so
   * the finding is an info. What a default or an omission does, and what works differently from how it reads, is not chosen.
   */
  readonly chosen?: true;
  readonly fix?: readonly Edit[];
}

/** The address of the page of a rule. */
export function docsOf(id: RuleId): string {
  return `docs/rules/${id}.md`;
}

/** A finding of severity `error` at a node: something that the reader of the document refuses. */
export function errorAt(file: string, rule: RuleId, node: Node, path: Path, message: string, suggestion?: string): Finding {
  return { rule, severity: 'error', message, file, span: headSpan(node), path, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** What a rule reported. */
export interface ReportedHit {
  readonly rule: Rule;
  readonly hit: Hit;
}

/** The rules of each list that applied last. Thousands of files of a run have one kind and one version. */
const lastApplied = new WeakMap<readonly Rule[], { readonly kind: Kind; readonly version: string; readonly applied: readonly Rule[] }>();

function rulesFor(rules: readonly Rule[], kind: Kind, version: string): readonly Rule[] {
  const last = lastApplied.get(rules);
  if (last?.kind === kind && last.version === version) return last.applied;
  const applied = rules.filter(rule => rule.kinds.includes(kind) && inRange(version, rule));
  lastApplied.set(rules, { kind, version, applied });
  return applied;
}

/** Runs the rules that apply to a kind and a version, and returns what they report. */
export function hitsOf(rules: readonly Rule[], root: Node, kind: Kind, version: string, readFile?: ReadFile, file?: string): ReportedHit[] {
  const hits: ReportedHit[] = [];
  for (const rule of rulesFor(rules, kind, version)) {
    const report = (hit: Hit): void => {
      hits.push({ rule, hit });
    };
    rule.check({ root, kind, version, report, readFile, file });
  }
  return hits;
}

/** Runs the rules that apply to a kind and a version, and returns their findings. */
export function runRules(rules: readonly Rule[], root: Node, kind: Kind, version: string, file: string, readFile?: ReadFile): Finding[] {
  return hitsOf(rules, root, kind, version, readFile, file).map(hit => findingOf(hit, file));
}

/** How severe something is that a rule reported. */
export const severityOf = ({ rule, hit }: ReportedHit): Severity => hit.severity ?? (hit.chosen === true ? 'info' : rule.severity);

/** The finding of something that a rule reported of a file. */
export function findingOf({ rule, hit }: ReportedHit, file: string): Finding {
  return {
    rule: rule.id,
    severity: severityOf({ rule, hit }),
    message: hit.message,
    file,
    span: 'kind' in hit.at ? headSpan(hit.at) : hit.at,
    path: hit.path,
    docs: docsOf(rule.id),
    ...(hit.suggestion === undefined ? {} : { suggestion: hit.suggestion }),
    ...(hit.fix === undefined ? {} : { fix: hit.fix }),
  };
}
