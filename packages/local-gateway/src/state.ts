/** The state of a gateway for commands of admins (`/admin/state`): servers with their tools, names, approvals, and what needs a person. */
import type { AttentionItem } from '@mcpgw/attention';
import type { NamedTool, Naming } from '@mcpgw/names';
import type { StateStore } from '@mcpgw/store';
import type { UpstreamState } from '@mcpgw/upstreams';

/** The path of the state. */
export const statePath = '/admin/state';

/** A tool by the name that clients use. */
export interface GatewayTool extends NamedTool {
  /** Why it is locked; null if it may be called. */
  readonly status: string | null;
}

/** The answer at `statePath`. */
export interface GatewayStateReport {
  /** The body of `/status`. */
  readonly status: Readonly<Record<string, unknown>>;
  readonly attention: readonly AttentionItem[];
  readonly servers: readonly UpstreamState[];
  /** How tools are named for clients. */
  readonly naming: Naming;
  readonly tools: readonly GatewayTool[];
  /** The texts of the store about approvals, each with its key. */
  readonly approvals: readonly (readonly [key: readonly string[], text: string])[];
}

/** What a report is made from. */
export interface StateSources {
  readonly status: () => Readonly<Record<string, unknown>>;
  readonly attention: { items(): readonly AttentionItem[] };
  readonly upstreams: { states(): readonly UpstreamState[] };
  readonly naming: () => Naming;
  readonly catalogue: { all(): readonly { name: string; server: string; tool: { name: string }; status?: string }[] };
  readonly store: Pick<StateStore, 'read'>;
}

/** The state of a gateway. @throws StoreError */
export async function stateReport({ status, attention, upstreams, naming, catalogue, store }: StateSources): Promise<GatewayStateReport> {
  const servers = upstreams.states();
  const keys = servers.flatMap(({ name }) => [
    ['approvals', name],
    ['approvals', name, 'contents'],
  ]);
  const texts = await Promise.all(keys.map(async key => [key, await store.read(key)] as const));
  return {
    status: status(),
    attention: attention.items(),
    servers,
    naming: naming(),
    tools: catalogue.all().map(({ name, server, tool, status: locked }) => ({ name, server, tool: tool.name, status: locked ?? null })),
    approvals: texts.filter((entry): entry is readonly [string[], string] => entry[1] !== undefined),
  };
}

/** Whether an answer is a report of a gateway, as far as commands rely on it. */
export function isStateReport(value: unknown): value is GatewayStateReport {
  const { status, naming, attention, servers, tools, approvals } = (value ?? {}) as Record<string, unknown>;
  const objects = [status, naming].every(each => typeof each === 'object' && each !== null);
  return objects && [attention, servers, tools, approvals].every(list => Array.isArray(list));
}
