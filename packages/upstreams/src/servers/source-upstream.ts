import { unknownTool } from '@mcpgw/failures';
import { Deadline, DeadlineError } from '@mcpgw/loader/internal';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { CallOptions } from '../tools/source.js';
import { Limiter } from './limiter.js';
import { requestFailure } from './request-failure.js';
import { defaultCallTimeoutMs } from './settings.js';
import type { SourceServer, UpstreamState } from './types.js';

/** A source of tools that is not an MCP server, as an upstream: always ready, because nothing is connected. */
export class SourceUpstream {
  readonly #queueSize: number;
  readonly #limiter: Limiter;
  readonly #since = Date.now();
  readonly settled = Promise.resolve();
  #config: SourceServer;
  #state: UpstreamState | undefined;

  constructor(config: SourceServer, queueSize: number) {
    this.#config = config;
    this.#queueSize = queueSize;
    this.#limiter = new Limiter(config.maxConcurrentRequests ?? 0, queueSize);
  }

  get config(): SourceServer {
    return this.#config;
  }

  /** The same object as long as it does not change. */
  get state(): UpstreamState {
    this.#state ??= this.#describe();
    return this.#state;
  }

  #describe(): UpstreamState {
    const { name, enabled, quarantined, trustMode, enabledTools, disabledTools } = this.#config;
    const isOn = enabled && !quarantined;
    return {
      name,
      protocol: 'rest',
      enabled,
      quarantined,
      trustMode,
      ...(enabledTools && { enabledTools }),
      ...(disabledTools && { disabledTools }),
      connection: {
        state: isOn ? 'ready' : 'disabled',
        error: null,
        attempts: 0,
        since: this.#since,
        ...(isOn && { status: 'available' }),
      },
      tools: isOn ? this.#config.source.tools() : [],
      omittedTools: [],
    };
  }

  start(): void {}

  retry(): void {}

  configure(config: SourceServer): void {
    this.#config = config;
    this.#state = undefined;
    this.#limiter.configure(config.maxConcurrentRequests ?? 0, this.#queueSize);
  }

  async call(tool: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<CallToolResult> {
    const { enabled, quarantined, name, callTimeoutMs = defaultCallTimeoutMs } = this.#config;
    if (!enabled || quarantined) throw unknownTool(tool);
    const wait = new Deadline(callTimeoutMs, options.signal);
    try {
      return await this.#limiter.run(() => this.#config.source.call(tool, args, { ...options, timeoutMs: callTimeoutMs }), wait.signal);
    } catch (error) {
      if (error instanceof DeadlineError) throw requestFailure(error, { server: name, tool, method: 'tools/call', secrets: [] });
      throw error;
    } finally {
      wait.clear();
    }
  }

  close(): Promise<void> {
    return this.#config.source.close();
  }
}
