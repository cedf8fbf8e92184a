/** Cases of `agentgateway-rules.ts`: ports, hosts, paths and headers that do not do what they read. */
import type { RuleCase } from './agentgateway-rules.js';
import { answering, type Config, cors, key, pick, preflight, route, toEcho } from './agentgateway-rules-configs.js';
import { ask, echoed, firstBytes, type RulesWorld, status } from './agentgateway-rules-world.js';

type Configured = RuleCase['wrong'];
const listeners = (port: number, ...all: Config[]): Config => ({
  binds: [{ port, listeners: all.map(each => ({ protocol: 'HTTP', ...each })) }],
});
const matching =
  (...matches: Config[]): Configured =>
  (world, port) =>
    toEcho(port, world, undefined, { matches });
const policies =
  (given: Config): Configured =>
  (world, port) =>
    toEcho(port, world, given);
const onHost =
  (...hostnames: string[]): Configured =>
  (world, port) =>
    toEcho(port, world, undefined, { hostnames });
const prefix = (pathPrefix: string): Config => ({ path: { pathPrefix } });
const withHeader = (value: Config, name = 'x-a'): Configured => matching({ ...prefix('/'), headers: [{ name, value }] });
const paths = (port: number, ...all: string[]) => Promise.all(all.map(path => status(port, path)));
const hosts = (port: number, ...names: string[]) => Promise.all(names.map(host => status(port, '/', { headers: { host } })));
const answer = async (port: number, path = '/', headers: Record<string, string> = {}) => {
  const { status: code, body } = await ask(port, path, { headers });
  return [code, code < 400 ? '' : body];
};
const sent = async (port: number, name: string, headers: Record<string, string> = {}) =>
  pick(echoed(await ask(port, '/users', { headers })).headers, name);
const attach = (target: Config, policy: Config, name = 'p') => ({ name: { name, namespace: 'default' }, target, policy });

export const trafficCases: readonly RuleCase[] = [
  {
    rule: 'hostname-on-tcp',
    what: 'of a route',
    wrong: (world, port) => tcp(port, { hostnames: ['db.example'], backends: [{ host: world.tcp }] }),
    correct: (world, port) => tcp(port, { backends: [{ host: world.tcp }] }),
    see: port => firstBytes(port, 'you'),
    saw: { wrong: '', correct: 'hello you' },
  },
  {
    rule: 'bind-internal-unreached',
    since: 'v1.4.0',
    wrong: (world, port) => ({ config: { readinessAddr: `127.0.0.1:${port}` }, ...inner(world, world.spare, { mode: 'internal' }) }),
    correct: (world, port) => ({ config: { readinessAddr: `127.0.0.1:${port}` }, ...inner(world, world.spare, {}) }),
    see: async (port, world) => {
      for (let round = 0; round < 100 && (await status(port, '/healthz/ready')) !== 200; round++)
        await new Promise(done => setTimeout(done, 50));
      return status(world.spare);
    },
    saw: { wrong: 0, correct: 200 },
  },
  {
    rule: 'gateway-policy-replaced',
    what: 'of all routes',
    since: 'v1.0.0',
    wrong: (world, port) => ofGateway(world, port, { localRateLimit: [limit(1)] }, { localRateLimit: [limit(3)] }),
    correct: (world, port) => ofGateway(world, port, { localRateLimit: [limit(1)] }, { timeout: { requestTimeout: '20s' } }),
    see: async port => [await status(port), await status(port), await status(port), await status(port)],
    saw: { wrong: [200, 200, 200, 429], correct: [200, 429, 429, 429] },
  },
  {
    rule: 'gateway-policy-replaced',
    what: 'but rules of authorization are joined',
    since: 'v1.0.0',
    isOfObjects: true,
    wrong: (world, port) => ofGateway(world, port, { authorization: { rules: [{ deny: 'request.path == "/a"' }] } }, denied('/b')),
    correct: (world, port) => ofGateway(world, port, denied('/a'), {}),
    see: port => paths(port, '/a', '/b', '/c'),
    saw: { wrong: [403, 403, 200], correct: [403, 200, 200] },
  },
  {
    rule: 'bind-protocols-mixed',
    wrong: (world, port) => ({
      binds: [
        {
          port,
          listeners: [
            { protocol: 'TCP', name: 'a', tcpRoutes: [{ backends: [{ host: world.tcp }] }] },
            { protocol: 'TCP', name: 'b', tcpRoutes: [{ backends: [{ host: world.tcp }] }] },
          ],
        },
      ],
    }),
    correct: (world, port) => tcp(port, { backends: [{ host: world.tcp }] }),
    see: port => firstBytes(port, 'you'),
    saw: { wrong: '', correct: 'hello you' },
  },
  {
    rule: 'bind-without-listeners',
    wrong: (_world, port) => ({ binds: [{ port, listeners: [] }] }),
    correct: policies({}),
    see: port => answer(port),
    saw: { wrong: [404, 'listener not found'], correct: [200, ''] },
  },
  {
    rule: 'backend-always-fails',
    wrong: (_world, port) => route(port, undefined, { invalid: null }),
    correct: policies({}),
    see: port => status(port),
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'backend-always-fails',
    what: 'at port 0',
    wrong: (_world, port) => route(port, undefined, { host: '127.0.0.1:0' }),
    correct: policies({}),
    see: port => status(port),
    saw: { wrong: 503, correct: 200 },
  },
  {
    rule: 'backend-auth-text',
    wrong: policies({ backendAuth: { key: 'Bearer abc' } }),
    correct: policies({ backendAuth: { key: 'abc' } }),
    see: port => sent(port, 'authorization'),
    saw: { wrong: ['Bearer Bearer abc'], correct: ['Bearer abc'] },
  },
  {
    rule: 'backend-opens-proxy',
    wrong: (_world, port) => route(port, undefined, { dynamic: {} }),
    correct: (_world, port) => route(port, { authorization: { rules: ['request.host.endsWith(".example.com")'] } }, { dynamic: {} }),
    see: (port, world) => hosts(port, world.echo),
    saw: { wrong: [200], correct: [403] },
  },
  {
    rule: 'auth-path-exact',
    wrong: (world, port) => guardedPath(world, port, { exact: '/admin' }),
    correct: (world, port) => guardedPath(world, port, { pathPrefix: '/admin' }),
    see: port => paths(port, '/admin', '/admin/', '/admin/x'),
    saw: { wrong: [401, 200, 200], correct: [401, 401, 401] },
  },
  {
    rule: 'attached-policy-ignored',
    since: 'v1.0.0',
    wrong: (world, port) => attachedTo(world, port, { backend: { backend: { name: 'api', namespace: '' } } }),
    correct: (world, port) => attachedTo(world, port, { route: { name: 'api', namespace: 'default' } }),
    see: async port => (await status(port)) === 504,
    saw: { wrong: false, correct: true },
  },
  {
    rule: 'policy-target-missing',
    what: 'in another namespace',
    since: 'v1.0.0',
    wrong: (world, port) => attachedTo(world, port, { route: { name: 'api', namespace: 'other' } }),
    correct: (world, port) => attachedTo(world, port, { route: { name: 'api', namespace: 'default' } }),
    see: async port => (await status(port)) === 504,
    saw: { wrong: false, correct: true },
  },
  {
    rule: 'conditional-shadowed',
    since: 'v1.4.0',
    wrong: policies({ transformations: { conditional: [when('true', 'basic'), when('request.path == "/users"', 'pro')] } }),
    correct: policies({ transformations: { conditional: [when('request.path == "/users"', 'pro'), when(undefined, 'basic')] } }),
    see: port => sent(port, 'x-tier'),
    saw: { wrong: ['basic'], correct: ['pro'] },
  },
  {
    rule: 'cors-origin',
    wrong: policies({ cors: { ...cors, allowOrigins: ['https://app.example.com/'] } }),
    correct: policies({ cors }),
    see: async port => pick((await ask(port, '/', preflight)).headers, 'access-control-allow-origin'),
    saw: { wrong: [null], correct: ['https://app.example.com'] },
  },
  {
    rule: 'cors-preflight',
    wrong: policies({ cors: { ...cors, allowMethods: ['put'] } }),
    correct: policies({ cors: { ...cors, allowMethods: ['PUT'] } }),
    see: async port => pick((await ask(port, '/', preflight)).headers, 'access-control-allow-methods'),
    saw: { wrong: ['put'], correct: ['PUT'] },
  },
  {
    rule: 'csrf-origin',
    wrong: policies({ csrf: { additionalOrigins: ['https://*.example.com'] } }),
    correct: policies({ csrf: { additionalOrigins: ['https://app.example.com'] } }),
    see: port => status(port, '/', { method: 'POST', headers: { origin: 'https://app.example.com' } }),
    saw: { wrong: 403, correct: 200 },
  },
  {
    rule: 'direct-response-body',
    wrong: (_world, port) => listeners(port, { routes: [{ policies: { directResponse: { status: 204, body: 'ok' } } }] }),
    correct: (_world, port) => listeners(port, { routes: [answering('ok')] }),
    see: async port => (await ask(port, '/')).body,
    saw: { wrong: '', correct: 'ok' },
  },
  {
    rule: 'duplicate-backend-name',
    wrong: (world, port) => ({
      ...named(port, 'a'),
      backends: [
        { name: 'a', host: world.echo },
        { name: 'a', host: '127.0.0.1:9' },
      ],
    }),
    correct: (world, port) => ({
      ...named(port, 'a'),
      backends: [
        { name: 'a', host: world.echo },
        { name: 'b', host: '127.0.0.1:9' },
      ],
    }),
    see: port => status(port),
    saw: { wrong: 503, correct: 200 },
  },
  {
    rule: 'header-modifier-fails',
    wrong: policies({ requestHeaderModifier: { set: { 'bad name': 'x' } } }),
    correct: policies({ requestHeaderModifier: { set: { 'good-name': 'x' } } }),
    see: port => status(port),
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'hostname-never-matches',
    wrong: onHost('*', 'Example.com', 'example.com.', 'a.*.com', '*example.com'),
    correct: onHost('example.com', '*.b.com'),
    // Clients make a host of a URL lower case; a Host header in upper case is compared as it is.
    see: port => hosts(port, 'example.com', 'Example.com', 'a.b.com', 'myexample.com'),
    saw: { wrong: [404, 200, 404, 404], correct: [200, 404, 200, 404] },
  },
  {
    rule: 'hostname-outside-listener',
    wrong: (world, port) =>
      listeners(port, { hostname: 'a.example', routes: [{ hostnames: ['b.example'], backends: [{ host: world.echo }] }] }),
    correct: (world, port) =>
      listeners(port, { hostname: '*.example', routes: [{ hostnames: ['b.example'], backends: [{ host: world.echo }] }] }),
    see: port => hosts(port, 'a.example', 'b.example'),
    saw: { wrong: [404, 404], correct: [404, 200] },
  },
  {
    rule: 'limit-out-of-range',
    wrong: policies({ requestMirror: { backend: { host: '127.0.0.1:9' }, percentage: 50 } }),
    correct: policies({ requestMirror: { backend: { host: '127.0.0.1:9' }, percentage: 0.5 } }),
    see: port => status(port),
    saw: { wrong: 0, correct: 200 },
  },
  {
    rule: 'literal-as-pattern',
    wrong: policies({ requestHeaderModifier: { remove: ['x-internal-*'] } }),
    correct: policies({ requestHeaderModifier: { remove: ['x-internal-user'] } }),
    see: port => sent(port, 'x-internal-user', { 'x-internal-user': 'anna' }),
    saw: { wrong: ['anna'], correct: [null] },
  },
  {
    rule: 'literal-as-pattern',
    what: 'in a value that is matched',
    wrong: withHeader({ exact: 'a.*' }),
    correct: withHeader({ regex: 'a.*' }),
    see: async port => [await status(port, '/', { headers: { 'x-a': 'abc' } }), await status(port, '/', { headers: { 'x-a': 'a.*' } })],
    saw: { wrong: [404, 200], correct: [200, 200] },
  },
  {
    rule: 'match-never-holds',
    wrong: matching(),
    correct: matching(prefix('/')),
    see: port => status(port),
    saw: { wrong: 404, correct: 200 },
  },
  {
    rule: 'match-never-holds',
    what: 'of a header that the proxy removes',
    wrong: withHeader({ exact: 'api.example' }, 'host'),
    correct: withHeader({ exact: 'api.example' }, 'x-host'),
    see: port => status(port, '/', { headers: { host: 'api.example', 'x-host': 'api.example' } }),
    saw: { wrong: 404, correct: 200 },
  },
  {
    rule: 'path-never-matches',
    wrong: matching(prefix('/api/*'), { path: { exact: '/a?x=1' } }, { path: { regex: 'a.*' } }),
    correct: matching(prefix('/api'), { path: { exact: '/a' } }, { path: { regex: '/a.*' } }),
    see: port => paths(port, '/api/x', '/a?x=1', '/ab'),
    saw: { wrong: [404, 404, 404], correct: [200, 200, 200] },
  },
  {
    rule: 'regex-whole-value',
    wrong: matching({ path: { regex: '/a|/ab' } }),
    correct: matching({ path: { regex: '/ab|/a' } }),
    see: port => paths(port, '/a', '/ab'),
    saw: { wrong: [200, 404], correct: [200, 200] },
  },
  {
    rule: 'policy-replaced',
    wrong: (world, port) =>
      route(port, { backendAuth: { key: 'route' } }, { host: world.echo, policies: { backendAuth: { key: 'backend' } } }),
    correct: (world, port) => route(port, { backendAuth: { key: 'route' } }, { host: world.echo }),
    see: port => sent(port, 'authorization'),
    saw: { wrong: ['Bearer backend'], correct: ['Bearer route'] },
  },
  {
    rule: 'policy-target-shared',
    since: 'v1.0.0',
    wrong: (world, port) => shared(world, port, { 'x-a': 'one' }, { 'x-b': 'two' }),
    correct: (world, port) => shared(world, port, { 'x-a': 'one', 'x-b': 'two' }),
    // Which of the two is used changes from start to start.
    see: async port => pick(echoed(await ask(port, '/')).headers, 'x-a', 'x-b').filter(each => each !== null).length,
    saw: { wrong: 1, correct: 2 },
  },
  {
    rule: 'policy-without-effect',
    wrong: (_world, port) =>
      listeners(port, { routes: [{ policies: { requestRedirect: { scheme: 'https' }, directResponse: { status: 200, body: 'ok' } } }] }),
    correct: (_world, port) => listeners(port, { routes: [answering('ok')] }),
    see: port => status(port),
    saw: { wrong: 302, correct: 200 },
  },
  {
    rule: 'pseudo-header-side',
    wrong: policies({ transformations: { request: { set: { ':status': '404' } } } }),
    correct: policies({ transformations: { response: { set: { ':status': '404' } } } }),
    see: port => status(port),
    saw: { wrong: 200, correct: 404 },
  },
  {
    rule: 'proxy-header-trusted',
    what: 'where it is demanded',
    since: 'v1.4.0',
    isOfObjects: true,
    wrong: (world, port) => ({ ...toEcho(port, world), frontendPolicies: { proxyProtocol: {} } }),
    correct: (world, port) => ({ ...toEcho(port, world), frontendPolicies: { proxyProtocol: { mode: 'optional' } } }),
    see: port => status(port),
    saw: { wrong: 0, correct: 200 },
  },
  {
    rule: 'redirect-port',
    wrong: policies({ requestRedirect: { scheme: 'https' } }),
    correct: policies({ requestRedirect: { scheme: 'https', authority: { port: 443 } } }),
    see: async port => pick((await ask(port, '/', { headers: { host: 'a.example:8080' } })).headers, 'location'),
    saw: { wrong: ['https://a.example:8080/'], correct: ['https://a.example/'] },
  },
  {
    rule: 'rewrite-fails',
    wrong: (world, port) => toEcho(port, world, { urlRewrite: { path: { prefix: '/new' } } }, { matches: [{ path: { exact: '/old' } }] }),
    correct: (world, port) => toEcho(port, world, { urlRewrite: { path: { prefix: '/new' } } }, { matches: [prefix('/old')] }),
    see: port => status(port, '/old'),
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'route-group-missing',
    since: 'v1.2.0',
    wrong: (world, port) => grouped(world, port, 'other'),
    correct: (world, port) => grouped(world, port, 'team'),
    see: port => status(port),
    saw: { wrong: 404, correct: 200 },
  },
];

const limit = (maxTokens: number): Config => ({ maxTokens, tokensPerFill: maxTokens, fillInterval: '1h' });
const denied = (path: string): Config => ({ authorization: { rules: [{ deny: `request.path == "${path}"` }] } });
const tcp = (port: number, tcpRoute: Config): Config => ({ binds: [{ port, listeners: [{ protocol: 'TCP', tcpRoutes: [tcpRoute] }] }] });
const inner = (world: RulesWorld, port: number, more: Config): Config => ({
  binds: [{ port, ...more, listeners: [{ protocol: 'HTTP', routes: [{ backends: [{ host: world.echo }] }] }] }],
});
const ofGateway = (world: RulesWorld, port: number, policy: Config, own: Config): Config => ({
  ...toEcho(port, world, own, { name: 'api' }),
  policies: [attach({ gateway: { gatewayName: 'default', gatewayNamespace: 'default' } }, policy)],
});
/** Keys for one path, beside a route for all. */
const guardedPath = (world: RulesWorld, port: number, path: Config): Config =>
  listeners(port, {
    routes: [
      { matches: [{ path }], policies: key('abc'), backends: [{ host: world.echo }] },
      { matches: [prefix('/')], backends: [{ host: world.echo }] },
    ],
  });
/** A timeout for a route whose backend never answers. The route itself has a longer one. */
const attachedTo = (world: RulesWorld, port: number, target: Config): Config => ({
  ...route(port, undefined, { backend: '/api' }, { name: 'api' }),
  backends: [{ name: 'api', host: world.slow }],
  policies: [attach(target, { timeout: { requestTimeout: '300ms' } })],
});
function when(condition: string | undefined, tier: string): Config {
  return {
    ...(condition !== undefined && { condition }),
    request: { set: { 'x-tier': `"${tier}"` } },
  };
}
const named = (port: number, name: string): Config => route(port, undefined, { backend: `/${name}` });
/** Several policies for one route, each of which sets headers. */
const shared = (world: RulesWorld, port: number, ...all: readonly Config[]): Config => ({
  ...toEcho(port, world, undefined, { name: 'api' }),
  policies: all.map((set, index) =>
    attach({ route: { name: 'api', namespace: 'default' } }, { requestHeaderModifier: { set } }, `p${index}`),
  ),
});
const grouped = (world: RulesWorld, port: number, name: string): Config => ({
  ...route(port, undefined, { routeGroup: name }),
  routeGroups: [{ name: 'team', routes: [{ name: 'a', backends: [{ host: world.echo }] }] }],
});
