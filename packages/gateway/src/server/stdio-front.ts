/** One client on standard input and output: a message a line, for clients of both eras. */
import type { Readable, Writable } from 'node:stream';
import { ContractViolation } from '../failures/gateway-failure.js';
import { precheck } from '../failures/precheck.js';
import { toWireError } from '../failures/wire.js';
import { eraOf } from './era.js';
import type { Front } from './front.js';
import { errorText, isNotification, isRequest, type RequestId, type RpcMessage, type RpcRequest, type RpcResponse } from './json-rpc.js';
import type { Outlet, Session } from './session.js';

export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
}

const newline = 0x0a;

export class StdioFront {
  readonly #front: Front;
  readonly #streams: StdioStreams;
  readonly #maxBytes: () => number;
  readonly #outlet: Outlet;
  /** Requests of revision 2026-07-28, which know no session. */
  readonly #underWay = new Map<RequestId, () => void>();
  #session: Session | undefined;

  constructor(front: Front, streams: StdioStreams, maxBytes: () => number) {
    this.#front = front;
    this.#streams = streams;
    this.#maxBytes = maxBytes;
    this.#outlet = { open: true, write: message => this.#write(message) };
  }

  #write(message: string): void {
    if (this.#streams.output.writable) this.#streams.output.write(`${message}\n`);
  }

  /** Resolves when the input ends, or the output cannot be written any more; what is under way is ended then. */
  async serve(): Promise<void> {
    const { input, output } = this.#streams;
    const gone = new Promise<void>(resolve => {
      output.once('error', () => resolve());
      output.once('close', () => resolve());
    });
    await Promise.race([this.#read(input), gone]);
    for (const abort of this.#underWay.values()) abort();
    if (this.#session) await this.#front.endSession(this.#session);
  }

  async #read(input: Readable): Promise<void> {
    let parts: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of input) {
        let rest = Buffer.from(chunk as Buffer);
        for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline)) {
          this.#line(parts, rest.subarray(0, end), size + end);
          rest = rest.subarray(end + 1);
          parts = [];
          size = 0;
        }
        size += rest.length;
        if (size <= this.#maxBytes()) parts.push(rest);
      }
    } catch {
      // A pipe that breaks is the end of the client.
    }
  }

  #line(parts: readonly Buffer[], last: Buffer, size: number): void {
    const limit = this.#maxBytes();
    if (size > limit) {
      this.#refuse(`Invalid request: the message has more than ${limit} bytes`);
      return;
    }
    const bytes = Buffer.concat([...parts, last]);
    if (!/^\s*$/.test(bytes.toString('latin1'))) this.#message(bytes);
  }

  #refuse(message: string): void {
    this.#write(errorText(null, toWireError(new ContractViolation('request', { mode: 'invalid_request', message }))));
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
      this.#request(message, era.kind);
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

  #request(message: RpcRequest, era: 'legacy' | 'modern'): void {
    if (message.method === 'initialize' && era === 'legacy') {
      this.#initialize(message);
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
