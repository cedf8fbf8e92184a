/** The streams of all sessions at one replica: who writes to them and who reads them, here and at other replicas. */
import { randomBytes } from 'node:crypto';
import { type SharedRedis, StoreError } from '@mcpgw/store';
import { type EventPlace, eventIds, standing } from './event-id.js';
import { MemoryStreamLog } from './memory-log.js';
import { type Guard, RedisStreamLog } from './redis-log.js';
import { Replica } from './replica.js';
import { RequestStream } from './request-stream.js';
import type { ReaderName, StreamLimits, StreamLog } from './stream-log.js';
import { type EventSink, StreamReader } from './stream-reader.js';

export interface SessionStreamsDeps {
  readonly log: StreamLog;
  readonly replica: Replica;
  /** Milliseconds that events are kept. */
  readonly keepMs: () => number;
  /** The answer to a request whose replica has stopped. */
  readonly lostAnswer: (request: string | number | undefined) => string;
}

/** A request whose answer is a stream. */
export interface OpenedRequest {
  readonly stream: RequestStream;
  /** The connection that the request came on is closed. */
  detach(): void;
  /** Whether the client has resumed the stream, here or elsewhere. */
  isRead(): Promise<boolean>;
}

/** Closes a reading. */
export type StopReading = () => void;

/** How a message for the standing stream is told. */
export interface TellOptions {
  /** Other replicas may tell the same: only one of them does within a few seconds. A forced message is always told. */
  readonly claim?: { readonly key: string; readonly isForced: boolean };
}

/** What the streams of a gateway are made from. */
export interface StreamsSources {
  /** The name of this replica. */
  readonly id: string;
  /** Absent where the gateway runs alone. */
  readonly redis: SharedRedis | undefined;
  /** Does work with Redis where it answers. */
  readonly guard: Guard;
  readonly limits: () => StreamLimits;
  readonly lostAnswer: SessionStreamsDeps['lostAnswer'];
}

/** Joins the replicas of a gateway, and makes the streams of its sessions. `replica.close` leaves them. */
export function joinReplicas({ id, redis, guard, limits, lostAnswer }: StreamsSources): SessionStreams {
  const replica = new Replica(redis, guard, id);
  const log: StreamLog = redis
    ? new RedisStreamLog(redis, guard, replica.names, limits)
    : new MemoryStreamLog(limits, (name, token) => streams.taken(name, token));
  const streams = new SessionStreams({ log, replica, keepMs: () => limits().keepMs, lostAnswer });
  replica.start({
    onStream: (kind, name, reader) => streams.received(kind, name, reader),
    onConnected: () => streams.lookAgain(),
    onTick: () => void streams.tick(),
  });
  return streams;
}

const named = (session: string, stream: string): string => `${session}:${stream}`;

export class SessionStreams {
  readonly #deps: SessionStreamsDeps;
  readonly #readers = new Map<string, { readonly reader: StreamReader; readonly request: string | number | undefined }>();
  /** The last message to each standing stream, after which the next one is added. */
  readonly #telling = new Map<string, Promise<unknown>>();
  readonly #unkept = new Set<string>();
  #lastNumber = 0;
  #renewedAt = 0;

  constructor(deps: SessionStreamsDeps) {
    this.#deps = deps;
  }

  get replica(): Replica {
    return this.#deps.replica;
  }

  #readerName(): ReaderName {
    return { replica: this.#deps.replica.id, token: randomBytes(6).toString('base64url') };
  }

  /**
   * Makes the stream of one request, with `sink` as the connection that it came on; `undefined` where nothing can be kept now, so that the
   * connection is all that the client has. `onFenced` is called where another replica has ended the request.
   */
  async open(session: string, request: string | number, sink: EventSink, onFenced: () => void): Promise<OpenedRequest | undefined> {
    const { log, replica, keepMs } = this.#deps;
    const stream = randomBytes(9).toString('base64url');
    const name = named(session, stream);
    const readerName = this.#readerName();
    try {
      const state = await log.attach(name, readerName, { owner: replica.id });
      const ids = eventIds(session, stream, request);
      this.#add(new StreamReader(log, name, readerName, state!, state!.last, ids, sink), request);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return undefined;
    }
    const reader = () => this.#readers.get(name)?.reader;
    return {
      stream: new RequestStream({ log, name, writer: `${replica.id}.${stream}`, reader, keepMs, onFenced }),
      detach: () => this.#detach(name, readerName),
      isRead: () => log.isRead(name).catch(() => true),
    };
  }

  #add(reader: StreamReader, request: string | number | undefined): void {
    this.#readers.get(reader.name)?.reader.end();
    this.#readers.set(reader.name, { reader, request });
  }

  #detach(name: string, readerName: ReaderName): void {
    if (this.#readers.get(name)?.reader.reader.token === readerName.token) this.#readers.delete(name);
    this.#deps.log.detach(name, readerName).catch(() => {});
  }

  /**
   * Reads the standing stream of a session, from now or after `from`. `sink` opens the connection. Whoever read it before is disconnected.
   *
   * @throws StoreError
   */
  async readStanding(session: string, from: EventPlace | undefined, sink: () => EventSink): Promise<StopReading> {
    const { log } = this.#deps;
    const name = named(session, standing);
    const readerName = this.#readerName();
    const state = await log.attach(name, readerName, { owner: '' });
    const place = from?.at ?? state!.last;
    this.#add(new StreamReader(log, name, readerName, state!, place, eventIds(session, standing, undefined), sink()), undefined);
    return () => this.#detach(name, readerName);
  }

  /** Reads the stream of a request after `from`; `undefined` where it is not kept. @throws StoreError */
  async readRequest(session: string, from: EventPlace, sink: () => EventSink): Promise<StopReading | undefined> {
    const { log } = this.#deps;
    const name = named(session, from.stream);
    const readerName = this.#readerName();
    const state = await log.attach(name, readerName);
    if (state === undefined) return undefined;
    this.#add(new StreamReader(log, name, readerName, state, from.at, eventIds(session, from.stream, from.request), sink()), from.request);
    return () => this.#detach(name, readerName);
  }

  /** Writes a message to the standing stream of a session, wherever its client reads that; `false` where it does not. */
  tell(session: string, message: string, { claim }: TellOptions = {}): Promise<boolean> {
    const name = named(session, standing);
    const before = this.#telling.get(name) ?? Promise.resolve();
    const done = before.then(() => this.#tell(name, message, claim));
    this.#telling.set(name, done);
    void done.then(() => {
      if (this.#telling.get(name) === done) this.#telling.delete(name);
    });
    return done;
  }

  async #tell(name: string, message: string, claim: TellOptions['claim']): Promise<boolean> {
    const { log, replica } = this.#deps;
    const batch = { messages: [message], writer: replica.id, number: ++this.#lastNumber, needsReader: true, ...(claim && { claim }) };
    for (let attempt = 1; attempt <= 2; attempt++) {
      try {
        const added = await log.append(name, { ...batch, hasGap: this.#unkept.has(name) });
        if (added.kind === 'appended') {
          this.#unkept.delete(name);
          this.#readers.get(name)?.reader.offer(added.before, added.places, batch.messages, false);
        }
        return added.kind === 'appended' || added.kind === 'claimed';
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
      }
    }
    const reader = this.#readers.get(name)?.reader;
    if (!reader?.isCaughtUp) return false;
    reader.writeOnly(message, false);
    this.#unkept.add(name);
    return true;
  }

  /** A message about a stream that another replica sent. */
  received(kind: string, name: string, readerName: string): void {
    const found = this.#readers.get(name)?.reader;
    if (found === undefined) return;
    if (kind === 'poke') found.poke();
    else if (kind === 'taken' && readerName.endsWith(`/${found.reader.token}`)) this.taken(name, found.reader.token);
  }

  /** Another connection has the stream now. */
  taken(name: string, token: string): void {
    const found = this.#readers.get(name)?.reader;
    if (found?.reader.token !== token) return;
    this.#readers.delete(name);
    found.end();
  }

  /** Messages of other replicas may have been missed: reads what is new in all streams. */
  lookAgain(): void {
    for (const { reader } of this.#readers.values()) reader.poke();
  }

  /** Once a second: keeps the streams that are read, and ends those whose replica has stopped. */
  async tick(): Promise<void> {
    const { log, replica, keepMs, lostAnswer } = this.#deps;
    const foreign = [...this.#readers.values()].filter(({ reader }) => reader.owner !== '' && reader.owner !== replica.id);
    try {
      if (performance.now() - this.#renewedAt > Math.min(keepMs() / 4, 10_000)) {
        await log.renew([...this.#readers.keys()]);
        this.#renewedAt = performance.now();
      }
      for (const { reader, request } of foreign) {
        if (replica.isSteady) await log.endOrphan(reader.name, lostAnswer(request));
        reader.poke();
      }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }

  /** The session has ended: disconnects its client, but for the requests that are answered here. */
  endSession(session: string): void {
    for (const [name, { reader }] of this.#readers) {
      if (!name.startsWith(`${session}:`) || reader.owner === this.#deps.replica.id) continue;
      this.#detach(name, reader.reader);
      reader.end();
    }
    this.#unkept.delete(named(session, standing));
  }

  /** Disconnects the clients that read standing streams: they go on at another replica. */
  handOver(): void {
    for (const [name, { reader }] of this.#readers) {
      if (reader.owner !== '') continue;
      this.#detach(name, reader.reader);
      reader.end();
    }
  }
}
