/**
 * The findings about each document of a stream of manifests, kept from one text of a file to the next, so that a change inside a document asks
 * about that document alone. Rules across objects are not kept: they are for callers that run them elsewhere (`related`).
 */
import { type Finding, movedFinding, type Span } from '@mcpgw/diagnostics';
import { defaultVersion, isJsonName, KeptParts, type Node, type Parsed, parseYaml } from '@mcpgw/structure';
import { detectKind } from '../kinds/kind.js';
import { checkDocuments, imageVersion } from './check-manifests.js';
import { piecesOf } from './check-stream.js';
import type { KeptFindings, ValidateOptions } from './validate-options.js';

/** What is known of the text of a document. */
interface Known {
  readonly read: Parsed;
  /** Whether it is also refused as YAML of the dialect `core`. */
  isRefused?: boolean;
  judged?: Judged;
}

/** What a check of a document said; positions are relative to its text. */
interface Judged {
  readonly world: string;
  readonly findings: readonly Finding[];
  readonly objects: readonly Node[];
  /** How many objects were skipped. */
  readonly skipped: number;
}

/** A document of a stream. */
interface Piece extends Span {
  readonly text: string;
  readonly known: Known;
}

export class KeptDocuments {
  #known = new Map<string, Known>();

  /**
   * The findings about a stream of manifests, document by document; undefined for a text that is something else, or whose documents have to be
   * read together.
   */
  findings(text: string, options: ValidateOptions): readonly Finding[] | undefined {
    const { file, related, kind, definitions } = options;
    const isStream = /\n---\s/.test(text) && !/^%/m.test(text) && !isJsonName(file);
    if (!isStream || related === undefined || kind !== undefined || definitions?.all.length !== 0) return undefined;
    const pieces = this.#read(text, file);
    const documents = pieces.flatMap(({ known }) => known.read.documents);
    const broken = pieces.filter(({ known }) => known.read.findings.length > 0);
    if (detectKind(file, documents) !== 'manifest' || (broken.length > 0 && !broken.some(piece => isRefused(piece, file))))
      return undefined;
    const version = options.version ?? (broken.length > 0 ? undefined : imageVersion(documents)) ?? defaultVersion;
    const found = pieces.flatMap(piece => judged(piece, version, options).map(finding => movedFinding(finding, piece.start)));
    return broken.length > 0 ? found : [...found, ...related()];
  }

  #read(text: string, file: string): readonly Piece[] {
    const pieces = [...piecesOf(text)].map(({ start, end }) => {
      const own = text.slice(start, end);
      return { start, end, text: own, known: this.#known.get(own) ?? { read: parseYaml(own, { file, dialect: 'go' }) } };
    });
    const isMany = this.#known.size > 2 * pieces.length + 100;
    this.#known = new Map([...(isMany ? [] : this.#known), ...pieces.map(piece => [piece.text, piece.known] as const)]);
    return pieces;
  }
}

function isRefused({ text, known }: Piece, file: string): boolean {
  known.isRefused ??= parseYaml(text, { file, dialect: 'core' }).findings.length > 0;
  return known.isRefused;
}

/** What is said of a document. It is not kept if it depends on other files. */
function judged({ text, start, known }: Piece, version: string, options: ValidateOptions): readonly Finding[] {
  const { file, kubeVersion, skip = [], onObject, onSkip, onServe, readFile } = options;
  const world = JSON.stringify([file, version, kubeVersion, ...skip]);
  const last = known.judged;
  if (last?.world === world) {
    for (const object of last.objects) onObject?.(object, start);
    for (let count = 0; count < last.skipped; count++) onSkip?.();
    return last.findings;
  }
  const objects: Node[] = [];
  let skipped = 0;
  let isFree = true;
  const findings = [
    ...known.read.findings,
    ...checkDocuments(text, known.read.documents, version, {
      ...options,
      onObject: object => {
        objects.push(object);
        onObject?.(object, start);
      },
      onSkip: () => {
        skipped++;
        onSkip?.();
      },
      ...(readFile && {
        readFile: path => {
          isFree = false;
          return readFile(path);
        },
      }),
      onServe: found => {
        isFree = false;
        onServe?.({ ...found, place: finding => movedFinding(found.place(finding), start) });
      },
    }),
  ];
  if (isFree) known.judged = { world, findings, objects, skipped };
  else delete known.judged;
  return findings;
}

export const newKept = (): KeptFindings => ({ parts: new KeptParts(), documents: new KeptDocuments() });
