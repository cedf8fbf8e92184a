import { isBefore } from './event-id.js';
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

interface Kept {
  readonly owner: string;
  readonly events: { readonly place: string; readonly message: string; readonly at: number }[];
  bytes: number;
  floor: string;
  last: string;
  isDone: boolean;
  reader: string | undefined;
  /** When it was last used, on the monotonic clock. */
  usedAt: number;
}

/** Streams in the memory of one process, for a gateway that runs alone. */
export class MemoryStreamLog implements StreamLog {
  readonly #limits: () => StreamLimits;
  readonly #onTaken: (name: string, token: string) => void;
  readonly #streams = new Map<string, Kept>();
  #count = 0;
  #sweptAt = 0;

  /** `onTaken` is told when another connection has taken a stream over from the reader with this token. */
  constructor(limits: () => StreamLimits, onTaken: (name: string, token: string) => void) {
    this.#limits = limits;
    this.#onTaken = onTaken;
  }

  #found(name: string): Kept | undefined {
    this.#sweep();
    const kept = this.#streams.get(name);
    if (kept === undefined || this.#isOver(kept)) return undefined;
    kept.usedAt = performance.now();
    return kept;
  }

  #isOver({ reader, usedAt }: Kept): boolean {
    return reader === undefined && performance.now() - usedAt > this.#limits().keepMs;
  }

  #sweep(): void {
    const now = performance.now();
    if (now - this.#sweptAt < 1000) return;
    this.#sweptAt = now;
    for (const [name, kept] of this.#streams) if (this.#isOver(kept)) this.#streams.delete(name);
  }

  #next(): string {
    return `1-${++this.#count}`;
  }

  async attach(name: string, { token }: ReaderName, making?: StreamMaking): Promise<StreamState | undefined> {
    const found = this.#found(name) ?? (making && this.#make(name, making));
    if (found === undefined) return undefined;
    const before = found.reader;
    found.reader = token;
    if (before !== undefined && before !== token) this.#onTaken(name, before);
    return { floor: found.floor, last: found.last, isDone: found.isDone, owner: found.owner };
  }

  #make(name: string, { owner }: StreamMaking): Kept {
    const place = this.#next();
    const kept: Kept = {
      owner,
      events: [],
      bytes: 0,
      floor: place,
      last: place,
      isDone: false,
      reader: undefined,
      usedAt: performance.now(),
    };
    this.#streams.set(name, kept);
    return kept;
  }

  async detach(name: string, { token }: ReaderName): Promise<void> {
    const found = this.#found(name);
    if (found?.reader === token) found.reader = undefined;
  }

  async append(name: string, { messages, isFinal, hasGap }: Batch): Promise<Appended> {
    const found = this.#found(name);
    if (found === undefined) return { kind: 'missing' };
    if (found.isDone) return { kind: 'ended' };
    const before = found.last;
    if (hasGap) {
      found.events.length = 0;
      found.bytes = 0;
      found.floor = this.#next();
    }
    const at = performance.now();
    const places = messages.map(message => {
      const place = this.#next();
      found.events.push({ place, message, at });
      found.bytes += message.length;
      found.last = place;
      return place;
    });
    if (isFinal) found.isDone = true;
    this.#trim(found, at);
    return { kind: 'appended', before, places };
  }

  #trim(kept: Kept, now: number): void {
    const { events, bytes, keepMs } = this.#limits();
    while (kept.events.length > 0 && (kept.events.length > events || kept.bytes > bytes || now - kept.events[0]!.at > keepMs)) {
      const { place, message } = kept.events.shift()!;
      kept.bytes -= message.length;
      kept.floor = place;
    }
  }

  async read(name: string, after: string): Promise<EventPage | undefined> {
    const found = this.#found(name);
    if (found === undefined) return undefined;
    const events = found.events.filter(({ place }) => isBefore(after, place)).slice(0, pageSize);
    return { floor: found.floor, last: found.last, isDone: found.isDone, owner: found.owner, events };
  }

  async renew(names: readonly string[]): Promise<void> {
    for (const name of names) this.#found(name);
  }

  async isRead(name: string): Promise<boolean> {
    return this.#streams.get(name)?.reader !== undefined;
  }

  async endOrphan(): Promise<boolean> {
    return false;
  }
}
