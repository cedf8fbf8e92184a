/** One client on standard input and output: a message a line, for clients of both eras. */

import type { Readable, Writable } from 'node:stream';
import { idIn, LineReader } from '@mcpgw/loader/internal';
import { ContractViolation } from '../failures/gateway-failure.js';
import { precheck } from '../failures/precheck.js';
import { toWireError } from '../failures/wire.js';
import { eraOf } from './era.js';
import type { Front } from './front.js';
import { HeldRequests, overloadedText } from './held-requests.js';
import { errorText, isNotification, isRequest, type RequestId, type RpcMessage, type RpcRequest, type RpcResponse } from './json-rpc.js';
import type { Outlet, Session } from './session.js';
import type { Unread } from './unread.js';

export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
}

export interface StdioSettings {
  /** The largest message. */
  readonly maxBytes: () => number;
  /** False while the gateway stops. */
  readonly accepting: () => boolean;
  readonly unread: Pick<Unread, 'writer'>;
}

/** The start of a message that has a method: an answer has an id too, which is none of the client's. */
const beginsRequest = /^\s*\{(?:\s*"(?:jsonrpc|id)"\s*:[^,{}]*,)*\s*"method"\s*:/;

export class StdioFront {
  readonly #front: Front;
  readonly #streams: StdioStreams;
  readonly #settings: StdioSettings;
  readonly #held: HeldRequests;
  readonly #outlet: Outlet;
  readonly #gone: Promise<void>;
  readonly #put: (text: string) => void;
  /** Requests of revision 2026-07-28, which know no session. */
  readonly #underWay = new Map<RequestId, () => void>();
  #session: Session | undefined;
  #isCut = false;

  constructor(front: Front, streams: StdioStreams, settings: StdioSettings) {
    this.#front = front;
    this.#streams = streams;
    this.#settings = settings;
    this.#held = new HeldRequests(settings.maxBytes);
    this.#outlet = { open: true, write: message => this.#write(message) };
    const { output } = streams;
    let cut = () => {};
    this.#gone = new Promise(resolve => {
      cut = () => {
        this.#isCut = true;
        resolve();
      };
      output.once('error', () => resolve());
      output.once('close', () => resolve());
    });
    this.#put = settings.unread.writer(output, () => cut());
  }

  #write(message: string): void {
    if (this.#streams.output.writable && !this.#isCut) this.#put(`${message}\n`);
  }

  /** Resolves when the input ends, or nothing can be written any more, or nothing is read; what is under way is ended then. */
  async serve(): Promise<void> {
    await Promise.race([this.#read(this.#streams.input), this.#gone]);
    for (const abort of this.#underWay.values()) abort();
    if (this.#session) await this.#front.endSession(this.#session);
  }

  /** Resolves when the client has taken all that was written, or is gone; at most so late. */
  async sent(milliseconds: number): Promise<void> {
    const { output } = this.#streams;
    if (this.#isCut || !output.writable || output.writableLength === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, milliseconds);
    });
    // Writes end in their order, so an empty one ends when all before it have.
    const written = new Promise<void>(resolve => output.write('', () => resolve()));
    await Promise.race([written, this.#gone, late]);
    clearTimeout(timer);
  }

  async #read(input: Readable): Promise<void> {
    const lines = new LineReader({
      maxBytes: this.#settings.maxBytes,
      onLine: line => {
        if (!/^\s*$/.test(line.toString('latin1'))) this.#message(line);
      },
      onLong: (start, end) => this.#tooLong(start, end),
    });
    try {
      for await (const chunk of input) lines.read(Buffer.from(chunk as Buffer));
    } catch {
      // A pipe that breaks is the end of the client.
    }
  }

  /** A client waits for the answer to the request that it sent, so it is named where it can be found. */
  #tooLong(start: string, end: string): void {
    const id = beginsRequest.test(start) ? idIn(start, end) : undefined;
    this.#refuse(`Invalid request: the message has more than ${this.#settings.maxBytes()} bytes`, id);
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
      this.#session?.answered(message as RpcResponse);
      return;
    }
    if (message.method === 'notifications/cancelled') this.#underWay.get(message.params?.requestId as RequestId)?.();
    this.#front.notified(message, this.#session);
    return;
  }

  #request(message: RpcRequest, era: 'legacy' | 'modern', bytes: number): void {
    if (!this.#settings.accepting()) {
      const failure = new ContractViolation('request', { mode: 'stopping', message: 'The gateway is stopping' });
      this.#write(errorText(message.id, toWireError(failure)));
      return;
    }
    if (message.method === 'initialize' && era === 'legacy') {
      this.#initialize(message);
      return;
    }
    if (!this.#held.hold(message, bytes)) {
      this.#write(overloadedText(message.id));
      return;
    }
    const session = era === 'legacy' ? this.#session : undefined;
    const call = this.#front.request(message, {
      era,
      profile: undefined,
      manages: true,
      session,
      outlet: this.#outlet,
      trace: {},
    });
    if (!session) this.#underWay.set(message.id, call.abort);
    void call.answer.then(answered => {
      this.#held.release(message);
      this.#underWay.delete(message.id);
      if (answered) this.#write(answered.text);
    });
  }

  #initialize(message: RpcRequest): void {
    if (this.#session) {
      this.#write(errorText(message.id, { code: -32600, message: 'Invalid request: the session is open already' }));
      return;
    }
    const { session, text } = this.#front.initialize(message, { profile: undefined, owner: '' });
    this.#session = session;
    session?.listen(this.#outlet);
    this.#write(text);
  }
}
