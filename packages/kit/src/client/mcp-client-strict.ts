/** call → connection (reopened if the server lost the session) → result → fatal, retryable or ok. */
import {
  type CallToolResult,
  Client,
  type GetPromptRequest,
  type Implementation,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import { fatalPrefix } from '../errors.js';
import { NormalInstanceClosed, refusedByNormalInstance } from '../instance.js';
import { AgentRunAborted, RetryableToolError, textOf } from './errors.js';
import type { McpClient, ServerLog } from './mcp-client.js';

export interface McpClientStrictOptions {
  /** Name of the server, for messages. */
  readonly name: string;
  /** Address of the MCP endpoint, or a function that creates a transport, called for every connection. */
  readonly url: string | (() => Transport | Promise<Transport>);
  /** Sent as `Authorization: Bearer`; a function is called before every request. */
  readonly bearerToken?: string | (() => string | Promise<string>);
  /** Timeout of an answer, in seconds; 60 by default. */
  readonly readTimeout?: number;
  /** Receives the server's log messages. */
  readonly onLog?: (log: ServerLog) => void;
  readonly clientInfo?: Implementation;
}

const defaultReadTimeout = 60;
const defaultClientInfo: Implementation = { name: 'mcpgw-kit', version: '0.1.0' };

/** A client of one MCP server for agents: fatal tool errors end the run, the model may fix all others. */
export class McpClientStrict implements McpClient {
  readonly name: string;
  readonly #options: McpClientStrictOptions;
  readonly #hasIsolated: boolean;
  readonly #abort = new AbortController();
  #client: Promise<Client> | undefined;
  /** True between `open` and `close`, whatever the state of the connection. */
  #isOpen = false;
  /** Connections whose session is lost; calls may still wait for answers on them. */
  readonly #lost: Promise<Client>[] = [];

  /** @param hasIsolated whether the caller knows an isolated instance: then NormalInstanceClosed is thrown; otherwise it is fatal */
  constructor(options: McpClientStrictOptions, hasIsolated = false) {
    this.name = options.name;
    this.#options = options;
    this.#hasIsolated = hasIsolated;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async open(): Promise<void> {
    this.#isOpen = true;
    try {
      await this.#connected();
    } catch (error) {
      this.#isOpen = false;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    const connections = [...this.#lost.splice(0), ...(this.#client === undefined ? [] : [this.#client])];
    this.#client = undefined;
    await Promise.all(connections.map(connection => connection.then(client => client.close()).catch(() => undefined)));
  }

  async listTools(options?: RequestOptions): Promise<Tool[]> {
    return (await this.#ask((client, wait) => client.listTools(undefined, wait), options)).tools;
  }

  async callTool(name: string, args: Readonly<Record<string, unknown>> = {}, options?: RequestOptions): Promise<CallToolResult> {
    const result = await this.#ask((client, wait) => client.callTool({ name, arguments: { ...args } }, wait), options);
    if (!result.isError) return result;
    if (this.#hasIsolated && refusedByNormalInstance(result)) throw new NormalInstanceClosed(textOf(result));
    const text = textOf(result);
    if (!text.startsWith(fatalPrefix)) throw new RetryableToolError(this.name, name, result);
    const aborted = new AgentRunAborted(this.name, name, text.slice(fatalPrefix.length));
    this.#abort.abort(aborted);
    throw aborted;
  }

  async listResources(options?: RequestOptions) {
    return (await this.#ask((client, wait) => client.listResources(undefined, wait), options)).resources;
  }

  async readResource(uri: string, options?: RequestOptions) {
    return this.#ask((client, wait) => client.readResource({ uri }, wait), options);
  }

  async listPrompts(options?: RequestOptions) {
    return (await this.#ask((client, wait) => client.listPrompts(undefined, wait), options)).prompts;
  }

  async getPrompt(params: GetPromptRequest['params'], options?: RequestOptions) {
    return this.#ask((client, wait) => client.getPrompt(params, wait), options);
  }

  /** Sends one request. Sends it once more on a new connection if the server refused it because it lost the session. */
  async #ask<T>(request: (client: Client, options: RequestOptions) => Promise<T>, options: RequestOptions = {}): Promise<T> {
    this.#abort.signal.throwIfAborted();
    const connection = this.#connected();
    const wait = { timeout: (this.#options.readTimeout ?? defaultReadTimeout) * 1000, ...options };
    const client = await connection;
    try {
      return await request(client, wait);
    } catch (error) {
      if (!lostSession(error)) throw error;
      return request(await this.#reconnect(connection), wait);
    }
  }

  /** A new connection in place of `lost`; the calls that lost it together share one. */
  async #reconnect(lost: Promise<Client>): Promise<Client> {
    if (this.#client === lost) {
      this.#lost.push(lost);
      this.#client = undefined;
    }
    return this.#connected();
  }

  /** The connection; opened again if the last attempt failed. @throws SdkError if the client is not open */
  #connected(): Promise<Client> {
    if (!this.#isOpen) throw new SdkError(SdkErrorCode.NotConnected, `the client of "${this.name}" is not open`);
    this.#client ??= this.#connect();
    return this.#client;
  }

  #connect(): Promise<Client> {
    const connecting = this.#openClient();
    connecting.catch(() => {
      if (this.#client === connecting) this.#client = undefined;
    });
    return connecting;
  }

  async #openClient(): Promise<Client> {
    const { clientInfo = defaultClientInfo, onLog, name } = this.#options;
    const client = new Client(clientInfo);
    if (onLog !== undefined)
      client.setNotificationHandler('notifications/message', ({ params: { level, logger, data } }) =>
        onLog({ server: name, level, data, ...(logger !== undefined && { logger }) }),
      );
    try {
      await client.connect(await this.#transport(), { timeout: (this.#options.readTimeout ?? defaultReadTimeout) * 1000 });
    } catch (error) {
      await client.close().catch(() => undefined);
      throw error;
    }
    return client;
  }

  #transport(): Transport | Promise<Transport> {
    const { url, bearerToken } = this.#options;
    if (typeof url !== 'string') return url();
    const token = typeof bearerToken === 'function' ? async () => bearerToken() : async () => bearerToken;
    return new StreamableHTTPClientTransport(new URL(url), bearerToken === undefined ? {} : { authProvider: { token } });
  }
}

/** By the specification, a server answers 404 for an unknown session, and the client then starts a new one. */
function lostSession(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404;
}
