/** The identity of a call, kept in the async context, so that tools and connectors need no parameter for it and calls never mix. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { StateStore } from '@mcpgw/store';
import type { ContextSettings } from './presets.js';

/** The user and the session that a token names. */
export interface Identity {
  readonly userId: string;
  readonly sessionId: string;
}

/** Storage of sessions. */
export interface SessionEnvironment {
  /** Root folder, with a folder for each user and in it one for each session. */
  readonly workspaceDir: string;
  /** Store of private-data state; outside of every workspace. */
  readonly store: StateStore;
  /** Changes to the context presets. */
  readonly context?: ContextSettings;
}

export interface Session extends Identity, SessionEnvironment {}

/** A function that needs a session was called outside of one. */
export class SessionError extends Error {
  override name = 'SessionError';
}

const current = new AsyncLocalStorage<Session>();

/** Runs `work`, and everything that it awaits, in `session`. */
export function runInSession<T>(session: Session, work: () => T): T {
  return current.run(session, work);
}

/**
 * The session of this call.
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
