/** What keeps the lines of the record: files, Redis or memory. A store knows nothing of what the lines say. */
import type { RecordMark } from './record.js';

/** How long records are kept, and how many bytes of them. */
export interface KeepLimits {
  /** Milliseconds. */
  readonly ageMs: number;
  readonly bytes: number;
}

/** Lines of one writer that were written together. */
export interface RecordBatch {
  /** Without line ends. */
  readonly lines: readonly string[];
  /** The record before the first line; with `seq` 0 for none. */
  readonly before: RecordMark;
  /** The last line. */
  readonly last: RecordMark;
}

/** A line, and the cursor for the lines before it. */
export interface CursorLine {
  readonly line: string;
  readonly cursor: string;
}

/** A line and where it stands, for people. */
export interface StoredLine {
  readonly text: string;
  /** The writer whose chain the store keeps the line in. */
  readonly writer: string;
  /** Where the line is, for people. */
  readonly place: string;
  /** The line has no end: its write was interrupted, or goes on. */
  readonly isTorn?: true;
}

/** Removed lines: the last one of each writer. */
export type Pruned = readonly RecordMark[];

/** Keeps lines for the processes that share it. */
export interface ActivityStore {
  /** What people are told: a folder, or the address of Redis without secrets. */
  readonly name: string;
  /** Writes the lines once, also if it is called again with the same batch after a failure. @throws Error if they may not all be written */
  append(batch: RecordBatch): Promise<void>;
  /** The last records of all writers, and writers whose last line is torn. @throws Error */
  heads(): Promise<{ readonly marks: readonly RecordMark[]; readonly torn: readonly string[] }>;
  /**
   * Removes what is beyond the limits, oldest first. `announce` is called with what will be gone before anything is removed.
   *
   * @throws Error
   */
  prune(limits: KeepLimits, now: number, announce: (pruned: Pruned) => Promise<void>): Promise<void>;
  /** Lines before `cursor`, newest first; from the newest one if there is no cursor. @throws CursorError, or Error of the store */
  older(cursor: string | undefined): AsyncIterable<CursorLine>;
  /** Lines after `position`, oldest first; without a position none, and the position of the end. @throws Error */
  newer(position: string | undefined, count: number): Promise<{ readonly lines: readonly string[]; readonly position: string }>;
  /** Every line, those of one writer in the order in which they are stored. @throws Error */
  lines(): AsyncIterable<StoredLine>;
  /** The last record of each writer as the store has noted it apart from the lines. @throws Error */
  noted(): Promise<readonly RecordMark[]>;
  close(): Promise<void>;
}

/** The part of a store that reads records in the order of their times. */
export type ActivityReader = Pick<ActivityStore, 'name' | 'older' | 'newer' | 'close'>;

/** A cursor or position that this store did not give. */
export class CursorError extends Error {
  override name = 'CursorError';
  constructor() {
    super('the cursor is none that was given');
  }
}
