import type { UpstreamState } from './types.js';

/** A server that connects for the first time. */
export interface Settling {
  /** Resolves when the server is ready or has failed once. */
  readonly settled: Promise<void>;
  readonly state: UpstreamState;
}

export interface SettlingOptions {
  /** Maximum wait in milliseconds. */
  readonly milliseconds: number;
  /**
   * Where only servers over HTTP are left, they are not waited for once none has settled for so long since one was ready: who
   * hangs would make all others wait. A command may take its time to start.
   */
  readonly quietMs: number;
}

/** Resolves when every server has settled, or as `options` say. Never rejects. */
export function settling(servers: readonly Settling[], { milliseconds, quietMs }: SettlingOptions): Promise<void> {
  const left = new Set(servers);
  return new Promise(resolve => {
    let quiet: NodeJS.Timeout | undefined;
    const late = setTimeout(finish, milliseconds);
    function finish(): void {
      clearTimeout(late);
      clearTimeout(quiet);
      resolve();
    }
    function settled(server: Settling): void {
      left.delete(server);
      clearTimeout(quiet);
      if (left.size === 0) finish();
      else if (servers.some(isReady) && ![...left].some(isCommand)) quiet = setTimeout(finish, quietMs);
    }
    if (servers.length === 0) finish();
    for (const server of servers) void server.settled.then(() => settled(server));
  });
}

function isReady({ state }: Settling): boolean {
  return state.connection.state === 'ready' && state.protocol !== 'rest';
}

function isCommand({ state }: Settling): boolean {
  return state.protocol === 'stdio';
}
