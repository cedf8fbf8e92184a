/** Streams of 2026-07-28 on which a server reports changes; each is reopened when it ends. */
import { sleep } from '@mcpgw/loader/internal';
import type { Client, McpSubscription, SubscriptionFilter } from '@modelcontextprotocol/client';

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/** Milliseconds before a stream that ended is reopened; doubled after each consecutive failure. */
const againMs = { first: 1000, longest: 60_000 };

/** Timeout of an acknowledgement in milliseconds. */
const acknowledgeMs = 10_000;

/** The params of a notification without the name of the stream that it came on, which is between this client and the server. */
export function withoutSubscription(params: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, unknown>> | undefined {
  const meta = params?._meta as Readonly<Record<string, unknown>> | undefined;
  if (meta === undefined || !Object.hasOwn(meta, subscriptionKey)) return params;
  const { _meta, ...rest } = params!;
  const kept = Object.entries(meta).filter(([key]) => key !== subscriptionKey);
  return kept.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(kept) };
}

export class Subscriptions {
  readonly #client: Client;
  readonly #stop = new AbortController();
  readonly #open = new Map<string, McpSubscription>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Opens the stream `name`; resolves when the server has acknowledged it. @throws what the SDK throws */
  async listen(name: string, filter: SubscriptionFilter): Promise<void> {
    if (!this.#open.has(name)) this.#keep(name, filter, await this.#start(filter));
  }

  #start(filter: SubscriptionFilter): Promise<McpSubscription> {
    return this.#client.listen(filter, { timeout: acknowledgeMs, signal: this.#stop.signal });
  }

  #keep(name: string, filter: SubscriptionFilter, subscription: McpSubscription): void {
    this.#open.set(name, subscription);
    void subscription.closed.then(() => this.#reopen(name, filter, subscription));
  }

  async #reopen(name: string, filter: SubscriptionFilter, ended: McpSubscription): Promise<void> {
    for (let delayMs = againMs.first; this.#open.get(name) === ended; delayMs = Math.min(delayMs * 2, againMs.longest)) {
      try {
        await sleep(delayMs, this.#stop.signal);
        const subscription = await this.#start(filter);
        if (this.#open.get(name) === ended) this.#keep(name, filter, subscription);
        else await subscription.close();
      } catch {
        if (this.#stop.signal.aborted) return;
      }
    }
  }

  /** Closes the stream `name`; it is not reopened. */
  async end(name: string): Promise<void> {
    const subscription = this.#open.get(name);
    this.#open.delete(name);
    await subscription?.close();
  }

  /** Opens no more streams; the open ones end with the connection. */
  stop(): void {
    this.#open.clear();
    this.#stop.abort(new Error('the connection is closed'));
  }
}
