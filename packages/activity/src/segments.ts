/** The files of the record: a folder for each writer, in it segments named by the number of their first record, and the noted head. */
import { open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordMark } from './record.js';

const segmentName = /^(\d{12})\.jsonl$/;
const writerName = /^[a-z0-9][a-z0-9-]{0,63}$/;
const headFile = 'head.json';

/** One file with lines of a writer. */
export interface LineSegment {
  readonly writer: string;
  readonly file: string;
  /** The number of its first record. */
  readonly first: number;
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** What `work` gives; `otherwise` where the file or folder is not there. A file in the place of a folder is an error: a record may be behind it. */
export async function unlessMissing<T>(work: Promise<T>, otherwise: T): Promise<T> {
  return work.catch(error => {
    if (hasCode(error, 'ENOENT')) return otherwise;
    throw error;
  });
}

/** The writers below a folder, in the order of their names, which begin with the time of their start. */
export async function writersIn(root: string): Promise<string[]> {
  const entries = await unlessMissing(readdir(root, { withFileTypes: true }), []);
  return entries.flatMap(entry => (entry.isDirectory() && writerName.test(entry.name) ? [entry.name] : [])).sort();
}

/** The segments of a writer, oldest first. */
export async function segmentsOf(root: string, writer: string): Promise<LineSegment[]> {
  const folder = join(root, writer);
  const names = (await unlessMissing(readdir(folder), [])).filter(name => segmentName.test(name)).sort();
  return names.map(name => ({ writer, file: join(folder, name), first: Number(segmentName.exec(name)![1]) }));
}

/** The file of the segment that begins with a record. */
export function segmentFile(root: string, writer: string, first: number): string {
  return join(root, writer, `${String(first).padStart(12, '0')}.jsonl`);
}

/** The lines of a segment; the last one is torn if it has no end. A segment that was removed meanwhile has none. */
export async function linesOf(file: string): Promise<{ readonly lines: readonly string[]; readonly torn?: string }> {
  const text = await unlessMissing(readFile(file, 'utf8'), '');
  const lines = text.split('\n');
  const rest = lines.pop()!;
  return { lines, ...(rest !== '' && { torn: rest }) };
}

/** Reads the noted head of a writer; undefined where there is none that can be read. */
export async function readHead(root: string, writer: string): Promise<RecordMark | undefined> {
  const text = await unlessMissing(readFile(join(root, writer, headFile), 'utf8'), '');
  try {
    const { seq, hash } = JSON.parse(text) as Partial<Record<keyof RecordMark, unknown>>;
    return Number.isSafeInteger(seq) && typeof hash === 'string' ? { writer, seq: seq as number, hash } : undefined;
  } catch {
    return undefined;
  }
}

/** Notes the head of a writer, in one step; a note that fails leaves nothing behind. @throws the file system's error */
export async function writeHead(root: string, { writer, seq, hash }: RecordMark): Promise<void> {
  const file = join(root, writer, headFile);
  const temporary = `${file}.tmp`;
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify({ seq, hash })}\n`);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await unlessMissing(unlink(temporary), undefined);
    throw error;
  }
}

/** Removes the note of a head. */
export async function removeHead(root: string, writer: string): Promise<void> {
  for (const name of [headFile, `${headFile}.tmp`]) await unlessMissing(unlink(join(root, writer, name)), undefined);
}

/** Size and time of the last write of a segment; undefined where it is gone. */
export async function sizeOf(file: string): Promise<{ readonly size: number; readonly mtimeMs: number } | undefined> {
  return unlessMissing<{ readonly size: number; readonly mtimeMs: number } | undefined>(stat(file), undefined);
}
