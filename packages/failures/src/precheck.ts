import { isPlainObject, JsonFault, readJson, readText } from '@mcpgw/loader/internal';
import { isBlank } from './blank.js';
import { calledTool } from './called-tool.js';
import type { FailureModeOf } from './failure-mode.js';
import { type ContractPart, ContractViolation } from './gateway-failure.js';
import { isKnownMethod, paramsFault } from './request-params.js';

/** Checks the body of a request before the SDK sees it: the SDK answers malformed params with -32603 instead of -32602. */

/** A valid body, or the violation and the id for the answer (null if the id is not known). */
export type Precheck =
  | { readonly message: unknown; readonly violation?: undefined }
  | { readonly violation: ContractViolation; readonly id: string | number | null };

/** What a check of messages accepts besides MCP. */
export interface PrecheckOptions {
  /** Methods besides MCP's own that the gateway answers. */
  readonly extraMethods?: ReadonlySet<string>;
}

/** Maximum number of levels of arrays and objects in a message. */
export const maxMessageDepth = 200;

/** Maximum number of characters of a client's text that a message repeats. */
const maxQuoted = 100;

const members: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const protocolVersionKey = 'io.modelcontextprotocol/protocolVersion';

function violation(kind: ContractPart, mode: FailureModeOf<'contract_violation'>, message: string, tool?: string): ContractViolation {
  return new ContractViolation(kind, { mode, message, ...(tool !== undefined && { tool }) });
}

const invalidJson = (why = '') => violation('parse', 'invalid_json', `Invalid JSON${why}`);
const invalidRequest = (why: string) => violation('request', 'invalid_request', `Invalid request: ${why}`);

function quoted(text: string): string {
  return text.length <= maxQuoted ? text : `${text.slice(0, maxQuoted)}…`;
}

/** Whether `value` has more than `maxMessageDepth` levels; walks level by level, so that depth needs no stack. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= maxMessageDepth; depth++) {
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const child of Object.values(item)) if (typeof child === 'object' && child !== null) next.push(child);
    }
    if (next.length === 0) return false;
    level = next;
  }
  return true;
}

function idFault(message: Readonly<Record<string, unknown>>): string | undefined {
  const { id } = message;
  if (id === undefined) return "'id' is missing";
  if (typeof id === 'string') return isBlank(id) ? "'id' is empty" : undefined;
  return Number.isSafeInteger(id) ? undefined : "'id' must be a string or an integer";
}

/** What is wrong with the members of a message that is not a response. */
function shapeFault(message: Readonly<Record<string, unknown>>): string | undefined {
  if (message.jsonrpc !== '2.0') return '\'jsonrpc\' must be "2.0"';
  const extra = Object.keys(message).find(key => !members.has(key));
  if (extra !== undefined) return `unknown member '${quoted(extra)}'`;
  const { method } = message;
  if (typeof method !== 'string' || isBlank(method)) return "'method' must be a string that is not empty";
  return method.startsWith('notifications/') && message.id === undefined ? undefined : idFault(message);
}

function isResponse(message: Readonly<Record<string, unknown>>): boolean {
  return message.method === undefined && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'));
}

/** Whether a request names its revision, as those of 2026-07-28 and later do. The SDK then decides which methods exist. */
function namesItsRevision(params: unknown): boolean {
  const meta = isPlainObject(params) ? params._meta : undefined;
  return isPlainObject(meta) && Object.hasOwn(meta, protocolVersionKey);
}

/** Methods that revisions with an envelope no longer have; their params are not checked there. */
const removed: ReadonlySet<string> = new Set(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']);

function requestViolation(message: Readonly<Record<string, unknown>>, { extraMethods }: PrecheckOptions): ContractViolation | undefined {
  const fault = shapeFault(message);
  if (fault !== undefined) return invalidRequest(fault);
  const method = message.method as string;
  const { params } = message;
  if (message.id === undefined)
    return params === undefined || isPlainObject(params) ? undefined : invalidRequest("'params' must be an object");
  if (!isKnownMethod(method) && !extraMethods?.has(method)) {
    return namesItsRevision(params) ? undefined : violation('method', 'unknown_method', `Unknown method: ${quoted(method)}`);
  }
  if (namesItsRevision(params) && removed.has(method)) return undefined;
  const wrong = paramsFault(method, params);
  const tool = method === 'tools/call' ? calledTool(params) : undefined;
  return wrong === undefined ? undefined : violation('params', params === undefined ? 'missing_params' : 'invalid_params', wrong, tool);
}

function messageViolation(message: unknown, options: PrecheckOptions): ContractViolation | undefined {
  if (!isPlainObject(message)) return invalidRequest('must be an object');
  return isResponse(message) ? undefined : requestViolation(message, options);
}

/** The id for the answer: the id of the message if it is valid, else null. */
function answerId(message: unknown): string | number | null {
  const id = isPlainObject(message) ? message.id : undefined;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null;
}

/** A batch (protocol 2025-03-26) is valid if every message of it is. */
function batchViolation(batch: readonly unknown[], options: PrecheckOptions): ContractViolation | undefined {
  if (batch.length === 0) return invalidRequest('the batch is empty');
  for (const message of batch) {
    const found = messageViolation(message, options);
    if (found) return found;
  }
  return undefined;
}

/**
 * Checks a parsed JSON-RPC body: a request, a notification, a response or a batch. `_meta`, notifications, ping and the
 * methods of revision 2026-07-28 pass. Codes: -32600 not a JSON-RPC message, -32601 no such method, -32602 wrong params.
 */
export function precheckMessage(message: unknown, options: PrecheckOptions = {}): Precheck {
  if (isTooDeep(message)) return { violation: invalidRequest(`nested more than ${maxMessageDepth} levels deep`), id: answerId(message) };
  const found = Array.isArray(message) ? batchViolation(message, options) : messageViolation(message, options);
  return found ? { violation: found, id: answerId(message) } : { message };
}

/** What a client may answer freely, besides the members that are free in every message: the content of a filled form. */
const formContent: ReadonlySet<string> = new Set(['content']);

/**
 * Checks the text of a body, or its bytes; `-32700 Invalid JSON` with the id null if it is not JSON. Numbers in arguments and
 * other members with free content keep their digits (`ExactNumber`).
 */
export function precheck(body: string | Uint8Array, options: PrecheckOptions = {}): Precheck {
  try {
    const text = typeof body === 'string' ? body : readText(body);
    const read = { maxDepth: Number.POSITIVE_INFINITY, exact: 'free members', alsoFree: formContent } as const;
    return precheckMessage(readJson(text, read), options);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    if (error.kind === 'duplicate') return { violation: invalidRequest(`it ${error.message}`), id: null };
    return { violation: invalidJson(error.kind === 'encoding' ? ': it is not UTF-8' : ''), id: null };
  }
}
