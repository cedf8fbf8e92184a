/** Connections without reconnect, until `upstreams/` takes their place. */
import type { CallToolResult } from '@modelcontextprotocol/client';
import { unknownTool } from '../failures/common.js';
import { UpstreamFailure } from '../failures/gateway-failure.js';
import { Deadline } from '../loader/deadline.js';
import { listTools } from '../loader/list-tools.js';
import { noSdkTimeout, type OpenServer, openServer } from '../loader/open.js';
import type { CallOptions, SourceTool } from '../sources/source.js';
import type { ConfiguredServer, UpstreamState } from '../upstreams/types.js';
import type { UpstreamPool } from './pool.js';

interface Live {
  state: UpstreamState;
  open?: OpenServer;
}

export class ThinUpstreams implements UpstreamPool {
  readonly #servers = new Map<string, Live>();
  readonly #listeners = new Set<() => void>();

  async update(configured: readonly ConfiguredServer[]): Promise<void> {
    await this.close();
    await Promise.all(configured.map(server => this.#open(server)));
  }

  async #open(server: ConfiguredServer): Promise<void> {
    const since = Date.now();
    const base = {
      name: server.name,
      protocol: server.connection?.transport ?? ('rest' as const),
      enabled: server.enabled,
      omittedTools: [],
      quarantined: server.quarantined,
      trustMode: server.trustMode,
      tools: [] as SourceTool[],
    };
    const live: Live = { state: { ...base, connection: { state: 'connecting', error: null, attempts: 0, since } } };
    this.#servers.set(server.name, live);
    const { connection } = server;
    if (!server.enabled || connection === undefined) {
      live.state = { ...base, connection: { state: 'disabled', error: null, attempts: 0, since } };
      return;
    }
    if (connection.transport === 'malformed') return;
    const deadline = new Deadline(10);
    try {
      const open = await openServer(connection, deadline, { clientInfo: { name: 'mcpgw', version: '0' }, maxResponseBytes: 64 << 20 });
      const tools = (await listTools(open, deadline)) as SourceTool[];
      live.open = open;
      live.state = { ...base, tools, connection: { state: 'ready', error: null, attempts: 1, since: Date.now() } };
    } catch (error) {
      live.state = { ...base, connection: { state: 'failed', error: (error as Error).message, attempts: 1, since: Date.now() } };
    }
    for (const listener of this.#listeners) listener();
  }

  async settled(): Promise<void> {}

  states(): readonly UpstreamState[] {
    return [...this.#servers.values()].map(({ state }) => state);
  }

  async call(server: string, tool: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<CallToolResult> {
    const open = this.#servers.get(server)?.open;
    if (open === undefined) throw unknownTool(tool);
    try {
      return (await open.client.callTool({ name: tool, arguments: args }, { ...noSdkTimeout, signal: options.signal })) as CallToolResult;
    } catch (cause) {
      throw new UpstreamFailure({ mode: 'rpc_error', message: (cause as Error).message, cause });
    }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    const open = [...this.#servers.values()].flatMap(live => live.open ?? []);
    this.#servers.clear();
    await Promise.all(open.map(({ link }) => link.release(true)));
  }
}
