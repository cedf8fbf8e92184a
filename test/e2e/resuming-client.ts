/** A client of MCP whose connections a test opens, breaks and resumes one by one, each at the gateway that it names. */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { until } from '../helpers/until.js';
import { mcpHeaders } from './serve-helpers.js';

export interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Readonly<Record<string, unknown>> };
}

/** One HTTP exchange whose answer is read as it comes. */
export class Exchange {
  readonly messages: Message[] = [];
  /** The id of the last event, from which the client resumes. */
  lastId: string | undefined;
  status: number | undefined;
  headers: IncomingMessage['headers'] = {};
  text = '';
  isEnded = false;
  readonly #sent: ClientRequest;

  constructor(port: number, method: string, headers: Readonly<Record<string, string>>, body?: string) {
    this.#sent = httpRequest({ host: '127.0.0.1', port, path: '/mcp', method, headers, agent: false }, response => this.#read(response));
    this.#sent.on('error', () => this.#end());
    this.#sent.end(body);
  }

  #read(response: IncomingMessage): void {
    this.status = response.statusCode;
    this.headers = response.headers;
    const isStream = response.headers['content-type'] === 'text/event-stream';
    let rest = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      this.text += chunk;
      if (!isStream) return;
      const events = (rest + chunk).split('\n\n');
      rest = events.pop()!;
      for (const event of events) this.#event(event);
    });
    response.on('end', () => {
      if (!isStream && this.text.startsWith('{')) this.messages.push(JSON.parse(this.text));
      this.#end();
    });
    response.on('error', () => this.#end());
  }

  #event(event: string): void {
    const field = (name: string) =>
      event
        .split('\n')
        .find(line => line.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    this.lastId = field('id') ?? this.lastId;
    const data = field('data');
    if (data) this.messages.push(JSON.parse(data));
  }

  #end(): void {
    this.isEnded = true;
  }

  /** Breaks the connection. */
  break(): void {
    this.#sent.destroy();
  }

  /** The first message for which `is` holds. */
  message(is: (message: Message) => boolean): Promise<Message> {
    return until(() => this.messages.find(is), `a message of ${this.text}`);
  }

  answered(): Promise<number> {
    return until(() => this.status, 'the head of an answer');
  }

  ended(): Promise<true> {
    return until(() => this.isEnded, 'the end of an answer') as Promise<true>;
  }
}

let lastId = 0;

export class ResumingClient {
  readonly headers: Readonly<Record<string, string>>;

  constructor(headers: Readonly<Record<string, string>>) {
    this.headers = headers;
  }

  /** Opens a session at `port`. */
  static async open(port: number, capabilities: object = {}, more: Readonly<Record<string, string>> = {}): Promise<ResumingClient> {
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'test', version: '1' } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'open', method: 'initialize', params });
    const opened = new Exchange(port, 'POST', { ...mcpHeaders, ...more }, body);
    await opened.ended();
    const id = String(opened.headers['mcp-session-id']);
    const headers = { ...mcpHeaders, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25', ...more };
    return new ResumingClient(headers);
  }

  post(port: number, message: object, more: Readonly<Record<string, string>> = {}): Exchange {
    return new Exchange(port, 'POST', { ...this.headers, ...more }, JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  /** Calls a tool, and wants to hear of its progress. */
  call(
    port: number,
    name: string,
    args: object,
    more: Readonly<Record<string, string>> = {},
    id: string | number = ++lastId,
  ): Exchange & { id: string | number } {
    const params = { name, arguments: args, _meta: { progressToken: id } };
    return Object.assign(this.post(port, { id, method: 'tools/call', params }, more), { id });
  }

  /** Opens the standing stream, or resumes a stream. */
  get(port: number, from?: string): Exchange {
    return new Exchange(port, 'GET', {
      ...this.headers,
      accept: 'text/event-stream',
      ...(from !== undefined && { 'last-event-id': from }),
    });
  }
}

/** The numbers of the reports of progress among messages. */
export const progressOf = (messages: readonly Message[]): unknown[] =>
  messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params!.progress);

export const isAnswer = ({ method }: Message): boolean => method === undefined;
