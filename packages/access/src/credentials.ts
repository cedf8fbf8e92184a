/** Reads what a request shows of its caller. Only headers count: a key or a token in the address would stand in logs and histories (RFC 9700, 4.3.2). */
import type { IncomingMessage } from 'node:http';

export interface ShownCredentials {
  /** A key, or a token, after `Bearer`. */
  readonly bearer?: string;
  /** A key in `X-API-Key`. */
  readonly apiKey?: string;
}

const bearer = /^Bearer +(.*)$/i;

/** The token of an Authorization header; undefined if the header is missing or is not a bearer token. */
export function bearerToken(header: string | null | undefined): string | undefined {
  return bearer.exec(header ?? '')?.[1]?.trim() || undefined;
}

/**
 * The credentials of a request; a text says why they are ambiguous. Node keeps the first of several Authorization headers and a proxy
 * may keep the last, so two of them could be two callers.
 */
export function credentialsOf({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): ShownCredentials | string {
  const { authorization = [], 'x-api-key': apiKeys = [] } = headersDistinct;
  if (authorization.length > 1) return 'Invalid request: more than one Authorization header';
  if (apiKeys.length > 1) return 'Invalid request: more than one X-API-Key header';
  const [token, apiKey] = [bearerToken(authorization[0]), apiKeys[0]];
  if (token !== undefined && apiKey !== undefined && token !== apiKey) return 'Invalid request: X-API-Key and Authorization differ';
  return { ...(token !== undefined && { bearer: token }), ...(apiKey !== undefined && { apiKey }) };
}
