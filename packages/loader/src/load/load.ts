/** Loads the tools of many servers at once: connections → attempts → outcomes → tools, failures, status. */
import type { Connection } from '@mcpgw/mcp-config';
import { type Connections, connectionEntries } from '../servers/connection.js';
import { Deadline } from '../time/deadline.js';
import type { LoadRun } from './attempt.js';
import { loadServer } from './load-server.js';
import { type LoadOptions, loadSettings, totalMs } from './options.js';
import type { LoadedTool, ServerLoadOutcome } from './outcome.js';

/** The result of a load of many servers. */
export interface LoadResult {
  /** The tools of every server that loaded, in the order of the connections. */
  readonly allTools: readonly LoadedTool[];
  /** Ids of the servers that gave no tools, in the order of the connections. */
  readonly failedServers: readonly string[];
  /** One line for each of `failedServers`, safe to show to people. */
  readonly failedErrors: ReadonlyMap<string, string>;
  /** An outcome for every server by id, available ones included. */
  readonly status: ReadonlyMap<string, ServerLoadOutcome>;
  /**
   * Resolves when the servers that loaded are released too: sessions ended, sockets closed, commands ended. It takes at most one second and
   * never rejects.
   */
  readonly released: Promise<void>;
}

function toResult(outcomes: readonly ServerLoadOutcome[], released: Promise<void>): LoadResult {
  const failed = outcomes.filter(outcome => outcome.status !== 'available');
  return {
    allTools: outcomes.flatMap(({ serverId, tools }) => tools.map(tool => ({ serverId, tool }))),
    failedServers: failed.map(({ serverId }) => serverId),
    failedErrors: new Map(failed.map(({ serverId, error }) => [serverId, error ?? ''])),
    status: new Map(outcomes.map(outcome => [outcome.serverId, outcome])),
    released,
  };
}

async function loadAll(entries: readonly [string, Connection][], run: LoadRun): Promise<ServerLoadOutcome[]> {
  const loads = entries.map(async ([serverId, connection]) => {
    const outcome = await loadServer(serverId, connection, run);
    run.settings.onProgress({ kind: 'done', serverId, outcome });
    return outcome;
  });
  const settled = await Promise.allSettled(loads);
  return settled.map(result => (result.status === 'fulfilled' ? result.value : raise(result.reason)));
}

function raise(reason: unknown): never {
  throw reason;
}

/**
 * Loads the tools of every server, all at the same time; a server that fails or hangs neither stops nor delays another.
 * Transient failures are retried with backoff, permanent ones and denials are not. When the promise settles, failed servers
 * hold no socket, process or timer any more; servers that loaded are released without delaying the result (`released`).
 *
 * @example
 * const { allTools, status } = await getToolsWithResilience({
 *   web: { transport: 'http', url: 'https://tools.example.com/mcp' },
 *   files: { transport: 'stdio', command: 'file-server', connectTimeoutMs: 20_000 },
 * });
 *
 * @throws the reason of `options.signal` when it aborts, once everything is released; RangeError for a nonsensical option
 */
export async function getToolsWithResilience(connections: Connections, options: LoadOptions = {}): Promise<LoadResult> {
  const settings = loadSettings(options);
  options.signal?.throwIfAborted();
  const entries = connectionEntries(connections);
  const all = entries.map(([, connection]) => connection);
  const run: LoadRun = { settings, total: new Deadline(totalMs(all, options), options.signal), releases: [] };
  const released = () => Promise.allSettled(run.releases).then(() => {});
  try {
    const outcomes = await loadAll(entries, run);
    options.signal?.throwIfAborted();
    return toResult(outcomes, released());
  } catch (error) {
    await released();
    throw options.signal?.aborted ? options.signal.reason : error;
  } finally {
    run.total.clear();
  }
}
