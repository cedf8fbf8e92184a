/** `subscriptions/listen` of revision 2026-07-28: a request that stays open, on whose stream the client is notified of changes. */
import type { Caller } from '@mcpgw/access';
import { ContractViolation } from '@mcpgw/failures';
import type { DownstreamSession, Upstreams } from '@mcpgw/upstreams';
import type { CallerStreams } from './caller-streams.js';
import type { Exchange } from './exchange.js';
import { notificationText, type Params, type Result } from './json-rpc.js';
import type { ConfigSnapshot, Live, SessionLimits } from './live-config.js';
import type { Logger } from './logger.js';
import type { PromptsAndResources } from './prompts-and-resources.js';
import { logBackgroundFailure } from './request-log.js';
import { ClientRefusal, hears, newSessionId } from './session.js';

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

interface Wanted {
  readonly toolsListChanged?: true;
  readonly promptsListChanged?: true;
  readonly resourcesListChanged?: true;
  readonly resourceSubscriptions?: readonly string[];
}

interface Listener {
  readonly exchange: Exchange;
  readonly wanted: Wanted;
  readonly session: DownstreamSession;
  readonly end: () => void;
}

export type ListKind = 'tools' | 'prompts' | 'resources';

const flags = { tools: 'toolsListChanged', prompts: 'promptsListChanged', resources: 'resourcesListChanged' } as const;

export interface ListenersDeps {
  /** As many requests may stay open as sessions. */
  readonly config: Live<{ readonly sessionLimits: SessionLimits } & Pick<ConfigSnapshot, 'view'>>;
  readonly streams: CallerStreams;
  readonly prompts: PromptsAndResources;
  readonly upstreams: Pick<Upstreams, 'endSession'>;
  readonly logger: Logger;
}

function wantedOf(params: Params): Wanted {
  const asked = params.notifications;
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked))
    throw new ContractViolation('params', { mode: 'invalid_params', message: "Invalid params: 'notifications' must be an object" });
  const filter = asked as Readonly<Record<string, unknown>>;
  const uris = Array.isArray(filter.resourceSubscriptions) ? filter.resourceSubscriptions.filter(uri => typeof uri === 'string') : [];
  return {
    ...(filter.toolsListChanged === true && { toolsListChanged: true }),
    ...(filter.promptsListChanged === true && { promptsListChanged: true }),
    ...(filter.resourcesListChanged === true && { resourcesListChanged: true }),
    ...(uris.length > 0 && { resourceSubscriptions: uris.slice(0, 100) }),
  };
}

export class Listeners {
  readonly #deps: ListenersDeps;
  readonly #open = new Set<Listener>();

  constructor(deps: ListenersDeps) {
    this.#deps = deps;
  }

  /** Answers when the client disconnects or the gateway stops. */
  async listen(exchange: Exchange): Promise<Result> {
    const wanted = wantedOf(exchange.params);
    if (this.#open.size >= this.#deps.config.current.sessionLimits.maxSessions)
      throw new ContractViolation('request', { mode: 'too_many_subscriptions', message: 'Subscription limit reached' });
    const session = this.#sessionOf(exchange);
    const { signal } = exchange;
    for (const uri of wanted.resourceSubscriptions ?? [])
      await this.#deps.prompts.subscribe('subscribe', uri, this.#deps.config.current.view(exchange.profile, exchange.caller), {
        signal,
        session,
      });
    this.#write(exchange, 'notifications/subscriptions/acknowledged', { notifications: wanted });
    if (Object.keys(wanted).length > 0) await this.#untilEnd(exchange, wanted, session);
    if (wanted.resourceSubscriptions) this.#endSession(session.id);
    return { resultType: 'complete', _meta: { [subscriptionKey]: exchange.id } };
  }

  #endSession(id: string): void {
    const { upstreams, logger } = this.#deps;
    upstreams.endSession(id).catch(error => logBackgroundFailure(error, logger));
  }

  async #untilEnd(exchange: Exchange, wanted: Wanted, session: DownstreamSession): Promise<void> {
    await new Promise<void>(resolve => {
      let forget = () => {};
      const listener: Listener = { exchange, wanted, session, end: () => end() };
      this.#open.add(listener);
      const end = () => {
        forget();
        this.#open.delete(listener);
        resolve();
      };
      forget = this.#deps.streams.add(exchange.caller, exchange.profile, () => end());
      if (exchange.signal.aborted) end();
      else exchange.signal.addEventListener('abort', end, { once: true });
    });
  }

  #write({ writer, id }: Exchange, method: string, params: Params = {}): void {
    const meta = (params._meta ?? {}) as Params;
    writer.write(notificationText(method, { ...params, _meta: { ...meta, [subscriptionKey]: id } }));
  }

  /** The listener as upstreams see it: a session that cannot be asked and that only updates of resources reach. */
  #sessionOf(exchange: Exchange): DownstreamSession {
    return {
      id: newSessionId(),
      capabilities: {},
      request: () => Promise.reject(new ClientRefusal({ code: -32601, message: 'the client cannot be asked' })),
      notify: async (method, params, server) => {
        const view = this.#deps.config.current.view(exchange.profile, exchange.caller);
        if (server !== undefined && !hears(view, server, method)) return;
        if (method === 'notifications/resources/updated') this.#write(exchange, method, params);
      },
    };
  }

  /** Notifies the listeners for which `concerns` holds. */
  changed(kind: ListKind, concerns: (profile: string | undefined, caller: Caller) => boolean): void {
    for (const { exchange, wanted } of this.#open)
      if (wanted[flags[kind]] && concerns(exchange.profile, exchange.caller)) this.#write(exchange, `notifications/${kind}/list_changed`);
  }

  /** Ends all listeners with an answer. */
  endAll(): void {
    for (const { end } of this.#open) end();
    this.#open.clear();
  }
}
