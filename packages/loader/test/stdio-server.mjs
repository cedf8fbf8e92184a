/** A stdio server of the official SDK for tests; --stubborn outlives the end of its stdin and SIGTERM, --modern has no initialize. */
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

function create() {
  const server = new Server({ name: `pid-${process.pid}`, version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }));
  return server;
}

if (process.argv.includes('--stubborn')) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}
if (process.argv.includes('--modern')) serveStdio(create, { legacy: 'reject' });
else await create().connect(new StdioServerTransport());
