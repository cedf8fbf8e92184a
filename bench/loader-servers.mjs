/**
 * Child of bench/loader.mjs: MCP servers and hanging servers, each on a port of its own; prints the ports as one JSON line.
 * Stateless servers are the SDK's second line, stateful ones (with sessions) its first.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Server as FirstServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

const [stateless, stateful, hanging] = process.argv.slice(2).map(Number);
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

const sessions = new Map();

async function serveSessions(request, response) {
  const known = sessions.get(request.headers['mcp-session-id']);
  if (known) return known.handleRequest(request, response);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: id => sessions.set(id, transport),
  });
  const server = new FirstServer({ name: 'bench', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }));
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

async function listen(listener) {
  const server = createServer(listener);
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

async function ports(count, listener) {
  const all = [];
  for (let index = 0; index < count; index++) all.push(await listen(listener));
  return all;
}

const opened = {
  stateless: await ports(stateless, serve),
  stateful: await ports(stateful, serveSessions),
  hanging: await ports(hanging, () => {}),
};
process.stdout.write(`${JSON.stringify(opened)}\n`);
