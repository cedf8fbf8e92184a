import { instanceOf, refusedByNormalInstance } from './instance.js';
import { CONNECT, READ, toolPermission } from './permissions.js';
import { privateData } from './private-data.js';
import { createMcpServer } from './server.js';
import { connectInMemory, type TemporaryData, temporaryData } from './testing.js';

let data: TemporaryData;
beforeEach(async () => {
  data = await temporaryData();
});
afterEach(() => data.remove());

const serverOf = (instance?: 'normal' | 'isolated') =>
  createMcpServer('records', { ...data, ...(instance && { instance }) })
    .tool(
      'read',
      {},
      toolPermission(READ)(() => 'read'),
    )
    .tool(
      'reach',
      {},
      toolPermission(CONNECT)(() => 'reached'),
    )
    .tool(
      'load',
      {},
      toolPermission(READ)(async () => {
        await privateData().addPrivateDataset('records', 'secret');
        return 'loaded';
      }),
    );

test.each([
  [
    'normal',
    'read',
    '[FATAL] The session holds private data, and this instance has network access: only the isolated instance serves it now.',
  ],
  [
    'normal',
    'reach',
    '[FATAL] The session holds private data, and this instance has network access: only the isolated instance serves it now.',
  ],
  ['isolated', 'read', 'read'],
  ['isolated', 'reach', "Tool 'reach' blocked: session contains private data"],
  [undefined, 'read', 'read'],
] as const)('%s instance, %s, once private data entered: %s', async (instance, tool, text) => {
  const { client, call, close } = await connectInMemory(serverOf(instance));
  expect(await call(tool)).toMatchObject({ isError: false });
  expect(await call('load')).toEqual({ text: 'loaded', isError: false });
  expect((await call(tool)).text).toBe(text);
  expect(refusedByNormalInstance(await client.callTool({ name: 'read' }))).toBe(instance === 'normal');
  await close();
});

test('another session is served', async () => {
  const server = serverOf('normal');
  const one = await connectInMemory(server, { sessionId: 'one' });
  await one.call('load');
  const two = await connectInMemory(server, { sessionId: 'two' });
  expect(await two.call('read')).toEqual({ text: 'read', isError: false });
  await server.close();
});

test('the variable MCP_INSTANCE names the instance; what it cannot be is refused', async () => {
  process.env.MCP_INSTANCE = 'normal';
  const { call, close } = await connectInMemory(serverOf());
  await call('load');
  expect((await call('read')).isError).toBe(true);
  await close();
  process.env.MCP_INSTANCE = 'Normal';
  expect(() => serverOf()).toThrow('instance: must be normal or isolated, and is "Normal"');
  delete process.env.MCP_INSTANCE;
  expect([instanceOf('normal'), instanceOf('isolated'), instanceOf(undefined)]).toEqual(['normal', 'isolated', undefined]);
});
