/** Rules across objects, over files that are applied together. */
import type { Finding } from '@mcpgw/diagnostics';
import { type FileDocuments, streamOfFiles, streamRules, withoutNamespace } from '@mcpgw/relations';
import { defaultVersion, get, type Node, parseYaml, type ReadYaml, runRules, text as textOf } from '@mcpgw/structure';
import { imageVersion } from './check-manifests.js';
import { largeLimits, notTogether, objectsLookedAt } from './check-stream.js';
import { moved, movedNode } from './moved.js';

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
  readonly readYaml?: ReadYaml;
}

/** A file in the run: its objects stand at `start` of a text of which all files are parts. */
interface PlacedFile extends FileDocuments {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly version: string;
  /** Findings about the file as a whole. */
  readonly notes: readonly Finding[];
}

/**
 * Runs the rules across objects once over all files, so that the work grows with the number of objects and not with its square.
 * Gives the findings of each file, in the order of the files. A file that cannot be read as a whole is only read for the others.
 */
export function checkFilesTogether(files: readonly FileText[], options: TogetherOptions = {}): readonly (readonly Finding[])[] {
  const placed: PlacedFile[] = [];
  for (const file of files) placed.push(placedFile(file, (placed.at(-1)?.end ?? -1) + 1, options));
  const found: Finding[][] = placed.map(({ notes }) => [...notes]);
  for (const version of new Set(placed.map(each => each.version))) {
    const own = placed.map(each => ({ ...each, own: each.own && each.version === version }));
    for (const finding of findingsOf(own, version, options.assumedNamespace)) {
      const index = indexAt(placed, finding.span?.start ?? 0);
      const { file, start } = placed[index]!;
      found[index]!.push({ ...moved(finding, -start), file });
    }
  }
  return found;
}

function placedFile({ file, text }: FileText, start: number, { version, readYaml = parseYaml }: TogetherOptions): PlacedFile {
  const place = { file, start, end: start + text.length };
  const none = { ...place, own: false, documents: [], notes: [], version: version ?? defaultVersion };
  if (!text.includes('apiVersion')) return none;
  const { documents, own, notes } = readObjects({ file, text }, readYaml);
  const shared = new Map<Node, Node>();
  return {
    ...none,
    own,
    notes,
    version: version ?? imageVersion(documents) ?? defaultVersion,
    documents: start === 0 ? documents : documents.map(node => movedNode(node, start, shared)),
  };
}

function readObjects({ file, text }: FileText, readYaml: ReadYaml): FileDocuments & Pick<PlacedFile, 'notes'> {
  if (text.length <= largeLimits.maxDocument) {
    const read = readYaml(text, { file, dialect: 'go' });
    if (read.findings.length === 0) return { documents: read.documents.filter(isObject), own: true, notes: [] };
  }
  const { objects, complete } = objectsLookedAt(text, file, readYaml);
  if (!complete || objects.length <= largeLimits.maxTogether) return { documents: objects, own: complete, notes: [] };
  return { documents: objects, own: false, notes: [notTogether(file, largeLimits.maxTogether)] };
}

const isObject = (document: Node): boolean => textOf(get(document, 'kind')) !== undefined;

function findingsOf(files: readonly FileDocuments[], version: string, assumed: string | undefined): readonly Finding[] {
  const run = (given: readonly FileDocuments[]): Finding[] => runRules(streamRules, streamOfFiles(given), 'manifest', version, '');
  const findings = run(files);
  if (assumed === undefined || findings.every(({ severity }) => severity === 'info')) return findings;
  const free = files.map(each => ({ ...each, documents: each.documents.map(node => withoutNamespace(node, assumed)) }));
  const certain = new Set(run(free).map(placeOf));
  return findings.map(finding => (certain.has(placeOf(finding)) ? finding : { ...finding, severity: 'info' }));
}

const placeOf = ({ rule, severity, path, span }: Finding): string => JSON.stringify([rule, severity, path, span?.start]);

/** The index of the file in which an offset lies. */
function indexAt(files: readonly PlacedFile[], offset: number): number {
  let [low, high] = [0, files.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (files[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
