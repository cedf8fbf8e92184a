/** The paths of the gateway's HTTP server, each behind the checks that it needs. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AccessRefusal, type Caller, isRefusal, wellKnownPath } from '@mcpgw/access';
import { InFlight } from '@mcpgw/loader/internal';
import type { CommandAnswers } from '@mcpgw/local-gateway';
import type { Metrics } from '@mcpgw/telemetry';
import type { WebPage } from '@mcpgw/web';
import { answerAtOnce, type GuardRefusal, isFromOtherSite, isKnownHost, refuseHost, refuseTarget } from '@mcpgw/web/internal';
import { IssuerLog, notAdmitted, refuseAccess } from './admission.js';
import type { CallerTokens } from './caller-tokens.js';
import type { HttpTransport } from './http-transport.js';
import type { Logger } from './logger.js';
import type { LoginRoutes } from './login-routes.js';
import { refuse, unreadableText } from './refuse.js';
import { logBackgroundFailure } from './request-log.js';
import { callbackPath, clientPath, linkPath } from './server-logins.js';
import { type StatusSources, statusReport } from './status.js';

export interface RouteParts extends StatusSources {
  readonly transport: HttpTransport;
  readonly metrics: Pick<Metrics, 'contentType' | 'text'>;
  readonly callerTokens: Pick<CallerTokens, 'note'>;
  readonly loginRoutes: Pick<LoginRoutes, 'callback' | 'client' | 'link'>;
  readonly logger: Logger;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

type HandleCaller = (request: IncomingMessage, response: ServerResponse, caller: Caller) => void | Promise<void>;

/**
 * Who a path is for, besides clients, who show who they are. Each request must use a known host name and must not come from a foreign
 * page; `machines` (probes, scrapes) may leave out the host name, as HTTP/1.0 does.
 */
type Visitor = 'machines' | 'anyone';

function refuseBy(response: ServerResponse, { status, message }: GuardRefusal): void {
  refuse(response, status, message, status === 400 ? 'invalid_request' : 'forbidden');
}

function send(response: ServerResponse, status: number, contentType: string, text: string): void {
  answerAtOnce(response, status, text, { 'content-type': contentType, 'cache-control': 'no-store' });
}

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  send(response, status, 'application/json', `${JSON.stringify(body)}\n`);

/** Pages of every origin may read what is public. */
const metadataCors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'accept, mcp-protocol-version',
  'access-control-max-age': '600',
};

/** Node's own clients subtract up to two seconds. */
const advisedIdleSeconds = 4;

const profilePath = /^\/mcp\/p\/([a-z0-9][a-z0-9_-]{0,62})\/?$/;

const corsHeaders = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers':
    'content-type, accept, authorization, x-api-key, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id, traceparent, tracestate',
  'access-control-expose-headers': 'mcp-session-id, www-authenticate',
  'access-control-max-age': '600',
};

/** While the gateway leaves, the client's next request is on a new connection, which leads to a gateway that stays. */
function endConnection(response: ServerResponse): void {
  response.setHeader('connection', 'close');
  response.removeHeader('keep-alive');
}

export class Routes {
  readonly #parts: RouteParts;
  readonly #issuerLog: IssuerLog;
  /** The page, where it is enabled. */
  #page: Pick<WebPage, 'handle'> | undefined;
  #commands: CommandAnswers = new Map();
  /** Answers whose last byte has not been sent. */
  readonly #unsent = new InFlight<ServerResponse, true>();

  constructor(parts: RouteParts) {
    this.#parts = parts;
    this.#issuerLog = new IssuerLog(parts.logger);
  }

  /** Serves the page from now on. */
  addPage(page: Pick<WebPage, 'handle'>): void {
    this.#page = page;
  }

  /** Answers commands of admins from now on. */
  addCommands(commands: CommandAnswers): void {
    this.#commands = commands;
  }

  /** The gateway begins to leave: answers that have not begun end their connections, as those to all further requests do. */
  leave(): void {
    for (const response of this.#unsent.keys()) if (!response.headersSent) endConnection(response);
  }

  /** Resolves when clients have read every complete answer or are disconnected, and at the latest after so many milliseconds. */
  async sent(milliseconds: number): Promise<void> {
    const ended = [...this.#unsent.keys()].filter(response => response.writableEnded);
    if (ended.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, milliseconds);
    });
    const closed = ended.map(response => new Promise<void>(resolve => response.once('close', () => resolve())));
    await Promise.race([Promise.all(closed), late]);
    clearTimeout(timer);
  }

  /** Serves one request. An unexpected error is logged and ends the connection. */
  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    this.#unsent.set(response, true);
    this.#keepAlive(request, response);
    response.once('close', () => this.#unsent.delete(response));
    const failed = (error: unknown) => {
      if (!request.destroyed) logBackgroundFailure(error, this.#parts.logger);
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

  /**
   * Tells clients how long to keep a connection that they do not use: less than a load balancer takes to notice that this gateway leaves,
   * so that no request meets the end of its connection. The connection stays open for longer, for those that take no advice.
   */
  #keepAlive(request: IncomingMessage, response: ServerResponse): void {
    if (this.#parts.lifecycle.isEnding) endConnection(response);
    else if (request.httpVersion === '1.1' && !/\bclose\b/i.test(request.headers.connection ?? '')) {
      response.setHeader('connection', 'keep-alive');
      response.setHeader('keep-alive', `timeout=${advisedIdleSeconds}`);
    }
  }

  /** The handler of a path behind its checks. Everything stands behind `#guarded` but the page, which has host names of its own. */
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
          this.#parts.lifecycle.isReady ? sendJson(response, 200, { status: 'ready' }) : sendJson(response, 503, { status: 'not ready' }),
        );
      case '/status':
        return this.#forClients(undefined, (_request, response, caller) => sendJson(response, 200, statusReport(this.#parts, caller)));
      case '/metrics':
        return this.#guarded('machines', this.#metrics);
      case callbackPath:
        return this.#guarded('anyone', this.#parts.loginRoutes.callback);
      case linkPath:
        return this.#guarded('anyone', this.#parts.loginRoutes.link);
      case clientPath:
        return this.#guarded('anyone', this.#parts.loginRoutes.client);
      default:
        return this.#other(path);
    }
  }

  #other(path: string): Handle {
    if (this.#commands.has(path)) return this.#forClients(undefined, this.#command);
    const profile = profilePath.exec(path)?.[1];
    if (profile !== undefined && this.#parts.config.current.views.has(profile)) return this.#mcp(profile);
    if (path.startsWith(wellKnownPath) && this.#parts.config.current.access.hasIssuers)
      return this.#metadata(path.slice(wellKnownPath.length));
    const missing = this.#guarded('anyone', (_request, response) =>
      refuse(response, 404, 'Not found: clients of MCP use /mcp', 'not_found'),
    );
    return (request, response) => (this.#page?.handle(request, response) ? undefined : missing(request, response));
  }

  #refusal(request: IncomingMessage, who: Visitor): GuardRefusal | undefined {
    const { guard } = this.#parts.config.current;
    // Health checks of load balancers may use HTTP/1.0 without a Host header; browsers always send one.
    const isNameless = who === 'machines' && request.headers.host === undefined && request.headers.origin === undefined;
    return isNameless ? undefined : refuseHost(request, guard);
  }

  #guarded(who: Visitor, handle: Handle): Handle {
    return (request, response) => {
      const refusal = this.#refusal(request, who);
      return refusal === undefined ? handle(request, response) : refuseBy(response, refusal);
    };
  }

  /** Finds out who makes a request, and refuses who may not use the endpoint of `profile`, or of all servers. */
  #forClients(profile: string | undefined, handle: HandleCaller): Handle {
    return (request, response) => {
      const refusal = this.#refusal(request, 'anyone');
      if (refusal !== undefined) return refuseBy(response, refusal);
      const found = this.#parts.config.current.access.identify(request, profile);
      const next = (decision: Caller | AccessRefusal) => this.#decided(request, response, decision, profile, handle);
      // Keys are found at once. Whoever left while a token was checked gets no answer.
      return found instanceof Promise ? found.then(decision => (request.destroyed ? undefined : next(decision))) : next(found);
    };
  }

  #decided(
    request: IncomingMessage,
    response: ServerResponse,
    decision: Caller | AccessRefusal,
    profile: string | undefined,
    handle: HandleCaller,
  ): void | Promise<void> {
    const refusal = isRefusal(decision) ? decision : notAdmitted(this.#parts.config.current, profile, decision);
    if (refusal === undefined) return handle(request, response, decision as Caller);
    this.#parts.logger.debug('request refused', { status: refusal.status, reason: refusal.message });
    this.#issuerLog.check(refusal);
    return refuseAccess(response, refusal);
  }

  /** The metadata of the endpoints as protected resources. It is public, so pages of every origin may read it. */
  #metadata(path: string): Handle {
    return (request, response) => {
      const { guard, access, views } = this.#parts.config.current;
      if (!isKnownHost(request, guard)) return refuseBy(response, refuseHost(request, guard)!);
      const known = access.metadataAt(path, profile => views.has(profile));
      if (known === undefined) return refuse(response, 404, 'Not found: there is no such protected resource', 'not_found');
      for (const [name, value] of Object.entries(metadataCors)) response.setHeader(name, value);
      if (request.method === 'OPTIONS') return void response.writeHead(204).end();
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return refuse(response, 405, 'Method not allowed', 'invalid_request', { allow: 'GET, HEAD' });
      return sendJson(response, 200, known.document);
    };
  }

  /** The MCP endpoint. A page of another origin that may call gets the CORS headers that its browser asks for. */
  #mcp(profile: string | undefined): Handle {
    const serve = this.#forClients(profile, (request, response, caller) => {
      this.#parts.callerTokens.note(caller, request);
      if (this.#parts.lifecycle.isAccepting) return this.#parts.transport.serve(request, response, { profile, owner: caller.id, caller });
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

  /** For commands: who may act on servers reads the state of everything. */
  readonly #command: HandleCaller = async (request, response, caller) => {
    if (!caller.isAdmin) return refuse(response, 403, 'Only admins may read this (auth.admin_keys, auth.oauth.admins)', 'forbidden');
    const [path = '', query] = (request.url ?? '').split(/\?(.*)/s, 2);
    return sendJson(response, 200, await this.#commands.get(path)!(new URLSearchParams(query)));
  };

  /** For machines, which may know only the address of the gateway. Web pages are refused. */
  readonly #metrics: Handle = async (request, response) => {
    const { config, metrics } = this.#parts;
    if (!config.current.settings.metrics) return refuse(response, 404, 'Metrics are off', 'not_found');
    if (request.headers.origin !== undefined || isFromOtherSite(request)) return refuse(response, 403, 'Not for web pages', 'forbidden');
    return send(response, 200, metrics.contentType, await metrics.text());
  };

  /** Answers a request whose `Expect` header names something other than 100-continue (RFC 9110 section 10.1.1). */
  readonly unexpected = (_request: IncomingMessage, response: ServerResponse): void =>
    refuse(response, 417, 'The header Expect may say 100-continue only');

  /** Answers a request that Node's parser refuses, as Node would, with the reason in the body. No handler sees such a request. */
  readonly unreadable = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const isAnswered = [...this.#unsent.keys()].some(response => response.socket === socket && response.headersSent);
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) socket.destroy();
    else socket.end(unreadableText(error));
  };
}
