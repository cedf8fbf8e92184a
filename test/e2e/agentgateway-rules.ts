/**
 * What rules warn of, shown with the real proxy: for each a wrong and a correct configuration, a question, and what was answered.
 * The pages of the rules (`seen`) say the same in words.
 */
import {
  allowedOrigins,
  bearer,
  type Config,
  cors,
  jwtBy,
  key,
  limitedModel,
  many,
  mcpAuth,
  onPaths,
  pick,
  preflight,
  protocols,
  route,
  streams,
  toEcho,
  toFull,
  toMcp,
  toModel,
  twoModels,
  withPolicies,
} from './agentgateway-rules-configs.js';
import { ask, chat, completion, echoed, firstBytes, initialize, isOpenAfter, type RulesWorld, status } from './agentgateway-rules-world.js';

export interface RuleCase {
  /** The ID of the rule. */
  readonly rule: string;
  /** What is shown, where a rule has several cases. */
  readonly what?: string;
  /** The rule reads objects of Kubernetes: the configurations are what the controller makes of them. */
  readonly isOfObjects?: true;
  /** The first version that has the fields. */
  readonly since?: string;
  readonly wrong: (world: RulesWorld, port: number) => Config;
  readonly correct: (world: RulesWorld, port: number) => Config;
  /** What to write in place of these texts of the configuration (with their quotes), where JSON has no word for it. */
  readonly written?: Readonly<Record<string, string>>;
  /** The version for which the rule judges the two; v1.4.1 if it is not given. */
  readonly judged?: string;
  /** Asks the proxy on `port`; `stats` is the port of its metrics, `log` gives what it has logged. */
  readonly see: (port: number, world: RulesWorld, stats: number, log: () => string) => Promise<unknown>;
  /** What was answered, `refused` where the proxy does not start; by version where they differ, from the first version on. */
  readonly saw: { readonly wrong: unknown; readonly correct: unknown };
  readonly sawIn?: Readonly<Record<string, { readonly wrong?: unknown; readonly correct?: unknown }>>;
}

export const ruleCases: readonly RuleCase[] = [
  {
    rule: 'apikey-empty-key',
    wrong: (world, port) => toEcho(port, world, key('')),
    correct: (world, port) => toEcho(port, world, key('abc')),
    see: async port => [await status(port), await status(port, '/', bearer('')), await status(port, '/', bearer('abc'))],
    saw: { wrong: [401, 401, 401], correct: [401, 401, 200] },
  },
  {
    rule: 'apikey-empty-key',
    what: 'in its own header',
    since: 'v1.2.0',
    wrong: (world, port) => toEcho(port, world, { apiKey: { ...key('').apiKey, location: { header: { name: 'x-key' } } } }),
    correct: (world, port) => toEcho(port, world, { apiKey: { ...key('abc').apiKey, location: { header: { name: 'x-key' } } } }),
    see: async port => [await status(port), await status(port, '/', { headers: { 'x-key': '' } })],
    saw: { wrong: [401, 200], correct: [401, 401] },
  },
  {
    rule: 'apikey-empty-key',
    what: 'in a parameter',
    since: 'v1.2.0',
    wrong: (world, port) => toEcho(port, world, { apiKey: { ...key('').apiKey, location: { queryParameter: { name: 'key' } } } }),
    correct: (world, port) => toEcho(port, world, { apiKey: { ...key('abc').apiKey, location: { queryParameter: { name: 'key' } } } }),
    see: async port => [await status(port), await status(port, '/?key')],
    saw: { wrong: [401, 200], correct: [401, 401] },
  },
  {
    rule: 'apikey-empty-key',
    what: 'with its prefix',
    wrong: (world, port) => toEcho(port, world, key('Bearer abc')),
    correct: (world, port) => toEcho(port, world, key('abc')),
    see: async port => [await status(port, '/', bearer('abc')), await status(port, '/', bearer('Bearer abc'))],
    saw: { wrong: [401, 200], correct: [200, 401] },
  },
  {
    rule: 'llm-open',
    since: 'v1.1.0',
    wrong: ({ llm }, port) => ({
      llm: { port, models: [{ name: 'gpt-4o', provider: 'openAI', params: { apiKey: 'secret', hostOverride: llm } }] },
    }),
    correct: ({ llm }, port) => ({
      llm: {
        port,
        policies: key('abc'),
        models: [{ name: 'gpt-4o', provider: 'openAI', params: { apiKey: 'secret', hostOverride: llm } }],
      },
    }),
    see: async port => [completion(await chat(port, 'gpt-4o')), completion(await chat(port, 'gpt-4o', { authorization: 'Bearer abc' }))],
    saw: { wrong: ['gpt-4o with Bearer secret', 'gpt-4o with Bearer secret'], correct: [401, 'gpt-4o with Bearer secret'] },
  },
  {
    rule: 'llm-open',
    what: 'on a route',
    wrong: (world, port) => toModel(port, world, {}),
    correct: (world, port) => {
      const { binds } = toModel(port, world, {}) as { binds: [{ listeners: [{ routes: [Config] }] }] };
      return {
        binds: [{ port, listeners: [{ protocol: 'HTTP', routes: [{ ...binds[0].listeners[0].routes[0], policies: key('abc') }] }] }],
      };
    },
    see: async port => completion(await chat(port, 'gpt-4o')),
    saw: { wrong: 'gpt-4o with Bearer secret', correct: 401 },
  },
  {
    rule: 'hostname-on-tcp',
    wrong: ({ tcp }, port) => ({
      binds: [{ port, listeners: [{ protocol: 'TCP', hostname: 'db.example', tcpRoutes: [{ backends: [{ host: tcp }] }] }] }],
    }),
    correct: ({ tcp }, port) => ({ binds: [{ port, listeners: [{ protocol: 'TCP', tcpRoutes: [{ backends: [{ host: tcp }] }] }] }] }),
    see: port => firstBytes(port, 'you'),
    saw: { wrong: 'hello you', correct: 'hello you' },
  },
  {
    rule: 'a2a-elsewhere',
    wrong: (world, port) => toMcp(port, world, { a2a: {} }),
    correct: (world, port) => toEcho(port, world, { a2a: {} }),
    see: async (port, _world, stats) => {
      const { status: code } = await initialize(port);
      return [code, await protocols(stats)];
    },
    saw: { wrong: [200, ['mcp']], correct: [200, ['a2a']] },
  },
  {
    rule: 'a2a-elsewhere',
    what: 'on a route to a model',
    wrong: (world, port) => withPolicies(toModel(port, world, {}), { a2a: {} }),
    correct: (world, port) => toModel(port, world, {}),
    see: async (port, _world, stats) => [completion(await chat(port, 'gpt-4o')), await protocols(stats)],
    saw: { wrong: ['gpt-4o with Bearer secret', ['a2a']], correct: ['gpt-4o with Bearer secret', ['llm']] },
  },
  {
    rule: 'ai-alias-unreached',
    since: 'v1.4.0',
    wrong: (world, port) => toModel(port, world, { model: 'gpt-4o' }, { ai: { modelAliases: { fast: 'gpt-4o-mini' } } }),
    correct: (world, port) => toModel(port, world, {}, { ai: { modelAliases: { fast: 'gpt-4o-mini' } } }),
    see: async port => completion(await chat(port, 'fast')),
    saw: { wrong: 'gpt-4o with Bearer secret', correct: 'gpt-4o-mini with Bearer secret' },
  },
  {
    rule: 'cel-quoted',
    wrong: (world, port) => toEcho(port, world, { transformations: { request: { set: { 'x-path': '"request.path"' } } } }),
    correct: (world, port) => toEcho(port, world, { transformations: { request: { set: { 'x-path': 'request.path' } } } }),
    see: async port => echoed(await ask(port, '/some/path')).headers['x-path'],
    saw: { wrong: 'request.path', correct: '/some/path' },
  },
  {
    rule: 'cors-by-hand',
    wrong: (world, port) => toEcho(port, world, { cors, responseHeaderModifier: { add: { 'Access-Control-Allow-Origin': '*' } } }),
    correct: (world, port) => toEcho(port, world, { cors }),
    see: allowedOrigins,
    saw: { wrong: ['https://app.example.com', '*'], correct: ['https://app.example.com', null] },
  },
  {
    rule: 'cors-by-hand',
    what: 'set',
    wrong: (world, port) => toEcho(port, world, { cors, responseHeaderModifier: { set: { 'Access-Control-Allow-Origin': '*' } } }),
    correct: (world, port) => toEcho(port, world, { cors }),
    see: allowedOrigins,
    saw: { wrong: ['https://app.example.com', '*'], correct: ['https://app.example.com', null] },
  },
  {
    rule: 'cors-by-hand',
    what: 'with a check',
    wrong: (world, port) => toEcho(port, world, { ...key('abc'), responseHeaderModifier: { set: { 'Access-Control-Allow-Origin': '*' } } }),
    correct: (world, port) => toEcho(port, world, { ...key('abc'), cors }),
    see: port => status(port, '/', preflight),
    saw: { wrong: 401, correct: 200 },
  },
  {
    rule: 'credential-header-set',
    wrong: (world, port) => toEcho(port, world, { ...key('abc'), requestHeaderModifier: { set: { Authorization: 'Bearer abc' } } }),
    correct: (world, port) => toEcho(port, world, { ...key('abc'), requestHeaderModifier: { set: { 'X-Tenant': 'one' } } }),
    see: async port => {
      const known = await ask(port, '/', bearer('abc'));
      return [await status(port), known.status, pick(echoed(known).headers, 'authorization', 'x-tenant')];
    },
    saw: { wrong: [401, 200, ['Bearer abc', null]], correct: [401, 200, [null, 'one']] },
  },
  {
    rule: 'credential-header-set',
    what: 'at the listener',
    since: 'v1.1.0',
    wrong: ({ echo }, port) => ({
      binds: [
        {
          port,
          listeners: [
            {
              protocol: 'HTTP',
              policies: { transformations: { request: { set: { Authorization: '"Bearer abc"' } } } },
              routes: [{ policies: key('abc'), backends: [{ host: echo }] }],
            },
          ],
        },
      ],
    }),
    correct: (world, port) => toEcho(port, world, key('abc')),
    see: port => status(port),
    saw: { wrong: 200, correct: 401 },
  },
  {
    rule: 'health-client-errors',
    since: 'v1.0.0',
    wrong: (world, port) => twoModels(world, port, 'response.code >= 400'),
    correct: (world, port) => twoModels(world, port, 'response.code >= 500'),
    see: async port => {
      const first = completion(await chat(port, '404'));
      // The provider is left out a moment after the answer.
      await new Promise(resolve => setTimeout(resolve, 1000));
      return [first, completion(await chat(port, 'gpt-4o'))];
    },
    saw: { wrong: [404, 'gpt-4o with Bearer second'], correct: [404, 'gpt-4o with Bearer first'] },
  },
  {
    rule: 'jwks-other-issuer',
    wrong: (world, port) => jwtBy(world, port, 'staff', 'agents'),
    correct: (world, port) => jwtBy(world, port, 'staff', 'staff'),
    see: async (port, { token, keys }) => await status(port, '/', bearer(token(`http://${keys}/realms/staff`))),
    saw: { wrong: 401, correct: 200 },
  },
  {
    rule: 'limit-small',
    wrong: (world, port) => ({ ...toMcp(port, world), frontendPolicies: { http: { maxBufferSize: 2048 } } }),
    correct: (world, port) => ({ ...toMcp(port, world), frontendPolicies: { http: { maxBufferSize: 2097152 } } }),
    see: async port => [(await initialize(port)).status, (await initialize(port, '/mcp', {}, 'x'.repeat(4000))).status],
    saw: { wrong: [200, 400], correct: [200, 200] },
  },
  {
    rule: 'limit-small',
    what: 'number of headers',
    wrong: (world, port) => ({ ...toEcho(port, world), frontendPolicies: { http: { http1MaxHeaders: 10 } } }),
    correct: (world, port) => ({ ...toEcho(port, world), frontendPolicies: { http: { http1MaxHeaders: 100 } } }),
    see: async port => [await status(port, '/', { headers: many(3) }), await status(port, '/', { headers: many(15) })],
    saw: { wrong: [200, 431], correct: [200, 200] },
  },
  {
    rule: 'limit-small',
    what: 'tokens',
    wrong: (world, port) => limitedModel(world, port, 60),
    correct: (world, port) => limitedModel(world, port, 5000),
    see: async port => [
      completion(await chat(port, 'gpt-4o')),
      completion(await chat(port, 'gpt-4o')),
      completion(await chat(port, 'gpt-4o')),
    ],
    saw: {
      wrong: ['gpt-4o with Bearer secret', 429, 429],
      correct: ['gpt-4o with Bearer secret', 'gpt-4o with Bearer secret', 'gpt-4o with Bearer secret'],
    },
  },
  {
    rule: 'regex-misread',
    wrong: (world, port) => toEcho(port, world, { authorization: { rules: ['request.headers["x-team"].matches("^team-*$")'] } }),
    correct: (world, port) => toEcho(port, world, { authorization: { rules: ['request.headers["x-team"].matches("^team-.*$")'] } }),
    see: async port => Promise.all(['team-red', 'team', 'team---'].map(team => status(port, '/', { headers: { 'x-team': team } }))),
    saw: { wrong: [403, 200, 200], correct: [200, 403, 200] },
  },
  {
    rule: 'metric-label',
    wrong: (world, port) => ({
      ...toEcho(port, world),
      config: { metrics: { fields: { add: { 'user-agent': 'request.method', method: 'request.method' } } } },
    }),
    correct: (world, port) => ({ ...toEcho(port, world), config: { metrics: { fields: { add: { user_agent: 'request.method' } } } } }),
    see: async (port, _world, stats) => {
      await status(port);
      const line = (await ask(stats, '/metrics')).body.split('\n').find(each => each.startsWith('agentgateway_requests_total')) ?? '';
      return line.match(/(?:user.agent|\bmethod)="[^"]*"/g);
    },
    saw: { wrong: ['method="GET"', 'user-agent="GET"', 'method="GET"'], correct: ['method="GET"', 'user_agent="GET"'] },
  },
  {
    rule: 'credential-place',
    since: 'v1.2.0',
    wrong: (world, port) => toEcho(port, world, { apiKey: { ...key('abc').apiKey, location: { queryParameter: { name: '?key' } } } }),
    correct: (world, port) => toEcho(port, world, { apiKey: { ...key('abc').apiKey, location: { queryParameter: { name: 'key' } } } }),
    see: async port => [await status(port, '/?key=abc'), await status(port, '/?%3Fkey=abc')],
    saw: { wrong: [401, 200], correct: [200, 401] },
  },
  {
    rule: 'credential-place',
    what: 'of a cookie',
    since: 'v1.2.0',
    wrong: (world, port) => toEcho(port, world, { apiKey: { ...key('abc').apiKey, location: { cookie: { name: 'key=' } } } }),
    correct: (world, port) => toEcho(port, world, { apiKey: { ...key('abc').apiKey, location: { cookie: { name: 'key' } } } }),
    see: port => status(port, '/', { headers: { cookie: 'key=abc; other=1' } }),
    saw: { wrong: 401, correct: 200 },
  },
  {
    rule: 'cors-star-credentials',
    wrong: (world, port) => toEcho(port, world, { cors: { allowOrigins: ['*'], allowCredentials: true } }),
    correct: (world, port) => toEcho(port, world, { cors: { allowOrigins: ['https://app.example.com'], allowCredentials: true } }),
    see: async port =>
      pick(
        (await ask(port, '/', { headers: { origin: 'https://evil.test' } })).headers,
        'access-control-allow-origin',
        'access-control-allow-credentials',
      ),
    saw: { wrong: ['https://evil.test', 'true'], correct: [null, null] },
  },
  {
    rule: 'mcp-authn-metadata',
    wrong: (world, port) => toMcp(port, world, mcpAuth(world, 'http://issuer.example', { scopesSupported: 'read' })),
    correct: (world, port) => toMcp(port, world, mcpAuth(world, 'http://issuer.example', { scopesSupported: ['read'] })),
    see: async port => (JSON.parse((await ask(port, '/.well-known/oauth-protected-resource/mcp')).body) as Config).scopes_supported,
    saw: { wrong: 'read', correct: ['read'] },
  },
  {
    rule: 'route-grpc-match',
    isOfObjects: true,
    wrong: (world, port) => toEcho(port, world, undefined, { matches: [{ path: { exact: '/shop.Cart/' } }] }),
    correct: (world, port) => toEcho(port, world, undefined, { matches: [{ path: { exact: '/shop.Cart/Add' } }] }),
    see: port => status(port, '/shop.Cart/Add'),
    saw: { wrong: 404, correct: 200 },
  },
  {
    rule: 'policy-mcp-metadata',
    isOfObjects: true,
    wrong: (world, port) => onPaths(toMcp(port, world, mcpAuth(world, 'http://issuer.example')), ['/mcp']),
    correct: (world, port) =>
      onPaths(toMcp(port, world, mcpAuth(world, 'http://issuer.example')), ['/mcp', '/.well-known/oauth-protected-resource/mcp']),
    see: async port => [(await initialize(port)).status, await status(port, '/.well-known/oauth-protected-resource/mcp')],
    saw: { wrong: [401, 404], correct: [401, 200] },
  },
  {
    rule: 'policy-mcp-issuer',
    isOfObjects: true,
    wrong: (world, port) => toMcp(port, world, mcpAuth(world, '')),
    correct: (world, port) => toMcp(port, world, mcpAuth(world, `http://${world.keys}/realms/staff`)),
    see: async (port, { token, keys }) => (await initialize(port, '/mcp', bearer(token(`http://${keys}/realms/staff`)).headers)).status,
    saw: { wrong: 401, correct: 200 },
  },
  {
    rule: 'policy-header-believed',
    isOfObjects: true,
    wrong: (world, port) => toEcho(port, world, { authorization: { rules: ['request.headers["x-role"] == "admin"'] } }),
    correct: (world, port) =>
      toEcho(port, world, {
        apiKey: { mode: 'strict', keys: [{ key: 'abc', metadata: { role: 'admin' } }] },
        authorization: { rules: ['apiKey.role == "admin"'] },
      }),
    see: async port => [await status(port, '/', { headers: { 'x-role': 'admin' } }), await status(port, '/', bearer('abc'))],
    saw: { wrong: [200, 403], correct: [401, 200] },
  },
  {
    rule: 'mcp-connection-duration',
    since: 'v1.2.0',
    wrong: (world, port) => streams(world, port, '1s'),
    correct: (world, port) => streams(world, port, '10m'),
    see: async port => ({ stream: await isOpenAfter(port, '/stream', 3000), idle: await isOpenAfter(port, '/', 3000) }),
    saw: { wrong: { stream: true, idle: false }, correct: { stream: true, idle: true } },
  },
  {
    rule: 'duration-unusual',
    isOfObjects: true,
    wrong: (world, port) => ({ ...toEcho(port, world), frontendPolicies: { http: { http1IdleTimeout: '1s' } } }),
    correct: (world, port) => ({ ...toEcho(port, world), frontendPolicies: { http: { http1IdleTimeout: '60s' } } }),
    see: async port => ({ headers: await isOpenAfter(port, '/', 3000, 'half'), idle: await isOpenAfter(port, '/', 3000) }),
    saw: { wrong: { headers: false, idle: false }, correct: { headers: true, idle: true } },
  },
  {
    rule: 'timeout-connect-gt-request',
    wrong: (world, port) => toFull(world, port, '60s'),
    correct: (world, port) => toFull(world, port, '300ms'),
    see: async port => {
      const { status: code, body } = await ask(port, '/');
      return [code, body];
    },
    saw: { wrong: [504, 'request timeout'], correct: [503, 'upstream call failed: Connect: deadline has elapsed'] },
  },
  {
    rule: 'policy-http-version',
    isOfObjects: true,
    since: 'v1.1.0',
    wrong: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpc, policies: { http: { version: 'HTTP/1.1' } } } }),
    correct: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpc, policies: { http: { version: 'HTTP/2.0' } } } }),
    see: port => status(port),
    saw: { wrong: 403, correct: 200 },
  },
  {
    rule: 'policy-tls',
    isOfObjects: true,
    since: 'v1.0.0',
    wrong: (world, port) => route(port, undefined, { host: world.echo, policies: { backendTLS: { subjectAltNames: ['not a name'] } } }),
    correct: (world, port) => route(port, undefined, { host: world.echo, policies: { backendTLS: { subjectAltNames: ['api.example'] } } }),
    see: async port => (await status(port)) > 0,
    saw: { wrong: 'refused: invalid dns name', correct: true },
  },
  {
    rule: 'policy-host-kept',
    isOfObjects: true,
    wrong: (world, port) => route(port, { urlRewrite: { authority: 'none' } }, { host: world.echo.replace('127.0.0.1', 'localhost') }),
    correct: (world, port) => route(port, undefined, { host: world.echo.replace('127.0.0.1', 'localhost') }),
    see: async port => echoed(await ask(port, '/', { headers: { host: 'shop.example.com' } })).headers.host?.replace(/:\d+$/, ''),
    saw: { wrong: 'shop.example.com', correct: 'localhost' },
  },
];
