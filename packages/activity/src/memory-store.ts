/** Keeps the record in this process, for gateways that store nothing. It ends with the process. */
import { parseLine } from './chain.js';
import type { RecordMark } from './record.js';
import {
  type ActivityStore,
  CursorError,
  type CursorLine,
  type KeepLimits,
  type Pruned,
  type RecordBatch,
  type StoredLine,
} from './store.js';

/** Most records and bytes in memory, whatever `activity.keep` says. */
const most = { records: 10_000, bytes: 16 * 1024 * 1024 };

class MemoryActivityStore implements ActivityStore {
  readonly name = 'memory';
  #lines: string[] = [];
  /** Lines that were removed: the place of the first line that is kept. */
  #removed = 0;
  #bytes = 0;
  readonly #heads = new Map<string, RecordMark>();

  async append({ lines, last }: RecordBatch): Promise<void> {
    if (this.#heads.get(last.writer)?.seq === last.seq) return;
    this.#lines.push(...lines);
    this.#bytes += lines.reduce((sum, line) => sum + line.length, 0);
    this.#heads.set(last.writer, last);
  }

  async heads() {
    return { marks: [...this.#heads.values()], torn: [] };
  }

  async prune({ ageMs, bytes }: KeepLimits, now: number, announce: (pruned: Pruned) => Promise<void>): Promise<void> {
    const limit = Math.min(bytes, most.bytes);
    const marks = new Map<string, RecordMark>();
    let [count, left] = [0, this.#bytes];
    for (const line of this.#lines) {
      const record = parseLine(line)!;
      const isDue = left > limit || this.#lines.length - count > most.records || Date.parse(record.time) < now - ageMs;
      if (!isDue) break;
      const { writer, seq, hash } = record;
      marks.set(writer, { writer, seq, hash });
      left -= line.length;
      count++;
    }
    if (count === 0) return;
    await announce([...marks.values()]);
    const removed = this.#lines.slice(0, count);
    this.#lines = this.#lines.slice(count);
    this.#removed += count;
    this.#bytes -= removed.reduce((sum, line) => sum + line.length, 0);
  }

  async *older(cursor: string | undefined): AsyncIterable<CursorLine> {
    const end = cursor === undefined ? this.#removed + this.#lines.length : placeOf(cursor);
    for (let at = end - 1; at >= this.#removed; at--) {
      const line = this.#lines[at - this.#removed];
      if (line !== undefined) yield { line, cursor: String(at) };
    }
  }

  async newer(position: string | undefined, count: number) {
    const end = this.#removed + this.#lines.length;
    const from = position === undefined ? end : Math.max(placeOf(position), this.#removed);
    const lines = this.#lines.slice(from - this.#removed, from - this.#removed + count);
    return { lines, position: String(from + lines.length) };
  }

  async *lines(): AsyncIterable<StoredLine> {
    for (const [index, text] of this.#lines.entries())
      yield { text, writer: parseLine(text)?.writer ?? '', place: `record ${index + this.#removed + 1} of the memory` };
  }

  async noted(): Promise<readonly RecordMark[]> {
    return [...this.#heads.values()];
  }

  async close(): Promise<void> {}
}

function placeOf(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new CursorError();
  return Number(cursor);
}

/** A store in memory: at most 10,000 records and 16 MiB. */
export function memoryActivityStore(): ActivityStore {
  return new MemoryActivityStore();
}
