/** Servers on real sockets for tests: healthy ones of the official SDKs, and ones that fail in a given way. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as NetServer, type Socket } from 'node:net';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Sockets that clients hold open. */
  openSockets(): Promise<number>;
  /** Sockets that are open this moment. */
  sockets(): number;
  dropSockets(): void;
  close(): Promise<void>;
}

const opened: Listening[] = [];

/** Closes every server that the test opened. */
export async function closeServers(): Promise<void> {
  await Promise.all(opened.splice(0).map(server => server.close()));
}

async function listen(server: NetServer, scheme: string): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dropSockets = () => {
    for (const socket of sockets) socket.destroy();
  };
  const close = async () => {
    dropSockets();
    await new Promise(resolve => server.close(resolve));
  };
  const listening = {
    url: `${scheme}://127.0.0.1:${port}/mcp`,
    port,
    openSockets: () => settledSize(sockets),
    sockets: () => sockets.size,
    dropSockets,
    close,
  };
  opened.push(listening);
  return listening;
}

/** The size once the closing of sockets has reached this side: as soon as it is 0, else after a second. */
async function settledSize(sockets: ReadonlySet<Socket>): Promise<number> {
  for (let round = 0; round < 100 && sockets.size > 0; round++) await new Promise(resolve => setTimeout(resolve, 10));
  return sockets.size;
}

export function httpServer(listener: RequestListener): Promise<Listening> {
  return listen(createServer(listener), 'http');
}

export function httpsServer(certificate: { cert: string; key: string }, listener: RequestListener): Promise<Listening> {
  return listen(createTlsServer(certificate, listener) as unknown as NetServer, 'https');
}

export function tcpServer(onSocket: (socket: Socket) => void): Promise<Listening> {
  return listen(createTcpServer(onSocket), 'http');
}

/** A port that nothing listens on. */
export async function closedPort(): Promise<number> {
  const server = await tcpServer(() => {});
  await server.close();
  return server.port;
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export interface ToolServerOptions {
  readonly tools?: number;
  readonly pageSize?: number;
  /** `both` eras, or only the one without initialize. */
  readonly era?: 'both' | 'modern';
  readonly advertiseTools?: boolean;
}

export function toolNamed(name: string) {
  return { name, description: `does ${name}`, inputSchema: { type: 'object' as const, properties: { q: { type: 'string' } } } };
}

function sdkServer({ tools = 2, pageSize = tools, advertiseTools = true }: ToolServerOptions): Server {
  const server = new Server({ name: 'fixture', version: '1.2.3' }, { capabilities: advertiseTools ? { tools: {} } : {} });
  if (!advertiseTools) return server;
  server.setRequestHandler('tools/list', async request => {
    const from = Number(request.params?.cursor ?? 0);
    const page = Array.from({ length: Math.min(pageSize, tools - from) }, (_, index) => toolNamed(`tool-${from + index}`));
    return { tools: page, ...(from + pageSize < tools && { nextCursor: String(from + pageSize) }) };
  });
  return server;
}

/** A request listener that serves MCP with the official SDK (v2). */
export function sdkListener(options: ToolServerOptions = {}): RequestListener {
  const handler = createMcpHandler(() => sdkServer(options), { legacy: options.era === 'modern' ? 'reject' : 'stateless' });
  return async (request, response) => {
    const body = await readBody(request);
    const init = { method: request.method ?? 'GET', headers: request.headers as Record<string, string>, ...(body !== '' && { body }) };
    const answer = await handler.fetch(new Request(`http://127.0.0.1${request.url}`, init));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) for await (const chunk of answer.body) response.write(chunk);
    response.end();
  };
}

/** Answers with a status, a body and headers. */
export function answering(status: number, body = '', headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

export type RpcAnswer = (method: string, id: unknown, response: ServerResponse, params: Record<string, unknown>) => unknown;

/** Speaks JSON-RPC by hand: `answer` gives the result of a request, or writes the response itself and returns undefined. */
export function rpcListener(answer: RpcAnswer): RequestListener {
  return async (request, response) => {
    const body = await readBody(request);
    if (body === '') return void response.writeHead(405).end();
    const { method, id, params } = JSON.parse(body) as { method: string; id?: unknown; params?: Record<string, unknown> };
    if (id === undefined) return void response.writeHead(202).end();
    const result = answer(method, id, response, params ?? {});
    if (result === undefined) return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  };
}

/** What initialize answers. */
export function initializeResult(protocolVersion = '2025-11-25', capabilities: Record<string, unknown> = { tools: {} }) {
  return { protocolVersion, capabilities, serverInfo: { name: 'by hand', version: '0' } };
}
