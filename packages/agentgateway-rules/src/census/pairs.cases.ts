/**
 * What two policies do to each other that act on one request. The fields are those of the shapes, in the order in which the proxy asks
 * them (read in the source of v1.4.1). A row names a field, several fields, or a phase on each side; the first row that fits a pair counts.
 */
import type { RuleId } from '@mcpgw/diagnostics';

/** The phases in their order, with the fields that act in each. */
export const phases: Readonly<Record<string, string>> = {
  span: 'timeout',
  browser: 'cors',
  who: 'oidc jwtAuth mcpAuthentication basicAuth apiKey extAuthz',
  may: 'authorization',
  limit: 'localRateLimit remoteRateLimit',
  body: 'buffer',
  change: 'extProc transformations requestHeaderModifier urlRewrite',
  forgery: 'csrf',
  answer: 'requestRedirect directResponse',
  wait: 'delay',
  call: 'retry requestMirror backendTLS backendAuth backendTunnel http tcp health inferenceRouting',
  content: 'mcpAuthorization mcpGuardrails a2a ai guardrails',
  response: 'responseHeaderModifier',
};

/** The rules that find what is wrong about a pair, or one sentence that says why none is needed. */
export type PairAnswer = readonly RuleId[] | string;

const mcp = 'mcpAuthentication mcpAuthorization mcpGuardrails';
const heads = 'requestHeaderModifier responseHeaderModifier';

const rows: readonly (readonly [one: string, other: string, answer: PairAnswer])[] = [
  ['cors', 'who', ['cors-preflight', 'cors-unreached']],
  ['cors', 'csrf', ['csrf-origin']],
  ['cors', 'response', ['cors-by-hand']],
  ['cors', 'transformations', ['cors-by-hand']],
  ['cors', '*', 'CORS comes first: a preflight is answered at once, and every other request gets the headers whatever follows.'],
  ['csrf', 'transformations', ['header-removed-early']],
  ['csrf', '*', 'It reads Origin and the method, which no policy of the route changes before it, and refuses or does nothing.'],

  ['timeout', 'extAuthz', ['extauthz-timeout-gt-route']],
  ['timeout', 'delay http', ['timeout-backend-gt-request']],
  ['timeout', 'tcp', ['timeout-connect-gt-request']],
  ['timeout', 'retry', ['retry-without-effect']],
  ['timeout', mcp, ['mcp-route-timeout']],
  ['timeout', 'answer', 'The answer is there at once.'],
  ['timeout', '*', 'The time runs over all phases, as it says.'],

  ['jwtAuth basicAuth apiKey mcpAuthentication', 'jwtAuth basicAuth apiKey mcpAuthentication', ['auth-location-clash']],
  ['oidc', 'mcpAuthentication mcpAuthorization mcpGuardrails', ['oidc-login']],
  ['who', 'who', 'Each one refuses by itself what it does not know; the next one sees what passed.'],
  ['who', 'authorization', ['identity-missing', 'credential-stripped', 'authz-needs-jwt', 'jwt-optional-with-claims']],
  ['who', 'mcpAuthorization', ['identity-missing', 'authz-needs-jwt', 'jwt-optional-with-claims']],
  ['who', 'remoteRateLimit', ['ratelimit-key-missing', 'identity-missing']],
  ['who', 'backendAuth', ['backend-auth-conflict']],
  ['who', 'transformations', ['transform-jwt-missing', 'credential-stripped']],
  ['who', 'requestHeaderModifier', ['credential-header-set']],
  ['who', 'limit', 'Requests that are refused before do not count, as the order says.'],
  ['who', '*', 'It refuses a request or lets it pass; what follows does not look at who calls.'],

  ['authorization', 'transformations requestHeaderModifier extProc', ['header-set-later']],
  ['authorization', 'urlRewrite', ['authz-outside-route']],
  ['authorization', '*', 'The rules are asked before it, of the request as the client sent it.'],

  ['limit', 'limit', 'Both count the request.'],
  ['remoteRateLimit', 'transformations requestHeaderModifier extProc', ['header-set-later']],
  ['limit', 'ai guardrails', ['ratelimit-counts-requests']],
  ['limit', '*', 'The request counts before it, once.'],

  ['answer', 'answer call urlRewrite requestHeaderModifier', ['policy-without-effect']],
  ['answer', 'content', ['mcp-policy-without-mcp', 'ai-policy-without-ai']],
  ['answer', '*', 'It acts before the answer, or on it.'],

  [mcp, 'buffer requestMirror extProc transformations', ['mcp-route-narrow']],
  [mcp, 'retry', ['mcp-route-retry']],
  [mcp, 'urlRewrite', ['rewrite-inert']],
  [mcp, heads, ['mcp-header-removed']],
  [mcp, 'ai guardrails', ['mcp-policy-without-mcp', 'ai-policy-without-ai']],
  ['a2a', 'content', ['a2a-elsewhere']],
  ['ai', 'buffer', ['ai-stream-held']],
  ['ai', 'guardrails', 'The section `llm` has `guardrails`, and no `ai`.'],
  ['content', 'content', 'Each one judges the same message, and the first that refuses it decides.'],
  ['content', 'change', 'The content is read after the change, as the order says.'],
  ['content', 'call', 'The call carries what the policies of the content left.'],
  ['content', '*', 'One is about the content of a message, the other about its headers or its time.'],

  ['requestHeaderModifier', 'transformations urlRewrite', ['header-modifier-conflict']],
  ['transformations', 'response', ['header-modifier-conflict']],
  [
    'change',
    'backendAuth',
    'The credential replaces a header of its name that the route set; a modifier of the backend comes after it, as it says.',
  ],
  ['change', 'change', 'They come one after the other, and each sees what the one before it left.'],
  ['requestMirror', 'backendAuth', ['mirror-copy']],
  ['change', '*', 'The request is changed before the call, or before the answer comes.'],

  ['backendTLS', 'http', ['http-version-mismatch']],
  ['call', 'call', 'They are settings of one call about different things: its connection, its credential, its time.'],
  ['call', '*', 'The call is made after it, or before the answer is changed.'],
  ['body wait response', 'body wait response', 'One is about the request, its time or its body, and the other about the answer.'],
];

const fieldsOf = (side: string): readonly string[] => side.split(' ').flatMap(part => phases[part]?.split(' ') ?? [part]);
const includes = (side: string, field: string): boolean => side === '*' || fieldsOf(side).includes(field);

/** The rows whose answer is rules. */
export const ruleRows = rows.flatMap(([one, other, answer]) =>
  typeof answer === 'string' ? [] : answer.map(rule => ({ one: fieldsOf(one), other: fieldsOf(other), rule })),
);

/** The index of the row for a pair of fields; -1 if no row fits. */
export const rowOf = (a: string, b: string): number =>
  rows.findIndex(([one, other]) => (includes(one, a) && includes(other, b)) || (includes(one, b) && includes(other, a)));

/** The answer for a pair of fields; undefined if no row fits. */
export const pairAnswer = (a: string, b: string): PairAnswer | undefined => rows[rowOf(a, b)]?.[2];

export const rowCount = rows.length;
/** Every name that a row uses. */
export const namesInRows: readonly string[] = rows.flatMap(([one, other]) =>
  [one, other].flatMap(side => (side === '*' ? [] : fieldsOf(side))),
);
