/** The conformance suite's fixtures as an upstream server of the official SDK, on a free port of loopback. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createMcpHandler,
  ProtocolError,
  Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { inputRequiredPrompts, inputRequiredTools, type ModernTool } from './input-required.js';
import { type Doing, type FixtureTool, prompts, read, resources, resourceTemplates, sessionTools, tools } from './offers.js';

type Era = 'sessions' | 'modern';

function doing({ mcpReq, http }: ServerContext): Doing {
  const progressToken = mcpReq._meta?.progressToken;
  return {
    progressToken,
    progress: (progress, total) => mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total } }),
    log: data => mcpReq.notify({ method: 'notifications/message', params: { level: 'info', logger: 'fixture', data } }),
    elicit: params => mcpReq.send({ method: 'elicitation/create', params }) as Promise<Record<string, unknown>>,
    sample: params => mcpReq.send({ method: 'sampling/createMessage', params }) as Promise<Record<string, unknown>>,
    closeStream: () => http?.closeSSE?.(),
  };
}

const allTools: Record<Era, Readonly<Record<string, FixtureTool | ModernTool>>> = {
  sessions: { ...tools, ...sessionTools },
  modern: { ...tools, ...inputRequiredTools },
};

function resourceNotFound(uri: string): ProtocolError {
  return new ProtocolError(-32602, `Resource not found: ${uri}`, { uri });
}

/** A server with all fixtures that `era` can have. */
export function fixtureServer(era: Era): Server {
  const offered = allTools[era];
  const modernPrompts = era === 'modern' ? inputRequiredPrompts : {};
  const capabilities = {
    tools: {},
    prompts: {},
    resources: { subscribe: true },
    completions: {},
    ...(era === 'sessions' && { logging: {} }),
  };
  const server = new Server({ name: 'conformance-fixture', version: '1.0.0' }, { capabilities });
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(offered).map(([name, { description, inputSchema }]) => ({ name, description, inputSchema })),
  }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }, context) => {
    const tool = Object.hasOwn(offered, name) ? offered[name] : undefined;
    if (tool === undefined) throw new ProtocolError(-32602, `Unknown tool: ${name}`);
    return (await ('run' in tool ? tool.run(args, doing(context)) : tool.answer(args, context))) as { content: [] };
  });
  server.setRequestHandler('resources/list', () => ({ resources }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const found = read(uri);
    if (found === undefined) throw resourceNotFound(uri);
    return found as { contents: [] };
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: [
      ...Object.entries(prompts).map(([name, { description, arguments: args }]) => ({
        name,
        description,
        ...(args && { arguments: [...args] }),
      })),
      ...Object.keys(modernPrompts).map(name => ({ name, description: 'Asks first' })),
    ],
  }));
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: args = {} } }, context) => {
    const asking = Object.hasOwn(modernPrompts, name) ? modernPrompts[name] : undefined;
    if (asking) return asking(context) as { messages: [] };
    const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined;
    if (prompt === undefined) throw new ProtocolError(-32602, `Unknown prompt: ${name}`);
    return { messages: prompt.messages(args) } as { messages: [] };
  });
  server.setRequestHandler('completion/complete', ({ params }) => ({
    completion: { values: ['paris', 'park', 'party'].filter(word => word.startsWith(params.argument.value)), total: 3, hasMore: false },
  }));
  if (era === 'modern') return server;
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('logging/setLevel', () => ({}));
  return server;
}

function withSessions(): (request: Request) => Promise<Response> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async request => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: id => void sessions.set(id, transport),
      onsessionclosed: id => void sessions.delete(id),
    });
    await fixtureServer('sessions').connect(transport);
    return transport.handleRequest(request);
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, handle: (request: Request) => Promise<Response>): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const aborted = new AbortController();
  response.once('close', () => aborted.abort());
  const answer = await handle(
    new Request(`http://127.0.0.1${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      signal: aborted.signal,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.flushHeaders();
  if (answer.body) for await (const chunk of answer.body) response.write(chunk);
  response.end();
}

export interface RunningFixture {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the fixtures: revisions with sessions, or 2026-07-28 alone. */
export async function startFixture(era: Era): Promise<RunningFixture> {
  const modern = createMcpHandler(() => fixtureServer('modern'), { legacy: 'reject' });
  const handle = era === 'modern' ? (request: Request) => modern.fetch(request) : withSessions();
  const http: HttpServer = createServer((request, response) => void serve(request, response, handle).catch(() => response.destroy()));
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    http.closeAllConnections();
    await new Promise(resolve => http.close(resolve));
  };
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`, close };
}
