/** A connection to Redis for single commands, for state that is no text by key. */
import { Deadline, untilAborted } from '@mcpgw/loader/internal';
import { clientFor, endClient } from './redis-client.js';
import { reasonOf, whileConnectionsBreak } from './redis-store.js';

/** Runs single commands. The connection is made again when it is lost. */
export interface RedisConnection {
  /** The reply to a command. It may run twice if the connection breaks. @throws Error with what Redis or the network said */
  command(...words: string[]): Promise<unknown>;
  close(): void;
}

/** Connects to `url` in the background: commands wait for the connection, each up to `timeoutMs` milliseconds. */
export function connectRedis(url: string, timeoutMs: number): RedisConnection {
  const client = clientFor(url, undefined);
  let lastError: unknown;
  client.on('error', error => {
    lastError = error;
  });
  client.on('ready', () => {
    lastError = undefined;
  });
  client.connect().catch(() => {});
  return {
    command: async (...words) => {
      const deadline = new Deadline(timeoutMs);
      const work = (signal: AbortSignal) => client.withAbortSignal(signal).sendCommand(words);
      try {
        return await untilAborted(whileConnectionsBreak(work, deadline.signal), deadline.signal);
      } catch (error) {
        const shown = deadline.signal.aborted ? (lastError ?? deadline.signal.reason) : error;
        throw new Error(reasonOf(shown), { cause: shown });
      } finally {
        deadline.clear();
      }
    },
    close: () => endClient(client),
  };
}
