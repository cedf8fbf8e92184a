/**
 * Ids of events on a client's streams. An id names the stream and the place in it, so that any replica can resume from it (MCP 2025-11-25,
 * basic/transports, resumability), and the request that the stream answers, so that the request is answered even where nothing is kept.
 */
import { createHash } from 'node:crypto';

/** What an id says. */
export interface EventPlace {
  /** `standing`, or the random name of the stream that answers a request. */
  readonly stream: string;
  /** The place in the stream: the last event that the client has. */
  readonly at: string;
  /** The JSON-RPC id of the request that the stream answers; absent on the standing stream, and where the id is very long. */
  readonly request?: string | number;
}

/** The stream of a session for messages that answer no request. */
export const standing = 'standing';

const maxRequestId = 256;
const pattern = /^([0-9a-f]{8})\.([A-Za-z0-9_-]{1,40})\.(\d{1,16}-\d{1,16})(?:\.([A-Za-z0-9_-]{1,512}))?$/;

/** Tells ids of different sessions apart. It gives access to nothing. */
function tagOf(session: string): string {
  return createHash('sha256').update(`event ids of ${session}`).digest('hex').slice(0, 8);
}

function encoded(request: string | number | undefined): string {
  if (request === undefined) return '';
  const text = JSON.stringify(request);
  return text.length > maxRequestId ? '' : `.${Buffer.from(text).toString('base64url')}`;
}

function decoded(text: string | undefined): string | number | undefined {
  if (text === undefined) return undefined;
  try {
    const request: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof request === 'string' || typeof request === 'number' ? request : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The ids of the events of one stream; `session` is the digest of the session's id. */
export function eventIds(session: string, stream: string, request: string | number | undefined): (at: string) => string {
  const start = `${tagOf(session)}.${stream}.`;
  const end = encoded(request);
  return at => `${start}${at}${end}`;
}

/** Reads the id of an event of a session; `undefined` for one of another session, and for text that is no id. */
export function eventPlace(session: string, id: string): EventPlace | undefined {
  const [, tag, stream, at, end] = pattern.exec(id) ?? [];
  if (tag !== tagOf(session) || stream === undefined || at === undefined) return undefined;
  const request = decoded(end);
  return { stream, at, ...(request !== undefined && { request }) };
}

/** Whether place `a` is before place `b`. */
export function isBefore(a: string, b: string): boolean {
  const [aMs = '0', aN = '0'] = a.split('-');
  const [bMs = '0', bN = '0'] = b.split('-');
  return Number(aMs) === Number(bMs) ? Number(aN) < Number(bN) : Number(aMs) < Number(bMs);
}
