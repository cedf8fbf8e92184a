/**
 * Takes calls and events from the gateway and writes them in the background, in batches, each record once. If the store fails, records wait;
 * beyond a bound they are counted as lost, and a record says so when the store works again. No method throws, and none waits for the
 * store but `close`.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { safeText } from '@mcpgw/loader';
import { systemReason } from '@mcpgw/loader/internal';
import { seal } from './chain.js';
import type { CallRecord, EventRecord, RecordMark } from './record.js';
import type { ActivityStore, KeepLimits, Pruned, RecordBatch } from './store.js';

/** A call whose contents are written, redacted, when the record is. */
export interface CallContents {
  readonly args?: unknown;
  readonly result?: unknown;
}

/** Writes contents as redacted text. */
export type Redact = (value: unknown) => string;

/** What a recorder is made from. */
export interface RecorderOptions {
  readonly store: ActivityStore;
  /** Read before each use, since a reload changes them. */
  readonly keep: () => KeepLimits;
  readonly redact: () => Redact;
  /** Told once when records cannot be written (with the reason), and once when they can be again. */
  readonly onFault?: (fault: RecorderFault) => void;
  /** Records that wait at most. Default 10,000. */
  readonly maxQueued?: number;
  /** Milliseconds between a record and its write. Default 100. */
  readonly writeAfterMs?: number;
  /** Milliseconds between attempts of a store that fails. Default 1000. */
  readonly retryAfterMs?: number;
  readonly now?: () => Date;
}

/** A change of whether records can be written. */
export type RecorderFault = { readonly kind: 'failing'; readonly reason: string } | { readonly kind: 'working'; readonly lost: number };

/** The state of a recorder. */
export interface RecorderStatus {
  readonly state: 'recording' | 'failing';
  readonly writer: string;
  /** Records written since the start. */
  readonly records: number;
  readonly queued: number;
  /** Records that could not be written since the start. */
  readonly lost: number;
  /** Why records cannot be written; absent where they can. */
  readonly error?: string;
}

type Content = CallRecord | EventRecord;

interface Waiting {
  readonly content: Content;
  readonly time: Date;
  readonly contents?: CallContents;
  /** About how many bytes its contents hold. */
  readonly bytes: number;
}

/** Records that are sealed in one turn: sealing holds up the calls of that time. */
const turnRecords = 100;
/** One write has no more records than this, and ends after the turn in which it came to so many characters. */
const maxBatch = 500;
const batchLength = 256 * 1024;
/** Bytes of contents that wait at most. */
const maxQueuedBytes = 32 * 1024 * 1024;
/** A write that has not ended after so many milliseconds is reported. */
const slowMs = 5_000;
const closeMs = 3_000;
const pruneEveryMs = 600_000;
/** The record is pruned after a part of its limit was written. */
const pruneParts = 16;

/** A name that sorts by the time of the start; no two writers have one. */
function newWriter(now: Date): string {
  const time = now
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .toLowerCase();
  return `${time}-${randomBytes(6).toString('hex')}`;
}

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #maxQueued: number;
  readonly #writeAfterMs: number;
  readonly #now: () => Date;
  readonly #writer: string;
  readonly #queue: Waiting[] = [];
  #queuedBytes = 0;
  /** The last record that is written; of the first one the one before it. */
  #last: RecordMark;
  /** Sealed lines whose write failed. They are written again as they are, because a part of them may be there. */
  #sealed: RecordBatch | undefined;
  #begun = false;
  #records = 0;
  #lost = 0;
  /** Lost records that no record has told of yet. */
  #untold = 0;
  #error: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #unpruned = Number.POSITIVE_INFINITY;
  #prunedAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { maxQueued = 10_000, writeAfterMs = 100, now = () => new Date() } = options;
    this.#maxQueued = maxQueued;
    this.#writeAfterMs = writeAfterMs;
    this.#now = now;
    this.#writer = newWriter(now());
    this.#last = { writer: this.#writer, seq: 0, hash: '' };
  }

  /** The store that it writes to, for readers. */
  get store(): ActivityStore {
    return this.#options.store;
  }

  get status(): RecorderStatus {
    const state = this.#error === undefined ? 'recording' : 'failing';
    const counts = { records: this.#records, queued: this.#queue.length + (this.#sealed?.lines.length ?? 0), lost: this.#lost };
    return { state, writer: this.#writer, ...counts, ...(this.#error !== undefined && { error: this.#error }) };
  }

  /** Records an event. */
  event(content: Omit<EventRecord, 'type'>): void {
    this.#add({ content: { type: 'event', ...content }, time: this.#now(), bytes: 0 });
  }

  /** Records a call. `contents` are redacted when the record is written; they must not change. */
  call(content: CallRecord, contents?: CallContents): void {
    const bytes = contents === undefined ? 0 : (content.request_bytes ?? 0) + content.response_bytes;
    this.#add({ content, time: this.#now(), bytes, ...(contents && { contents }) });
  }

  #add(waiting: Waiting): void {
    if (this.#closed || this.#queue.length >= this.#maxQueued || this.#queuedBytes + waiting.bytes > maxQueuedBytes) {
      this.#lose(1);
      return;
    }
    this.#queue.push(waiting);
    this.#queuedBytes += waiting.bytes;
    this.#later(this.#writeAfterMs);
  }

  #lose(count: number): void {
    this.#lost += count;
    this.#untold += count;
  }

  #later(milliseconds: number): void {
    if (this.#running !== undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#start();
    }, milliseconds).unref();
  }

  #start(): void {
    this.#running = this.#run().then(isDone => {
      this.#running = undefined;
      if (this.#closed) return;
      if (!isDone) this.#later(this.#options.retryAfterMs ?? 1_000);
      else if (this.#queue.length > 0) this.#later(this.#writeAfterMs);
    });
  }

  /** Writes what waits now, and gives whether all of it could be written. What comes meanwhile waits for the next run, which so writes many at once. */
  async #run(): Promise<boolean> {
    const slow = setTimeout(() => this.#failed(new Error(`the write has not ended after ${slowMs / 1000} s`)), slowMs).unref();
    try {
      await this.#begin();
      let due = this.#queue.length;
      while (this.#sealed !== undefined || due > 0 || this.#untold > 0) {
        if (this.#sealed === undefined) due -= await this.#seal(due);
        await this.#write();
        await nextTurn();
      }
      await this.#prune();
      return true;
    } catch (error) {
      this.#failed(error as Error);
      return false;
    } finally {
      clearTimeout(slow);
    }
  }

  /** The first record names the last records of earlier writers, so that none of these can be removed unnoticed. */
  async #begin(): Promise<void> {
    if (this.#begun) return;
    const { marks, torn } = await this.#options.store.heads();
    this.#begun = true;
    const event: EventRecord = { type: 'event', event: 'started', previous: marks, ...(torn.length > 0 && { torn }) };
    this.#sealed = this.#batchOf([this.#line(event, this.#now(), this.#last)]);
  }

  #line(content: Content, time: Date, before: RecordMark) {
    return seal(content, before, time.toISOString());
  }

  #batchOf(lines: readonly ReturnType<typeof seal>[]): RecordBatch {
    return { lines: lines.map(({ line }) => line), before: this.#last, last: lines.at(-1)!.mark };
  }

  /** Seals at most `due` of the records that wait, in several turns until they are enough for one write; gives how many. */
  async #seal(due: number): Promise<number> {
    const lines: ReturnType<typeof seal>[] = [];
    const next = (content: Content, time: Date) => lines.push(this.#line(content, time, lines.at(-1)?.mark ?? this.#last));
    let length = 0;
    while (lines.length < Math.min(due, maxBatch) && length < batchLength) {
      if (lines.length > 0) await nextTurn();
      for (const waiting of this.#queue.slice(lines.length, Math.min(lines.length + turnRecords, due))) {
        next(
          waiting.contents === undefined ? waiting.content : this.#withContents(waiting.content as CallRecord, waiting.contents),
          waiting.time,
        );
        length += lines.at(-1)!.line.length;
      }
    }
    // They leave the queue here, so that the status counts them until they are sealed.
    const taken = this.#queue.splice(0, lines.length);
    for (const { bytes } of taken) this.#queuedBytes -= bytes;
    if (this.#untold > 0 && taken.length === due) {
      next(
        { type: 'event', event: 'records_lost', count: this.#untold, ...(this.#error !== undefined && { reason: this.#error }) },
        this.#now(),
      );
      this.#untold = 0;
    }
    this.#sealed = this.#batchOf(lines);
    return taken.length;
  }

  #withContents(content: CallRecord, { args, result }: CallContents): CallRecord {
    const redact = this.#options.redact();
    return { ...content, ...(args !== undefined && { arguments: redact(args) }), ...(result !== undefined && { result: redact(result) }) };
  }

  async #write(): Promise<void> {
    const batch = this.#sealed!;
    await this.#options.store.append(batch);
    this.#sealed = undefined;
    this.#last = batch.last;
    this.#records += batch.lines.length;
    this.#unpruned += batch.lines.reduce((sum, line) => sum + line.length, 0);
    this.#worked();
  }

  #failed(error: Error): void {
    // The message of the file system names the path.
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === undefined ? safeText(error.message) : systemReason(code);
    const isNew = this.#error === undefined;
    this.#error = reason;
    if (isNew) this.#options.onFault?.({ kind: 'failing', reason });
  }

  #worked(): void {
    if (this.#error === undefined) return;
    this.#error = undefined;
    this.#options.onFault?.({ kind: 'working', lost: this.#lost });
  }

  async #prune(): Promise<void> {
    const keep = this.#options.keep();
    const isDue = this.#unpruned >= keep.bytes / pruneParts || performance.now() - this.#prunedAt >= pruneEveryMs;
    if (!isDue || this.#closed) return;
    this.#unpruned = 0;
    this.#prunedAt = performance.now();
    await this.#options.store.prune(keep, this.#now().getTime(), pruned => this.#announce(pruned));
  }

  async #announce(pruned: Pruned): Promise<void> {
    this.#sealed = this.#batchOf([this.#line({ type: 'event', event: 'records_pruned', pruned }, this.#now(), this.#last)]);
    await this.#write();
  }

  /** Begins to write: `started` is recorded. */
  open(): void {
    this.#later(0);
  }

  /** Writes what waits and that the writer stopped, for at most 3 seconds; then closes the store. */
  async close(): Promise<void> {
    if (this.#closed) return undefined;
    if (this.#begun || this.#queue.length > 0) this.event({ event: 'stopped' });
    this.#closed = true;
    clearTimeout(this.#timer);
    if (!this.#begun && this.#queue.length === 0) return this.#options.store.close();
    const end = performance.now() + closeMs;
    const finish = async () => {
      await this.#running;
      while (!(await this.#run()) && performance.now() < end) await sleep(this.#options.retryAfterMs ?? 1_000);
      await this.#options.store.close();
    };
    const timer = new AbortController();
    const late = sleep(closeMs, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([finish().catch(() => {}), late]);
    timer.abort();
    return undefined;
  }
}
