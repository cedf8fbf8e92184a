/**
 * Messages for an SDK transport that parses JSON itself. Messages are read and validated here; the transport gets a short placeholder for
 * each, and what it parses from the placeholder is replaced by the message before anybody sees it.
 */
import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/client';
import { failedAnswer, type Taken } from './answer-gate.js';

const keyName = 'mcpgw/message';
const maxWaiting = 10_000;

type Member = Readonly<Record<string, unknown>> | undefined;

function keyOf(message: JSONRPCMessage): unknown {
  if ('method' in message) return (message.params as Member)?.[keyName];
  if ('result' in message) return (message.result as Member)?.[keyName];
  return (message.error.data as Member)?.[keyName];
}

function standIn(message: JSONRPCMessage, key: string): unknown {
  const marked = { [keyName]: key };
  if ('method' in message) return { ...message, params: marked };
  if ('result' in message) return { ...message, result: marked };
  return { ...message, error: { code: message.error.code, message: '', data: marked } };
}

/** The message that a transport passes on; undefined for what nobody gets. */
function messageOf(taken: Taken): JSONRPCMessage | undefined {
  if (taken.kind === 'stray') return undefined;
  return taken.kind === 'message' ? taken.message : failedAnswer(taken.id, taken.error);
}

/** Holds validated messages until the transport has parsed their placeholders. */
export class Inbox {
  readonly #waiting = new Map<string, JSONRPCMessage>();
  #lastKey = 0;
  #deliver: (message: JSONRPCMessage) => void = () => {};

  /** The placeholder for what was taken; undefined for what nobody gets. */
  put(taken: Taken): string | undefined {
    const message = messageOf(taken);
    if (message === undefined) return undefined;
    const key = String(++this.#lastKey);
    if (this.#waiting.size >= maxWaiting) this.#waiting.delete(this.#waiting.keys().next().value!);
    this.#waiting.set(key, message);
    return JSON.stringify(standIn(message, key));
  }

  /** Passes on what was taken, for a transport that does not parse it. */
  pass(taken: Taken): void {
    const message = messageOf(taken);
    if (message !== undefined) this.#deliver(message);
  }

  /** The message of a placeholder; an answer has the id that the transport gave it. */
  #open(message: JSONRPCMessage): JSONRPCMessage {
    const key = keyOf(message);
    const whole = typeof key === 'string' ? this.#waiting.get(key) : undefined;
    if (whole === undefined) return message;
    this.#waiting.delete(key as string);
    return 'id' in message && 'id' in whole ? ({ ...whole, id: message.id } as JSONRPCMessage) : whole;
  }

  /** Makes `transport` pass on messages instead of placeholders. `seen` is called for each. */
  attach(transport: Transport, seen: (message: JSONRPCMessage) => void = () => {}): void {
    let handler: Transport['onmessage'];
    Object.defineProperty(transport, 'onmessage', {
      get: () => handler,
      set: (next: Transport['onmessage']) => {
        const pass = (message: JSONRPCMessage, extra?: MessageExtraInfo) => {
          seen(message);
          next?.(message, extra);
        };
        this.#deliver = pass;
        handler = next && ((message, extra) => pass(this.#open(message), extra));
      },
    });
  }
}
