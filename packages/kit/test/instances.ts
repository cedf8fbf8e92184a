/** Instances of one MCP server on real sockets, as a deployment has two of: they count what reaches them, and can restart. */
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type CallToolResult, createMcpHandler, Server, type ServerContext } from '@modelcontextprotocol/server';

export type ToolHandler = (args: Record<string, unknown>, context: ServerContext) => CallToolResult | Promise<CallToolResult>;

export const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] });
export const failing = (value: string): CallToolResult => ({ ...text(value), isError: true });

export class Instance {
  readonly name: string;
  readonly tools: Readonly<Record<string, ToolHandler>>;
  /** JSON-RPC methods in the order of arrival; a tool call as `tools/call NAME`. */
  readonly arrivals: string[] = [];
  readonly tokens = new Set<string | undefined>();
  /** Statuses that tool calls are answered with before the server is asked, one a call. */
  readonly refusals: number[] = [];
  readonly #handler;
  readonly #sockets = new Set<Socket>();
  #http: HttpServer | undefined;
  #port = 0;

  constructor(name: string, tools: Readonly<Record<string, ToolHandler>>) {
    this.name = name;
    this.tools = tools;
    this.#handler = createMcpHandler(() => this.#server(), { legacy: 'stateless' });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/mcp`;
  }

  /** Calls of tools that arrived. */
  get calls(): string[] {
    return this.arrivals.filter(arrival => arrival.startsWith('tools/call '));
  }

  async start(): Promise<void> {
    const http = createServer((request, response) => void this.#answer(request, response));
    http.on('connection', socket => {
      this.#sockets.add(socket);
      socket.on('error', () => {}).once('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => http.once('error', reject).listen(this.#port, '127.0.0.1', resolve));
    this.#port = (http.address() as AddressInfo).port;
    this.#http = http;
  }

  async stop(): Promise<void> {
    const http = this.#http;
    this.#http = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (http !== undefined) await new Promise(resolve => http.close(resolve));
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  #server(): Server {
    const server = new Server(
      { name: this.name, version: '1.0.0' },
      { capabilities: { tools: {}, logging: {}, resources: {}, prompts: {} } },
    );
    const inputSchema = { type: 'object' as const };
    server.setRequestHandler('tools/list', async () => ({ tools: Object.keys(this.tools).map(name => ({ name, inputSchema })) }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const tool = this.tools[params.name];
      if (tool === undefined) throw Object.assign(new Error(`Unknown tool: ${params.name}`), { code: -32602 });
      return tool(params.arguments ?? {}, context);
    });
    server.setRequestHandler('resources/list', async () => ({ resources: [{ name: 'a', uri: 'memo://a' }] }));
    server.setRequestHandler('resources/read', async ({ params }) => ({ contents: [{ uri: params.uri, text: this.name }] }));
    server.setRequestHandler('prompts/list', async () => ({ prompts: [{ name: 'p' }] }));
    server.setRequestHandler('prompts/get', async () => ({
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: this.name } }],
    }));
    return server;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const refusal = body.includes('"tools/call"') ? this.refusals.shift() : undefined;
    if (refusal !== undefined) return void response.writeHead(refusal).end();
    this.tokens.add(request.headers.authorization);
    if (body !== '') this.arrivals.push(arrival(JSON.parse(body)));
    const init = { method: request.method ?? 'GET', headers: request.headers as Record<string, string>, ...(body !== '' && { body }) };
    const answer = await this.#handler.fetch(new Request(`http://127.0.0.1${request.url}`, init));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) for await (const chunk of answer.body) response.write(chunk);
    response.end();
  }
}

function arrival({ method, params }: { method: string; params?: { name?: string } }): string {
  return method === 'tools/call' ? `${method} ${params?.name}` : method;
}
