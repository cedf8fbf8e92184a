/**
 * State in Redis, for gateways of which several run: one string a key, changed by compare-and-set in a script, so that a key is
 * never locked and a killed gateway leaves nothing behind. Needs Redis 6 or a server that speaks its protocol.
 */
import { randomUUID } from 'node:crypto';
import { safeText } from '@mcpgw/loader';
import { Deadline, sleep, untilAborted } from '@mcpgw/loader/internal';
import { DisconnectsClientError, ErrorReply, SocketClosedUnexpectedlyError, SocketTimeoutError } from '@redis/client';
import { Queues } from './queues.js';
import { type Client, clientFor, endClient } from './redis-client.js';
import { RedisClientShared } from './redis-shared.js';
import { decodeSegment, encodeSegment } from './segment.js';
import {
  checkKey,
  type ReadOptions,
  type SharedRedis,
  type StateKey,
  type StateStore,
  StoreError,
  type UpdateOptions,
  type WatchListener,
} from './store.js';

export interface RedisStoreOptions {
  /** What all names begin with; two gateways share state when theirs is the same. Default `mcpgw:`. */
  readonly prefix?: string;
  /** Seconds that one operation may take, reconnecting included. Default 10. */
  readonly timeoutSeconds?: number;
  /** Certificates (PEM) to trust besides the public ones, for rediss://. */
  readonly ca?: string;
}

/** Sets KEYS[1] (for ARGV[6] ms, where that is not 0) where it still holds what was read; then tells the watches. Gives 1, or 0 and what it holds instead. */
const compareAndSet = `
local now = redis.call('GET', KEYS[1])
local same = (now == false and ARGV[1] == '0') or (now ~= false and ARGV[1] == '1' and now == ARGV[2])
if not same then return {0, now} end
if ARGV[3] == '0' then redis.call('DEL', KEYS[1])
elseif ARGV[6] == '0' then redis.call('SET', KEYS[1], ARGV[4])
else redis.call('SET', KEYS[1], ARGV[4], 'PX', ARGV[6]) end
redis.call('PUBLISH', ARGV[5], KEYS[1] .. '\\n' .. ARGV[7])
return {1}`;

/** Gives what KEYS[1] holds, and keeps it for another ARGV[1] ms. */
const getAndKeep = `
local now = redis.call('GET', KEYS[1])
if now then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return now`;

/** Lets those of KEYS that have no end yet end in ARGV[1] ms. */
const endUnlimited = `
for _, name in ipairs(KEYS) do
  if redis.call('PTTL', name) == -1 then redis.call('PEXPIRE', name, ARGV[1]) end
end`;

const never = new AbortController().signal;
const firstRetryMs = 50;
/** Names that one step of a scan looks at. */
const scanned = 1_000;
/** What Redis or the network said, without secrets. */
export function reasonOf(error: unknown): string {
  const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: readonly unknown[] };
  return safeText(code ?? (message || (errors?.length ? reasonOf(errors[0]) : 'unknown error')));
}

/** Runs `work` again where the connection broke under it, or Redis is on its way back; what else Redis refuses is final, and so is any other error. */
export async function whileConnectionsBreak<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work(signal);
    } catch (error) {
      if (!(isBrokenConnection(error) || isComingBack(error)) || signal.aborted) throw error;
      await sleep(firstRetryMs, signal);
    }
  }
}

/** For work of which nobody could tell whether it ran twice. */
const runOnce = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => work(signal);

function isBrokenConnection(error: unknown): boolean {
  if (typeof (error as NodeJS.ErrnoException).syscall === 'string') return true;
  return error instanceof SocketClosedUnexpectedlyError || error instanceof SocketTimeoutError || error instanceof DisconnectsClientError;
}

/** Redis reads its data after a start, or waits for its master: the first word of its reply is the code. */
const isComingBack = (error: unknown): boolean => error instanceof ErrorReply && /^(?:LOADING|MASTERDOWN) /.test(error.message);

/** A Redis that cannot write to its disk refuses PING too, but is there and can be read. */
function whatAnswers(error: unknown): void {
  if (!reasonOf(error).startsWith('MISCONF ')) throw error;
}

/** A time as Redis takes it: it refuses 0 and fractions. */
function milliseconds(keepMs: number): string {
  return String(Math.max(1, Math.ceil(keepMs)));
}

function flagged(text: string | undefined): [flag: string, text: string] {
  return text === undefined ? ['0', ''] : ['1', text];
}

class RedisStore implements StateStore {
  readonly #client: Client;
  readonly #prefix: string;
  /** Tells changes through this store from those of others. */
  readonly #id = randomUUID();
  readonly #timeoutMs: number;
  readonly #queues = new Queues();
  readonly #watches = new Set<(message: string | undefined) => void>();
  #subscriber: Client | undefined;
  #shared: RedisClientShared | undefined;
  #lastError: unknown;
  #closed = false;

  constructor(client: Client, { prefix = 'mcpgw:', timeoutSeconds = 10 }: RedisStoreOptions) {
    this.#client = client;
    this.#prefix = prefix;
    this.#timeoutMs = timeoutSeconds * 1000;
    client.on('error', error => {
      this.#lastError = error;
    });
    client.on('ready', () => {
      this.#lastError = undefined;
    });
  }

  /** @throws StoreError if Redis cannot be reached, or may throw state away */
  async open(): Promise<void> {
    try {
      await this.#within([], 'cannot be reached', signal => untilAborted(this.#client.connect(), signal));
      await this.#checkEviction();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Approvals that Redis evicts would be lost without a word. Where INFO is not allowed, the operator has to know. */
  async #checkEviction(): Promise<void> {
    const info = await this.#within([], 'cannot be reached', () => this.#client.info('memory').catch(() => ''));
    const policy = /^maxmemory_policy:(allkeys-\S+)/m.exec(info)?.[1];
    if (policy !== undefined && !/^maxmemory:0\r?$/m.test(info))
      throw new StoreError([], `would not be kept: Redis has maxmemory-policy ${policy}; use noeviction or a volatile policy`);
  }

  /** Runs `work` with a deadline; what it waits for in the client's queue is dropped when the deadline ends. */
  async #within<T>(
    key: StateKey,
    problem: string,
    work: (signal: AbortSignal) => Promise<T>,
    outer?: AbortSignal,
    runs = whileConnectionsBreak<T>,
  ): Promise<T> {
    if (this.#closed) throw new StoreError(key, 'is asked of a store that is closed');
    const deadline = new Deadline(this.#timeoutMs, outer);
    try {
      return await untilAborted(runs(work, deadline.signal), deadline.signal);
    } catch (error) {
      const shown = deadline.signal.aborted ? (this.#lastError ?? deadline.signal.reason) : error;
      const reason = reasonOf(shown);
      throw new StoreError(key, `${problem}: ${reason}`, shown, reason.startsWith('WRONGTYPE '));
    } finally {
      deadline.clear();
    }
  }

  #name(key: StateKey): string {
    return this.#prefix + key.map(encodeSegment).join(':');
  }

  async read(key: StateKey, { signal: outer }: ReadOptions = {}): Promise<string | undefined> {
    checkKey(key);
    return this.#within(key, 'cannot be read', signal => this.#get(key, signal), outer);
  }

  async renew(key: StateKey, keepMs: number, { signal: outer }: ReadOptions = {}): Promise<string | undefined> {
    checkKey(key);
    const call = { keys: [this.#name(key)], arguments: [milliseconds(keepMs)] };
    const get = async (signal: AbortSignal) => (await this.#client.withAbortSignal(signal).eval(getAndKeep, call)) as string | null;
    return (await this.#within(key, 'cannot be read', get, outer)) ?? undefined;
  }

  async limit(prefix: StateKey, keepMs: number): Promise<void> {
    const names = await this.#namesBelow(prefix);
    for (let at = 0; at < names.length; at += scanned) {
      const call = { keys: names.slice(at, at + scanned), arguments: [milliseconds(keepMs)] };
      await this.#within(prefix, 'cannot be written', signal => this.#client.withAbortSignal(signal).eval(endUnlimited, call));
    }
  }

  async ping({ signal: outer }: ReadOptions = {}): Promise<void> {
    const ping = (signal: AbortSignal) => this.#client.withAbortSignal(signal).ping().catch(whatAnswers);
    await this.#within([], 'cannot be reached', ping, outer);
  }

  get shared(): SharedRedis {
    this.#shared ??= new RedisClientShared(this.#client, this.#prefix, (work, outer) =>
      this.#within([], 'cannot be reached', work, outer, runOnce),
    );
    return this.#shared;
  }

  async #get(key: StateKey, signal: AbortSignal): Promise<string | undefined> {
    return (await this.#client.withAbortSignal(signal).get(this.#name(key))) ?? undefined;
  }

  async update(
    key: StateKey,
    change: (old: string | undefined) => string | undefined,
    { keepMs, signal: outer }: UpdateOptions = {},
  ): Promise<string | undefined> {
    checkKey(key);
    return this.#queues.run(this.#name(key), async () => {
      const thrown: { error?: unknown } = {};
      const guarded = (old: string | undefined) => {
        try {
          return change(old);
        } catch (error) {
          thrown.error = error;
          throw error;
        }
      };
      const work = (signal: AbortSignal) => this.#change(key, guarded, keepMs, signal);
      return this.#within(key, 'cannot be written', work, outer).catch(error => {
        throw 'error' in thrown ? thrown.error : error;
      });
    });
  }

  async #change(
    key: StateKey,
    change: (old: string | undefined) => string | undefined,
    keepMs: number | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    let old = await this.#get(key, signal);
    for (;;) {
      const next = change(old);
      if (next === old) return next;
      const [done, now] = await this.#compareAndSet(key, [old, next], keepMs, signal);
      if (done) return next;
      old = now;
      signal.throwIfAborted();
    }
  }

  /** Whether `next` was set in place of `old`; else what is stored. */
  async #compareAndSet(
    key: StateKey,
    [old, next]: readonly [string | undefined, string | undefined],
    keepMs: number | undefined,
    signal: AbortSignal,
  ) {
    const args = [...flagged(old), ...flagged(next), this.#channel, keepMs === undefined ? '0' : milliseconds(keepMs), this.#id];
    const reply = await this.#client.withAbortSignal(signal).eval(compareAndSet, { keys: [this.#name(key)], arguments: args });
    const [done, now] = reply as [number, string | null | undefined];
    return [done === 1, now ?? undefined] as const;
  }

  async list(prefix: StateKey): Promise<StateKey[]> {
    return (await this.#namesBelow(prefix)).flatMap(name => this.#keyOf(name) ?? []);
  }

  async #namesBelow(prefix: StateKey): Promise<string[]> {
    const start = prefix.length === 0 ? this.#prefix : `${this.#name(prefix)}:`;
    const names = await this.#within(prefix, 'cannot be listed', async signal => {
      const found = new Set<string>();
      const pattern = `${start.replace(/[*?[\]\\]/g, '\\$&')}*`;
      for await (const batch of this.#client.withAbortSignal(signal).scanIterator({ MATCH: pattern, COUNT: scanned })) {
        for (const name of batch) found.add(name);
        signal.throwIfAborted();
      }
      return found;
    });
    return [...names];
  }

  /** The key that a name stands for; undefined for a name that is not of this store. */
  #keyOf(name: string): [StateKey] | undefined {
    const segments = name.slice(this.#prefix.length).split(':').map(decodeSegment);
    return segments.every(segment => segment !== undefined) ? [segments] : undefined;
  }

  get #channel(): string {
    return `${this.#prefix}changes`;
  }

  watch(prefix: StateKey, listener: WatchListener): () => void {
    const start = prefix.length === 0 ? this.#prefix : `${this.#name(prefix)}:`;
    const look = (message: string | undefined) => {
      if (message !== undefined && !message.startsWith(start)) return;
      const [name = '', writer] = message?.split('\n') ?? [];
      const key = this.#keyOf(name)?.[0];
      listener(message === undefined || key === undefined ? undefined : { key, own: writer === this.#id });
    };
    this.#watches.add(look);
    this.#subscriber ??= this.#subscribe();
    return () => void this.#watches.delete(look);
  }

  /** A connection of its own for changes; after each new connection all watches look, since some may have been missed. */
  #subscribe(): Client {
    const subscriber = this.#client.duplicate();
    const tell = (message: string | undefined) => this.#watches.forEach(look => void look(message));
    subscriber.on('error', () => {});
    subscriber.on('ready', () => tell(undefined));
    // A connection that breaks meanwhile loses the subscription: it is asked for until it is there; then the client keeps it.
    const subscribe = async (): Promise<void> => {
      if (this.#closed) return;
      await subscriber.subscribe(this.#channel, tell).catch(() => sleep(firstRetryMs, never).then(subscribe));
      tell(undefined);
    };
    subscriber
      .connect()
      .then(subscribe)
      .catch(() => {});
    return subscriber;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#queues.idle();
    this.#watches.clear();
    this.#shared?.close();
    for (const client of [this.#client, this.#subscriber]) if (client !== undefined) endClient(client);
  }
}

/** Connects to `url`; see `redisStore`. @throws StoreError */
export async function connectRedisStore(url: string, options: RedisStoreOptions): Promise<StateStore> {
  const store = new RedisStore(clientFor(url, options.ca), options);
  await store.open();
  return store;
}
