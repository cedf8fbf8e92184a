/** What every request of the OAuth library shares: our fetch, and its failures in our words. */
import * as oauth from 'oauth4webapi';
import { LoginError, type LoginProblem } from './login-error.js';

/** Options of a request; addresses were checked before, and are again by `fetch`. */
export const requestOptions = (fetch: typeof globalThis.fetch) => ({
  [oauth.customFetch]: fetch as never,
  [oauth.allowInsecureRequests]: true,
});

/** Error codes of RFC 6749 sections 4.1.2.1 and 5.2, and of its extensions; other texts of an authorization server are not passed on. */
const knownErrors = new Set([
  ...['access_denied', 'invalid_client', 'invalid_grant', 'invalid_request', 'invalid_scope', 'invalid_target', 'server_error'],
  ...['temporarily_unavailable', 'unauthorized_client', 'unsupported_grant_type', 'unsupported_response_type', 'interaction_required'],
  ...['login_required', 'consent_required', 'invalid_redirect_uri', 'invalid_client_metadata', 'invalid_token', 'insufficient_scope'],
]);

/** The error code in an answer of the authorization server; undefined where it said nothing known. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError ? error.error : undefined;
  return code !== undefined && knownErrors.has(code) ? code : undefined;
}

/** The HTTP status with which a request was refused. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.WWWAuthenticateChallengeError) return error.status;
  const { cause } = error as { cause?: unknown };
  return cause instanceof Response && !cause.ok ? cause.status : undefined;
}

function why(error: unknown): string {
  const status = statusOf(error);
  return errorCode(error) ?? (status === undefined ? 'its answer is not valid' : `HTTP ${status}`);
}

/** Whether the authorization server is broken or overloaded, so that asking again later may help. */
function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  const code = errorCode(error);
  return (status !== undefined && (status >= 500 || status === 429)) || code === 'server_error' || code === 'temporarily_unavailable';
}

/** A failed request as a LoginError with `problem`, or `unreachable` where a later attempt may succeed. Texts of the server are not quoted. */
export function grantFailure(error: unknown, issuer: string, problem: LoginProblem, what: string): LoginError {
  if (error instanceof LoginError) return error;
  if (isPassing(error)) return new LoginError('unreachable', `${issuer} does not answer ${what}: ${why(error)}`, error, statusOf(error));
  return new LoginError(problem, `${issuer} refuses ${what}: ${why(error)}`, error);
}
