/**
 * Long streams of manifests: split → batches → findings. Of a batch only its findings are kept, and the objects that rules look at
 * together, so that memory does not grow with what stands in a file.
 */

import { mayDefineKinds } from '@mcpgw/custom-resources';
import type { Finding, Span } from '@mcpgw/diagnostics';
import { defaultVersion, get, type Node, type Parsed, parseYaml, type ReadYaml, text as textOf } from '@mcpgw/structure';
import { checkDocuments, checkTogether, mayHoldPolicies } from './check-manifests.js';
import type { ValidateOptions } from './validate-options.js';

export interface LargeLimits {
  /** Characters of a document. */
  readonly maxDocument: number;
  /** Characters that are read at once, documents permitting. */
  readonly batch: number;
  readonly maxFindings: number;
}

export const largeLimits: LargeLimits = { maxDocument: 16 * 1024 * 1024, batch: 1024 * 1024, maxFindings: 10_000 };

/** Where the documents of a stream stand: each from its `---` on, or from the directive before it. */
function* piecesOf(text: string): Generator<Span> {
  let start = 0;
  let isDirective = text.startsWith('%');
  for (let at = text.indexOf('\n---'); at >= 0; at = text.indexOf('\n---', at + 1)) {
    if (!/^\s?$/.test(text.slice(at + 4, at + 5))) continue;
    if (!isDirective) {
      yield { start, end: at + 1 };
      start = at + 1;
    }
    isDirective = false;
  }
  yield { start, end: text.length };
}

/** Neighbouring documents up to the size of a batch; a document that is larger stands alone. */
function* batchesOf(text: string, batch: number): Generator<Span> {
  let current: Span | undefined;
  for (const piece of piecesOf(text)) {
    if (current !== undefined && piece.end - current.start > batch) {
      yield current;
      current = undefined;
    }
    current = { start: current?.start ?? piece.start, end: piece.end };
  }
  if (current !== undefined) yield current;
}

/** A document from `start` on that has too many characters; points at where it has. */
export const tooLarge = (file: string, limit: number, start = 0): Finding => ({
  rule: 'too-large',
  severity: 'error',
  message: `the document has more than ${limit} characters, which are passed here; it is not checked`,
  file,
  span: { start: start + limit, end: start + limit + 1 },
  suggestion: 'split it into several documents or files',
});

const tooMany = (file: string, start: number, limit: number): Finding => ({
  rule: 'too-large',
  severity: 'error',
  message: `more than ${limit} findings; the file is not checked from here on`,
  file,
  span: { start, end: start + 1 },
  suggestion: 'fix what was found, and check again',
});

/** A part of a stream that was read. */
interface Unit {
  readonly start: number;
  readonly end: number;
  readonly source: string;
  readonly read: Parsed;
}

function readUnit(text: string, { start, end }: Span, file: string, readYaml: ReadYaml): Unit {
  const source = text.slice(start, end);
  return { start, end, source, read: readYaml(source, { file, dialect: 'go' }) };
}

/** What stands at a span; where that cannot be read, each of its documents by itself: one that is broken does not hide the others. */
function unitsOf(text: string, span: Span, file: string, readYaml: ReadYaml): Unit[] {
  const unit = readUnit(text, span, file, readYaml);
  if (unit.read.findings.length === 0) return [unit];
  const pieces = [...piecesOf(unit.source)];
  return pieces.length < 2 ? [unit] : pieces.map(piece => readUnit(text, movedSpan(piece, span.start), file, parseYaml));
}

/**
 * Checks a stream of Kubernetes objects, documents in turn; rules that look at several objects run where all of them could be read.
 * `options.progress` is told after each batch how far it is.
 */
export function checkStream(text: string, options: ValidateOptions, limits: LargeLimits = largeLimits): Finding[] {
  const { file, version = defaultVersion, progress, readYaml = parseYaml } = options;
  const findings: Finding[] = [];
  const together: Node[] = [];
  let mayPointAtOneAnother = mayHoldPolicies(text);
  for (const batch of batchesOf(text, limits.batch)) {
    if (findings.length > limits.maxFindings) return [...findings, tooMany(file, batch.start, limits.maxFindings)];
    const isTooLarge = batch.end - batch.start > limits.maxDocument;
    if (isTooLarge) findings.push(tooLarge(file, limits.maxDocument, batch.start));
    for (const { start, source, read } of isTooLarge ? [] : unitsOf(text, batch, file, readYaml)) {
      const found = [...read.findings, ...checkDocuments(source, read.documents, version, from(options, start))];
      for (const finding of found) findings.push(moved(finding, start));
      mayPointAtOneAnother &&= read.findings.length === 0;
      if (mayPointAtOneAnother) together.push(...read.documents.filter(isLookedAt).map(node => movedNode(node, start, new Map())));
    }
    progress?.(batch.end / text.length);
  }
  return mayPointAtOneAnother ? [...findings, ...checkTogether(together, version, options)] : findings;
}

/** The options of a part of a file that begins at `start`. */
function from(options: ValidateOptions, start: number): ValidateOptions {
  const { onServe, onObject } = options;
  if (start === 0) return options;
  return {
    ...options,
    ...(onObject && { onObject: object => onObject(object, start) }),
    ...(onServe && { onServe: found => onServe({ ...found, place: finding => moved(found.place(finding), start) }) }),
  };
}

/** The objects of a text that rules for others may look at; of a long one it keeps no more than those. */
export function objectsLookedAt(text: string, file = '', readYaml: ReadYaml = parseYaml): readonly Node[] {
  const found: Node[] = [];
  for (const batch of batchesOf(text, largeLimits.batch)) {
    if (batch.end - batch.start > largeLimits.maxDocument) continue;
    for (const { read } of unitsOf(text, batch, file, readYaml)) found.push(...read.documents.filter(isLookedAt));
  }
  return found;
}

/** The objects of a text that define kinds; of a long one it keeps no more than those. */
export function definitionsIn(text: string, file = '', readYaml: ReadYaml = parseYaml): readonly Node[] {
  if (!mayDefineKinds(text)) return [];
  const found: Node[] = [];
  for (const batch of batchesOf(text, largeLimits.batch)) {
    if (batch.end - batch.start > largeLimits.maxDocument) continue;
    for (const { read } of unitsOf(text, batch, file, readYaml)) found.push(...read.documents.filter(definesKinds));
  }
  return found;
}

const definesKinds = (document: Node): boolean =>
  /^(?:CustomResourceDefinition|List|CustomResourceDefinitionList)$/.test(textOf(get(document, 'kind')) ?? '');

/** The first documents of a text that can be read: enough to tell what it is. */
export function firstDocuments(
  text: string,
  file: string,
  limits: LargeLimits = largeLimits,
  readYaml: ReadYaml = parseYaml,
): readonly Node[] {
  const [batch] = batchesOf(text, limits.batch);
  if (batch === undefined || batch.end - batch.start > limits.maxDocument) return [];
  return unitsOf(text, batch, file, readYaml).flatMap(({ read }) => read.documents);
}

/** Whether rules that look at several objects may look at this one: policies, and what they point at. */
function isLookedAt(document: Node): boolean {
  const apiVersion = textOf(get(document, 'apiVersion')) ?? '';
  return (
    /^(?:agentgateway\.dev|gateway\.networking\.k8s\.io|inference\.networking\.[^/]*)\//.test(apiVersion) ||
    pointedAt.has(textOf(get(document, 'kind')) ?? '')
  );
}

const pointedAt: ReadonlySet<string> = new Set(['Service', 'List']);

const movedSpan = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

function moved(finding: Finding, by: number): Finding {
  if (by === 0) return finding;
  const { span, fix } = finding;
  return {
    ...finding,
    ...(span !== undefined && { span: movedSpan(span, by) }),
    ...(fix !== undefined && { fix: fix.map(edit => ({ ...edit, span: movedSpan(edit.span, by) })) }),
  };
}

/** A node with its places in the whole text; what aliases share stays shared. */
function movedNode(node: Node, by: number, known: Map<Node, Node>): Node {
  const done = known.get(node);
  if (done !== undefined) return done;
  const span = movedSpan(node.span, by);
  const made: Node =
    node.kind === 'map'
      ? {
          kind: 'map',
          entries: node.entries.map(({ key, keySpan, value }) => ({
            key,
            keySpan: movedSpan(keySpan, by),
            value: movedNode(value, by, known),
          })),
          span,
        }
      : node.kind === 'list'
        ? { kind: 'list', items: node.items.map(item => movedNode(item, by, known)), span }
        : { ...node, span };
  known.set(node, made);
  return made;
}
