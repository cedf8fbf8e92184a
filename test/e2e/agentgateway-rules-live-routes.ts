/** Cases of `agentgateway-rules.ts`: which requests a route takes, and where they go. */
import type { RuleCase } from './agentgateway-rules.js';
import { answering, type Config, pick, route, toEcho } from './agentgateway-rules-configs.js';
import { ask, type RulesWorld, status } from './agentgateway-rules-world.js';

const matching = (match: Config) => (world: RulesWorld, port: number) => toEcho(port, world, undefined, { matches: [match] });
const named =
  (...hostnames: string[]) =>
  (world: RulesWorld, port: number) =>
    toEcho(port, world, undefined, { hostnames });
const hosts = (port: number, ...names: string[]) => Promise.all(names.map(host => status(port, '/', { headers: { host } })));
const listeners = (port: number, ...all: Config[]) => ({
  binds: [{ port, listeners: all.map(each => ({ protocol: 'HTTP', ...each })) }],
});
const bodies = (port: number, ...paths: string[]) => Promise.all(paths.map(async path => (await ask(port, path)).body));
const onPath = (pathPrefix: string) => ({ matches: [{ path: { pathPrefix } }] });

export const routeCases: readonly RuleCase[] = [
  {
    rule: 'hostname-with-port',
    wrong: named('api.example:8080'),
    correct: named('api.example'),
    see: port => hosts(port, 'api.example', 'api.example:8080'),
    saw: { wrong: [404, 404], correct: [200, 200] },
  },
  {
    rule: 'hostname-scheme',
    wrong: named('https://api.example'),
    correct: named('api.example'),
    see: port => hosts(port, 'api.example'),
    saw: { wrong: [404], correct: [200] },
  },
  {
    rule: 'hostnames-empty',
    wrong: named(),
    correct: named('api.example'),
    see: port => hosts(port, 'api.example', 'other.example'),
    saw: { wrong: [200, 200], correct: [200, 404] },
  },
  {
    rule: 'method-never-matches',
    wrong: matching({ path: { pathPrefix: '/' }, method: 'get' }),
    correct: matching({ path: { pathPrefix: '/' }, method: 'GET' }),
    see: port => status(port),
    saw: { wrong: 404, correct: 200 },
  },
  {
    rule: 'method-silently-dropped',
    wrong: matching({ path: { pathPrefix: '/' }, method: ['GET'] }),
    correct: matching({ path: { pathPrefix: '/' }, method: 'GET' }),
    see: async port => [await status(port), await status(port, '/', { method: 'DELETE' })],
    saw: { wrong: [200, 200], correct: [200, 404] },
  },
  {
    rule: 'path-without-slash',
    wrong: matching({ path: { pathPrefix: 'api' } }),
    correct: matching({ path: { pathPrefix: '/api' } }),
    see: async port => [await status(port, '/api'), await status(port, '/api/users')],
    saw: { wrong: [404, 404], correct: [200, 200] },
  },
  {
    rule: 'path-without-slash',
    what: 'as an exact path',
    wrong: matching({ path: { exact: 'api' } }),
    correct: matching({ path: { exact: '/api' } }),
    see: port => status(port, '/api'),
    saw: { wrong: 404, correct: 200 },
  },
  {
    rule: 'header-contradiction',
    wrong: matching({
      path: { pathPrefix: '/' },
      headers: [
        { name: 'x-a', value: { exact: 'one' } },
        { name: 'x-a', value: { exact: 'two' } },
      ],
    }),
    correct: matching({ path: { pathPrefix: '/' }, headers: [{ name: 'x-a', value: { exact: 'one' } }] }),
    see: port => Promise.all(['one', 'two', ['one', 'two']].map(each => status(port, '/', { headers: { 'x-a': each } }))),
    saw: { wrong: [404, 404, 404], correct: [200, 404, 200] },
    sawIn: { 'v1.4.0': { wrong: [404, 404, 200] } },
  },
  {
    rule: 'no-backends',
    wrong: (_world, port) => listeners(port, { routes: [{ backends: [] }] }),
    correct: (world, port) => toEcho(port, world),
    see: port => status(port),
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'no-routes',
    wrong: (_world, port) => listeners(port, { routes: [] }),
    correct: (world, port) => toEcho(port, world),
    see: port => status(port),
    saw: { wrong: 404, correct: 200 },
  },
  {
    rule: 'zero-weight',
    wrong: (world, port) => route(port, undefined, { host: world.echo, weight: 0 }),
    correct: (world, port) => route(port, undefined, { host: world.echo, weight: 1 }),
    see: port => status(port),
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'route-shadowed',
    wrong: (_world, port) =>
      listeners(port, {
        routes: [
          { name: 'b', ...answering('first') },
          { name: 'a', ...answering('second') },
        ],
      }),
    correct: (_world, port) =>
      listeners(port, {
        routes: [
          { name: 'b', ...answering('first') },
          { name: 'a', ...answering('second'), ...onPath('/a') },
        ],
      }),
    see: port => bodies(port, '/', '/a'),
    saw: { wrong: ['second', 'second'], correct: ['first', 'second'] },
  },
  {
    rule: 'route-group-unreachable',
    since: 'v1.2.0',
    wrong: (world, port) => ({
      ...listeners(port, { routes: [{ ...onPath('/team'), backends: [{ routeGroup: 'team' }] }] }),
      routeGroups: [{ name: 'team', routes: [{ ...onPath('/users'), backends: [{ host: world.echo }] }] }],
    }),
    correct: (world, port) => ({
      ...listeners(port, { routes: [{ ...onPath('/team'), backends: [{ routeGroup: 'team' }] }] }),
      routeGroups: [{ name: 'team', routes: [{ ...onPath('/team/users'), backends: [{ host: world.echo }] }] }],
    }),
    see: async port => [await status(port, '/team/users'), await status(port, '/users')],
    saw: { wrong: [404, 404], correct: [200, 404] },
  },
  {
    rule: 'listener-hostname-dup',
    wrong: (_world, port) =>
      listeners(port, { name: 'a', routes: [answering('first')] }, { name: 'b', routes: [{ ...answering('second'), ...onPath('/b') }] }),
    correct: (_world, port) =>
      listeners(
        port,
        { name: 'a', routes: [answering('first')] },
        { name: 'b', hostname: 'b.example', routes: [{ ...answering('second'), ...onPath('/b') }] },
      ),
    see: async port => {
      const all = [...(await bodies(port, '/', '/b')), (await ask(port, '/b', { headers: { host: 'b.example' } })).body];
      return ['first', 'second'].filter(each => all.includes(each)).length;
    },
    saw: { wrong: 1, correct: 2 },
  },
  {
    rule: 'duplicate-route-name',
    wrong: (_world, port) =>
      listeners(port, {
        routes: [
          { name: 'a', ...answering('first'), ...onPath('/a') },
          { name: 'a', ...answering('second') },
        ],
      }),
    correct: (_world, port) =>
      listeners(port, {
        routes: [
          { name: 'a', ...answering('first'), ...onPath('/a') },
          { name: 'b', ...answering('second') },
        ],
      }),
    see: port => bodies(port, '/a', '/'),
    saw: { wrong: ['second', 'second'], correct: ['first', 'second'] },
  },
  {
    rule: 'duplicate-bind-port',
    judged: 'v1.1.0',
    wrong: (_world, port) => ({
      binds: [
        { port, listeners: [{ name: 'a', protocol: 'HTTP', routes: [answering('first')] }] },
        { port, listeners: [{ name: 'b', protocol: 'HTTP', routes: [{ ...answering('second'), ...onPath('/b') }] }] },
      ],
    }),
    correct: (_world, port) => listeners(port, { routes: [answering('first'), { name: 'b', ...answering('second'), ...onPath('/b') }] }),
    see: port => bodies(port, '/', '/b'),
    saw: { wrong: ['route not found', 'second'], correct: ['first', 'second'] },
    sawIn: {
      'v1.4.0': { wrong: 'refused: port PORT is configured by both binds[0] and binds[1]; binds, llm, and mcp must use unique ports' },
    },
  },
  {
    rule: 'shorthand-port-clash',
    judged: 'v1.1.0',
    since: 'v1.0.0',
    wrong: (world, port) => ({
      ...listeners(port, { routes: [answering('first')] }),
      mcp: { port, targets: [{ name: 'tools', mcp: { host: `http://${world.mcp}/mcp` } }] },
    }),
    correct: (_world, port) => listeners(port, { routes: [answering('first')] }),
    see: port => bodies(port, '/'),
    saw: { wrong: ['mcp: client must accept both application/json and text/event-stream'], correct: ['first'] },
    sawIn: { 'v1.4.0': { wrong: 'refused: port PORT is configured by both binds[0] and mcp; binds, llm, and mcp must use unique ports' } },
  },
  {
    rule: 'http-listener-with-tls',
    wrong: (world, port) =>
      listeners(port, { tls: { cert: '/absent.pem', key: '/absent.key' }, routes: [{ backends: [{ host: world.echo }] }] }),
    correct: (world, port) =>
      listeners(port, {
        protocol: 'HTTPS',
        tls: { cert: '/absent.pem', key: '/absent.key' },
        routes: [{ backends: [{ host: world.echo }] }],
      }),
    see: port => status(port),
    saw: { wrong: 200, correct: 'refused: failed to open file `/absent.pem`: No such file or directory (os error 2)' },
    sawIn: { 'v1.4.0': { correct: 'refused: read resource file /absent.pem' } },
  },
  {
    rule: 'dangling-backend-ref',
    wrong: (_world, port) => route(port, undefined, { backend: '/missing' }),
    correct: (world, port) => ({ ...route(port, undefined, { backend: '/a' }), backends: [{ name: 'a', host: world.echo }] }),
    see: port => status(port),
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'backend-ref-without-slash',
    wrong: (world, port) => ({ ...route(port, undefined, { backend: 'a' }), backends: [{ name: 'a', host: world.echo }] }),
    correct: (world, port) => ({ ...route(port, undefined, { backend: '/a' }), backends: [{ name: 'a', host: world.echo }] }),
    see: port => status(port),
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'backend-ref-wrong-kind',
    since: 'v1.2.0',
    wrong: (world, port) => ({
      ...toEcho(port, world, { extAuthz: { backend: '/check', protocol: { http: {} } } }),
      backends: [{ name: 'check', mcp: { targets: [{ name: 'tools', mcp: { host: `http://${world.echo}/mcp` } }] } }],
    }),
    correct: (world, port) => ({
      ...toEcho(port, world, { extAuthz: { backend: '/check', protocol: { http: {} } } }),
      backends: [{ name: 'check', host: world.echo }],
    }),
    see: port => status(port),
    saw: { wrong: 403, correct: 200 },
  },
  {
    rule: 'redirect-loop',
    wrong: (world, port) => toEcho(port, world, { requestRedirect: { scheme: 'http' } }),
    correct: (world, port) => toEcho(port, world, { requestRedirect: { scheme: 'https' } }),
    see: async port => {
      const { status: code, headers } = await ask(port, '/users');
      return [code, headers.location === `http://127.0.0.1:${port}/users`];
    },
    saw: { wrong: [302, true], correct: [302, false] },
  },
  {
    rule: 'self-loop',
    wrong: (_world, port) => route(port, { timeout: { requestTimeout: '1s' } }, { host: `127.0.0.1:${port}` }),
    correct: (world, port) => toEcho(port, world, { timeout: { requestTimeout: '1s' } }),
    see: async (port, _world, stats) => {
      const code = await status(port);
      const counts = [...(await ask(stats, '/metrics')).body.matchAll(/^agentgateway_requests_total\{.*\} (\d+)/gm)];
      return [code, counts.some(([, count]) => Number(count) > 5)];
    },
    saw: { wrong: [504, true], correct: [200, false] },
  },
  {
    rule: 'direct-response-status',
    wrong: (_world, port) => listeners(port, { routes: [{ policies: { directResponse: { status: 700, body: 'no' } } }] }),
    correct: (_world, port) => listeners(port, { routes: [{ policies: { directResponse: { status: 403, body: 'no' } } }] }),
    see: port => status(port),
    saw: { wrong: 700, correct: 403 },
  },
  {
    rule: 'direct-response-status',
    what: 'of a redirect',
    wrong: (world, port) => toEcho(port, world, { requestRedirect: { scheme: 'https', status: 200 } }),
    correct: (world, port) => toEcho(port, world, { requestRedirect: { scheme: 'https', status: 301 } }),
    see: async port => {
      const { status: code, headers } = await ask(port, '/');
      return [code, pick(headers, 'location')[0] !== null];
    },
    saw: { wrong: [200, true], correct: [301, true] },
  },
  {
    rule: 'retry-200',
    wrong: (world, port) => toEcho(port, world, { retry: { attempts: 2, codes: [200, 401] } }),
    correct: (world, port) => toEcho(port, world, { retry: { attempts: 2, codes: [502, 503, 504] } }),
    see: async (port, world) => {
      world.taken();
      const codes = [await status(port, '/users'), await status(port, '/status/401')];
      return [codes, world.taken()];
    },
    saw: {
      wrong: [
        [200, 401],
        ['GET /users', 'GET /users', 'GET /users', 'GET /status/401', 'GET /status/401', 'GET /status/401'],
      ],
      correct: [
        [200, 401],
        ['GET /users', 'GET /status/401'],
      ],
    },
  },
  {
    rule: 'timeout-backend-gt-request',
    wrong: (world, port) => route(port, { timeout: { requestTimeout: '1s', backendRequestTimeout: '60s' } }, { host: world.hang }),
    correct: (world, port) => route(port, { timeout: { requestTimeout: '60s', backendRequestTimeout: '1s' } }, { host: world.hang }),
    see: async port => [await status(port), (await ask(port, '/')).body],
    saw: { wrong: [504, 'request timeout'], correct: [504, 'upstream call timeout'] },
  },
  {
    rule: 'policy-target-missing',
    wrong: (world, port) => attached(port, world, 'other'),
    correct: (world, port) => attached(port, world, 'api'),
    see: port => status(port),
    saw: { wrong: 200, correct: 403 },
  },
];

function attached(port: number, world: RulesWorld, name: string): Config {
  const policy = { authorization: { rules: [{ deny: 'true' }] } };
  const policies = [{ name: { name: 'p', namespace: 'default' }, target: { route: { name, namespace: 'default' } }, policy }];
  return { ...toEcho(port, world, undefined, { name: 'api' }), policies };
}
