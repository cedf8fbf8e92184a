/** Reads server-sent events as they arrive, and validates the data of each event before the SDK sees it (HTML standard, section 9.2). */
import { ByteBuffer } from './byte-buffer.js';
import { JsonFault, readText } from './read-json.js';

/** Handlers of events. */
export interface EventStreamHooks {
  /** Returns the texts that replace the data of a message event; none if nobody gets the event. */
  readonly onData: (data: string) => readonly string[];
  /** Called after an event of a type other than message, which is passed on unchanged. */
  readonly onOther: () => void;
  /** Called if the data of an event is not UTF-8 text. */
  readonly onFault: (fault: JsonFault) => readonly string[];
}

const [lineFeed, carriageReturn] = [10, 13];

/** Field names of the standard; readers ignore other lines. */
const fields: ReadonlySet<string> = new Set(['data', 'event', 'id', 'retry', '']);

interface Line {
  readonly field: string;
  readonly value: string;
}

function parseLine(text: string): Line {
  const colon = text.indexOf(':');
  if (colon === -1) return { field: text, value: '' };
  const value = text.slice(colon + 1);
  return { field: text.slice(0, colon), value: value.startsWith(' ') ? value.slice(1) : value };
}

/** Parses an event stream as its bytes arrive. */
export class EventStreamReader {
  readonly #hooks: EventStreamHooks;
  readonly #line = new ByteBuffer();
  #afterReturn = false;
  #isFirst = true;
  #data: string[] = [];
  #fault: JsonFault | undefined;
  #event = '';
  #hasId = false;
  /** The last value of each other field; the last one counts. */
  readonly #others = new Map<string, string>();
  /** Number of bytes of the current event. */
  pendingBytes = 0;
  /** Whether lines that are not fields were seen. */
  hasOtherLines = false;
  /** Whether an event had an id, so that the stream can be resumed after it. */
  hasIds = false;
  /** Where the stream can be resumed: the fields `retry` and `id` that count after the last event that ended. */
  readonly resumeAt: { retry?: string; id?: string } = {};

  constructor(hooks: EventStreamHooks) {
    this.#hooks = hooks;
  }

  /** Whether an event has begun and not ended: its data is lost if the stream ends now. */
  get isInsideEvent(): boolean {
    return this.#data.length > 0 || this.#fault !== undefined || this.#line.length > 0;
  }

  /** Returns the stream for the SDK that `chunk` makes. */
  read(chunk: Uint8Array): string {
    const out: string[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      const isSecond = byte === lineFeed && this.#afterReturn && at === start && this.#line.length === 0;
      this.#afterReturn = byte === carriageReturn;
      if (byte !== lineFeed && byte !== carriageReturn) {
        // Only line ends matter here, and they are far apart in large events.
        const next = nextLineEnd(chunk, at);
        at = next - 1;
        continue;
      }
      if (!isSecond) out.push(this.#lineEnded(chunk.subarray(start, at)));
      start = at + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return out.join('');
  }

  #keep(rest: Uint8Array): void {
    this.#line.add(rest.slice());
    this.pendingBytes += rest.length;
  }

  #lineEnded(last: Uint8Array): string {
    this.pendingBytes += last.length;
    let bytes = last;
    if (this.#line.length > 0) {
      this.#line.add(last);
      bytes = this.#line.take();
    }
    if (this.#isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    this.#isFirst = false;
    if (bytes.length === 0) return this.#end();
    try {
      this.#field(parseLine(readText(bytes)));
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      this.#fault = error;
    }
    return '';
  }

  #field({ field, value }: Line): void {
    if (!fields.has(field)) this.hasOtherLines = true;
    else if (field === 'data') this.#data.push(value);
    else if (field !== '') {
      if (field === 'event') this.#event = value;
      if (field === 'id' && value !== '') this.hasIds = this.#hasId = true;
      this.#others.set(field, value);
    }
  }

  /** An empty line ends an event. */
  #end(): string {
    if (this.#hasId) this.resumeAt.id = this.#others.get('id')!;
    if (this.#others.has('retry')) this.resumeAt.retry = this.#others.get('retry')!;
    const others = [...this.#others].map(([field, value]) => `${field}: ${value}\n`).join('');
    const text = this.#texts()
      .map(data => `${others}data: ${data}\n\n`)
      .join('');
    const whole = text === '' && others !== '' ? `${others}\n` : text;
    this.#data = [];
    this.#others.clear();
    this.#event = '';
    this.#hasId = false;
    this.#fault = undefined;
    this.pendingBytes = 0;
    return whole;
  }

  #texts(): readonly string[] {
    if (this.#fault) return this.#hooks.onFault(this.#fault);
    if (this.#data.length === 0) return [];
    const data = this.#data.join('\n');
    if (this.#event !== '' && this.#event !== 'message') {
      this.#hooks.onOther();
      return [this.#data.join('\ndata: ')];
    }
    if (data.trim() !== '') return this.#hooks.onData(data);
    // An id without a message tells where the stream can be resumed (MCP 2025-11-25, transports, "Sending Messages to the Server").
    return this.#hasId ? [''] : [];
  }
}

function nextLineEnd(chunk: Uint8Array, from: number): number {
  const feed = chunk.indexOf(lineFeed, from);
  const bound = feed === -1 ? chunk.length : feed;
  for (let at = from; at < bound; at++) if (chunk[at] === carriageReturn) return at;
  return bound;
}
