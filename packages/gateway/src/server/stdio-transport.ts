/** The stdio transport: one client on standard input and output, one message per line, for clients of both eras. */
import type { Readable, Writable } from 'node:stream';
import { localCaller } from '@mcpgw/access';
import { ContractViolation, precheck, toWireError } from '@mcpgw/failures';
import { idIn, LineReader } from '@mcpgw/loader/internal';
import type { McpEndpoint } from './endpoint.js';
import { eraOf } from './era.js';
import { InFlightBytes, overloadedText } from './in-flight-bytes.js';
import { errorText, isNotification, isRequest, type RequestId, type RpcMessage, type RpcRequest, type RpcResponse } from './json-rpc.js';
import type { Lifecycle } from './lifecycle.js';
import type { Live } from './live-config.js';
import type { ClientSession, MessageWriter } from './session.js';
import type { Unread } from './unread.js';

export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
}

export interface StdioParts {
  readonly config: Live<{ readonly maxBodyBytes: number }>;
  readonly lifecycle: Pick<Lifecycle, 'isAccepting'>;
  readonly endpoint: McpEndpoint;
  readonly unread: Pick<Unread, 'writer'>;
}

/** The start of a message that has a method: an answer has an id too, which is none of the client's. */
const beginsRequest = /^\s*\{(?:\s*"(?:jsonrpc|id)"\s*:[^,{}]*,)*\s*"method"\s*:/;

export class StdioTransport {
  readonly #parts: StdioParts;
  readonly #streams: StdioStreams;
  readonly #inFlightBytes: InFlightBytes;
  readonly #writer: MessageWriter;
  /** Resolves when the client can be written to no more. */
  readonly #disconnected: Promise<void>;
  readonly #put: (text: string) => void;
  /** Requests of revision 2026-07-28, which has no sessions, with the functions that abort them. */
  readonly #inFlight = new Map<RequestId, () => void>();
  #session: ClientSession | undefined;
  #isCut = false;

  constructor(streams: StdioStreams, parts: StdioParts) {
    this.#parts = parts;
    this.#streams = streams;
    this.#inFlightBytes = new InFlightBytes(parts.config);
    this.#writer = { open: true, write: message => this.#write(message) };
    const { output } = streams;
    let cut = () => {};
    this.#disconnected = new Promise(resolve => {
      cut = () => {
        this.#isCut = true;
        resolve();
      };
      output.once('error', () => resolve());
      output.once('close', () => resolve());
    });
    this.#put = parts.unread.writer(output, () => cut());
  }

  #write(message: string): void {
    if (this.#streams.output.writable && !this.#isCut) this.#put(`${message}\n`);
  }

  /** Serves until the input ends or the client stops reading, then aborts the requests in flight and ends the session. */
  async serve(): Promise<void> {
    await Promise.race([this.#read(this.#streams.input), this.#disconnected]);
    for (const abort of this.#inFlight.values()) abort();
    if (this.#session) await this.#parts.endpoint.endSession(this.#session);
  }

  /** Resolves when the client has read everything or is disconnected, and at the latest after so many milliseconds. */
  async sent(milliseconds: number): Promise<void> {
    const { output } = this.#streams;
    if (this.#isCut || !output.writable || output.writableLength === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, milliseconds);
    });
    // Writes finish in order, so an empty one finishes after all others.
    const written = new Promise<void>(resolve => output.write('', () => resolve()));
    await Promise.race([written, this.#disconnected, late]);
    clearTimeout(timer);
  }

  async #read(input: Readable): Promise<void> {
    const lines = new LineReader({
      maxBytes: () => this.#parts.config.current.maxBodyBytes,
      onLine: line => {
        if (!/^\s*$/.test(line.toString('latin1'))) this.#message(line);
      },
      onLong: (start, end) => this.#tooLong(start, end),
    });
    try {
      for await (const chunk of input) lines.read(Buffer.from(chunk as Buffer));
    } catch {
      // A broken pipe means that the client has gone.
    }
  }

  /** A client waits for the answer to the request that it sent, so it is named where it can be found. */
  #tooLong(start: string, end: string): void {
    const id = beginsRequest.test(start) ? idIn(start, end) : undefined;
    this.#refuse(`Invalid request: the message has more than ${this.#parts.config.current.maxBodyBytes} bytes`, id);
  }

  #refuse(message: string, id: RequestId | null = null): void {
    this.#write(errorText(id, toWireError(new ContractViolation('request', { mode: 'invalid_request', message }))));
  }

  #message(bytes: Uint8Array): void {
    const checked = precheck(bytes);
    if (checked.violation) {
      this.#write(errorText(checked.id, toWireError(checked.violation)));
      return;
    }
    if (Array.isArray(checked.message)) {
      this.#refuse('Invalid request: batches are not taken');
      return;
    }
    const message = checked.message as RpcMessage;
    const era = eraOf(message, undefined);
    if (era.kind === 'refused') {
      this.#write(errorText(isRequest(message) ? message.id : null, era.refusal.error));
      return;
    }
    if (isRequest(message)) {
      this.#request(message, era.kind, bytes.length);
      return;
    }
    if (!isNotification(message)) {
      void this.#session?.receiveResponse(message as RpcResponse);
      return;
    }
    if (message.method === 'notifications/cancelled') this.#inFlight.get(message.params?.requestId as RequestId)?.();
    this.#parts.endpoint.receiveNotification(message, this.#session);
  }

  #request(message: RpcRequest, era: 'legacy' | 'modern', bytes: number): void {
    if (!this.#parts.lifecycle.isAccepting) {
      const failure = new ContractViolation('request', { mode: 'stopping', message: 'The gateway is stopping' });
      this.#write(errorText(message.id, toWireError(failure)));
      return;
    }
    if (message.method === 'initialize' && era === 'legacy') {
      this.#initialize(message);
      return;
    }
    if (!this.#inFlightBytes.hold(message, bytes)) {
      this.#write(overloadedText(message.id));
      return;
    }
    const session = era === 'legacy' ? this.#session : undefined;
    const call = this.#parts.endpoint.request(message, {
      era,
      profile: undefined,
      caller: localCaller,
      bytes,
      session,
      writer: this.#writer,
      trace: {},
    });
    if (!session) this.#inFlight.set(message.id, call.abort);
    void call.answer.then(answered => {
      this.#inFlightBytes.release(message);
      this.#inFlight.delete(message.id);
      if (answered) this.#write(answered.text);
    });
  }

  #initialize(message: RpcRequest): void {
    if (this.#session) {
      this.#write(errorText(message.id, { code: -32600, message: 'Invalid request: the session is open already' }));
      return;
    }
    const { session, text } = this.#parts.endpoint.initialize(message, { profile: undefined, owner: localCaller.id, caller: localCaller });
    this.#session = session;
    session?.listen(this.#writer);
    this.#write(text);
  }
}
