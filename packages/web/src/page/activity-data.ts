/** The record of activity as the page holds it: the newest records, older ones on request, and those to come. */
import type { ActivityPage, ActivityRecord } from '@mcpgw/activity';
import { follow, get, problemOf } from './api.js';
import { Loader } from './loader.js';
import { Store } from './store.js';

/** Which records are listed. Empty texts mean any. */
export interface RecordFilter {
  readonly type: string;
  readonly server: string;
  readonly outcome: string;
  readonly caller: string;
  readonly client: string;
  readonly tool: string;
  readonly session: string;
}

/** Records, newest first. */
export interface Recorded {
  readonly records: readonly ActivityRecord[];
  /** Where older records begin. */
  readonly next: string | undefined;
  /** Whether a page of the record was read. */
  readonly isRead: boolean;
  /** Whether records to come may be missing now. */
  readonly isBroken: boolean;
  /** Why older records could not be read. */
  readonly problem: string;
}

/** Records that are shown at most; older ones are read on request. */
export const maxShown = 1000;
const pageSize = 100;

/** What identifies a record. */
export const keyOf = ({ writer, seq }: ActivityRecord): string => `${writer}:${seq}`;

const nothing: Recorded = { records: [], next: undefined, isRead: false, isBroken: false, problem: '' };

function newestFirst(a: ActivityRecord, b: ActivityRecord): number {
  return Date.parse(b.time) - Date.parse(a.time) || (a.writer === b.writer ? b.seq - a.seq : 0);
}

function joined(...lists: readonly (readonly ActivityRecord[])[]): ActivityRecord[] {
  return [...new Map(lists.flat().map(record => [keyOf(record), record])).values()].sort(newestFirst);
}

/**
 * The records after the newest page of the record was read. Records that came meanwhile stay. Older ones stay only if they follow the page
 * without a gap; else they are read again on request.
 */
export function withPage(old: Recorded, { records, next }: ActivityPage): Recorded {
  const known = new Set(old.records.map(keyOf));
  const isJoined = next === undefined || records.some(record => known.has(keyOf(record)));
  const oldest = records.at(-1);
  const kept = isJoined || !oldest ? old.records : old.records.filter(record => newestFirst(record, oldest) < 0);
  const isFurther = old.isRead && isJoined && next !== undefined;
  return { ...old, records: joined(records, kept).slice(0, maxShown), next: isFurther ? old.next : next, isRead: true };
}

/** The records of one filter. */
export class ActivityData {
  readonly #filter: RecordFilter;
  readonly #shown = new Store(nothing);
  #isReadingOlder = false;
  readonly subscribe = this.#shown.subscribe;
  readonly snapshot = this.#shown.snapshot;
  /** Reads the newest records. */
  readonly loader = new Loader<ActivityPage>(async signal => {
    const page = await get<ActivityPage>('activity', { ...this.#filter, limit: pageSize }, signal);
    if (!signal.aborted) this.#shown.set(withPage(this.snapshot(), page));
    return page;
  });

  constructor(filter: RecordFilter) {
    this.#filter = filter;
  }

  #set(change: Partial<Recorded>): void {
    this.#shown.set({ ...this.snapshot(), ...change });
  }

  /** Takes records to come, until the function that it gives is called. What came while the stream was closed is read when it opens. */
  follow(): () => void {
    const end = new AbortController();
    void follow('activity/events', { ...this.#filter }, end.signal, {
      onOpen: () => {
        this.#set({ isBroken: false });
        this.loader.ask();
      },
      onEvent: ({ name, data }) => {
        if (name === 'record') this.#set({ records: joined([data as ActivityRecord], this.snapshot().records).slice(0, maxShown) });
        else if (name === 'fault' || name === 'back') this.#set({ isBroken: name === 'fault' });
      },
      onBreak: () => this.#set({ isBroken: true }),
    });
    return () => end.abort();
  }

  /** Reads older records. */
  async more(): Promise<void> {
    const { next } = this.snapshot();
    if (next === undefined || this.#isReadingOlder) return;
    this.#isReadingOlder = true;
    try {
      const page = await get<ActivityPage>('activity', { ...this.#filter, limit: pageSize, cursor: next });
      const { records, next: now } = this.snapshot();
      // The place to read on is another one if a gap was found meanwhile.
      if (now === next) this.#set({ records: joined(records, page.records), next: page.next, problem: '' });
    } catch (error) {
      this.#set({ problem: problemOf(error) });
    } finally {
      this.#isReadingOlder = false;
    }
  }
}
