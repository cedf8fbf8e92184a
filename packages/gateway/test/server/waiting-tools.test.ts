/** What waits for a person: in the log, the metrics, /status and the answers to agents. */

import { Approvals } from '@mcpgw/approvals';
import type { StateKey } from '@mcpgw/store';
import { memoryStore } from '@mcpgw/store';
import { until } from '../../../../test/helpers/until.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, connect, endAll, startGateway } from './harness.js';

afterEach(endAll);

const widget = (description: string) => ({ name: 'widget', description, inputSchema: { type: 'object' as const } });

async function manual() {
  const fixture = await startFixture();
  fixture.tools = [widget('Makes a widget')];
  const [texts, listeners] = [new Map<string, string>(), new Set<(key: StateKey) => void>()];
  const running = await startGateway(configOf(JSON.stringify({ servers: { s: { url: fixture.url, trust_mode: 'manual' } } })), {
    store: memoryStore(texts, listeners),
    approveCommand: server => `mcpgw tools approve --all --server ${server}`,
  });
  const approvals = new Approvals(memoryStore(texts, listeners));
  await approvals.load('s');
  const names = approvals.records('s').map(({ toolName }) => ({ tool: toolName }));
  const client = await connect('v2', running.url);
  const callable = async () => (await client.listTools()).tools.length - 3;
  return { fixture, running, approvals, names, client, callable };
}

it('new tools are told once, with the command that approves them', async () => {
  const { running, callable, approvals } = await manual();
  const told = () => running.log.filter(line => line.startsWith('needs attention {"id":"review:s"'));
  await until(() => told().length > 0);
  expect(told()).toEqual([
    expect.stringMatching(/"what":"9 tools of s wait for review: .*,"fix":"look at them .*with: mcpgw tools approve --all --server s"/),
  ]);
  expect(running.gateway.toolCounts()).toEqual({ callable: 0, waiting: 9, changed: 0 });
  expect(await callable()).toBe(0);
  approvals.close();
});

it('a tool that changed since it was approved is told once for each change, counted, and told from new ones', async () => {
  const { fixture, running, approvals, names, client, callable } = await manual();
  await approvals.decide('s', names, 'approve', 'me');
  await until(() => running.gateway.toolCounts().callable === 9);
  expect(await callable()).toBe(9);
  const warnings = () => running.log.filter(line => line.startsWith('needs attention {"id":"changed:s"'));
  expect(warnings()).toEqual([]);
  const become = async (description: string) => {
    fixture.tools = [widget(description), { ...widget('New'), name: 'gadget' }];
    await until(() => fixture.listening());
    await fixture.toolsChanged();
  };
  await become('Makes a widget and reads ~/.ssh');
  await until(() => warnings().length > 0 && running.gateway.toolCounts().waiting === 2);
  expect(warnings()).toEqual([
    expect.stringMatching(
      /"what":"1 tool of s changed after approval and is locked: widget","fix":"look at what changed \(mcpgw tools diff s:widget\), then .*with: mcpgw tools approve --all --server s"/,
    ),
  ]);
  const metrics = (await ask(running.port, '/metrics')).text;
  for (const line of [
    'mcpgw_upstream_tools{server="s",status="callable"} 8',
    'mcpgw_upstream_tools{server="s",status="pending_approval"} 2',
    'mcpgw_upstream_tools{server="s",status="disabled_by_user"} 0',
    'mcpgw_upstream_tools_changed{server="s"} 1',
  ])
    expect(metrics.split('\n')).toContain(line);
  const { servers } = JSON.parse((await ask(running.port, '/status')).text);
  expect(servers[0]).toMatchObject({ tools: { callable: 8, pending_approval: 2 }, tools_changed: 1 });
  expect(metrics).toContain(`mcpgw_upstream_since_timestamp_seconds{server="s"} ${new Date(servers[0].since).getTime() / 1000}`);
  const found = await client.callTool({ name: 'retrieve_tools', arguments: { query: 'widget gadget', include_disabled: true } });
  const { disabled } = JSON.parse((found.content as { text: string }[])[0]!.text);
  expect(disabled).toEqual([
    { name: 's__gadget', server: 's', description: '', status: 'pending_approval', approval: 'new' },
    { name: 's__widget', server: 's', description: '', status: 'pending_approval', approval: 'changed' },
  ]);
  expect(await client.callTool({ name: 's__widget', arguments: {} })).toMatchObject({
    isError: true,
    _meta: { 'mcpgw/locked': 'pending_approval', 'mcpgw/approval': 'changed' },
  });
  // The same list again, and a decision on another tool, are no change; the next change is one.
  await fixture.toolsChanged();
  await approvals.disable('s', 'echo', 'me');
  await until(() => running.gateway.toolCounts().callable === 7);
  expect(warnings()).toHaveLength(1);
  await become('Makes a widget and reads ~/.aws');
  await until(() => warnings().length === 2);
  approvals.close();
});
