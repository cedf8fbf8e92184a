/**
 * The one place that decides what a failed load means. What has a code is classified by it (`failure-codes.ts`, `system-codes.ts`,
 * `proxy-answers.ts`), an HTTP answer by its status; words of servers and libraries are read only where neither is known.
 */
import { STATUS_CODES } from 'node:http';
import { answerText, internalErrorText } from './answer-text.js';
import { failureCode } from './failure-codes.js';
import type { Layer, LoadFailureStatus, LoadSignal } from './load-error.js';
import { proxyAnswerCode, proxyCauseCode } from './proxy-answers.js';
import { meaningOf } from './system-codes.js';

export type { LoadFailureStatus } from './load-error.js';

/** Settings of an operator that override what the texts say. */
export interface ClassifyOptions {
  /** Texts (case-insensitive parts of the answer) that an operator knows to mean an authorization service without a decision behind a 403. None by default. */
  readonly transient403Signatures?: readonly string[];
}

const maxText = 4096;

const url = /[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;
const hostAfterCode = /\b(ENOTFOUND|EAI_AGAIN|EAI_NONAME|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\s+[\w.:[\]-]+/g;
const dottedName = /(?<![\w.-])[a-z0-9_-]+(?:\.[a-z0-9_-]+)+(?::\d+)?(?![\w.-])/g;
const hostAndPort = /(?<![\w.-])[\w-]+:\d{2,5}(?![\w.-])/g;
const path = /(?<![\w<])\/[^\s"'<>),;]*/g;

/** The text that may decide, without URLs, hosts and paths: a name such as `timeout.example.com` says nothing about what happened. */
function decidingText(withoutUrls: string): string {
  return withoutUrls.replace(hostAfterCode, '$1 ').replace(hostAndPort, ' ').replace(dottedName, ' ').replace(path, ' ').trim();
}

const timeoutWords = /(?<![\w@.-])(?:timed?[ -]?out|deadline exceeded)(?![\w@-]|[.:]\w)/i;
const timeoutNames =
  /(?<![\w-])[A-Z][A-Za-z]*Timeout(?:Error|Exception|Expired)?(?![\w-])|(?<![\w-])Timeout(?:Error|Exception|Expired)(?![\w-])/;
const timeoutCodes = /(?<![\w-])(?:[A-Z]+_)*(?:E[A-Z]*TIMEDOUT|TIMEOUT)(?![\w-])/;

function saysTimeout(text: string): boolean {
  return timeoutWords.test(text) || timeoutNames.test(text) || timeoutCodes.test(text);
}

/** `HTTP 503`, `HTTP/1.1 503`, `HTTP/2 503`, `status code 503`, `status=503`, `Client error '403 Forbidden'`, `failed with code: 404`. */
const statusAfterWord =
  /(?<![\w./:@-])(?:http(?:\/\d(?:\.\d)?)?|status(?:[ _-]?code)?|(?:client|server) error|with code)["']?[\s:='"]+([1-5]\d\d)(?![\w-]|\.\w)/i;
const statusBeforePhrase = /(?<![\w.:/@-])([1-5]\d\d) ([A-Z][A-Za-z' -]{1,40})/g;

/** The HTTP status that a text names: after a word that says so, or before its own reason phrase (`503 Service Unavailable`). */
function statusOf(text: string): number | undefined {
  const named = statusAfterWord.exec(text)?.[1];
  if (named !== undefined) return Number(named);
  for (const [, status, phrase] of text.matchAll(statusBeforePhrase)) {
    const reason = STATUS_CODES[status!];
    if (reason !== undefined && phrase!.startsWith(reason)) return Number(status);
  }
  return undefined;
}

/** The connection was open and broke: another attempt may succeed. */
const brokenConnection = [
  'session terminated', 'session closed', 'session lost', 'stream ended', 'stream disconnected', 'connection reset', 'connection aborted',
  'connection closed', 'server disconnected', 'remotedisconnected', 'remoteprotocolerror', 'incomplete read', 'peer closed connection', 'other side closed',
  'socket hang up', 'broken pipe', 'econnreset', 'econnaborted', 'epipe', 'killed by signal', 'temporarily out of resources',
]; // biome-ignore format: one table

/** The address, name, certificate or configuration is wrong: another attempt will fail too. */
const wrongTarget = [
  'name or service not known', 'nodename nor servname', 'getaddrinfo', 'no address associated', 'failed to resolve', 'name resolution', 'enotfound',
  'connection refused', 'econnrefused', 'connect call failed', 'all connection attempts failed', 'no route to host', 'ehostunreach', 'enetunreach',
  'certificate', 'ssl', 'not configured', 'malformed', 'unsupported',
]; // biome-ignore format: one table

function contains(lower: string, parts: readonly string[]): boolean {
  return parts.some(part => lower.includes(part));
}

function classifyWords(text: string): LoadFailureStatus {
  if (saysTimeout(text)) return 'transient';
  const lower = text.toLowerCase();
  if (contains(lower, brokenConnection)) return 'transient';
  if (contains(lower, wrongTarget)) return 'permanent';
  return lower.includes('transporterror') ? 'transient' : 'permanent';
}

function isTransientByOperator(text: string, { transient403Signatures = [] }: ClassifyOptions): boolean {
  const signatures = transient403Signatures.map(signature => signature.trim().toLowerCase()).filter(signature => signature !== '');
  return contains(text.toLowerCase(), signatures);
}

/** Requests that a server asks to repeat: timeout, too early, too many. */
const repeatable = new Set([408, 425, 429]);

function classifyStatus(status: number): LoadFailureStatus {
  if (status === 401 || status === 403) return 'denied';
  return repeatable.has(status) || status >= 500 ? 'transient' : 'permanent';
}

/** The code of what an HTTP answer says: one that a gateway writes itself, or the cause that its internal error names. */
export function answerCode(status: number, body: string): string | undefined {
  if (/^\s*</.test(body)) return undefined;
  const known = proxyAnswerCode(status, answerText(body));
  const internal = known === undefined && status >= 500 ? internalErrorText(body) : undefined;
  return internal === undefined ? known : proxyCauseCode(internal);
}

const statusLine = /^.{0,40}?\bHTTP(?:\/\d(?:\.\d)?)? [1-5]\d\d(?: [A-Z][A-Za-z' -]*?)?\)?(?: (?:from|at|for) \S+?)?(?::\s+|$)/i;

/** The answer in a text that may begin with the status line. */
function answerOf(message: string): string {
  return message.replace(statusLine, '').trim();
}

/**
 * Classifies a failed load by its words alone. A 401, and a 403 other than one of `proxy-answers.ts`, is `denied` whatever
 * it says; text in a URL, a host name or a path never decides.
 *
 * @param errorMessage what the failure says of itself, an HTTP answer as `HTTP 503 ...` or its body alone
 * @param statusCode the HTTP status, where known; otherwise it is read from the message
 */
export function classifyLoadError(errorMessage: string, statusCode?: number, options: ClassifyOptions = {}): LoadFailureStatus {
  const message = errorMessage.slice(0, maxText);
  const withoutUrls = message.replace(url, ' ');
  const text = decidingText(withoutUrls);
  const status = statusCode ?? statusOf(withoutUrls);
  if (status === undefined || status < 300) return classifyWords(text);
  if (status === 403 && isTransientByOperator(text, options)) return 'transient';
  return failureCode(answerCode(status, answerOf(message)))?.class ?? classifyStatus(status);
}

/** What a signal means. */
export interface Classified {
  readonly status: LoadFailureStatus;
  /** Where the failure is: the layer of the signal, unless a setting of the operator overrides it. */
  readonly layer: Layer;
  readonly code?: string;
}

/** What `signal` means: by its code, else by its HTTP status, else by what was said. */
export function classifySignal(signal: LoadSignal, options: ClassifyOptions = {}): Classified {
  const { layer, code, status, said = '' } = signal;
  const named = { layer, ...(code !== undefined && { code }) };
  if (signal.class) return { status: signal.class, ...named };
  if (status === 403 && isTransientByOperator(said, options))
    return { status: 'transient', layer: 'ext-authz', code: 'ext-authz-unavailable' };
  const own = failureCode(code);
  if (own) return { status: own.class, ...named };
  if (status !== undefined) return { status: classifyStatus(status), ...named };
  const meaning = code === undefined ? undefined : meaningOf(code);
  if (meaning) return { status: meaning.transient ? 'transient' : 'permanent', ...named };
  return { status: classifyLoadError(said, undefined, options), ...named };
}
