/** Reads the body of an answer for the SDK: limited in size, complete, and validated message by message. */
import { ReadableStream, type ReadableStreamDefaultController, type ReadableStreamDefaultReader } from 'node:stream/web';
import { LoadError } from '../failures/load-error.js';
import type { AttemptTrace } from '../failures/trace.js';
import { sleep } from '../time/deadline.js';
import { type AnswerGate, invalidReply, type Taken } from './answer-gate.js';
import { ByteBuffer } from './byte-buffer.js';
import { CodingError } from './content-coding.js';
import { EventStreamReader } from './event-stream.js';
import type { Inbox } from './inbox.js';
import { JsonFault, readText } from './read-json.js';

type Id = string | number;
type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Receives validated messages. */
export interface Receiver {
  readonly gate: AnswerGate;
  readonly inbox: Inbox;
  /** Called for what belongs to no request. */
  readonly onStray: (error: LoadError) => void;
}

/** The limits of one body, and the request that it answers. */
export interface BodyLimits {
  readonly receiver: Receiver;
  readonly trace: AttemptTrace;
  /** The id of the request that the body answers, if it answers one. */
  readonly expected: Id | undefined;
  readonly maxBytes: number;
  /** `maxBytes` limits each event of an event stream, not the whole stream. */
  readonly perEvent: boolean;
}

/** A body that is read for the SDK. */
export interface BodyWatch extends BodyLimits {
  readonly signal: AbortSignal;
  readonly done: () => void;
}

const encoder = new TextEncoder();

/** The end of an abandoned event stream: an answer, so that the SDK does not resume the stream. */
const closingEvent = '\n\ndata: {"jsonrpc":"2.0","id":"abandoned","error":{"code":-32000,"message":"abandoned"}}\n\n';

/** The failure of a body that is longer than its limit. */
export function tooLarge({ trace, maxBytes }: BodyLimits): LoadError {
  return new LoadError({ layer: trace.layer, code: 'too-large', text: `the response has more than the ${maxBytes} bytes that are read` });
}

/** What broke a body, as a LoadError with a code if there is one. */
export function namedCause(error: unknown, trace: AttemptTrace): unknown {
  return error instanceof CodingError
    ? new LoadError({ layer: trace.layer, code: 'broken-body', text: `incomplete read: ${error.message}`, cause: error })
    : error;
}

/** The placeholders of what was taken, for the SDK. */
export function delivered(taken: readonly Taken[], { inbox, onStray }: Receiver): string[] {
  for (const each of taken) if (each.kind === 'stray') onStray(each.error);
  return taken.flatMap(each => inbox.put(each) ?? []);
}

/** The text that fails the request `id`; nothing if it was answered. */
function failing(id: Id, error: LoadError, receiver: Receiver): string[] {
  return receiver.gate.waitsFor(id) ? delivered([receiver.gate.blame(error, id)], receiver) : [];
}

/** Releases what a broken body holds, and notes the failure in the trace. */
function broken(error: unknown, reader: ReadableStreamDefaultReader<Uint8Array>, watch: BodyWatch): unknown {
  const cause = namedCause(error, watch.trace);
  watch.done();
  reader.cancel().catch(() => {});
  watch.trace.transportError = cause;
  return cause;
}

/** A stream that `read` fills; each call of `read` enqueues something, closes the stream, or throws. */
function streamOf(
  body: ReadableStream<Uint8Array>,
  watch: BodyWatch,
  read: (reader: ReadableStreamDefaultReader<Uint8Array>, controller: Controller) => Promise<void>,
  onBroken: (error: unknown, controller: Controller) => void = (error, controller) => controller.error(error),
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const pull = (controller: Controller) => read(reader, controller).catch(error => onBroken(broken(error, reader, watch), controller));
  const cancel = (reason: unknown) => {
    watch.done();
    return reader.cancel(reason);
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

/** The body as it arrives, limited to `maxBytes`. */
export function boundedBody(body: ReadableStream<Uint8Array>, watch: BodyWatch): ReadableStream<Uint8Array> {
  let size = 0;
  return streamOf(body, watch, async (reader, controller) => {
    const { done, value } = await reader.read();
    if (done) {
      watch.done();
      return controller.close();
    }
    size += value.byteLength;
    if (size > watch.maxBytes) throw tooLarge(watch);
    controller.enqueue(value);
  });
}

/** All bytes of a body. @throws LoadError if they are more than its limit */
export async function readWhole(body: AsyncIterable<Uint8Array>, limits: BodyLimits): Promise<Buffer> {
  const bytes = new ByteBuffer();
  for await (const chunk of body) {
    bytes.add(chunk);
    if (bytes.length > limits.maxBytes) throw tooLarge(limits);
  }
  return bytes.take();
}

async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

const declaredCharset = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const unicode: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** What is wrong with the declared charset: JSON is UTF-8 (RFC 8259 section 8.1), and other bytes would be ambiguous. */
function charsetFault(bytes: Uint8Array, contentType: string): string | undefined {
  const charset = declaredCharset.exec(contentType)?.[1]?.toLowerCase();
  if (charset === undefined || unicode.has(charset)) return undefined;
  return bytes.some(byte => byte > 0x7f) ? `the reply is JSON in the charset '${charset.slice(0, 40)}' instead of UTF-8` : undefined;
}

function validateJson(bytes: Uint8Array, contentType: string, id: Id, { gate }: Receiver): readonly Taken[] {
  const charset = charsetFault(bytes, contentType);
  if (charset !== undefined) return [gate.blame(invalidReply(charset), id)];
  try {
    const text = readText(bytes);
    return text.trim() === '' ? [gate.blame(invalidReply('the reply is empty'), id)] : gate.take(text, id);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return [gate.blame(invalidReply(`the reply ${error.message}`), id)];
  }
}

/** What a JSON body holds that answers the request `id`: its messages, and the failure of the request if none of them answers it. */
export function takenOfJson(bytes: Uint8Array, contentType: string, id: Id, { receiver }: BodyLimits): readonly Taken[] {
  const taken = validateJson(bytes, contentType, id, receiver);
  const { gate } = receiver;
  if (!gate.waitsFor(id)) return taken;
  return [...taken, gate.blame(gate.lastStray ?? invalidReply('the reply contains no answer to the request'), id)];
}

/** A JSON body that answers the request `id`. */
export function validatedJson(body: ReadableStream<Uint8Array>, contentType: string, id: Id, watch: BodyWatch): ReadableStream<Uint8Array> {
  const { receiver } = watch;
  return streamOf(body, watch, async (reader, controller) => {
    const bytes = await readWhole(chunksOf(reader), watch);
    watch.done();
    const texts = delivered(takenOfJson(bytes, contentType, id, watch), receiver);
    controller.enqueue(encoder.encode(texts.length === 1 ? texts[0]! : `[${texts.join(',')}]`));
    controller.close();
  });
}

/** Why an event stream ended without the answer that it was opened for. */
export function endedEarly(reader: EventStreamReader, trace: AttemptTrace): LoadError {
  const detail = reader.isInsideEvent ? 'inside an event' : reader.hasOtherLines ? 'it has lines that are not fields of events' : undefined;
  return new LoadError({ layer: trace.layer, code: 'stream-ended', text: 'stream ended before the reply', ...(detail && { detail }) });
}

/** An event stream. The request that it answers fails with the cause if the stream breaks or ends before the answer. */
export function validatedEvents(body: ReadableStream<Uint8Array>, watch: BodyWatch): ReadableStream<Uint8Array> {
  const { receiver, trace, expected, perEvent, maxBytes } = watch;
  let size = 0;
  let stray: LoadError | undefined;
  const own: Receiver = {
    ...receiver,
    onStray: error => {
      stray = error;
      receiver.onStray(error);
    },
  };
  const events = new EventStreamReader({
    onData: data => delivered(receiver.gate.take(data, expected), own),
    onOther: () => receiver.gate.noise(),
    onFault: fault => delivered([receiver.gate.blame(invalidReply(`the reply ${fault.message}`), expected)], own),
  });
  const asEvents = (texts: readonly string[]) => encoder.encode(texts.map(text => `data: ${text}\n\n`).join(''));
  const read = async (reader: ReadableStreamDefaultReader<Uint8Array>, controller: Controller) => {
    for (;;) {
      while (receiver.gate.pause > 0 && !watch.signal.aborted) await sleep(receiver.gate.pause, watch.signal).catch(() => {});
      const { done, value } = await reader.read();
      if (done) {
        watch.done();
        if (expected !== undefined && !events.hasIds)
          controller.enqueue(asEvents(failing(expected, stray ?? endedEarly(events, trace), receiver)));
        return controller.close();
      }
      size += value.byteLength;
      // What was read of the body is validated and passed on before its end is refused.
      if (perEvent ? events.pendingBytes > maxBytes : size > maxBytes) throw tooLarge(watch);
      const text = events.read(value);
      if (text !== '') return controller.enqueue(encoder.encode(text));
    }
  };
  return streamOf(body, watch, read, (error, controller) => {
    const isNamed = error instanceof LoadError && expected !== undefined;
    if (!watch.signal.aborted && !isNamed) return controller.error(error);
    controller.enqueue(watch.signal.aborted ? encoder.encode(closingEvent) : asEvents(failing(expected!, error as LoadError, receiver)));
    return controller.close();
  });
}
