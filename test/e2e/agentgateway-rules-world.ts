/**
 * What is behind and before the proxy while `agentgateway-rules.ts` shows what rules warn of: servers that say what reached them,
 * and questions whose answers are short enough to be written down.
 */
import { spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type IncomingHttpHeaders, type RequestListener, request } from 'node:http';
import { connect } from 'node:net';
import { httpServer, type Listening, readBody, sdkListener, tcpServer } from '../../packages/loader/test/servers.js';
import { freePort } from '../helpers/agentgateway.js';
import { grpcAuthorizer } from '../helpers/authorizer.js';

type Fields = Readonly<Record<string, unknown>>;

/** Hosts and addresses of loopback. */
export interface RulesWorld {
  /** Answers with the request as JSON; `/status/404` answers 404, `/stream` with events that go on. */
  readonly echo: string;
  /** The requests that reached the echo since the last call, such as `GET /users`. */
  taken(): string[];
  /** The MCP server, with answers that take a second and a half. */
  readonly slow: string;
  /** Speaks as a provider of chat completions does, and repeats model and credential; a model `404` is answered with that status, `tokens-900` uses as many. */
  readonly llm: string;
  /** An MCP server of the official SDK, with two tools. */
  readonly mcp: string;
  /** Says hello to each TCP connection. */
  readonly tcp: string;
  /** Takes requests and never answers. */
  readonly hang: string;
  /** A port that nothing listens on. */
  readonly spare: number;
  /** Allows what it is asked over gRPC. */
  readonly grpc: string;
  /** Is asked over gRPC, and never answers. */
  readonly grpcHang: string;
  /** Listens, and answers no attempt to connect, because its queue is full. */
  readonly full: string;
  /** Serves the public keys of two issuers at /realms/staff/certs and /realms/agents/certs. */
  readonly keys: string;
  /** The public key of an issuer, with other fields in place of its own. */
  jwks(realm: string, fields?: Fields): string;
  /** A token of an issuer, for the audience `gateway`. */
  token(issuer: string, claims?: Fields): string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** The time after which a question counts as not answered. */
const answerTimeoutMs = 20_000;

/** Sends one request on a connection of its own. Status 0 where the connection ended without an answer. */
export function ask(port: number, path: string, { method, headers, body }: Sent = {}): Promise<Answer> {
  return new Promise(resolve => {
    const nothing = { status: 0, headers: {}, body: '' };
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: headers as Record<string, string>,
      agent: false as const,
    };
    const sent = request({ ...options, timeout: answerTimeoutMs }, async response => {
      const text = await readBody(response).catch(() => '(broken off)');
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
    });
    sent.once('error', () => resolve(nothing)).once('timeout', () => sent.destroy());
    sent.end(body);
  });
}

export const status = async (port: number, path = '/', sent: Sent = {}): Promise<number> => (await ask(port, path, sent)).status;

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Asks for a chat completion. */
export const chat = (port: number, model: string, headers: Fields = {}): Promise<Answer> =>
  ask(port, '/v1/chat/completions', {
    headers: { ...json, ...(headers as Record<string, string>) },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }] }),
  });

/** Sends initialize to an MCP server behind the proxy; `padding` makes the request longer. */
export const initialize = (port: number, path = '/mcp', headers: Fields = {}, padding = ''): Promise<Answer> =>
  ask(port, path, {
    headers: { ...json, ...(headers as Record<string, string>) },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: `tester${padding}`, version: '1' } },
    }),
  });

/** The result or the error of the last of these calls of MCP, in one session; the status where the answer is neither. */
export async function mcpCall(port: number, method: string, params: Fields = {}, headers: Fields = {}): Promise<Fields> {
  const begun = await initialize(port, '/mcp', headers);
  const session = begun.headers['mcp-session-id'];
  const own = { ...json, ...(headers as Record<string, string>), ...(session !== undefined && { 'mcp-session-id': String(session) }) };
  const send = (message: Fields) => ask(port, '/mcp', { headers: own, body: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  if (begun.status !== 200) return { begun: begun.status };
  await send({ method: 'notifications/initialized' });
  const { status: code, body } = await send({ id: 2, method, params });
  const data = /^data: (\{.*)$/m.exec(body)?.[1] ?? body;
  const answer = data.startsWith('{') ? (JSON.parse(data) as { result?: Fields; error?: Fields }) : {};
  return answer.result ?? answer.error ?? { status: code };
}

/** The names of the tools that clients are shown. */
export async function toolNames(port: number): Promise<unknown> {
  const result = await mcpCall(port, 'tools/list');
  return Array.isArray(result.tools) ? (result.tools as { name: string }[]).map(({ name }) => name).sort() : result;
}

/** The first bytes that a TCP connection gets after it sent `text`; empty where it ends without any. */
export function firstBytes(port: number, text: string): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(answerTimeoutMs, () => socket.destroy());
    socket.once('data', data => resolve(data.toString('utf8')));
    socket.once('error', () => resolve('')).once('close', () => resolve(''));
    socket.once('data', () => socket.destroy());
  });
}

/**
 * Whether a connection is open so many milliseconds after it got the answer of a request, or after it sent the first half of the
 * headers.
 */
export function isOpenAfter(port: number, path: string, time: number, sent: 'all' | 'half' = 'all'): Promise<boolean> {
  const head = `GET ${path} HTTP/1.1\r\nhost: localhost\r\n`;
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(sent === 'all' ? `${head}\r\n` : head));
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    const wait = () => setTimeout(() => settle(true), time);
    socket.once('close', () => settle(false)).on('error', () => settle(false));
    if (sent === 'all') socket.once('data', wait);
    else wait();
    socket.on('data', () => {});
    socket.once('end', () => settle(false));
  });
}

const reached: string[] = [];

const echo: RequestListener = async (incoming, response) => {
  reached.push(`${incoming.method} ${incoming.url}`);
  const body = await readBody(incoming);
  const [, what, value] = (incoming.url ?? '').split('/');
  if (what === 'stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return void response.write('data: first\n\n');
  }
  response.writeHead(what === 'status' ? Number(value) : 200, { 'content-type': 'application/json', 'x-from': 'backend' });
  response.end(JSON.stringify({ method: incoming.method, url: incoming.url, headers: incoming.headers, body }));
};

const provider: RequestListener = async (incoming, response) => {
  const { model, temperature } = JSON.parse((await readBody(incoming)) || '{}') as { model?: string; temperature?: number };
  const content = `${model} with ${incoming.headers.authorization}`;
  if (/^\d+$/.test(model ?? '')) return void response.writeHead(Number(model)).end('{"error":{"message":"no such model"}}');
  const used = Number(/^tokens-(\d+)$/.exec(model ?? '')?.[1] ?? 100);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id: '1',
      object: 'chat.completion',
      created: 1,
      model,
      ...(temperature !== undefined && { temperature }),
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 40, completion_tokens: used - 40, total_tokens: used },
    }),
  );
};

/** What the provider of `chat` was sent, or the status of an answer that is no completion. */
export function completion({ status: code, body }: Answer): string | number {
  try {
    return (JSON.parse(body) as { choices: { message: { content: string } }[] }).choices[0]!.message.content;
  } catch {
    return code;
  }
}

/** What the echo was sent. */
export const echoed = ({ body }: Answer) =>
  JSON.parse(body) as { method: string; url: string; headers: Record<string, string>; body: string };

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenBy(key: KeyObject, kid: string, claims: Fields): string {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const signed = `${encoded({ alg: 'ES256', kid, typ: 'JWT' })}.${encoded({ sub: 'tester', aud: 'gateway', exp, ...claims })}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

const queue = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })`;

/** A port whose server sleeps, with connections that wait for it: the kernel answers no further one. */
async function fullPort(): Promise<{ port: number; stop(): void }> {
  const child = spawn(process.execPath, ['-e', queue], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(await new Promise(resolve => child.stdout!.once('data', resolve)));
  child.kill('SIGSTOP');
  const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await new Promise(resolve => sockets[0]!.once('connect', resolve));
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    child.kill('SIGKILL');
  };
  return { port, stop };
}

/** The ID of the key of an issuer. */
const kidOf = (realm: string) => (realm === 'staff' ? 'one' : 'two');

/** Starts the servers. Those of HTTP end with `closeServers`, the others with `close`. */
export async function startRulesWorld(): Promise<RulesWorld & { close(): Promise<void> }> {
  const [full, grpc, grpcHang] = [await fullPort(), await grpcAuthorizer({ kind: 'allow' }), await grpcAuthorizer({ kind: 'hang' })];
  const pairs = Object.fromEntries(['staff', 'agents'].map(realm => [realm, generateKeyPairSync('ec', { namedCurve: 'P-256' })]));
  const keys = await httpServer((incoming, response) => {
    const realm = /^\/realms\/(\w+)\/certs/.exec(incoming.url ?? '')?.[1] ?? '';
    const pair = pairs[realm];
    response.writeHead(pair === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys: [{ ...pair?.publicKey.export({ format: 'jwk' }), kid: kidOf(realm), alg: 'ES256', use: 'sig' }] }));
  });
  const host = ({ port }: Listening) => `127.0.0.1:${port}`;
  return {
    echo: host(await httpServer(echo)),
    llm: host(await httpServer(provider)),
    taken: () => reached.splice(0),
    mcp: host(await httpServer(sdkListener())),
    slow: host(
      await httpServer(async (incoming, response) => {
        await new Promise(resolve => setTimeout(resolve, 1500));
        await Promise.resolve(sdkListener()(incoming, response)).catch(() => {});
      }),
    ),
    tcp: host(await tcpServer(socket => socket.once('data', data => socket.end(`hello ${data}`)))),
    hang: host(await httpServer(() => {})),
    keys: host(keys),
    spare: await freePort(),
    grpc: `127.0.0.1:${grpc.port}`,
    grpcHang: `127.0.0.1:${grpcHang.port}`,
    full: `127.0.0.1:${full.port}`,
    jwks: (realm, fields = {}) =>
      JSON.stringify({
        keys: [{ ...pairs[realm]!.publicKey.export({ format: 'jwk' }), kid: kidOf(realm), alg: 'ES256', use: 'sig', ...fields }],
      }),
    close: async () => {
      full.stop();
      await Promise.all([grpc.close(), grpcHang.close()]);
    },
    token: (issuer, claims = {}) => {
      const realm = /realms\/(\w+)/.exec(issuer)?.[1] ?? 'agents';
      return tokenBy(pairs[realm]!.privateKey, kidOf(realm), { iss: issuer, ...claims });
    },
  };
}
