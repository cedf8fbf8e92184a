/** Traps that nobody had listed: what the proxy takes and what does not work, each beside one that does. */
import { checkStatic } from '../check/check-static.js';
import { onAiRoute, onMcpRoute, onRoute, withRoute, withSection } from '../examples/examples.js';

function found(rule: string, yaml: string): string[] {
  const { findings } = checkStatic(yaml, { file: 'a.yaml', version: '1.4.1' });
  return findings.filter(finding => finding.rule === rule).map(({ severity, path = [] }) => `${severity} ${path.slice(5).join('.')}`);
}

const ai = (fields: string): string => onAiRoute(`ai: {overrides: {${fields}}}`);
const cache = (key: string): string =>
  onRoute(`extAuthz: {host: "localhost:9000", policies: {http: {requestTimeout: 2s}}, cache: {key: [${key}], ttl: 60s}}`);
const rewrite = (match: string, prefix: string): string =>
  withRoute(`matches:\n- path:\n    pathPrefix: ${match}\npolicies:\n  urlRewrite:\n    path:\n      prefix: ${prefix}`);
const rule = (text: string): string => onRoute(`authorization: {rules: [${text}]}`);
const aiBackend = '- ai: {name: p, provider: {openAI: {}}}';
const jwt = (fields: string): string => {
  const key = `{${fields}kty: EC, crv: P-256, alg: ES256, x: f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU, y: x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0}`;
  const jwks = key.replace(/(\w[\w-]*): "?([\w-]+)"?/g, '"$1": "$2"');
  return onRoute(`jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [a], jwks: '{"keys": [${jwks}]}'}`);
};
const log = (filter: string): string => withSection(`frontendPolicies:\n  accessLog:\n    filter: '${filter}'`);
const twoBinds = (mode: string, more = ''): string =>
  `${more}binds:\n- port: 8080\n  listeners: [{routes: [{backends: [{host: "a:1"}]}]}]\n- port: 3000\n  mode: ${mode}\n  listeners: [{routes: [{backends: [{host: "b:1"}]}]}]\n`;
const ends = (key: string): string => onAiRoute(`ai: {routes: {"${key}": messages}}`);
const claims = (rules: string): string =>
  onRoute(
    `jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [a], jwks: {url: "https://id.example.com/keys"}}\nauthorization: {rules: [${rules}]}`,
  );
const limited = (route: string, target = ''): string =>
  `${onRoute(route)}policies:\n- name: {name: all, namespace: default}\n  target: {gateway: {gatewayName: default, gatewayNamespace: default${target}}}\n  policy: {localRateLimit: [{maxTokens: 6, tokensPerFill: 6, fillInterval: 60s}]}\n`;
const perSecond = 'localRateLimit: [{maxTokens: 60, tokensPerFill: 60, fillInterval: 1s}]';
const guard = (pattern: string): string =>
  onAiRoute(`ai: {promptGuard: {request: [{regex: {action: mask, rules: [{pattern: '${pattern}'}]}}]}}`);

it.each<[rule: string, yaml: string, ...expected: string[]]>([
  ['bind-internal-unreached', twoBinds('internal'), 'warning '],
  ['bind-internal-unreached', twoBinds('standard')],
  [
    'timeout-connect-gt-request',
    withRoute('policies:\n  timeout: {requestTimeout: 5s}\nbackends:\n- host: "a:1"\n  policies: {tcp: {connectTimeout: 60s}}'),
    'warning 0.backends.0.policies.tcp.connectTimeout',
  ],
  [
    'timeout-connect-gt-request',
    withRoute('policies:\n  timeout: {requestTimeout: 5s}\nbackends:\n- host: "a:1"\n  policies: {tcp: {connectTimeout: 2s}}'),
  ],
  ['bind-internal-unreached', twoBinds('internal', 'frontendPolicies: {connect: {mode: tunnel}}\n')],
  ['bind-internal-unreached', twoBinds('internal').replace('port: 8080\n', 'port: 8080\n  tunnelProtocol: connect\n')],
  ['ai-policy-inert', ends('/v1/messages/'), 'warning 0.policies.ai.routes./v1/messages/'],
  ['ai-policy-inert', ends('/v1/messages?beta=true'), 'warning 0.policies.ai.routes./v1/messages?beta=true'],
  ['ai-policy-inert', ends('https://a.example/v1/messages'), 'warning 0.policies.ai.routes.https://a.example/v1/messages'],
  ['ai-policy-inert', ends('/v1/messages')],
  ['ai-policy-inert', ends('*')],
  ['authz-deny-permitted', claims(`{deny: '"admin" in jwt.roles'}`), 'warning 0.policies.authorization.rules.0'],
  ['authz-deny-permitted', claims(`{deny: 'jwt.scope.contains("tools.read")'}`), 'warning 0.policies.authorization.rules.0'],
  ['authz-deny-permitted', claims(`{deny: '"admin" in jwt.roles'}, 'request.path == "/a"'`)],
  ['authz-deny-permitted', claims(`{deny: '"guest" in jwt.roles'}`)],
  ['authz-deny-permitted', claims(`{deny: 'jwt.role != "admin"'}`)],
  ['authz-deny-permitted', claims(`{deny: 'request.path.startsWith("/billing") && "admin" in jwt.roles'}`)],
  ['gateway-policy-replaced', limited(perSecond), 'warning '],
  ['gateway-policy-replaced', limited('timeout: {requestTimeout: 20s}')],
  ['gateway-policy-replaced', limited(perSecond, ', listenerName: other')],
  [
    'ai-field-range',
    ai('temperature: 20, top_p: 5, max_tokens: -1, n: 1.5'),
    ...['temperature', 'top_p', 'max_tokens', 'n'].map(key => `warning 0.policies.ai.overrides.${key}`),
  ],
  ['ai-field-range', ai('temperature: 2, top_p: 1, max_tokens: 1, presence_penalty: -2')],
  ['ai-field-range', ai('__proto__: 20, constructor: 5')],
  ['list-for-struct', onRoute('csrf: []')],
  ['list-for-struct', onRoute('timeout: []'), 'warning 0.policies.timeout'],
  ['jwks-key-unusable', jwt('use: "enc", ')],
  ['jwks-key-unusable', jwt('d: "x", '), 'warning 0.policies.jwtAuth.jwks'],
  ['ai-no-key', onRoute('backendAuth: null', aiBackend), 'info 0.backends.0.ai.provider'],
  ['ai-no-key', onRoute('backendAuth: {key: $KEY}', aiBackend)],
  ['ai-field-type', ai('stream: 1'), 'warning 0.policies.ai.overrides.stream'],
  ['ai-field-type', ai('modle: gpt-4o'), 'warning 0.policies.ai.overrides.modle'],
  ['ai-field-type', ai('stream: true, temperature: 1')],
  [
    'header-wrong-side',
    onRoute('requestHeaderModifier: {set: {Set-Cookie: a}, remove: [Server]}'),
    'warning 0.policies.requestHeaderModifier.set.Set-Cookie',
    'warning 0.policies.requestHeaderModifier.remove.0',
  ],
  [
    'header-wrong-side',
    onRoute(`transformations: {response: {set: {authorization: '"a"'}}}`),
    'warning 0.policies.transformations.response.set.authorization',
  ],
  ['header-wrong-side', onRoute('responseHeaderModifier: {set: {X-Frame-Options: DENY}, remove: [Authorization]}')],
  ['rewrite-inert', rewrite('/api', '/api/'), 'warning 0.policies.urlRewrite.path.prefix'],
  ['rewrite-inert', rewrite('/api', '/v1')],
  ['rewrite-inert', rewrite('/', '/'), 'warning 0.policies.urlRewrite.path.prefix'],
  ['extauthz-cache-unique', cache(`'request.headers["X-Request-Id"]'`), 'warning 0.policies.extAuthz.cache.key.0'],
  ['extauthz-cache-unique', cache(`'request.headers["authorization"]'`)],
  ['cel-out-of-range', rule(`'source.port > 70000'`), 'warning 0.policies.authorization.rules.0'],
  ['cel-out-of-range', rule(`'1024 > source.port'`)],
  ['cel-out-of-range', log('response.code == 5'), 'warning '],
  ['cel-out-of-range', log('response.code >= 500 && response.code != 503')],
  ['cel-unanchored', rule(`'"read" in jwt.scope'`), 'info 0.policies.authorization.rules.0'],
  ['cel-unanchored', rule(`'"read" in jwt.scope.split(" ")'`)],
  ['authz-deny-absent', rule(`{deny: 'request.headers["x-a"] == ""'}`), 'warning 0.policies.authorization.rules.0.deny'],
  ['authz-deny-absent', rule(`{deny: 'request.headers["x-a"] == "b"'}`)],
  [
    'mcp-header-removed',
    onMcpRoute('requestHeaderModifier: {set: {Accept: application/json}}'),
    'warning 0.policies.requestHeaderModifier.set.Accept',
  ],
  ['mcp-header-removed', onMcpRoute('requestHeaderModifier: {set: {Accept: "application/json, text/event-stream"}}')],
  ['backend-always-fails', withRoute('backends:\n- host: "0.0.0.0:80"'), 'info 0.backends.0.host'],
  ['prompt-guard-inert', guard('[0-9]*'), 'warning 0.policies.ai.promptGuard.request.0'],
  ['prompt-guard-inert', guard('[0-9]+')],
  [
    'authz-require-conflict',
    rule(`{require: 'request.method == "GET"'}, {require: 'request.method in ["POST", "PUT"] && request.path != "/"'}`),
    'warning 0.policies.authorization.rules.1.require',
  ],
  ['authz-require-conflict', rule(`{require: 'request.method == "GET"'}, {require: 'request.method in ["GET", "PUT"]'}`)],
  ['authz-require-conflict', rule(`{require: 'request.scheme == "https"'}`), 'warning 0.policies.authorization.rules.0.require'],
  ['authz-require-conflict', rule(`{require: 'request.scheme == "http"'}`)],
  ['direct-response-status', onRoute('directResponse: {status: 302}'), 'warning 0.policies.directResponse.status'],
  ['direct-response-status', onRoute(`directResponse: {status: 302, headers: {Location: '"https://a.example/"'}}`)],
  ['redirect-port', onRoute('requestRedirect: {authority: {port: 443}}'), 'warning 0.policies.requestRedirect.authority.port'],
  ['redirect-port', onRoute('requestRedirect: {scheme: https, authority: {port: 443}}')],
  ['ai-policy-inert', ai('messages: []'), 'warning 0.policies.ai.overrides.messages'],
  ['ai-policy-inert', onAiRoute('ai: {routes: {/v1/messages: completions}}'), 'warning 0.policies.ai.routes./v1/messages'],
  ['ai-policy-inert', onAiRoute('ai: {routes: {/v1/messages: messages, /v1/responses: detect, __proto__: messages}}')],
])('%s: %s', (rule, yaml, ...expected) => {
  expect(found(rule, yaml)).toEqual(expected);
});
