/** The web page and its admin API: check the request → find its handler → answer. Protection: docs/adr/0019. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoginRefusal } from '../http/started-login.js';
import { actions, findServer } from './actions.js';
import { followActivityPage } from './activity-api.js';
import { answers, configuredReadOnly, forDeciders, stateOf } from './answers.js';
import { type Asset, assets } from './assets.js';
import type { WebDeps } from './deps.js';
import {
  type PageRefusal,
  type Protection,
  readersDecideNothing,
  refuseCall,
  refusedDecision,
  refuseVisit,
  visitorOf,
} from './protection.js';
import { PageError, readObject, securityHeaders, sendError, sendJson, texts } from './request.js';
import { ServerHistory } from './server-history.js';
import { EventStreams } from './stream.js';
import { tryCall } from './try-call.js';

/** Path of the page; its API is below `api/`. */
export const pagePath = '/ui/';
const maxStreams = 64;

export interface WebPage {
  /** Answers the request and returns true if it is for the page; otherwise returns false and does nothing. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Ends the open streams, so that the server can close. */
  close(): void;
}

/** The page's state for readers without write access. */
function forReaders(deps: WebDeps): WebDeps {
  return { ...deps, readOnly: () => true, readOnlyReason: () => (deps.readOnly() ? configuredReadOnly : readersDecideNothing) };
}

/** Addresses that answer with a stream of events. */
const streams: ReadonlySet<string> = new Set(['events', 'activity/events']);

const tooManyStreams = new PageError(503, 'too-many-streams', 'too many pages are open');

class Page implements WebPage {
  readonly #deps: WebDeps;
  readonly #protection: Protection;
  readonly #streams: EventStreams;
  /** The streams of readers without write access. */
  readonly #readers: EventStreams;
  /** Streams of the record of activity. */
  readonly #followers = new Set<ServerResponse>();
  readonly #history = new ServerHistory(Date.now);
  readonly #assets: ReadonlyMap<string, Asset> = assets();
  readonly #forget: () => void;

  constructor(deps: WebDeps, protection: Protection) {
    this.#deps = deps;
    this.#protection = protection;
    this.#streams = new EventStreams(() => stateOf(deps, true), maxStreams);
    this.#readers = new EventStreams(() => stateOf(forReaders(deps), false), maxStreams);
    this.#history.note(deps.servers());
    this.#forget = deps.onChange(() => {
      this.#history.note(deps.servers());
      this.#streams.changed();
      this.#readers.changed();
    });
  }

  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const path = (request.url ?? '').split('?', 1)[0]!;
    if (path !== '/' && path !== '/ui' && !path.startsWith(pagePath)) return false;
    const isCall = path.startsWith(`${pagePath}api/`);
    const refused = (isCall ? refuseCall : refuseVisit)(request, this.#protection);
    if (refused) sendError(response, refused);
    else if (isCall) this.#call(request, response, path.slice(pagePath.length + 4)).catch(error => this.#failed(response, error));
    else this.#visit(request, response, path);
    return true;
  }

  #visit(request: IncomingMessage, response: ServerResponse, path: string): void {
    const asset = this.#assets.get(path.slice(pagePath.length));
    if (request.method !== 'GET' && request.method !== 'HEAD') sendError(response, notAllowed);
    else if (!path.startsWith(pagePath)) response.writeHead(302, { ...securityHeaders, location: pagePath }).end();
    else if (asset === undefined) sendError(response, nothingHere);
    else {
      const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      const body = isCompressed ? asset.compressed : asset.body;
      const encoding = isCompressed ? { 'content-encoding': 'gzip' } : {};
      const headers = { 'content-type': asset.type, 'content-length': body.length, vary: 'accept-encoding', ...encoding };
      response.writeHead(200, { ...securityHeaders, ...headers });
      response.end(request.method === 'HEAD' ? undefined : body);
    }
  }

  async #call(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const visitor = await visitorOf(request, this.#protection);
    if (typeof visitor === 'object') return sendError(response, visitor);
    const refused = visitor === 'admin' ? undefined : refusedDecision;
    const isPost = actions.has(name) || name === 'call' || (name === 'login' && this.#deps.login !== undefined);
    if (!isPost && !answers.has(name) && !streams.has(name)) throw nothingHere;
    if (request.method !== (isPost ? 'POST' : 'GET')) throw notAllowed;
    if (isPost) await this.#act(request, response, name, refused);
    else await this.#read(request, response, name, refused);
  }

  async #act(request: IncomingMessage, response: ServerResponse, name: string, refused: PageRefusal | undefined): Promise<void> {
    if (request.headers['x-mcpgw-page'] !== '1') throw new PageError(403, 'cross-site', 'the header X-Mcpgw-Page: 1 is missing');
    if (name === 'login') return this.#login(request, response, refused);
    if (refused) throw new PageError(refused.status, refused.code, refused.message);
    if (name === 'call') return sendJson(response, 200, await tryCall(request, response, this.#deps));
    if (this.#deps.readOnly()) throw new PageError(403, 'read-only', configuredReadOnly);
    await actions.get(name)!(await readObject(request), this.#deps, await this.#by(request));
    sendJson(response, 200, { done: true });
  }

  async #read(request: IncomingMessage, response: ServerResponse, name: string, refused: PageRefusal | undefined): Promise<void> {
    if (refused && forDeciders.has(name)) throw new PageError(refused.status, refused.code, refused.message);
    const query = queryOf(request);
    if (name === 'events') return this.#follow(response, refused ? this.#readers : this.#streams);
    if (name === 'activity/events') {
      if (this.#followers.size >= maxStreams) throw tooManyStreams;
      return followActivityPage(query, this.#deps, response, this.#followers);
    }
    const deps = refused ? forReaders(this.#deps) : this.#deps;
    sendJson(response, 200, await answers.get(name)!({ query, deps, history: this.#history, decides: !refused, request }));
  }

  /** Who decides, for the record: whoever the key or token of the request names, on the page. */
  async #by(request: IncomingMessage): Promise<string> {
    const name = await this.#deps.visitorName(request);
    return name === '' ? 'page' : `${name} (page)`;
  }

  #follow(response: ServerResponse, streams: EventStreams): void {
    if (streams.full) throw tooManyStreams;
    streams.add(response, securityHeaders);
  }

  /**
   * Begins a login: for the gateway, which only those who may decide can do, or for the caller, where each caller has a login.
   * Whose login it becomes is decided here, by the key of this request, and not by the browser that comes back.
   */
  async #login(request: IncomingMessage, response: ServerResponse, refused: PageRefusal | undefined): Promise<void> {
    const { identity = refused ? 'own' : 'gateway', ...rest } = await readObject(request);
    const { server } = texts(rest, ['server']);
    findServer(this.#deps, server);
    if (identity !== 'own' && identity !== 'gateway') throw new PageError(400, 'malformed', 'identity must be own or gateway');
    const subject = identity === 'own' ? ((await this.#deps.callerOf?.(request)) ?? '') : '';
    if (refused && subject === '') throw new PageError(refused.status, refused.code, refused.message);
    if (this.#deps.readOnly()) throw new PageError(403, 'read-only', configuredReadOnly);
    try {
      const { url, cookie } = await this.#deps.login!(server, subject, request);
      sendJson(response, 200, { url }, { 'set-cookie': cookie });
    } catch (error) {
      throw error instanceof LoginRefusal ? new PageError(error.status, error.code, error.message) : error;
    }
  }

  #failed(response: ServerResponse, error: unknown): void {
    if (!(error instanceof PageError)) this.#deps.onError?.(error);
    sendError(
      response,
      error instanceof PageError ? error : { status: 500, code: 'internal', message: 'the gateway could not do that; its log says more' },
    );
  }

  close(): void {
    this.#forget();
    this.#streams.close();
    this.#readers.close();
    for (const response of this.#followers) response.destroy();
  }
}

const notAllowed = new PageError(405, 'wrong-method', 'this address does not take that method');
const nothingHere = new PageError(404, 'unknown-path', 'there is nothing here');

function queryOf(request: IncomingMessage): URLSearchParams {
  return new URLSearchParams((request.url ?? '').split('?').slice(1).join('?').slice(0, 8192));
}

/** The page over `deps`. */
export function createWebPage(deps: WebDeps, protection: Protection): WebPage {
  return new Page(deps, protection);
}
