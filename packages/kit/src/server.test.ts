import { z } from 'zod';
import { READ, toolPermission } from './permissions.js';
import { createMcpServer } from './server.js';
import { getUserId } from './session.js';
import { connectInMemory, temporaryData } from './testing.js';

test('a tool answers for the user of the connection', async () => {
  const { dataDir, remove } = await temporaryData();
  const server = createMcpServer('greeter', { dataDir }).tool(
    'greet',
    { inputSchema: z.object({ word: z.string() }) },
    toolPermission(READ)(async ({ word }) => `${word} ${getUserId()}`),
  );
  const { call, close } = await connectInMemory(server, { userId: 'alice' });
  expect(await call('greet', { word: 'hello' })).toEqual({ text: 'hello alice', isError: false });
  await close();
  await remove();
});
