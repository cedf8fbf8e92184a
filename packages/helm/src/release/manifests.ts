/**
 * Converts rendered files to sorted manifests and hooks. Follows helm.sh/helm/v4 v4.2.4 pkg/release/v1/util (manifest.go,
 * manifest_sorter.go, kind_sorter.go); for Helm 3, helm.sh/helm/v3 v3.20.0 pkg/releaseutil.
 */

import { baseName } from '@mcpgw/go/path';
import { quote } from '@mcpgw/go/strconv';
import { isBlank, trimLeft, trimSpace } from '@mcpgw/go/strings';
import { compareStrings } from '@mcpgw/go/values';
import { hasSameHead, readHead, YamlError } from '@mcpgw/go/yaml';
import { type Dialect, helm4 } from '../common/dialect.js';
import { ManifestError } from '../common/errors.js';
import type { Warn } from '../common/warnings.js';

/** A rendered document. */
export interface Manifest {
  /** The template that rendered it, as in `# Source:`. */
  readonly path: string;
  readonly kind: string;
  readonly content: string;
}

/** A rendered document with the annotation `helm.sh/hook`. */
export interface Hook extends Manifest {
  readonly name: string;
  /** Events such as `pre-install` or `test`. */
  readonly events: readonly string[];
  /** `helm.sh/hook-weight`; 0 if absent or not an integer. */
  readonly weight: number;
}

const hookEvents = new Map(
  ['pre-install', 'post-install', 'pre-delete', 'post-delete', 'pre-upgrade', 'post-upgrade', 'pre-rollback', 'post-rollback', 'test'].map(
    event => [event, event],
  ),
).set('test-success', 'test');

/** Splits a rendered file into documents as the given Helm release does. */
export const splitManifests = (text: string, { splitsTrimmed }: Dialect = helm4): string[] =>
  splitsTrimmed ? splitTrimmed(text) : splitAtLines(text);

/**
 * Splits a rendered file at each line that starts with `---`, whatever follows it, as Helm 4 does. Blank parts and leading white space of a
 * part are dropped. Trailing white space is kept.
 */
function splitAtLines(text: string): string[] {
  const documents: string[] = [];
  const stream = trimLeft(text);
  let start = 0;
  let separator = stream.startsWith('---') ? 0 : nextSeparator(stream, 0);
  for (; separator >= 0; separator = nextSeparator(stream, start)) {
    addDocument(documents, stream.slice(start, separator));
    start = separator + 3;
    while (stream[start] === ' ' || stream[start] === '\t') start++;
  }
  addDocument(documents, stream.slice(start));
  return documents;
}

/** Go's `\s`. */
const isRegexpSpace = (char: string | undefined): boolean => char !== undefined && '\t\n\f\r '.includes(char);

/**
 * Splits at `(?:^|\s*\n)---\s*`, as Helm 3 does. White space on both sides of a separator belongs to it, so a separator directly below
 * another one is text. White space around a part is dropped.
 */
function splitTrimmed(text: string): string[] {
  const documents: string[] = [];
  const stream = trimSpace(text);
  const add = (part: string): void => {
    if (part !== '') documents.push(trimSpace(part));
  };
  let start = 0;
  let separator = stream.startsWith('---') ? 0 : nextSeparator(stream, 0);
  for (; separator >= 0; separator = nextSeparator(stream, start)) {
    let end = separator;
    while (end > start && isRegexpSpace(stream[end - 1])) end--;
    add(stream.slice(start, end));
    start = separator + 3;
    while (isRegexpSpace(stream[start])) start++;
  }
  add(stream.slice(start));
  return documents;
}

function nextSeparator(text: string, from: number): number {
  const newline = text.indexOf('\n---', from);
  return newline < 0 ? -1 : newline + 1;
}

function addDocument(documents: string[], text: string): void {
  if (!isBlank(text)) documents.push(trimLeft(text));
}

const compareKinds =
  (rank: Dialect['kindRanks']) =>
  (a: Manifest, b: Manifest): number => {
    const first = rank.get(a.kind);
    const second = rank.get(b.kind);
    if (first !== undefined && second !== undefined) return first - second;
    if (first !== undefined) return -1;
    return second !== undefined ? 1 : compareStrings(a.kind, b.kind);
  };

interface Document {
  readonly content: string;
  readonly head: ReturnType<typeof readHead>;
}

interface CachedFile {
  readonly text: string;
  readonly documents: readonly Document[];
}

/** The documents of the last renders by path, most recent first. Across many environments, most files are identical or similar. */
export type DocumentCache = Map<string, readonly CachedFile[]>;

const maxCached = 4;

/**
 * Splits the rendered files (path to text), reads the head of every document, and sorts by install order, with hooks separate.
 * A file that `cache` already holds is not read again, and neither is a document that differs from a cached one only in values.
 *
 * @throws ManifestError if a document is not YAML or not an object
 */
export function sortManifests(
  files: ReadonlyMap<string, string>,
  warn: Warn,
  cache: DocumentCache = new Map(),
  dialect: Dialect = helm4,
): { hooks: Hook[]; manifests: Manifest[] } {
  const hooks: Hook[] = [];
  const manifests: Manifest[] = [];
  for (const path of [...files.keys()].sort(compareStrings)) {
    if (baseName(path).startsWith('_')) continue;
    for (const document of documentsOf(path, files.get(path)!, cache, dialect)) sortDocument(path, document, hooks, manifests, warn);
  }
  const byKind = compareKinds(dialect.kindRanks);
  return { hooks: hooks.sort(byKind), manifests: manifests.sort(byKind) };
}

/** Returns the head of the document at the same position in an earlier render, if it is certain to be the same. */
function sameHeadOf(before: readonly CachedFile[], place: number, content: string): Document['head'] | undefined {
  for (const { documents } of before) {
    const document = documents[place];
    if (document !== undefined && hasSameHead(document.content, content)) return document.head;
  }
  return undefined;
}

function* documentsOf(path: string, text: string, cache: DocumentCache, dialect: Dialect): Iterable<Document> {
  const before = cache.get(path) ?? [];
  const known = before.find(file => file.text === text);
  if (known) return yield* known.documents;
  const documents: Document[] = [];
  for (const content of splitManifests(text, dialect)) {
    const document = { content, head: sameHeadOf(before, documents.length, content) ?? headOf(path, content, dialect) };
    documents.push(document);
    yield document;
  }
  cache.set(path, [{ text, documents }, ...before.slice(0, maxCached - 1)]);
}

function sortDocument(path: string, { content, head }: Document, hooks: Hook[], manifests: Manifest[], warn: Warn): void {
  const { kind, name, annotations } = head;
  const hookTypes = annotations?.get('helm.sh/hook');
  if (hookTypes === undefined) {
    manifests.push({ path, kind, content });
    return;
  }
  const events = hookTypes.split(',').map(type => hookEvents.get(trimSpace(type).toLowerCase()));
  if (events.every(event => event !== undefined)) hooks.push({ path, kind, content, name, events, weight: weightOf(annotations!) });
  else
    warn({
      ...{ level: 'INFO', message: 'skipping unknown hooks', attributes: [['hookTypes', hookTypes]] },
      helm3: `manifest_sorter.go:199: info: skipping unknown hook: ${quote(hookTypes)}`,
    });
}

function weightOf(annotations: ReadonlyMap<string, string>): number {
  const weight = annotations.get('helm.sh/hook-weight') ?? '';
  return /^[+-]?\d+$/.test(weight) ? Number(weight) : 0;
}

function headOf(path: string, content: string, { packages }: Dialect): ReturnType<typeof readHead> {
  try {
    return readHead(content, packages.manifests);
  } catch (error) {
    if (error instanceof YamlError) throw new ManifestError(path, error.message, error);
    throw error;
  }
}
