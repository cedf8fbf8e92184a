/** What each method besides tools/call and initialize answers. */
import type { Upstreams } from '../upstreams/upstreams.js';
import type { Handler } from './dispatch.js';
import { modernVersion } from './era.js';
import type { Exchange } from './exchange.js';
import type { Params } from './json-rpc.js';
import type { Listeners } from './listeners.js';
import type { Item, PassThrough } from './pass-through.js';
import { requestMeta } from './request-meta.js';
import type { Session, Wishes } from './session.js';
import type { ToolBoard } from './tool-board.js';

export interface HandlerDeps {
  readonly board: ToolBoard;
  readonly pass: PassThrough;
  readonly upstreams: Upstreams;
  readonly listeners: Listeners;
  readonly identity: () => Params;
  /** Notes what a session wishes from now on, from what it wished before. */
  readonly wish: (session: Session, change: (wishes: Wishes) => Wishes) => Promise<void>;
}

/** What revision 2026-07-28 asks of a result, and of one that may be kept. */
function shaped(exchange: Exchange, result: Item, cacheable = true): Item {
  if (exchange.era === 'legacy') return result;
  return { resultType: 'complete', ...(cacheable && { ttlMs: 0, cacheScope: 'private' }), ...result };
}

function callOptions(exchange: Exchange) {
  const { signal, client, era } = exchange;
  return { signal, ...requestMeta(exchange), ...(client && { session: client }), ...(era === 'modern' && { allowInputRequired: true }) };
}

/** `_meta` goes on by the options, so that no envelope of one revision reaches a server of another. */
function withoutMeta({ params }: Exchange): Params {
  const { _meta, ...rest } = params;
  return rest;
}

/** What server/discover answers; the revision wants the identity in `_meta`, its drafts wanted it beside. */
function discovered(identity: Params): Item {
  return { supportedVersions: [modernVersion], ...identity, _meta: { 'io.modelcontextprotocol/serverInfo': identity.serverInfo } };
}

/** The handlers by method. */
export function makeHandlers({ board, pass, upstreams, listeners, identity, wish }: HandlerDeps): ReadonlyMap<string, Handler> {
  const subscription =
    (method: 'subscribe' | 'unsubscribe'): Handler =>
    async exchange => {
      const { session, profile } = exchange;
      const uri = String(exchange.params.uri);
      await pass.subscribe(method, uri, profile, callOptions(exchange));
      const change = (wishes: Wishes) => {
        const others = wishes.uris.filter(known => known !== uri);
        return { ...wishes, uris: method === 'subscribe' ? [...others, uri] : others };
      };
      if (session) await wish(session, change);
      return {};
    };
  return new Map<string, Handler>([
    ['ping', () => ({})],
    ['server/discover', exchange => shaped(exchange, discovered(identity()))],
    ['tools/list', ({ profile, era }) => board.list(profile, era)],
    ['prompts/list', async exchange => shaped(exchange, { prompts: await pass.prompts(exchange.profile, exchange.signal) })],
    [
      'resources/list',
      async exchange => shaped(exchange, { resources: await pass.resources(exchange.profile, 'resources/list', exchange.signal) }),
    ],
    [
      'resources/templates/list',
      async exchange =>
        shaped(exchange, { resourceTemplates: await pass.resources(exchange.profile, 'resources/templates/list', exchange.signal) }),
    ],
    [
      'prompts/get',
      async exchange => shaped(exchange, await pass.getPrompt(withoutMeta(exchange), exchange.profile, callOptions(exchange)), false),
    ],
    [
      'resources/read',
      async exchange => shaped(exchange, await pass.readResource(withoutMeta(exchange), exchange.profile, callOptions(exchange))),
    ],
    [
      'completion/complete',
      async exchange => shaped(exchange, await pass.complete(withoutMeta(exchange), exchange.profile, callOptions(exchange)), false),
    ],
    ['resources/subscribe', subscription('subscribe')],
    ['resources/unsubscribe', subscription('unsubscribe')],
    [
      'logging/setLevel',
      async ({ session, params, signal }) => {
        if (session) {
          await upstreams.setLevel(session, String(params.level), signal);
          await wish(session, wishes => ({ ...wishes, level: String(params.level) }));
        }
        return {};
      },
    ],
    ['subscriptions/listen', exchange => listeners.listen(exchange)],
  ]);
}
