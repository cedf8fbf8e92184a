/** Cases of `agentgateway-rules.ts`: ports of the proxy, its log and metrics, providers of models, and services. */

import { createDecipheriv } from 'node:crypto';
import { createServer } from 'node:net';
import type { RuleCase } from './agentgateway-rules.js';
import { answering, type Config, route, toEcho, toMcp, toModel } from './agentgateway-rules-configs.js';
import { ask, chat, completion, initialize, type RulesWorld, status } from './agentgateway-rules-world.js';

const withConfig =
  (config: Config) =>
  (world: RulesWorld, port: number): Config => ({ ...toEcho(port, world), config });
const metrics = async (stats: number, pattern: RegExp) =>
  [...(await ask(stats, '/metrics')).body.matchAll(pattern)].map(([found]) => found);
const logged = (remove: string) => (world: RulesWorld, port: number) => ({
  ...toEcho(port, world),
  frontendPolicies: { accessLog: { remove: [remove] } },
});
/** The lines of the log about requests, once there is one. */
async function lines(port: number, log: () => string): Promise<string[]> {
  await ask(port, '/users');
  for (let round = 0; round < 200 && !/http\.status=200/.test(log()); round++) await new Promise(resolve => setTimeout(resolve, 50));
  return log()
    .split('\n')
    .filter(line => /http\.status=200/.test(line));
}
const model = (world: RulesWorld, port: number, params: Config, more: Config = {}) => ({
  llm: {
    port,
    models: [{ name: 'gpt-4o', provider: 'openAI', params: { apiKey: 'secret', hostOverride: world.echo, ...params } }],
    ...more,
  },
});
const chatted = async (port: number, world: RulesWorld) => {
  world.taken();
  await chat(port, 'gpt-4o');
  return world.taken();
};
const service = (world: RulesWorld, port: number, name: string, asked: number): Config => ({
  ...route(port, undefined, { service: { name, port: asked } }),
  services: [
    { name: 'api', namespace: 'default', hostname: 'api.example', vips: ['/10.0.0.1'], ports: { '80': Number(world.echo.split(':')[1]) } },
  ],
  workloads: [
    {
      uid: 'api',
      name: 'api',
      namespace: 'default',
      workloadIps: ['127.0.0.1'],
      services: { 'default/api.example': { '80': Number(world.echo.split(':')[1]) } },
    },
  ],
});
/** A configuration whose administration answers on the port. */
const administered = (port: number, rest: Config): Config => ({ config: { adminAddr: `127.0.0.1:${port}` }, ...rest });
const dumped = async (port: number) => {
  const { binds } = JSON.parse((await ask(port, '/config_dump')).body) as { binds?: unknown[] };
  return binds?.length ?? null;
};

export const ownCases: readonly RuleCase[] = [
  {
    rule: 'admin-address-open',
    wrong: (_world, port) => ({
      config: { adminAddr: `0.0.0.0:${port}` },
      backends: [{ name: 'a', host: '127.0.0.1:9', policies: { backendAuth: { key: 'not-for-all' } } }],
    }),
    correct: (_world, port) => ({
      config: { adminAddr: `127.0.0.1:${port}` },
      backends: [{ name: 'a', host: '127.0.0.1:9', policies: { backendAuth: { key: 'not-for-all' } } }],
    }),
    see: async port => {
      const answer = await fetch(`http://127.0.0.2:${port}/config_dump`).catch(() => undefined);
      if (answer === undefined) return 'no connection';
      const dump = await answer.text();
      const end = await fetch(`http://127.0.0.2:${port}/quitquitquit`, { method: 'POST' });
      return [answer.status, dump.includes('not-for-all'), end.status];
    },
    saw: { wrong: [200, false, 200], correct: 'no connection' },
  },
  {
    rule: 'empty-config',
    wrong: (_world, port) => administered(port, {}),
    correct: (world, port) => administered(port, { binds: (toEcho(0, world) as { binds: unknown }).binds }),
    see: dumped,
    saw: { wrong: 0, correct: 1 },
  },
  {
    rule: 'bind-port-0',
    wrong: (world, port) => administered(port, toEcho(0, world)),
    correct: (world, port) => toEcho(port, world),
    see: async port => [await status(port, '/config_dump'), (await ask(port, '/config_dump')).headers['x-from'] ?? null],
    saw: { wrong: [200, null], correct: [200, 'backend'] },
  },
  {
    rule: 'bind-on-internal-port',
    wrong: (_world, port) => ({ ...bound(port, [answering('route')]), config: { statsAddr: `127.0.0.1:${port}` } }),
    correct: (_world, port) => bound(port, [answering('route')]),
    see: async port => (await ask(port, '/')).body,
    saw: { wrong: 'refused: stats server starts', correct: 'route' },
  },
  {
    rule: 'metric-unknown',
    wrong: withConfig({ metrics: { remove: ['request_duration_seconds_bucket'] } }),
    correct: withConfig({ metrics: { remove: ['agentgateway_request_duration_seconds'] } }),
    see: async (port, _world, stats) => {
      await status(port);
      return (await metrics(stats, /^agentgateway_request_duration_seconds_bucket/gm)).length > 0;
    },
    saw: { wrong: true, correct: false },
  },
  {
    rule: 'metric-cardinality',
    wrong: withConfig({ metrics: { fields: { add: { extra: 'request.path' } } } }),
    correct: withConfig({ metrics: { fields: { add: { extra: 'request.method' } } } }),
    see: async (port, _world, stats) => {
      for (const path of ['/a', '/b', '/c', '/d']) await status(port, path);
      return (await metrics(stats, /^agentgateway_requests_total\{.*extra=/gm)).length;
    },
    saw: { wrong: 4, correct: 1 },
  },
  {
    rule: 'log-secret',
    wrong: withConfig({ metrics: { fields: { add: { who: 'request.headers["authorization"]' } } } }),
    correct: withConfig({ metrics: { fields: { add: { who: 'request.method' } } } }),
    see: async (port, _world, stats) => {
      await status(port, '/', { headers: { authorization: 'Bearer mine' } });
      return (await metrics(stats, /who="[^"]*"/g))[0];
    },
    saw: { wrong: 'who="Bearer mine"', correct: 'who="GET"' },
  },
  {
    rule: 'log-secret',
    what: 'in the log',
    wrong: (world, port) => ({ ...toEcho(port, world), frontendPolicies: { accessLog: { add: { all: 'request.headers' } } } }),
    correct: (world, port) => ({ ...toEcho(port, world), frontendPolicies: { accessLog: { add: { all: 'request.method' } } } }),
    see: async (port, _world, _stats, log) => {
      await ask(port, '/', { headers: { authorization: 'Bearer mine' } });
      return (await lines(port, log)).some(line => line.includes('Bearer mine'));
    },
    saw: { wrong: true, correct: false },
  },
  {
    rule: 'log-field-unknown',
    wrong: logged('http_path'),
    correct: logged('http.path'),
    see: async (port, _world, _stats, log) => (await lines(port, log)).some(line => line.includes('http.path=')),
    saw: { wrong: true, correct: false },
  },
  {
    rule: 'ai-no-key',
    wrong: (world, port) => toModel(port, world, {}, { backendAuth: null as unknown as Config }),
    correct: (world, port) => toModel(port, world, {}),
    see: async port => [completion(await chat(port, 'm')), completion(await chat(port, 'm', { authorization: 'Bearer own' }))],
    saw: { wrong: ['m with undefined', 'm with Bearer own'], correct: ['m with Bearer secret', 'm with Bearer secret'] },
  },
  {
    rule: 'ai-field-type',
    wrong: (world, port) => toModel(port, world, {}, { ai: { overrides: { temperature: '0.9' } } }),
    correct: (world, port) => toModel(port, world, {}, { ai: { overrides: { temperature: 0.9 } } }),
    see: async port => {
      const answer = await chat(port, 'm');
      return answer.status === 200 ? (JSON.parse(answer.body) as Config).temperature : [answer.status, answer.body];
    },
    saw: { wrong: [503, 'processing failed: failed to parse request: invalid type: string "0.9", expected f32'], correct: 0.9 },
  },
  {
    rule: 'llm-no-models',
    since: 'v1.1.0',
    wrong: (_world, port) => ({ llm: { port, models: [] } }),
    correct: (world, port) => model(world, port, { hostOverride: world.llm }),
    see: async port => completion(await chat(port, 'gpt-4o')),
    saw: { wrong: 404, correct: 'gpt-4o with Bearer secret' },
  },
  {
    rule: 'llm-param-ignored',
    what: 'a path that is whole',
    since: 'v1.1.0',
    wrong: (world, port) => model(world, port, { pathOverride: '/one', pathPrefix: '/two' }),
    correct: (world, port) => model(world, port, { pathPrefix: '/two' }),
    see: chatted,
    saw: { wrong: ['POST /one'], correct: ['POST /two/chat/completions'] },
  },
  {
    rule: 'llm-param-ignored',
    what: 'of another provider',
    since: 'v1.1.0',
    wrong: (world, port) => model(world, port, { awsRegion: 'eu-west-1' }),
    correct: (world, port) => model(world, port, {}),
    see: chatted,
    saw: { wrong: ['POST /v1/chat/completions'], correct: ['POST /v1/chat/completions'] },
  },
  {
    rule: 'llm-param-ignored',
    what: 'an endpoint in the address',
    since: 'v1.4.0',
    wrong: (world, port) => based(world, port, '/v1/chat/completions'),
    correct: (world, port) => based(world, port, '/v1'),
    see: chatted,
    saw: { wrong: ['POST /v1/chat/completions/chat/completions'], correct: ['POST /v1/chat/completions'] },
  },
  {
    rule: 'dangling-service-ref',
    wrong: (world, port) => service(world, port, 'default/other.example', 80),
    correct: (world, port) => service(world, port, 'default/api.example', 80),
    see: port => status(port),
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'service-port-missing',
    wrong: (world, port) => service(world, port, 'default/api.example', 81),
    correct: (world, port) => service(world, port, 'default/api.example', 80),
    see: port => status(port),
    saw: { wrong: 503, correct: 200 },
  },
  {
    rule: 'setting-without-effect',
    wrong: withConfig({ gateway: 'mine', namespace: 'prod' }),
    correct: withConfig({}),
    see: async (port, _world, _stats, log) => (await lines(port, log)).map(line => /gateway=(\S+)/.exec(line)?.[1]),
    saw: { wrong: ['default/default'], correct: ['default/default'] },
  },
  {
    rule: 'session-key-weak',
    wrong: (world, port) => ({ ...toMcp(port, world), config: { session: { key: weakKey } } }),
    correct: (world, port) => ({ ...toMcp(port, world), config: { session: { key: strongKey } } }),
    see: async port => openedBy(weakKey, String((await initialize(port)).headers['mcp-session-id'])),
    saw: { wrong: '{"t":"mcp"', correct: 'closed' },
  },
  {
    rule: 'otlp-endpoint',
    since: 'v1.0.0',
    wrong: (world, port) => ({ ...toEcho(port, world), frontendPolicies: { tracing: { host: '127.0.0.78:4318', randomSampling: true } } }),
    correct: (world, port) => ({
      ...toEcho(port, world),
      frontendPolicies: { tracing: { host: '127.0.0.78:4318', protocol: 'http', randomSampling: true } },
    }),
    see: async port => {
      const server = createServer();
      await new Promise<void>(resolve => server.listen(4318, '127.0.0.78', resolve));
      const first = new Promise<string>(resolve =>
        server.on('connection', socket =>
          socket.on('error', () => {}).once('data', data => resolve(data.toString('latin1').split('\r\n')[0]!)),
        ),
      );
      await ask(port, '/');
      const line = await Promise.race([first, new Promise(resolve => setTimeout(resolve, 30_000, 'nothing'))]);
      server.close();
      return line;
    },
    saw: { wrong: 'PRI * HTTP/2.0', correct: 'POST /v1/traces HTTP/1.1' },
  },
  {
    rule: 'trace-sampling',
    since: 'v1.0.0',
    wrong: (world, port) => ({ ...toEcho(port, world), frontendPolicies: { tracing: { host: '127.0.0.1:9', randomSampling: 50 } } }),
    correct: (world, port) => ({ ...toEcho(port, world), frontendPolicies: { tracing: { host: '127.0.0.1:9', randomSampling: 0.1 } } }),
    see: async (port, _world, _stats) => {
      const parents: (string | undefined)[] = [];
      for (let round = 0; round < 40; round++) {
        const { headers } = JSON.parse((await ask(port, '/')).body) as { headers: Record<string, string> };
        parents.push(headers.traceparent?.slice(-2));
      }
      return parents.every(each => each === '01');
    },
    saw: {
      wrong: expect.stringContaining('randomSampling: invalid type: integer `50`, expected string, bool, float, or int'),
      correct: false,
    },
    sawIn: { 'v1.4.0': { wrong: true } },
  },
];

const weakKey = '0'.repeat(64);
const strongKey = '8f3ad0c1b9e27465f10a6cd2937be84451c0f9e6a72d38b05e914dc6f7a8b32e';
/** The start of a session id that was closed with a key (AES-256-GCM, the nonce first); `closed` where it was another key. */
function openedBy(key: string, session: string): string {
  const bytes = Buffer.from(session, 'base64');
  try {
    const cipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16));
    return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()])
      .toString('utf8')
      .slice(0, 10);
  } catch {
    return 'closed';
  }
}
const bound = (port: number, routes: readonly Config[]): Config => ({ binds: [{ port, listeners: [{ protocol: 'HTTP', routes }] }] });
const based = (world: RulesWorld, port: number, path: string): Config => ({
  llm: { port, models: [{ name: 'gpt-4o', provider: 'openAI', params: { apiKey: 'secret', baseUrl: `http://${world.echo}${path}` } }] },
});
