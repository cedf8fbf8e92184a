/** Configurations that the proxies accept and that do not do what they say, each confirmed on them, beside one that does. */
import { checkStatic } from '../check/check-static.js';
import { onAiRoute, onMcpRoute, onRoute, withListener, withRoute, withSection } from '../examples/examples.js';

/** The findings of one rule about a configuration, as `severity message`. */
function found(rule: string, yaml: string, version = '1.4.1'): string[] {
  const { findings } = checkStatic(yaml, { file: 'a.yaml', version });
  return findings.filter(finding => finding.rule === rule).map(({ severity, message }) => `${severity} ${message}`);
}

type Row = readonly [rule: string, yaml: string, ...expected: string[]];
const limits = (text: string): string => onRoute(`localRateLimit: [${text}]`);
const remote = (text: string): string =>
  onRoute(`remoteRateLimit: {domain: d, host: "localhost:8081", descriptors: [{entries: [{key: path, value: request.path}], ${text}}]}`);
const azure = (text: string, side = 'request'): string =>
  onAiRoute(`ai: {promptGuard: {${side}: [{azureContentSafety: {endpoint: name.cognitiveservices.azure.com, ${text}}}]}}`);
const prefixes = (first: string, second: string): string =>
  withListener(`routes:
- {name: a, matches: [{path: {pathPrefix: ${first}}}], backends: [{host: "one:80"}]}
- {name: b, matches: [{path: {pathPrefix: ${second}}}], backends: [{host: "two:80"}]}`);
const login = (path: string): string =>
  withRoute(`matches:
- path: {pathPrefix: /app}
policies:
  oidc: {issuer: "https://idp.example.com", clientId: c, clientSecret: $SECRET, redirectURI: "https://app.example.com${path}"}`);
const retry = (condition: string): string => onRoute(`retry: {attempts: 2, codes: [503], condition: '${condition}'}`);
const ui = (policies: string): string => `gateways: {default: {port: 8080}}\nui: {gateways: default${policies}}\n`;
const failover = (one: number, other: number): string =>
  `llm:
  models: [{name: a, provider: openAI}, {name: b, provider: openAI}]
  virtualModels: [{name: v, routing: {failover: {targets: [{model: a, priority: ${one}}, {model: b, priority: ${other}}]}}}]
`;

it.each<Row>([
  [
    'auth-path-exact',
    withListener(
      'routes:\n- matches: [{path: {exact: /admin}}]\n  policies: {apiKey: {mode: strict, keys: [{key: $K}]}}\n  backends: [{host: "a:80"}]\n- backends: [{host: "a:80"}]',
    ),
    'warning "/admin/" reaches the same backends by another route, which checks nobody',
  ],
  [
    'auth-path-exact',
    withListener(
      'routes:\n- matches: [{path: {exact: /admin}}]\n  policies: {apiKey: {mode: strict, keys: [{key: $K}]}}\n  backends: [{host: "a:80"}]\n- backends: [{host: "b:80"}]',
    ),
  ],
  [
    'match-never-holds',
    withRoute('matches: [{path: {pathPrefix: /}, headers: [{name: Authorization, value: {exact: Bearer}}]}]'),
    'warning the match never holds: a credential stands after "Bearer", and "exact" compares the whole value',
  ],
  [
    'regex-whole-value',
    withRoute('matches: [{path: {regex: "^/v[0-9]+"}}]'),
    'warning the regular expression "^/v[0-9]+" takes less than it suggests: it begins with "^" and has no end, and the whole path has to match: longer paths fail',
  ],
  [
    'regex-whole-value',
    withRoute('matches: [{path: {regex: "^/v[0-9]+/.*"}}, {path: {regex: "^/v[0-9]+$"}}, {path: {regex: "/v[0-9]+"}}]'),
  ],
  [
    'llm-param-ignored',
    'llm: {models: [{name: a, provider: openAI, params: {baseUrl: "https://llm.example/v1/chat/completions"}}]}',
    'warning the path of each endpoint is appended, and this address ends in "/chat/completions" already',
  ],
  ['llm-param-ignored', 'llm: {models: [{name: a, provider: openAI, params: {baseUrl: "https://llm.example/v1"}}]}'],
  [
    'ai-field-type',
    onAiRoute('ai: {overrides: {temperature: "0.9", user: "7"}}'),
    'warning "temperature" is a number, and the text "0.9" is sent: providers refuse such a request',
  ],
  [
    'mcp-plain-http-key',
    onRoute('backendAuth: {key: $KEY}', '- host: api.example.com:80'),
    'warning a key is sent to this backend over plain http',
  ],
  ['mcp-plain-http-key', onRoute('backendAuth: {key: $KEY}', '- host: api.tools.svc.cluster.local:80')],
  [
    'header-modifier-conflict',
    onRoute(`transformations: {request: {set: {x-a: '"1"'}, remove: [X-A]}}`),
    'warning "X-A" stands in "set" too: only "remove" has an effect',
  ],
  ['header-modifier-conflict', onRoute(`transformations: {request: {set: {x-a: '"1"'}}, response: {remove: [x-a]}}`)],
  [
    'prompt-guard-inert',
    onAiRoute('ai: {promptGuard: {request: [{azureContentSafety: {endpoint: name.cognitiveservices.azure.com}}]}}'),
    'warning neither "analyzeText" nor "detectJailbreak" is there: the guard checks nothing',
  ],
  ['prompt-guard-inert', azure('detectJailbreak: {}')],
  ['prompt-guard-inert', azure('analyzeText: {}')],
  [
    'prompt-guard-inert',
    azure('detectJailbreak: {}', 'streaming: Enabled, response'),
    'warning answers are not checked for jailbreaks, and nothing else is asked: the guard checks nothing',
  ],
  [
    'prompt-guard-inert',
    onAiRoute('ai: {promptGuard: {request: [{azureContentSafety: {endpoint: "https://a.example.com", analyzeText: {}}}]}}'),
    'warning "https://a.example.com" is not a hostname, so the service is never reached: the proxy adds scheme and port itself',
  ],
  [
    'processor-inert',
    onMcpRoute('mcpGuardrails: {processors: [{kind: remote, host: "localhost:9002", methods: {completion/complete: request}}]}'),
    'warning only the answer to "completion/complete" is sent to a processor: this never runs',
  ],
  [
    'processor-inert',
    onMcpRoute('mcpGuardrails: {processors: [{kind: remote, host: "localhost:9002", methods: {completion/complete: full}}]}'),
  ],
  [
    'mcp-route-narrow',
    onMcpRoute('extProc: {host: "localhost:9000", processingOptions: {responseBodyMode: buffered}}'),
    'warning the processor gets an answer when it has ended, and an event stream never ends',
  ],
  ['mcp-route-narrow', onMcpRoute('extProc: {host: "localhost:9000", processingOptions: {requestBodyMode: buffered}}')],
  ['mcp-route-narrow', onRoute('extProc: {host: "localhost:9000", processingOptions: {responseBodyMode: buffered}}')],
  [
    'ratelimit-none',
    limits('{maxTokens: 10, tokensPerFill: 10, fillInterval: 60s}, {maxTokens: 100, tokensPerFill: 100, fillInterval: 60s}'),
    'info another limit of this list is as strict in size and rate: this one is never reached',
  ],
  [
    'ratelimit-none',
    limits('{maxTokens: 10, tokensPerFill: 10, fillInterval: 1s}, {maxTokens: 100, tokensPerFill: 100, fillInterval: 60s}'),
  ],
  [
    'ratelimit-none',
    limits('{maxTokens: 10, tokensPerFill: 10, fillInterval: 60s, type: tokens}, {maxTokens: 100, tokensPerFill: 100, fillInterval: 60s}'),
  ],
  [
    'ratelimit-none',
    limits('{maxTokens: 10, tokensPerFill: 10, fillInterval: 60s}, {maxTokens: 10, tokensPerFill: 10, fillInterval: 60s}'),
    'info another limit of this list is as strict in size and rate: this one is never reached',
  ],
  ['ratelimit-none', remote('cost: "0"'), 'warning a cost of 0 counts nothing: nothing is limited by it'],
  ['ratelimit-none', remote('cost: "2"')],
  [
    'cel-wrong-type',
    remote(`limitOverride: '"100/s"'`),
    'warning the expression returns a string, and a map is needed: the descriptor is dropped, so the request is not limited by it',
  ],
  ['cel-wrong-type', remote(`limitOverride: '{"unit": "second", "requestsPerUnit": 100}'`)],
  [
    'cel-wrong-type',
    remote(`cost: 'request.method'`),
    'warning the expression returns a string, and a number is needed: the descriptor is dropped, so the request is not limited by it',
  ],
  [
    'cel-wrong-type',
    onRoute(`delay: {duration: '"soon"'}`),
    'warning the expression returns a string, and a duration or milliseconds is needed: there is no delay',
  ],
  ['cel-wrong-type', onRoute(`delay: {duration: 'duration("1s")'}`)],
  ['cel-wrong-type', onRoute('delay: {duration: 1s}')],
  [
    'cel-wrong-type',
    onRoute(`extAuthz: {host: "localhost:9000", cache: {key: ['request.headers["authorization"]'], ttl: '60'}}`),
    'warning a number is a point in time, in seconds since 1970: 60 is long over, and nothing is kept in the cache',
  ],
  [
    'cel-wrong-type',
    onRoute(`extAuthz: {host: "localhost:9000", cache: {key: ['request.headers["authorization"]'], ttl: 'timestamp(jwt.exp)'}}`),
  ],
  [
    'cel-not-text',
    onRoute('directResponse: {status: 200, body: ok, headers: {x-served-by: proxy}}', ''),
    'warning the expression returns a map, not a string: the header is not set',
  ],
  [
    'llm-model-unreachable',
    failover(0, 0),
    'info all targets of the failover have one priority: the load is shared, and none waits for failures',
  ],
  ['llm-model-unreachable', failover(0, 1)],
  [
    'http-version-mismatch',
    withRoute('backends:\n- host: "a:443"\n  policies: {backendTLS: {alpn: [http/1.1]}, http: {version: HTTP/2.0}}'),
    'warning "alpn" of the TLS settings does not offer h2: the server expects HTTP/1.1 and fails',
  ],
  [
    'http-version-mismatch',
    withRoute('backends:\n- host: "a:443"\n  policies: {backendTLS: {alpn: [h2, http/1.1]}, http: {version: HTTP/2.0}}'),
  ],
  [
    'ai-policy-inert',
    onAiRoute('ai: {modelAliases: {"gpt-*": "claude-*"}}'),
    'warning only the alias is a pattern: the model "claude-*" is asked for as written',
  ],
  ['ai-policy-inert', onAiRoute('ai: {modelAliases: {"gpt-*": claude-4}}')],
  [
    'ai-policy-inert',
    onAiRoute('ai: {promptCaching: {cacheSystem: true}}'),
    'info only requests to Bedrock get cache points: it has no effect for openAI',
  ],
  ['ai-policy-inert', onRoute('ai: {promptCaching: {cacheSystem: true}}', '- ai: {name: b, provider: {bedrock: {region: us-east-1}}}')],
  [
    'policy-without-effect',
    onRoute('requestMirror: {backend: {host: "localhost:9000"}, percentage: 0}'),
    'info a share of 0 mirrors no request',
  ],
  [
    'route-shadowed',
    prefixes('/x', '/x/'),
    'warning no request reaches this match: "/x/" takes the same paths, and comes first because it is longer',
  ],
  ['route-shadowed', prefixes('/x', '/x/y')],
  [
    'mcp-authn-metadata',
    onMcpRoute(
      'mcpAuthentication: {issuer: "https://i.example.com", audiences: [a], jwks: {url: "https://i.example.com/k"}, resourceMetadata: {resource: mcp, scopesSupported: read}}',
    ),
    'warning "mcp" is not an address with a scheme and without a fragment: clients compare it with the one they use',
    'warning "scopesSupported" is a list, and clients refuse anything else',
  ],
  [
    'mcp-authn-metadata',
    onMcpRoute(
      'mcpAuthentication: {issuer: "https://i.example.com", audiences: [a], jwks: {url: "https://i.example.com/k"}, resourceMetadata: {resource: "https://m.example.com/mcp"}, clientSecret: $SECRET}',
    ),
    'info only the provider "entra" reads it: it has no effect',
  ],
  [
    'mcp-authn-metadata',
    onMcpRoute(
      'mcpAuthentication: {issuer: "https://i.example.com", audiences: [a], provider: {entra: {}}, jwks: {url: "https://i.example.com/k"}, resourceMetadata: {resource: "https://m.example.com/mcp"}, clientSecret: $SECRET}',
    ),
  ],
  [
    'metric-unknown',
    withSection('config: {metrics: {remove: [request_total, requests_total, agentgateway_request_duration_seconds]}}'),
    'warning the proxy has no metric "request_total": nothing is left out',
  ],
  ['backend-opens-proxy', ui(''), 'warning anybody who reaches the gateway can change the configuration of the proxy'],
  ['backend-opens-proxy', ui(', policies: {basicAuth: {mode: strict, htpasswd: {file: users}}}')],
  ['oidc-login', login('/oauth/callback'), 'warning no match of the route takes the path of the callback: the login ends with 404'],
  ['oidc-login', login('/app/callback')],
  [
    'condition-never-true',
    retry('response.code >= 500 && response.code < 400'),
    'warning the condition never holds, so nothing is tried again: response.code cannot be above 500 and below 400 at once: this never holds',
  ],
  ['condition-never-true', retry('response.code >= 500 && response.code < 600')],
  ['condition-never-true', retry('response.code >= 500 && response.code <= 500')],
  [
    'cel-constant',
    retry('response.code < 500 || response.code > 400'),
    'warning response.code is always above 400 or below 500: this always holds',
  ],
  [
    'cel-unanchored',
    onRoute(`authorization: {rules: ['jwt.scope.contains("admin")']}`),
    'warning "admin" is found inside other words of jwt.scope, so "not-admin" is allowed too',
  ],
  ['cel-unanchored', onRoute(`authorization: {rules: ['"admin" in jwt.scope.split(" ")']}`)],
  ['cel-unanchored', onRoute(`authorization: {rules: [{deny: 'jwt.scope.contains("admin")'}]}`)],
  [
    'duplicate-map-key',
    onRoute(`directResponse: {status: 200, body: ok, headers: {X-A: '"1"', x-a: '"2"'}}`, ''),
    'warning "x-a" occurs twice: only the last one is used',
  ],
])('%s: %s', (rule, yaml, ...expected) => {
  expect(found(rule, yaml)).toEqual(expected);
});
