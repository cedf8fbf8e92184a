import { StoreError } from '@mcpgw/store';
import { isBefore } from './event-id.js';
import type { EventPage, ReaderName, StreamLog, StreamState } from './stream-log.js';

/** A connection of a client that events are written to. */
export interface EventSink {
  /** Writes an event. `id` is absent where the client cannot resume from it. */
  event(message: string, id: string | undefined): void;
  /** The client may resume from here. */
  prime(id: string): void;
  /** Messages are missing here. */
  gap(): void;
  /** The stream has its answer, and the answer is no longer kept. */
  answerLost(): void;
  /** The stream has ended, or another connection has it now. */
  end(): void;
}

/** Writes the events of one stream to a connection, each once and in order. */
export class StreamReader {
  readonly name: string;
  readonly reader: ReaderName;
  readonly #log: StreamLog;
  readonly #sink: EventSink;
  readonly #idOf: (place: string) => string;
  #place: string;
  #reading: Promise<void> | undefined;
  #isPoked = false;
  #isEnded = false;
  /** The replica that runs the request; empty for a standing stream. */
  readonly owner: string;

  constructor(
    log: StreamLog,
    name: string,
    reader: ReaderName,
    state: StreamState,
    place: string,
    idOf: (place: string) => string,
    sink: EventSink,
  ) {
    this.name = name;
    this.reader = reader;
    this.owner = state.owner;
    this.#log = log;
    this.#sink = sink;
    this.#idOf = idOf;
    this.#place = place;
    sink.prime(idOf(place));
    if (place !== state.last || state.isDone) this.poke();
  }

  /** Whether it has written all that it knows of, so that a message can be written that is not kept. */
  get isCaughtUp(): boolean {
    return this.#reading === undefined && !this.#isEnded;
  }

  /** Reads what the log has more. */
  poke(): void {
    this.#isPoked = true;
    if (this.#isEnded) return;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
  }

  /** Events that were just added after `before`. */
  offer(before: string, places: readonly string[], messages: readonly string[], isFinal: boolean): void {
    if (!this.isCaughtUp || before !== this.#place) {
      this.poke();
      return;
    }
    for (const [at, place] of places.entries()) this.#write(place, messages[at]!);
    if (isFinal) this.end();
  }

  /** A message that is not kept. */
  writeOnly(message: string, isFinal: boolean): void {
    this.#sink.event(message, undefined);
    if (isFinal) this.end();
  }

  #write(place: string, message: string): void {
    this.#place = place;
    this.#sink.event(message, this.#idOf(place));
  }

  async #readAll(): Promise<void> {
    while (this.#isPoked && !this.#isEnded) {
      this.#isPoked = false;
      try {
        const page = await this.#log.read(this.name, this.#place);
        if (page === undefined) this.#missing();
        else this.#take(page);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        // The next tick, or the connection to Redis that is made anew, reads on.
        return;
      }
    }
  }

  #missing(): void {
    if (this.owner === '') return;
    this.#sink.answerLost();
    this.end();
  }

  #take({ floor, last, isDone, events }: EventPage): void {
    if (this.#isEnded) return;
    if (isBefore(this.#place, floor)) {
      this.#sink.gap();
      this.#place = floor;
    }
    for (const { place, message } of events) this.#write(place, message);
    if (isBefore(this.#place, last) && events.length > 0) this.#isPoked = true;
    else if (isDone) {
      if (floor === last || isBefore(last, floor)) this.#sink.answerLost();
      this.end();
    }
  }

  /** Writes nothing more. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#sink.end();
  }
}
