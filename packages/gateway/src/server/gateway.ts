/** The running gateway: upstreams and their tools behind one endpoint. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServeConfig } from '@mcpgw/config';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { unknownTool } from '../failures/common.js';
import { configuredServers } from './configured-servers.js';
import type { Handler } from './dispatch.js';
import { modernVersion } from './era.js';
import type { Exchange } from './exchange.js';
import { Front } from './front.js';
import { type GuardSettings, refuseHost, refuseKey } from './guard.js';
import { HttpFront, refuse } from './http-front.js';
import { RawResult } from './json-rpc.js';
import type { UpstreamPool } from './pool.js';
import { Sessions } from './sessions.js';
import { addressOf, publicTool } from './toolbox.js';

export interface GatewayDeps {
  readonly version: string;
  readonly upstreams: UpstreamPool;
}

const keepAliveMs = 15_000;

export class Gateway {
  #config: ServeConfig;
  readonly #deps: GatewayDeps;
  readonly #sessions: Sessions;
  readonly #front: Front;
  readonly #http: HttpFront;
  #server: Server | undefined;

  constructor(config: ServeConfig, deps: GatewayDeps) {
    this.#config = config;
    this.#deps = deps;
    this.#sessions = new Sessions(
      () => ({ maxSessions: this.#config.limits.sessions, idleMs: this.#config.timeouts.sessionIdle }),
      () => {},
    );
    this.#front = new Front({
      sessions: this.#sessions,
      dispatch: {
        handlers: new Map<string, Handler>([
          ['ping', () => ({})],
          ['server/discover', () => ({ resultType: 'complete', supportedVersions: [modernVersion], ...this.#identity() })],
          ['tools/list', exchange => this.#listTools(exchange)],
        ]),
        callTool: (exchange, tool, args) => this.#callTool(exchange, tool, args),
        wire: () => ({ validationErrors: this.#config.validationErrors }),
        onAnswer: () => {},
      },
      identity: () => this.#identity(),
      maxCallsPerSession: () => this.#config.limits.callsPerSession,
      onSession: () => {},
      onNotification: () => {},
    });
    this.#http = new HttpFront(this.#front, () => ({ maxBodyBytes: this.#config.limits.bodyBytes, keepAliveMs }));
  }

  #identity() {
    const { instructions } = this.#config;
    return {
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'mcpgw', version: this.#deps.version },
      ...(instructions !== undefined && { instructions }),
    };
  }

  #listTools(exchange: Exchange): RawResult {
    const tools = this.#deps.upstreams
      .states()
      .flatMap(({ name, tools }) => tools.map(tool => publicTool(name, tool, this.#config.naming)))
      .sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
    return new RawResult(
      JSON.stringify(exchange.era === 'modern' ? { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' } : { tools }),
    );
  }

  async #callTool({ signal, params, session }: Exchange, name: string, args: Readonly<Record<string, unknown>>): Promise<CallToolResult> {
    const address = addressOf(
      name,
      this.#deps.upstreams.states().map(state => state.name),
      this.#config.naming,
    );
    if (address === undefined) throw unknownTool(name);
    const meta = params._meta as Readonly<Record<string, unknown>> | undefined;
    return this.#deps.upstreams.call(address.server, address.tool, args, { signal, ...(meta && { meta }), ...(session && { session }) });
  }

  /** Connects the upstreams; resolves when each is ready or has failed once. */
  async start(): Promise<void> {
    await this.#deps.upstreams.update(configuredServers(this.#config));
    await this.#deps.upstreams.settled(this.#config.timeouts.start);
  }

  #guard(): GuardSettings {
    return { hosts: this.#config.trustedHosts, origins: this.#config.trustedOrigins, keys: this.#config.auth.keys };
  }

  /** Serves one HTTP request. */
  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refuseHost(request, this.#guard()) ?? refuseKey(request, this.#guard());
    if (refusal) return refuse(response, refusal.status, refusal.message);
    const path = (request.url ?? '/').split('?', 1)[0]!;
    if (path !== '/mcp') return refuse(response, 404, 'Not found');
    this.#http.serve(request, response, undefined).catch(() => response.destroy());
  };

  /** Listens on HTTP; gives the address. */
  async listen({ host, port }: { readonly host: string; readonly port: number } = this.#config.listen): Promise<AddressInfo> {
    const server = createServer(this.handle);
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    return server.address() as AddressInfo;
  }

  async close(): Promise<void> {
    this.#sessions.endAll('the gateway stops');
    this.#server?.closeAllConnections();
    await new Promise<void>(resolve => (this.#server ? this.#server.close(() => resolve()) : resolve()));
    await this.#deps.upstreams.close();
  }
}
