/** Refuses callers: who showed no valid key or token, and whom no profile allows. */
import type { ServerResponse } from 'node:http';
import type { AccessRefusal, Caller } from '@mcpgw/access';
import { TransportFailure, toWireError } from '@mcpgw/failures';
import { errorText } from './json-rpc.js';
import type { ConfigSnapshot } from './live-config.js';
import type { Logger } from './logger.js';
import { refuse, respond } from './refuse.js';

/** Why a caller may not use the endpoint of a profile, or of all servers; undefined if it may. */
export function notAdmitted(
  { access, views }: Pick<ConfigSnapshot, 'access' | 'views'>,
  profile: string | undefined,
  caller: Caller,
): AccessRefusal | undefined {
  if (views.admits(profile, caller)) return undefined;
  const scopes = views.missingScopes(profile, caller);
  if (scopes !== undefined) return access.insufficientScope(scopes, profile);
  const what = profile === undefined ? 'No profile allows this caller' : 'This profile does not allow this caller';
  return { status: 403, message: `${what} (profiles[].allow)` };
}

/** Between two attempts of a client while tokens cannot be checked, in seconds. */
const retryAfterSeconds = 5;

/** Answers a refused caller. */
export function refuseAccess(response: ServerResponse, { status, message, challenge }: AccessRefusal): void {
  if (status === 503) {
    const failure = new TransportFailure({ mode: 'issuer_unavailable', message });
    respond(response, status, errorText(null, toWireError(failure)), { 'retry-after': String(retryAfterSeconds) });
    return;
  }
  const headers = challenge === undefined ? {} : { 'www-authenticate': challenge };
  const mode = status === 400 ? 'invalid_request' : status === 401 ? 'unauthorized' : challenge ? 'insufficient_scope' : 'forbidden';
  refuse(response, status, message, mode, headers);
}

/** Logs why the keys of issuers cannot be read: once for each failed attempt, and not for each request that waits for it. */
export class IssuerLog {
  readonly #logger: Logger;
  #last: unknown;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  check({ status, cause }: AccessRefusal): void {
    if (status !== 503 || cause === undefined || cause === this.#last) return;
    this.#last = cause;
    this.#logger.error('keys of an issuer cannot be read', { error: cause instanceof Error ? cause.message : String(cause) });
  }
}
