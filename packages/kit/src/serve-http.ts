/** The HTTP face of a server: health → host and origin → token → MCP, in the protocol's both eras. */
import type { AuthInfo, McpHttpHandler, McpRequestContext, Server } from '@modelcontextprotocol/server';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { AuthError, type Authenticator, type Verified } from './auth.js';
import { bearerToken, refusal } from './challenge.js';
import { type FetchHandler, type HttpServing, listen } from './node-http.js';
import { type ResourceMetadata, resourceMetadata } from './resource-metadata.js';
import type { Identity } from './session.js';

export interface HttpOptions {
  /** Default 8000; 0 takes any free port. */
  readonly port?: number;
  /** Default 127.0.0.1: only this machine. */
  readonly host?: string;
  /** Of the MCP endpoint; default `/mcp`. */
  readonly path?: string;
  /** Closes at SIGINT and SIGTERM: what runs may end, then the process does. Default false. */
  readonly closeOnSignals?: boolean;
  /** The endpoint's address as clients have it. With it, refusals name the metadata (RFC 9728) by which clients find the issuer. */
  readonly publicUrl?: string;
  /** Host names by which clients may ask for this server. Default: those of this machine when it listens there, else any. */
  readonly allowedHosts?: readonly string[];
  /** Host names of pages that may call this server from a browser. Default: those of this machine when it listens there, else none. */
  readonly allowedOrigins?: readonly string[];
}

export const healthPath = '/healthz';

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

function authInfo(token: string, { clientId, scopes, expiresAt, userId, sessionId }: Verified): AuthInfo {
  return { token, clientId, scopes: [...scopes], expiresAt, extra: { userId, sessionId } };
}

/** Puts the token's identity before the MCP handler; `serverFor` makes the server of one request. */
export class HttpFace {
  readonly #authenticator: Authenticator;
  readonly #handler: McpHttpHandler;
  readonly #metadata: ResourceMetadata | undefined;
  /** Identities by what was handed to the SDK: nothing that a client sends can be one of its keys. */
  readonly #identities = new WeakMap<AuthInfo, Identity>();

  /** @throws ConfigurationError for a `publicUrl` that is no URL of HTTP */
  constructor(
    authenticator: Authenticator,
    serverFor: (identity: Identity) => Server,
    onError: (error: unknown) => void,
    publicUrl: string | undefined,
  ) {
    this.#authenticator = authenticator;
    this.#metadata = publicUrl === undefined ? undefined : resourceMetadata(publicUrl, authenticator.issuer);
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

  /** What is told without a token at `path`: how to get one. */
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
