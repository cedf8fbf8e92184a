/** Clients of a gateway: the official SDKs, and one by hand whose session and connections are in the test's hands. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Answered } from './tally.js';

/** Far beyond every deadline of the gateways under test. */
export const clientDeadlineMs = 120_000;

export interface Caller {
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Answered>;
  close(): Promise<void>;
}

const urlOf = (at: number | URL) => (typeof at === 'number' ? new URL(`http://127.0.0.1:${at}/mcp`) : at);
const options = { timeout: clientDeadlineMs };

/** What an SDK throws: a JSON-RPC error has a number as its code; the rest is its own timeout, or a broken connection. */
function thrown(error: unknown): Answered {
  const { code, message = String(error), data, cause } = (error ?? {}) as Partial<Record<'code' | 'data', unknown>> & Error;
  if (code === 'REQUEST_TIMEOUT' || (code === -32001 && /timed out/i.test(message))) return { hung: true };
  const isAnswer = typeof code === 'number' && code <= -32000;
  const inner = cause as Partial<NodeJS.ErrnoException> | undefined;
  const why = inner ? ` (${inner.code ?? ''} ${inner.message})` : '';
  return isAnswer ? { error: { code, message, data } } : { lost: `${message}${why}`.slice(0, 500) };
}

/** Calls through a connected client of the SDK's second line. */
export function overSdk(client: Client): Caller {
  return {
    call: async (name, args) => {
      try {
        return { result: (await client.callTool({ name, arguments: args }, options)) as NonNullable<Answered['result']> };
      } catch (error) {
        return thrown(error);
      }
    },
    close: () => client.close(),
  };
}

/** A client of the SDK's second line. */
export async function callerV2(port: number): Promise<Caller> {
  const client = new Client({ name: 'soak', version: '2' });
  await client.connect(new StreamableHTTPClientTransport(urlOf(port)));
  return overSdk(client);
}

/** A client of the SDK's first line at a port of this machine, or elsewhere: a session with a listening stream. */
export async function callerV1(at: number | URL): Promise<Caller> {
  const client = new ClientV1({ name: 'soak', version: '1' });
  const transport = new TransportV1(urlOf(at));
  await client.connect(transport as never);
  return {
    call: async (name, args) => {
      try {
        return { result: (await client.callTool({ name, arguments: args }, undefined, options)) as NonNullable<Answered['result']> };
      } catch (error) {
        return thrown(error);
      }
    },
    close: async () => {
      await transport.terminateSession().catch(() => {});
      await client.close();
    },
  };
}

interface Response {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export interface Send {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent?: Agent | false;
  readonly path?: string;
  /** Waits between the parts of the answer that it reads; `taken` are the bytes so far. */
  readonly pace?: (taken: number) => Promise<void>;
}

class Hung extends Error {}

/** One HTTP request. @throws Hung at the deadline, or the error of the connection, also if the answer ends too early */
export function send(port: number, { method = 'POST', headers = {}, body, agent = false, path = '/mcp', pace }: Send): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => sent.destroy(new Hung()), clientDeadlineMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent }, async response => {
      try {
        const parts: Buffer[] = [];
        let taken = 0;
        for await (const part of response) {
          parts.push(part as Buffer);
          taken += (part as Buffer).length;
          await pace?.(taken);
        }
        clearTimeout(timer);
        resolve({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(parts).toString('utf8') });
      } catch (error) {
        fail(error as Error);
      }
    });
    sent.on('error', fail).end(body);
  });
}

/** The last JSON-RPC message of an answer, whether it came as JSON or as an event; undefined where there is none. */
export function lastMessage(text: string): (Answered & { id?: unknown }) | undefined {
  const data = text.startsWith('{')
    ? text
    : text
        .slice(text.lastIndexOf('\ndata: {') + 1)
        .replace(/^data: /, '')
        .trim();
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

const accepted = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** A session of 2025-11-25 by hand. */
export class Session implements Caller {
  readonly headers: Readonly<Record<string, string>>;
  readonly port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  #lastId = 0;

  private constructor(port: number, id: string) {
    this.port = port;
    this.headers = { ...accepted, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  }

  /** @throws Error if it is refused; its text holds the answer */
  static async open(port: number): Promise<Session> {
    const { status, headers, text } = await Session.initialize(port);
    const id = headers['mcp-session-id'];
    if (status !== 200 || typeof id !== 'string') throw new Error(`initialize was answered ${status}: ${text.slice(0, 300)}`);
    const session = new Session(port, id);
    await session.post({ method: 'notifications/initialized' });
    return session;
  }

  /** The same session, at another replica. */
  at(port: number): Session {
    return new Session(port, this.headers['mcp-session-id']!);
  }

  static initialize(port: number): Promise<Response> {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'soak', version: '0' } };
    return send(port, { headers: accepted, body: JSON.stringify({ jsonrpc: '2.0', id: 'open', method: 'initialize', params }) });
  }

  post(body: object, more: Partial<Send> = {}): Promise<Response> {
    return send(this.port, { headers: this.headers, body: JSON.stringify({ jsonrpc: '2.0', ...body }), agent: this.#agent, ...more });
  }

  async request(method: string, params: object, more: Partial<Send> = {}): Promise<Answered & { status?: number }> {
    const id = `soak-${++this.#lastId}`;
    try {
      const { status, text } = await this.post({ id, method, params }, more);
      const message = lastMessage(text);
      if (message === undefined) return { lost: `HTTP ${status} without a message: ${text.slice(0, 200)}` };
      const isOwn = message.id === id || (message.id === null && message.error !== undefined);
      return isOwn ? { ...message, status } : { result: { content: [{ text: `the answer to ${JSON.stringify(message.id)}` }] }, status };
    } catch (error) {
      return error instanceof Hung ? { hung: true } : { lost: String((error as Error).message) };
    }
  }

  call(name: string, args: Readonly<Record<string, unknown>>, more: Partial<Send> = {}): Promise<Answered & { status?: number }> {
    return this.request('tools/call', { name, arguments: args }, more);
  }

  /** Names of the tools that it is listed. @throws Error if they are not given */
  async toolNames(): Promise<string[]> {
    const answer = (await this.request('tools/list', {})) as { result?: { tools?: { name: string }[] } };
    if (!answer.result?.tools) throw new Error(`tools/list was answered ${JSON.stringify(answer).slice(0, 300)}`);
    return answer.result.tools.map(({ name }) => name);
  }

  /** Ends the session; gives the HTTP status. */
  async end(): Promise<number> {
    const { status } = await send(this.port, { method: 'DELETE', headers: this.headers });
    return status;
  }

  /** Forgets the session without ending it. */
  abandon(): void {
    this.#agent.destroy();
  }

  async close(): Promise<void> {
    await this.end().catch(() => {});
    this.abandon();
  }
}
