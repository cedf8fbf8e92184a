/** The program of README.md is the one that the compiler checks and that runs here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeServers, httpServer } from '../../loader/test/servers.js';
import { callTool, connect } from './example.js';
import { startFixture, stopFixtures } from './fixtures.js';

afterAll(() => Promise.all([stopFixtures(), closeServers()]));

test('README.md shows it', () => {
  const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');
  const [, program] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(program).toBe(readFileSync(join(__dirname, 'example.ts'), 'utf8'));
});

test('it calls tools of servers and of APIs, and says why there is no result', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { url } = await startFixture();
  const api = await httpServer((request, response) => response.end(`sunny in ${request.url}`));
  const endpoint = {
    name: 'forecast',
    method: 'GET',
    path: '/{city}',
    parameters: { city: { in: 'path', type: 'string', required: true } },
  };
  const upstreams = await connect(JSON.stringify({ mcpServers: { up: { type: 'http', url } } }), {
    name: 'weather',
    base_url: api.url,
    endpoints: [{ ...endpoint, response: 'text' }],
  });
  expect(upstreams.names).toEqual(['up', 'weather']);
  expect(log.mock.calls).toContainEqual(['up', 'ready']);
  expect(await callTool(upstreams, 'up', 'echo', { text: 'hello' })).toBe('hello');
  expect(await callTool(upstreams, 'weather', 'forecast', { city: 'Oslo' })).toMatch(/^sunny in .*\/Oslo$/);
  expect(await callTool(upstreams, 'weather', 'forecast', {})).toMatch(/^contract_violation: Tool 'forecast' validation failed: /);
  expect(await callTool(upstreams, 'nowhere', 'x', {})).toBe('contract_violation: Unknown tool: x');
  await upstreams.close();
  log.mockRestore();
});
