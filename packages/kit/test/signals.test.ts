import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type TemporaryData, temporaryData } from '../src/testing.js';
import { createSessionToken } from '../src/tokens.js';
import { bundle } from './bundle.js';

const auth = { secret: 'q7W2-x9Lm4-Zt8Kc1-Rv5Nb3-Hy6Pd0-Js', issuer: 'https://issuer.example', audience: 'slow' };
let data: TemporaryData;
let child: ChildProcess;
beforeAll(async () => {
  data = await temporaryData();
});
afterAll(async () => {
  child.kill('SIGKILL');
  await data.remove();
});

async function nextLine(): Promise<string> {
  const [chunk] = (await once(child.stdout!, 'data')) as [Buffer];
  return chunk.toString().trim();
}

test('at SIGTERM the call that runs ends, then the process', async () => {
  const script = await bundle(join(__dirname, 'http-server.ts'), join(data.dataDir, 'server.mjs'));
  const env = { PATH: process.env.PATH, DATA_DIR: join(data.dataDir, 'data'), JWT_SECRET: auth.secret };
  child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = new URL(await nextLine());
  const token = await createSessionToken(auth, { userId: 'alice', sessionId: 's1' });
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: `Bearer ${token}` } } }));
  const answer = client.callTool({ name: 'slow' });
  expect(await nextLine()).toBe('called');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await answer).content).toEqual([{ type: 'text', text: 'done' }]);
  expect(await ended).toEqual([0, null]);
}, 60_000);
