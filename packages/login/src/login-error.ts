/** Why a login, a refresh or a discovery failed. Clients and tests act on the names: a problem is never renamed. */
import { safeText } from '@mcpgw/loader';

/**
 * What went wrong. `needed`: somebody has to log in. `ended`: the login is over (revoked, expired, used twice). `refused`: the person or the
 * authorization server said no. `unknown-state`: the answer belongs to no login that has begun, or was used before. `other-browser`: the
 * answer came from another browser than the one that started the login. `mix-up`: the answer or the metadata name another issuer. `no-pkce`:
 * the authorization server has no PKCE with S256. `no-client`: there is no client to use. `wrong-resource`: the metadata are of another
 * server. `forbidden-address`: an address that must not be asked. `discovery`: no usable metadata. `unreachable`: no answer. `wrong-key`: the
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
  | 'unreachable'
  | 'wrong-key'
  | 'no-key'
  | 'damaged'
  | 'configuration';

/** A failure of this package. The message is one line, safe to show and to log: it holds no token, code, secret or query of a URL. */
export class LoginError extends Error {
  override name = 'LoginError';
  readonly problem: LoginProblem;
  constructor(problem: LoginProblem, message: string, cause?: unknown) {
    super(safeText(message), cause === undefined ? undefined : { cause });
    this.problem = problem;
  }
}
