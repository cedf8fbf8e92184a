/** Upstream servers for tests: stateful ones of the SDK's first line with every feature, that can be restarted on their port. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ElicitResultSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListRootsResultSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  ResultSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { DownstreamSession } from '../src/tools/source.js';

type Extra = Parameters<Parameters<Server['setRequestHandler']>[1]>[1];
type Args = Record<string, unknown>;

/** What a fixture server saw. */
export interface Seen {
  readonly calls: { tool: string; args: Args; meta: unknown; headers: Record<string, unknown> }[];
  readonly cancelled: unknown[];
  readonly levels: string[];
  sessions: number;
  promptLists: number;
}

export interface Fixture {
  readonly url: string;
  readonly port: number;
  readonly seen: Seen;
  /** Calls of the tool `gated`, by their text. */
  readonly gates: Map<string, GatedCall>;
  /** Tools besides the fixed ones; `toolsChanged` says so. */
  tools: { name: string; description?: string; inputSchema: { type: 'object' } }[];
  toolsChanged(): Promise<void>;
  prompts: { name: string }[];
  promptsChanged(): Promise<void>;
  /** Streams for the server's own messages that are open now. */
  streams(): number;
  /** Whether a client has its stream for the server's own messages open. */
  listening(): boolean;
  resourceUpdated(uri: string): Promise<void>;
  /** Tells every client something by itself, belonging to no request. */
  tell(method: string, params: object): Promise<void>;
  /** Asks every client something by itself; the answers, or the messages of refusals. */
  ask(method: string, params: object): Promise<unknown[]>;
  /** Sessions that are open. */
  open(): number;
  /** Forgets all sessions, as a server does that was restarted. */
  forgetSessions(): Promise<void>;
  /** Every socket is dropped; the port is not listened on any more. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const handlers: Record<string, (args: Args, extra: Extra, mcp: Server) => Promise<unknown>> = {
  echo: async args => ({ content: [{ type: 'text', text: String(args.text) }] }),
  slow: (args, extra) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve({ content: [{ type: 'text', text: 'late' }] }), Number(args.ms));
      extra.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Error('cancelled'));
      });
    }),
  fail: async () => ({ isError: true, content: [{ type: 'text', text: 'it failed' }] }),
  throws: async () => {
    throw Object.assign(new Error('no such thing'), { code: -32004, data: { why: 'because' } });
  },
  progress: async (args, extra) => {
    const progressToken = extra._meta?.progressToken;
    for (let progress = 1; progressToken !== undefined && progress <= 3; progress++)
      await extra.sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 3, message: String(args.text) },
      });
    return { content: [] };
  },
  ask: async (args, extra) => {
    const params = { mode: 'form' as const, message: String(args.text), requestedSchema: { type: 'object' as const, properties: {} } };
    const answer = await extra.sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema);
    return { content: [{ type: 'text', text: JSON.stringify(answer.content ?? answer.action) }] };
  },
  roots: async (_args, extra) => {
    const answer = await extra.sendRequest({ method: 'roots/list' }, ListRootsResultSchema);
    return { content: [{ type: 'text', text: answer.roots.map(root => root.uri).join() }] };
  },
  log: async (args, extra) => {
    await extra.sendNotification({ method: 'notifications/message', params: { level: 'info', data: String(args.text) } });
    return { content: [] };
  },
};

/** A call of `gated`, which does what the test says. */
export interface GatedCall {
  /** Reports progress, where the caller wants to hear of it. */
  progress(progress: number): Promise<void>;
  /** Asks the client, and gives its answer. */
  ask(message: string): Promise<unknown>;
  finish(): void;
}

/** Listed where a test adds it to the tools of a fixture: waits for what the test does with the call of that text. */
function gated(fixture: Fixture, args: Args, extra: Extra): Promise<unknown> {
  const progressToken = extra._meta?.progressToken;
  return new Promise((resolve, reject) => {
    extra.signal.addEventListener('abort', () => reject(new Error('cancelled')));
    fixture.gates.set(String(args.text), {
      progress: async progress => {
        if (progressToken !== undefined)
          await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress } });
      },
      ask: async message => {
        const params = { mode: 'form' as const, message, requestedSchema: { type: 'object' as const, properties: {} } };
        return extra.sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema);
      },
      finish: () => resolve({ content: [{ type: 'text', text: `done ${args.text}` }] }),
    });
  });
}

function mcpServer(fixture: Fixture): Server {
  const { seen } = fixture;
  const capabilities = {
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    logging: {},
    completions: {},
  };
  const mcp = new Server({ name: 'fixture', version: '1' }, { capabilities, instructions: 'be kind' });
  const fixed = Object.keys(handlers).map(name => ({ name, inputSchema: { type: 'object' as const } }));
  mcp.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [...fixed, ...fixture.tools] }));
  mcp.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const args = params.arguments ?? {};
    seen.calls.push({ tool: params.name, args, meta: params._meta, headers: { ...extra.requestInfo?.headers } });
    extra.signal.addEventListener('abort', () => seen.cancelled.push(args));
    if (params.name === 'gated') return (await gated(fixture, args, extra)) as { content: [] };
    const handler = handlers[params.name] ?? (async () => ({ content: [{ type: 'text', text: `${params.name} at ${fixture.port}` }] }));
    return (await handler(args, extra, mcp)) as { content: [] };
  });
  mcp.setRequestHandler(ListPromptsRequestSchema, async () => {
    seen.promptLists++;
    return { prompts: fixture.prompts };
  });
  mcp.setRequestHandler(GetPromptRequestSchema, async ({ params }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `hello ${params.arguments?.name}` } }],
  }));
  mcp.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: [{ name: 'r', uri: 'test://r' }] }));
  mcp.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: [{ name: 't', uriTemplate: 'test://{id}' }],
  }));
  mcp.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    if (params.uri === 'test://none') throw Object.assign(new Error('Resource not found'), { code: -32002, data: { uri: params.uri } });
    return { contents: [{ uri: params.uri, text: 'read' }] };
  });
  mcp.setRequestHandler(SubscribeRequestSchema, async () => ({}));
  mcp.setRequestHandler(UnsubscribeRequestSchema, async () => ({}));
  mcp.setRequestHandler(CompleteRequestSchema, async ({ params }) => ({ completion: { values: [`${params.argument.value}!`] } }));
  mcp.setRequestHandler(SetLevelRequestSchema, async ({ params }) => {
    seen.levels.push(params.level);
    return {};
  });
  return mcp;
}

const running = new Set<Fixture>();

/** Stops every fixture that a test started. */
export async function stopFixtures(): Promise<void> {
  await Promise.all([...running].map(fixture => fixture.stop()));
}

export async function startFixture(): Promise<Fixture> {
  const sessions = new Map<string, { transport: StreamableHTTPServerTransport; mcp: Server }>();
  const sockets = new Set<Socket>();
  let http: HttpServer | undefined;
  let streams = 0;
  let openStreams = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const id = request.headers['mcp-session-id'];
    const known = sessions.get(String(id));
    if (request.method === 'GET') {
      streams++;
      openStreams++;
      response.once('close', () => void openStreams--);
    }
    if (known) return known.transport.handleRequest(request, response);
    if (id !== undefined)
      return void response.writeHead(404).end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}');
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: sessionId => {
        fixture.seen.sessions++;
        sessions.set(sessionId, { transport, mcp });
      },
      onsessionclosed: sessionId => void sessions.delete(sessionId),
    });
    const mcp = mcpServer(fixture);
    await mcp.connect(transport);
    return transport.handleRequest(request, response);
  };

  const fixture = {
    url: '',
    port: 0,
    seen: { calls: [], cancelled: [], levels: [], sessions: 0, promptLists: 0 } as Seen,
    gates: new Map<string, GatedCall>(),
    tools: [] as Fixture['tools'],
    listening: () => streams > 0,
    streams: () => openStreams,
    open: () => sessions.size,
    prompts: [{ name: 'greet' }],
    promptsChanged: async () => {
      await Promise.all([...sessions.values()].map(({ mcp }) => mcp.sendPromptListChanged()));
    },
    toolsChanged: async () => {
      await Promise.all([...sessions.values()].map(({ mcp }) => mcp.sendToolListChanged()));
    },
    resourceUpdated: async (uri: string) => {
      await Promise.all([...sessions.values()].map(({ mcp }) => mcp.sendResourceUpdated({ uri })));
    },
    tell: async (method: string, params: object) => {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.send({ jsonrpc: '2.0', method, params } as never)));
    },
    ask: (method: string, params: object) =>
      Promise.all(
        [...sessions.values()].map(({ mcp }) =>
          mcp.request({ method, params } as never, ResultSchema).catch((error: Error) => error.message),
        ),
      ),
    forgetSessions: async () => {
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.all(all.map(({ mcp }) => mcp.close()));
    },
    stop: async () => {
      const server = http;
      http = undefined;
      running.delete(fixture);
      sessions.clear();
      for (const socket of sockets) socket.destroy();
      await new Promise<void>(resolve => (server ? server.close(() => resolve()) : resolve()));
    },
    start: async () => {
      // A request on a socket that a stalled machine closes at that moment would be lost: these sockets stay open.
      const options = { keepAliveTimeout: 600_000 };
      const server = createServer(options, (request, response) => void serve(request, response).catch(() => response.destroy()));
      server.on(
        'connection',
        (socket: Socket) => void sockets.add(socket.on('error', () => {}).once('close', () => sockets.delete(socket))),
      );
      await new Promise<void>(resolve => server.listen(fixture.port, '127.0.0.1', resolve));
      http = server;
      running.add(fixture);
      fixture.port = (server.address() as AddressInfo).port;
      fixture.url = `http://127.0.0.1:${fixture.port}/mcp`;
    },
  };
  await fixture.start();
  return fixture;
}

/** A client as the gateway sees it, and what reached it. */
export interface FakeSession extends DownstreamSession {
  readonly asked: { method: string; params: unknown }[];
  readonly told: { method: string; params: unknown }[];
}

export function fakeSession(
  id: string,
  capabilities: Record<string, unknown> = {},
  answer: (method: string) => unknown = () => ({}),
): FakeSession {
  const asked: FakeSession['asked'] = [];
  const told: FakeSession['told'] = [];
  const request: DownstreamSession['request'] = async (method, params) => {
    asked.push({ method, params });
    return answer(method);
  };
  const notify: DownstreamSession['notify'] = async (method, params) => void told.push({ method, params });
  return { id, capabilities, request, notify, asked, told };
}
