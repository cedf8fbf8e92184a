import type { LiveConnection } from './live-connection.js';

/** Connections that were lost and have not been released yet. */
export class ClosingConnections {
  readonly #all = new Set<LiveConnection>();

  /**
   * Releases a lost connection. If only the server's session is lost, requests in flight get their answers first, which
   * say whether each of them ran.
   */
  async release(live: LiveConnection): Promise<void> {
    const reason = await live.lost;
    this.#all.add(live);
    if (reason.signal.code === 'session-lost') void live.retire().finally(() => this.#all.delete(live));
    else await live.close(false).finally(() => this.#all.delete(live));
  }

  /** Releases all connections now. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map(live => live.close(false)));
  }
}
