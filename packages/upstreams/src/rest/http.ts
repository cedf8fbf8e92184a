import type { ReadableStream } from 'node:stream/web';
import { type FailureModeOf, TransportFailure, toolTimeout } from '@mcpgw/failures';
import {
  ByteBuffer,
  CodingError,
  type Connect,
  Deadline,
  DeadlineError,
  decodedBody,
  encodedBodies,
  meaningOf,
  patiently,
} from '@mcpgw/loader/internal';
import { Agent, buildConnector, errors, fetch } from 'undici';
import type { RestRequest } from './build-request.js';
import type { RestAnswer } from './interpret-response.js';

export interface ExchangeOptions {
  readonly tool: string;
  readonly method: string;
  readonly timeoutSeconds: number;
  readonly maxResponseBytes: number;
  readonly signal: AbortSignal;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Stands among the codes for undici's error of an answer that is not HTTP, whose own code names only the detail. */
const notHttp = 'HTTPParserError';

/** The codes of `error` and its causes; of an AggregateError, of all addresses that were tried. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  const queue = [error];
  for (let count = 0; queue.length > 0 && count < 16; count++) {
    const current = queue.shift();
    const code = current instanceof errors.HTTPParserError ? notHttp : property(current, 'code');
    if (typeof code === 'string') codes.push(code);
    queue.push(...(current instanceof AggregateError ? current.errors : []), property(current, 'cause'));
  }
  return codes;
}

const modes: Readonly<Partial<Record<string, FailureModeOf<'transport_failure'>>>> = { dns: 'dns', tls: 'tls', tcp: 'connect' };

function transportFailure(tool: string, error: unknown): TransportFailure {
  const codes = codesOf(error);
  const meaning = codes.map(meaningOf).find(found => found !== undefined);
  const isNoHttp = codes.includes(notHttp);
  const text = isNoHttp ? 'the answer is not HTTP' : (meaning?.text ?? 'the connection failed');
  const mode = isNoHttp ? 'protocol' : (modes[meaning?.layer ?? ''] ?? 'connection_lost');
  return new TransportFailure({ mode, tool, message: `HTTP error: ${text}`, cause: error });
}

/** Whether the network failed, which fetch wraps into a TypeError with a cause; anything else is a bug. */
function isNetworkError(error: unknown): boolean {
  const isWrapped = error instanceof TypeError && error.cause !== undefined;
  return isWrapped || codesOf(error).some(code => code === notHttp || meaningOf(code) !== undefined);
}

function failureOf(error: unknown, { tool, signal }: ExchangeOptions, deadline: Deadline): unknown {
  const { reason } = deadline.signal;
  if (deadline.signal.aborted && reason instanceof DeadlineError) return toolTimeout(tool, reason.seconds);
  if (error instanceof CodingError)
    return new TransportFailure({ mode: 'broken_body', tool, message: `HTTP error: ${error.message}`, cause: error });
  if (signal.aborted)
    return new TransportFailure({ mode: 'cancelled', tool, message: name => `The call of '${name}' was cancelled`, cause: error });
  return isNetworkError(error) ? transportFailure(tool, error) : error;
}

type Body = ReadableStream<Uint8Array> | null;

async function readBody(body: Body, maxBytes: number): Promise<{ body: Uint8Array; isCut: boolean }> {
  const held = new ByteBuffer();
  let size = 0;
  for await (const bytes of body ?? []) {
    size += bytes.byteLength;
    if (size > maxBytes) {
      held.add(bytes.subarray(0, bytes.byteLength - (size - maxBytes)));
      return { body: held.take(), isCut: true };
    }
    held.add(bytes);
  }
  return { body: held.take(), isCut: false };
}

/** The connections to one API. */
export class RestClient {
  readonly #agent: Agent = new Agent({
    allowH2: false,
    connect: patiently(buildConnector({ timeout: 0 }) as Connect),
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeoutThreshold: 2000,
  });

  readonly #dispatcher = this.#agent.compose(encodedBodies);

  /**
   * Sends one request and reads its answer, at most `maxResponseBytes` after decompression. Redirects are not followed.
   *
   * @throws TransportFailure: mode `timeout` if the deadline passes, `cancelled` if `signal` aborts, else by the layer that failed
   */
  async exchange(request: RestRequest, options: ExchangeOptions): Promise<RestAnswer> {
    const { method, timeoutSeconds, maxResponseBytes, signal } = options;
    const deadline = new Deadline(timeoutSeconds * 1000, signal);
    const { url, headers, body } = request;
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: deadline.signal,
        dispatcher: this.#dispatcher,
        ...(body !== undefined && { body }),
      });
      const read = await readBody(decodedBody({ headers: response.headers, body: response.body as Body }), maxResponseBytes);
      return { status: response.status, contentType: response.headers.get('content-type') ?? '', ...read };
    } catch (error) {
      throw failureOf(error, options, deadline);
    } finally {
      deadline.clear();
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
