/** Why a login, a refresh or a discovery failed. Clients and tests act on the names: a problem is never renamed. */
import { safeText } from '@mcpgw/loader';

/**
 * What went wrong. `needed`: somebody has to log in. `ended`: the login is over (revoked, expired, used twice). `refused`: the person or the
 * authorization server said no. `unknown-state`: the answer belongs to no login that has begun, or was used before. `other-browser`: the
 * answer came from another browser than the one that started the login. `mix-up`: the answer or the metadata name another issuer. `no-pkce`:
 * the authorization server has no PKCE with S256. `no-client`: there is no client to use. `wrong-resource`: the metadata are of another
 * server. `forbidden-address`: an address that must not be asked. `discovery`: no usable metadata. `keys`: no usable keys. `unreachable`: no answer. `wrong-key`: the
 * record was encrypted with another key. `no-key`: there is no key. `damaged`: the record is not one. `configuration`: a setting cannot be used.
 */
export type LoginProblem =
  | 'needed'
  | 'ended'
  | 'refused'
  | 'unknown-state'
  | 'other-browser'
  | 'mix-up'
  | 'no-pkce'
  | 'no-client'
  | 'wrong-resource'
  | 'forbidden-address'
  | 'discovery'
  | 'keys'
  | 'unreachable'
  | 'wrong-key'
  | 'no-key'
  | 'damaged'
  | 'configuration';

/** A failure of this package. The message is one line, safe to show and to log: it holds no token, code, secret or query of a URL. */
export class LoginError extends Error {
  override name = 'LoginError';
  readonly problem: LoginProblem;
  /** The HTTP status with which the authorization server failed; undefined where it gave no answer, or where something else is wrong. */
  readonly status: number | undefined;
  constructor(problem: LoginProblem, message: string, cause?: unknown, status?: number) {
    super(safeText(message), cause === undefined ? undefined : { cause });
    this.problem = problem;
    this.status = status;
  }
}

/** What of an authorization server failed, as a code of the loader. */
export type AuthServerCode = 'auth-server-unreachable' | 'auth-server-error' | 'auth-server-metadata' | 'auth-server-keys';

const ofMetadata: ReadonlySet<LoginProblem> = new Set(['discovery', 'mix-up', 'wrong-resource', 'forbidden-address', 'no-pkce']);

/** The code of a failure that is the authorization server's; undefined where somebody has to log in, or the login or a setting is at fault. */
export function authServerCode({ problem, status }: LoginError): AuthServerCode | undefined {
  if (problem === 'unreachable') return status === undefined ? 'auth-server-unreachable' : 'auth-server-error';
  if (problem === 'keys') return 'auth-server-keys';
  return ofMetadata.has(problem) ? 'auth-server-metadata' : undefined;
}
