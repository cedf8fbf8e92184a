/** `mcpgw activity`: the newest records in the order of their times, and with --follow those to come. */
import { type ActivityFilter, type ActivityReader, type ActivityRecord, followActivity, listActivity } from '@mcpgw/activity';
import { safeText } from '@mcpgw/loader';
import { parseDuration } from '../duration.js';
import { CliError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { say } from '../terminal.js';
import type { ListActivityFlags } from './flags.js';
import { formatOf, type RecordFormat } from './formats.js';
import { withReader } from './open.js';

/** A time in milliseconds since 1970: `1h` and `7d` count back from now. @throws CliError */
export function timeOf(flag: string, text: string, now: number): number {
  const back = parseDuration(text);
  if (back !== undefined && back >= 0) return now - back;
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new CliError(`${flag} "${safeText(text)}" is neither a duration such as 1h nor a time such as 2026-01-31T12:00:00Z`);
  return time;
}

function filterOf({ type, server, tool, caller, client, session, outcome, since, until }: ListActivityFlags, now: number): ActivityFilter {
  return {
    ...(type && { type }),
    ...(server && { server }),
    ...(tool && { tool }),
    ...(caller && { caller }),
    ...(client && { client }),
    ...(session && { session }),
    ...(outcome && { outcome }),
    ...(since !== undefined && { since: timeOf('--since', since, now) }),
    ...(until !== undefined && { until: timeOf('--until', until, now) }),
  };
}

const placeOf = ({ writer, seq }: ActivityRecord) => `${writer} ${seq}`;

async function follow(
  store: ActivityReader,
  filter: ActivityFilter,
  format: RecordFormat,
  from: string,
  shown: ReadonlySet<string>,
): Promise<void> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
  const onFault = (fault: Error | undefined) =>
    say(fault ? `the record cannot be read: ${safeText(fault.message)}; it is tried again\n` : 'the record can be read again\n');
  for await (const record of followActivity(store, filter, { signal: controller.signal, from, onFault }))
    if (!shown.has(placeOf(record))) format.more(record);
}

/** Runs `mcpgw activity` and gives its exit code. @throws CliError when it cannot run */
export async function runActivity(flags: ListActivityFlags): Promise<ExitCode> {
  if (flags.follow && flags.output === 'json') throw new CliError('--follow has no end, and -o json is one document: use -o jsonl');
  if (flags.follow && flags.until !== undefined) throw new CliError('--follow and --until exclude each other');
  const given = filterOf(flags, Date.now());
  return withReader(flags, async (store, clientName) => {
    const filter = { ...given, clientName };
    const format = formatOf(flags.output);
    const { position } = await store.newer(undefined, 0);
    const limit = flags.limit === 0 ? Number.POSITIVE_INFINITY : flags.limit;
    const { records, next } = await listActivity(store, filter, { limit });
    const ordered = [...records].reverse();
    format.first(ordered, next !== undefined);
    if (flags.follow) await follow(store, filter, format, position, new Set(ordered.map(placeOf)));
    return exitCodes.clean;
  });
}
