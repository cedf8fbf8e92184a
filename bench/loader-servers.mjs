/** Child of bench/loader.mjs: MCP servers (SDK v2) and hanging servers, each on a port of its own; prints the ports as one JSON line. */
import { createServer } from 'node:http';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

const [healthy, hanging] = process.argv.slice(2).map(Number);
const tools = Array.from({ length: 20 }, (_, index) => ({
  name: `tool_${index}`,
  description: `Does the thing number ${index} with the given query, and says how it went.`,
  inputSchema: { type: 'object', properties: { query: { type: 'string' }, limit: { type: 'integer' } }, required: ['query'] },
}));

function mcpServer() {
  const server = new Server({ name: 'bench', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({ tools }));
  return server;
}

const handler = createMcpHandler(mcpServer);

async function serve(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const init = { method: request.method, headers: request.headers, ...(body.length > 0 && { body }) };
  const answer = await handler.fetch(new Request(`http://127.0.0.1${request.url}`, init));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) for await (const chunk of answer.body) response.write(chunk);
  response.end();
}

async function listen(listener) {
  const server = createServer(listener);
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

const ports = { healthy: [], hanging: [] };
for (let index = 0; index < healthy; index++) ports.healthy.push(await listen(serve));
for (let index = 0; index < hanging; index++) ports.hanging.push(await listen(() => {}));
process.stdout.write(`${JSON.stringify(ports)}\n`);
