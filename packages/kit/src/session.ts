/** Who a call is for: kept in the async context, so that tools and connectors need no parameter for it and calls never mix. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { StateStore } from '@mcpgw/gateway';
import type { ContextSettings } from './presets.js';

/** The user and the session that a token names. */
export interface Identity {
  readonly userId: string;
  readonly sessionId: string;
}

/** Where sessions keep what they have. */
export interface SessionEnvironment {
  /** Folder with a folder for each user in it, and in that one for each session. */
  readonly workspaceDir: string;
  /** State of private data; outside of every workspace. */
  readonly store: StateStore;
  /** Changes to the context presets. */
  readonly context?: ContextSettings;
}

export interface Session extends Identity, SessionEnvironment {}

/** What needs a session was called outside of one. */
export class SessionError extends Error {
  override name = 'SessionError';
}

const current = new AsyncLocalStorage<Session>();

/** Runs `work`, and everything that it awaits, for `session`. */
export function runInSession<T>(session: Session, work: () => T): T {
  return current.run(session, work);
}

/**
 * The session that this call is for.
 *
 * @throws SessionError outside of a tool call and of `runInSession`: there is no default user
 */
export function getSession(): Session {
  const session = current.getStore();
  if (!session) throw new SessionError('There is no session here: this runs in a tool call, or inside runInSession');
  return session;
}

/** The user of this call: the token's `sub`. @throws SessionError outside of a session */
export function getUserId(): string {
  return getSession().userId;
}

/** The session of this call: the token's `session_id`. @throws SessionError outside of a session */
export function getSessionId(): string {
  return getSession().sessionId;
}
