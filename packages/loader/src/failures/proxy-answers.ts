/**
 * Answers that a gateway writes itself, told from those of the server behind it by their exact text or shape. Read in the
 * sources of agentgateway v0.12.0, v1.1.0 and v1.4.1, and measured where `test/proxy/recorded-answers.ts` says so; Envoy's own
 * and those of CAIPE's OpenFGA bridge are from their sources.
 *
 * Only a whole answer counts: a word within a sentence means nothing.
 */
import type { OwnCode } from './failure-codes.js';

interface ProxyAnswer {
  /** Statuses that the text comes with; `5xx` is any of 500 to 599. */
  readonly statuses: readonly (number | '5xx')[];
  /** The whole text, without regard to case; a pattern matches the whole text as well. */
  readonly text: string | RegExp;
  readonly code: OwnCode;
  /** Who writes it, and in which versions of agentgateway; all three where none is named. */
  readonly by?: string;
}

/** Statuses that `failureMode.denyWithStatus` of ext-authz is set to; 401 is left out, since it always means credentials. */
const denyWith = [403, 429, '5xx'] as const;

const openFga = "CAIPE's OpenFGA bridge";

/** The kinds of a failed call, as the proxy's HTTP client names them. */
const callFailed = /upstream call failed: (?:Canceled|ChannelClosed|Connect|ConnectTimeout|SendRequest)(?:: [^\n]{1,1000})?/;

const answers: readonly ProxyAnswer[] = [
  // External authorization without a decision. A gRPC authorizer that is down, late or broken is one text; of an HTTP one the failed call is told.
  { statuses: denyWith, text: 'Authorization service unavailable', code: 'ext-authz-unavailable' },
  { statuses: [403], text: callFailed, code: 'ext-authz-unavailable' },
  { statuses: [403], text: 'backends required DNS resolution which failed', code: 'ext-authz-unavailable' },
  { statuses: [403], text: 'no healthy backends', code: 'ext-authz-unavailable' },
  { statuses: [403, 429, 500, 502, 503], text: 'upstream call timeout', code: 'ext-authz-timeout' },
  { statuses: [403], text: 'upstream request timeout', code: 'ext-authz-timeout', by: 'Envoy' },
  { statuses: [403], text: /ext[_-]?authz(?: check| request)?:? (?:timeout|timed out)/, code: 'ext-authz-timeout', by: 'Envoy' },
  { statuses: [403], text: /ext[_-]?authz: upstream (?:call|request) timeout/, code: 'ext-authz-timeout', by: 'Envoy' },
  { statuses: [403], text: 'service not found', code: 'ext-authz-misconfigured' },
  { statuses: [403], text: 'invalid backend type', code: 'ext-authz-misconfigured' },
  { statuses: [403], text: 'backend does not exist', code: 'ext-authz-misconfigured', by: 'v1.1.0, v1.4.1' },
  { statuses: [403], text: 'backends does not exist', code: 'ext-authz-misconfigured', by: 'v0.12.0' },
  { statuses: [403], text: /backend authentication failed: [^\n]{1,1000}/, code: 'ext-authz-misconfigured' },
  { statuses: [403, 413], text: 'external authorization failed', code: 'ext-authz-denied' },
  ...[
    'OpenFGA check error',
    'denied by OpenFGA',
    'caller lacks MCP server invoke grant',
    'caller lacks tool grant',
    'user lacks dynamic agent grant',
    'dynamic agent lacks agent tool grant',
    'missing or invalid signed agent context',
    'missing authenticated subject',
  ].map(text => ({ statuses: [403], text, code: 'ext-authz-denied', by: openFga }) as const),

  // Identity and policy.
  { statuses: [503], text: 'The keys that tokens are checked with cannot be read now', code: 'auth-server-keys', by: 'mcpgw serve and servers built on the kit' },
  {
    statuses: [401],
    text: /authentication failure: the token (?:is invalid or malformed|header is malformed|header does not specify)[^\n]{0,1000}/,
    code: 'gateway-token',
  },
  { statuses: [401], text: /authentication failure: token uses the unknown key [^\n]{1,1000}/, code: 'gateway-token' },
  { statuses: [403], text: 'authorization failed', code: 'gateway-rules' },
  { statuses: [403], text: 'CSRF validation failed', code: 'gateway-csrf' },
  { statuses: [429], text: 'rate limit exceeded', code: 'gateway-rate-limit' },
  { statuses: [429, 500], text: 'rate limit failed', code: 'gateway-rate-limit-service', by: '429 of v0.12.0, 500 of v1.1.0 and v1.4.1' },
  { statuses: [500], text: /ext_proc failed: [^\n]{1,1000}/, code: 'gateway-ext-proc' },

  // Routing and the server behind.
  ...['route not found', 'listener not found', 'bind not found'].map(text => ({ statuses: [404], text, code: 'gateway-route' }) as const),
  ...['no valid backends', 'backend does not exist', 'backends does not exist', 'service not found', 'invalid backend type', 'no healthy backends'].map(
    text => ({ statuses: [500, 503], text, code: 'gateway-backend' }) as const,
  ),
  { statuses: [400], text: 'mcp: fail to deserialize request body: length limit exceeded', code: 'gateway-body-limit' },
  { statuses: [503], text: callFailed, code: 'gateway-upstream' },
  { statuses: [503], text: 'backends required DNS resolution which failed', code: 'gateway-upstream' },
  { statuses: [504], text: 'upstream call timeout', code: 'gateway-timeout' },
  { statuses: [504], text: 'request timeout', code: 'gateway-timeout' },
  { statuses: [504], text: 'upstream request timeout', code: 'gateway-timeout', by: 'Envoy' },
  { statuses: [500], text: /mcp: failed to start stdio server: [^\n]{1,1000}/, code: 'upstream-process', by: 'v1.1.0, v1.4.1' },
]; // biome-ignore format: one table

const longest = 2048;

function isWhole(pattern: RegExp, text: string): boolean {
  return new RegExp(`^(?:${pattern.source})$`, 'i').test(text);
}

function hasStatus({ statuses }: ProxyAnswer, status: number): boolean {
  return statuses.some(allowed => (allowed === '5xx' ? status >= 500 && status <= 599 : allowed === status));
}

/** The code of an answer that a gateway gives itself; undefined where the text may be anybody's. */
export function proxyAnswerCode(status: number, body: string): OwnCode | undefined {
  const text = body.trim();
  if (text === '' || text.length > longest) return undefined;
  const found = answers.find(
    answer =>
      hasStatus(answer, status) &&
      (typeof answer.text === 'string' ? answer.text.toLowerCase() === text.toLowerCase() : isWhole(answer.text, text)),
  );
  return found?.code;
}

/**
 * What agentgateway met on its way to the server, which it reports as an internal error of JSON-RPC: a chain of causes, each
 * after a colon. A pattern is the beginning of one link of that chain.
 */
const causes: readonly { readonly link: RegExp; readonly code: OwnCode }[] = [
  { link: /^(?:backends? required )?DNS resolution which failed\b/i, code: 'upstream-dns' },
  { link: /^(?:dns error|failed to lookup address information)$/i, code: 'upstream-dns' },
  { link: /^Connection refused\b/i, code: 'upstream-refused' },
  { link: /^deadline has elapsed$/i, code: 'upstream-unanswered' },
  { link: /^(?:No route to host|Network is unreachable|Host is unreachable)\b/i, code: 'upstream-unreachable' },
  { link: /^(?:received corrupt message of type )?InvalidContentType\b/, code: 'upstream-no-tls' },
  { link: /^invalid peer certificate\b/i, code: 'upstream-tls' },
  { link: /^received fatal alert$/i, code: 'upstream-tls' },
  { link: /^unexpected content type\b/i, code: 'upstream-not-mcp' },
  { link: /^expected an SSE stream$/i, code: 'upstream-not-mcp' },
  { link: /^.{1,500} at line \d+ column \d+$/, code: 'upstream-not-mcp' },
  { link: /^(?:upstream call timeout|request timeout|ConnectTimeout|Connection timed out(?: \(os error \d+\))?)$/i, code: 'upstream-timeout' },
  { link: /^(?:Connection reset by peer|Broken pipe)(?: \(os error \d+\))?$/i, code: 'upstream-broken' },
  { link: /^connection closed before message completed$/i, code: 'upstream-broken' },
  { link: /^upstream closed on (?:send|receive)$/i, code: 'upstream-broken' },
  { link: /^(?:stdio server exited|failed to start stdio server)$/i, code: 'upstream-process' },
  { link: /^(?:body exceeded buffer limit|length limit exceeded)$/i, code: 'gateway-body-limit' },
]; // biome-ignore format: one table

/** The code of the cause that an internal error (-32603) of a gateway names, or undefined. */
export function proxyCauseCode(message: string): OwnCode | undefined {
  const links = message
    .slice(0, longest)
    .split(/: |:$/)
    .map(link => link.trim());
  for (const link of links.reverse()) {
    const found = causes.find(cause => cause.link.test(link));
    if (found) return found.code;
  }
  return undefined;
}
