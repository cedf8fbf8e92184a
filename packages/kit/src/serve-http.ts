/** Serves a server over HTTP: health → host and origin → token → MCP, in both eras of the protocol. */
import { AuthError, bearerToken, type ResourceMetadata, refusal, resourceMetadata } from '@mcpgw/access';
import type { AuthInfo, McpHttpHandler, McpRequestContext, Server } from '@modelcontextprotocol/server';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import type { Authenticator, Verified } from './auth.js';
import { type FetchHandler, type HttpServing, listen } from './node-http.js';
import type { Identity } from './session.js';

export interface HttpOptions {
  /** Default 8000; 0 takes any free port. */
  readonly port?: number;
  /** Default 127.0.0.1: only this machine. */
  readonly host?: string;
  /** Path of the MCP endpoint; default `/mcp`. */
  readonly path?: string;
  /** Closes at SIGINT and SIGTERM: calls in flight may end, then the process ends. Default false. */
  readonly closeOnSignals?: boolean;
  /** The endpoint's public address. If set, refusals name the metadata (RFC 9728) with which clients find the issuer. */
  readonly publicUrl?: string;
  /** Allowed host names in requests. Default: those of this machine if the server listens on loopback, else any. */
  readonly allowedHosts?: readonly string[];
  /** Host names of web pages that may call this server. Default: those of this machine if the server listens on loopback, else none. */
  readonly allowedOrigins?: readonly string[];
}

export const healthPath = '/healthz';

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

function authInfo(token: string, { clientId, scopes, expiresAt, userId, sessionId }: Verified): AuthInfo {
  return { token, clientId, scopes: [...scopes], expiresAt, extra: { userId, sessionId } };
}

/** Puts the token's identity before the MCP handler; `serverFor` creates the server for one request. */
export class HttpFace {
  readonly #authenticator: Authenticator;
  readonly #handler: McpHttpHandler;
  readonly #metadata: ResourceMetadata | undefined;
  /** Identities by the object that was passed to the SDK: nothing that a client sends can be one of its keys. */
  readonly #identities = new WeakMap<AuthInfo, Identity>();

  /** @throws ConfigurationError for a `publicUrl` that is not an HTTP URL */
  constructor(
    authenticator: Authenticator,
    serverFor: (identity: Identity) => Server,
    onError: (error: unknown) => void,
    publicUrl: string | undefined,
  ) {
    this.#authenticator = authenticator;
    this.#metadata = publicUrl === undefined ? undefined : resourceMetadata(publicUrl, [authenticator.issuer]);
    const factory = ({ authInfo }: McpRequestContext) => serverFor(this.#identityOf(authInfo));
    this.#handler = createMcpHandler(factory, { onerror: onError });
  }

  #identityOf(info: AuthInfo | undefined): Identity {
    const identity = info && this.#identities.get(info);
    if (!identity) throw new AuthError('missing', 'A bearer token is required');
    return identity;
  }

  /** One HTTP request to the MCP endpoint. */
  async fetch(request: Request): Promise<Response> {
    const token = bearerToken(request.headers.get('authorization'));
    try {
      const verified = await this.#authenticator.verify(token);
      const info = authInfo(token!, verified);
      this.#identities.set(info, { userId: verified.userId, sessionId: verified.sessionId });
      return await this.#handler.fetch(request, { authInfo: info });
    } catch (error) {
      if (error instanceof AuthError) return refusal(error, this.#metadata?.url);
      throw error;
    }
  }

  /** The public document at `path`, which tells how to get a token. */
  open(path: string): Response | undefined {
    return this.#metadata?.path === path ? Response.json(this.#metadata.document) : undefined;
  }

  close(): Promise<void> {
    return this.#handler.close();
  }
}

function gate(face: HttpFace, path: string, hosts: readonly string[] | undefined, origins: readonly string[]): FetchHandler {
  return async request => {
    const { pathname } = new URL(request.url);
    if (pathname === healthPath) return new Response('ok\n');
    const rejected = (hosts && hostHeaderValidationResponse(request, [...hosts])) ?? originValidationResponse(request, [...origins]);
    if (rejected) return rejected;
    if (pathname === path) return face.fetch(request);
    return face.open(pathname) ?? new Response('Not found\n', { status: 404 });
  };
}

/** Listens for clients of `face`. @throws Error of the system, such as a port in use */
export function serveHttp(face: HttpFace, options: HttpOptions, onError: (error: unknown) => void): Promise<HttpServing> {
  const { port = 8000, host = '127.0.0.1', path = '/mcp' } = options;
  const local = loopbackHosts.has(host) ? localhostAllowedHostnames() : undefined;
  const { allowedHosts = local, allowedOrigins = local ?? [] } = options;
  return listen(gate(face, path, allowedHosts, allowedOrigins), { host, port, path }, onError);
}
