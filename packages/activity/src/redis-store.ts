/**
 * Keeps the record of several gateways in one stream of Redis (6 or later). An entry is one line with its writer. The lines of a batch, the
 * writer's head and the count of bytes are written by one script, which does nothing if the batch is there already.
 */
import { openRedis, type RedisConnection } from '@mcpgw/store/internal';
import { parseLine } from './chain.js';
import type { RecordMark } from './record.js';
import {
  type ActivityStore,
  CursorError,
  type CursorLine,
  type KeepLimits,
  type Pruned,
  type RecordBatch,
  type StoredLine,
} from './store.js';

/** KEYS: stream, heads, bytes. ARGV: writer, number and hash of the last line, the lines. */
const appendScript = `
local head = redis.call('HGET', KEYS[2], ARGV[1])
if head and tonumber(string.match(head, '^%d+')) >= tonumber(ARGV[2]) then return 0 end
local bytes = 0
for i = 4, #ARGV do
  redis.call('XADD', KEYS[1], '*', 'w', ARGV[1], 'l', ARGV[i])
  bytes = bytes + #ARGV[i]
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
redis.call('INCRBY', KEYS[3], bytes)
return 1`;

/** Removes the entries up to ARGV[1], and heads (ARGV[2], ARGV[3], ...: writer, head) whose records are then all gone. */
const pruneScript = `
local bytes = 0
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', ARGV[1])) do
  bytes = bytes + #entry[2][4]
  redis.call('XDEL', KEYS[1], entry[1])
end
redis.call('DECRBY', KEYS[3], bytes)
for i = 2, #ARGV, 2 do
  if redis.call('HGET', KEYS[2], ARGV[i]) == ARGV[i + 1] then redis.call('HDEL', KEYS[2], ARGV[i]) end
end
return bytes`;

/** Settings of a store in Redis. */
export interface RedisActivityOptions {
  /** What all names begin with. Default `mcpgw:`. */
  readonly prefix?: string;
  /** Milliseconds that one command may take. Default 2000. */
  readonly timeoutMs?: number;
}

type Entry = readonly [id: string, fields: readonly string[]];

/** Most entries that one command reads or removes. */
const page = 500;
/** Most pages that one pruning removes. */
const maxPages = 200;

const streamId = /^\d{1,20}-\d{1,20}$/;

function checkedId(text: string): string {
  if (!streamId.test(text)) throw new CursorError();
  return text;
}

const lineOf = ([, fields]: Entry): string => fields[3] ?? '';

class RedisActivityStore implements ActivityStore {
  readonly name = 'redis';
  readonly #connection: Promise<RedisConnection>;
  readonly #keys: readonly [stream: string, heads: string, bytes: string];

  constructor(url: string, { prefix = 'mcpgw:', timeoutMs = 2_000 }: RedisActivityOptions) {
    this.#connection = openRedis(url, timeoutMs);
    // One hash tag, so that a cluster keeps all three in one slot.
    this.#keys = [`${prefix}{activity}:log`, `${prefix}{activity}:heads`, `${prefix}{activity}:bytes`];
  }

  async #command(...words: readonly string[]): Promise<unknown> {
    return (await this.#connection).command(...words);
  }

  #script(script: string, ...args: readonly string[]): Promise<unknown> {
    return this.#command('EVAL', script, '3', ...this.#keys, ...args);
  }

  async append({ lines, last }: RecordBatch): Promise<void> {
    await this.#script(appendScript, last.writer, String(last.seq), last.hash, ...lines);
  }

  async heads() {
    return { marks: await this.noted(), torn: [] };
  }

  async prune({ ageMs, bytes }: KeepLimits, _now: number, announce: (pruned: Pruned) => Promise<void>): Promise<void> {
    const [seconds] = (await this.#command('TIME')) as [string];
    const oldest = Number(seconds) * 1000 - ageMs;
    for (let round = 0; round < maxPages; round++) {
      let left = Number((await this.#command('GET', this.#keys[2])) ?? 0);
      const entries = (await this.#command('XRANGE', this.#keys[0], '-', '+', 'COUNT', String(page))) as Entry[];
      const due: Entry[] = [];
      for (const entry of entries) {
        if (left <= bytes && Number(entry[0].split('-')[0]) >= oldest) break;
        left -= lineOf(entry).length;
        due.push(entry);
      }
      const last = due.at(-1);
      if (last === undefined) return;
      const marks = marksOf(due);
      await announce(marks);
      await this.#script(pruneScript, last[0], ...marks.flatMap(({ writer, seq, hash }) => [writer, `${seq} ${hash}`]));
      if (due.length < page) return;
    }
  }

  async *older(cursor: string | undefined): AsyncIterable<CursorLine> {
    for (let from = cursor === undefined ? '+' : `(${checkedId(cursor)}`; ; ) {
      const entries = (await this.#command('XREVRANGE', this.#keys[0], from, '-', 'COUNT', String(page))) as Entry[];
      for (const entry of entries) yield { line: lineOf(entry), cursor: entry[0] };
      const last = entries.at(-1);
      if (last === undefined || entries.length < page) return;
      from = `(${last[0]}`;
    }
  }

  async newer(position: string | undefined, count: number) {
    if (position === undefined) {
      const [newest] = (await this.#command('XREVRANGE', this.#keys[0], '+', '-', 'COUNT', '1')) as Entry[];
      return { lines: [], position: newest?.[0] ?? '0-0' };
    }
    const from = `(${checkedId(position)}`;
    const entries = (await this.#command('XRANGE', this.#keys[0], from, '+', 'COUNT', String(count))) as Entry[];
    return { lines: entries.map(lineOf), position: entries.at(-1)?.[0] ?? position };
  }

  async *lines(): AsyncIterable<StoredLine> {
    for (let from = '-'; ; ) {
      const entries = (await this.#command('XRANGE', this.#keys[0], from, '+', 'COUNT', String(page))) as Entry[];
      for (const [id, [, writer = '', , text = '']] of entries) yield { text, writer, place: `entry ${id}` };
      const last = entries.at(-1);
      if (last === undefined || entries.length < page) return;
      from = `(${last[0]}`;
    }
  }

  async noted(): Promise<readonly RecordMark[]> {
    const heads = pairsOf(await this.#command('HGETALL', this.#keys[1]));
    return heads.flatMap(([writer, head]) => {
      const [seq, hash] = head.split(' ');
      return hash === undefined ? [] : [{ writer, seq: Number(seq), hash }];
    });
  }

  async close(): Promise<void> {
    (await this.#connection).close();
  }
}

/** The fields of a hash: a list in RESP2, a map in RESP3. */
function pairsOf(reply: unknown): (readonly [string, string])[] {
  if (reply instanceof Map) return [...(reply as Map<string, string>)];
  if (!Array.isArray(reply)) return Object.entries((reply ?? {}) as Record<string, string>);
  return (reply as string[]).flatMap((field, index) => (index % 2 === 0 ? [[field, reply[index + 1] as string] as const] : []));
}

function marksOf(entries: readonly Entry[]): RecordMark[] {
  const marks = new Map<string, RecordMark>();
  for (const entry of entries) {
    const record = parseLine(lineOf(entry));
    if (record) marks.set(record.writer, { writer: record.writer, seq: record.seq, hash: record.hash });
  }
  return [...marks.values()];
}

/** A store in Redis that gateways share. The connection is made in the background: no command waits for it longer than its deadline. */
export function redisActivityStore(url: string, options: RedisActivityOptions = {}): ActivityStore {
  return new RedisActivityStore(url, options);
}
