/** A stdio server of the official SDK for tests; with --stubborn it outlives the end of its stdin and SIGTERM. */
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const stubborn = process.argv.includes('--stubborn');
const server = new Server({ name: `pid-${process.pid}`, version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler('tools/list', async () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }));
if (stubborn) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}
await server.connect(new StdioServerTransport());
