import { createClient } from '@redis/client';

const firstRetryMs = 50;
const lastRetryMs = 1_000;
/** A connection on which nothing arrives for so long, pings included, is taken for dead. */
const silenceMs = 10_000;

/** A client that is not connected yet. */
export function clientFor(url: string, ca: string | undefined) {
  const socket = {
    connectTimeout: 5_000,
    socketTimeout: silenceMs,
    reconnectStrategy: (retries: number) => Math.min(firstRetryMs * 2 ** Math.min(retries, 10), lastRetryMs),
  };
  const secure = new URL(url).protocol === 'rediss:' ? { tls: true as const, ...(ca !== undefined && { ca }) } : {};
  return createClient({ url, pingInterval: silenceMs / 3, socket: { ...socket, ...secure } });
}

/** A client of Redis. */
export type Client = ReturnType<typeof clientFor>;

/**
 * Ends a client, also one that is being connected. `destroy` alone does not stop that: the connection comes about afterwards, and its pings
 * keep the process alive.
 */
export function endClient(client: Client): void {
  const end = () => client.destroy();
  client.on('connect', end);
  client.on('ready', end);
  end();
}
