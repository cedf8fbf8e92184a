import { z } from 'zod';
import { READ, toolPermission } from './permissions.js';
import { createMcpServer } from './server.js';
import { getUserId } from './session.js';
import { connectInMemory } from './testing.js';

test('a tool answers for the user of the connection', async () => {
  const server = createMcpServer('greeter').tool(
    'greet',
    { inputSchema: z.object({ word: z.string() }) },
    toolPermission(READ)(async ({ word }) => `${word} ${getUserId()}`),
  );
  const { call, close } = await connectInMemory(server, { userId: 'alice' });
  expect(await call('greet', { word: 'hello' })).toEqual({ text: 'hello alice', isError: false });
  await close();
});
