/** What the admin API says of servers and tools. Texts of servers stay texts: the page never makes markup of them. */
import type { SourceTool } from '../sources/source.js';
import type { LockReason, PageRecord, PageServer, WebDeps } from './deps.js';

/** Characters of a description in a list, and of any one text in the details of a tool. */
const listed = 300;
const detailed = 262_144;
const tooDeep = '(nested too deeply to be shown)';
export const maxListed = 500;

export type Health = 'ok' | 'starting' | 'waiting' | 'failed' | 'off';

export interface ServerView {
  readonly name: string;
  readonly protocol: string;
  readonly health: Health;
  /** One line: why the server is in this state, and what to do where something is to be done. */
  readonly reason: string;
  readonly remedy: string;
  readonly trustMode: string;
  readonly since: number;
  readonly nextAttemptAt: number | null;
  readonly version: string;
  readonly protocolVersion: string;
  readonly tools: { readonly total: number; readonly callable: number; readonly waiting: number };
  /** Listed tools that cannot be used. */
  readonly omitted: readonly { readonly tool: string; readonly reason: string }[];
  readonly canRestart: boolean;
}

export interface ToolView {
  readonly server: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly status: LockReason | 'callable';
  readonly remedy: string;
  /** What the page offers for it. */
  readonly actions: readonly ('approve' | 'enable' | 'disable')[];
  readonly hints: readonly string[];
}

const remedies: Readonly<Record<LockReason, string>> = {
  server_disabled: 'Its server is switched off. Set enabled: true for it in the configuration.',
  server_quarantined: 'Its server is in quarantine. Review the server, then take quarantined: true out of the configuration.',
  disabled_by_config:
    'Locked by enabled_tools or disabled_tools in the configuration. It cannot be unlocked here; ask whoever runs the gateway.',
  disabled_by_user: 'Switched off here. Enable it when it is wanted again.',
  pending_approval: 'New or changed since it was approved. Look at it, then approve it.',
  disabled_unknown: 'The reason cannot be told. The log of the gateway says more.',
};

const serverRemedies: Readonly<Record<Health, string>> = {
  ok: '',
  starting: '',
  waiting: '',
  failed: 'Correct its configuration; a restart tries at once.',
  off: '',
};

function healthOf({ enabled, quarantined, connection }: PageServer): Health {
  if (!enabled || quarantined || connection.state === 'disabled') return 'off';
  if (connection.state === 'ready') return 'ok';
  return connection.state === 'connecting' ? 'starting' : connection.state;
}

const states: Readonly<Record<Health, string>> = {
  ok: 'connected',
  starting: 'connecting for the first time',
  waiting: 'not reached; waits for the next attempt',
  failed: 'cannot be reached',
  off: 'switched off in the configuration',
};

function reasonOf(server: PageServer, health: Health): string {
  if (health === 'off') return server.enabled && server.quarantined ? 'in quarantine until somebody has reviewed it' : states.off;
  return server.connection.error === null || health === 'ok' ? states[health] : cut(server.connection.error, 1000);
}

/** At most `limit` UTF-16 units; never half a character. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\uD800-\uDBFF]/.test(text[limit - 1]!) ? limit - 1 : limit;
  return `${text.slice(0, end)}…`;
}

export function serverView(server: PageServer, deps: WebDeps): ServerView {
  const health = healthOf(server);
  const locks = server.tools.map(({ name }) => deps.statusOf(server.name, name));
  return {
    name: server.name,
    protocol: server.protocol,
    health,
    reason: reasonOf(server, health),
    remedy: serverRemedies[health],
    trustMode: server.trustMode,
    since: server.connection.since,
    nextAttemptAt: health === 'waiting' || health === 'failed' ? (server.connection.nextAttemptAt ?? null) : null,
    version: cut(server.serverInfo ?? '', 120),
    protocolVersion: server.protocolVersion ?? '',
    tools: {
      total: locks.length,
      callable: locks.filter(lock => lock === undefined).length,
      waiting: locks.filter(lock => lock === 'pending_approval').length,
    },
    omitted: (server.omittedTools ?? []).slice(0, 20).map(({ tool, reason }) => ({ tool: cut(tool, 120), reason: cut(reason, 300) })),
    canRestart: health !== 'off' && !deps.readOnly(),
  };
}

const hintNames = [
  ['readOnlyHint', 'only reads'],
  ['destructiveHint', 'may destroy'],
  ['openWorldHint', 'reaches the outside'],
] as const;

function hintsOf({ annotations }: SourceTool): string[] {
  const given = (annotations ?? {}) as Record<string, unknown>;
  return hintNames.filter(([key]) => Object.hasOwn(given, key) && given[key] === true).map(([, text]) => text);
}

function actionsOf(status: ToolView['status']): ToolView['actions'] {
  if (status === 'callable') return ['disable'];
  if (status === 'pending_approval') return ['approve', 'disable'];
  return status === 'disabled_by_user' ? ['enable'] : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function toolView(server: string, tool: SourceTool, deps: WebDeps, limit = listed): ToolView {
  const status = deps.statusOf(server, tool.name) ?? 'callable';
  return {
    server,
    name: tool.name,
    title: cut(textOf(tool.title), 200),
    description: cut(textOf(tool.description), limit),
    status,
    remedy: status === 'callable' ? '' : remedies[status],
    actions: deps.readOnly() ? [] : actionsOf(status),
    hints: hintsOf(tool),
  };
}

export interface ToolQuery {
  readonly words: readonly string[];
  readonly server?: string;
  readonly status?: string;
  readonly offset: number;
  readonly limit: number;
}

function matches(view: ToolView, tool: SourceTool, { words, status }: ToolQuery): boolean {
  if (status === 'locked' ? view.status === 'callable' : status !== undefined && view.status !== status) return false;
  if (words.length === 0) return true;
  const text = `${view.server}:${view.name} ${view.title} ${textOf(tool.description).slice(0, 4096)}`.toLowerCase();
  return words.every(word => text.includes(word));
}

/** The tools that hold every word of the query, what waits for approval first, then by server and name. */
export function listTools(deps: WebDeps, query: ToolQuery): { total: number; tools: ToolView[] } {
  const found: ToolView[] = [];
  for (const server of deps.servers()) {
    if (query.server !== undefined && server.name !== query.server) continue;
    for (const tool of server.tools) {
      const view = toolView(server.name, tool, deps);
      if (matches(view, tool, query)) found.push(view);
    }
  }
  const rank = (view: ToolView) => (view.status === 'pending_approval' ? 0 : 1);
  found.sort((a, b) => rank(a) - rank(b) || order(a.server, b.server) || order(a.name, b.name));
  return { total: found.length, tools: found.slice(query.offset, query.offset + query.limit) };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export interface ToolDetail extends ToolView {
  /** What is approved when this is approved. */
  readonly hash: string | null;
  readonly inputSchema: string;
  readonly outputSchema: string;
  /** What had been approved; null where nothing had, or nothing changed. */
  readonly approved: { readonly description: string; readonly inputSchema: string; readonly outputSchema: string } | null;
  /** Whether a text was cut: the page then offers no approval, for nobody can have read the tool there. */
  readonly truncated: boolean;
}

/** A schema, or the JSON of one, as indented JSON. One that is nested too deeply to be printed counts as cut. */
function schemaText(schema: unknown): string {
  if (schema === undefined || schema === null || schema === '') return '';
  try {
    return JSON.stringify(typeof schema === 'string' ? JSON.parse(schema) : schema, null, 2);
  } catch (error) {
    return error instanceof RangeError ? tooDeep : String(schema);
  }
}

export function toolDetail(server: string, tool: SourceTool, record: PageRecord | undefined, deps: WebDeps): ToolDetail {
  const now = [textOf(tool.description), schemaText(tool.inputSchema), schemaText(tool.outputSchema)] as const;
  const before =
    record?.status === 'changed'
      ? ([record.previousDescription ?? '', schemaText(record.previousSchema), schemaText(record.previousOutputSchema)] as const)
      : null;
  const texts = (all: readonly [string, string, string]) => ({
    description: cut(all[0], detailed),
    inputSchema: cut(all[1], detailed),
    outputSchema: cut(all[2], detailed),
  });
  return {
    ...toolView(server, tool, deps, detailed),
    ...texts(now),
    hash: record?.currentHash ?? null,
    approved: before && texts(before),
    truncated: [...now, ...(before ?? [])].some(text => text.length > detailed || text === tooDeep),
  };
}
