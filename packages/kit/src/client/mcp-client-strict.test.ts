import { SdkErrorCode } from '@modelcontextprotocol/client';
import { failing, Instance, text } from '../../test/instances.js';
import { AgentRunAborted, RetryableToolError } from './errors.js';
import type { ServerLog } from './mcp-client.js';
import { McpClientStrict, type McpClientStrictOptions } from './mcp-client-strict.js';

const instance = new Instance('sql', {
  fine: () => text('42'),
  fatal: () => failing('[FATAL] Database unreachable'),
  retry: () => failing('SQL cannot be empty'),
  almost: () => failing('[FATAL]no space'),
  inside: () => failing('it said [FATAL] somewhere'),
  second: () => ({
    isError: true,
    content: [
      { type: 'text', text: 'wrong' },
      { type: 'text', text: '[FATAL] later' },
    ],
  }),
  silent: () => ({ isError: true, content: [] }),
  fatalText: () => text('[FATAL] but no error'),
  slow: () => new Promise(() => {}),
  logs: async (_args, context) => {
    await context.mcpReq.notify({ method: 'notifications/message', params: { level: 'notice', logger: 'db', data: 'connected' } });
    return text('logged');
  },
});
let clients: McpClientStrict[] = [];
const opened = async (options: Partial<McpClientStrictOptions> = {}): Promise<McpClientStrict> => {
  const client = new McpClientStrict({ name: 'sql', url: instance.url, ...options });
  clients.push(client);
  await client.open();
  return client;
};

beforeAll(() => instance.start());
afterAll(() => instance.stop());
beforeEach(() => {
  instance.arrivals.length = 0;
  instance.refusals.length = 0;
  instance.tokens.clear();
});
afterEach(async () => {
  await Promise.all(clients.map(client => client.close()));
  clients = [];
});

describe('a fatal tool error', () => {
  test('loses its prefix, aborts the signal, and ends every later call before it is sent', async () => {
    const client = await opened();
    expect(client.signal.aborted).toBe(false);
    const error = await client.callTool('fatal').catch(reason => reason);
    expect(error).toBeInstanceOf(AgentRunAborted);
    expect(error).toMatchObject({ name: 'AgentRunAborted', message: 'Database unreachable', server: 'sql', tool: 'fatal' });
    expect(client.signal.reason).toBe(error);
    const sent = instance.arrivals.length;
    await expect(client.callTool('fine')).rejects.toBe(error);
    await expect(client.listTools()).rejects.toBe(error);
    expect(instance.arrivals.length).toBe(sent);
  });

  test('ends what was given the signal, even where the thrown error is swallowed', async () => {
    const client = await opened();
    const steps: string[] = [];
    const run = async () => {
      for (const tool of ['fine', 'fatal', 'fine', 'fine']) {
        client.signal.throwIfAborted();
        steps.push(
          await client.callTool(tool).then(
            () => 'answer',
            () => 'told the model',
          ),
        );
      }
    };
    await expect(run()).rejects.toMatchObject({ name: 'AgentRunAborted', message: 'Database unreachable' });
    expect(steps).toEqual(['answer', 'told the model']);
  });
});

describe('the model can fix any other tool error', () => {
  test.each([
    ['retry', 'SQL cannot be empty'],
    ['almost', '[FATAL]no space'],
    ['inside', 'it said [FATAL] somewhere'],
    ['second', 'wrong\n[FATAL] later'],
    ['silent', 'the tool failed and did not say why'],
  ])('%s: %s', async (tool, message) => {
    const client = await opened();
    const error = await client.callTool(tool).catch(reason => reason);
    expect(error).toBeInstanceOf(RetryableToolError);
    expect(error).toMatchObject({ name: 'RetryableToolError', message, server: 'sql', tool, result: { isError: true } });
    expect(client.signal.aborted).toBe(false);
    await expect(client.callTool('fine')).resolves.toMatchObject({ content: [{ text: '42' }] });
  });
});

test('a result that is no error goes through as it is, whatever it begins with', async () => {
  const client = await opened();
  await expect(client.callTool('fatalText')).resolves.toMatchObject({ content: [{ text: '[FATAL] but no error' }] });
});

test('an error of the protocol is the SDK’s error', async () => {
  const client = await opened();
  await expect(client.callTool('nope')).rejects.toMatchObject({ name: 'ProtocolError', code: -32602 });
  expect(client.signal.aborted).toBe(false);
});

test('an answer that takes longer than read_timeout is no answer', async () => {
  // The same time holds for the connection, which a busy machine must manage within it.
  const client = await opened({ readTimeout: 3 });
  await expect(client.callTool('slow')).rejects.toMatchObject({ code: SdkErrorCode.RequestTimeout });
});

test('tools, resources and prompts', async () => {
  const client = await opened();
  expect((await client.listTools()).map(({ name }) => name)).toEqual(Object.keys(instance.tools));
  expect(await client.listResources()).toMatchObject([{ uri: 'memo://a' }]);
  expect(await client.readResource('memo://a')).toMatchObject({ contents: [{ text: 'sql' }] });
  expect(await client.listPrompts()).toMatchObject([{ name: 'p' }]);
  expect(await client.getPrompt({ name: 'p' })).toMatchObject({ messages: [{ content: { text: 'sql' } }] });
});

test('the token goes with every request; a function is asked each time', async () => {
  await (await opened({ bearerToken: 'static' })).callTool('fine');
  expect([...instance.tokens]).toEqual(['Bearer static']);
  instance.tokens.clear();
  let turn = 0;
  await (await opened({ bearerToken: () => `turn-${turn++}` })).callTool('fine');
  expect(instance.tokens.size).toBe(turn);
});

test('what the server logs is handed on', async () => {
  const logs: ServerLog[] = [];
  const client = await opened({ onLog: log => logs.push(log) });
  await client.callTool('logs');
  expect(logs).toEqual([{ server: 'sql', level: 'notice', logger: 'db', data: 'connected' }]);
});

describe('a server that has forgotten the session', () => {
  test('gets a new one, that all calls share', async () => {
    const client = await opened();
    instance.refusals.push(404, 404, 404);
    const results = await Promise.all([1, 2, 3].map(() => client.callTool('fine')));
    expect(results).toHaveLength(3);
    expect(instance.arrivals.filter(method => method === 'initialize')).toHaveLength(2);
    expect(instance.calls).toHaveLength(3);
  });

  test('twice in a row is an error', async () => {
    const client = await opened();
    instance.refusals.push(404, 404);
    await expect(client.callTool('fine')).rejects.toMatchObject({ status: 404 });
    await expect(client.callTool('fine')).resolves.toBeDefined();
  });

  test('other failures are not tried again: the call may have been taken', async () => {
    const client = await opened();
    instance.refusals.push(502);
    await expect(client.callTool('fine')).rejects.toMatchObject({ status: 502 });
    expect(instance.calls).toEqual([]);
  });
});

describe('opening and closing', () => {
  test('a call without a connection is refused', async () => {
    const client = new McpClientStrict({ name: 'sql', url: instance.url });
    await expect(client.callTool('fine')).rejects.toThrow('the client of "sql" is not open');
    await client.close();
  });

  test('a failure leaves nothing open, and can be followed by a success', async () => {
    await instance.stop();
    const client = new McpClientStrict({ name: 'sql', url: instance.url });
    clients.push(client);
    await expect(client.open()).rejects.toThrow('fetch failed');
    await expect(client.callTool('fine')).rejects.toThrow('is not open');
    await instance.start();
    await client.open();
    await client.close();
    await client.close();
    await client.open();
    await expect(client.callTool('fine')).resolves.toBeDefined();
  });
});
