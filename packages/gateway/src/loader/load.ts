/** Contract C2: loads the tools of many servers at once. connections → attempts → outcomes → tools, failures, status. */
import { type Connections, connectionEntries } from '../connection.js';
import { Deadline } from './deadline.js';
import { loadServer } from './load-server.js';
import { type LoadOptions, loadSettings, totalSeconds } from './options.js';
import type { LoadedTool, ServerLoadOutcome } from './outcome.js';

export interface LoadResult {
  readonly allTools: readonly LoadedTool[];
  /** Ids of the servers that gave no tools, in the order of the connections. */
  readonly failedServers: readonly string[];
  readonly failedErrors: ReadonlyMap<string, string>;
  /** Additive to C2: an outcome for every server, available ones included. */
  readonly status: ReadonlyMap<string, ServerLoadOutcome>;
}

function toResult(outcomes: readonly ServerLoadOutcome[]): LoadResult {
  const failed = outcomes.filter(outcome => outcome.status !== 'available');
  return {
    allTools: outcomes.flatMap(({ serverId, tools }) => tools.map(tool => ({ serverId, tool }))),
    failedServers: failed.map(({ serverId }) => serverId),
    failedErrors: new Map(failed.map(({ serverId, error }) => [serverId, error ?? ''])),
    status: new Map(outcomes.map(outcome => [outcome.serverId, outcome])),
  };
}

/**
 * Loads the tools of every server, all at the same time; a server that fails or hangs neither stops nor delays another.
 * Transient failures are retried with backoff, permanent ones and denials are not. When the promise settles, every
 * socket, process and timer is released.
 *
 * @throws the reason of `options.signal` when it aborts; RangeError for a nonsensical option
 */
export async function getToolsWithResilience(connections: Connections, options: LoadOptions = {}): Promise<LoadResult> {
  const settings = loadSettings(options);
  options.signal?.throwIfAborted();
  const entries = connectionEntries(connections);
  const whole = new Deadline(
    totalSeconds(
      entries.map(([, connection]) => connection),
      options,
    ),
    options.signal,
  );
  try {
    const loads = entries.map(async ([serverId, connection]) => {
      const outcome = await loadServer(serverId, connection, whole, settings);
      settings.onProgress({ kind: 'done', serverId, outcome });
      return outcome;
    });
    const settled = await Promise.allSettled(loads);
    options.signal?.throwIfAborted();
    return toResult(settled.map(result => (result.status === 'fulfilled' ? result.value : raise(result.reason))));
  } finally {
    whole.clear();
  }
}

function raise(reason: unknown): never {
  throw reason;
}
