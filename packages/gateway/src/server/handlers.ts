/** The answer of each method besides `tools/call` and `initialize`. */
import type { Upstreams } from '@mcpgw/upstreams';
import type { Handler } from './dispatch.js';
import { modernVersion } from './era.js';
import type { Exchange } from './exchange.js';
import { followOptions } from './follow-request.js';
import type { Params } from './json-rpc.js';
import type { Listeners } from './listeners.js';
import type { LiveConfig } from './live-config.js';
import type { OfferedItem, PromptsAndResources } from './prompts-and-resources.js';
import { requestMeta } from './request-meta.js';
import type { SessionSubscriptions } from './session.js';
import type { SessionStore } from './session-store.js';
import type { ToolRegistry } from './tool-registry.js';

export interface HandlerParts {
  readonly config: LiveConfig;
  readonly tools: ToolRegistry;
  readonly prompts: PromptsAndResources;
  readonly upstreams: Upstreams;
  readonly listeners: Listeners;
  readonly sessionStore: SessionStore;
}

/** A result with the members that revision 2026-07-28 requires of it, and of one that clients may cache. */
function shaped(exchange: Exchange, result: OfferedItem, cacheable = true): OfferedItem {
  if (exchange.era === 'legacy') return result;
  return { resultType: 'complete', ...(cacheable && { ttlMs: 0, cacheScope: 'private' }), ...result };
}

function callOptions(exchange: Exchange) {
  const { signal, client, era, caller, reached } = exchange;
  const onServer = (server: string, prompt?: string) => {
    reached.server = server;
    if (prompt !== undefined) reached.prompt = prompt;
  };
  return {
    signal,
    caller: caller.id,
    onServer,
    ...requestMeta(exchange),
    ...followOptions(exchange),
    ...(client && { session: client }),
    ...(era === 'modern' && { allowInputRequired: true }),
  };
}

/** `_meta` is passed on in the options, so that the envelope of one revision does not reach a server of another. */
function withoutMeta({ params }: Exchange): Params {
  const { _meta, ...rest } = params;
  return rest;
}

/** The answer to `server/discover`. The revision puts the identity into `_meta`, its drafts put it beside. */
function discovered(identity: Params): OfferedItem {
  return { supportedVersions: [modernVersion], ...identity, _meta: { 'io.modelcontextprotocol/serverInfo': identity.serverInfo } };
}

/** Makes the handlers, by method. */
export function makeHandlers({ config, tools, prompts, upstreams, listeners, sessionStore }: HandlerParts): ReadonlyMap<string, Handler> {
  const viewOf = ({ profile, caller }: Exchange) => config.current.view(profile, caller);
  const subscription =
    (method: 'subscribe' | 'unsubscribe'): Handler =>
    async exchange => {
      const { session } = exchange;
      const uri = String(exchange.params.uri);
      await prompts.subscribe(method, uri, viewOf(exchange), callOptions(exchange));
      const change = (subscriptions: SessionSubscriptions) => {
        const others = subscriptions.uris.filter(known => known !== uri);
        return { ...subscriptions, uris: method === 'subscribe' ? [...others, uri] : others };
      };
      if (session) await sessionStore.updateSubscriptions(session, change);
      return {};
    };
  return new Map<string, Handler>([
    ['ping', () => ({})],
    ['server/discover', exchange => shaped(exchange, discovered(config.current.identity))],
    ['tools/list', exchange => tools.list(viewOf(exchange), exchange.era)],
    ['prompts/list', async exchange => shaped(exchange, { prompts: await prompts.prompts(viewOf(exchange), exchange.signal) })],
    [
      'resources/list',
      async exchange => shaped(exchange, { resources: await prompts.resources(viewOf(exchange), 'resources/list', exchange.signal) }),
    ],
    [
      'resources/templates/list',
      async exchange =>
        shaped(exchange, { resourceTemplates: await prompts.resources(viewOf(exchange), 'resources/templates/list', exchange.signal) }),
    ],
    [
      'prompts/get',
      async exchange => shaped(exchange, await prompts.getPrompt(withoutMeta(exchange), viewOf(exchange), callOptions(exchange)), false),
    ],
    [
      'resources/read',
      async exchange => shaped(exchange, await prompts.readResource(withoutMeta(exchange), viewOf(exchange), callOptions(exchange))),
    ],
    [
      'completion/complete',
      async exchange => shaped(exchange, await prompts.complete(withoutMeta(exchange), viewOf(exchange), callOptions(exchange)), false),
    ],
    ['resources/subscribe', subscription('subscribe')],
    ['resources/unsubscribe', subscription('unsubscribe')],
    [
      'logging/setLevel',
      async ({ session, params, signal }) => {
        if (session) {
          await upstreams.setLevel(session, String(params.level), signal);
          await sessionStore.updateSubscriptions(session, subscriptions => ({ ...subscriptions, level: String(params.level) }));
        }
        return {};
      },
    ],
    ['subscriptions/listen', exchange => listeners.listen(exchange)],
  ]);
}
