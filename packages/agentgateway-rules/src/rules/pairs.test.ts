/**
 * Pairs of policies on one route, its listener and its backends, as data: what the one does to the other, and the rule that says so. A
 * pair without a rule was asked of the proxy (v1.4.1) too, and does what each of the two says.
 */
import type { RuleId } from '@mcpgw/diagnostics';
import { checkStatic } from '../check/check-static.js';
import { onAiRoute, onMcpRoute, onRoute, withListener, withRoute } from '../examples/examples.js';

const cors = 'cors: {allowOrigins: ["https://app.example.com"], allowMethods: [GET, PUT], allowHeaders: [content-type]}';
const key = 'apiKey: {mode: strict, keys: [{key: $KEY, metadata: {team: a}}]}';
const setsTier = `transformations: {request: {set: {x-tier: '"a"'}}}`;
const wantsTier = `authorization: {rules: ['request.headers["x-tier"] == "a"']}`;
const guard = 'promptGuard: {request: [{regex: {action: reject, rules: [{builtin: ssn}]}}]}';
const limit = (value: string): string =>
  `remoteRateLimit: {host: "localhost:8081", domain: d, descriptors: [{entries: [{key: k, value: '${value}'}]}]}`;
const both = (...policies: string[]): string => onRoute(policies.join('\n'));
const under = (listener: string, ...route: string[]): string =>
  withListener(`policies:\n  ${listener}\nroutes:\n- policies:\n    ${route.join('\n    ')}\n  backends: [{host: localhost:8080}]`);

it.each<[first: string, second: string, yaml: string, rule: RuleId | 'none']>([
  ['cors', 'a credential in a header', both(cors, key), 'cors-preflight'],
  ['cors', 'a credential in a cookie', both(cors, key.replace(/}$/, ', location: {cookie: {name: s}}}')), 'cors-preflight'],
  ['cors', 'a credential of the listener', under(key, cors), 'cors-unreached'],
  ['cors', 'a match of a method', withRoute(`matches: [{method: PUT}]\npolicies:\n  ${cors}`), 'cors-unreached'],
  ['cors', 'csrf', both(cors, 'csrf: {}'), 'csrf-origin'],
  ['cors', 'its headers by hand', both(cors, 'responseHeaderModifier: {set: {access-control-allow-origin: "*"}}'), 'cors-by-hand'],
  ['cors', 'a local limit', both(cors, 'localRateLimit: [{maxTokens: 100, tokensPerFill: 100, fillInterval: 1s}]'), 'none'],
  ['csrf', 'a listener that removes Origin', under('transformations: {request: {remove: [origin]}}', 'csrf: {}'), 'header-removed-early'],
  ['csrf', 'a modifier that removes Origin', both('csrf: {}', 'requestHeaderModifier: {remove: [origin]}'), 'none'],
  ['a rule', 'a transformation', both(setsTier, wantsTier), 'header-set-later'],
  ['a rule', 'a modifier', both('requestHeaderModifier: {set: {x-tier: a}}', wantsTier), 'header-set-later'],
  ['a rule', 'a transformation of the listener', under(setsTier, wantsTier), 'none'],
  [
    'a rule',
    'the header of a credential',
    both(key, `authorization: {rules: ['request.headers["authorization"] != ""']}`),
    'credential-stripped',
  ],
  ['a rule', 'a direct response', both(`authorization: {rules: ['request.path == "/a"']}`, 'directResponse: {status: 200}'), 'none'],
  [
    'a rule',
    'a rewrite',
    withRoute(
      `matches: [{path: {pathPrefix: /v1}}]\npolicies:\n  urlRewrite: {path: {prefix: /v2}}\n  authorization: {rules: ['request.path == "/v2/a"']}`,
    ),
    'authz-outside-route',
  ],
  ['a key', 'a key of the listener', under(key, key), 'auth-twice'],
  ['a key', 'passthrough', both(key, 'backendAuth: {passthrough: {}}'), 'backend-auth-conflict'],
  ['a key', 'a password in the same header', both(key, 'basicAuth: {mode: strict, htpasswd: "a:b"}'), 'auth-location-clash'],
  ['a key', 'a modifier of its header', both(key, 'requestHeaderModifier: {set: {authorization: a}}'), 'credential-header-set'],
  ['a limit', 'a key that may be missing', both(key.replace('strict', 'optional'), limit('apiKey.team')), 'ratelimit-key-missing'],
  ['a limit', 'no check', both(limit('apiKey.team')), 'identity-missing'],
  ['a limit', 'a header that is set later', both(setsTier, limit('request.headers["x-tier"]')), 'header-set-later'],
  ['a limit', 'a key', both(key, limit('apiKey.team')), 'none'],
  ['a modifier', 'a transformation', both('requestHeaderModifier: {set: {x-tier: b}}', setsTier), 'header-modifier-conflict'],
  [
    'a modifier of host',
    'a rewrite',
    both('requestHeaderModifier: {set: {host: a}}', 'urlRewrite: {authority: {full: b}}'),
    'header-modifier-conflict',
  ],
  ['a redirect', 'a rewrite', both('requestRedirect: {scheme: https}', 'urlRewrite: {path: {full: /a}}'), 'policy-without-effect'],
  ['a direct response', 'a retry', both('directResponse: {status: 200}', 'retry: {attempts: 2, codes: [503]}'), 'policy-without-effect'],
  ['a delay', 'a timeout', both(`delay: {duration: 'duration("9s")'}`, 'timeout: {requestTimeout: 5s}'), 'timeout-backend-gt-request'],
  [
    'a retry',
    'a timeout',
    both('retry: {attempts: 3, codes: [503], backoff: 9s}', 'timeout: {requestTimeout: 5s}'),
    'retry-without-effect',
  ],
  ['a guard', 'passthrough', onAiRoute(`ai: {routes: {/v1/messages: passthrough}, ${guard}}`), 'ai-guard-skipped'],
  ['a stream of a model', 'a buffer', onAiRoute('buffer: {response: {}}'), 'ai-stream-held'],
  ['a stream of MCP', 'a buffer', onMcpRoute('buffer: {response: {}}'), 'mcp-route-narrow'],
  ['MCP', 'a retry', onMcpRoute('retry: {attempts: 2, codes: [503]}'), 'mcp-route-retry'],
  ['MCP', 'a rewrite of the path', onMcpRoute('urlRewrite: {path: {full: /a}}'), 'rewrite-inert'],
  ['MCP', 'a mirror', onMcpRoute('requestMirror: {backend: {host: "a:80"}, percentage: 1}'), 'mcp-route-narrow'],
  ['MCP', 'a rewrite of the host', onMcpRoute('urlRewrite: {authority: {full: b.example}}'), 'none'],
])('%s and %s', (_first, _second, yaml, rule) => {
  const { findings } = checkStatic(yaml, { file: 'a.yaml', version: '1.4.1' });
  const found = findings.filter(({ severity }) => severity !== 'info' || rule !== 'none').map(finding => finding.rule);
  if (rule === 'none') expect(found).toEqual([]);
  else expect(found).toContain(rule);
});
