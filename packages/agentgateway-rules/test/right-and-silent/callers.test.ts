/** Checks of callers and what depends on who calls: what is right and was once reported, each beside the wrong one that still is. */
import { onRoute } from '../../src/examples/examples.js';
import { found } from './found.js';

const jwt = 'jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [a], jwks: {url: "https://id.example.com/keys"}}';
const gateways = (fields: string, attached = ''): string => `
gateways:
  default:
    port: 8443
    listeners:
    - {name: plain, hostname: plain.example.com}
    - name: agents
      hostname: agents.example.com
      ${fields}
mcp:
  ${attached}
  targets: [{name: a, mcp: {host: "http://a.tools.svc.cluster.local/mcp"}}]
  policies: {mcpAuthorization: {rules: [{allow: '"dev" in jwt.groups'}]}}
`;
const keys = (rule: string): string =>
  onRoute(`apiKey: {mode: strict, keys: [{key: $A, metadata: {tier: gold}}]}\nauthorization: {rules: [{require: '${rule}'}]}`);
const httpCheck = (header: string): string =>
  onRoute(
    `${jwt}\nextAuthz: {host: "localhost:9000", protocol: {http: {path: '"/check"', addRequestHeaders: {x-who: '${header}'}}}, includeRequestHeaders: [x-request-id], policies: {http: {requestTimeout: 2s}}}`,
  );
const keysAt = (url: string): string =>
  onRoute(`jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [a], jwks: {url: "${url}"}}`);

const cached = (key: string, body: string): string =>
  onRoute(`extAuthz: {host: "localhost:9000", ${body}policies: {http: {requestTimeout: 2s}}, cache: {key: [${key}], ttl: 60s}}`);
const body = 'includeRequestBody: {maxRequestBytes: 65536}, ';
const limited = (rules: string): string =>
  onRoute(
    `apiKey: {mode: optional, keys: [{key: $A, metadata: {team: a}}]}\n${rules}remoteRateLimit: {host: "localhost:8081", domain: g, descriptors: [{entries: [{key: team, value: apiKey.team}]}]}`,
  );
const unlimited = 'warning requests without a credential pass, have no "apiKey", and are not limited';

const noToken = 'warning the rule reads "jwt", but no token is checked here';
const noCredential = 'warning the list replaces the header Authorization, which is sent without it: the service gets no credential';
const noTier = (tier: string): string => `warning no key has "tier: ${tier}" in its metadata: every request is refused`;
const plain = 'the keys of the issuer are fetched over plain http';

it.each<[what: string, rule: string, yaml: string, expected: string[]]>([
  ['rules of MCP on a listener that checks tokens', 'authz-needs-jwt', gateways(jwt, 'gateways: default/agents'), []],
  ['rules of MCP on the other listener', 'authz-needs-jwt', gateways(jwt, 'gateways: default/plain'), [noToken]],
  ['rules of MCP at a port of its own', 'authz-needs-jwt', gateways(jwt, 'port: 3000'), [noToken]],
  [
    'rules of MCP on the gateway named default',
    'authz-needs-jwt',
    `gateways: {default: {port: 3000, ${jwt}}}\nmcp: {targets: [{name: a, mcp: {host: "http://a.svc/mcp"}}], policies: {mcpAuthorization: {rules: [{allow: '"dev" in jwt.groups'}]}}}\n`,
    [],
  ],
  ['a list of which some values are those of keys', 'identity-value-unknown', keys('apiKey.tier in ["gold", "silver"]'), []],
  ['values joined by "or" of which one is', 'identity-value-unknown', keys('apiKey.tier == "silver" || apiKey.tier == "gold"'), []],
  ['a value beside another way in', 'identity-value-unknown', keys('apiKey.tier == "silver" || request.method == "GET"'), []],
  ['a list of none', 'identity-value-unknown', keys('apiKey.tier in ["silver", "tin"]'), [noTier('silver')]],
  ['a value of none', 'identity-value-unknown', keys('apiKey.tier == "tin"'), [noTier('tin')]],
  ['a service that gets the subject', 'extauthz-http-request', httpCheck('jwt.sub'), []],
  ['a service that gets the credential in another header', 'extauthz-http-request', httpCheck('request.headers["authorization"]'), []],
  ['a service that gets the method alone', 'extauthz-http-request', httpCheck('request.method'), [noCredential]],
  [
    'keys of an issuer in the cluster',
    'jwks-plain-http',
    keysAt('http://keycloak.identity.svc.cluster.example:8080/keys'),
    [`info ${plain}`],
  ],
  ['keys of an issuer elsewhere', 'jwks-plain-http', keysAt('http://id.example.com/keys'), [`warning ${plain}`]],
  [
    'answers about bodies, kept by the user',
    'extauthz-cache-shared',
    cached('jwt.sub', body),
    ['warning the service decides by the body, which the key does not tell apart: the answer for one message is given to others'],
  ],
  ['answers about bodies, kept by the body', 'extauthz-cache-shared', cached("jwt.sub, 'request.body'", body), []],
  ['answers about users, kept by the user', 'extauthz-cache-shared', cached('jwt.sub, request.path', ''), []],
  [
    'a limit for callers that a rule asks for',
    'ratelimit-key-missing',
    limited('authorization: {rules: [{allow: has(apiKey.team)}]}\n'),
    [],
  ],
  [
    'a limit for callers that a requirement asks for',
    'ratelimit-key-missing',
    limited('authorization: {rules: [{require: apiKey.team == "a"}]}\n'),
    [],
  ],
  [
    'a limit beside another way in',
    'ratelimit-key-missing',
    limited('authorization: {rules: [{allow: has(apiKey.team)}, {allow: request.method == "GET"}]}\n'),
    [unlimited],
  ],
  ['a limit without rules', 'ratelimit-key-missing', limited(''), [unlimited]],
])('%s: %s', (_what, rule, yaml, expected) => {
  expect(found(rule, yaml)).toEqual(expected);
});
