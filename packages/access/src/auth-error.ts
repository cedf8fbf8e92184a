/** Why there is no identity: `missing` without a token, `invalid` for a bad one, `unavailable` while its key cannot be read. */
export type AuthProblem = 'missing' | 'invalid' | 'unavailable';

/** What of a token is not valid: its key is not known, its signature is of another key or algorithm, or a claim does not fit; `times` are `exp` and `nbf`. */
export type TokenFault = 'key' | 'signature' | 'issuer' | 'audience' | 'times';

/** The message may be shown to the client. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly problem: AuthProblem;
  /** Undefined for another fault, and where there is no token. */
  readonly fault: TokenFault | undefined;
  constructor(problem: AuthProblem, message: string, cause?: unknown, fault?: TokenFault) {
    super(message, { cause });
    this.problem = problem;
    this.fault = fault;
  }
}
