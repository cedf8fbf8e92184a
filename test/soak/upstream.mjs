/**
 * An MCP server of the official SDKs that the soak test kills, floods and asks for large answers.
 *
 * node upstream.mjs NAME            stdio, SDK v2
 * node upstream.mjs NAME --v2 PORT  stateless streamable HTTP, SDK v2; port 0 is a free one
 * node upstream.mjs NAME --v1 PORT  streamable HTTP with sessions, SDK v1
 *
 * A fourth argument is the address that it listens on instead of 127.0.0.1. Over HTTP it prints its port as the first line, and ends when its standard input does.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { textOf } from './answers.mjs';

const [name, transport, port, host = '127.0.0.1'] = process.argv.slice(2);
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
const object = (properties = {}) => ({ type: 'object', properties });
const nonce = { type: 'string', description: 'Comes back in the answer.' };
const integer = { type: 'integer', minimum: 0 };

const fixedTools = [
  { name: 'echo', description: 'Gives back its nonce, after a while.', inputSchema: object({ nonce, ms: integer }) },
  { name: 'large', description: 'A string of so many characters.', inputSchema: object({ nonce, size: integer }) },
  { name: 'progress', description: 'Sends progress with long messages.', inputSchema: object({ nonce, count: integer, size: integer }) },
  { name: 'logs', description: 'Sends log messages.', inputSchema: object({ nonce, count: integer, size: integer, ms: integer }) },
  { name: 'stderr', description: 'Writes to standard error.', inputSchema: object({ nonce, count: integer, size: integer, ms: integer }) },
  {
    name: 'updates',
    description: 'Says that a resource changed.',
    inputSchema: object({ nonce, count: integer, size: integer, ms: integer }),
  },
  {
    name: 'storm',
    description: 'Says that its tools changed; with `change` they do.',
    inputSchema: object({ nonce, count: integer, ms: integer, tools: integer, change: { type: 'boolean' } }),
  },
  { name: 'listings', description: 'How often its tools were listed.', inputSchema: object({ nonce }) },
];

let version = 0;
let extraTools = 0;
let listings = 0;

function tools() {
  listings++;
  const extra = Array.from({ length: extraTools }, (_, index) => ({
    name: `extra_${index}_v${version}`,
    description: `Number ${index} of the list of version ${version}; it does nothing but make the list longer.`,
    inputSchema: object({ nonce }),
  }));
  return { tools: [...fixedTools, ...extra] };
}

/** Does `step` so often, `ms` milliseconds apart, and waits for what it sends. */
async function repeat({ count = 1, ms = 0 }, step) {
  for (let index = 0; index < count; index++) {
    await step(index);
    if (ms > 0) await sleep(ms);
  }
}

const filler = size => 'x'.repeat(size ?? 0);

/** What each tool does before it answers; `say` sends a notification that belongs to the request, `announce` one that does not. */
const work = {
  echo: ({ ms = 0 }) => sleep(ms),
  large: () => {},
  progress: (args, { say, progressToken }) =>
    repeat(args, index =>
      say({ method: 'notifications/progress', params: { progressToken, progress: index + 1, message: filler(args.size) } }),
    ),
  logs: (args, { say }) =>
    repeat(args, () => say({ method: 'notifications/message', params: { level: 'warning', logger: name, data: filler(args.size) } })),
  stderr: args =>
    repeat(
      args,
      () => new Promise(resolve => (process.stderr.write(`${filler(args.size)}\n`) ? resolve() : process.stderr.once('drain', resolve))),
    ),
  updates: (args, { announce }) =>
    repeat(args, () => announce({ method: 'notifications/resources/updated', params: { uri: `soak://${name}/${filler(args.size)}` } })),
  storm: (args, { announce }) =>
    repeat(args, () => {
      if (args.change) version++;
      extraTools = args.tools ?? extraTools;
      return announce({ method: 'notifications/tools/list_changed' });
    }),
  listings: () => {},
};

async function call({ name: tool, arguments: args = {} }, context) {
  const worker = Object.hasOwn(work, tool) ? work[tool] : undefined;
  if (worker) await worker(args, context);
  const text = tool === 'large' ? textOf(args.nonce, args.size) : tool === 'listings' ? String(listings) : `${name} ${args.nonce}`;
  return { content: [{ type: 'text', text }], ...(tool === 'storm' && { structuredContent: { version } }) };
}

const info = { name, version: '1' };
const capabilities = { tools: { listChanged: true }, logging: {}, resources: { subscribe: true } };
const resources = { resources: [{ uri: `soak://${name}/`, name: 'soak' }] };

function serverV2() {
  const server = new Server(info, { capabilities });
  server.setRequestHandler('tools/list', async () => tools());
  server.setRequestHandler('resources/list', async () => resources);
  server.setRequestHandler('resources/subscribe', async () => ({}));
  server.setRequestHandler('logging/setLevel', async () => ({}));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    call(params, {
      say: notification => context.mcpReq.notify(notification),
      announce: notification => server.notification(notification),
      progressToken: params._meta?.progressToken ?? context.mcpReq._meta?.progressToken,
    }),
  );
  return server;
}

function serverV1() {
  const server = new ServerV1(info, { capabilities });
  server.setRequestHandler(ListToolsRequestSchema, async () => tools());
  server.setRequestHandler(ListResourcesRequestSchema, async () => resources);
  server.setRequestHandler(SubscribeRequestSchema, async () => ({}));
  server.setRequestHandler(SetLevelRequestSchema, async () => ({}));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { sendNotification }) =>
    call(params, {
      say: sendNotification,
      announce: notification => server.notification(notification),
      progressToken: params._meta?.progressToken,
    }),
  );
  return server;
}

function listenerV1() {
  const sessions = new Map();
  return async (request, response) => {
    const id = request.headers['mcp-session-id'];
    const known = sessions.get(String(id ?? ''));
    if (known) return known.handleRequest(request, response);
    if (id !== undefined) return void response.writeHead(404).end();
    const made = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: session => void sessions.set(session, made),
      onsessionclosed: session => void sessions.delete(session),
    });
    await serverV1().connect(made);
    await made.handleRequest(request, response);
  };
}

function listenerV2() {
  const handler = createMcpHandler(serverV2);
  return async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const init = { method: request.method, headers: request.headers, ...(chunks.length > 0 && { body: Buffer.concat(chunks) }) };
    const answer = await handler.fetch(new Request(`http://127.0.0.1${request.url}`, init));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) for await (const chunk of answer.body) response.write(chunk);
    response.end();
  };
}

if (transport === undefined) {
  await serverV2().connect(new StdioServerTransport());
} else {
  const listener = transport === '--v1' ? listenerV1() : listenerV2();
  const safely = (request, response) => listener(request, response).catch(() => response.destroy());
  const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0, headersTimeout: 0 }, safely);
  server.listen(Number(port), host, () => process.stdout.write(`${server.address().port}\n`));
  process.stdin.on('end', () => process.exit()).resume();
}
