/** Reads what a failed attempt shows: the SDK's error classes, `cause` chains, HTTP answers, exit codes. Decides nothing. */
import { STATUS_CODES } from 'node:http';
import { retryAfterSeconds } from './backoff.js';
import { DeadlineError } from './deadline.js';
import { isExtAuthzAnswer } from './ext-authz.js';
import { type Layer, LoadError, type LoadSignal } from './load-error.js';
import { meaningOf } from './system-codes.js';
import type { AttemptTrace, HttpFailure } from './trace.js';

const waitingFor: Record<Layer, string> = {
  config: 'the configuration',
  process: 'the command to start',
  dns: 'the name lookup',
  tcp: 'the TCP connection',
  tls: 'the TLS handshake',
  http: 'the HTTP response',
  'ext-authz': 'the HTTP response',
  handshake: 'the MCP handshake',
  'tools/list': 'tools/list',
};

/** The causes of `error`, itself first; of an AggregateError (several addresses) all members. Bounded against cycles. */
function causeChain(error: unknown): unknown[] {
  const chain: unknown[] = [];
  const queue = [error];
  while (queue.length > 0 && chain.length < 16) {
    const current = queue.shift();
    if (typeof current !== 'object' || current === null || chain.includes(current)) continue;
    chain.push(current);
    if (current instanceof AggregateError) queue.push(...current.errors);
    queue.push((current as { cause?: unknown }).cause);
  }
  return chain;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** What people read of an HTTP body: the title of a page, the message of a JSON error, or the text. */
function bodyText({ body, contentType }: HttpFailure): string {
  if (/^\s*</.test(body) || contentType.includes('html')) return /<title[^>]{0,200}>([^<]{0,300})/i.exec(body)?.[1]?.trim() ?? '';
  try {
    const parsed: unknown = JSON.parse(body);
    const error = property(parsed, 'error');
    const message = [
      property(error, 'message'),
      property(parsed, 'message'),
      property(parsed, 'detail'),
      property(parsed, 'error_description'),
      error,
    ];
    return String(message.find(text => typeof text === 'string') ?? body);
  } catch {
    return body;
  }
}

function redirectTarget(location: string): string {
  return location.replace(/[?#].*$/s, '');
}

function httpDetail(failure: HttpFailure): string {
  if (failure.location !== undefined) return `redirects to ${redirectTarget(failure.location)}, which is not followed`;
  const wait = retryAfterSeconds(failure.retryAfter);
  const asked = wait === undefined ? '' : ` (asks to wait ${Math.ceil(wait)} s)`;
  return `${bodyText(failure)}${asked}`.trim();
}

/** After the handshake, an unknown session is a server that was restarted or replaced, not a wrong address. */
function isLostSession(failure: HttpFailure, trace: AttemptTrace): boolean {
  return trace.handshakeDone && trace.hasSession && (failure.status === 404 || failure.status === 400);
}

/** The signal of an HTTP answer. The body decides only where the status alone is ambiguous: 401 and 403. */
function httpSignal(failure: HttpFailure, trace: AttemptTrace): LoadSignal {
  const { status } = failure;
  if (isLostSession(failure, trace))
    return { layer: 'tools/list', code: 'session-lost', text: 'session lost after the handshake', detail: `HTTP ${status}` };
  const layer: Layer = isExtAuthzAnswer(status, failure.body) ? 'ext-authz' : 'http';
  const line = `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim();
  const detail = httpDetail(failure);
  const wait = retryAfterSeconds(failure.retryAfter);
  const decides = (status === 401 || status === 403) && detail !== '';
  return {
    layer,
    status,
    text: decides ? `${line}: ${detail}` : line,
    ...(!decides && detail !== '' && { detail }),
    ...(wait !== undefined && { retryAfterSeconds: wait }),
  };
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}

/** Exit codes that say "try again": killed from outside (137, 143 of a shell), and sysexits' temporary failures. */
const passingExitCodes = new Set([69, 75, 137, 143]);

function exitSignal(trace: AttemptTrace): LoadSignal | undefined {
  if (!trace.exit) return undefined;
  const { code, signal } = trace.exit;
  const stderr = lastLine(trace.stderr) || lastLine(trace.strayOutput);
  const more = { code: 'exit', ...(stderr !== '' && { detail: stderr }) };
  if (trace.handshakeDone)
    return { layer: 'tools/list', text: `connection closed: the command ended (${signal ?? `exit code ${code}`})`, ...more };
  if (signal !== null) return { layer: 'process', text: `the command was killed by signal ${signal} before the handshake`, ...more };
  const text = `the command exited with code ${code} before the handshake`;
  return { layer: 'process', text: passingExitCodes.has(code ?? 0) ? `connection closed: ${text}` : text, ...more };
}

function codeSignal(chain: readonly unknown[], trace: AttemptTrace): LoadSignal | undefined {
  for (const error of chain) {
    if (property(error, 'name') === 'HTTPParserError') return { layer: 'http', code: 'not-http', text: 'the answer is not HTTP' };
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
  const printed = stray === '' ? lastLine(trace.stderr) : `stdout has text that is no JSON-RPC: ${stray}`;
  return {
    layer: trace.layer,
    code: 'timeout',
    text: `timed out after ${error.seconds} s waiting for ${waitingFor[trace.layer]}`,
    ...(printed !== '' && { detail: printed }),
  };
}

/** The message of the innermost cause: `fetch failed` alone says nothing. */
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

/** A failure that has neither status nor system code: what the SDK says of the reply. */
function replySignal(error: unknown, trace: AttemptTrace): LoadSignal {
  const name = property(error, 'name');
  const code = property(error, 'code');
  const message = messageOf(error);
  const asked = trace.handshakeDone ? 'tools/list' : 'initialize';
  const said = (code: string, text: string): LoadSignal => ({ layer: trace.layer, code, text });
  if (name === 'SyntaxError') return said('not-mcp', 'the reply is not valid JSON');
  if (name === 'ZodError' || name === '$ZodError') return said('not-mcp', 'the reply is not a JSON-RPC message');
  if (code === 'CLIENT_HTTP_UNEXPECTED_CONTENT') return said('not-mcp', `the reply is no MCP response: ${message}`);
  if (code === 'INVALID_RESULT') return said('not-mcp', `the reply to ${asked} breaks the protocol: ${message}`);
  if (isEndOfEvents(error)) return said('stream-ended', 'stream ended before the reply');
  if (code === 'CONNECTION_CLOSED') return said('stream-ended', 'connection closed before the reply');
  if (code === 'REQUEST_TIMEOUT') return said('timeout', 'request timed out');
  if (typeof code === 'number' && name === 'ProtocolError') return said('rpc-error', `JSON-RPC error ${code} from ${asked}: ${message}`);
  if (trace.layer === 'dns') return { layer: 'config', text: `malformed request: ${message}` };
  return { layer: trace.layer, text: message };
}

/** What `error`, thrown in the attempt that `trace` followed, says. Never throws. */
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
