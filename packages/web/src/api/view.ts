/** The data of the admin API about servers and tools. Texts of servers stay texts: the page never makes markup of them. */

import { type DisabledToolStatus, lookAlike } from '@mcpgw/approvals';
import type { AttentionItem } from '@mcpgw/attention';
import type { SourceTool } from '@mcpgw/upstreams';
import type { PageReview, PageServer, PageTool, ServerSwitch, WebDeps } from './deps.js';

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
  /** One line: why the server is in this state, and what to do if action is needed. */
  readonly reason: string;
  readonly remedy: string;
  readonly trustMode: string;
  readonly since: number;
  readonly nextAttemptAt: number | null;
  readonly version: string;
  readonly protocolVersion: string;
  /** `waiting`: for approval; `changed`: those that had been approved before. */
  readonly tools: { readonly total: number; readonly callable: number; readonly waiting: number; readonly changed: number };
  /** Listed tools that cannot be used. */
  readonly omitted: readonly { readonly tool: string; readonly reason: string }[];
  readonly canRestart: boolean;
  /** The decision of a person that keeps it off. */
  readonly switched: ServerSwitch | null;
  /** Whether a person has to log in before it can be used. */
  readonly needsLogin: boolean;
  /** Whether it gets tokens that are exchanged for those of its callers. */
  readonly exchangesTokens: boolean;
}

export interface ToolView {
  readonly server: string;
  readonly name: string;
  /** The name that clients use, if it was mapped or shortened; empty otherwise. */
  readonly clientName: string;
  readonly title: string;
  readonly description: string;
  readonly status: DisabledToolStatus | 'callable';
  /** Whether nobody has approved the tool yet, or its changes; null if neither. */
  readonly approval: 'new' | 'changed' | null;
  readonly remedy: string;
  /** The actions that the page offers for it. */
  readonly actions: readonly ('approve' | 'enable' | 'disable')[];
  readonly hints: readonly string[];
  /** Warnings about its name; may be empty. */
  readonly caution: string;
}

const remedies: Readonly<Record<DisabledToolStatus, string>> = {
  server_disabled: 'Its server is disabled. Enable the server on its page, or with enabled: true in the configuration.',
  login_required: 'Its server needs a login: log in on the page of the server, or with mcpgw login.',
  server_quarantined: 'Its server is in quarantine. Review the server, then end the quarantine on its page or in the configuration.',
  disabled_by_config:
    'Disabled by enabled_tools or disabled_tools in the configuration. It cannot be enabled here; ask anyone who runs the gateway.',
  disabled_by_user: 'Disabled by a person. Enable it to let clients call it again.',
  pending_approval: 'New: nobody has approved it yet. Review it, then approve or disable it.',
  disabled_unknown: 'The reason is not known. The log of the gateway says more.',
};

const changedRemedy = 'Changed since it was approved, and locked since then. Review the change, then approve it if it is right.';

/** The state of a server in one word. */
export function healthOf({ enabled, quarantined, connection }: PageServer): Health {
  if (!enabled || quarantined) return 'off';
  if (connection.state === 'ready') return 'ok';
  // A server is not connected yet for a moment after it was added or enabled.
  return connection.state === 'connecting' || connection.state === 'disabled' ? 'starting' : connection.state;
}

const states: Readonly<Record<Health, string>> = {
  ok: 'connected',
  starting: 'connecting for the first time',
  waiting: 'not reached; waits for the next attempt',
  failed: 'cannot be reached',
  off: 'disabled in the configuration',
};

/** Why a server is in its state, in one line. */
export function reasonOf({ enabled, quarantined, switched, connection }: PageServer, health: Health): string {
  if (switched) return `${switched.to === 'disabled' ? 'disabled' : 'put into quarantine'} by ${switched.by}`;
  if (health === 'off') return enabled && quarantined ? 'in quarantine until somebody has reviewed it' : states.off;
  return connection.error === null || health === 'ok' ? states[health] : cut(connection.error, 1000);
}

/** At most `limit` UTF-16 units; never splitting a character. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\uD800-\uDBFF]/.test(text[limit - 1]!) ? limit - 1 : limit;
  return `${text.slice(0, end)}…`;
}

type Counts = ServerView['tools'];

const noTools: Counts = { total: 0, callable: 0, waiting: 0, changed: 0 };

function countTools(tools: readonly PageTool[]): ReadonlyMap<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const { server, status, approval } of tools) {
    const { total, callable, waiting, changed } = counts.get(server) ?? noTools;
    const isWaiting = status === 'pending_approval';
    counts.set(server, {
      total: total + 1,
      callable: callable + Number(status === undefined),
      waiting: waiting + Number(isWaiting),
      changed: changed + Number(isWaiting && approval === 'changed'),
    });
  }
  return counts;
}

/** Every server, with its number of tools. */
export function serverViews(deps: WebDeps): ServerView[] {
  const counts = countTools(deps.tools());
  return deps.servers().map(server => serverView(server, counts.get(server.name) ?? noTools, deps.readOnly()));
}

function serverView(server: PageServer, tools: Counts, readOnly: boolean): ServerView {
  const health = healthOf(server);
  return {
    name: server.name,
    protocol: server.protocol,
    health,
    reason: reasonOf(server, health),
    remedy: health === 'waiting' || health === 'failed' ? (server.connection.remedy ?? '') : '',
    trustMode: server.trustMode,
    since: server.connection.since,
    nextAttemptAt: health === 'waiting' || health === 'failed' ? (server.connection.nextAttemptAt ?? null) : null,
    version: cut(server.serverInfo ?? '', 120),
    protocolVersion: server.protocolVersion ?? '',
    tools,
    omitted: (server.omittedTools ?? []).slice(0, 20).map(({ tool, reason }) => ({ tool: cut(tool, 120), reason: cut(reason, 300) })),
    canRestart: health !== 'off' && !readOnly,
    switched: server.switched ?? null,
    needsLogin: server.connection.needsLogin === true,
    exchangesTokens: server.exchangesTokens === true,
  };
}

/** The hints of a server about its tools, and the tags that the page shows for them. */
const hintNames = [
  ['destructiveHint', 'destructive'],
  ['readOnlyHint', 'read-only'],
  ['idempotentHint', 'idempotent'],
  ['openWorldHint', 'open world'],
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

function remedyOf({ status, approval, fault }: PageTool): string {
  if (status === undefined) return '';
  if (status === 'disabled_unknown' && fault !== undefined)
    return `The store of approvals fails: ${fault}. Correct that; the tool is then looked at again by itself.`;
  return status === 'pending_approval' && approval === 'changed' ? changedRemedy : remedies[status];
}

function toolView(found: PageTool, readOnly: boolean, limit = listed): ToolView {
  const { server, tool } = found;
  const status = found.status ?? 'callable';
  return {
    server,
    name: tool.name,
    clientName: found.isMapped ? found.name : '',
    title: cut(textOf(tool.title), 200),
    description: cut(textOf(tool.description), limit),
    status,
    approval: found.approval ?? null,
    remedy: remedyOf(found),
    actions: readOnly ? [] : actionsOf(status),
    hints: hintsOf(tool),
    caution: lookAlike(tool.name) ?? '',
  };
}

export interface ToolQuery {
  readonly words: readonly string[];
  readonly server?: string;
  readonly status?: string;
  /** A tag of the hints. */
  readonly hint?: string;
  readonly offset: number;
  readonly limit: number;
}

/** Whether a tool has all words, or at least one. */
function holds({ name, server, tool }: PageTool, words: readonly string[], how: 'every' | 'some'): boolean {
  if (words.length === 0) return true;
  const text = `${server}:${tool.name} ${name} ${textOf(tool.title)} ${textOf(tool.description).slice(0, 4096)}`.toLowerCase();
  return words[how](word => text.includes(word));
}

function matches(found: PageTool, { server: only, status: wanted, hint }: ToolQuery): boolean {
  const { server, tool, status, approval } = found;
  if (only !== undefined && server !== only) return false;
  if (hint !== undefined && !hintsOf(tool).includes(hint)) return false;
  if (wanted === 'changed') return approval === 'changed';
  return wanted === 'locked' ? status !== undefined : wanted === undefined || (status ?? 'callable') === wanted;
}

/** Of a server, changed tools come first, then new ones, then all others. */
const rank = ({ status, approval }: PageTool): number => (status !== 'pending_approval' ? 2 : approval === 'changed' ? 0 : 1);

/** Tools of one server in a list. */
export interface ToolGroup {
  readonly server: string;
  readonly total: number;
  readonly waiting: number;
}

/** A part of the list of tools, and the servers over all of it in their order. */
export interface ToolListing {
  readonly total: number;
  /** Whether no tool has every word of the query, and these have some of them. */
  readonly isPartial: boolean;
  readonly groups: readonly ToolGroup[];
  readonly tools: readonly ToolView[];
}

/** The tools that contain every word of the query, or if none does, those that contain some, as in the search of agents; by server in the order of the configuration: waiting tools first, then in their order. */
export function listTools(deps: WebDeps, query: ToolQuery): ToolListing {
  const byServer = new Map<string, PageTool[]>(deps.servers().map(({ name }) => [name, []]));
  const all = deps.tools().filter(tool => matches(tool, query));
  const whole = all.filter(tool => holds(tool, query.words, 'every'));
  const isPartial = whole.length === 0 && query.words.length > 1;
  for (const tool of isPartial ? all.filter(tool => holds(tool, query.words, 'some')) : whole) {
    const group = byServer.get(tool.server) ?? [];
    byServer.set(tool.server, group);
    group.push(tool);
  }
  const found = [...byServer].filter(([, tools]) => tools.length > 0);
  const groups = found.map(([server, tools]) => ({
    server,
    total: tools.length,
    waiting: tools.filter(({ status }) => status === 'pending_approval').length,
  }));
  const ordered = found.flatMap(([, tools]) => [0, 1, 2].flatMap(wanted => tools.filter(tool => rank(tool) === wanted)));
  const shown = ordered.slice(query.offset, query.offset + query.limit);
  return {
    total: ordered.length,
    isPartial: isPartial && ordered.length > 0,
    groups,
    tools: shown.map(tool => toolView(tool, deps.readOnly())),
  };
}

export interface ToolDetail extends ToolView {
  /** The form that an approval covers. */
  readonly hash: string | null;
  readonly inputSchema: string;
  readonly outputSchema: string;
  /** Whether it was approved once and is another now. */
  readonly changed: boolean;
  /** All other fields for clients: title, annotations, icons, metadata and unknown fields; empty if there are none. */
  readonly rest: string;
  /** The form that was approved; null if nothing changed, or if it is not recorded. */
  readonly approved: Texts | null;
  /** Whether `approved` is complete; older approvals did not record `rest`. */
  readonly approvedIsWhole: boolean;
  /** Whether a text was cut: the page then offers no approval, because nobody can read the complete tool there. */
  readonly truncated: boolean;
}

/** A schema as indented JSON. One that is nested too deeply to be printed counts as cut. */
function schemaText(schema: unknown): string {
  if (schema === undefined || schema === null) return '';
  try {
    return JSON.stringify(schema, null, 2);
  } catch (error) {
    if (error instanceof RangeError) return tooDeep;
    throw error;
  }
}

export function toolDetail(found: PageTool, { hash, changed, approved }: PageReview, readOnly: boolean): ToolDetail {
  const textsOf = ({ name: _, description, inputSchema, outputSchema, ...rest }: Partial<SourceTool>): Texts => ({
    description: textOf(description),
    inputSchema: schemaText(inputSchema),
    outputSchema: schemaText(outputSchema),
    rest: Object.keys(rest).length === 0 ? '' : schemaText(rest),
  });
  const now = textsOf(found.tool);
  const before = changed && approved ? textsOf(approved.tool) : null;
  return {
    ...toolView(found, readOnly, detailed),
    ...cutAll(now),
    hash: hash ?? null,
    changed,
    approved: before && cutAll(before),
    approvedIsWhole: approved?.isWhole ?? false,
    truncated: [now, before ?? now].flatMap(texts => Object.values(texts)).some(text => text.length > detailed || text === tooDeep),
  };
}

interface Texts {
  readonly description: string;
  readonly inputSchema: string;
  readonly outputSchema: string;
  readonly rest: string;
}

function cutAll(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, cut(text, detailed)])) as unknown as Texts;
}

/** The state that the page shows everywhere. */
export interface PageState {
  readonly version: string;
  readonly readOnly: boolean;
  readonly readOnlyReason: string | null;
  /** Whether the visitor may decide, and see what only those who may decide are told. */
  readonly decides: boolean;
  readonly servers: readonly ServerView[];
  readonly attention: readonly AttentionItem[];
  readonly refusedConfiguration: string | null;
  /** Another number whenever the list of tools may be another one. */
  readonly toolsRevision: number;
  /** Open sessions of clients. */
  readonly sessions: number;
}
