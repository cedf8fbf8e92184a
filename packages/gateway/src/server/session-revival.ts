import { GatewayFailure } from '../failures/gateway-failure.js';
import type { Upstreams } from '../upstreams/upstreams.js';
import type { Logger } from './logger.js';
import type { PassThrough } from './pass-through.js';
import type { Session } from './session.js';
import type { SessionStore } from './session-store.js';
import type { Sessions } from './sessions.js';

export interface RevivalDeps {
  readonly kept: SessionStore;
  readonly sessions: Sessions;
  readonly upstreams: Upstreams;
  readonly pass: PassThrough;
  readonly logger: Logger;
  /** How long the servers have for what the session wishes. */
  readonly milliseconds: number;
}

async function renewed(wish: Promise<void>, logger: Logger): Promise<void> {
  try {
    await wish;
  } catch (error) {
    if (!(error instanceof GatewayFailure)) throw error;
    logger.warn('wish of a session not renewed', { error: error.message });
  }
}

/**
 * Takes up a session that was opened at another replica, or before a restart, with what it wished.
 *
 * @throws StoreError where the store does not answer
 */
export async function reviveSession(id: string, deps: RevivalDeps): Promise<Session | undefined> {
  const { kept, sessions, upstreams, pass, logger, milliseconds } = deps;
  const found = await kept.find(id);
  if (found === undefined) return undefined;
  const here = sessions.find(id);
  if (here !== undefined) return here;
  const { identity, place, wishes } = found.kept;
  const session = sessions.adopt(id, identity, place);
  if (session === undefined) return undefined;
  kept.adopted(session, found.claimed);
  session.wishes = wishes;
  const signal = AbortSignal.timeout(milliseconds);
  const { level, uris } = wishes;
  if (level !== undefined) void renewed(upstreams.setLevel(session, level, signal), logger);
  for (const uri of uris) void renewed(pass.subscribe('subscribe', uri, session.profile, { signal, session }), logger);
  return session;
}
