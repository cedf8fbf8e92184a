/**
 * 200 sessions at once over 50 servers, 20,000 calls of which 5 % meet a fault: every call gets an answer, the right one, in its
 * own session, and memory stays flat. MCPGW_LOAD_CALLS sets another number of calls.
 */
import { readFileSync } from 'node:fs';
import { Agent, createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { initializeResult, readBody } from '../../packages/loader/test/servers.js';
import { endAll, gatewayFile, mcpHeaders, type Served, serve } from './serve-helpers.js';

const calls = Number(process.env.MCPGW_LOAD_CALLS ?? 20_000);
const sessionCount = 200;
const serverCount = 50;
const callTimeoutSeconds = 15;

const faults = ['http-500', 'reset', 'hang', 'html', 'broken-off', 'rpc-error', 'is-error', 'breaks-schema', 'wrong-id'] as const;
type Fault = (typeof faults)[number];

interface Arguments {
  readonly nonce: string;
  readonly fault?: Fault;
}

interface Rpc {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: { readonly name: string; readonly arguments: Arguments; readonly _meta?: { readonly progressToken?: unknown } };
}

const inputSchema = { type: 'object', properties: { nonce: { type: 'string' }, fault: { type: 'string' } }, required: ['nonce'] };
const outputSchema = { type: 'object', properties: { nonce: { type: 'string' } }, required: ['nonce'] };
const tools = [{ name: 'echo', description: 'Gives back its nonce.', inputSchema, outputSchema }];

function result(server: string, { nonce }: Arguments) {
  return { content: [{ type: 'text', text: `${server} ${nonce}` }], structuredContent: { nonce } };
}

function misbehave(fault: Fault, id: unknown, { nonce }: Arguments, response: ServerResponse): void {
  const json = (body: object) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  const misbehaviours: Record<Fault, () => unknown> = {
    'http-500': () => response.writeHead(500, { 'content-type': 'text/plain' }).end('out of order'),
    reset: () => response.destroy(),
    hang: () => undefined,
    html: () => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>login</h1>'),
    'broken-off': () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' }).write('{"jsonrpc":"2.0",');
      setTimeout(() => response.destroy(), 5);
    },
    'rpc-error': () => json({ error: { code: -32001, message: `refused ${nonce}` } }),
    'is-error': () => json({ result: { content: [{ type: 'text', text: `failed ${nonce}` }], isError: true } }),
    'breaks-schema': () => json({ result: { content: [], structuredContent: { nonce: 5 } } }),
    'wrong-id': () => json({ id: 'someone-else', result: { content: [{ type: 'text', text: 'not yours' }] } }),
  };
  misbehaviours[fault]();
}

async function answer(server: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const { id, method, params } = JSON.parse(await readBody(request)) as Rpc;
  if (id === undefined) return void response.writeHead(202).end();
  const reply = (body: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result: body });
  if (method !== 'tools/call') {
    const body = method === 'initialize' ? initializeResult() : method === 'tools/list' ? { tools } : {};
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(reply(body));
  }
  const args = params!.arguments;
  if (args.fault) return misbehave(args.fault, id, args, response);
  const progressToken = params!._meta?.progressToken;
  if (progressToken === undefined)
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(reply(result(server, args)));
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1, message: args.nonce } };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`data: ${JSON.stringify(progress)}\n\n`);
  response.end(`data: ${reply(result(server, args))}\n\n`);
}

/** Connections are kept long: a server that closes idle ones loses requests that are on their way, whoever sends them. */
async function startServer(name: string): Promise<Server> {
  const server = createServer(
    { keepAliveTimeout: 600_000, requestTimeout: 0, headersTimeout: 0 },
    (request, response) => void answer(name, request, response),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

const agent = new Agent({ keepAlive: true, maxSockets: sessionCount });

function post(
  port: number,
  headers: Record<string, string>,
  body: object,
): Promise<{ headers: IncomingMessage['headers']; messages: Message[] }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers, agent }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => (text += chunk));
      response.on('error', reject).on('end', () => resolve({ headers: response.headers, messages: messagesIn(text) }));
    });
    sent.on('error', reject).end(JSON.stringify({ jsonrpc: '2.0', ...body }));
  });
}

interface Message {
  readonly id?: unknown;
  readonly params?: { readonly progressToken?: unknown; readonly message?: unknown };
  readonly result?: { readonly content: readonly { readonly text?: string }[]; readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly data?: { readonly failure_mode?: string } };
}

function messagesIn(text: string): Message[] {
  if (text === '') return [];
  const texts = text.startsWith('{') ? [text] : text.split('\n').flatMap(line => (line.startsWith('data: {') ? [line.slice(6)] : []));
  return texts.map(one => JSON.parse(one) as Message);
}

async function openSession(port: number): Promise<Record<string, string>> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'load', version: '1' } };
  const { headers, messages } = await post(port, mcpHeaders, { id: 'open', method: 'initialize', params });
  if (headers['mcp-session-id'] === undefined) throw new Error(`no session was opened: ${JSON.stringify(messages)}`);
  const own = { ...mcpHeaders, 'mcp-session-id': String(headers['mcp-session-id']), 'mcp-protocol-version': '2025-11-25' };
  await post(port, own, { method: 'notifications/initialized' });
  return own;
}

/** What is wrong with the answer to a call; undefined for a right one. */
function complaint(id: string, server: string, { nonce, fault }: Arguments, messages: readonly Message[]): string | undefined {
  const last = messages.at(-1);
  if (last?.id !== id) return `${id}: no answer, or another's: ${JSON.stringify(messages)}`;
  const stray = messages.slice(0, -1).find(message => message.params?.progressToken !== id || message.params?.message !== nonce);
  if (stray) return `${id}: another's progress: ${JSON.stringify(stray)}`;
  const text = last.result?.content.map(part => part.text ?? '').join('');
  if (fault === undefined)
    return text === `${server} ${nonce}` && !last.result?.isError ? undefined : `${id}: wrong answer: ${JSON.stringify(last)}`;
  const failed = last.error !== undefined || last.result?.isError === true;
  if (!failed || text === 'not yours') return `${id}: ${fault} is not a failure: ${JSON.stringify(last)}`;
  if (fault === 'is-error' && text !== `failed ${nonce}`) return `${id}: another's failure: ${JSON.stringify(last)}`;
  if (fault === 'hang' && last.error?.data?.failure_mode !== 'timeout') return `${id}: ${fault}: ${JSON.stringify(last)}`;
  if (fault === 'wrong-id' && !text?.includes('it has the id "someone-else"')) return `${id}: ${fault}: ${JSON.stringify(last)}`;
  return undefined;
}

/** The same for every run: 32 bits that look drawn by lot. */
function drawn(index: number): number {
  const mixed = Math.imul(index ^ (index >>> 15), 0x2c1b3c6d);
  return Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0;
}

interface Tally {
  readonly complaints: string[];
  readonly memory: number[];
  answered: number;
  progress: number;
}

function residentMiB({ pid }: Served): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function runSession(served: Served, session: number, tally: Tally): Promise<void> {
  const headers = await openSession(served.port);
  for (let index = session; index < calls; index += sessionCount) {
    const draw = drawn(index);
    const server = `s${(draw >>> 16) % serverCount}`;
    const isFaulty = draw % 20 === 3;
    const args: Arguments = {
      nonce: `nonce-${session}-${index}`,
      ...(isFaulty && { fault: faults[(draw >>> 8) % faults.length]! }),
    };
    const id = `call-${session}-${index}`;
    const params = { name: `${server}:echo`, arguments: args, ...((draw >>> 4) % 10 === 1 && { _meta: { progressToken: id } }) };
    const { messages } = await post(served.port, headers, { id, method: 'tools/call', params });
    const wrong = complaint(id, server, args, messages);
    if (wrong !== undefined) tally.complaints.push(wrong);
    tally.progress += messages.length - 1;
    if (++tally.answered % Math.ceil(calls / 40) === 0) tally.memory.push(residentMiB(served));
  }
}

/** This test is about answers, not about slow clients: on a busy machine it is one itself. */
const timeouts = { headers: '5m', request: '10m' };

const listening: Server[] = [];

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

afterEach(async () => {
  agent.destroy();
  await endAll();
  for (const server of listening.splice(0)) server.close().closeAllConnections();
});

test(
  'every call gets its own, right answer, and memory stays flat',
  async () => {
    const names = Array.from({ length: serverCount }, (_, index) => `s${index}`);
    listening.push(...(await Promise.all(names.map(startServer))));
    const servers = names.map((name, index) => [
      name,
      { url: urlOf(listening[index]!), protocol: 'streamable-http', trust_mode: 'auto', call_timeout: `${callTimeoutSeconds}s` },
    ]);
    const served = await serve(gatewayFile({ servers: Object.fromEntries(servers), page: { enabled: false }, timeouts }));
    const tally: Tally = { complaints: [], memory: [], answered: 0, progress: 0 };
    const sessions = Array.from({ length: sessionCount }, (_, session) => runSession(served, session, tally));
    await Promise.all(sessions);
    expect({ answered: tally.answered, complaints: tally.complaints.slice(0, 20), count: tally.complaints.length }).toEqual({
      answered: calls,
      complaints: [],
      count: 0,
    });
    expect(tally.progress).toBeGreaterThan(0);
    const quarter = Math.floor(tally.memory.length / 4);
    expect(median(tally.memory.slice(-quarter))).toBeLessThan(median(tally.memory.slice(quarter, 2 * quarter)) * 1.25 + 10);
    expect(await served.stop()).toBe(0);
  },
  15 * 60_000,
);
