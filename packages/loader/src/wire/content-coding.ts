/**
 * Decodes bodies with a Content-Encoding strictly. `fetch` passes a truncated compressed body on as if it were complete, and does not
 * decode a coding that it does not know.
 */
import { pipeline, Readable, type Transform } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import zlib from 'node:zlib';
import type { Dispatcher } from 'undici';

/** A body that cannot be decoded; the message is for people. */
export class CodingError extends Error {
  override name = 'CodingError';
}

const contentEncoding = 'content-encoding';
/** The header that holds the coding meanwhile, so that fetch does not decode the body. */
const ownHeader = 'x-mcpgw-content-encoding';
const maxCodings = 5;

type Headers = Record<string, string | string[]>;

/** Headers of an answer whose body nobody decodes before `decodedBody` does. */
export function withOwnCoding(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const { [contentEncoding]: coding, [ownHeader]: _, ...others } = headers as Headers;
  return coding === undefined ? others : { ...others, [ownHeader]: coding };
}

/** A dispatcher that returns bodies as they were sent. */
export const encodedBodies: Dispatcher.DispatcherComposeInterceptor = dispatch => (options, handler) => {
  const onResponseStart: typeof handler.onResponseStart = (controller, status, headers, message) => {
    return handler.onResponseStart?.(controller, status, withOwnCoding(headers), message);
  };
  return dispatch(options, {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart,
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => handler.onResponseError?.(...args),
  });
};

/** The codings of an answer of `encodedBodies`, in the order in which they were applied. */
function codingsOf(headers: { get(name: string): string | null }): string[] {
  const named = (headers.get(ownHeader) ?? '').toLowerCase().split(',');
  return named.map(name => name.trim()).filter(name => name !== '' && name !== 'identity');
}

const sync = { flush: zlib.constants.Z_SYNC_FLUSH };

/** Decoders that fail if their input ends too early. `deflate` is zlib's format by the standard; some servers send raw deflate. */
const decoders: Readonly<Record<string, (firstByte: number) => Transform>> = {
  gzip: () => zlib.createGunzip(sync),
  'x-gzip': () => zlib.createGunzip(sync),
  deflate: firstByte => ((firstByte & 0x0f) === 8 ? zlib.createInflate(sync) : zlib.createInflateRaw(sync)),
  br: () => zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH }),
};

function reasonOf(error: unknown, coding: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (code === 'Z_BUF_ERROR') return new CodingError(`the body ends before its ${coding} data do`);
  const isData = /^Z_|^ERR__ERROR_FORMAT|^ERR_BROTLI|^ERR_PADDING/.test(code);
  return isData ? new CodingError(`the body is not valid ${coding} data`) : error;
}

type Bytes = AsyncGenerator<Uint8Array, void, undefined>;

async function* decode(source: AsyncIterable<Uint8Array>, coding: string): Bytes {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const rest = { [Symbol.asyncIterator]: () => chunks };
  async function* whole(): Bytes {
    yield first.value;
    yield* rest;
  }
  const decoder = decoders[coding]!(first.value[0]!);
  pipeline(Readable.from(whole()), decoder, () => {});
  try {
    for await (const chunk of decoder) yield chunk as Uint8Array;
  } catch (error) {
    throw reasonOf(error, coding);
  }
}

interface Answer {
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array> | null;
}

/**
 * The decoded body of an answer of `encodedBodies`; null if it has none.
 * @throws CodingError at once for an unknown coding, and while the body is read if the data is broken or ends too early
 */
export function decodedBody({ headers, body }: Answer): ReadableStream<Uint8Array> | null {
  const codings = codingsOf(headers);
  if (body === null || codings.length === 0) return body;
  const unknown = codings.find(coding => !Object.hasOwn(decoders, coding));
  if (unknown !== undefined) throw new CodingError(`the body has the content coding '${unknown.slice(0, 40)}', which is not known`);
  if (codings.length > maxCodings) throw new CodingError(`the body has more than ${maxCodings} content codings`);
  const decoded = codings.reduceRight<AsyncIterable<Uint8Array>>((source, coding) => decode(source, coding), body);
  return ReadableStream.from(decoded);
}
