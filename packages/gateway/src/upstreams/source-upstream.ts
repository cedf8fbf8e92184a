import { Deadline, DeadlineError } from '@mcpgw/loader/internal';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { unknownTool } from '../failures/common.js';
import type { CallOptions, ToolSource } from '../sources/source.js';
import { Limiter } from './limiter.js';
import { requestFailure } from './request-failure.js';
import type { ConfiguredServer, UpstreamState } from './types.js';

const defaultQueueSize = 1000;

/** Tools that are not behind MCP, as an upstream: always ready, since nothing is connected. */
export class SourceUpstream {
  readonly #source: ToolSource;
  readonly #limiter: Limiter;
  readonly #since = Date.now();
  readonly settled = Promise.resolve();
  #config: ConfiguredServer;
  #state: UpstreamState | undefined;

  constructor(config: ConfiguredServer, source: ToolSource) {
    this.#config = config;
    this.#source = source;
    this.#limiter = new Limiter(config.maxConcurrentRequests ?? 0, config.queueSize ?? defaultQueueSize);
  }

  get config(): ConfiguredServer {
    return this.#config;
  }

  /** The same object for as long as nothing of it changes. */
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
      tools: isOn ? this.#source.tools() : [],
      omittedTools: [],
    };
  }

  start(): void {}

  retry(): void {}

  configure(config: ConfiguredServer): void {
    this.#config = config;
    this.#state = undefined;
    this.#limiter.configure(config.maxConcurrentRequests ?? 0, config.queueSize ?? defaultQueueSize);
  }

  async call(tool: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<CallToolResult> {
    const { enabled, quarantined, name, callTimeoutSeconds = 120 } = this.#config;
    if (!enabled || quarantined) throw unknownTool(tool);
    const wait = new Deadline(callTimeoutSeconds, options.signal);
    try {
      return await this.#limiter.run(() => this.#source.call(tool, args, options), wait.signal);
    } catch (error) {
      if (error instanceof DeadlineError) throw requestFailure(error, { server: name, tool, method: 'tools/call', secrets: [] });
      throw error;
    } finally {
      wait.clear();
    }
  }

  close(): Promise<void> {
    return this.#source.close();
  }
}
