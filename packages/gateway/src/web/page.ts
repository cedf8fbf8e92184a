/** The web page and its admin API: check the request → find its handler → answer. Protection: docs/adr/0019. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoginRefusal } from '../http/started-login.js';
import { actions, findServer, findTool } from './actions.js';
import { activityPage, followActivityPage } from './activity-api.js';
import { assets } from './assets.js';
import type { WebDeps } from './deps.js';
import { gatewayDeps, type PageSources } from './gateway-deps.js';
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
import { EventStreams } from './stream.js';
import { listTools, maxListed, serverViews, type ToolDetail, toolDetail } from './view.js';

/** Path of the page; its API is below `api/`. */
export const pagePath = '/ui/';
const maxStreams = 64;

export interface WebPage {
  /** Answers the request and returns true if it is for the page; otherwise returns false and does nothing. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Ends the open streams, so that the server can close. */
  close(): void;
}

type Query = URLSearchParams;

function number(query: Query, name: string, fallback: number, max: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (!/^\d{1,7}$/.test(text) || Number(text) > max) throw new PageError(400, 'malformed', `${name} must be a number from 0 to ${max}`);
  return Number(text);
}

function toolQuery(query: Query) {
  const server = query.get('server');
  const status = query.get('status');
  return {
    words: (query.get('query') ?? '').slice(0, 400).toLowerCase().split(/\s+/).filter(Boolean).slice(0, 20),
    ...(server && { server }),
    ...(status && { status }),
    offset: number(query, 'offset', 0, 1_000_000),
    limit: number(query, 'limit', 100, maxListed),
  };
}

const configuredReadOnly = 'the configuration forbids changes (read_only_mode)';

function stateOf(deps: WebDeps) {
  return {
    version: deps.version,
    readOnly: deps.readOnly(),
    readOnlyReason: deps.readOnly() ? (deps.readOnlyReason?.() ?? configuredReadOnly) : null,
    servers: serverViews(deps),
    refusedConfiguration: deps.refusedConfiguration?.() ?? null,
  };
}

/** Limits of one review: number of tools, and characters of all their texts. */
const maxReviewed = 50;
const maxReviewText = 1 << 20;

/** The waiting tools of a server for one review; `left` counts the others. */
async function reviewOf(server: string, deps: WebDeps) {
  findServer(deps, server);
  const waiting = deps.tools().filter(tool => tool.server === server && tool.status === 'pending_approval');
  const tools: ToolDetail[] = [];
  let size = 0;
  for (const tool of waiting) {
    const detail = toolDetail(tool, await deps.review(tool), deps.readOnly());
    size += JSON.stringify(detail).length;
    if (tools.length >= maxReviewed || size > maxReviewText) break;
    if (detail.hash !== null && !detail.truncated) tools.push(detail);
  }
  return { server, tools, left: waiting.length - tools.length };
}

type Answer = (query: Query, deps: WebDeps) => unknown | Promise<unknown>;

const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['state', (_query, deps) => ({ ...stateOf(deps), now: Date.now() })],
  ['tools', (query, deps) => listTools(deps, toolQuery(query))],
  [
    'tool',
    async (query, deps) => {
      const tool = findTool(deps, query.get('server') ?? '', query.get('tool') ?? '');
      return toolDetail(tool, await deps.review(tool), deps.readOnly());
    },
  ],
  ['activity', activityPage],
  ['review', (query, deps) => reviewOf(query.get('server') ?? '', deps)],
]);

/** What only those who may decide are told. */
const forDeciders: ReadonlySet<string> = new Set(['activity', 'activity/events']);

/** The page's state for readers without write access. */
function forReaders(deps: WebDeps): WebDeps {
  return { ...deps, readOnly: () => true, readOnlyReason: () => (deps.readOnly() ? configuredReadOnly : readersDecideNothing) };
}

const tooManyStreams = new PageError(503, 'too-many-streams', 'too many pages are open');

class Page implements WebPage {
  readonly #deps: WebDeps;
  readonly #protection: Protection;
  readonly #streams: EventStreams;
  /** The streams of readers without write access. */
  readonly #readers: EventStreams;
  /** Streams of the record of activity. */
  readonly #followers = new Set<ServerResponse>();
  readonly #forget: () => void;

  constructor(deps: WebDeps, protection: Protection) {
    this.#deps = deps;
    this.#protection = protection;
    this.#streams = new EventStreams(() => stateOf(deps), maxStreams);
    this.#readers = new EventStreams(() => stateOf(forReaders(deps)), maxStreams);
    this.#forget = deps.onChange(() => {
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
    const asset = assets.get(path.slice(pagePath.length));
    if (request.method !== 'GET' && request.method !== 'HEAD') sendError(response, notAllowed);
    else if (!path.startsWith(pagePath)) response.writeHead(302, { ...securityHeaders, location: pagePath }).end();
    else if (asset === undefined) sendError(response, nothingHere);
    else {
      response.writeHead(200, { ...securityHeaders, 'content-type': asset.type, 'content-length': asset.body.length });
      response.end(request.method === 'HEAD' ? undefined : asset.body);
    }
  }

  async #call(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const visitor = await visitorOf(request, this.#protection);
    if (typeof visitor === 'object') return sendError(response, visitor);
    const refused = visitor === 'admin' ? undefined : refusedDecision;
    const action = actions.get(name);
    const answer = answers.get(name);
    const isStream = name === 'events' || name === 'activity/events';
    const isLogin = name === 'login' && this.#deps.login !== undefined;
    if (!(action || answer || isStream || isLogin)) throw nothingHere;
    if (request.method !== (action || isLogin ? 'POST' : 'GET')) throw notAllowed;
    if (refused && forDeciders.has(name)) throw new PageError(refused.status, refused.code, refused.message);
    if ((action || isLogin) && request.headers['x-mcpgw-page'] !== '1')
      throw new PageError(403, 'cross-site', 'the header X-Mcpgw-Page: 1 is missing');
    if (isLogin) await this.#login(request, response, refused);
    else if (action) {
      if (refused) throw new PageError(refused.status, refused.code, refused.message);
      if (this.#deps.readOnly()) throw new PageError(403, 'read-only', configuredReadOnly);
      await action(await readObject(request), this.#deps);
      sendJson(response, 200, { done: true });
    } else if (answer) {
      sendJson(response, 200, await answer(queryOf(request), refused ? forReaders(this.#deps) : this.#deps));
    } else if (name === 'activity/events') {
      if (this.#followers.size >= maxStreams) throw tooManyStreams;
      followActivityPage(queryOf(request), this.#deps, response, this.#followers);
    } else this.#follow(response, refused ? this.#readers : this.#streams);
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

function queryOf(request: IncomingMessage): Query {
  return new URLSearchParams((request.url ?? '').split('?').slice(1).join('?').slice(0, 8192));
}

/** The page over `deps`. */
export function createWebPage(deps: WebDeps, protection: Protection): WebPage {
  return new Page(deps, protection);
}

/** The page over a running gateway. */
export function gatewayPage(sources: PageSources, protection: Protection): WebPage {
  return createWebPage(gatewayDeps(sources), protection);
}
