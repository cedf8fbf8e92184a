/** Servers and their records, for the tests of this folder. */

import { Approvals } from '@mcpgw/approvals';
import { memoryStore, type StateStore } from '@mcpgw/store';
import type { SourceTool, UpstreamState } from '@mcpgw/upstreams';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { CallOutcome } from './builtin.js';
import { builtinTools } from './builtin-tools.js';
import { Catalogue } from './catalogue.js';
import { ToolUsage } from './usage.js';

export const inputSchema: SourceTool['inputSchema'] = { type: 'object', properties: { owner: { type: 'string' } }, required: ['owner'] };

export function tool(name: string, description = '', more: Partial<SourceTool> = {}): SourceTool {
  return { name, description, inputSchema, ...more };
}

export function server(name: string, tools: readonly SourceTool[], more: Partial<UpstreamState> = {}): UpstreamState {
  const connection = { state: 'ready', error: null, attempts: 0, since: 0 } as const;
  return { name, protocol: 'http', enabled: true, quarantined: false, trustMode: 'auto', connection, tools, omittedTools: [], ...more };
}

export interface Scene {
  readonly catalogue: Catalogue;
  /** Replaces the servers. */
  readonly setServers: (servers: readonly UpstreamState[]) => void;
  readonly approvals: Approvals;
  /** The calls of servers' tools so far. */
  readonly calls: unknown[];
  readonly acted: string[];
  /** Calls a built-in tool; returns its text, and its value if that is JSON. */
  use(
    builtin: string,
    args: Record<string, unknown>,
    scope?: readonly string[],
    manages?: boolean,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  ): Promise<{ text: string; value: any; isError: boolean }>;
}

/** A gateway's discovery over `servers`, with all their tools recorded. */
export async function scene(servers: readonly UpstreamState[], store: StateStore = memoryStore()): Promise<Scene> {
  const approvals = new Approvals(store, () => new Date('2026-11-21T10:00:00Z'));
  let current = servers;
  const catalogue = new Catalogue(approvals, { servers: () => current });
  for (const { name, tools, trustMode } of servers) await approvals.observe(name, tools, trustMode);
  const calls: unknown[] = [];
  const acted: string[] = [];
  const builtins = builtinTools({
    catalogue,
    usage: new ToolUsage(),
    toolsLimit: () => 15,
    addressOf: name => ({ server: name.slice(0, name.indexOf(':')), tool: name.slice(name.indexOf(':') + 1) }),
    states: () => current,
    actions: { restart: async name => void acted.push(`restart ${name}`) },
  });
  const run = async (outcome: CallOutcome): Promise<CallToolResult> => {
    if ('result' in outcome) return outcome.result;
    const { target, args } = outcome.call;
    calls.push([target.server, target.tool, args]);
    return { content: [{ type: 'text' as const, text: 'done' }] };
  };
  return {
    catalogue,
    setServers: states => {
      current = states;
    },
    approvals,
    calls,
    acted,
    use: async (builtin, args, scope, manages = true) => {
      const result = await run(await builtins.get(builtin)!.handle(args, { scope: scope && new Set(scope), manages, caller: 'anonymous' }));
      const text = (result.content[0] as { text: string }).text;
      return { text, value: text.startsWith('{') ? JSON.parse(text) : undefined, isError: result.isError === true };
    },
  };
}
