/** Reads the facts of a failed attempt: the SDK's error classes, `cause` chains, HTTP answers, exit codes. It does not classify them. */
import { STATUS_CODES } from 'node:http';
import { ProtocolError } from '@modelcontextprotocol/client';
import { errors } from 'undici';
import { retryAfterMs } from '../time/backoff.js';
import { DeadlineError } from '../time/deadline.js';
import { answerText } from './answer-text.js';
import { answerCode } from './classify.js';
import { failureCode } from './failure-codes.js';
import { type Layer, LoadError, type LoadSignal } from './load-error.js';
import { proxyCauseCode } from './proxy-answers.js';
import { meaningOf } from './system-codes.js';
import type { AttemptTrace, HttpFailure } from './trace.js';

const waitingFor: Record<Layer, string> = {
  config: 'the configuration',
  process: 'the command to start',
  dns: 'the name lookup',
  tcp: 'the TCP connection',
  tls: 'the TLS handshake',
  http: 'the HTTP response',
  'auth-server': 'the authorization server',
  'ext-authz': 'the HTTP response',
  handshake: 'the MCP handshake',
  'tools/list': 'tools/list',
};

/**
 * The causes of `error`, itself first; of an AggregateError (several addresses) all members; of an answer that a transport
 * refused, the reason. Bounded against cycles.
 */
function causeChain(error: unknown): unknown[] {
  const chain: unknown[] = [];
  const queue = [error];
  while (queue.length > 0 && chain.length < 16) {
    const current = queue.shift();
    if (typeof current !== 'object' || current === null || chain.includes(current)) continue;
    chain.push(current);
    if (current instanceof AggregateError) queue.push(...current.errors);
    const { cause, data } = current as { cause?: unknown; data?: unknown };
    queue.push(cause, ...(data instanceof LoadError ? [data] : []));
  }
  return chain;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function redirectTarget(location: string): string {
  return location.replace(/[?#].*$/s, '');
}

function httpDetail(failure: HttpFailure): string {
  if (failure.location !== undefined) return `redirects to ${redirectTarget(failure.location)}, which is not followed`;
  const wait = retryAfterMs(failure.retryAfter);
  const asked = wait === undefined ? '' : ` (asks to wait ${Math.ceil(wait / 1000)} s)`;
  return `${answerText(failure.body, failure.contentType)}${asked}`.trim();
}

/** After the handshake, an unknown session means that the server was restarted or replaced, not that the address is wrong. */
function isLostSession(failure: HttpFailure, trace: AttemptTrace): boolean {
  return trace.handshakeDone && trace.hasSession && (failure.status === 404 || failure.status === 400);
}

/** The signal of an HTTP answer. A code means that a gateway wrote it; without one, the status decides. */
function httpSignal(failure: HttpFailure, trace: AttemptTrace): LoadSignal {
  const { status, body, contentType } = failure;
  if (isLostSession(failure, trace))
    return { layer: 'tools/list', code: 'session-lost', text: 'session lost after the handshake', detail: `HTTP ${status}` };
  const code = answerCode(status, body);
  const detail = httpDetail(failure);
  const wait = retryAfterMs(failure.retryAfter);
  return {
    layer: failureCode(code)?.layer ?? 'http',
    status,
    text: `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim(),
    said: answerText(body, contentType),
    ...(code !== undefined && { code }),
    ...(detail !== '' && { detail }),
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
}

/** What an uncaught error of Node prints after its message: frames, its own fields, and the version. */
const afterMessage = /^(?:at .*|Node\.js v\d+\.\d+\.\d+|\{|\}|(?:code|errno|syscall|path|url|requireStack|address|port): .*|)$/;

/** The last line that says something. */
function lastLine(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map(line => line.trim());
  return lines.findLast(line => !afterMessage.test(line)) ?? lines.at(-1) ?? '';
}

/** Exit codes that mean "try again": killed from outside (137, 143 of a shell), and sysexits' temporary failures. */
const passingExitCodes = new Set([69, 75, 137, 143]);

function exitSignal(trace: AttemptTrace): LoadSignal | undefined {
  if (!trace.exit) return undefined;
  const { code, signal } = trace.exit;
  const stderr = lastLine(trace.stderr) || lastLine(trace.strayOutput);
  const more = { code: 'exit', ...(stderr !== '' && { detail: stderr }) };
  if (trace.handshakeDone) {
    const how = signal ?? `exit code ${code}`;
    return { layer: 'tools/list', class: 'transient', text: `connection closed: the command ended (${how})`, ...more };
  }
  if (signal !== null)
    return { layer: 'process', class: 'transient', text: `the command was killed by signal ${signal} before the handshake`, ...more };
  const text = `the command exited with code ${code} before the handshake`;
  if (!passingExitCodes.has(code ?? 0)) return { layer: 'process', text, ...more };
  return { layer: 'process', class: 'transient', text: `connection closed: ${text}`, ...more };
}

function codeSignal(chain: readonly unknown[], trace: AttemptTrace): LoadSignal | undefined {
  for (const error of chain) {
    if (error instanceof errors.HTTPParserError) return { layer: 'http', code: 'not-http', text: 'the answer is not HTTP' };
    const code = property(error, 'code');
    const meaning = typeof code === 'string' ? meaningOf(code) : undefined;
    if (typeof code !== 'string' || !meaning) continue;
    const place = [property(error, 'hostname') ?? property(error, 'host') ?? property(error, 'address'), property(error, 'port')];
    const known = place.filter(part => typeof part === 'string' || typeof part === 'number');
    return { layer: meaning.layer ?? trace.layer, code, text: meaning.text, ...(known.length > 0 && { detail: known.join(':') }) };
  }
  return undefined;
}

function timeoutSignal(error: DeadlineError, trace: AttemptTrace): LoadSignal {
  const stray = lastLine(trace.strayOutput);
  const printed = stray === '' ? lastLine(trace.stderr) : `stdout has text that is not JSON-RPC: ${stray}`;
  return {
    layer: trace.layer,
    code: 'timeout',
    text: `timed out after ${error.seconds} s waiting for ${waitingFor[trace.layer]}`,
    ...(printed !== '' && { detail: printed }),
  };
}

/** The message of the innermost cause, because `fetch failed` alone is not useful. */
function messageOf(error: unknown): string {
  const messages = causeChain(error).map(link => property(link, 'message'));
  const last = messages.findLast(message => typeof message === 'string' && message !== '');
  return last === undefined ? String(error) : String(last);
}

/** The SSE transport's error for a stream that simply ended: an event without status and message. */
function isEndOfEvents(error: unknown): boolean {
  const event = property(error, 'event');
  return event !== undefined && property(error, 'code') === undefined && property(event, 'message') === undefined;
}

/** Why a message cannot be read: it is not JSON, or not JSON-RPC (the issues of a schema); undefined if it can. */
function unreadable(error: unknown): string | undefined {
  if (error instanceof SyntaxError) return 'the reply is not valid JSON';
  return Array.isArray(property(error, 'issues')) ? 'the reply is not a JSON-RPC message' : undefined;
}

/** JSON-RPC's codes for an invalid request, whatever the message says. */
const requestFaults = new Set([-32700, -32600, -32601, -32602]);

/** The server, or a gateway in front of it, answered with a JSON-RPC error. */
function rpcSignal({ code, message }: ProtocolError, trace: AttemptTrace): LoadSignal {
  const asked = trace.handshakeDone ? 'tools/list' : 'initialize';
  const text = `JSON-RPC error ${code} from ${asked}: ${message}`;
  const cause = code === -32603 ? proxyCauseCode(message) : undefined;
  if (cause) return { layer: failureCode(cause)?.layer ?? trace.layer, code: cause, text };
  const kind = { layer: trace.layer, code: 'rpc-error', text };
  return requestFaults.has(code) ? { ...kind, class: 'permanent' } : { ...kind, said: message };
}

/** What the SDK's codes mean for a reply. */
const replyCodes: Readonly<Record<string, (asked: string, message: string) => Pick<LoadSignal, 'code' | 'text'>>> = {
  CLIENT_HTTP_UNEXPECTED_CONTENT: (_asked, message) => ({ code: 'not-mcp', text: `the reply is not an MCP response: ${message}` }),
  INVALID_RESULT: (asked, message) => ({ code: 'not-mcp', text: `the reply to ${asked} breaks the protocol: ${message}` }),
  CONNECTION_CLOSED: () => ({ code: 'stream-ended', text: 'connection closed before the reply' }),
  REQUEST_TIMEOUT: () => ({ code: 'timeout', text: 'request timed out' }),
};

/** The message of undici for a port that the fetch standard blocks. */
const badPort = 'bad port';

/** A failure with neither a status nor a system code: what the SDK reports about the reply. */
function replySignal(error: unknown, trace: AttemptTrace): LoadSignal {
  const { layer } = trace;
  const message = messageOf(error);
  const words = unreadable(error);
  if (words !== undefined) return { layer, code: 'not-mcp', text: words };
  const code = property(error, 'code');
  const reply = typeof code === 'string' && Object.hasOwn(replyCodes, code) ? replyCodes[code] : undefined;
  if (reply) return { layer, ...reply(trace.handshakeDone ? 'tools/list' : 'initialize', message) };
  if (isEndOfEvents(error)) return { layer, code: 'stream-ended', text: 'stream ended before the reply' };
  if (error instanceof ProtocolError) return rpcSignal(error, trace);
  if (trace.layer !== 'dns') return { layer, text: message, said: message };
  if (message === badPort) return { layer: 'config', code: 'blocked-port', text: 'the port is one that fetch blocks' };
  return { layer: 'config', code: 'config', text: `malformed request: ${message}` };
}

/** The signal of `error`, which was thrown in the attempt that `trace` recorded. Never throws. */
export function signalOf(error: unknown, trace: AttemptTrace): LoadSignal {
  const chain = causeChain(error);
  const own = chain.find(link => link instanceof LoadError);
  if (own) return own.signal;
  if (trace.httpFailure) return httpSignal(trace.httpFailure, trace);
  const deadline = chain.find(link => link instanceof DeadlineError);
  if (deadline) return timeoutSignal(deadline, trace);
  const links = [...chain, ...causeChain(trace.transportError)];
  return codeSignal(links, trace) ?? exitSignal(trace) ?? replySignal(error, trace);
}
