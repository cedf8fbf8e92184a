import type { SharedRedis } from '@mcpgw/store';
import type { ReplicaNames } from './names.js';
import { appendScript, attachScript, detachScript, isReadScript, orphanScript, readScript, renewScript } from './scripts.js';
import {
  type Appended,
  type Batch,
  type EventPage,
  pageSize,
  type ReaderName,
  type StreamLimits,
  type StreamLog,
  type StreamMaking,
  type StreamState,
} from './stream-log.js';

/** Does work with Redis where it answers. @throws StoreError at once where it does not */
export type Guard = <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

type State = [floor: string, last: string, done: string, owner: string];
type Entries = [place: string, fields: [string, string]][];

/** Milliseconds for which a replica may not add what another one added. */
const claimMs = 5_000;

const nameOf = ({ replica, token }: ReaderName): string => `${replica}/${token}`;

const stateOf = ([floor, last, done, owner]: State): StreamState => ({ floor, last, isDone: done === '1', owner });

/** The place right after another one. */
function after(place: string): string {
  const [milliseconds, count] = place.split('-');
  return `${milliseconds}-${Number(count) + 1}`;
}

function flagsOf({ isFinal, hasGap, needsReader, claim }: Batch): string {
  return `${isFinal ? 'f' : ''}${hasGap ? 'g' : ''}${needsReader ? 'r' : ''}${claim?.isForced ? 'c' : ''}`;
}

/** Streams in Redis, for all replicas. */
export class RedisStreamLog implements StreamLog {
  readonly #redis: SharedRedis;
  readonly #guard: Guard;
  readonly #names: ReplicaNames;
  readonly #limits: () => StreamLimits;

  constructor(redis: SharedRedis, guard: Guard, names: ReplicaNames, limits: () => StreamLimits) {
    this.#redis = redis;
    this.#guard = guard;
    this.#names = names;
    this.#limits = limits;
  }

  #run(script: string, name: string, args: readonly (string | number)[]): Promise<unknown> {
    const keys = this.#names.stream(name);
    return this.#guard(signal => this.#redis.run(script, keys, args.map(String), { signal }));
  }

  async attach(name: string, reader: ReaderName, making?: StreamMaking): Promise<StreamState | undefined> {
    const { keepMs } = this.#limits();
    const taken = this.#names.message('taken', name);
    const args = [nameOf(reader), keepMs, making ? 1 : 0, making?.owner ?? '', this.#names.inbox(''), taken];
    const found = (await this.#run(attachScript, name, args)) as State | null;
    return found === null ? undefined : stateOf(found);
  }

  async detach(name: string, reader: ReaderName): Promise<void> {
    await this.#run(detachScript, name, [nameOf(reader)]);
  }

  async append(name: string, batch: Batch): Promise<Appended> {
    const { keepMs, events, bytes } = this.#limits();
    const { lease, inbox, message, replica } = this.#names;
    const how = [keepMs, events, bytes, flagsOf(batch), lease(''), inbox(''), message('poke', name), batch.claim?.key ?? '', claimMs];
    const args = [replica, batch.writer, batch.number, ...how, ...batch.messages];
    const [kind, before, ...places] = (await this.#run(appendScript, name, args)) as string[];
    return kind === 'appended' ? { kind, before: before!, places } : { kind: kind as 'missing' | 'ended' | 'claimed' };
  }

  async read(name: string, place: string): Promise<EventPage | undefined> {
    const found = (await this.#run(readScript, name, [after(place), pageSize])) as [...State, Entries] | null;
    if (found === null) return undefined;
    const [floor, last, done, owner, entries] = found;
    return { ...stateOf([floor, last, done, owner]), events: entries.map(([at, [, message]]) => ({ place: at, message })) };
  }

  async renew(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const keys = names.flatMap(name => this.#names.stream(name));
    await this.#guard(signal => this.#redis.run(renewScript, keys, [String(this.#limits().keepMs)], { signal }));
  }

  async isRead(name: string): Promise<boolean> {
    return (await this.#run(isReadScript, name, [this.#names.lease('')])) === 1;
  }

  async endOrphan(name: string, answer: string): Promise<boolean> {
    return (await this.#run(orphanScript, name, [this.#names.lease(''), answer])) === 1;
  }
}
