import { GatewayFailure } from '@mcpgw/failures';
import type { Upstreams } from '@mcpgw/upstreams';
import type { LiveConfig } from './live-config.js';
import type { Logger } from './logger.js';
import type { PromptsAndResources } from './prompts-and-resources.js';
import { type ClientSession, isOfOrigin, type RequestOrigin } from './session.js';
import type { SessionStore } from './session-store.js';
import type { Sessions } from './sessions.js';

export interface SessionRecoveryDeps {
  readonly config: LiveConfig;
  readonly sessionStore: SessionStore;
  readonly sessions: Sessions;
  readonly upstreams: Upstreams;
  readonly prompts: PromptsAndResources;
  readonly logger: Logger;
}

/** Recovers sessions that were opened at another replica, or before a restart, and brings their subscriptions to the servers. */
export class SessionRecovery {
  readonly #deps: SessionRecoveryDeps;

  constructor(deps: SessionRecoveryDeps) {
    this.#deps = deps;
  }

  /**
   * The session of an id, from the store; `undefined` where there is none, or it belongs to another caller or endpoint. Its subscriptions are made without waiting for the servers.
   *
   * @throws StoreError where the store does not answer
   */
  async recover(id: string, asker: RequestOrigin): Promise<ClientSession | undefined> {
    const { sessionStore, sessions } = this.#deps;
    const found = await sessionStore.find(id);
    if (found === undefined || !isOfOrigin(found.stored.origin, asker)) return undefined;
    const here = sessions.find(id);
    if (here !== undefined) return here;
    const { identity, origin, subscriptions } = found.stored;
    const session = sessions.adopt(id, identity, origin);
    if (session === undefined) return undefined;
    sessionStore.adopted(session, found.claimed);
    session.caller = asker.caller;
    session.subscriptions = subscriptions;
    this.#subscribe(session);
    return session;
  }

  #subscribe(session: ClientSession): void {
    const { config, upstreams, prompts } = this.#deps;
    const signal = AbortSignal.timeout(config.current.settings.timeouts.call);
    const { level, uris } = session.subscriptions;
    if (level !== undefined) void this.#attempt(upstreams.setLevel(session, level, signal));
    for (const uri of uris)
      void this.#attempt(prompts.subscribe('subscribe', uri, config.current.view(session.profile, session.caller), { signal, session }));
  }

  async #attempt(subscribing: Promise<void>): Promise<void> {
    try {
      await subscribing;
    } catch (error) {
      if (!(error instanceof GatewayFailure)) throw error;
      this.#deps.logger.warn('subscription of a session not renewed', { error: error.message });
    }
  }
}
