/** Who made a request, as the gateway checked it. The steps of a call read it; nothing of it is sent to servers. */
import { createHash } from 'node:crypto';

export interface Caller {
  /**
   * How the caller showed who it is: `key` by a named key, `token` by a token of an issuer, `local` because it is the client on standard
   * input and output. `anonymous` showed nothing, because nothing is asked for.
   */
  readonly kind: 'key' | 'token' | 'local' | 'anonymous';
  /** The same text for the same identity, at every replica. It reveals neither a key nor a token; sessions belong to it. */
  readonly id: string;
  /** `iss` of the token. A subject, a group and a scope mean something only together with their issuer. */
  readonly issuer?: string;
  /** `sub` of the token. */
  readonly subject?: string;
  /** The OAuth client that the token was issued to: `client_id`, else `azp`. */
  readonly clientId?: string;
  /** The name of the key. Keys without a name are called by their place: `api_keys[0]`. */
  readonly keyName?: string;
  readonly groups: readonly string[];
  readonly scopes: readonly string[];
  /** Whether the caller may act on servers, and not only read. */
  readonly isAdmin: boolean;
  /** When the token expires, in seconds since 1970. */
  readonly expiresAt?: number;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The id of the caller with a key. */
export const keyCallerId = (key: string): string => digest(key).toString('base64url');

/** The id of the caller with a token: one user of one issuer, with one client. */
export function tokenCallerId(issuer: string, subject: string, clientId: string | undefined): string {
  return digest(JSON.stringify(['token', issuer, subject, clientId ?? null])).toString('base64url');
}

/** The client on standard input and output. Whoever started it started the gateway. */
export const localCaller: Caller = { kind: 'local', id: '', groups: [], scopes: [], isAdmin: true };

/** A command of the user who started the gateway, which showed the gateway's local key. */
export const commandCaller: Caller = { ...localCaller, id: 'local-command' };

/** A client of which nothing is asked. */
export const anonymousCaller = (isAdmin: boolean): Caller => ({ kind: 'anonymous', id: '', groups: [], scopes: [], isAdmin });

/** Bounds the name of a caller in a line of the log. */
const maxShown = 100;

/** A caller in words, for logs and lists: the name of its key, or the subject of its token. No secret is part of it. */
export function callerName({ kind, keyName, subject }: Caller): string {
  return (keyName ?? subject ?? kind).slice(0, maxShown);
}
