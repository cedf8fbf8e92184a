/**
 * Faults in front of and behind agentgateway, as data: each is a route with policies and a target. What the proxy answers is
 * recorded in `packages/loader/test/proxy/recorded-answers.ts` under the same id.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Authority, createAuthority } from '../../packages/loader/test/certificates.js';
import {
  answering,
  closedPort,
  httpServer,
  httpsServer,
  initializeResult,
  rpcListener,
  sdkListener,
  tcpServer,
} from '../../packages/loader/test/servers.js';
import { type Authorizer, type Check, grpcAuthorizer } from '../helpers/authorizer.js';

/** What the faults need on this machine; ports of loopback. */
export interface World {
  readonly closed: number;
  readonly target: number;
  readonly targets: Readonly<Record<string, number>>;
  readonly secureTarget: number;
  readonly grpc: Readonly<Record<string, number>>;
  readonly http: Readonly<Record<string, number>>;
  /** A file with the keys that the proxy trusts. */
  readonly jwks: string;
  readonly tokens: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

type Policies = (world: World, version: string) => Record<string, unknown>;

export interface Fault {
  readonly id: string;
  /** Policies of the route. */
  readonly policies?: Policies;
  /** URL of the target; a healthy one by default. */
  readonly target?: (world: World) => string;
  readonly headers?: (world: World) => Record<string, string>;
  /** Requests that are sent before, so that a limit is met. */
  readonly before?: number;
  /** The path is left out of the configuration. */
  readonly noRoute?: boolean;
  /** Versions that the fault does not exist in, with the reason. */
  readonly not?: Readonly<Record<string, string>>;
}

const local = (port: number) => `127.0.0.1:${port}`;

/** 300 ms, in the spelling of the version; v1.0 to v1.3 take none for HTTP and wait 200 ms. */
function shortTimeout(version: string, protocol: 'grpc' | 'http'): Record<string, unknown> {
  if (version.startsWith('v0.')) return { timeout: '300ms' };
  return protocol === 'http' && version < 'v1.4' ? {} : { policies: { http: { requestTimeout: '300ms' } } };
}

function grpcAuthz(port: (world: World) => number, more: Record<string, unknown> = {}): Policies {
  return (world, version) => ({
    extAuthz: { host: local(port(world)), failureMode: { denyWithStatus: 403 }, ...shortTimeout(version, 'grpc'), ...more },
  });
}

function httpAuthz(host: (world: World) => string): Policies {
  return (world, version) => ({
    extAuthz: { host: host(world), failureMode: { denyWithStatus: 403 }, protocol: { http: {} }, ...shortTimeout(version, 'http') },
  });
}

const jwt: Policies = ({ jwks }) => ({
  jwtAuth: { mode: 'strict', issuer: 'test-issuer', audiences: ['mcp'], jwks: { file: jwks } },
});
const bearer = (name: string) => (world: World) => ({ Authorization: `Bearer ${world.tokens[name]}` });

export const faults: readonly Fault[] = [
  { id: 'none' },
  { id: 'authz-grpc-down', policies: grpcAuthz(world => world.closed) },
  { id: 'authz-grpc-down-503', policies: grpcAuthz(world => world.closed, { failureMode: { denyWithStatus: 503 } }) },
  { id: 'authz-grpc-down-deny', policies: grpcAuthz(world => world.closed, { failureMode: 'deny' }) },
  { id: 'authz-grpc-down-allow', policies: grpcAuthz(world => world.closed, { failureMode: 'allow' }) },
  { id: 'authz-grpc-hang', policies: grpcAuthz(world => world.grpc.hang!) },
  { id: 'authz-grpc-error', policies: grpcAuthz(world => world.grpc.error!) },
  { id: 'authz-grpc-deny', policies: grpcAuthz(world => world.grpc.deny!) },
  { id: 'authz-grpc-deny-own', policies: grpcAuthz(world => world.grpc.denyOwn!) },
  { id: 'authz-grpc-deny-401', policies: grpcAuthz(world => world.grpc.deny401!) },
  { id: 'authz-grpc-allow', policies: grpcAuthz(world => world.grpc.allow!) },
  { id: 'authz-http-down', policies: httpAuthz(world => local(world.closed)) },
  { id: 'authz-http-hang', policies: httpAuthz(world => local(world.http.hang!)) },
  { id: 'authz-http-dns', policies: httpAuthz(() => 'authorizer.invalid:9191') },
  { id: 'authz-http-reset', policies: httpAuthz(world => local(world.targets.reset!)) },
  { id: 'authz-http-deny', policies: httpAuthz(world => local(world.http.deny!)) },
  { id: 'authz-http-broken', policies: httpAuthz(world => local(world.http.broken!)) },
  { id: 'jwt-none', policies: jwt },
  { id: 'jwt-expired', policies: jwt, headers: bearer('expired') },
  { id: 'jwt-audience', policies: jwt, headers: bearer('audience') },
  { id: 'jwt-issuer', policies: jwt, headers: bearer('issuer') },
  { id: 'jwt-key', policies: jwt, headers: bearer('key') },
  { id: 'jwt-garbage', policies: jwt, headers: () => ({ Authorization: 'Bearer garbage' }) },
  { id: 'jwt-good', policies: jwt, headers: bearer('good') },
  { id: 'api-key', policies: () => ({ apiKey: { mode: 'strict', keys: [{ key: 'k3y' }] } }) },
  {
    id: 'mcp-authentication',
    policies: ({ jwks }) => ({
      mcpAuthentication: { mode: 'strict', issuer: 'http://issuer.example', audiences: ['mcp'], jwks: { file: jwks }, resourceMetadata: { resource: 'http://x/mcp' } },
    }),
  },
  { id: 'authorization-rules', policies: () => ({ authorization: { rules: ['false'] } }) },
  { id: 'csrf', policies: () => ({ csrf: {} }), headers: () => ({ Origin: 'http://elsewhere.example' }) },
  { id: 'cors', policies: () => ({ cors: { allowOrigins: ['http://here.example'] } }), headers: () => ({ Origin: 'http://elsewhere.example' }) },
  { id: 'rate-limit', policies: () => ({ localRateLimit: [{ maxTokens: 1, tokensPerFill: 1, fillInterval: '1h', type: 'requests' }] }), before: 1 },
  {
    id: 'rate-limit-service-down',
    policies: world => ({ remoteRateLimit: { domain: 'x', host: local(world.closed), descriptors: [{ entries: [{ key: 'a', value: '"b"' }], type: 'requests' }] } }),
  },
  { id: 'mcp-authorization', policies: () => ({ mcpAuthorization: { rules: ['false'] } }) },
  { id: 'no-route', noRoute: true },
  { id: 'target-down', target: world => `http://${local(world.closed)}/mcp` },
  { id: 'target-dns', target: () => 'http://target.invalid:8000/mcp' },
  { id: 'target-plain-for-tls', target: world => `https://${local(world.target)}/mcp` },
  { id: 'target-self-signed', target: world => `https://${local(world.secureTarget)}/mcp` },
  { id: 'target-html', target: world => `http://${local(world.targets.html!)}/mcp` },
  { id: 'target-404', target: world => `http://${local(world.targets.notFound!)}/nope` },
  { id: 'target-401', target: world => `http://${local(world.targets.unauthorized!)}/mcp` },
  { id: 'target-403', target: world => `http://${local(world.targets.forbidden!)}/mcp` },
  { id: 'target-429', target: world => `http://${local(world.targets.busy!)}/mcp` },
  { id: 'target-503', target: world => `http://${local(world.targets.starting!)}/mcp` },
  { id: 'target-reset', target: world => `http://${local(world.targets.reset!)}/mcp` },
  { id: 'target-no-json', target: world => `http://${local(world.targets.noJson!)}/mcp` },
  { id: 'target-rpc-error', target: world => `http://${local(world.targets.rpcError!)}/mcp` },
  { id: 'target-hang', target: world => `http://${local(world.targets.hang!)}/mcp`, policies: () => ({ timeout: { requestTimeout: '300ms' } }) },
  { id: 'target-hang-backend', target: world => `http://${local(world.targets.hang!)}/mcp`, policies: () => ({ timeout: { backendRequestTimeout: '300ms' } }) },
  { id: 'target-large', target: world => `http://${local(world.targets.large!)}/mcp` },
]; // biome-ignore format: one table

/** The static configuration with a route for every fault; the path is the fault's id. */
export function configOf(world: World, version: string, port: number, others: readonly number[]): unknown {
  const routes = faults
    .filter(({ noRoute, not }) => !noRoute && not?.[version] === undefined)
    .map(({ id, policies, target }) => ({
      name: id,
      matches: [{ path: { exact: `/${id}` } }],
      ...(policies && { policies: policies(world, version) }),
      backends: [{ mcp: { targets: [{ name: 'target', mcp: { host: target?.(world) ?? `http://${local(world.target)}/mcp` } }] } }],
    }));
  const [admin, stats, readiness] = others;
  return {
    config: { adminAddr: local(admin!), statsAddr: local(stats!), readinessAddr: local(readiness!) },
    binds: [{ port, listeners: [{ protocol: 'HTTP', routes }] }],
  };
}

const big = 'x'.repeat(3 * 2 ** 20);

const listeners: Readonly<Record<string, RequestListener>> = {
  html: answering(200, '<html><title>Welcome</title></html>', { 'content-type': 'text/html' }),
  notFound: answering(404, 'Not Found', { 'content-type': 'text/plain' }),
  unauthorized: answering(401, '{"error":"invalid_token"}', { 'content-type': 'application/json' }),
  forbidden: answering(403, 'not your tool', { 'content-type': 'text/plain' }),
  busy: answering(429, 'slow down', { 'content-type': 'text/plain' }),
  starting: answering(503, 'starting', { 'content-type': 'text/plain' }),
  noJson: answering(200, '{"jsonrpc":', { 'content-type': 'application/json' }),
  hang: () => {},
  rpcError: async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { id } = JSON.parse(body) as { id: unknown };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no database' } }));
  },
  large: rpcListener(method =>
    method === 'initialize' ? initializeResult() : { tools: [{ name: 'a', description: big, inputSchema: { type: 'object' } }] },
  ),
};

const checks: Readonly<Record<string, Check>> = {
  hang: { kind: 'hang' },
  error: { kind: 'error', grpcStatus: 14 },
  allow: { kind: 'allow' },
  deny: { kind: 'deny' },
  denyOwn: { kind: 'deny', status: 403, body: 'denied by OpenFGA' },
  deny401: { kind: 'deny', status: 401, body: 'log in again, the session timed out' },
};

const authorizers: Readonly<Record<string, RequestListener>> = {
  hang: () => {},
  deny: answering(403, 'not in the group', { 'content-type': 'text/plain' }),
  broken: answering(500, 'boom', { 'content-type': 'text/plain' }),
};

async function portsOf(all: Readonly<Record<string, RequestListener>>): Promise<Record<string, number>> {
  const entries = Object.entries(all).map(async ([name, listener]) => [name, (await httpServer(listener)).port] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Starts every server that the faults need. The HTTP ones end with `closeServers`. */
export async function startWorld(jwks: string, tokens: Readonly<Record<string, string>>): Promise<World> {
  const authority: Authority = await createAuthority();
  const reset = await tcpServer(socket => socket.once('data', () => socket.destroy()));
  const grpc = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await grpcAuthorizer(check)] as const));
  const close = async () => {
    await Promise.all(grpc.map(([, authorizer]: readonly [string, Authorizer]) => authorizer.close()));
  };
  return {
    closed: await closedPort(),
    target: (await httpServer(sdkListener())).port,
    secureTarget: (await httpsServer(await authority.issue('127.0.0.1', -1, 1), sdkListener())).port,
    targets: { ...(await portsOf(listeners)), reset: reset.port },
    grpc: Object.fromEntries(grpc.map(([name, { port }]) => [name, port])),
    http: await portsOf(authorizers),
    jwks,
    tokens,
    close,
  };
}

export interface Exchange {
  /** `GET`, or the method of the JSON-RPC request that was posted. */
  readonly asked: string;
  /** 0 where the proxy did not answer for as long as the client waited. */
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface Recorder {
  readonly port: number;
  readonly exchanges: Exchange[];
  close(): void;
}

function rpcMethod(body: string): string {
  try {
    return String((JSON.parse(body) as { method?: unknown }).method);
  } catch {
    return 'POST';
  }
}

/** Stands between client and proxy, and keeps what the proxy answered. */
export async function recorder(proxyPort: number): Promise<Recorder> {
  const exchanges: Exchange[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks).toString('utf8');
    const { host, connection, 'content-length': length, ...headers } = request.headers as Record<string, string>;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { signal } = gone;
    const init = { method: request.method!, headers, redirect: 'manual' as const, signal, ...(sent !== '' && { body: sent }) };
    const asked = request.method === 'POST' ? rpcMethod(sent) : request.method!;
    try {
      const answer = await fetch(`http://127.0.0.1:${proxyPort}${request.url}`, init);
      const body = await answer.text();
      exchanges.push({ asked, status: answer.status, type: answer.headers.get('content-type') ?? '', body });
      const kept = [...answer.headers].filter(([name]) => !['content-length', 'content-encoding', 'transfer-encoding'].includes(name));
      response.writeHead(answer.status, Object.fromEntries(kept)).end(body);
    } catch {
      exchanges.push({ asked, status: 0, type: '', body: '' });
      response.destroy();
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, exchanges, close };
}
