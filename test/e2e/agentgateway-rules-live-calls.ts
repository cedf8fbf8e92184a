/** Cases of `agentgateway-rules.ts`: models, MCP servers, checks and limits of calls. */
import type { RuleCase } from './agentgateway-rules.js';
import { bearer, type Config, limitedModel, pick, route, toEcho, toMcp, toModel, twoModels } from './agentgateway-rules-configs.js';
import { ask, chat, completion, echoed, initialize, type RulesWorld, status } from './agentgateway-rules-world.js';

type Configured = RuleCase['wrong'];
const policies =
  (given: Config): Configured =>
  (world, port) =>
    toEcho(port, world, given);
const times = async (port: number, count: number) => {
  const codes: number[] = [];
  while (codes.length < count) codes.push(await status(port));
  return codes;
};
const limited = (fields: Config) => policies({ localRateLimit: [{ maxTokens: 1, tokensPerFill: 1, fillInterval: '1h', ...fields }] });
const target =
  (fields: (world: RulesWorld) => Config): Configured =>
  (world, port) =>
    route(port, undefined, { mcp: { targets: [{ name: 'tools', ...fields(world) }] } });
const begun = async (port: number) => (await initialize(port)).status;
const remote = (more: Config): Config => ({ remoteRateLimit: { host: '127.0.0.1:9', domain: 'gateway', ...more } });
const counted = (value: string): Config => ({ descriptors: [{ entries: [{ key: 'user', value }] }] });
const guarded =
  (request: Config): Configured =>
  (world, port) =>
    toModel(port, world, {}, { ai: { promptGuard: { request: [request] } } });
const asked = async (port: number) => completion(await chat(port, 'gpt-4o'));
const provider = (name: string, host: string, key: string): Config => ({
  name,
  hostOverride: host,
  provider: { openAI: {} },
  policies: { backendAuth: { key } },
});
/** The first group answers 503 to the model `503`, the second has another server. */
const groups = ({ llm }: RulesWorld, port: number, health: Config): Config =>
  route(port, undefined, {
    ai: { groups: [{ providers: [provider('a', llm, 'first')] }, { providers: [provider('b', llm, 'second')] }] },
    policies: health,
  });
const models = ({ llm }: RulesWorld, port: number, ...names: string[]): Config => ({
  llm: { port, models: names.map((name, index) => ({ name, provider: 'openAI', params: { apiKey: `key-${index}`, hostOverride: llm } })) },
});
const body =
  (includeRequestBody: Config): Configured =>
  (world, port) =>
    toEcho(port, world, { extAuthz: { host: world.grpc, includeRequestBody, policies: { http: { requestTimeout: '10s' } } } });
const schema = (...servers: string[]) =>
  JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'a', version: '1' },
    servers: servers.map(url => ({ url })),
    paths: { '/a': { get: { operationId: 'a', responses: {} } } },
  });

const team: Config = { apiKey: { mode: 'optional', keys: [{ key: 'abc', metadata: { team: 'a' } }] } };

export const callCases: readonly RuleCase[] = [
  {
    rule: 'ratelimit-zero',
    wrong: limited({ maxTokens: 0, tokensPerFill: 0 }),
    correct: limited({}),
    see: port => times(port, 2),
    saw: { wrong: [429, 429], correct: [200, 429] },
  },
  {
    rule: 'ratelimit-zero',
    what: 'without an interval',
    wrong: limited({ fillInterval: '0s' }),
    correct: limited({}),
    see: port => status(port),
    saw: { wrong: 0, correct: 200 },
  },
  {
    rule: 'ratelimit-none',
    since: 'v1.0.0',
    wrong: policies(remote({ descriptors: [] })),
    correct: policies(remote(counted('request.method'))),
    see: port => status(port),
    saw: { wrong: 200, correct: 429 },
    sawIn: { 'v1.4.0': { correct: 500 } },
  },
  {
    rule: 'ratelimit-fail-open',
    since: 'v1.0.0',
    wrong: policies(remote({ ...counted('request.method'), failureMode: 'failOpen' })),
    correct: policies(remote({ ...counted('request.method'), failureMode: 'failClosed' })),
    see: port => status(port),
    saw: { wrong: 200, correct: 500 },
  },
  {
    rule: 'ratelimit-key-missing',
    since: 'v1.4.0',
    wrong: policies({ ...team, ...remote(counted('apiKey.team')) }),
    correct: policies({ ...team, ...remote(counted('default(apiKey.team, "anonymous")')) }),
    see: async port => [await status(port), await status(port, '/', bearer('abc'))],
    saw: { wrong: [200, 500], correct: [500, 500] },
  },
  {
    rule: 'extauthz-fail-open',
    wrong: policies({ extAuthz: { host: '127.0.0.1:9', failureMode: 'allow' } }),
    correct: policies({ extAuthz: { host: '127.0.0.1:9', failureMode: 'deny' } }),
    see: port => status(port),
    saw: { wrong: 200, correct: 403 },
  },
  {
    rule: 'extauthz-body-zero',
    since: 'v1.4.0',
    wrong: body({ packAsBytes: true }),
    correct: body({ packAsBytes: true, maxRequestBytes: 8192 }),
    see: port => status(port, '/', { body: 'x'.repeat(500) }),
    saw: { wrong: 413, correct: 200 },
  },
  {
    rule: 'extauthz-grpc-unbounded',
    since: 'v1.0.0',
    wrong: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpcHang } }),
    correct: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpcHang, policies: { http: { requestTimeout: '1s' } } } }),
    see: port => Promise.race([status(port), new Promise(resolve => setTimeout(resolve, 6000, 'held'))]),
    saw: { wrong: 'held', correct: 403 },
  },
  {
    rule: 'extauthz-http-request',
    wrong: (world, port) => toEcho(port, world, byHttp(world, '"status/200"')),
    correct: (world, port) => toEcho(port, world, byHttp(world, '"/status/200"')),
    see: port => status(port),
    saw: { wrong: 403, correct: 200 },
  },
  {
    rule: 'fail-open',
    since: 'v1.0.0',
    wrong: policies({ extProc: { host: '127.0.0.1:9', failureMode: 'failOpen' } }),
    correct: policies({ extProc: { host: '127.0.0.1:9', failureMode: 'failClosed' } }),
    see: async port => (await status(port)) === 200,
    saw: { wrong: true, correct: false },
  },
  {
    rule: 'timeout-zero',
    wrong: policies({ timeout: { requestTimeout: '0s' } }),
    correct: policies({ timeout: { requestTimeout: '30s' } }),
    see: port => status(port),
    saw: { wrong: 504, correct: 200 },
  },
  {
    rule: 'tls-port-mismatch',
    wrong: (_world, port) => route(port, undefined, { mcp: { targets: [{ name: 'tools', mcp: { host: 'http://127.0.0.1:443/mcp' } }] } }),
    correct: ({ mcp }, port) => route(port, undefined, { mcp: { targets: [{ name: 'tools', mcp: { host: `http://${mcp}/mcp` } }] } }),
    see: begun,
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'service-without-workload',
    wrong: (world, port) => served(world, port, 'default/other.example'),
    correct: (world, port) => served(world, port, 'default/api.example'),
    see: port => status(port),
    saw: { wrong: 503, correct: 200 },
  },
  {
    rule: 'mirror-copy',
    wrong: (world, port) => toEcho(port, world, { requestMirror: { backend: { host: world.echo }, percentage: 1 } }),
    correct: (world, port) => toEcho(port, world, { requestMirror: { backend: { host: '127.0.0.1:9' }, percentage: 1 } }),
    see: async (port, world) => {
      world.taken();
      await status(port, '/users', { body: 'x' });
      await new Promise(resolve => setTimeout(resolve, 1000));
      return world.taken();
    },
    saw: { wrong: ['POST /users', 'POST /users'], correct: ['POST /users'] },
  },
  {
    rule: 'retry-without-effect',
    wrong: policies({ retry: { attempts: 2, codes: [] } }),
    correct: policies({ retry: { attempts: 2, codes: [503], backoff: '10ms' } }),
    see: async (port, world) => {
      world.taken();
      return [await status(port, '/status/503'), world.taken().length];
    },
    saw: { wrong: [503, 1], correct: [503, 3] },
  },
  {
    rule: 'http-version-mismatch',
    wrong: (world, port) => route(port, undefined, { host: world.echo, policies: { http: { version: 'HTTP/2.0' } } }),
    correct: (world, port) => route(port, undefined, { host: world.echo, policies: { http: { version: 'HTTP/1.1' } } }),
    see: port => status(port),
    saw: { wrong: 503, correct: 200 },
  },
  {
    rule: 'transform-jwt-missing',
    wrong: policies({ transformations: { request: { set: { 'x-user': 'jwt.sub' } } } }),
    correct: policies({ ...team, transformations: { request: { set: { 'x-user': 'apiKey.team' } } } }),
    see: async port => pick(echoed(await ask(port, '/', bearer('abc'))).headers, 'x-user'),
    saw: { wrong: [null], correct: ['a'] },
  },
  {
    rule: 'mcp-policy-without-mcp',
    wrong: policies({ mcpAuthorization: { rules: ['false'] } }),
    correct: (world, port) => toMcp(port, world, { mcpAuthorization: { rules: ['mcp.tool.name == "tool-1"'] } }),
    see: async port => [await status(port, '/users'), await begun(port)],
    saw: { wrong: [200, 200], correct: [406, 200] },
  },
  {
    rule: 'mcp-address-invalid',
    since: 'v1.0.0',
    wrong: target(({ mcp }) => ({ mcp: { host: `http://${mcp.split(':')[0]}`, port: Number(mcp.split(':')[1]), path: '/mcp' } })),
    correct: target(({ mcp }) => ({ mcp: { host: mcp.split(':')[0], port: Number(mcp.split(':')[1]), path: '/mcp' } })),
    see: begun,
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'mcp-stdio-command',
    wrong: target(() => ({ stdio: { cmd: 'cat -u' } })),
    correct: target(() => ({ stdio: { cmd: process.execPath, args: ['-e', answers] } })),
    see: begun,
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'openapi-unusable',
    since: 'v1.0.0',
    wrong: target(({ echo }) => ({ openapi: { host: `http://${echo}`, schema: schema('/', '/v2') } })),
    correct: target(({ echo }) => ({ openapi: { host: `http://${echo}`, schema: schema('/') } })),
    see: begun,
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'ai-policy-inert',
    wrong: (world, port) => toModel(port, world, {}, { ai: { defaults: { model: 'usual' }, overrides: { model: 'forced' } } }),
    correct: (world, port) => toModel(port, world, {}, { ai: { overrides: { model: 'forced' } } }),
    see: asked,
    saw: { wrong: 'forced with Bearer secret', correct: 'forced with Bearer secret' },
  },
  {
    rule: 'ai-policy-without-ai',
    wrong: limited({ type: 'tokens' }),
    correct: (world, port) => limitedModel(world, port, 50),
    see: async port => [await status(port), (await chat(port, 'gpt-4o')).status, (await chat(port, 'gpt-4o')).status].slice(1),
    saw: { wrong: [200, 200], correct: [200, 429] },
  },
  {
    rule: 'failover-unused',
    since: 'v1.0.0',
    wrong: (world, port) => groups(world, port, { http: { requestTimeout: '60s' } }),
    correct: (world, port) => twoModels(world, port, 'response.code == 503'),
    see: async port => [(await chat(port, '503')).status, await asked(port)],
    saw: { wrong: [503, 'gpt-4o with Bearer first'], correct: [503, 'gpt-4o with Bearer second'] },
  },
  {
    rule: 'llm-model-unreachable',
    since: 'v1.1.0',
    wrong: (world, port) => models(world, port, 'gpt-4o', 'gpt-4o'),
    correct: (world, port) => models(world, port, 'gpt-4o', 'gpt-4o-mini'),
    see: async port => [await asked(port), completion(await chat(port, 'gpt-4o-mini'))],
    saw: { wrong: ['gpt-4o with Bearer key-0', 404], correct: ['gpt-4o with Bearer key-0', 'gpt-4o-mini with Bearer key-1'] },
  },
  {
    rule: 'prompt-guard-inert',
    wrong: guarded({ regex: { action: 'reject', rules: [] }, rejection: { status: 403, body: 'refused' } }),
    correct: guarded({ regex: { action: 'reject', rules: [{ pattern: 'hello' }] }, rejection: { status: 403, body: 'refused' } }),
    see: asked,
    saw: { wrong: 'gpt-4o with Bearer secret', correct: 403 },
  },
  {
    rule: 'prompt-guard-inert',
    what: 'that only masks',
    wrong: guarded({ regex: { rules: [{ pattern: 'hello' }] }, rejection: { status: 403, body: 'refused' } }),
    correct: guarded({ regex: { action: 'reject', rules: [{ pattern: 'hello' }] }, rejection: { status: 403, body: 'refused' } }),
    see: asked,
    saw: { wrong: 'gpt-4o with Bearer secret', correct: 403 },
  },
];

const byHttp = ({ echo }: RulesWorld, path: string): Config => ({
  extAuthz: { host: echo, protocol: { http: { path } }, policies: { http: { requestTimeout: '5s' } } },
});
/** A program that answers initialize. */
const answers = `require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'a', version: '1' } };
  if (JSON.parse(line).id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, result }));
});`;
const served = ({ echo }: RulesWorld, port: number, name: string): Config => ({
  ...route(port, undefined, { service: { name: 'default/api.example', port: 80 } }),
  services: [
    { name: 'api', namespace: 'default', hostname: 'api.example', vips: ['/10.0.0.1'], ports: { '80': Number(echo.split(':')[1]) } },
  ],
  workloads: [
    {
      uid: 'api',
      name: 'api',
      namespace: 'default',
      workloadIps: ['127.0.0.1'],
      services: { [name]: { '80': Number(echo.split(':')[1]) } },
    },
  ],
});
