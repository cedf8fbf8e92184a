/** Cases of `agentgateway-rules.ts`: what policies of one route, its matches and its listener take from each other. */
import type { RuleCase } from './agentgateway-rules.js';
import { bearer, type Config, cors, key, pick, preflight, toEcho, toModel, withPolicies } from './agentgateway-rules-configs.js';
import { ask, chat, echoed, type RulesWorld, status } from './agentgateway-rules-world.js';

const echo =
  (policies: Config, more: Config = {}) =>
  (world: RulesWorld, port: number) =>
    toEcho(port, world, policies, more);
/** A route to the echo server below a listener with policies. */
const below =
  (listener: Config, policies: Config) =>
  (world: RulesWorld, port: number): Config => ({
    binds: [{ port, listeners: [{ protocol: 'HTTP', policies: listener, routes: [{ policies, backends: [{ host: world.echo }] }] }] }],
  });
const browsers = { cors: { ...cors, allowMethods: ['PUT'], allowHeaders: ['content-type'] } };
const strict = key('first');
const asTier = { authorization: { rules: ['request.headers["x-tier"] == "internal"'] } };
const tier = { transformations: { request: { set: { 'x-tier': '"internal"' } } } };
const rewritten = (expression: string) =>
  echo({ urlRewrite: { path: { prefix: '/v2' } }, authorization: { rules: [expression] } }, { matches: [{ path: { pathPrefix: '/v1' } }] });
const guard = { request: [{ regex: { action: 'reject', rules: [{ pattern: 'hunter2' }] } }] };
const question = { method: 'POST', headers: { 'content-type': 'application/json' } };
const prompt = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hunter2' }] });

const office = 'cidr("127.0.0.0/8").containsIP(source.address)';
const teams = { apiKey: { mode: 'strict', keys: ['a', 'b'].map(team => ({ key: team, metadata: { team } })) } };
const budget = (more: Config) => (world: RulesWorld, port: number) =>
  withPolicies(toModel(port, world, {}), { localRateLimit: [{ maxTokens: 100000, tokensPerFill: 1, fillInterval: '1h', ...more }] });

export const pairCases: readonly RuleCase[] = [
  {
    rule: 'authz-network-or-identity',
    wrong: echo({ ...teams, authorization: { rules: ['apiKey.team == "a"', office] } }),
    correct: echo({ ...teams, authorization: { rules: [`apiKey.team == "a" && ${office}`] } }),
    see: async port => [await status(port, '/', bearer('a')), await status(port, '/', bearer('b')), await status(port)],
    saw: { wrong: [200, 200, 401], correct: [200, 403, 401] },
  },
  {
    rule: 'match-without-path',
    wrong: echo({}, { matches: [{ path: { pathPrefix: '/upload' } }, { method: 'POST' }] }),
    correct: echo({}, { matches: [{ path: { pathPrefix: '/upload' }, method: 'POST' }] }),
    see: async port => [
      await status(port, '/upload', { method: 'POST' }),
      await status(port, '/other', { method: 'POST' }),
      await status(port, '/upload'),
    ],
    saw: { wrong: [200, 200, 200], correct: [200, 404, 404] },
  },
  {
    rule: 'ratelimit-counts-requests',
    wrong: budget({}),
    correct: budget({ type: 'tokens' }),
    see: async port => [
      (await chat(port, 'tokens-90000')).status,
      (await chat(port, 'tokens-90000')).status,
      (await chat(port, 'gpt-4o')).status,
    ],
    saw: { wrong: [200, 200, 200], correct: [200, 200, 429] },
  },
  {
    rule: 'cors-unreached',
    wrong: echo(browsers, { matches: [{ path: { pathPrefix: '/' }, method: 'PUT' }] }),
    correct: echo(browsers, { matches: [{ path: { pathPrefix: '/' } }] }),
    see: port => status(port, '/', preflight),
    saw: { wrong: 404, correct: 200 },
  },
  {
    rule: 'cors-unreached',
    what: 'behind a check of the listener',
    wrong: below(strict, browsers),
    correct: echo({ ...strict, ...browsers, cors: { ...browsers.cors, allowHeaders: ['content-type', 'authorization'] } }),
    see: port => status(port, '/', preflight),
    saw: { wrong: 401, correct: 200 },
  },
  {
    rule: 'authz-outside-route',
    wrong: rewritten('request.path.startsWith("/v2/")'),
    correct: rewritten('request.path.startsWith("/v1/")'),
    see: port => status(port, '/v1/users'),
    saw: { wrong: 403, correct: 200 },
  },
  {
    rule: 'header-set-later',
    since: 'v1.0.0',
    wrong: echo({ ...tier, ...asTier }),
    correct: below(tier, asTier),
    see: port => status(port),
    saw: { wrong: 403, correct: 200 },
  },
  {
    rule: 'header-removed-early',
    since: 'v1.0.0',
    wrong: below({ transformations: { request: { remove: ['origin'] } } }, { csrf: {} }),
    correct: below({ transformations: { request: { remove: ['x-debug'] } } }, { csrf: {} }),
    see: port => status(port, '/', { method: 'POST', headers: { origin: 'https://evil.test' } }),
    saw: { wrong: 200, correct: 403 },
  },
  {
    rule: 'header-believed',
    wrong: echo({ authorization: { rules: ['request.headers["x-role"] == "admin"'] } }),
    correct: echo({
      apiKey: { mode: 'strict', keys: [{ key: 'first', metadata: { role: 'admin' } }] },
      authorization: { rules: ['apiKey.role == "admin"'] },
    }),
    see: async port => [await status(port), await status(port, '/', { headers: { 'x-role': 'admin' } })],
    saw: { wrong: [403, 200], correct: [401, 401] },
  },
  {
    rule: 'header-modifier-conflict',
    what: 'of a transformation and a modifier',
    wrong: echo({ requestHeaderModifier: { set: { 'x-tier': 'a' } }, ...tier }),
    correct: echo(tier),
    see: async port => pick(echoed(await ask(port, '/')).headers, 'x-tier'),
    saw: { wrong: ['a'], correct: ['internal'] },
  },
  {
    rule: 'backend-auth-conflict',
    what: 'of a key and passthrough',
    wrong: echo({ ...strict, backendAuth: { passthrough: {} } }),
    correct: echo({ ...strict, backendAuth: { key: 'backend' } }),
    see: async port => pick(echoed(await ask(port, '/', bearer('first'))).headers, 'authorization'),
    saw: { wrong: [null], correct: ['Bearer backend'] },
  },
  {
    rule: 'ai-guard-skipped',
    wrong: (world, port) => toModel(port, world, {}, { ai: { routes: { '/v1/chat/completions': 'passthrough' }, promptGuard: guard } }),
    correct: (world, port) => toModel(port, world, {}, { ai: { routes: { '/v1/chat/completions': 'completions' }, promptGuard: guard } }),
    see: async port => (await ask(port, '/v1/chat/completions', { ...question, body: prompt })).status,
    saw: { wrong: 200, correct: 403 },
  },
];
