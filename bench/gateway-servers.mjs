/**
 * Child of bench/gateway.mjs: MCP servers of the official SDK, each on a port of its own; prints the ports as one JSON line.
 * Arguments: how many live servers, tools of each, milliseconds that the slowest takes to answer initialize, how many hang; or `light`, for
 * one server that does as little as a server can, or `questions`, for the servers of `packages/search/test/tools.txt`.
 */
import { createServer } from 'node:http';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { toolsByServer } from './questions.mjs';

const [live, toolsEach, slowest, hanging] = process.argv.slice(2).map(Number);
const verbs = ['create', 'list', 'update', 'delete', 'search', 'export', 'archive', 'merge', 'assign', 'review'];
const things = ['issue', 'invoice', 'calendar event', 'repository', 'deployment', 'customer', 'alert', 'document', 'ticket', 'branch'];
const text = description => ({ type: 'string', description });

function toolAt(server, index) {
  const verb = verbs[index % verbs.length];
  const thing = things[((index / verbs.length + server) % things.length) | 0];
  return {
    name: `${verb}_${thing.replace(' ', '_')}_${server}_${index}`,
    description: `${verb}s the ${thing} that the given filter names, in workspace ${server}; number ${index} of its kind. Returns what changed.`,
    inputSchema: {
      type: 'object',
      properties: {
        workspace: text('The workspace to work in, by its short name.'),
        filter: text(`Which ${thing} is meant: a query in the usual syntax.`),
        limit: { type: 'integer', minimum: 1, maximum: 100, description: 'At most so many.' },
      },
      required: ['filter'],
    },
  };
}

const echo = {
  name: 'echo',
  description: 'Gives back its text.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
};

function mcpServer(number, tools = [echo, ...Array.from({ length: toolsEach - 1 }, (_, index) => toolAt(number, index))]) {
  return () => {
    const server = new Server({ name: `bench-${number}`, version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', async () => ({ tools }));
    server.setRequestHandler('tools/call', async ({ params }) => ({ content: [{ type: 'text', text: String(params.arguments?.text) }] }));
    return server;
  };
}

function serve(number, tools) {
  const handler = createMcpHandler(mcpServer(number, tools));
  const delay = !(live >= 2) ? 0 : (slowest * number) / (live - 1);
  return async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (delay > 0 && body.includes('"initialize"')) await new Promise(resolve => setTimeout(resolve, delay));
    const init = { method: request.method, headers: request.headers, ...(body.length > 0 && { body }) };
    const answer = await handler.fetch(new Request(`http://127.0.0.1${request.url}`, init));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) for await (const chunk of answer.body) response.write(chunk);
    response.end();
  };
}

async function listening(listener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

/** The answers of the light server by method: JSON without the SDK, so that its own processor time is the least that a server takes. */
const light = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'light', version: '1' } }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [echo] }),
  'tools/call': ({ arguments: args }) => ({ content: [{ type: 'text', text: String(args?.text) }] }),
};

function serveLightly(request, response) {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const chunks = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    const { id, method, params } = JSON.parse(Buffer.concat(chunks));
    if (id === undefined) return void response.writeHead(202).end();
    const body = JSON.stringify({ jsonrpc: '2.0', id, result: light[method](params) });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
  });
}

const ports = { live: [], hanging: [] };
if (process.argv[2] === 'questions')
  for (const [number, tools] of Object.values(toolsByServer()).entries()) ports.live.push(await listening(serve(number, tools)));
if (process.argv[2] === 'light') ports.live.push(await listening(serveLightly));
for (let number = 0; number < live; number++) ports.live.push(await listening(serve(number)));
for (let number = 0; number < hanging; number++) ports.hanging.push(await listening(() => {}));
process.stdout.write(`${JSON.stringify(ports)}\n`);
process.stdin.on('end', () => process.exit()).resume();
