/** The gateway's client side as a program for the suite's client scenarios: connects to the last argument, lists, calls each tool. */

import { Upstreams } from '../../../packages/upstreams/src/servers/upstreams.js';
import type { DownstreamSession } from '../../../packages/upstreams/src/tools/source.js';

interface Call {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
}

const url = process.argv.at(-1) ?? '';
const upstreams = new Upstreams();

/** A client that accepts what it is asked, with the defaults. */
const session: DownstreamSession = {
  id: 'client',
  capabilities: { elicitation: { form: { applyDefaults: true } } },
  request: async () => ({ action: 'accept', content: {} }),
  notify: async () => {},
};

const schema = (name: string) => upstreams.state('server')?.tools.find(tool => tool.name === name)?.inputSchema;

const known: Readonly<Record<string, () => Record<string, unknown>>> = {
  add_numbers: () => ({ a: 5, b: 3 }),
  json_schema_echo: () => ({ schema: schema('json_schema_2020_12_tool') }),
};

await upstreams.update([
  { name: 'server', connection: { transport: 'streamable-http', url }, enabled: true, quarantined: false, trustMode: 'auto' },
]);
await upstreams.settled(20_000);
const { toolCalls } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as { toolCalls?: Call[] };
const tools = upstreams.state('server')?.tools ?? [];
const calls: readonly Call[] = toolCalls ?? tools.map(({ name }) => ({ name, arguments: known[name]?.() ?? {} }));
for (const call of calls) {
  const options = { signal: AbortSignal.timeout(20_000), session };
  await upstreams.call('server', call.name, call.arguments ?? {}, options).catch(error => console.error(error.message));
}
await upstreams.list('server', 'prompts/list', AbortSignal.timeout(5000)).catch(() => {});
await upstreams.list('server', 'resources/list', AbortSignal.timeout(5000)).catch(() => {});
await upstreams.close();
