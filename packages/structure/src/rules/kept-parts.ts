/**
 * The findings of rules about single parts of a document, kept from one text of a file to the next, so that a change inside a part asks
 * these rules about that part alone. The rest of the document, its frame, is part of what they see: in another frame they are asked about
 * everything.
 */
import { type Finding, formatPath, movedFinding, type Path, type Span } from '@mcpgw/diagnostics';
import type { Node } from '../yaml/node.js';
import { type Part, type PartList, withParts } from './parts.js';

/** A text with its document and the lists of its parts. */
export interface PartedText {
  readonly text: string;
  readonly root: Node;
  readonly lists: readonly PartList[];
  /** What else the findings depend on, such as the version. */
  readonly world: string;
}

/** Findings whose positions are relative to a part, or to a segment of the frame. Paths start below the part. */
type Known = readonly Finding[];

/** What is known of a document beside one frame. */
interface Frame {
  /** About the texts before, between and after the lists of parts. */
  readonly segments: readonly Known[];
  /** By the path of the list and the text of the part. */
  readonly parts: ReadonlyMap<string, Known>;
}

/** A part with its list and the key of what is known of it. */
interface PlacedPart {
  readonly list: Path;
  readonly part: Part;
  readonly key: string;
}

/** Frames that are kept: that of the file, and those of its fixed texts. */
const maxFrames = 4;

/** An anchor or an alias: what a part means may stand elsewhere. */
const mayShare = /(?:^|[\s[{,])[&*][^\s&,*"'\]}]/m;

export class KeptParts {
  readonly #frames = new Map<string, Frame>();

  /**
   * What `judge` finds in a document. It is called for the whole document, for one with the parts that are not known yet, or not at all. It has
   * to say of a part what it would say without all others, and of the frame what it would say without parts.
   */
  findings({ text, root, lists: given, world }: PartedText, judge: (root: Node) => readonly Finding[]): readonly Finding[] {
    const lists = given.toSorted((one, other) => one.parts[0]!.span.start - other.parts[0]!.span.start);
    const segments = segmentsOf(text, lists);
    if (segments === undefined || mayShare.test(text)) return judge(root);
    const frameKey = [world, ...lists.map(({ path }) => formatPath(path)), ...segments.map(span => textAt(text, span))].join('\0');
    const frame = this.#frames.get(frameKey);
    const parts = lists.flatMap(list => placedParts(list, text));
    const asked = frame === undefined ? parts : parts.filter(({ key }) => !frame.parts.has(key));
    const found = asked.length === 0 && frame !== undefined ? [] : judge(frame === undefined ? root : withoutOthers(root, lists, asked));
    const sorted = sortedIn(found, asked, segments);
    if (sorted === undefined) return frame === undefined ? found : judge(root);
    const now: Frame = { segments: frame?.segments ?? sorted.segments, parts: joined(frame?.parts, sorted.parts, parts) };
    this.#keep(frameKey, now);
    return [
      ...now.segments.flatMap((known, index) => known.map(finding => movedFinding(finding, segments[index]!.start))),
      ...parts.flatMap(placed => now.parts.get(placed.key)!.map(finding => atPart(finding, placed))),
    ];
  }

  #keep(key: string, frame: Frame): void {
    this.#frames.delete(key);
    this.#frames.set(key, frame);
    for (const oldest of this.#frames.keys()) {
      if (this.#frames.size <= maxFrames) break;
      this.#frames.delete(oldest);
    }
  }
}

const textAt = (text: string, { start, end }: Span): string => text.slice(start, end);

/** The spans before, between and after lists; undefined if a list stands within another one. */
function segmentsOf(text: string, lists: readonly PartList[]): readonly Span[] | undefined {
  const segments: Span[] = [];
  let start = 0;
  for (const { parts } of lists) {
    const end = parts[0]!.span.start;
    if (end < start) return undefined;
    segments.push({ start, end });
    start = parts.at(-1)!.span.end;
  }
  return [...segments, { start, end: text.length }];
}

function placedParts({ path, parts }: PartList, text: string): PlacedPart[] {
  const list = formatPath(path);
  return parts.map(part => ({ list: path, part, key: `${list}\0${textAt(text, part.span)}` }));
}

/** A document without the parts that are not asked about. */
const withoutOthers = (root: Node, lists: readonly PartList[], asked: readonly PlacedPart[]): Node =>
  withParts(
    root,
    lists.map(({ path }) => ({ path, parts: asked.filter(({ list }) => list === path).map(({ part }) => part) })),
  );

/** What is known of the parts: of those of the text, and of earlier ones as long as they are not many. */
function joined(
  before: ReadonlyMap<string, Known> = new Map(),
  more: ReadonlyMap<string, Known>,
  parts: readonly PlacedPart[],
): ReadonlyMap<string, Known> {
  if (more.size === 0) return before;
  const all = new Map([...before, ...more]);
  return all.size <= 2 * parts.length + 100 ? all : new Map(parts.map(({ key }) => [key, all.get(key)!]));
}

/** A finding about a part, at its place in the document. */
const atPart = (finding: Finding, { list, part: { step, span } }: PlacedPart): Finding => ({
  ...movedFinding(finding, span.start),
  path: [...list, step, ...finding.path!],
});

/** Findings by the part or the segment that they are about; undefined if one of them is in none. */
function sortedIn(
  findings: readonly Finding[],
  asked: readonly PlacedPart[],
  segments: readonly Span[],
): { readonly segments: readonly Known[]; readonly parts: ReadonlyMap<string, Known> } | undefined {
  const around: Finding[][] = segments.map(() => []);
  const parts = new Map(asked.map(({ key }): [string, Finding[]] => [key, []]));
  const partOf = partsByPath(asked);
  for (const finding of findings) {
    const placed = partOf(finding.path ?? []);
    const segment = segments.findIndex(span => isWithin(finding, span));
    if (placed !== undefined && isWithin(finding, placed.part.span)) {
      const path = finding.path!.slice(placed.list.length + 1);
      parts.get(placed.key)!.push({ ...movedFinding(finding, -placed.part.span.start), path });
    } else if (placed === undefined && segment >= 0) around[segment]!.push(movedFinding(finding, -segments[segment]!.start));
    else return undefined;
  }
  return { segments: around, parts };
}

/** A function that gives the part that a path leads to. Items of lists are counted among those that were asked about. */
function partsByPath(asked: readonly PlacedPart[]): (path: Path) => PlacedPart | undefined {
  const byPath = new Map<string, PlacedPart>();
  const counts = new Map<Path, number>();
  for (const placed of asked) {
    const { list, part } = placed;
    const index = counts.get(list) ?? 0;
    counts.set(list, index + 1);
    byPath.set(formatPath([...list, typeof part.step === 'number' ? index : part.step]), placed);
  }
  return path => {
    for (const list of counts.keys()) {
      const placed = path.length > list.length ? byPath.get(formatPath(path.slice(0, list.length + 1))) : undefined;
      if (placed !== undefined) return placed;
    }
    return undefined;
  };
}

/** Whether a finding and its fixes are about a part of the text. */
const isWithin = ({ span, fix = [] }: Finding, { start, end }: Span): boolean =>
  span !== undefined && [span, ...fix.map(edit => edit.span)].every(each => start <= each.start && each.end <= end);
