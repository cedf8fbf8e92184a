import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type TemporaryData, temporaryData } from '../src/testing.js';
import { createSessionToken } from '../src/tokens.js';
import { bundle } from './bundle.js';

const auth = { secret: 'q7W2-x9Lm4-Zt8Kc1-Rv5Nb3-Hy6Pd0-Js', issuer: 'https://issuer.example', audience: 'who' };
let data: TemporaryData;
let script: string;
let client: Client;

beforeAll(async () => {
  data = await temporaryData();
  script = await bundle(join(__dirname, 'stdio-server.ts'), join(data.dataDir, 'server.mjs'));
}, 60_000);
afterEach(() => client.close());
afterAll(() => data.remove());

async function connect(token: string): Promise<void> {
  client = new Client({ name: 'test', version: '0' });
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: join(data.dataDir, 'data'), JWT_SECRET: auth.secret, MCP_TOKEN: token };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script], env }));
}

test('over stdio the user is that of the token in the environment', async () => {
  await connect(await createSessionToken(auth, { userId: 'alice', sessionId: 's1' }));
  expect((await client.callTool({ name: 'who' })).content).toEqual([{ type: 'text', text: 'alice' }]);
}, 30_000);

test.each(['', 'forged'])(
  'over stdio the token %p serves nobody',
  async token => {
    await connect(token);
    await expect(client.callTool({ name: 'who' })).rejects.toThrow('Unauthorized: ');
  },
  30_000,
);
