/**
 * Reads what a server sends before anything else does: JSON, then the form of a JSON-RPC message, then whether it answers a request in
 * flight. An invalid message fails the request that it belongs to, at once and with the cause.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse } from '@modelcontextprotocol/client';
import { LoadError } from '../failures/load-error.js';
import { isPlainObject } from './plain-object.js';
import { JsonFault, readJson } from './read-json.js';

type Id = string | number;

/** Maximum number of levels of arrays and objects in a message of a server. */
export const maxReplyDepth = 2000;

/** What to do with something that a server sent. */
export type Taken =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  /** The request `id` has failed. */
  | { readonly kind: 'failed'; readonly id: Id; readonly error: LoadError }
  /** It belongs to no known request. */
  | { readonly kind: 'stray'; readonly error: LoadError };

/** Limits how fast a server that sends more than answers is read. */
export interface Intake {
  /** Counts a message that answers no request. */
  owe(): void;
  /** Milliseconds until the server may be read again; 0 if it may be read now. */
  wait(): number;
}

/** How numbers are kept, and how fast the server is read. */
export interface GateOptions {
  /** Numbers in members with free content keep their digits, as `ExactNumber`. */
  readonly exactNumbers: boolean;
  readonly intake?: Intake | undefined;
}

/** The JSON-RPC code of a failed request; the SDK makes an error of it whose `data` is a LoadError. */
const lostReplyCode = -32000;

/** The message with which a transport fails the request `id`. No server can send an object of the class of its `data`. */
export function failedAnswer(id: Id, error: LoadError): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: lostReplyCode, message: error.message, data: error } };
}

/** A reply that violates the protocol; `text` says what is wrong with it. */
export function invalidReply(text: string, detail?: string): LoadError {
  return new LoadError({ layer: 'handshake', code: 'not-mcp', text, ...(detail !== undefined && { detail }) });
}

const notMessage = (why: string) => invalidReply('the reply is not a JSON-RPC message', why);

const members: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

const isId = (id: unknown): id is Id => typeof id === 'string' || Number.isSafeInteger(id);

type Parts = Readonly<Record<string, unknown>>;

function errorFault(error: unknown): string | undefined {
  if (!isPlainObject(error)) return "'error' must be an object";
  if (!Number.isSafeInteger(error.code)) return "'error' has no code that is an integer";
  return typeof error.message === 'string' ? undefined : "'error' has no message";
}

/** What is wrong with an answer besides its id. */
function answerFault(message: Parts): string | undefined {
  const hasResult = Object.hasOwn(message, 'result');
  const hasError = Object.hasOwn(message, 'error');
  if (hasResult && hasError) return "it has both 'result' and 'error'";
  if (hasError) return errorFault(message.error);
  return isPlainObject(message.result) ? metaFault(message.result) : "'result' must be an object";
}

function metaFault({ _meta }: Parts): string | undefined {
  return _meta === undefined || isPlainObject(_meta) ? undefined : "'_meta' must be an object";
}

function callFault({ method, params, id }: Parts): string | undefined {
  if (typeof method !== 'string' || method === '') return "'method' must be a string that is not empty";
  if (params !== undefined && !isPlainObject(params)) return "'params' must be an object";
  const fault = params === undefined ? undefined : metaFault(params);
  if (fault !== undefined) return fault;
  return id === undefined || isId(id) ? undefined : "'id' must be a string or an integer";
}

function hasAnswer(message: Parts): boolean {
  return Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error');
}

/** What is wrong with the members of a message of any kind. */
function shapeFault(message: Parts): string | undefined {
  if (message.jsonrpc !== '2.0') return '\'jsonrpc\' must be "2.0"';
  const extra = Object.keys(message).find(name => !members.has(name));
  if (extra !== undefined) return `unknown member '${extra.slice(0, 100)}'`;
  const isAnswer = hasAnswer(message);
  if (Object.hasOwn(message, 'method')) return isAnswer ? "it has 'method' and an answer" : callFault(message);
  return isAnswer ? answerFault(message) : "it has neither 'method' nor 'result' nor 'error'";
}

/** The last check: what the SDK would refuse although no check above found a fault. */
function sdkMessage(value: Parts): JSONRPCMessage | undefined {
  // Of a result with a known id and without metadata, `shapeFault` has checked all that the SDK would.
  const isPlainResult = value.id !== undefined && isPlainObject(value.result) && value.result._meta === undefined;
  const fits = isPlainResult || isJSONRPCResponse(value) || isJSONRPCRequest(value) || isJSONRPCNotification(value);
  return fits ? (value as JSONRPCMessage) : undefined;
}

/** An `id` in a text that could not be read: the last member, or the first one. */
const idAtEnd = /"id"\s*:\s*(\d{1,15}|"(?:[^"\\]|\\.){0,100}")\s*,?[^{}[\]"]{0,20}\}?\s*$/;
const idAtStart = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15}|"(?:[^"\\]|\\.){0,100}")\s*[,}]/;

/** The id of a message of which only the start and the end are known, if it is at the outermost level. */
export function idIn(start: string, end: string): Id | undefined {
  const found = (idAtStart.exec(start) ?? idAtEnd.exec(end))?.[1];
  return found === undefined ? undefined : idOf(found);
}

/** The id of a literal; undefined for a literal that is not JSON, such as a string with an unknown escape. */
function idOf(literal: string): Id | undefined {
  try {
    return JSON.parse(literal) as Id;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const maxShown = 200;

/** Maximum number of answers and notifications that the server has not taken; above it, the server is not read. */
const maxUnsent = 64;
const unsentPauseMs = 20;

/** Validates what one server sends, and finds the request in flight that it belongs to. */
export class AnswerGate {
  readonly #options: GateOptions;
  readonly #inFlight = new Set<Id>();
  /** The highest id that was sent: an answer to an earlier one may be late. */
  #lastId = -1;
  #revision: string | undefined;
  /** Answers and notifications that the server has not taken yet. */
  #unsent = 0;
  /** The last message that answered no request: the probable reason of a timeout. */
  lastStray: LoadError | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Notes what is sent: requests wait for their answers from now on. */
  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) {
      this.#inFlight.add(message.id);
      if (typeof message.id === 'number') this.#lastId = Math.max(this.#lastId, message.id);
    } else if (message.method === 'notifications/cancelled') this.#inFlight.delete(message.params?.requestId as Id);
  }

  /** The request `id` no longer waits. */
  settled(id: Id): void {
    this.#inFlight.delete(id);
  }

  waitsFor(id: Id): boolean {
    return this.#inFlight.has(id);
  }

  /** Milliseconds until the server may be read again: it sends too much besides answers, or does not read what is sent to it. */
  get pause(): number {
    const wait = this.#options.intake?.wait() ?? 0;
    return this.#unsent < maxUnsent ? wait : Math.max(wait, unsentPauseMs);
  }

  /** Counts an answer or a notification until the server has read it. */
  async sending(taken: Promise<void>): Promise<void> {
    this.#unsent++;
    try {
      await taken;
    } finally {
      this.#unsent--;
    }
  }

  /** Notes something that the server sent and that answers no request. */
  noise(): void {
    this.#options.intake?.owe();
  }

  /**
   * Validates one message: its text, and the request `expected` whose own answer it is (the body of an HTTP answer), if any.
   * A batch gives several results.
   */
  take(text: string, expected?: Id): Taken[] {
    const taken = this.#take(text, expected);
    for (const each of taken) if (each.kind === 'stray' || (each.kind === 'message' && 'method' in each.message)) this.noise();
    return taken;
  }

  #take(text: string, expected: Id | undefined): Taken[] {
    let value: unknown;
    try {
      value = readJson(text, { maxDepth: maxReplyDepth, exact: this.#options.exactNumbers ? 'free members' : 'nowhere' });
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      return [
        this.blame(
          invalidReply(`the reply ${error.message}`),
          expected ?? idIn(text.slice(0, 4096), text.slice(-4096)),
          isAnswerText(text),
        ),
      ];
    }
    if (!Array.isArray(value)) return [this.#validate(value, expected)];
    if (this.#revision !== '2025-03-26') return [this.blame(notMessage('it is a batch'), expected)];
    return value.length === 0
      ? [this.blame(notMessage('the batch is empty'), expected)]
      : value.map(each => this.#validate(each, expected));
  }

  /** The request that a fault fails: the one that it names, or the only one in flight. */
  blame(error: LoadError, id: Id | undefined, isAnswer = true): Taken {
    const only = isAnswer && id === undefined && this.#inFlight.size === 1 ? [...this.#inFlight][0] : undefined;
    const blamed = id !== undefined && this.#inFlight.has(id) ? id : only;
    if (blamed === undefined) {
      this.lastStray = error;
      return { kind: 'stray', error };
    }
    this.#inFlight.delete(blamed);
    return { kind: 'failed', id: blamed, error };
  }

  #validate(value: unknown, expected: Id | undefined): Taken {
    if (!isPlainObject(value)) return this.blame(notMessage('it is not an object'), expected);
    const isCall = Object.hasOwn(value, 'method') && !hasAnswer(value);
    const fault = shapeFault(value);
    if (!isCall) return this.#validateAnswer(value, fault, expected);
    const message = fault === undefined ? sdkMessage(value) : undefined;
    return message === undefined
      ? this.blame(notMessage(fault ?? 'its members do not fit'), undefined, false)
      : { kind: 'message', message };
  }

  #validateAnswer(value: Parts, fault: string | undefined, expected: Id | undefined): Taken {
    const owner = this.#ownerOf(value.id, expected);
    if ('late' in owner) return { kind: 'stray', error: notMessage('it answers a request that was answered or cancelled') };
    if (owner.fault !== undefined && (value.id ?? null) === null && fault === undefined && isPlainObject(value.error))
      return this.blame(invalidReply(`the server answered with an error that names no request`, String(value.error.message)), expected);
    const wrong = fault ?? owner.fault;
    if (wrong !== undefined) return this.blame(notMessage(wrong), owner.id ?? expected, owner.isAnswer);
    const message = sdkMessage(value);
    if (message === undefined) return this.blame(notMessage('its members do not fit'), owner.id);
    this.#inFlight.delete(owner.id!);
    this.#note(value.result);
    return { kind: 'message', message };
  }

  /** The request that an answer names by its id, and what is wrong with that id. */
  #ownerOf(id: unknown, expected: Id | undefined): { id?: Id; fault?: string; isAnswer?: boolean } | { late: true } {
    if (id === undefined || id === null) return { fault: "'id' is missing", ...(expected !== undefined && { id: expected }) };
    if (!isId(id)) return { fault: "'id' must be a string or an integer" };
    if (this.#inFlight.has(id))
      return expected === undefined || expected === id
        ? { id }
        : { id: expected, fault: `it has the id ${shown(id)}, the request has ${shown(expected)}` };
    const twin = typeof id === 'string' ? Number(id) : String(id);
    if (this.#inFlight.has(twin)) return { id: twin, fault: `it has the id ${shown(id)}, the request has ${shown(twin)}` };
    if (expected !== undefined && this.#inFlight.has(expected))
      return { id: expected, fault: `it has the id ${shown(id)}, the request has ${shown(expected)}` };
    if (typeof id === 'number' && id >= 0 && id <= this.#lastId) return { late: true };
    return { fault: `it has the id ${shown(id)}, which no request has` };
  }

  /** The revision decides whether batches are messages. */
  #note(result: unknown): void {
    if (this.#revision === undefined && isPlainObject(result) && typeof result.protocolVersion === 'string')
      this.#revision = result.protocolVersion;
  }
}

function shown(id: Id): string {
  return JSON.stringify(id).slice(0, maxShown);
}

/** Whether a text that cannot be read was meant as an answer rather than as a notification. */
function isAnswerText(text: string): boolean {
  return !/"method"\s*:/.test(text.slice(0, 4096));
}
