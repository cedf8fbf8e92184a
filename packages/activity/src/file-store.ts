/**
 * Keeps the record on files. Each writer has a folder of its own, so that writers need no lock. Lines are appended to segments of bounded size;
 * the oldest segments are removed. What a failed write left of a line is cut off before the next write.
 */
import { type FileHandle, open, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '@mcpgw/store/internal';
import { parseLine } from './chain.js';
import { newerLines, olderLines } from './file-pages.js';
import type { RecordMark } from './record.js';
import {
  hasCode,
  type LineSegment,
  linesOf,
  readHead,
  removeHead,
  segmentFile,
  segmentsOf,
  sizeOf,
  unlessMissing,
  writeHead,
  writersIn,
} from './segments.js';
import type { ActivityStore, CursorLine, KeepLimits, Pruned, RecordBatch, StoredLine } from './store.js';

/** Settings of a store on files. */
export interface FileActivityOptions {
  /** Bytes after which a new segment is begun. Default 1 MiB. */
  readonly segmentBytes?: number;
  /** Milliseconds after which a new segment is begun. Default one day. */
  readonly segmentMs?: number;
  /** Least milliseconds between two notes of the head. Default 1000. */
  readonly noteEveryMs?: number;
}

interface OpenSegment {
  readonly file: string;
  /** Bytes that are known to be whole lines. */
  size: number;
  /** On the monotonic clock. */
  readonly openedAt: number;
}

/** Opens a file to append to it; makes it and its folder where they are absent, since somebody may have removed them. */
async function openToAppend(file: string): Promise<FileHandle> {
  const opened = () => open(file, 'a', 0o600);
  try {
    return await opened();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    await makeFolder(dirname(file));
    return opened();
  }
}

/** Milliseconds that a live writer has to end a line that it has begun. */
const tornAfterMs = 200;

class FileActivityStore implements ActivityStore {
  readonly name: string;
  readonly #root: string;
  readonly #options: Required<FileActivityOptions>;
  #segment: OpenSegment | undefined;
  #last: RecordMark | undefined;
  #noted: RecordMark | undefined;
  #notedAt = Number.NEGATIVE_INFINITY;
  #noting: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(root: string, { segmentBytes = 1 << 20, segmentMs = 86_400_000, noteEveryMs = 1000 }: FileActivityOptions) {
    this.#root = root;
    this.name = root;
    this.#options = { segmentBytes, segmentMs, noteEveryMs };
  }

  async append({ lines, before, last }: RecordBatch): Promise<void> {
    if (this.#last?.seq === last.seq) return;
    const segment = this.#segmentFor(last.writer, before.seq + 1);
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    const handle = await openToAppend(segment.file);
    try {
      // A write that failed, or a writer that was killed, may have left a part of a line.
      if ((await handle.stat()).size > segment.size) await handle.truncate(segment.size);
      await handle.appendFile(bytes);
      if (this.#isNoteDue()) await handle.datasync();
    } finally {
      await handle.close();
    }
    segment.size += bytes.length;
    this.#last = last;
    if (this.#isNoteDue()) this.#note();
    else this.#noteLater();
  }

  #segmentFor(writer: string, first: number): OpenSegment {
    const { segmentBytes, segmentMs } = this.#options;
    const open = this.#segment;
    if (open !== undefined && open.size < segmentBytes && performance.now() - open.openedAt < segmentMs) return open;
    this.#segment = { file: segmentFile(this.#root, writer, first), size: 0, openedAt: performance.now() };
    return this.#segment;
  }

  #isNoteDue(): boolean {
    return performance.now() - this.#notedAt >= this.#options.noteEveryMs;
  }

  #noteLater(): void {
    this.#timer ??= setTimeout(() => this.#note(), this.#options.noteEveryMs).unref();
  }

  /** Notes the head. A note that fails is made again after the next write; the lines themselves are written. */
  #note(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const last = this.#last;
    if (last === undefined || last === this.#noted) return;
    this.#notedAt = performance.now();
    this.#noting = this.#noting
      .then(() => writeHead(this.#root, last))
      .then(
        () => {
          this.#noted = last;
        },
        () => {},
      );
  }

  async heads() {
    const marks: RecordMark[] = [];
    const torn: string[] = [];
    for (const writer of await writersIn(this.#root)) {
      const segments = await segmentsOf(this.#root, writer);
      const newest = segments.at(-1);
      if (newest === undefined) continue;
      if (await isTorn(newest.file)) torn.push(writer);
      const mark = await lastMark(segments);
      if (mark) marks.push(mark);
    }
    return { marks, torn };
  }

  async prune(limits: KeepLimits, now: number, announce: (pruned: Pruned) => Promise<void>): Promise<void> {
    const due = await this.#due(limits, now);
    if (due.length === 0) return;
    const byWriter = new Map<string, LineSegment[]>();
    for (const segment of due) byWriter.set(segment.writer, [...(byWriter.get(segment.writer) ?? []), segment]);
    const marks = await Promise.all([...byWriter.values()].map(lastMark));
    await announce(marks.filter(mark => mark !== undefined));
    for (const { file } of due) await unlessMissing(unlink(file), undefined);
    for (const writer of byWriter.keys()) await this.#removeEmpty(writer);
  }

  /** The segments beyond the limits, oldest first; of each writer always the oldest ones, and never the one that is being written. */
  async #due({ ageMs, bytes }: KeepLimits, now: number): Promise<LineSegment[]> {
    const writers = await writersIn(this.#root);
    const all = (await Promise.all(writers.map(writer => segmentsOf(this.#root, writer)))).flat();
    const sized = await Promise.all(
      all.map(async segment => ({ segment, ...((await sizeOf(segment.file)) ?? { size: 0, mtimeMs: now }) })),
    );
    sized.sort((a, b) => a.mtimeMs - b.mtimeMs || a.segment.first - b.segment.first);
    let left = sized.reduce((sum, { size }) => sum + size, 0);
    const kept = new Set<string>();
    return sized.flatMap(({ segment, size, mtimeMs }) => {
      const isDue = segment.file !== this.#segment?.file && !kept.has(segment.writer) && (left > bytes || mtimeMs < now - ageMs);
      if (!isDue) {
        kept.add(segment.writer);
        return [];
      }
      left -= size;
      return [segment];
    });
  }

  /** Removes the folder of a writer that has no lines. One that is still running makes it again. */
  async #removeEmpty(writer: string): Promise<void> {
    if (writer === this.#last?.writer || (await segmentsOf(this.#root, writer)).length > 0) return;
    await removeHead(this.#root, writer);
    await rmdir(join(this.#root, writer)).catch(error => {
      if (!hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error;
    });
  }

  older(cursor: string | undefined): AsyncIterable<CursorLine> {
    return olderLines(this.#root, cursor);
  }

  newer(position: string | undefined, count: number) {
    return newerLines(this.#root, position, count);
  }

  async *lines(): AsyncIterable<StoredLine> {
    for (const writer of await writersIn(this.#root)) {
      for (const { file } of await segmentsOf(this.#root, writer)) {
        const { lines, torn } = await linesOf(file);
        for (const [index, text] of lines.entries()) yield { text, writer, place: `${file}:${index + 1}` };
        if (torn !== undefined && (await isTorn(file))) yield { text: torn, writer, place: `${file}:${lines.length + 1}`, isTorn: true };
      }
    }
  }

  async noted(): Promise<readonly RecordMark[]> {
    const heads = (await writersIn(this.#root)).map(writer => readHead(this.#root, writer));
    return (await Promise.all(heads)).filter(head => head !== undefined);
  }

  async close(): Promise<void> {
    this.#note();
    clearTimeout(this.#timer);
    await this.#noting;
  }
}

/** Whether the last line of a segment stays without an end, and is not just being written. */
async function isTorn(file: string): Promise<boolean> {
  const { torn } = await linesOf(file);
  if (torn === undefined) return false;
  await sleep(tornAfterMs);
  return (await linesOf(file)).torn === torn;
}

/** The last record in segments of one writer; lines that are no records are passed over. */
async function lastMark(segments: readonly LineSegment[]): Promise<RecordMark | undefined> {
  for (const { file } of [...segments].reverse()) {
    const record = (await linesOf(file)).lines
      .toReversed()
      .map(parseLine)
      .find(found => found !== undefined);
    if (record) return { writer: record.writer, seq: record.seq, hash: record.hash };
  }
  return undefined;
}

/** A store in the files below `folder`, which is made when the first record is written. */
export function fileActivityStore(folder: string, options: FileActivityOptions = {}): ActivityStore {
  return new FileActivityStore(folder, options);
}
