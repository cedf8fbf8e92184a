import { sleep } from '@mcpgw/loader/internal';
import { type Client, endClient } from './redis-client.js';
import type { ReadOptions, SharedRedis } from './store.js';

/** Runs work with the deadline of the store. @throws StoreError */
type Within = <T>(work: (signal: AbortSignal) => Promise<T>, outer: AbortSignal | undefined) => Promise<T>;

const never = new AbortController().signal;
const retryMs = 50;

/** The scripts and channels of one connection to Redis. Subscriptions have connections of their own. */
export class RedisClientShared implements SharedRedis {
  readonly prefix: string;
  readonly #client: Client;
  readonly #within: Within;
  readonly #subscribers = new Set<Client>();

  constructor(client: Client, prefix: string, within: Within) {
    this.#client = client;
    this.prefix = prefix;
    this.#within = within;
  }

  run(script: string, keys: readonly string[], args: readonly string[], { signal }: ReadOptions = {}): Promise<unknown> {
    const call = { keys: [...keys], arguments: [...args] };
    return this.#within<unknown>(until => this.#client.withAbortSignal(until).eval(script, call), signal);
  }

  subscribe(channels: readonly string[], listener: (message: string, channel: string) => void, onConnected: () => void): () => void {
    const subscriber = this.#client.duplicate();
    this.#subscribers.add(subscriber);
    let isSubscribed = false;
    subscriber.on('error', () => {});
    // After a broken connection, the client subscribes anew by itself before it is ready.
    subscriber.on('ready', () => {
      if (isSubscribed) onConnected();
    });
    const subscribe = async (): Promise<void> => {
      if (!this.#subscribers.has(subscriber)) return;
      try {
        await subscriber.subscribe([...channels], listener);
        isSubscribed = true;
        onConnected();
      } catch {
        await sleep(retryMs, never).then(subscribe);
      }
    };
    subscriber
      .connect()
      .then(subscribe)
      .catch(() => {});
    return () => this.#end(subscriber);
  }

  #end(subscriber: Client): void {
    this.#subscribers.delete(subscriber);
    endClient(subscriber);
  }

  close(): void {
    for (const subscriber of this.#subscribers) this.#end(subscriber);
  }
}
