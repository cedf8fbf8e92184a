/** The credentials of one connection: what each request to a server carries, and what happens when the server refuses it. */
import { type Authorizer, LoadError, type RefusedRequest } from '@mcpgw/loader/internal';
import { StoreError } from '@mcpgw/store';
import { challengeOf } from './discovery.js';
import { authServerCode, LoginError } from './login-error.js';
import { type Logins, type LoginTarget, loginOf } from './logins.js';

/** Who calls. */
export interface LoginCaller {
  /** The identity of the caller; empty for the gateway itself. */
  readonly id: string;
  /** Gives the token that the caller showed, for an exchange; undefined where it has none, or it has expired. The authorization server alone gets it. */
  readonly token?: () => string | undefined;
}

/** How to log in to a server, as an operator types it. */
export const loginCommand = (server: string): string =>
  `mcpgw login ${/^[\w.-]+$/.test(server) ? server : `'${server.replaceAll("'", "'\\''")}'`}`;

function needed(server: string, why: string, cause?: unknown): LoadError {
  return new LoadError({
    layer: 'http',
    code: 'login-needed',
    text: `${why}: run "${loginCommand(server)}", or log in on the page`,
    ...(cause !== undefined && { cause }),
  });
}

/** A failure of a login as one of the connection: somebody has to act, or another attempt may succeed. */
function loadErrorOf(error: unknown, server: string): unknown {
  if (error instanceof StoreError)
    return new LoadError({
      layer: 'http',
      code: 'login-failed',
      class: 'transient',
      text: `the login cannot be read: ${error.message}`,
      cause: error,
    });
  if (!(error instanceof LoginError)) return error;
  if (error.problem === 'needed' || error.problem === 'ended') return needed(server, error.message, error);
  const code = authServerCode(error);
  if (code !== undefined) return new LoadError({ layer: 'auth-server', code, text: error.message, cause: error });
  return new LoadError({ layer: 'http', code: 'login-failed', class: 'denied', text: error.message, cause: error });
}

/** Credentials for a server whose tokens are stored: shared, or those of one caller. */
function stored(logins: Logins, target: LoginTarget, caller: LoginCaller): Authorizer {
  const who = logins.subjectOf(target, caller.id);
  const isConfigured = target.connection.login !== undefined;
  return {
    token: async () => {
      const token = await logins.tokens.token(who);
      if (token === undefined && isConfigured) throw new LoginError('needed', 'the server needs a login');
      return token;
    },
    refused: async ({ status, challenge: header, sent }) => {
      const challenge = challengeOf(header);
      if (challenge !== undefined) logins.noteChallenge(target.server, challenge);
      if (status === 403) {
        if (challenge?.error === 'insufficient_scope' && sent !== undefined)
          throw new LoginError(
            'needed',
            `the login lacks a scope${challenge.scope === undefined ? '' : `, the server wants ${challenge.scope}`}`,
          );
        return false;
      }
      if (sent !== undefined) return (await logins.tokens.afterRefusal(who, sent)) !== undefined;
      if (isConfigured || challenge?.metadataUrl !== undefined) throw new LoginError('needed', 'the server needs a login');
      return false;
    },
  };
}

/** Credentials of the gateway itself, or of an exchange. */
function ofMachine(logins: Logins, target: LoginTarget, caller: LoginCaller): Authorizer {
  const { mode, subject } = loginOf(target.connection);
  const isExchanged = mode === 'token_exchange' && subject === 'caller' && caller.id !== '';
  const subjectOf = () => {
    const subjectToken = isExchanged ? caller.token?.() : undefined;
    if (isExchanged && subjectToken === undefined)
      throw new LoadError({
        layer: 'http',
        code: 'login-needed',
        text: 'its tokens are exchanged for those of callers, and this caller has shown no token of auth.oauth, or it has expired',
      });
    return { ...(subjectToken !== undefined && { subjectToken }) };
  };
  return {
    token: async () => logins.machineToken(target, subjectOf()),
    refused: async ({ status, challenge: header, sent }) => {
      const challenge = challengeOf(header);
      if (challenge !== undefined) logins.noteChallenge(target.server, challenge);
      if (status !== 401 || sent === undefined) return false;
      return (await logins.machineToken(target, { ...subjectOf(), refused: sent })) !== sent;
    },
  };
}

/** The credentials of a connection to `target` on behalf of `caller`. Every failure is a LoadError, which names what to do. */
export function authorizerFor(logins: Logins, target: LoginTarget, caller: LoginCaller): Authorizer {
  const { mode } = loginOf(target.connection);
  const inner =
    mode === 'client_credentials' || mode === 'token_exchange' ? ofMachine(logins, target, caller) : stored(logins, target, caller);
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw loadErrorOf(error, target.server);
    }
  };
  return { token: () => guarded(inner.token()), refused: (request: RefusedRequest) => guarded(inner.refused(request)) };
}
