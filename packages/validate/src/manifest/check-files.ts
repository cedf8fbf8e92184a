/** Rules across objects, over files that are applied together. */
import type { Finding, Span } from '@mcpgw/diagnostics';
import { type FileDocuments, streamOfFiles, streamRules, withoutNamespace } from '@mcpgw/relations';
import {
  defaultVersion,
  findingOf,
  get,
  hitsOf,
  type Node,
  type Parsed,
  type ParseOptions,
  parseYaml,
  type ReadYaml,
  type ReportedHit,
  severityOf,
  text as textOf,
} from '@mcpgw/structure';
import { imageVersion } from './check-manifests.js';
import { largeLimits, notTogether, objectsLookedAt } from './check-stream.js';
import { movedNode } from './moved-node.js';

/** A file by its name in findings. */
export interface FileText {
  readonly file: string;
  readonly text: string;
}

/** How files are checked together. */
export interface TogetherOptions {
  /** Version of the proxy, as bare semver. Default: for each file from the image in it, else the newest known one. */
  readonly version?: string | undefined;
  /** The namespace that a chart was rendered for, if nobody named one. Findings that hold for this namespace only are infos. */
  readonly assumedNamespace?: string | undefined;
  /** Reads YAML as `parseYaml` does; also gets the index of the file. */
  readonly readYaml?: (text: string, options: ParseOptions, index: number) => Parsed;
}

/** A file in the run. */
interface RunFile extends FileDocuments {
  readonly version: string;
  /** Findings about the file as a whole. */
  readonly notes: readonly Finding[];
}

/**
 * Runs the rules across objects once over all files, so that the work grows with the number of objects and not with its square.
 * Gives the findings of each file, in the order of the files. A file that cannot be read as a whole is only read for the others.
 */
export function checkFilesTogether(files: readonly FileText[], options: TogetherOptions = {}): readonly (readonly Finding[])[] {
  const known = new Set<Node>();
  const read = files.map((file, index) => withOwnNodes(readFile(file, index, options), known));
  const found: Finding[][] = read.map(({ notes }) => [...notes]);
  for (const version of new Set(read.map(each => each.version))) {
    const own = read.map(each => ({ ...each, own: each.own && each.version === version }));
    for (const { hit, index, isCertain } of placedHits(own, version, options.assumedNamespace)) {
      const finding = findingOf(hit, files[index]!.file);
      found[index]!.push(isCertain ? finding : { ...finding, severity: 'info' });
    }
  }
  return found;
}

function readFile({ file, text }: FileText, index: number, { version, readYaml = parseYaml }: TogetherOptions): RunFile {
  if (!text.includes('apiVersion')) return { own: false, documents: [], notes: [], version: version ?? defaultVersion };
  const read = readObjects({ file, text }, (part, options) => readYaml(part, options, index));
  return { ...read, version: version ?? imageVersion(read.documents) ?? defaultVersion };
}

function readObjects({ file, text }: FileText, readYaml: ReadYaml): Omit<RunFile, 'version'> {
  if (text.length <= largeLimits.maxDocument) {
    const read = readYaml(text, { file, dialect: 'go' });
    if (read.findings.length === 0) return { documents: read.documents.filter(isObject), own: true, notes: [] };
  }
  const { objects, complete } = objectsLookedAt(text, file, readYaml);
  if (!complete || objects.length <= largeLimits.maxTogether) return { documents: objects, own: complete, notes: [] };
  return { documents: objects, own: false, notes: [notTogether(file, largeLimits.maxTogether)] };
}

const isObject = (document: Node): boolean => textOf(get(document, 'kind')) !== undefined;

/** A file given twice is read once. Its nodes are copied, so that each node and span belongs to one file. */
function withOwnNodes(file: RunFile, known: Set<Node>): RunFile {
  const isRepeated = file.documents.some(node => known.has(node));
  for (const node of file.documents) known.add(node);
  return isRepeated ? { ...file, documents: file.documents.map(node => movedNode(node, 0, new Map())) } : file;
}

/** What a rule reported, with the index of the file. */
interface PlacedHit {
  readonly hit: ReportedHit;
  readonly index: number;
  /** Whether it also holds if the assumed namespace is another one. */
  readonly isCertain: boolean;
}

function placedHits(files: readonly FileDocuments[], version: string, assumed: string | undefined): readonly PlacedHit[] {
  const placed = hitsIn(files, version).map(each => ({ ...each, isCertain: true }));
  if (assumed === undefined || placed.every(({ hit }) => severityOf(hit) === 'info')) return placed;
  const free = files.map(each => ({ ...each, documents: each.documents.map(node => withoutNamespace(node, assumed)) }));
  const certain = new Set(hitsIn(free, version).map(placeOf));
  return placed.map(each => ({ ...each, isCertain: certain.has(placeOf(each)) }));
}

const placeOf = ({ hit: reported, index }: Omit<PlacedHit, 'isCertain'>): string => {
  const { rule, hit } = reported;
  return JSON.stringify([index, rule.id, severityOf(reported), hit.path, spanOf(hit.at).start]);
};

const spanOf = (place: Node | Span): Span => ('kind' in place ? place.span : place);

/** What the rules report, with the file in which the place stands. A place that stands in none belongs to the first checked file. */
function hitsIn(files: readonly FileDocuments[], version: string): Omit<PlacedHit, 'isCertain'>[] {
  const hits = hitsOf(streamRules, streamOfFiles(files), 'manifest', version);
  const fileOf = filesOfSpans(new Set(hits.map(({ hit }) => spanOf(hit.at))), files);
  const first = files.findIndex(({ own }) => own);
  return hits.map(hit => ({ hit, index: fileOf.get(spanOf(hit.hit.at)) ?? first }));
}

/** The file of each of the spans: rules report at nodes and keys that they found, so the very same object stands in one of the trees. */
function filesOfSpans(wanted: ReadonlySet<Span>, files: readonly FileDocuments[]): ReadonlyMap<Span, number> {
  const found = new Map<Span, number>();
  const look = (node: Node, index: number): void => {
    if (wanted.has(node.span)) found.set(node.span, index);
    if (node.kind === 'list') for (const item of node.items) look(item, index);
    if (node.kind !== 'map') return;
    for (const { keySpan, value } of node.entries) {
      if (wanted.has(keySpan)) found.set(keySpan, index);
      look(value, index);
    }
  };
  if (wanted.size > 0)
    files.forEach(({ documents, own }, index) => {
      if (own) for (const document of documents) look(document, index);
    });
  return found;
}
