/** Cases of `agentgateway-rules.ts`: rules of authorization, expressions, and credentials. */
import type { RuleCase } from './agentgateway-rules.js';
import { bearer, type Config, key, pick, toEcho, toMcp } from './agentgateway-rules-configs.js';
import { ask, echoed, mcpCall, type RulesWorld, status, toolNames } from './agentgateway-rules-world.js';

const issuerOf = ({ keys }: RulesWorld, realm = 'staff') => `http://${keys}/realms/${realm}`;
const jwtAuth = (world: RulesWorld, fields: Config = {}): Config => ({
  jwtAuth: { mode: 'strict', issuer: issuerOf(world), audiences: ['gateway'], jwks: world.jwks('staff'), ...fields },
});
type Rule = string | Config;
const ruled =
  (rules: readonly Rule[], more: (world: RulesWorld) => Config = () => ({})) =>
  (world: RulesWorld, port: number) =>
    toEcho(port, world, { authorization: { rules }, ...more(world) });
const checked = (...rules: Rule[]) => ruled(rules, jwtAuth);
const withHeader = (expression: string) => (world: RulesWorld, port: number) =>
  toEcho(port, world, { transformations: { request: { set: { 'x-made': expression } } } });
const made = async (port: number, headers: Record<string, string> = {}) =>
  pick(echoed(await ask(port, '/users', { headers })).headers, 'x-made');
/** Statuses of requests with tokens that have these claims. */
const asked = (port: number, world: RulesWorld, ...claims: Config[]) =>
  Promise.all(claims.map(each => status(port, '/', bearer(world.token(issuerOf(world), each)))));
const paths = (port: number, ...all: string[]) => Promise.all(all.map(path => status(port, path)));
/** Basic credentials. */
const basic = (user: string, password: string) => ({
  headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
});
const users = (htpasswd: string) => (world: RulesWorld, port: number) => toEcho(port, world, { basicAuth: { mode: 'strict', htpasswd } });
const inHeader = (name: string, more: Config = {}) => ({ location: { header: { name, ...more } } });

export const ruleRuleCases: readonly RuleCase[] = [
  {
    rule: 'cel-unanchored',
    wrong: ruled(['request.path.matches("/public")']),
    correct: ruled(['request.path.matches("^/public(/|$)")']),
    see: port => paths(port, '/public', '/public/a', '/secret/public'),
    saw: { wrong: [200, 200, 200], correct: [200, 200, 403] },
  },
  {
    rule: 'cel-unanchored',
    what: 'of a host',
    wrong: ruled(['request.host.matches("example.com")']),
    correct: ruled(['request.host.matches("^api[.]example[.]com$")']),
    see: port => Promise.all(['api.example.com', 'example.com.evil.test'].map(host => status(port, '/', { headers: { host } }))),
    saw: { wrong: [200, 200], correct: [200, 403] },
  },
  {
    rule: 'cel-unanchored',
    what: 'of a scope, by contains()',
    wrong: checked('jwt.scope.contains("admin")'),
    correct: checked('"admin" in jwt.scope.split(" ")'),
    see: (port, world) => asked(port, world, { scope: 'read admin' }, { scope: 'read not-admin' }),
    saw: { wrong: [200, 200], correct: [200, 403] },
  },
  {
    rule: 'cel-unanchored',
    what: 'of a scope, by in',
    wrong: checked('"admin" in jwt.scope'),
    correct: checked('"admin" in jwt.scope.split(" ")'),
    see: (port, world) =>
      asked(port, world, { scope: 'read admin' }, { scope: 'read not-admin' }, { scope: ['admin'] }, { scope: ['not-admin'] }),
    saw: { wrong: [200, 200, 200, 403], correct: [200, 403, 403, 403] },
  },
  {
    rule: 'cel-variable-not-here',
    what: 'the arguments of a tool',
    wrong: (world, port) => toMcp(port, world, { mcpAuthorization: { rules: ['mcp.tool.arguments.q == "a"'] } }),
    correct: (world, port) => toMcp(port, world, { mcpAuthorization: { rules: ['mcp.tool.name == "tool-1"'] } }),
    // The server answers no calls: its own words mean that the rule let the call pass.
    see: async port => [await toolNames(port), (await mcpCall(port, 'tools/call', { name: 'tool-1', arguments: { q: 'a' } })).message],
    saw: { wrong: [[], 'Unknown tool: tool-1'], correct: [['tool-1'], 'Method not found'] },
  },
  {
    rule: 'cel-variable-not-here',
    what: 'in a header',
    wrong: withHeader('string(response.code)'),
    correct: withHeader('request.method'),
    see: port => made(port),
    saw: { wrong: [null], correct: ['GET'] },
  },
  {
    rule: 'cel-list-claim',
    wrong: checked('jwt.groups == "admin"'),
    correct: checked('"admin" in jwt.groups'),
    see: (port, world) => asked(port, world, { groups: ['admin'] }, { groups: ['staff', 'admin'] }, { groups: ['staff'] }),
    saw: { wrong: [403, 403, 403], correct: [200, 200, 403] },
  },
  {
    rule: 'cel-list-claim',
    what: 'in a list of strings',
    wrong: checked('jwt.groups in ["admin", "owner"]'),
    correct: checked('jwt.groups.exists(group, group in ["admin", "owner"])'),
    see: (port, world) => asked(port, world, { groups: ['admin'] }, { groups: ['staff'] }),
    saw: { wrong: [403, 403], correct: [200, 403] },
  },
  {
    rule: 'cel-bad-regex',
    wrong: ruled([{ deny: 'request.path.matches("^/(?!public)")' }]),
    correct: ruled([{ deny: 'request.path.matches("^/admin")' }]),
    see: port => paths(port, '/public', '/admin'),
    saw: { wrong: [200, 200], correct: [200, 403] },
  },
  {
    rule: 'cel-constant',
    wrong: withHeader('source.address == "127.0.0.0/8" ? "near" : "far"'),
    correct: withHeader('cidr("127.0.0.0/8").containsIP(source.address) ? "near" : "far"'),
    see: port => made(port),
    saw: { wrong: ['far'], correct: ['near'] },
  },
  {
    rule: 'cel-not-text',
    wrong: withHeader('2'),
    correct: withHeader('"2"'),
    see: port => made(port),
    saw: { wrong: [null], correct: ['2'] },
  },
  {
    rule: 'cel-unknown-field',
    wrong: ruled(['request.query == "a=1"']),
    correct: ruled(['request.path == "/" || request.pathAndQuery.endsWith("?a=1")']),
    see: port => paths(port, '/?a=1', '/users'),
    saw: { wrong: [403, 403], correct: [200, 403] },
  },
  {
    rule: 'cel-unknown-function',
    wrong: ruled(['request.path.startswith("/public")']),
    correct: ruled(['request.path.startsWith("/public")']),
    see: port => paths(port, '/public', '/users'),
    saw: { wrong: [403, 403], correct: [200, 403] },
  },
  {
    rule: 'cel-unknown-variable',
    wrong: checked('user.team == "a"'),
    correct: checked('jwt.team == "a"'),
    see: (port, world) => asked(port, world, { team: 'a' }, { team: 'b' }),
    saw: { wrong: [403, 403], correct: [200, 403] },
  },
  {
    rule: 'cel-wrong-type',
    since: 'v1.4.0',
    wrong: (world, port) => toEcho(port, world, { delay: { duration: '"2s"' } }),
    correct: (world, port) => toEcho(port, world, { delay: { duration: 'duration("2s")' } }),
    see: async port => {
      const start = performance.now();
      return [await status(port), performance.now() - start >= 2000];
    },
    saw: { wrong: [200, false], correct: [200, true] },
  },
  {
    rule: 'authz-allow-all',
    wrong: ruled(['true', 'request.path == "/open"']),
    correct: ruled(['true', { deny: 'request.path == "/closed"' }]),
    see: port => paths(port, '/open', '/closed'),
    saw: { wrong: [200, 200], correct: [200, 403] },
  },
  {
    rule: 'authz-deny-absent',
    wrong: ruled([{ deny: 'request.headers["x-role"] != "admin"' }]),
    correct: ruled([{ deny: 'default(request.headers["x-role"], "") != "admin"' }]),
    see: async port => [
      await status(port),
      await status(port, '/', { headers: { 'x-role': 'other' } }),
      await status(port, '/', { headers: { 'x-role': 'admin' } }),
    ],
    saw: { wrong: [200, 403, 200], correct: [403, 403, 200] },
  },
  {
    rule: 'authz-deny-all',
    wrong: ruled(['request.path == "/open"', { deny: 'true' }]),
    correct: ruled(['request.path == "/open"']),
    see: port => paths(port, '/open', '/closed'),
    saw: { wrong: [403, 403], correct: [200, 403] },
  },
  {
    rule: 'authz-deny-error',
    wrong: ruled([{ deny: 'jwt.sub == "tester"' }]),
    correct: checked({ deny: 'jwt.sub == "tester"' }),
    see: async (port, world) => [await status(port), ...(await asked(port, world, {}, { sub: 'other' }))],
    saw: { wrong: [200, 200, 200], correct: [401, 403, 200] },
  },
  {
    rule: 'authz-deny-permitted',
    wrong: checked({ deny: '"admin" in jwt.roles' }),
    correct: checked({ require: '"admin" in jwt.roles' }),
    see: (port, world) => asked(port, world, { roles: ['admin'] }, { roles: ['guest'] }),
    saw: { wrong: [403, 200], correct: [200, 403] },
  },
  {
    rule: 'authz-needs-jwt',
    wrong: ruled(['jwt.sub == "tester"']),
    correct: checked('jwt.sub == "tester"'),
    see: (port, world) => asked(port, world, {}, { sub: 'other' }),
    saw: { wrong: [403, 403], correct: [200, 403] },
  },
  {
    rule: 'authz-never-match',
    wrong: ruled(['request.method == "get"']),
    correct: ruled(['request.method == "GET"']),
    see: port => status(port),
    saw: { wrong: 403, correct: 200 },
  },
  {
    rule: 'authz-no-rules',
    wrong: ruled([]),
    correct: ruled(['request.path.startsWith("/public")']),
    see: port => paths(port, '/public', '/users'),
    saw: { wrong: [200, 200], correct: [200, 403] },
  },
  {
    rule: 'authz-not-bool',
    wrong: ruled(['request.path']),
    correct: ruled(['request.path == "/x"']),
    see: port => paths(port, '/x', '/y'),
    saw: { wrong: [403, 403], correct: [200, 403] },
  },
  {
    rule: 'authz-require-conflict',
    since: 'v1.0.0',
    wrong: ruled([{ require: 'request.method == "GET"' }, { require: 'request.method == "POST"' }]),
    correct: ruled([{ require: 'request.method in ["GET", "POST"]' }, { require: 'request.path != "/admin"' }]),
    see: async port => [await status(port), await status(port, '/', { method: 'POST' }), await status(port, '/admin')],
    saw: { wrong: [403, 403, 403], correct: [200, 200, 403] },
  },
  {
    rule: 'auth-mode-optional',
    wrong: (world, port) => toEcho(port, world, { apiKey: { keys: [{ key: 'abc' }] } }),
    correct: (world, port) => toEcho(port, world, key('abc')),
    see: async port => [await status(port), await status(port, '/', bearer('abc')), await status(port, '/', bearer('other'))],
    saw: { wrong: [200, 200, 401], correct: [401, 200, 401] },
  },
  {
    rule: 'auth-no-credentials',
    wrong: (world, port) => toEcho(port, world, { apiKey: { mode: 'strict', keys: [] } }),
    correct: (world, port) => toEcho(port, world, key('abc')),
    see: async port => [await status(port), await status(port, '/', bearer('abc'))],
    saw: { wrong: [401, 401], correct: [401, 200] },
  },
  {
    rule: 'auth-location-clash',
    since: 'v1.2.0',
    wrong: (world, port) => toEcho(port, world, { ...jwtAuth(world), ...key('abc') }),
    correct: (world, port) => toEcho(port, world, { ...jwtAuth(world), apiKey: { ...key('abc').apiKey, ...inHeader('x-api-key') } }),
    see: async (port, world) => {
      const token = bearer(world.token(issuerOf(world))).headers.authorization;
      return [await status(port, '/', bearer('abc')), await status(port, '/', { headers: { authorization: token, 'x-api-key': 'abc' } })];
    },
    saw: { wrong: [401, 401], correct: [401, 200] },
  },
  {
    rule: 'auth-twice',
    since: 'v1.2.0',
    wrong: (world, port) => twice(port, world, key('abc'), key('abc')),
    correct: (world, port) => twice(port, world, key('abc'), { apiKey: { ...key('def').apiKey, ...inHeader('x-route-key') } }),
    see: async port => {
      const both = { authorization: 'Bearer abc', 'x-route-key': 'def' };
      const { status: code, body } = await ask(port, '/', { headers: both });
      return [code, code === 200 ? '' : body];
    },
    saw: { wrong: [401, 'api key authentication failure: no API Key found'], correct: [200, ''] },
  },
  {
    rule: 'credential-prefix',
    since: 'v1.2.0',
    wrong: (world, port) => toEcho(port, world, { apiKey: { ...key('abc').apiKey, ...inHeader('authorization', { prefix: 'Bearer' }) } }),
    correct: (world, port) =>
      toEcho(port, world, { apiKey: { ...key('abc').apiKey, ...inHeader('authorization', { prefix: 'Bearer ' }) } }),
    see: port => status(port, '/', bearer('abc')),
    saw: { wrong: 401, correct: 200 },
  },
  {
    rule: 'credential-stripped',
    wrong: (world, port) => toEcho(port, world, { ...jwtAuth(world), ...setting('request.headers["authorization"]') }),
    correct: (world, port) => toEcho(port, world, { ...jwtAuth(world), ...setting('jwt.sub') }),
    see: (port, world) => made(port, bearer(world.token(issuerOf(world))).headers),
    saw: { wrong: [null], correct: ['tester'] },
  },
  {
    rule: 'identity-missing',
    wrong: ruled(['apiKey.team == "a"']),
    correct: ruled(['apiKey.team == "a"'], () => ofTeam('a')),
    see: port => status(port, '/', bearer('abc')),
    saw: { wrong: 403, correct: 200 },
  },
  {
    rule: 'identity-value-unknown',
    wrong: ruled(['apiKey.role == "admin"'], () => ofTeam('a')),
    correct: ruled(['apiKey.team == "a"'], () => ofTeam('a')),
    see: port => status(port, '/', bearer('abc')),
    saw: { wrong: 403, correct: 200 },
  },
  {
    rule: 'jwt-permissive',
    wrong: (world, port) => toEcho(port, world, jwtAuth(world, { mode: 'permissive' })),
    correct: (world, port) => toEcho(port, world, jwtAuth(world)),
    see: async (port, world) => [
      await status(port),
      await status(port, '/', bearer('wrong')),
      ...(await asked(port, world, { aud: 'other' })),
    ],
    saw: { wrong: [200, 200, 200], correct: [401, 401, 401] },
  },
  {
    rule: 'jwt-required-claims',
    since: 'v1.0.0',
    wrong: (world, port) => toEcho(port, world, jwtAuth(world, requiring('exp', 'aud', 'tenant'))),
    correct: (world, port) => toEcho(port, world, jwtAuth(world, requiring('exp', 'aud'))),
    see: (port, world) => asked(port, world, {}, { exp: undefined }, { aud: undefined }),
    saw: { wrong: [200, 401, 401], correct: [200, 401, 401] },
  },
  {
    rule: 'jwt-required-claims',
    what: 'without a time',
    since: 'v1.0.0',
    wrong: (world, port) => toEcho(port, world, jwtAuth(world, requiring('sub'))),
    correct: (world, port) => toEcho(port, world, jwtAuth(world, requiring('exp', 'aud'))),
    see: (port, world) => asked(port, world, { exp: undefined }, { aud: undefined }, { exp: 1 }),
    saw: { wrong: [200, 200, 401], correct: [401, 401, 401] },
  },
  {
    rule: 'jwt-provider-shadowed',
    wrong: (world, port) => toEcho(port, world, issuers(world, ['staff', 'staff'], ['staff/second', 'staff'])),
    correct: (world, port) => toEcho(port, world, issuers(world, ['staff', 'staff'], ['agents', 'agents'])),
    see: (port, world) =>
      Promise.all(['staff', 'staff/second', 'agents'].map(realm => status(port, '/', bearer(world.token(issuerOf(world, realm)))))),
    saw: { wrong: [200, 401, 401], correct: [200, 401, 200] },
  },
  {
    rule: 'htpasswd-hash',
    wrong: users('anna:password'),
    correct: users('anna:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g='),
    see: async port => [await status(port, '/', basic('anna', 'password')), await status(port, '/', basic('anna', 'other'))],
    saw: { wrong: [401, 401], correct: [200, 401] },
  },
  {
    rule: 'htpasswd-hash',
    what: 'of a user that stands twice',
    wrong: users('anna:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\nanna:{SHA}0DPiKuNIrrVmD8IUCuw1hQxNqZc='),
    correct: users('anna:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\nbert:{SHA}0DPiKuNIrrVmD8IUCuw1hQxNqZc='),
    see: port => status(port, '/', basic('anna', 'password')),
    saw: { wrong: 401, correct: 200 },
  },
  {
    rule: 'weak-secret',
    what: 'with a space before it',
    wrong: (world, port) => toEcho(port, world, key(' a-long-key-of-a-client-1f9a')),
    correct: (world, port) => toEcho(port, world, key('a-long-key-of-a-client-1f9a')),
    see: port => status(port, '/', bearer('a-long-key-of-a-client-1f9a')),
    saw: { wrong: 401, correct: 200 },
  },
];

const setting = (expression: string): Config => ({ transformations: { request: { set: { 'x-made': expression } } } });
const ofTeam = (team: string): Config => ({ apiKey: { mode: 'strict', keys: [{ key: 'abc', metadata: { team } }] } });
const requiring = (...requiredClaims: string[]): Config => ({ jwtValidationOptions: { requiredClaims } });
/** Trusts the tokens of several issuers, each with the keys of a realm. */
const issuers = (world: RulesWorld, ...all: (readonly [issuer: string, realm: string])[]): Config => ({
  jwtAuth: {
    mode: 'strict',
    providers: all.map(([issuer, realm]) => ({ issuer: issuerOf(world, issuer), audiences: ['gateway'], jwks: world.jwks(realm) })),
  },
});
/** The policies of a listener, and of its route. */
const twice = (port: number, world: RulesWorld, ofListener: Config, ofRoute: Config): Config => ({
  binds: [
    { port, listeners: [{ protocol: 'HTTP', policies: ofListener, routes: [{ policies: ofRoute, backends: [{ host: world.echo }] }] }] },
  ],
});
