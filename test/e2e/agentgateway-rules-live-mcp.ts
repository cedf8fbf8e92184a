/** Cases of `agentgateway-rules.ts`: MCP servers behind the proxy. */
import { createServer } from 'node:http';
import { sdkListener } from '../../packages/loader/test/servers.js';
import type { RuleCase } from './agentgateway-rules.js';
import { type Config, mcpAuth, onPaths, route, toMcp } from './agentgateway-rules-configs.js';
import { ask, initialize, mcpCall, type RulesWorld, status, toolNames } from './agentgateway-rules-world.js';

/** Targets that are MCP servers, by name and host. */
const targets = (...all: (readonly [name: string, host: string])[]) =>
  all.map(([name, host]) => ({ name, mcp: { host: `http://${host}/mcp` } }));
const serving = (port: number, list: readonly Config[], fields: Config = {}, policies?: Config) =>
  route(port, policies, { mcp: { targets: list, ...fields } });
const portOf = (host: string) => host.split(':')[1];
const refusedName = (name: string) =>
  `refused: invalid MCP target name "${name}": must match Gateway API SectionName pattern (lowercase letters, digits, '-' and '.'; '+' and '_' are reserved MCP delimiters)`;
/** A program that answers initialize. */
const program = `require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'a', version: '1' } };
  if (JSON.parse(line).id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, result }));
});`;
const prefixed = ['a_tool-0', 'a_tool-1', 'b_tool-0', 'b_tool-1'];
const both =
  (...names: [string, string]) =>
  ({ mcp }: RulesWorld, port: number) =>
    serving(port, targets([names[0], mcp], [names[1], mcp]));
const one =
  (host: string | ((world: RulesWorld) => string), kind = 'mcp') =>
  (world: RulesWorld, port: number) =>
    serving(port, [{ name: 'tools', [kind]: { host: typeof host === 'string' ? host : host(world) } }]);
const firstTaken = async (port: number, world: RulesWorld) => {
  world.taken();
  await initialize(port);
  return world.taken()[0];
};
const wellKnown = '/.well-known/oauth-protected-resource/mcp';
const rules = (rule: string) => (world: RulesWorld, port: number) => toMcp(port, world, { mcpAuthorization: { rules: [rule] } });
const guarded = (method: string) => (world: RulesWorld, port: number) =>
  toMcp(port, world, { mcpGuardrails: { processors: [{ kind: 'remote', host: '127.0.0.1:9', methods: { [method]: 'full' } }] } });

export const mcpCases: readonly RuleCase[] = [
  {
    rule: 'mcp-authn-optional',
    wrong: (world, port) => permissive(world, port, 'permissive'),
    correct: (world, port) => permissive(world, port, 'strict'),
    see: async port => [(await initialize(port)).status, (await initialize(port, '/mcp', { authorization: 'Bearer no' })).status],
    saw: { wrong: [200, 200], correct: [401, 401] },
  },
  {
    rule: 'mcp-authn-optional',
    what: 'in mode optional',
    wrong: (world, port) => permissive(world, port, 'optional'),
    correct: (world, port) => permissive(world, port, 'strict'),
    see: async port => [(await initialize(port)).status, (await initialize(port, '/mcp', { authorization: 'Bearer no' })).status],
    saw: { wrong: [200, 401], correct: [401, 401] },
  },
  {
    rule: 'mcp-wellknown-unmatched',
    wrong: (world, port) => onPaths(permissive(world, port, 'strict'), ['/mcp']),
    correct: (world, port) => onPaths(permissive(world, port, 'strict'), ['/mcp', wellKnown]),
    see: async port => [(await initialize(port)).status, await status(port, wellKnown)],
    saw: { wrong: [401, 404], correct: [401, 200] },
  },
  {
    rule: 'mcp-failopen',
    wrong: ({ mcp }, port) => serving(port, targets(['a', mcp], ['b', '127.0.0.1:9']), { failureMode: 'failOpen' }),
    correct: ({ mcp }, port) => serving(port, targets(['a', mcp], ['b', '127.0.0.1:9']), { failureMode: 'failClosed' }),
    see: toolNames,
    saw: { wrong: ['a_tool-0', 'a_tool-1'], correct: { begun: 500 } },
  },
  {
    rule: 'mcp-no-targets',
    wrong: (_world, port) => serving(port, []),
    correct: ({ mcp }, port) => serving(port, targets(['a', mcp])),
    see: toolNames,
    saw: { wrong: { begun: 503 }, correct: ['tool-0', 'tool-1'] },
  },
  {
    rule: 'duplicate-target-name',
    wrong: both('a', 'a'),
    correct: both('a', 'b'),
    see: toolNames,
    saw: { wrong: ['a_tool-0', 'a_tool-1'], correct: prefixed },
  },
  {
    rule: 'target-name-empty',
    judged: 'v1.1.0',
    wrong: both(' ', 'b'),
    correct: both('a', 'b'),
    see: toolNames,
    saw: { wrong: [' _tool-0', ' _tool-1', 'b_tool-0', 'b_tool-1'], correct: prefixed },
    sawIn: { 'v1.4.0': { wrong: refusedName(' ') } },
  },
  {
    rule: 'target-name-invalid',
    judged: 'v1.1.0',
    wrong: both('my_tools', 'b'),
    correct: both('a', 'b'),
    see: toolNames,
    saw: { wrong: ['b_tool-0', 'b_tool-1', 'my_tools_tool-0', 'my_tools_tool-1'], correct: prefixed },
    sawIn: { 'v1.4.0': { wrong: refusedName('my_tools') } },
  },
  {
    rule: 'target-name-long',
    wrong: both('a'.repeat(60), 'b'),
    correct: both('a', 'b'),
    see: async port => Math.max(...((await toolNames(port)) as string[]).map(name => name.length)),
    saw: { wrong: 67, correct: 8 },
  },
  {
    rule: 'mcp-prefix-never',
    since: 'v1.2.0',
    wrong: ({ mcp }, port) => serving(port, targets(['a', mcp], ['b', mcp]), { prefixMode: 'never' }),
    correct: ({ mcp }, port) => serving(port, targets(['a', mcp], ['b', mcp]), { prefixMode: 'always' }),
    see: toolNames,
    saw: { wrong: [], correct: prefixed },
  },
  {
    rule: 'mcp-prefix-change',
    wrong: ({ mcp }, port) => serving(port, targets(['a', mcp]), { prefixMode: 'conditional' }),
    correct: ({ mcp }, port) => serving(port, targets(['a', mcp]), { prefixMode: 'always' }),
    see: toolNames,
    saw: { wrong: ['tool-0', 'tool-1'], correct: ['a_tool-0', 'a_tool-1'] },
  },
  {
    rule: 'mcp-rule-names',
    wrong: rules('mcp.tool.name == "tools_tool-0"'),
    correct: rules('mcp.tool.target == "tools" && mcp.tool.name == "tool-0"'),
    see: toolNames,
    saw: { wrong: [], correct: ['tool-0'] },
  },
  {
    rule: 'mcp-rule-names',
    what: 'of a target that is not there',
    wrong: rules('mcp.tool.target == "others"'),
    correct: rules('mcp.tool.target == "tools"'),
    see: toolNames,
    saw: { wrong: [], correct: ['tool-0', 'tool-1'] },
  },
  {
    rule: 'mcp-header-removed',
    wrong: (world, port) => toMcp(port, world, { responseHeaderModifier: { remove: ['Mcp-Session-Id'] } }),
    correct: (world, port) => toMcp(port, world, { responseHeaderModifier: { remove: ['Server'] } }),
    see: async port => [(await initialize(port)).headers['mcp-session-id'] !== undefined, await toolNames(port)],
    saw: { wrong: [false, { status: 422 }], correct: [true, ['tool-0', 'tool-1']] },
    sawIn: { 'v1.4.0': { wrong: [false, { status: 400 }] } },
  },
  {
    rule: 'mcp-header-removed',
    what: 'of requests',
    wrong: (world, port) => toMcp(port, world, { requestHeaderModifier: { remove: ['accept'] } }),
    correct: (world, port) => toMcp(port, world, { requestHeaderModifier: { remove: ['x-a'] } }),
    see: async port => (await initialize(port)).status,
    saw: { wrong: 406, correct: 200 },
  },
  {
    rule: 'mcp-stateful-replicas',
    what: 'what another replica needs is in the session id',
    since: 'v1.0.0',
    wrong: (_world, port) => ({
      mcp: { port, statefulMode: 'stateful', targets: [{ name: 'a', stdio: { cmd: process.execPath, args: ['-e', program] } }] },
    }),
    correct: ({ mcp }, port) => ({ mcp: { port, statefulMode: 'stateful', targets: targets(['a', mcp]) } }),
    see: async port => {
      const session = String((await initialize(port)).headers['mcp-session-id']);
      return Buffer.from(session, 'base64').toString('utf8').startsWith('{"t":"mcp","s":[{"t":"a"');
    },
    saw: { wrong: false, correct: true },
  },
  {
    rule: 'mcp-split-backends',
    wrong: ({ mcp }, port) => split(port, [{ mcp: { targets: targets(['a', mcp]) } }, { mcp: { targets: targets(['b', mcp]) } }]),
    correct: ({ mcp }, port) => split(port, [{ mcp: { targets: targets(['a', mcp], ['b', mcp]) } }]),
    see: async port => {
      const { headers } = await initialize(port);
      const own = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': String(headers['mcp-session-id']),
      };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
      const all = new Set<number>();
      for (let round = 0; round < 40; round++) all.add(await status(port, '/mcp', { headers: own, body }));
      return [...all].sort();
    },
    saw: { wrong: [200], correct: [200] },
    sawIn: { 'v1.4.0': { wrong: [200, 404] } },
  },
  {
    rule: 'mcp-route-narrow',
    wrong: (world, port) => methodOnly(toMcp(port, world), 'POST'),
    correct: (world, port) => toMcp(port, world),
    see: async port => [(await initialize(port)).status, await status(port, '/mcp', { method: 'DELETE' })],
    saw: { wrong: [200, 404], correct: [200, 422] },
    sawIn: { 'v1.4.0': { correct: [200, 400] } },
  },
  {
    rule: 'mcp-route-retry',
    wrong: (world, port) => onStatus(port, world, { retry: { attempts: 2, codes: [500, 502, 503] } }),
    correct: (world, port) => onStatus(port, world),
    see: async (port, world) => {
      world.taken();
      return [(await initialize(port)).status, world.taken().length];
    },
    saw: { wrong: [503, 1], correct: [503, 1] },
  },
  {
    rule: 'mcp-route-timeout',
    wrong: ({ slow }, port) => serving(port, targets(['a', slow]), {}, { timeout: { requestTimeout: '500ms' } }),
    correct: ({ slow }, port) => serving(port, targets(['a', slow])),
    see: async port => (await initialize(port)).status,
    saw: { wrong: 504, correct: 200 },
  },
  {
    rule: 'mcp-route-timeout',
    what: 'of the backend',
    wrong: ({ slow }, port) => serving(port, targets(['a', slow]), {}, { timeout: { backendRequestTimeout: '500ms' } }),
    correct: ({ slow }, port) => serving(port, targets(['a', slow])),
    see: async port => (await initialize(port)).status,
    saw: { wrong: 200, correct: 200 },
    sawIn: { 'v1.4.0': { wrong: 500 } },
  },
  {
    rule: 'mcp-path-missing',
    wrong: one(({ echo }) => `http://${echo}`),
    correct: one(({ echo }) => `http://${echo}/mcp`),
    see: firstTaken,
    saw: { wrong: 'POST /', correct: 'POST /mcp' },
  },
  {
    rule: 'mcp-sse-path',
    wrong: one(({ echo }) => `http://${echo}/sse`),
    correct: one(({ echo }) => `http://${echo}/sse`, 'sse'),
    see: firstTaken,
    saw: { wrong: 'POST /sse', correct: 'GET /sse' },
  },
  {
    rule: 'mcp-default-port',
    wrong: one('http://127.0.0.1/mcp'),
    correct: one(({ mcp }) => `http://${mcp}/mcp`),
    see: async port => (await initialize(port)).body.includes('Connection refused'),
    saw: { wrong: true, correct: false },
  },
  {
    rule: 'url-port-ignored',
    wrong: one(({ echo }) => `http://127.0.0.1:${portOf(echo)}x/mcp`),
    correct: one(({ echo }) => `http://127.0.0.1:${portOf(echo)}/mcp`),
    see: async (port, world) => {
      world.taken();
      return [(await initialize(port)).body.includes('Connection refused'), world.taken()];
    },
    saw: { wrong: [true, []], correct: [false, ['POST /mcp']] },
  },
  {
    rule: 'mcp-https-port-path',
    wrong: (_world, port) => serving(port, [{ name: 'tools', mcp: { host: '127.0.0.77', port: 8443, path: '/mcp' } }]),
    correct: one('https://127.0.0.77:8443/mcp'),
    see: async port => {
      const server = createServer(sdkListener());
      await new Promise<void>(resolve => server.listen(8443, '127.0.0.77', resolve));
      const begun = await initialize(port);
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      return begun.status;
    },
    saw: { wrong: 200, correct: 500 },
  },
  {
    rule: 'mcp-plain-http-key',
    wrong: ({ echo }, port) => route(port, { backendAuth: { key: 'secret' } }, { host: `0.0.0.0:${portOf(echo)}` }),
    correct: ({ echo }, port) =>
      route(port, { backendAuth: { key: 'secret' } }, { host: `0.0.0.0:${portOf(echo)}`, policies: { backendTLS: { insecure: true } } }),
    see: async port => (await ask(port, '/')).body.includes('Bearer secret'),
    saw: { wrong: true, correct: false },
  },
  {
    rule: 'mcp-stdio-empty-cmd',
    wrong: (_world, port) => serving(port, [{ name: 'tools', stdio: { cmd: '' } }]),
    correct: (world, port) => toMcp(port, world),
    see: async port => (await initialize(port)).status,
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'mcp-stdio-network-path',
    wrong: (_world, port) => serving(port, [{ name: 'tools', stdio: { cmd: 'mcp-server-that-is-not-there' } }]),
    correct: (world, port) => toMcp(port, world),
    see: async port => (await initialize(port)).status,
    saw: { wrong: 500, correct: 200 },
  },
  {
    rule: 'processor-inert',
    since: 'v1.3.0',
    wrong: guarded('tools.list'),
    correct: guarded('tools/list'),
    see: async port => (await mcpCall(port, 'tools/list')).code ?? 'answered',
    saw: { wrong: 'answered', correct: -32603 },
  },
];

const split = (port: number, backends: readonly Config[]): Config => ({
  binds: [{ port, listeners: [{ protocol: 'HTTP', routes: [{ backends }] }] }],
});
const onStatus = (port: number, { echo }: RulesWorld, policies?: Config) =>
  serving(port, [{ name: 'tools', mcp: { host: `http://${echo}/status/503` } }], {}, policies);
const permissive = (world: RulesWorld, port: number, mode: string): Config => {
  const { mcpAuthentication } = mcpAuth(world, `http://${world.keys}/realms/staff`) as { mcpAuthentication: Config };
  return toMcp(port, world, { mcpAuthentication: { ...mcpAuthentication, mode } });
};
function methodOnly(config: Config, method: string): Config {
  const { binds } = config as { binds: [{ port: number; listeners: [{ routes: [Config] }] }] };
  const matches = [{ path: { exact: '/mcp' }, method }];
  return { binds: [{ port: binds[0].port, listeners: [{ protocol: 'HTTP', routes: [{ ...binds[0].listeners[0].routes[0], matches }] }] }] };
}
