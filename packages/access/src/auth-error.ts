/** Why there is no identity: `missing` without a token, `invalid` for a bad one, `unavailable` while its key cannot be read. */
export type AuthProblem = 'missing' | 'invalid' | 'unavailable';

/** The message may be shown to the client. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly problem: AuthProblem;
  constructor(problem: AuthProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}
