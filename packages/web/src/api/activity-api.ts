/**
 * The record of activity for the page: `GET api/activity` lists it, newest first, and `GET api/activity/events` follows it as Server-Sent Events.
 * Both take the filters `type`, `server`, `tool`, `caller`, `client`, `session`, `outcome` (each may be given several times), `since` and `until` (times in
 * ISO 8601); the list also takes `limit` and the `cursor` that the page before gave as `next`.
 */
import type { ServerResponse } from 'node:http';
import { type ActivityFilter, type ActivityPage, type ActivityStore, CursorError, followActivity, listActivity } from '@mcpgw/activity';
import type { WebDeps } from './deps.js';
import { PageError, securityHeaders } from './request.js';

const maxListed = 500;
/** Records that one request looks at. A page may have none of them and still a `next`. */
const maxScanned = 20_000;
const maxValues = 50;
const heartbeatMs = 5_000;
const known: ReadonlySet<string> = new Set([
  ...['type', 'server', 'tool', 'caller', 'client', 'session', 'outcome', 'since', 'until', 'limit', 'cursor'],
]);

const malformed = (message: string) => new PageError(400, 'malformed', message);

function recordOf({ activity }: WebDeps): ActivityStore {
  const store = activity?.();
  if (store === undefined) throw new PageError(404, 'not-recorded', 'nothing is recorded: activity.enabled is false');
  return store;
}

function values(query: URLSearchParams, name: string): { [key: string]: readonly string[] } {
  const all = query.getAll(name);
  if (all.length > maxValues || all.some(value => value.length > 2000))
    throw malformed(`${name} has too many values, or one that is too long`);
  return all.length === 0 ? {} : { [name]: all };
}

function time(query: URLSearchParams, name: 'since' | 'until'): { [key: string]: number } {
  const text = query.get(name);
  if (text === null) return {};
  const parsed = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(parsed)) throw malformed(`${name} must be a time such as 2026-01-31T12:00:00Z`);
  return { [name]: parsed };
}

function filterOf(query: URLSearchParams): ActivityFilter {
  for (const name of query.keys()) if (!known.has(name)) throw malformed(`unknown parameter ${JSON.stringify(name.slice(0, 60))}`);
  const type = query.get('type');
  if (type !== null && type !== 'call' && type !== 'event') throw malformed('type must be call or event');
  const lists = ['server', 'tool', 'caller', 'client', 'session', 'outcome'].map(name => values(query, name));
  return Object.assign({ ...(type !== null && { type }), ...time(query, 'since'), ...time(query, 'until') }, ...lists) as ActivityFilter;
}

function limitOf(query: URLSearchParams): number {
  const text = query.get('limit') ?? '100';
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > maxListed)
    throw malformed(`limit must be a number from 1 to ${maxListed}`);
  return Number(text);
}

/** One page of the record. @throws PageError */
export async function activityPage(query: URLSearchParams, deps: WebDeps): Promise<ActivityPage> {
  const store = recordOf(deps);
  const filter = filterOf(query);
  const options = { cursor: query.get('cursor') ?? undefined, limit: limitOf(query), maxScanned };
  try {
    return await listActivity(store, filter, options);
  } catch (error) {
    if (error instanceof CursorError) throw malformed(error.message);
    deps.onError?.(error);
    throw new PageError(503, 'store', 'the record cannot be read; the log of the gateway says more');
  }
}

/** Writes records to the response as they are made, until the client or the page ends. `open` holds the response meanwhile. @throws PageError */
export function followActivityPage(query: URLSearchParams, deps: WebDeps, response: ServerResponse, open: Set<ServerResponse>): void {
  const store = recordOf(deps);
  const filter = filterOf(query);
  response.writeHead(200, { ...securityHeaders, 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(': following\n\n');
  const controller = new AbortController();
  const beat = setInterval(() => response.write(': still here\n\n'), heartbeatMs).unref();
  open.add(response);
  response.once('close', () => {
    controller.abort();
    clearInterval(beat);
    open.delete(response);
  });
  void follow(store, filter, response, controller.signal, deps);
}

async function follow(
  store: ActivityStore,
  filter: ActivityFilter,
  response: ServerResponse,
  signal: AbortSignal,
  { onError }: WebDeps,
): Promise<void> {
  const onFault = (fault: Error | undefined) => {
    if (fault) onError?.(fault);
    response.write(`event: ${fault ? 'fault' : 'back'}\ndata: {}\n\n`);
  };
  for await (const record of followActivity(store, filter, { signal, onFault })) {
    const isRead = response.write(`event: record\ndata: ${JSON.stringify(record)}\n\n`);
    // A client that does not read gets no further records until it does; the gateway cuts it off in the end.
    if (!isRead)
      await new Promise<void>(resolve => {
        response.once('drain', resolve);
        response.once('close', resolve);
      });
  }
}
