/** The record of a session in the store, as text. Every version reads and writes the same. */
import { isPlainObject } from '@mcpgw/loader/internal';
import type { ClientIdentity, SessionOrigin, SessionSubscriptions } from './session.js';

/** A session in the store. */
export interface StoredSession {
  readonly identity: ClientIdentity;
  readonly origin: SessionOrigin;
  readonly subscriptions: SessionSubscriptions;
  /** Whether more than one process has had the session. Its end is then stored too, for the others. */
  readonly shared?: true;
}

/**
 * The JSON under the key of a session. Every version reads and writes these members, so that replicas of different versions share
 * sessions: `place` is the origin, `wishes` are the subscriptions, and versions that look at `lastSeen` must not find it in the past.
 */
interface SessionRecord {
  readonly identity: ClientIdentity;
  readonly place: SessionOrigin;
  readonly wishes: SessionSubscriptions;
  readonly shared?: true;
  readonly lastSeen: number;
}

/** The end of a session, stored so that no process that still has the session continues it or stores it again. */
export interface StoredEnd {
  readonly ended: true;
}

/** Older versions count a session without a recent `lastSeen` as ended. Today the store removes a session when it ends. */
const seenForever = Number.MAX_SAFE_INTEGER;

const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string';

const isIdentity = (value: unknown): boolean =>
  isPlainObject(value) && typeof value.protocolVersion === 'string' && isPlainObject(value.capabilities) && isPlainObject(value.clientInfo);

const isOrigin = (value: unknown): boolean => isPlainObject(value) && typeof value.owner === 'string' && isOptionalText(value.profile);

const isSubscriptions = (value: unknown): boolean =>
  isPlainObject(value) && isOptionalText(value.level) && Array.isArray(value.uris) && value.uris.every(uri => typeof uri === 'string');

/** Reads what is stored under the key of a session; `undefined` for a record that is missing or incomplete. */
export function parse(text: string | undefined): StoredSession | StoredEnd | undefined {
  if (text === undefined) return undefined;
  try {
    const record: unknown = JSON.parse(text);
    if (!isPlainObject(record)) return undefined;
    if (record.ended === true) return { ended: true };
    if (!isIdentity(record.identity) || !isOrigin(record.place) || !isSubscriptions(record.wishes)) return undefined;
    const { identity, place: origin, wishes: subscriptions, shared } = record as unknown as SessionRecord;
    return { identity, origin, subscriptions, ...(shared && { shared }) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export const isEnd = (stored: StoredSession | StoredEnd | undefined): stored is StoredEnd => stored !== undefined && 'ended' in stored;

export const endText = JSON.stringify({ ended: true } satisfies StoredEnd);

export function formatted({ identity, origin, subscriptions, shared }: StoredSession): string {
  const record: SessionRecord = { identity, place: origin, wishes: subscriptions, ...(shared && { shared }), lastSeen: seenForever };
  return JSON.stringify(record);
}

/** The record, marked as one of a session that several processes have. */
export function shared(old: string | undefined): string | undefined {
  const stored = parse(old);
  return stored === undefined || isEnd(stored) || stored.shared ? old : formatted({ ...stored, shared: true });
}
