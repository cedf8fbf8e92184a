/** A stdio MCP server that runs the code that it is given, to show what a server can reach: tool `run`, argument `code`. */
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const server = new Server({ name: 'look-around', version: '1' }, { capabilities: { tools: {} } });
const inputSchema = { type: 'object', properties: { code: { type: 'string' } } };
server.setRequestHandler('tools/list', async () => ({ tools: [{ name: 'run', inputSchema }] }));
server.setRequestHandler('tools/call', async ({ params }) => {
  const run = new Function('fs', 'net', 'os', `return (async () => { ${params.arguments.code} })()`);
  const [fs, net, os] = await Promise.all([import('node:fs'), import('node:net'), import('node:os')]);
  const text = await run(fs, net, os).then(String, error => error.code ?? String(error));
  return { content: [{ type: 'text', text }] };
});
await server.connect(new StdioServerTransport());
