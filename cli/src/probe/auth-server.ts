/**
 * Why a server refused a request with 401: what of its authorization server fails, or does not fit the token that was sent. The server
 * says only that it refused; its metadata, those of its authorization server, the keys and the token are looked at from here.
 */
import { AuthError, RemoteKeySet, type TokenFault, unverifiedClaims, verifyToken } from '@mcpgw/access';
import { adviceFor, type Connection, safeText } from '@mcpgw/loader';
import type { RefusedRequest } from '@mcpgw/loader/internal';
import { authServerCode, type Inspected, inspect, LoginError } from '@mcpgw/login';
import { loginConnection, tokenAlgorithms } from '@mcpgw/mcp-config';
import type { ProbedServer } from './report.js';

/** What is at fault: a code of the loader, and a line for people without any part of a token but its claims. */
export interface AuthServerFault {
  readonly code: string;
  readonly reason: string;
}

const codes: Readonly<Record<TokenFault, string>> = {
  key: 'auth-server-keys',
  signature: 'token-signature',
  issuer: 'token-issuer',
  audience: 'token-audience',
  times: 'token-times',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200);

/** What is wrong with a token for this server; undefined for one that looks right, or that only the authorization server can read. */
async function tokenFault(token: string, { issuer, resource, keys }: Inspected): Promise<AuthServerFault | undefined> {
  const claims = unverifiedClaims(token);
  if (claims === undefined) return undefined;
  if (claims.iss !== issuer)
    return { code: codes.issuer, reason: `the token is of ${textOf(claims.iss ?? 'no issuer')}, and the server takes those of ${issuer}` };
  const audiences = [claims.aud ?? []].flat() as string[];
  if (keys !== undefined) {
    const { find: key } = new RemoteKeySet(async () => keys as never);
    try {
      await verifyToken(token, { issuer, audiences, algorithms: tokenAlgorithms, key });
    } catch (error) {
      if (!(error instanceof AuthError) || error.fault === undefined) throw error;
      const isKey = error.fault === 'key';
      return { code: codes[error.fault], reason: isKey ? `the keys of ${issuer} do not include the one of the token` : error.message };
    }
  }
  if (audiences.includes(resource)) return undefined;
  return { code: codes.audience, reason: `the token is for ${textOf(claims.aud ?? 'no audience')}, and the server is ${resource}` };
}

/** What of the authorization server of a server, or of the token that was `sent`, explains the refusal; undefined where nothing does. */
export async function authServerFault(
  connection: Connection,
  { challenge, sent }: RefusedRequest,
  options: { readonly ca?: string | undefined; readonly timeoutMs?: number | undefined },
): Promise<AuthServerFault | undefined> {
  const server = loginConnection(connection);
  if (!('url' in connection) || !URL.canParse(connection.url)) return undefined;
  const { ca, timeoutMs } = options;
  try {
    const found = await inspect(connection.url, {
      challenge,
      issuer: server?.login?.issuer,
      ...(ca !== undefined && { ca }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    return found === undefined || sent === undefined ? undefined : await tokenFault(sent, found);
  } catch (error) {
    const code = error instanceof LoginError ? authServerCode(error) : undefined;
    if (code === undefined) throw error;
    return { code, reason: (error as LoginError).message };
  }
}

/** A server of the report with the fault of its authorization server, whose class is that of the refusal. */
export function withFault(server: ProbedServer, { code, reason }: AuthServerFault): ProbedServer {
  const { status, httpStatus } = server;
  const failed = { status, httpStatus, code, layer: 'auth-server' } as const;
  return { ...server, layer: failed.layer, code, reason: `HTTP 401: ${safeText(reason)}`, advice: adviceFor(failed) ?? null };
}
