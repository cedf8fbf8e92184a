/**
 * The one place that decides what a failed load means (contract C2, guarantee 7; the mapping table of the data model).
 * It reads text and an HTTP status; `signal.ts` makes both from errors, responses and exit codes.
 */

/** transient: retried. permanent: fails at once. denied: a policy said no, never retried. */
export type LoadFailureStatus = 'transient' | 'permanent' | 'denied';

export interface ClassifyOptions {
  /** Texts (case-insensitive parts of the answer) that an operator knows to mean a timeout behind a 403. None by default. */
  readonly transient403Signatures?: readonly string[];
}

const maxText = 4096;

const url = /[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;
const hostAfterCode = /\b(ENOTFOUND|EAI_AGAIN|EAI_NONAME|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\s+[\w.:[\]-]+/g;
const dottedName = /(?<![\w.-])[a-z0-9_-]+(?:\.[a-z0-9_-]+)+(?::\d+)?(?![\w.-])/g;
const hostAndPort = /(?<![\w.-])[\w-]+:\d{2,5}(?![\w.-])/g;
const path = /(?<![\w<])\/[^\s"'<>),;]*/g;

/** The text that may decide: no URL, host or path, since a name such as `timeout.example.com` says nothing about what happened. */
function decidingText(message: string): string {
  const bounded = message.slice(0, maxText);
  return bounded
    .replace(url, ' ')
    .replace(hostAfterCode, '$1 ')
    .replace(hostAndPort, ' ')
    .replace(dottedName, ' ')
    .replace(path, ' ')
    .trim();
}

const timeoutWords = /(?<![\w@.-])(?:timed?[ -]?out|deadline exceeded)(?![\w@-]|[.:]\w)/i;
const timeoutNames =
  /(?<![\w-])[A-Z][A-Za-z]*Timeout(?:Error|Exception|Expired)?(?![\w-])|(?<![\w-])Timeout(?:Error|Exception|Expired)(?![\w-])/;
const timeoutCodes = /(?<![\w-])(?:[A-Z]+_)*(?:E[A-Z]*TIMEDOUT|TIMEOUT)(?![\w-])/;
const credentialLife = /\b(?:session|token|login|credential|credentials|password|cookie|signature)\b[^.;:]{0,20}\btimed?[ -]?out\b/i;

function saysTimeout(text: string): boolean {
  return timeoutWords.test(text) || timeoutNames.test(text) || timeoutCodes.test(text);
}

const statusInText = /\b(?:http(?:\/[\d.]+)?|status(?: code)?|(?:client|server) error)[\s:'"]+(\d{3})\b/;

function statusOf(lower: string): number | undefined {
  const match = statusInText.exec(lower);
  return match ? Number(match[1]) : undefined;
}

/** The connection was there and broke: another attempt may succeed. */
const brokenConnection = [
  'session terminated', 'session closed', 'session lost', 'stream ended', 'stream disconnected', 'connection reset', 'connection aborted',
  'connection closed', 'server disconnected', 'remotedisconnected', 'remoteprotocolerror', 'incomplete read', 'peer closed connection', 'other side closed',
  'socket hang up', 'broken pipe', 'econnreset', 'econnaborted', 'epipe', 'killed by signal', 'temporarily out of resources',
]; // biome-ignore format: one table

/** The address, name, certificate or configuration is wrong: another attempt fails as well. */
const wrongTarget = [
  'name or service not known', 'nodename nor servname', 'getaddrinfo', 'no address associated', 'failed to resolve', 'name resolution', 'enotfound',
  'connection refused', 'econnrefused', 'connect call failed', 'all connection attempts failed', 'no route to host', 'ehostunreach', 'enetunreach',
  'certificate', 'ssl', 'not configured', 'malformed', 'unsupported',
]; // biome-ignore format: one table

function contains(lower: string, parts: readonly string[]): boolean {
  return parts.some(part => lower.includes(part));
}

function classifyDenial(text: string, lower: string, status: number, { transient403Signatures = [] }: ClassifyOptions): LoadFailureStatus {
  if (saysTimeout(text) && !credentialLife.test(text)) return 'transient';
  if (status !== 403) return 'denied';
  const signatures = transient403Signatures.map(signature => signature.trim().toLowerCase()).filter(signature => signature !== '');
  return contains(lower, brokenConnection) || contains(lower, signatures) ? 'transient' : 'denied';
}

function classifyStatus(status: number): LoadFailureStatus | undefined {
  if (status === 408 || status === 429 || status >= 500) return 'transient';
  return status === 404 ? 'permanent' : undefined;
}

/**
 * Says what a failed load means. An ambiguous 403 is `denied`; text in a URL, a host name or a path never decides.
 *
 * @param errorMessage what the failure says of itself, an HTTP answer as `HTTP 503 ...`
 * @param statusCode the HTTP status, where known; otherwise it is read from the message
 */
export function classifyLoadError(errorMessage: string, statusCode?: number, options: ClassifyOptions = {}): LoadFailureStatus {
  const text = decidingText(errorMessage);
  const lower = text.toLowerCase();
  const status = statusCode ?? statusOf(lower);
  if (status === 401 || status === 403) return classifyDenial(text, lower, status, options);
  if (saysTimeout(text)) return 'transient';
  const byStatus = status === undefined ? undefined : classifyStatus(status);
  if (byStatus !== undefined) return byStatus;
  if (contains(lower, brokenConnection)) return 'transient';
  if (contains(lower, wrongTarget)) return 'permanent';
  return lower.includes('transporterror') ? 'transient' : 'permanent';
}
