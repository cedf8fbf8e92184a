/** Reads the answer of an exchange and passes its messages on, without the SDK in between. */
import type { LoadError } from '../failures/load-error.js';
import { type BodyLimits, endedEarly, type Receiver, readWhole, takenOfJson, tooLarge } from './answer-body.js';
import { invalidReply, type Taken } from './answer-gate.js';
import { EventStreamReader } from './event-stream.js';

function passOn(taken: readonly Taken[], { inbox, onStray }: Receiver): void {
  for (const each of taken) {
    if (each.kind === 'stray') onStray(each.error);
    else inbox.pass(each);
  }
}

/** Reads a JSON body that answers the request `id`. @throws LoadError if it is too large; what broke it */
export async function readJsonAnswer(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  id: string | number,
  limits: BodyLimits,
): Promise<void> {
  const bytes = await readWhole(body, limits);
  passOn(takenOfJson(bytes, contentType, id, limits), limits.receiver);
}

/** The events of an answer, and how far they were read. */
export class EventAnswer {
  readonly #limits: BodyLimits;
  readonly #events: EventStreamReader;
  #stray: LoadError | undefined;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
    const { gate, inbox, onStray } = limits.receiver;
    const receiver: Receiver = {
      gate,
      inbox,
      onStray: error => {
        this.#stray = error;
        onStray(error);
      },
    };
    const pass = (taken: readonly Taken[]) => {
      passOn(taken, receiver);
      return [];
    };
    this.#events = new EventStreamReader({
      onData: data => pass(gate.take(data, limits.expected)),
      onOther: () => gate.noise(),
      onFault: fault => pass([gate.blame(invalidReply(`the reply ${fault.message}`), limits.expected)]),
    });
  }

  /** Reads the body to its end. `mayRead` waits while the server sends too much. @throws LoadError if an event is too large; what broke the body */
  async read(body: AsyncIterable<Uint8Array>, mayRead: () => Promise<void>): Promise<void> {
    const { perEvent, maxBytes } = this.#limits;
    let size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (perEvent ? this.#events.pendingBytes > maxBytes : size > maxBytes) throw tooLarge(this.#limits);
      this.#events.read(chunk);
      await mayRead();
    }
  }

  /** The text of an event stream that stands where this one ended, for a reader that resumes it; undefined if it cannot be resumed. */
  get resumption(): string | undefined {
    const { id, retry } = this.#events.resumeAt;
    if (id === undefined) return undefined;
    return `${retry === undefined ? '' : `retry: ${retry}\n`}id: ${id}\ndata: \n\n`;
  }

  /** Fails the request with `error`, or with what is known of an end without an answer, if it still waits. */
  fail(id: string | number, error: LoadError = this.#stray ?? endedEarly(this.#events, this.#limits.trace)): void {
    const { receiver } = this.#limits;
    if (receiver.gate.waitsFor(id)) passOn([receiver.gate.blame(error, id)], receiver);
  }
}
