/** Limits that ordinary requests exceed, headers that policies write for each other, and ports that are open by mistake. */
import { checkStatic } from '../check/check-static.js';
import { onAiRoute, onMcpRoute, onRoute, withListener, withRoute, withSection } from '../examples/examples.js';

/** The findings of one rule about a configuration, as `severity path`. */
function found(rule: string, yaml: string, version = '1.4.1'): string[] {
  const { findings } = checkStatic(yaml, { file: 'a.yaml', version });
  return findings.filter(finding => finding.rule === rule).map(({ severity, path = [] }) => `${severity} ${path.join('.')}`);
}

function messagesOf(yaml: string, rule: string): string[] {
  const { findings } = checkStatic(yaml, { file: 'a.yaml', version: '1.4.1' });
  return findings.filter(finding => finding.rule === rule).map(({ message }) => message);
}

const policies = 'binds.0.listeners.0.routes.0.policies';
const key = 'apiKey: {mode: strict, keys: [{key: $K}]}';
const cors = 'cors: {allowOrigins: ["https://a.example"], allowMethods: [GET]}';
const jwt = (issuer: string, keys: string): string =>
  onRoute(`jwtAuth: {mode: strict, issuer: "${issuer}", audiences: [g], jwks: {url: "${keys}"}}`);
const http = (fields: string): string => withSection(`frontendPolicies:\n  http: {${fields}}`);
const group = (name: string): string => `{providers: [{name: ${name}, provider: {openAI: {}}}]}`;
const health = (expression: string, backend = `ai: {groups: [${group('a')}, ${group('b')}]}`): string =>
  withRoute(
    `backends:\n- ${backend}\n  policies: {backendAuth: {key: $K}, health: {unhealthyExpression: '${expression}', eviction: {duration: 30s}}}`,
  );
const aliases = (model: string, alias: string): string =>
  withRoute(`backends:\n- ai: {name: a, provider: {openAI: {${model}}}, policies: {ai: {modelAliases: {${alias}: gpt-4o}}}}`);
const ai = 'binds.0.listeners.0.routes.0.backends.0';
const model = (section: string, fields = 'params: {apiKey: $K}'): string =>
  `llm:\n  port: 4000\n${section}  models: [{name: m, provider: openAI, ${fields}}]\n`;

it.each<[rule: string, yaml: string, ...expected: string[]]>([
  ['a2a-elsewhere', onMcpRoute('a2a: {}'), `warning ${policies}.a2a`],
  ['a2a-elsewhere', onAiRoute('a2a: {}'), `warning ${policies}.a2a`],
  ['a2a-elsewhere', onRoute('a2a: {}')],
  [
    'cors-by-hand',
    onRoute(`${cors}\nresponseHeaderModifier: {set: {Access-Control-Max-Age: "5"}}`),
    `warning ${policies}.responseHeaderModifier.set.Access-Control-Max-Age`,
  ],
  [
    'cors-by-hand',
    onRoute(`${cors}\ntransformations: {response: {add: {access-control-allow-origin: '"*"'}}}`),
    `warning ${policies}.transformations.response.add.access-control-allow-origin`,
  ],
  [
    'cors-by-hand',
    onRoute(`${key}\nresponseHeaderModifier: {set: {Access-Control-Allow-Origin: "*"}}`),
    `warning ${policies}.responseHeaderModifier.set.Access-Control-Allow-Origin`,
  ],
  ['cors-by-hand', onRoute('responseHeaderModifier: {set: {Access-Control-Allow-Origin: "*"}}')],
  ['cors-by-hand', onRoute(`${cors}\nresponseHeaderModifier: {set: {X-A: "1"}}`)],
  [
    'credential-header-set',
    onRoute(`${key}\nrequestHeaderModifier: {set: {authorization: "Bearer x"}}`),
    `info ${policies}.requestHeaderModifier.set.authorization`,
  ],
  [
    'credential-header-set',
    onRoute(`${key}\nrequestHeaderModifier: {remove: [Authorization]}`),
    `info ${policies}.requestHeaderModifier.remove.0`,
  ],
  [
    'credential-header-set',
    onRoute(
      'apiKey: {mode: strict, keys: [{key: $K}], location: {header: {name: x-key}}}\nrequestHeaderModifier: {set: {authorization: "Bearer x"}}',
    ),
  ],
  [
    'credential-header-set',
    withListener(
      `policies: {transformations: {request: {set: {authorization: '"Bearer x"'}}}}\nroutes:\n- policies: {${key}}\n  backends: [{host: "a:80"}]`,
    ),
    'warning binds.0.listeners.0.policies.transformations.request.set.authorization',
  ],
  ['health-client-errors', health('response.code >= 400'), `warning ${ai}.policies.health.unhealthyExpression`],
  ['health-client-errors', health('response.code > 499')],
  // One provider or address stays in use although it is unhealthy.
  ['health-client-errors', health('response.code >= 400', 'ai: {name: a, provider: {openAI: {}}}')],
  ['health-client-errors', health('response.code >= 400', 'host: "api.example:8080"')],
  [
    'health-client-errors',
    health('response.code >= 400', 'service: {name: default/api, port: 80}'),
    `warning ${ai}.policies.health.unhealthyExpression`,
  ],
  ['credential-header-set', onRoute(`${key}\ntransformations: {request: {set: {authorization: 'request.headers["x-token"]'}}}`)],
  ['apikey-empty-key', onRoute('apiKey: {mode: strict, keys: [{key: "Bearer abc"}]}'), `warning ${policies}.apiKey.keys.0.key`],
  ['apikey-empty-key', onRoute('apiKey: {mode: strict, keys: [{key: "Bearer abc"}], location: {header: {name: x-key}}}')],
  [
    'apikey-empty-key',
    onRoute('apiKey: {mode: strict, keys: [{key: ""}], location: {header: {name: x-key}}}'),
    `warning ${policies}.apiKey.keys.0.key`,
  ],
  [
    'cel-quoted',
    onRoute(`transformations: {request: {set: {x-user: '"jwt.sub"'}}}`),
    `warning ${policies}.transformations.request.set.x-user`,
  ],
  ['cel-quoted', onRoute(`transformations: {request: {set: {x-user: '"request."', x-a: '"jwt"', x-b: 'request.path'}}}`)],
  ['secret-in-clear-text', withSection('config: {database: {url: "postgres://u:p@db/x"}}'), 'warning config.database.url'],
  ['secret-in-clear-text', withSection('config: {database: {url: "postgres://u:$PASSWORD@db/x"}}')],
  ['health-client-errors', health('response.code >= 500 || response.code == 429')],
  ['health-client-errors', health('response.code >= 400 && response.code != 404')],
  [
    'hostname-on-tcp',
    withListener('protocol: TCP\nhostname: db.example\ntcpRoutes: [{backends: [{host: "db:5432"}]}]'),
    'warning binds.0.listeners.0.hostname',
  ],
  ['hostname-on-tcp', withListener('protocol: TLS\nhostname: db.example\ntcpRoutes: [{backends: [{host: "db:5432"}]}]')],
  [
    'jwks-other-issuer',
    jwt('https://l.example/realms/a', 'https://l.example/realms/b/protocol/openid-connect/certs'),
    `warning ${policies}.jwtAuth.jwks.url`,
  ],
  ['jwks-other-issuer', jwt('https://l.example/realms/a', 'https://l.example/realms/a/protocol/openid-connect/certs')],
  ['jwks-other-issuer', jwt('https://l.example/realms/a', 'http://keycloak:8080/realms/b/protocol/openid-connect/certs')],
  ['jwks-other-issuer', jwt('https://accounts.google.com', 'https://www.googleapis.com/oauth2/v3/certs')],
  ['jwks-other-issuer', jwt('https://dev.okta.com/oauth2/default', 'https://dev.okta.com/oauth2/v1/keys')],
  [
    'jwks-other-issuer',
    jwt(
      'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0',
      'https://login.microsoftonline.com/11111111-2222-3333-4444-666666666666/discovery/v2.0/keys',
    ),
    `warning ${policies}.jwtAuth.jwks.url`,
  ],
  [
    'jwks-other-issuer',
    jwt(
      'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0',
      'https://login.microsoftonline.com/common/discovery/v2.0/keys',
    ),
  ],
  ['limit-small', http('maxBufferSize: 4096'), 'warning frontendPolicies.http.maxBufferSize'],
  ['limit-small', http('maxBufferSize: 65536')],
  ['limit-small', http('http1MaxHeaders: 5'), 'warning frontendPolicies.http.http1MaxHeaders'],
  [
    'limit-small',
    onAiRoute('localRateLimit: [{maxTokens: 10, tokensPerFill: 10, fillInterval: 1s, type: tokens}]'),
    `warning ${policies}.localRateLimit.0.maxTokens`,
  ],
  ['limit-small', onAiRoute('localRateLimit: [{maxTokens: 10, tokensPerFill: 10, fillInterval: 1s, type: requests}]')],
  ['llm-open', model(''), 'info llm.models.0.name'],
  ['llm-open', model(`  policies: {${key}}\n`)],
  ['llm-open', model('', 'params: {model: gpt-4o}')],
  ['llm-open', onAiRoute('timeout: {requestTimeout: 60s}'), `info ${ai}`],
  ['llm-open', onAiRoute(key)],
  [
    'llm-open',
    withListener(`policies: {${key}}\nroutes:\n- backends: [{ai: {name: a, provider: {openAI: {}}}, policies: {backendAuth: {key: $K}}}]`),
  ],
  ['llm-open', withRoute('backends: [{ai: {name: a, provider: {openAI: {}}}, policies: {backendAuth: {passthrough: {}}}}]')],
  [
    'mcp-connection-duration',
    `frontendPolicies: {http: {maxConnectionDuration: 5m}}\n${onMcpRoute(key)}`,
    'warning frontendPolicies.http.maxConnectionDuration',
  ],
  [
    'mcp-connection-duration',
    `frontendPolicies: {http: {maxConnectionDuration: 1h}}\n${onMcpRoute(key)}`,
    'info frontendPolicies.http.maxConnectionDuration',
  ],
  ['mcp-connection-duration', http('maxConnectionDuration: 5m')],
  [
    'timeout-connect-gt-request',
    `config: {backend: {connectTimeout: 10s}}\n${onRoute('timeout: {requestTimeout: 10s}')}`,
    'warning config.backend.connectTimeout',
  ],
  ['timeout-connect-gt-request', `config: {backend: {connectTimeout: 9s}}\n${onRoute('timeout: {requestTimeout: 10s}')}`],
  ['timeout-connect-gt-request', `config: {backend: {connectTimeout: 10s}}\n${onRoute('cors: {}')}`],
  [
    'timeout-huge',
    onRoute(`${key}\nextAuthz: {host: "a:9000", cache: {key: [apiKey.key], ttl: 24h}}`),
    `info ${policies}.extAuthz.cache.ttl`,
  ],
  ['timeout-huge', onRoute('cors: {allowOrigins: ["https://a.example"], maxAge: 48h}'), `info ${policies}.cors.maxAge`],
  ['timeout-huge', onRoute('cors: {allowOrigins: ["https://a.example"], maxAge: 24h}')],
  ['ai-alias-unreached', aliases('model: gpt-4o-mini', 'fast'), `warning ${ai}.ai.policies.ai.modelAliases.fast`],
  ['ai-alias-unreached', aliases('model: gpt-4o-mini', 'gpt-4o-mini')],
  ['ai-alias-unreached', aliases('model: gpt-4o-mini', '"gpt-*"')],
  ['ai-alias-unreached', aliases('', 'fast')],
  [
    'ai-policy-inert',
    withRoute('backends:\n- ai: {name: a, provider: {openAI: {}}, policies: {ai: {promptCaching: {cacheSystem: true}}}}'),
    `info ${ai}.ai.policies.ai.promptCaching`,
  ],
  [
    'ai-policy-inert',
    withRoute(
      'backends:\n- ai: {name: a, provider: {bedrock: {region: eu-central-1}}, policies: {ai: {promptCaching: {cacheSystem: true}}}}',
    ),
  ],
])('%s: %s', (rule, yaml, ...expected) => expect(found(rule, yaml)).toEqual(expected));

it('aliases beside a model of the provider are not reported for versions whose source was not read', () =>
  expect(found('ai-alias-unreached', aliases('model: gpt-4o-mini', 'fast'), '1.3.0')).toEqual([]));

it.each([
  ['', 'the API key is empty: no request has this key'],
  [
    ', location: {queryParameter: {name: key}}',
    'the API key is empty: anyone who sends the name of the credential without a value is let in',
  ],
])('an empty API key with "%s"', (location, message) => {
  const text = onRoute(`apiKey: {mode: strict, keys: [{key: ""}]${location}}`);
  expect(messagesOf(text, 'apikey-empty-key')).toEqual([message]);
});

it.each([
  [
    'Access-Control-Allow-Origin',
    '"cors" writes "Access-Control-Allow-Origin" for the origins that it allows: all others get this value, as if "cors" allowed them',
  ],
  ['Access-Control-Max-Age', '"cors" writes "Access-Control-Max-Age" for the origins that it allows, and no browser asks for this value'],
])('%s by hand beside cors', (name, message) => {
  expect(messagesOf(onRoute(`${cors}\nresponseHeaderModifier: {set: {${name}: "*"}}`), 'cors-by-hand')).toEqual([message]);
});
