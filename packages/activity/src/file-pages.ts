/** Pages of the record on files: the lines of all writers merged by their times. */
import { open } from 'node:fs/promises';
import { parseLine } from './chain.js';
import { type LineSegment, linesOf, segmentsOf, sizeOf, unlessMissing, writersIn } from './segments.js';
import { CursorError, type CursorLine } from './store.js';

/** A line with its place in the order of all lines: by time, then by writer, then by number. */
interface OrderedLine {
  readonly line: string;
  readonly time: string;
  readonly writer: string;
  readonly seq: number;
}

type Place = Omit<OrderedLine, 'line'>;

/** Whether `a` stands before `b`. Lines of one writer are in the order of their numbers, whatever their clock did. */
function isBefore(a: Place, b: Place): boolean {
  if (a.writer === b.writer) return a.seq < b.seq;
  return a.time === b.time ? a.writer < b.writer : a.time < b.time;
}

const cursorForm = /^(\d{4}-[0-9T:.Z-]{10,30})~([a-z0-9-]{1,64})~(\d{1,15})$/;

function placeOf(cursor: string): Place {
  const [, time, writer, seq] = cursorForm.exec(cursor) ?? [];
  if (time === undefined || writer === undefined) throw new CursorError();
  return { time, writer, seq: Number(seq) };
}

function ordered(line: string): OrderedLine | undefined {
  const record = parseLine(line);
  return record && { line, time: record.time, writer: record.writer, seq: record.seq };
}

/** The lines of a writer, newest first, before a place. Lines that are no records are left out: `verify` reports them. */
async function* backwards(root: string, writer: string, before: Place | undefined): AsyncGenerator<OrderedLine> {
  const segments = await segmentsOf(root, writer);
  for (const { file, first } of segments.reverse()) {
    if (before?.writer === writer && first >= before.seq) continue;
    for (const line of (await linesOf(file)).lines.toReversed()) {
      const found = ordered(line);
      if (found && (before === undefined || isBefore(found, before))) yield found;
    }
  }
}

interface Source {
  readonly rest: AsyncGenerator<OrderedLine>;
  next: OrderedLine;
}

async function started(rest: AsyncGenerator<OrderedLine>): Promise<Source | undefined> {
  const { value, done } = await rest.next();
  return done ? undefined : { rest, next: value };
}

/** The lines before a cursor, newest first. */
export async function* olderLines(root: string, cursor: string | undefined): AsyncGenerator<CursorLine> {
  const before = cursor === undefined ? undefined : placeOf(cursor);
  const writers = await writersIn(root);
  const found = await Promise.all(writers.map(writer => started(backwards(root, writer, before))));
  const sources = new Set(found.filter(source => source !== undefined));
  while (sources.size > 0) {
    let newest: Source | undefined;
    for (const source of sources) if (newest === undefined || isBefore(newest.next, source.next)) newest = source;
    const { line, time, writer, seq } = newest!.next;
    yield { line, cursor: `${time}~${writer}~${seq}` };
    const { value, done } = await newest!.rest.next();
    if (done) sources.delete(newest!);
    else newest!.next = value;
  }
}

/** For each writer the segment that is read, by its first number, and the byte where the next line begins. */
type Positions = Readonly<Record<string, readonly [first: number, offset: number]>>;

function positionsOf(text: string): Positions {
  try {
    return Object.assign(Object.create(null), JSON.parse(text)) as Positions;
  } catch {
    throw new CursorError();
  }
}

/** Most bytes that are read of one segment at a time. */
const maxRead = 1 << 20;

/** The whole lines of a segment from a byte on, at most `count`, and where the next one begins. */
async function linesFrom({ file }: LineSegment, offset: number, count: number): Promise<{ lines: string[]; end: number }> {
  const handle = await unlessMissing<Awaited<ReturnType<typeof open>> | undefined>(open(file, 'r'), undefined);
  if (handle === undefined) return { lines: [], end: offset };
  try {
    // A line may be longer than one read.
    for (let size = maxRead; ; size *= 2) {
      const buffer = Buffer.alloc(size);
      const { bytesRead } = await handle.read(buffer, 0, size, offset);
      const text = buffer.subarray(0, bytesRead);
      const whole = text.subarray(0, text.lastIndexOf(10) + 1);
      if (whole.length === 0 && bytesRead === size && size < maxRead * 64) continue;
      const all = whole.length === 0 ? [] : whole.toString('utf8').slice(0, -1).split('\n');
      const lines = all.slice(0, count);
      return { lines, end: offset + lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0) };
    }
  } finally {
    await handle.close();
  }
}

/** The lines after a position, oldest first. */
export async function newerLines(root: string, position: string | undefined, count: number) {
  const known = position === undefined ? undefined : positionsOf(position);
  const next: Record<string, readonly [number, number]> = Object.create(null);
  const found: OrderedLine[] = [];
  for (const writer of await writersIn(root)) {
    const segments = await segmentsOf(root, writer);
    const newest = segments.at(-1);
    if (newest === undefined) continue;
    if (known === undefined) {
      next[writer] = [newest.first, (await sizeOf(newest.file))?.size ?? 0];
      continue;
    }
    let [first, offset] = known[writer] ?? [0, 0];
    for (const segment of segments.filter(each => each.first >= first)) {
      if (found.length >= count) break;
      const start = segment.first === first ? offset : 0;
      const { lines, end } = await linesFrom(segment, start, count - found.length);
      found.push(...lines.flatMap(line => ordered(line) ?? []));
      [first, offset] = [segment.first, end];
    }
    next[writer] = [first, offset];
  }
  found.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  return { lines: found.map(({ line }) => line), position: JSON.stringify(next) };
}
