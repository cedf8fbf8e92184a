/** Paths of the gateway's HTTP server, each behind the checks that it needs. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerAtOnce } from '../http/early-answer.js';
import {
  type GuardSettings,
  isFromOtherSite,
  mayManage,
  ownerOf,
  type Refusal,
  refuseHost,
  refuseKey,
  refuseTarget,
} from '../http/guard.js';
import type { HttpFront } from './http-front.js';
import { refuse, unreadableText } from './refuse.js';

export interface RouteDeps {
  readonly front: HttpFront;
  readonly guard: () => GuardSettings;
  readonly profiles: () => readonly string[];
  readonly accepting: () => boolean;
  readonly ready: () => boolean;
  readonly status: () => object;
  /** undefined where metrics are off. */
  readonly metrics: () => { readonly contentType: string; text(): Promise<string> } | undefined;
  /** The page, where it is on; true where the request was one for it. */
  readonly page: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly onError: (error: unknown) => void;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/**
 * Who a path is for. Each request has to come under a known name and from no foreign page; clients show a key where keys are set;
 * machines (probes, scrapes) may leave out the name, as HTTP/1.0 does.
 */
type Caller = 'clients' | 'machines' | 'anyone';

function refuseBy(response: ServerResponse, { status, message }: Refusal): void {
  const mode = { 400: 'invalid_request', 401: 'unauthorized', 403: 'forbidden' }[status];
  refuse(response, status, message, mode, status === 401 ? { 'www-authenticate': 'Bearer' } : {});
}

function send(response: ServerResponse, status: number, contentType: string, text: string): void {
  answerAtOnce(response, status, text, { 'content-type': contentType, 'cache-control': 'no-store' });
}

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  send(response, status, 'application/json', `${JSON.stringify(body)}\n`);

const profilePath = /^\/mcp\/p\/([a-z0-9][a-z0-9_-]{0,62})\/?$/;

const corsHeaders = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers':
    'content-type, accept, authorization, x-api-key, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id, traceparent, tracestate',
  'access-control-expose-headers': 'mcp-session-id',
  'access-control-max-age': '600',
};

export class Routes {
  readonly #deps: RouteDeps;
  readonly #unsent = new Set<ServerResponse>();

  constructor(deps: RouteDeps) {
    this.#deps = deps;
  }

  /** Resolves when every answer that is complete has been sent to its last byte, or its client is gone; at most so late. */
  async sent(milliseconds: number): Promise<void> {
    const ended = [...this.#unsent].filter(response => response.writableEnded);
    if (ended.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, milliseconds);
    });
    const closed = ended.map(response => new Promise<void>(resolve => response.once('close', () => resolve())));
    await Promise.race([Promise.all(closed), late]);
    clearTimeout(timer);
  }

  /** Serves one request; what goes wrong inside ends the connection and is told to `onError`. */
  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    this.#unsent.add(response);
    response.once('close', () => this.#unsent.delete(response));
    const failed = (error: unknown) => {
      if (!request.destroyed) this.#deps.onError(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'Internal error', 'internal');
    };
    try {
      const refusal = refuseTarget(request);
      const done = refusal ? refuseBy(response, refusal) : this.#route(request)(request, response);
      if (done) done.catch(failed);
    } catch (error) {
      failed(error);
    }
  };

  /** What serves a path, and what a request has to show. Everything but the page, which has names of its own, stands behind `#guarded`. */
  #route(request: IncomingMessage): Handle {
    const path = (request.url ?? '/').split('?', 1)[0]!;
    switch (path) {
      case '/mcp':
      case '/mcp/':
        return this.#mcp(undefined);
      case '/healthz':
        return this.#guarded('machines', (_request, response) => sendJson(response, 200, { status: 'ok' }));
      case '/readyz':
        return this.#guarded('machines', (_request, response) =>
          this.#deps.ready() ? sendJson(response, 200, { status: 'ready' }) : sendJson(response, 503, { status: 'not ready' }),
        );
      case '/status':
        return this.#guarded('clients', (_request, response) => sendJson(response, 200, this.#deps.status()));
      case '/metrics':
        return this.#guarded('machines', this.#metrics);
      default:
        return this.#other(path);
    }
  }

  #other(path: string): Handle {
    const profile = profilePath.exec(path)?.[1];
    if (profile !== undefined && this.#deps.profiles().includes(profile)) return this.#mcp(profile);
    const missing = this.#guarded('anyone', (_request, response) =>
      refuse(response, 404, 'Not found: clients of MCP use /mcp', 'not_found'),
    );
    return (request, response) => (this.#deps.page(request, response) ? undefined : missing(request, response));
  }

  #refusal(request: IncomingMessage, who: Caller): Refusal | undefined {
    const guard = this.#deps.guard();
    // Checks of load balancers speak HTTP/1.0 without a Host header; browsers always send one.
    const isNameless = who === 'machines' && request.headers.host === undefined && request.headers.origin === undefined;
    return (isNameless ? undefined : refuseHost(request, guard)) ?? (who === 'clients' ? refuseKey(request, guard) : undefined);
  }

  #guarded(who: Caller, handle: Handle): Handle {
    return (request, response) => {
      const refusal = this.#refusal(request, who);
      return refusal === undefined ? handle(request, response) : refuseBy(response, refusal);
    };
  }

  /** The endpoint; a page of another origin that may call gets what its browser asks for. */
  #mcp(profile: string | undefined): Handle {
    const serve = this.#guarded('clients', (request, response) => {
      const guard = this.#deps.guard();
      const place = { profile, owner: ownerOf(request, guard), manages: mayManage(request, guard) };
      if (this.#deps.accepting()) return this.#deps.front.serve(request, response, place);
      return refuse(response, 503, 'The gateway is stopping', 'stopping', { connection: 'close', 'retry-after': '1' });
    });
    return (request, response) => {
      const { origin } = request.headers;
      if (origin === undefined) return serve(request, response);
      const refusal = this.#refusal(request, 'anyone');
      if (refusal) return refuseBy(response, refusal);
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('vary', 'origin');
      for (const [name, value] of Object.entries(corsHeaders)) response.setHeader(name, value);
      if (request.method !== 'OPTIONS') return serve(request, response);
      response.writeHead(204).end();
    };
  }

  /** Read by machines that know the address only; a browser's page is none. */
  readonly #metrics: Handle = async (request, response) => {
    const metrics = this.#deps.metrics();
    if (metrics === undefined) return refuse(response, 404, 'Metrics are off', 'not_found');
    if (request.headers.origin !== undefined || isFromOtherSite(request)) return refuse(response, 403, 'Not for web pages', 'forbidden');
    return send(response, 200, metrics.contentType, await metrics.text());
  };

  /** Answers a request that expects something else than a leave to go on (RFC 9110 section 10.1.1). */
  readonly unexpected = (_request: IncomingMessage, response: ServerResponse): void =>
    refuse(response, 417, 'The header Expect may say 100-continue only');

  /** Answers what Node's parser refuses, which no handler sees: as it would, with the reason as a body. */
  readonly unreadable = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const isAnswered = [...this.#unsent].some(response => response.socket === socket && response.headersSent);
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) socket.destroy();
    else socket.end(unreadableText(error));
  };
}
