/** Reading the record: filters, pages, and following what is written. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseLine } from './chain.js';
import type { ActivityRecord } from './record.js';
import type { ActivityReader } from './store.js';

/** Which records are meant. Several values of one member are alternatives; several members must all hold. */
export interface ActivityFilter {
  readonly type?: 'call' | 'event';
  readonly server?: readonly string[];
  readonly tool?: readonly string[];
  readonly caller?: readonly string[];
  /** Names that clients gave of themselves. */
  readonly client?: readonly string[];
  readonly session?: readonly string[];
  /** Outcomes, categories and modes of calls, and names of events. */
  readonly outcome?: readonly string[];
  /** Milliseconds since 1970. */
  readonly since?: number;
  readonly until?: number;
  /** The name that clients use for a tool, where `tool` may have such names too. */
  readonly clientName?: (server: string, tool: string) => string | undefined;
}

const has = (wanted: readonly string[] | undefined, ...values: readonly (string | undefined)[]): boolean =>
  wanted === undefined || values.some(value => value !== undefined && wanted.includes(value));

/** Every name of the tools of a record: its own, SERVER:TOOL, and the one that clients use. */
function toolsOf(record: ActivityRecord, { clientName }: ActivityFilter): readonly (string | undefined)[] {
  const { server } = record;
  const tools = record.type === 'call' ? [record.tool] : (record.tools ?? []);
  return server === undefined ? tools : tools.flatMap(tool => [tool, `${server}:${tool}`, clientName?.(server, tool)]);
}

/** Whether a filter means a record. */
export function isMeant(record: ActivityRecord, filter: ActivityFilter): boolean {
  const {
    type,
    server,
    tool,
    caller,
    client,
    session,
    outcome,
    since = Number.NEGATIVE_INFINITY,
    until = Number.POSITIVE_INFINITY,
  } = filter;
  const time = Date.parse(record.time);
  if (!(time >= since && time <= until) || (type !== undefined && record.type !== type)) return false;
  if (!has(server, record.server) || (tool !== undefined && !has(tool, ...toolsOf(record, filter)))) return false;
  if (record.type === 'event') return session === undefined && client === undefined && has(caller, record.by) && has(outcome, record.event);
  if (!has(caller, record.caller) || !has(client, record.client) || !has(session, record.session)) return false;
  return has(outcome, record.outcome, record.category, record.mode);
}

/** Records, newest first, and where to read on. */
export interface ActivityPage {
  readonly records: readonly ActivityRecord[];
  /** Where to read on; absent if there is no older record. */
  readonly next?: string;
}

/** How much is read. */
export interface PageOptions {
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** Records that are looked at; a page may then have fewer than `limit` records and still have a `next`. Default: no bound. */
  readonly maxScanned?: number;
}

/** The newest records before a cursor that a filter means. @throws CursorError, or what the store throws */
export async function listActivity(
  store: Pick<ActivityReader, 'older'>,
  filter: ActivityFilter,
  options: PageOptions,
): Promise<ActivityPage> {
  const { limit, maxScanned = Number.POSITIVE_INFINITY } = options;
  const records: ActivityRecord[] = [];
  let scanned = 0;
  let last: string | undefined;
  for await (const { line, cursor } of store.older(options.cursor)) {
    if (last !== undefined && (records.length >= limit || scanned >= maxScanned)) return { records, next: last };
    const record = parseLine(line);
    if (record && isMeant(record, filter)) records.push(record);
    scanned++;
    last = cursor;
  }
  return { records };
}

const pollMs = 300;
const retryMs = 1_000;
/** Lines that are read at a time. */
const step = 500;

/** How a record is followed. */
export interface FollowOptions {
  readonly signal: AbortSignal;
  /** A position that `newer` of the store gave. Default: the end. */
  readonly from?: string;
  /** Told once when the store cannot be read (with the reason), and once when it can be again. */
  readonly onFault?: (fault: Error | undefined) => void;
}

/** Records as they are written; ends with the signal. A store that cannot be read is asked again, and nothing is left out. */
export async function* followActivity(
  store: Pick<ActivityReader, 'newer'>,
  filter: ActivityFilter,
  { signal, from, onFault = () => {} }: FollowOptions,
): AsyncGenerator<ActivityRecord, void, undefined> {
  let position = from;
  let isFailing = false;
  while (!signal.aborted) {
    let lines: readonly string[] = [];
    try {
      ({ lines, position } = await store.newer(position, step));
      if (isFailing) onFault(undefined);
      isFailing = false;
    } catch (error) {
      if (!isFailing) onFault(error as Error);
      isFailing = true;
    }
    for (const line of lines) {
      const record = parseLine(line);
      if (record && isMeant(record, filter)) yield record;
    }
    if (lines.length < step) await sleep(isFailing ? retryMs : pollMs, undefined, { signal }).catch(() => {});
  }
}
