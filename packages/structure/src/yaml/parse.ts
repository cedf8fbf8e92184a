import type { Finding, RuleId, Span } from '@mcpgw/diagnostics';
import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Pair,
  Parser,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
  type Node as YamlNode,
} from 'yaml';
import { ended } from './collection-end.js';
import { isJsonFile, withoutComments } from './json-text.js';
import { looseLexer } from './lexer.js';
import type { Entry, Node, ScalarNode } from './node.js';
import { type Resolved, resolvePlain, type YamlDialect } from './scalar.js';
import { adviseTemplate, syntaxFindings } from './syntax-findings.js';

/** The documents of a YAML or JSON text, and findings about the text itself. */
export interface Parsed {
  readonly documents: readonly Node[];
  readonly findings: readonly Finding[];
}

export interface ParseOptions {
  readonly file: string;
  readonly dialect: YamlDialect;
  /** The levels of nesting that the reader of the file accepts; deeper nesting is a finding. Default: `maxDepths` of the dialect. */
  readonly maxDepth?: number;
}

/** The levels of nesting that are accepted by default. serde_yaml accepts 128, including the document itself. */
export const maxDepths: Readonly<Record<YamlDialect, number>> = { core: 200, go: 200, serde: 127 };
const maxExpandedNodes = 2_000_000;
/** serde_yaml stops after it has followed this many aliases for each event of the document. */
const maxJumpsPerEvent = 100;
const maxMergedEntries = 50_000;

/**
 * The complete parser behind `read.ts`. It reads YAML 1.2, which includes JSON, into nodes with positions. Aliases become the nodes that
 * they refer to. Duplicate keys are kept for the caller to check. `<<` merges mappings in the dialect `go` and is a normal key in the
 * others. In a file with a JSON name, the dialect `core` reads comments as spaces. Invalid text gives findings and no documents.
 */
export function parseComplete(text: string, options: ParseOptions): Parsed {
  const findings: Finding[] = [];
  const report = (rule: RuleId, message: string, span: Span, suggestion?: string): void => {
    findings.push({ rule, severity: 'error', message, file: options.file, span, ...(suggestion === undefined ? {} : { suggestion }) });
  };
  const source = options.dialect === 'core' && isJsonFile(options.file, text) ? withoutComments(text) : text;
  const documents = readDocuments(source, options, findings);
  if (findings.length > 0) return { documents: [], findings: findings.map(finding => adviseTemplate(text, finding)) };
  if (options.dialect === 'serde' && text.startsWith('\ufeff')) {
    report(
      'yaml-syntax',
      'the file starts with a byte order mark, which the proxy does not take',
      { start: 0, end: 1 },
      'save the file as UTF-8 without a byte order mark',
    );
  }
  const converter = new Converter(text, options, report);
  const nodes = documents.map(document => converter.document(document, text.length));
  if (findings.length > 0) return { documents: [], findings: findings.map(finding => adviseTemplate(text, finding)) };
  return { documents: nodes, findings };
}

/** Replaces lone CR and NEL with LF, which has the same length. They end lines for the readers that we follow, but not for the parser. */
function normalizeLineEnds(text: string): string {
  return text.replace(/\r(?!\n)|\u0085/g, '\n');
}

/** Parses the syntax of a text. The parser recurses where collections end; `deepAt` is its position when the call stack was exhausted. */
function tokensOf(text: string, dialect: YamlDialect): { readonly tokens: readonly CST.Token[]; readonly deepAt?: number } {
  const parser = new Parser();
  const lexer = dialect === 'core' ? new Lexer() : looseLexer();
  const tokens: CST.Token[] = [];
  try {
    for (const lexeme of lexer.lex(normalizeLineEnds(text))) tokens.push(...parser.next(lexeme));
    tokens.push(...parser.end());
    return { tokens };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { tokens: [], deepAt: Math.min(parser.offset, text.length) };
  }
}

function readDocuments(
  text: string,
  { file, dialect, maxDepth = maxDepths[dialect] }: ParseOptions,
  findings: Finding[],
): Document.Parsed[] {
  const { tokens, deepAt } = tokensOf(text, dialect);
  const offset = deepAt ?? firstBelow(tokens, maxDepth + depthInReserve)?.offset;
  if (offset !== undefined) {
    const span = { start: offset, end: offset + 1 };
    const message = `the document is nested more than ${maxDepth} levels deep`;
    findings.push({ rule: 'too-deep', severity: 'error', message, file, span, suggestion: 'nest it less' });
    return [];
  }
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, prettyErrors: false, logLevel: 'silent', merge: false });
  const documents = [...composer.compose(tokens)];
  const errors = documents.length === 0 ? composer.streamInfo().errors : documents.flatMap(document => document.errors);
  findings.push(...syntaxFindings(errors, text, file));
  return documents as Document.Parsed[];
}

/** The composer recurses. Text that exceeds the depth by more than this is refused before it runs, so that it cannot exhaust the call stack. */
const depthInReserve = 50;

/** The first token inside of more than `levels` collections. */
function firstBelow(documents: readonly CST.Token[], levels: number): CST.Token | undefined {
  const waiting = documents.map(token => ({ token, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, depth } = next;
    if (depth > levels) return token;
    const add = (inner: CST.Token | null | undefined): void => {
      if (inner && ('items' in inner || 'value' in inner)) waiting.push({ token: inner, depth: depth + 1 });
    };
    if ('value' in token) add(token.value);
    if ('items' in token) {
      for (const { key, value } of token.items) {
        add(key);
        add(value);
      }
    }
  }
  return undefined;
}

type ReportFinding = (rule: RuleId, message: string, span: Span, suggestion?: string) => void;

class Converter {
  readonly #text: string;
  readonly #dialect: YamlDialect;
  readonly #maxDepth: number;
  readonly #report: ReportFinding;
  #anchors = new Map<string, Node>();
  #open = new Set<string>();
  #sizes = new Map<Node, number>();
  #heights = new Map<Node, number>();
  #jumps = new Map<Node, number>();
  #events = 0;
  #tooDeep = false;
  #mergedEntries = 0;

  constructor(text: string, options: ParseOptions, report: ReportFinding) {
    this.#text = text;
    this.#dialect = options.dialect;
    this.#maxDepth = options.maxDepth ?? maxDepths[options.dialect];
    this.#report = report;
  }

  document(document: Document.Parsed, end: number): Node {
    this.#anchors = new Map();
    this.#open = new Set();
    this.#events = 0;
    const node = this.#convert(document.contents, { start: document.contents?.range[0] ?? end, end }, 0);
    const jumps = this.#dialect === 'serde' ? (this.#jumps.get(node) ?? 0) : 0;
    if ((this.#sizes.get(node) ?? 0) > maxExpandedNodes || jumps > this.#events * maxJumpsPerEvent)
      this.#report(
        'alias-bomb',
        'the aliases of this document expand to too many values',
        node.span,
        'write the values out, or use fewer aliases',
      );
    return node;
  }

  #convert(source: YamlNode | null, fallback: Span, depth: number): Node {
    if (depth > this.#maxDepth) return this.#refuseDepth(source, fallback);
    this.#events += isMap(source) || isSeq(source) ? 2 : 1;
    if (source === null) return nullNode(fallback);
    if (isAlias(source)) return this.#alias(source.source, spanOf(source, fallback), depth);
    const anchor = 'anchor' in source ? source.anchor : undefined;
    if (anchor !== undefined) this.#open.add(anchor);
    const node = this.#plainConvert(source, fallback, depth);
    if (anchor !== undefined) {
      this.#open.delete(anchor);
      this.#anchors.set(anchor, node);
    }
    return node;
  }

  #plainConvert(source: YamlNode, fallback: Span, depth: number): Node {
    const span = spanOf(source, fallback);
    if (isMap(source)) return this.#map(source, span, depth);
    if (isSeq(source)) return this.#list(source, span, depth);
    if (isScalar(source)) return this.#scalar(source, span);
    return nullNode(span);
  }

  #refuseDepth(source: YamlNode | null, fallback: Span): Node {
    const span = spanOf(source, fallback);
    if (!this.#tooDeep)
      this.#report(
        'too-deep',
        `the document is nested more than ${this.#maxDepth} levels deep`,
        { start: span.start, end: span.start + 1 },
        'nest it less',
      );
    this.#tooDeep = true;
    return nullNode(span);
  }

  #alias(name: string, span: Span, depth: number): Node {
    const node = this.#anchors.get(name);
    if (node !== undefined) return depth + (this.#heights.get(node) ?? 0) > this.#maxDepth ? this.#refuseDepth(null, span) : node;
    const why = this.#open.has(name)
      ? `alias "*${name}" stands inside the value that it names`
      : `there is no anchor "&${name}" before this alias`;
    this.#report(
      'yaml-syntax',
      why,
      span,
      this.#open.has(name) ? 'write the value out' : `name an anchor above it, or quote the value if it is text: "*${name}"`,
    );
    return nullNode(span);
  }

  #list(source: YAMLSeq, span: Span, depth: number): Node {
    const items = source.items.map(item => this.#convert(item as YamlNode | null, span, depth + 1));
    return this.#sized({ kind: 'list', items, span: ended(source, span) }, items, source.items.filter(item => isAlias(item)).length);
  }

  #map(source: YAMLMap, span: Span, depth: number): Node {
    const entries: Entry[] = [];
    for (const pair of source.items as Pair<YamlNode, YamlNode | null>[]) {
      const key = this.#convert(pair.key, span, depth + 1);
      const after = key.span.end;
      const value = this.#convert(pair.value, { start: after, end: after }, depth + 1);
      if (this.#isMerge(key)) entries.push(...this.#merged(key, value));
      else if (key.kind === 'scalar' && key.value !== null) entries.push({ key: key.text, keySpan: key.span, value });
      else
        this.#report('yaml-syntax', `${key.kind === 'scalar' ? 'null' : 'a list or mapping'} cannot be a key`, key.span, 'quote the key');
    }
    return this.#sized(
      { kind: 'map', entries, span: ended(source, span) },
      entries.map(entry => entry.value),
      source.items.filter(pair => isAlias(pair.value)).length,
    );
  }

  #isMerge(key: Node): boolean {
    return this.#dialect === 'go' && key.kind === 'scalar' && key.plain && key.text === '<<';
  }

  /** The entries that replace a merge key. A key that is also set beside it is then duplicated. */
  #merged(key: Node, value: Node): readonly Entry[] {
    const sources = value.kind === 'list' ? value.items : [value];
    const maps = sources.filter(source => source.kind === 'map');
    if (maps.length < sources.length)
      this.#report(
        'yaml-syntax',
        '"<<" takes a mapping, or a list of mappings',
        key.span,
        'write an alias behind it, such as "<<: *defaults"',
      );
    this.#mergedEntries += maps.reduce((sum, source) => sum + source.entries.length, 0);
    if (this.#mergedEntries <= maxMergedEntries)
      return maps.flatMap(source => source.entries.map(entry => ({ ...entry, merged: true as const })));
    if (!this.#tooDeep)
      this.#report('alias-bomb', 'the merge keys of this document put in too many entries', key.span, 'write the entries out');
    this.#tooDeep = true;
    return [];
  }

  #scalar(source: Scalar, span: Span): Node {
    const text = this.#withoutAddedEnd(source, String(source.value ?? ''), span);
    const plain = source.type === 'PLAIN';
    if (this.#dialect === 'serde' && source.type === 'QUOTE_DOUBLE') this.#surrogates(span);
    return { kind: 'scalar', text: text, plain, span, ...this.#resolve(source, text, plain, span) };
  }

  /** Removes the line end that the parser adds to a block scalar at the end of a text without one. `go` and `serde` do not add it. */
  #withoutAddedEnd({ type }: Scalar, value: string, { end }: Span): string {
    const isBlock = type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
    if (!isBlock || this.#dialect === 'core' || end < this.#text.length || !value.endsWith('\n')) return value;
    return /[\n\r\u0085] *$/.test(this.#text) ? value : value.slice(0, -1);
  }

  /** Reports surrogates in escapes, which the proxy refuses. Characters beyond U+FFFF need `\\U`. */
  #surrogates(span: Span): void {
    const match = /(?<!\\)(?:\\\\)*(\\u[dD][89a-fA-F][0-9a-fA-F]{2})/.exec(this.#text.slice(span.start, span.end));
    if (match === null) return;
    const start = span.start + match.index + match[0].length - match[1]!.length;
    this.#report(
      'yaml-syntax',
      `the escape ${match[1]} is half a character, which the proxy does not take`,
      { start, end: start + 6 },
      'write the character itself',
    );
  }

  #resolve(source: Scalar, text: string, plain: boolean, span: Span): Resolved {
    const tag = source.tag;
    const resolved = plain ? resolvePlain(text, this.#dialect) : { value: text, isFloat: false };
    if (tag === undefined || tag === 'tag:yaml.org,2002:str' || tag === '!')
      return tag === undefined ? resolved : { value: text, isFloat: false };
    const forced = resolvePlain(text, this.#dialect);
    const read = this.#dialect === 'serde' && text === '' ? undefined : tags[tag]?.(forced);
    if (read !== undefined) return read;
    // Go reads a value with a tag that it does not know as text.
    if (this.#dialect === 'go' && !Object.hasOwn(tags, tag)) return { value: text, isFloat: false };
    this.#report('yaml-syntax', `the tag ${tag.replace('tag:yaml.org,2002:', '!!')} does not fit this value`, span, 'remove the tag');
    return resolved;
  }

  #sized(node: Node, children: readonly Node[], aliases = 0): Node {
    let size = 1;
    let height = 0;
    let jumps = aliases;
    for (const child of children) {
      size += this.#sizes.get(child) ?? 1;
      height = Math.max(height, this.#heights.get(child) ?? 0);
      jumps += this.#jumps.get(child) ?? 0;
    }
    this.#sizes.set(node, size);
    this.#heights.set(node, height + 1);
    this.#jumps.set(node, jumps);
    return node;
  }
}

const tags: Record<string, (value: Resolved) => Resolved | undefined> = {
  'tag:yaml.org,2002:int': value =>
    typeof value.value === 'bigint' || (typeof value.value === 'number' && !value.isFloat) ? value : undefined,
  'tag:yaml.org,2002:float': value => (typeof value.value === 'number' ? { value: value.value, isFloat: true } : undefined),
  'tag:yaml.org,2002:bool': value => (typeof value.value === 'boolean' ? value : undefined),
  'tag:yaml.org,2002:null': value => (value.value === null ? value : undefined),
};

function spanOf(source: YamlNode | null, fallback: Span): Span {
  const range = source?.range;
  return range ? { start: range[0], end: range[1] } : fallback;
}

function nullNode(span: Span): ScalarNode {
  return { kind: 'scalar', value: null, text: '', plain: true, isFloat: false, span };
}
