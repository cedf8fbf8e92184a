/**
 * Checks long streams of manifests in batches. After each batch, only its findings and the objects that rules check together are kept,
 * so that memory use does not grow with the size of the file.
 */

import { mayDefineKinds } from '@mcpgw/custom-resources';
import { type Finding, movedFinding, movedSpan, type Span } from '@mcpgw/diagnostics';
import { isLookedAt } from '@mcpgw/relations';
import { defaultVersion, get, type Node, type Parsed, parseYaml, type ReadYaml, text as textOf } from '@mcpgw/structure';
import { checkDocuments, checkTogether } from './check-manifests.js';
import { movedNode } from './moved-node.js';
import type { ValidateOptions } from './validate-options.js';

export interface LargeLimits {
  /** Maximum number of characters of a document. */
  readonly maxDocument: number;
  /** Target number of characters of a batch, which consists of whole documents. */
  readonly batch: number;
  readonly maxFindings: number;
  /** Maximum number of objects whose references to one another are checked. */
  readonly maxTogether: number;
}

export const largeLimits: LargeLimits = { maxDocument: 16 * 1024 * 1024, batch: 1024 * 1024, maxFindings: 10_000, maxTogether: 20_000 };

/** The spans of the documents of a stream. Each starts at its `---` or at the directive before it. */
export function* piecesOf(text: string): Generator<Span> {
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

/** Groups consecutive documents up to the size of a batch. A larger document is a batch of its own. */
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

/** The finding for a document with more than `limit` characters that begins at `start`. */
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

export const notTogether = (file: string, limit: number): Finding => ({
  rule: 'too-large',
  severity: 'info',
  message: `the file has more than ${limit} objects; whether they fit together is not checked`,
  file,
  span: { start: 0, end: 1 },
  suggestion: 'split it into several files',
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

/** Reads a span. If that fails, reads each of its documents on its own, so that an invalid document does not hide the others. */
function unitsOf(text: string, span: Span, file: string, readYaml: ReadYaml): Unit[] {
  const unit = readUnit(text, span, file, readYaml);
  if (unit.read.findings.length === 0) return [unit];
  const pieces = [...piecesOf(unit.source)];
  return pieces.length < 2 ? [unit] : pieces.map(piece => readUnit(text, movedSpan(piece, span.start), file, parseYaml));
}

/**
 * Checks a stream of Kubernetes objects, one document after the other. Rules that check several objects run only if all documents could
 * be read. `options.progress` is called after each batch.
 */
export function checkStream(text: string, options: ValidateOptions, limits: LargeLimits = largeLimits): Finding[] {
  const { file, version = defaultVersion, progress, readYaml = parseYaml } = options;
  const findings: Finding[] = [];
  const together: Node[] = [];
  let allRead = true;
  for (const batch of batchesOf(text, limits.batch)) {
    if (findings.length > limits.maxFindings) return [...findings, tooMany(file, batch.start, limits.maxFindings)];
    const isTooLarge = batch.end - batch.start > limits.maxDocument;
    if (isTooLarge) findings.push(tooLarge(file, limits.maxDocument, batch.start));
    for (const { start, source, read } of isTooLarge ? [] : unitsOf(text, batch, file, readYaml)) {
      const found = [...read.findings, ...checkDocuments(source, read.documents, version, from(options, start))];
      for (const finding of found) findings.push(movedFinding(finding, start));
      allRead &&= read.findings.length === 0;
      if (allRead && options.related === undefined && together.length <= limits.maxTogether) together.push(...lookedAt(read, start));
    }
    progress?.(batch.end / text.length);
  }
  if (!allRead) return findings;
  return [
    ...findings,
    ...(together.length > limits.maxTogether ? [notTogether(file, limits.maxTogether)] : checkTogether(together, version, options)),
  ];
}

/** The objects of a part of a stream that rules across objects may need, with their positions in the stream. */
const lookedAt = (read: Parsed, start: number): Node[] =>
  read.documents.filter(isLookedAt).map(node => movedNode(withoutContent(node), start, new Map()));

/** The options for a part of a file that begins at `start`. */
function from(options: ValidateOptions, start: number): ValidateOptions {
  const { onServe, onObject } = options;
  if (start === 0) return options;
  return {
    ...options,
    ...(onObject && { onObject: object => onObject(object, start) }),
    ...(onServe && { onServe: found => onServe({ ...found, place: finding => movedFinding(found.place(finding), start) }) }),
  };
}

/** The objects of a text that rules across objects may need. Of a long text, only these are kept in memory. */
export interface LookedAt {
  readonly objects: readonly Node[];
  /** Whether every document could be read, and there are at most as many objects as are checked together. */
  readonly complete: boolean;
}

/** Reads the objects of a text that rules across objects may need, one document after the other. */
export function objectsLookedAt(text: string, file = '', readYaml: ReadYaml = parseYaml, limits: LargeLimits = largeLimits): LookedAt {
  const objects: Node[] = [];
  let complete = true;
  for (const batch of batchesOf(text, limits.batch)) {
    const isTooLarge = batch.end - batch.start > limits.maxDocument;
    complete &&= !isTooLarge;
    for (const { start, read } of isTooLarge ? [] : unitsOf(text, batch, file, readYaml)) {
      complete &&= read.findings.length === 0;
      objects.push(...lookedAt(read, start));
    }
  }
  return { objects, complete };
}

/** The objects of a text that define kinds. Of a long text, only these are kept in memory. */
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

/** The first readable documents of a text, enough to detect its kind. */
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

/** A ConfigMap or Secret with its keys only: rules about several objects read no values of theirs. */
function withoutContent(document: Node): Node {
  if (document.kind !== 'map' || !/^(?:ConfigMap|Secret)$/.test(textOf(get(document, 'kind')) ?? '')) return document;
  const parts = document.entries.map(part =>
    /^(?:data|stringData|binaryData)$/.test(part.key) ? { ...part, value: keysOnly(part.value) } : part,
  );
  return { ...document, entries: parts };
}

function keysOnly(node: Node): Node {
  if (node.kind !== 'map') return node;
  return { ...node, entries: node.entries.map(item => ({ ...item, value: { ...nothing, span: item.value.span } })) };
}

const nothing = { kind: 'scalar', value: '', text: '', plain: false, isFloat: false } as const;
