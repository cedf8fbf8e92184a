/** Servers of the SDK's first line: stateful streamable HTTP and SSE, with what they saw of their clients. */
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

function server(): Server {
  const mcp = new Server({ name: 'first line', version: '1' }, { capabilities: { tools: {} } });
  mcp.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' as const } }] }));
  return mcp;
}

/** Stateful streamable HTTP; `methods` collects the HTTP methods of all requests. */
export function statefulListener(methods: string[] = []): RequestListener {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  return async (request, response) => {
    methods.push(request.method ?? '');
    const known = sessions.get(String(request.headers['mcp-session-id'] ?? ''));
    if (known) return known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: id => void sessions.set(id, transport),
    });
    await server().connect(transport);
    await transport.handleRequest(request, response);
  };
}

/** SSE as of 2024-11-05: GET /sse opens the stream, POST /messages?sessionId=... sends. Any other path is 404. */
export function sseListener(): RequestListener {
  const sessions = new Map<string, SSEServerTransport>();
  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const session = sessions.get(url.searchParams.get('sessionId') ?? '');
    if (request.method === 'POST' && session) return session.handlePostMessage(request, response);
    if (request.method !== 'GET' || url.pathname !== '/mcp') return void response.writeHead(request.method === 'POST' ? 405 : 404).end();
    const transport = new SSEServerTransport('/messages', response);
    sessions.set(transport.sessionId, transport);
    await server().connect(transport);
  };
}
