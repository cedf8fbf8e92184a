import type { DownstreamSession } from '../tools/source.js';

type Params = Readonly<Record<string, unknown>>;

/**
 * Finds the sessions on the shared connection that a message belongs to, because the message does not say so. A message that arrives
 * while only one client has requests in flight belongs to that client. At other times, or while several have, it goes to all of them if
 * they have one owner, and else to nobody, because a log may contain what another client sent.
 */
export class Sharers {
  /** Number of requests in flight, by session. */
  readonly #asking = new Map<DownstreamSession, number>();
  /** The sessions that sent a request so far, by id. */
  readonly #known = new Map<string, DownstreamSession>();

  /** Notes the start of a request of a session; returns a function that notes its end. */
  began(session: DownstreamSession | undefined): () => void {
    if (session === undefined) return () => {};
    this.#known.set(session.id, session);
    this.#asking.set(session, (this.#asking.get(session) ?? 0) + 1);
    return () => {
      const left = this.#asking.get(session)! - 1;
      if (left > 0) this.#asking.set(session, left);
      else this.#asking.delete(session);
    };
  }

  ended(sessionId: string): void {
    this.#known.delete(sessionId);
  }

  /** Passes a message of a server on to the sessions that it belongs to. */
  tell(method: string, params: Params | undefined, server?: string): void {
    const concerned = [...(this.#asking.size > 0 ? this.#asking.keys() : this.#known.values())];
    const owners = new Set(concerned.map(({ owner }) => owner));
    if (concerned.length > 1 && (owners.size > 1 || owners.has(undefined))) return;
    for (const session of concerned) void session.notify(method, params, server).catch(() => {});
  }
}
