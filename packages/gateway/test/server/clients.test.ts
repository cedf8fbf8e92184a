/** Real clients of both lines and eras against the gateway. */

import { until } from '../../../../test/helpers/until.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { configOf, connect, endAll, type Line, serversOf, startGateway } from './harness.js';

afterEach(endAll);

const builtins = ['retrieve_tools', 'call_tool', 'upstream_servers'];
const fixtureTools = ['ask', 'echo', 'fail', 'log', 'progress', 'roots', 'slow', 'throws'];

type AnyClient = Awaited<ReturnType<typeof connect>>;

/** Both lines have `request` and handlers, with other types: the wire is the same. */
const call = (client: AnyClient, name: string, args: Record<string, unknown> = {}, options: object = {}) =>
  options && Object.keys(options).length > 0
    ? (client as unknown as { callTool(...all: unknown[]): Promise<unknown> }).callTool(
        { name, arguments: args },
        ...callOptions(client, options),
      )
    : client.callTool({ name, arguments: args });

/** The first line has the result's schema before the options. */
function callOptions(client: AnyClient, options: object): unknown[] {
  return 'getNegotiatedProtocolVersion' in client ? [options] : [undefined, options];
}

describe.each<Line>(['v1', 'v2', 'modern'])('a %s client', line => {
  it('lists the tools of all servers in the order of their names, and calls them', async () => {
    const [b, a] = [await startFixture(), await startFixture()];
    const { url } = await startGateway(serversOf({ b: b.url, a: a.url }));
    const client = await connect(line, url);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...builtins,
      ...fixtureTools.map(name => `a__${name}`),
      ...fixtureTools.map(name => `b__${name}`),
    ]);
    expect(await call(client, 'b__echo', { text: 'hi' })).toMatchObject({ content: [{ type: 'text', text: 'hi' }] });
    expect([a.seen.calls.length, b.seen.calls.length]).toEqual([0, 1]);
  });

  it('gets failures in the form of the failure model', async () => {
    const { url: upstream } = await startFixture();
    const { url } = await startGateway(
      configOf(serversOf({ s: upstream }), { timeouts: { ...configOf('servers: {}').timeouts, call: 1000 } }),
    );
    const client = await connect(line, url);
    await expect(call(client, 's__nope')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: s__nope'),
      data: { tool: 's__nope', failure_mode: 'unknown_tool', failure_category: 'contract_violation' },
    });
    await expect(call(client, 's__slow', { ms: 5000 })).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining("Tool 's__slow' timed out after 1s."),
      data: { tool: 's__slow', timeout_seconds: 1, failure_mode: 'timeout', failure_category: 'transport_failure' },
    });
    expect(await call(client, 's__fail')).toMatchObject({ isError: true, content: [{ text: 'it failed' }] });
    expect(await call(client, 's__throws')).toMatchObject({
      isError: true,
      content: [{ text: 'no such thing' }],
      _meta: { 'mcpgw/failure': { failure_mode: 'rpc_error', failure_category: 'upstream_failure' } },
    });
  });

  it('hears of the progress of its own call', async () => {
    const { url: upstream } = await startFixture();
    const { url } = await startGateway(serversOf({ s: upstream }));
    const client = await connect(line, url);
    const heard: unknown[] = [];
    await call(client, 's__progress', { text: 'x' }, { onprogress: (progress: unknown) => heard.push(progress) });
    expect(heard).toMatchObject([1, 2, 3].map(progress => ({ progress, total: 3, message: 'x' })));
  });

  it('takes a call back', async () => {
    const fixture = await startFixture();
    const { url, gateway } = await startGateway(serversOf({ s: fixture.url }));
    const client = await connect(line, url);
    const controller = new AbortController();
    const answer = call(client, 's__slow', { ms: 10_000 }, { signal: controller.signal });
    await until(() => fixture.seen.calls.length === 1);
    controller.abort();
    await expect(answer).rejects.toThrow();
    expect(await until(() => fixture.seen.cancelled.length === 1)).toBe(true);
    await until(() => gateway.status().requests_under_way === 0);
    expect(await call(client, 's__echo', { text: 'still here' })).toMatchObject({ content: [{ text: 'still here' }] });
  });

  it('reads resources, templates, prompts and completions of the server that has them', async () => {
    const { url: upstream } = await startFixture();
    const { url } = await startGateway(serversOf({ s: upstream }));
    const client = await connect(line, url);
    expect((await client.listResources()).resources).toMatchObject([{ uri: 'test://r' }]);
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([{ uriTemplate: 'test://{id}' }]);
    expect((await client.readResource({ uri: 'test://r' })).contents).toMatchObject([{ text: 'read' }]);
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 's__greet' }]);
    expect((await client.getPrompt({ name: 's__greet', arguments: { name: 'you' } })).messages).toMatchObject([
      { content: { text: 'hello you' } },
    ]);
    const ref = { type: 'ref/prompt' as const, name: 's__greet' };
    expect((await client.complete({ ref, argument: { name: 'name', value: 'y' } })).completion.values).toEqual(['y!']);
    await expect(client.getPrompt({ name: 'nope' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown prompt: nope'),
    });
  });

  it('sees nothing but its profile', async () => {
    const [a, b] = [await startFixture(), await startFixture()];
    const { url } = await startGateway(`${serversOf({ a: a.url, b: b.url })}profiles: [{name: only-a, servers: [a]}]\n`);
    const client = await connect(line, `${url}/p/only-a`);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual([...builtins, ...fixtureTools.map(name => `a__${name}`)]);
    await expect(call(client, 'b__echo', { text: 'x' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: b__echo'),
    });
    expect(b.seen.calls).toEqual([]);
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'a__greet' }]);
  });

  it('finds and calls tools where only the built-in ones are listed', async () => {
    const { url: upstream } = await startFixture();
    const { url } = await startGateway(`${serversOf({ s: upstream })}routing_mode: retrieve_tools\n`);
    const client = await connect(line, url);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(builtins);
    expect(await call(client, 'retrieve_tools', { query: 'echo' })).toMatchObject({
      content: [{ text: expect.stringContaining('"s__echo"') }],
    });
    expect(await call(client, 'call_tool', { name: 's:echo', args: { text: 'by name' } })).toMatchObject({
      content: [{ text: 'by name' }],
    });
    expect(await call(client, 's__echo', { text: 'at once' })).toMatchObject({ content: [{ text: 'at once' }] });
  });

  it('calls tools by bare names where there is one server, and by full ones', async () => {
    const { url: upstream } = await startFixture();
    const { url } = await startGateway(`${serversOf({ s: upstream })}tool_names: {prefix: false}\n`);
    const client = await connect(line, url);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([...builtins, ...fixtureTools]);
    for (const name of ['echo', 's:echo']) expect(await call(client, name, { text: name })).toMatchObject({ content: [{ text: name }] });
  });
});

describe.each<Line>(['v1', 'v2'])('a session of a %s client', line => {
  it('is asked by the server that it calls, and nobody else is', async () => {
    const { url: upstream } = await startFixture();
    const { url } = await startGateway(serversOf({ s: upstream }));
    const asked: string[] = [];
    const people = await Promise.all(
      ['ann', 'bob'].map(async name => {
        const client = await connect(line, url, { elicitation: {}, roots: {} });
        await answerAsks(client, line, params => {
          asked.push(`${name}: ${params.message}`);
          return { action: 'accept', content: { name } };
        });
        return { name, client };
      }),
    );
    const answers = await Promise.all(people.map(({ name, client }) => call(client, 's__ask', { text: `for ${name}` })));
    expect(answers).toMatchObject([{ content: [{ text: '{"name":"ann"}' }] }, { content: [{ text: '{"name":"bob"}' }] }]);
    expect(asked.sort()).toEqual(['ann: for ann', 'bob: for bob']);
  });

  it('that cannot be asked makes the call fail, not hang', async () => {
    const { url: upstream } = await startFixture();
    const { url } = await startGateway(serversOf({ s: upstream }));
    const client = await connect(line, url);
    expect(await call(client, 's__ask', { text: 'x' })).toMatchObject({ isError: true });
  });

  it('is told when the tools are others, and when a resource it subscribed to is', async () => {
    const fixture = await startFixture();
    const { url } = await startGateway(serversOf({ s: fixture.url }));
    const client = await connect(line, url);
    const told: string[] = [];
    await onNotifications(client, line, method => told.push(method));
    await client.listTools();
    await client.subscribeResource({ uri: 'test://r' });
    await fixture.resourceUpdated('test://r');
    await until(() => told.includes('notifications/resources/updated'));
    await until(() => fixture.listening());
    fixture.tools.push({ name: 'new', inputSchema: { type: 'object' } });
    await fixture.toolsChanged();
    await until(() => told.includes('notifications/tools/list_changed'));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('s__new');
  });

  it('gets the log of a server from the level that it sets', async () => {
    const fixture = await startFixture();
    const { url } = await startGateway(serversOf({ s: fixture.url }));
    const client = await connect(line, url);
    const told: string[] = [];
    await onNotifications(client, line, method => told.push(method));
    await client.setLoggingLevel('debug');
    await call(client, 's__log', { text: 'x' });
    await until(() => told.includes('notifications/message'));
    expect(fixture.seen.levels).toEqual(['debug']);
  });
});

async function answerAsks(client: AnyClient, line: Line, answer: (params: { message: string }) => unknown): Promise<void> {
  if (line === 'v1') {
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    (client.setRequestHandler as (...all: unknown[]) => void)(ElicitRequestSchema, (request: { params: { message: string } }) =>
      answer(request.params),
    );
  } else client.setRequestHandler('elicitation/create', ((request: { params: { message: string } }) => answer(request.params)) as never);
}

async function onNotifications(client: AnyClient, _line: Line, heard: (method: string) => void): Promise<void> {
  (client as unknown as { fallbackNotificationHandler: unknown }).fallbackNotificationHandler = async ({ method }: { method: string }) =>
    heard(method);
}

describe('a modern client that listens', () => {
  it('is told when the tools are others', async () => {
    const fixture = await startFixture();
    const { url } = await startGateway(serversOf({ s: fixture.url }));
    const told: unknown[] = [];
    const client = await connect('modern', url);
    client.setNotificationHandler('notifications/tools/list_changed', notification => void told.push(notification.method));
    const subscription = await client.listen({ toolsListChanged: true });
    await until(() => fixture.listening());
    fixture.tools.push({ name: 'new', inputSchema: { type: 'object' } });
    await fixture.toolsChanged();
    await until(() => told.length > 0);
    await subscription.close();
  });
});

it('counts a call by the name in the catalogue, whatever name the client used', async () => {
  const { url: upstream } = await startFixture();
  const { url } = await startGateway(`${serversOf({ s: upstream })}routing_mode: retrieve_tools\n`);
  const client = await connect('v2', url);
  await client.callTool({ name: 's:echo', arguments: { text: 'x' } });
  await client.callTool({ name: 's__echo', arguments: { text: 'x' } });
  await client.callTool({ name: 'call_tool', arguments: { name: 's__echo', args: { text: 'x' } } });
  const found = await client.callTool({ name: 'retrieve_tools', arguments: { query: 'echo', include_stats: true } });
  const { usage_summary: summary } = JSON.parse((found.content as { text: string }[])[0]!.text);
  expect(summary).toEqual({ top_tools: [{ name: 's__echo', count: 3 }] });
});
