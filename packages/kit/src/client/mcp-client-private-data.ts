/** call → choose the instance → call it. A client never returns from the isolated instance. */
import type { CallToolResult, GetPromptRequest, RequestOptions } from '@modelcontextprotocol/client';
import { NormalInstanceClosed } from '../instance.js';
import type { McpClient } from './mcp-client.js';
import { McpClientStrict, type McpClientStrictOptions } from './mcp-client-strict.js';

/** Whether the session holds private data. It is checked before every call; a failure counts as yes. */
export interface PrivateDataState {
  hasPrivateData(): Promise<boolean>;
}

export interface McpClientPrivateDataOptions extends McpClientStrictOptions {
  /** The same server on the isolated network. */
  readonly urlIsolated: McpClientStrictOptions['url'];
  readonly privateData: PrivateDataState;
}

/**
 * Two live connections to two instances of one server. Every call goes to the normal instance until the session holds private data,
 * and to the isolated one from then on, even if the state changes later. A session that holds private data when the client is opened
 * is never connected to the normal instance at all.
 */
export class McpClientPrivateData implements McpClient {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly #normal: McpClientStrict;
  readonly #isolated: McpClientStrict;
  readonly #privateData: PrivateDataState;
  #isIsolated = false;

  constructor({ urlIsolated, privateData, ...options }: McpClientPrivateDataOptions) {
    this.name = options.name;
    this.#normal = new McpClientStrict(options, true);
    this.#isolated = new McpClientStrict({ ...options, url: urlIsolated });
    this.#privateData = privateData;
    this.signal = AbortSignal.any([this.#normal.signal, this.#isolated.signal]);
  }

  /** Whether calls go to the isolated instance, as far as this client knows. */
  get isIsolated(): boolean {
    return this.#isIsolated;
  }

  /** Connects to both instances at once. If one fails, both are closed: without the isolated one, the client could not switch. */
  async open(): Promise<void> {
    const targets = (await this.#holdsPrivateData()) ? [this.#isolated] : [this.#isolated, this.#normal];
    const opened = await Promise.allSettled(targets.map(target => target.open()));
    const failed = opened.find(outcome => outcome.status === 'rejected');
    if (failed === undefined) return;
    await this.close();
    throw failed.reason;
  }

  /** Closes both, the isolated one first. */
  async close(): Promise<void> {
    try {
      await this.#isolated.close();
    } finally {
      await this.#normal.close();
    }
  }

  listTools(options?: RequestOptions) {
    return this.#on(target => target.listTools(options));
  }

  callTool(name: string, args?: Readonly<Record<string, unknown>>, options?: RequestOptions): Promise<CallToolResult> {
    return this.#on(target => target.callTool(name, args, options));
  }

  listResources(options?: RequestOptions) {
    return this.#on(target => target.listResources(options));
  }

  readResource(uri: string, options?: RequestOptions) {
    return this.#on(target => target.readResource(uri, options));
  }

  listPrompts(options?: RequestOptions) {
    return this.#on(target => target.listPrompts(options));
  }

  getPrompt(params: GetPromptRequest['params'], options?: RequestOptions) {
    return this.#on(target => target.getPrompt(params, options));
  }

  async #on<T>(request: (target: McpClientStrict) => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    if (await this.#holdsPrivateData()) return request(this.#isolated);
    try {
      return await request(this.#normal);
    } catch (error) {
      if (!(error instanceof NormalInstanceClosed)) throw error;
      this.#isIsolated = true;
      return request(this.#isolated);
    }
  }

  /** Checked on every call. A slow "no" never reverts a "yes" that another call received meanwhile. */
  async #holdsPrivateData(): Promise<boolean> {
    if (this.#isIsolated) return true;
    const holds = await this.#privateData.hasPrivateData().catch(() => true);
    if (holds) this.#isIsolated = true;
    return this.#isIsolated;
  }
}
