/** A stdio server for tests; --exit ends at once with last words, --stubborn outlives the end of its stdin and SIGTERM. */
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

if (process.argv.includes('--exit')) {
  console.error(`cannot log in with ${process.env.API_TOKEN}`);
  process.exit(3);
}
if (process.argv.includes('--stubborn')) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}
const server = new Server({ name: 'stdio', version: '1' }, { capabilities: { tools: {} } });
const inputSchema = { type: 'object' };
server.setRequestHandler('tools/list', async () => ({ tools: ['pid', 'hang', 'env'].map(name => ({ name, inputSchema })) }));
server.setRequestHandler('tools/call', ({ params }) =>
  params.name === 'hang'
    ? new Promise(() => {})
    : { content: [{ type: 'text', text: params.name === 'env' ? JSON.stringify(process.env) : String(process.pid) }] },
);
await server.connect(new StdioServerTransport());
