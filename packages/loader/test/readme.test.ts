/** The program of README.md is the one that the compiler checks and that runs here. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTools, serversOf } from './example.js';
import { closedPort, closeServers, httpServer, sdkListener } from './servers.js';

const folder = mkdtempSync(join(tmpdir(), 'mcpgw-loader-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await closeServers();
});

test('README.md shows it', () => {
  const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');
  const [, program] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(program).toBe(readFileSync(join(__dirname, 'example.ts'), 'utf8'));
});

test('it gives the tools that loaded, and what to do about the rest', async () => {
  const server = await httpServer(sdkListener({ tools: 1 }));
  const file = join(folder, 'mcp.json');
  const mcpServers = {
    weather: { type: 'http', url: server.url },
    tickets: { type: 'http', url: `http://127.0.0.1:${await closedPort()}/mcp` },
    off: { command: 'off', disabled: true },
  };
  writeFileSync(file, JSON.stringify({ mcpServers }));
  expect(await loadTools(serversOf(file))).toEqual([
    'weather: tool-0',
    expect.stringMatching(/^\*\*MCP servers that failed to load \(tools unavailable — needs attention\):\*\* tickets: connection refused/),
    'tickets: nothing listens there: check that the server runs, and its port',
  ]);
});
