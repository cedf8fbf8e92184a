/** Notes which requests servers refused, so that the report can say what of their authorization servers explains it. */
import type { Connection } from '@mcpgw/loader';
import type { Authorizer, RefusedRequest } from '@mcpgw/loader/internal';
import type { ProbedServer, ProbeReport } from './report.js';

const bearer = /^bearer +(\S+)$/i;

/** The token in the fixed headers of a connection. */
function fixedToken(connection: Connection): string | undefined {
  const headers = 'headers' in connection ? Object.entries(connection.headers ?? {}) : [];
  return bearer.exec(headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '')?.[1];
}

export class Refusals {
  readonly #options: { readonly ca?: string | undefined; readonly timeoutMs?: number | undefined };
  readonly #seen = new Map<string, RefusedRequest>();

  /** `ca`: certificates (PEM) to trust in addition. `timeoutMs`: for each request to a server or its authorization server. */
  constructor(options: { readonly ca?: string | undefined; readonly timeoutMs?: number | undefined }) {
    this.#options = options;
  }

  /** The credentials of a server, `inner` or none, which note what the server refuses. */
  watch(id: string, connection: Connection, inner: Authorizer | undefined): Authorizer {
    return {
      token: async () => inner?.token(),
      refused: async request => {
        this.#seen.set(id, { ...request, sent: request.sent ?? fixedToken(connection) });
        return inner?.refused(request) ?? false;
      },
    };
  }

  /** The report, with what of an authorization server is at fault where a server answered 401. */
  async explained(report: ProbeReport, connections: ReadonlyMap<string, Connection>): Promise<ProbeReport> {
    const servers = await Promise.all(report.servers.map(server => this.#explain(server, connections.get(server.id))));
    return { ...report, servers };
  }

  async #explain(server: ProbedServer, connection: Connection | undefined): Promise<ProbedServer> {
    const refused = this.#seen.get(server.id);
    const isRefused = server.httpStatus === 401 || server.code === 'login-needed';
    if (refused?.status !== 401 || connection === undefined || !isRefused) return server;
    const { authServerFault, withFault } = await import('./auth-server.js');
    const fault = await authServerFault(connection, refused, this.#options);
    return fault === undefined ? server : withFault(server, fault);
  }
}
