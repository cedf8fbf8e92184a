/** Configurations that do what they say and that a rule once reported, each beside the wrong one that it still reports. */
import { checkStatic } from '../check/check-static.js';
import { onMcpRoute, onRoute, withListener } from '../examples/examples.js';

function found(rule: string, yaml: string): string[] {
  const { findings } = checkStatic(yaml, { file: 'a.yaml', version: '1.4.1' });
  return findings.filter(finding => finding.rule === rule).map(({ severity, message }) => `${severity} ${message}`);
}

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

const patternAndPrefix = (regex: string, prefix: string, more = ''): string =>
  withListener(
    `routes:\n- name: a\n  matches: [{path: {regex: '${regex}'}}]\n  policies: {directResponse: {status: 403}}\n- name: b\n  matches: [{path: {pathPrefix: ${prefix}}${more}}]\n  backends: [{host: "one:8080"}]`,
  );
const noPattern = (prefix: string): string =>
  `warning no request reaches this match: the prefix "${prefix}" takes the same paths, and prefixes come before patterns`;
const tools = (rule: string): string => onMcpRoute(`mcpAuthorization: {rules: [{deny: '${rule}'}]}`);
const methods = (key: string): string =>
  onMcpRoute(`mcpGuardrails: {processors: [{kind: remote, host: "localhost:9002", methods: {"${key}": full, tools/list: response}}]}`);
const database = (protocol: string): string => `
gateways: {db: {port: 5432, protocol: ${protocol}${protocol === 'TLS' ? ', tls: {cert: a, key: b}' : ''}}}
tcpRoutes: [{name: a, gateways: db, hostnames: [a.example.com], backends: [{host: "a:5432"}]}]
`;
const redirect = (names: string): string => `
gateways:
  plain: {port: 8080}
  secure: {port: 8443, tls: {cert: a, key: b}}
routes:
- name: to-https
  gateways: ${names}
  hostnames: [a.example.com]
  policies: {requestRedirect: {scheme: https, authority: {full: a.example.com}}}
`;

const cached = (key: string, body: string): string =>
  onRoute(`extAuthz: {host: "localhost:9000", ${body}policies: {http: {requestTimeout: 2s}}, cache: {key: [${key}], ttl: 60s}}`);
const body = 'includeRequestBody: {maxRequestBytes: 65536}, ';
const section = (port: string): string => `
gateways: {default: {port: 8443, ${jwt}}}
mcp: {${port}targets: [{name: a, mcp: {host: "http://a.tools.svc.cluster.local/mcp"}}]}
`;

const attached = (rule: string): string => `
binds: [{port: 3000, listeners: [{routes: [{name: a, ruleName: write, backends: [{host: "one:8080"}]}]}]}]
policies: [{name: {name: p, namespace: ""}, target: {route: {name: a, namespace: default, ruleName: ${rule}}}, policy: {timeout: {requestTimeout: 5s}}}]
`;
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
  ['a pattern below a prefix that takes everything', 'route-shadowed', patternAndPrefix('/[a-z]+/admin', '/'), [noPattern('/')]],
  ['a pattern below its own prefix', 'route-shadowed', patternAndPrefix('/api/v[0-9]+/admin', '/api'), [noPattern('/api')]],
  ['a pattern with another beginning', 'route-shadowed', patternAndPrefix('/apis?/admin', '/api'), []],
  [
    'a pattern that ends where the prefix begins',
    'route-shadowed',
    patternAndPrefix('/api.*', '/api'),
    ['info paths below "/api" go to another route, which stands later'],
  ],
  ['a pattern with several beginnings', 'route-shadowed', patternAndPrefix('/api/a|/b', '/api'), []],
  ['a pattern beside a prefix for some requests', 'route-shadowed', patternAndPrefix('/[a-z]+/admin', '/', ', method: GET'), []],
  [
    'arguments of a tool in a rule',
    'cel-variable-not-here',
    tools('mcp.tool.arguments.branch == "main"'),
    [
      'warning "mcp.tool.arguments" has no value here: the expression runs for one MCP message, before it is sent on, and the rule denies nothing',
    ],
  ],
  ['the name of a tool in a rule', 'cel-variable-not-here', tools('mcp.tool.name == "push" && mcp.tool.target == "git"'), []],
  [
    'a pattern below the name of a method',
    'processor-inert',
    methods('tools/call/*'),
    ['warning "tools/call/*" is not an MCP method, so this never runs'],
  ],
  ['patterns that methods fit', 'processor-inert', methods('tools/c*'), []],
  ['patterns of a namespace', 'processor-inert', methods('notifications/tools/*'), []],
  ['patterns of an end', 'processor-inert', methods('*/read'), []],
  [
    'a route for a name at a plain TCP port',
    'hostname-on-tcp',
    database('TCP'),
    ['warning a TCP connection does not name a host: no connection reaches this route'],
  ],
  ['a route for a name at a TLS port', 'hostname-on-tcp', database('TLS'), []],
  ['a redirect at both gateways', 'redirect-loop', redirect('[plain, secure]'), ['warning the redirect leads back to the same route']],
  ['a redirect at the plain gateway', 'redirect-loop', redirect('plain'), []],
  [
    'answers about bodies, kept by the user',
    'extauthz-cache-shared',
    cached('jwt.sub', body),
    ['warning the service decides by the body, which the key does not tell apart: the answer for one message is given to others'],
  ],
  ['answers about bodies, kept by the body', 'extauthz-cache-shared', cached("jwt.sub, 'request.body'", body), []],
  ['answers about users, kept by the user', 'extauthz-cache-shared', cached('jwt.sub, request.path', ''), []],
  [
    'a gateway beside a section with a port of its own',
    'unused-definition',
    section('port: 3000, '),
    ['info nothing is attached to the gateway "default": its port answers every request with 404, and its policies protect nothing'],
  ],
  ['a gateway that a section is attached to', 'unused-definition', section(''), []],
  ['a policy for a rule of a route', 'attached-policy-ignored', attached('write'), []],
  [
    'a policy for a rule that no route has',
    'attached-policy-ignored',
    attached('read'),
    ['warning no route has the ruleName "read": the policy never applies'],
  ],
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
