import type { DisabledToolStatus } from '@mcpgw/approvals';
import type { RankedTool } from '@mcpgw/gateway';
import { adviceFor, type ServerLoadOutcome, safeText } from '@mcpgw/loader';
import { quoted } from '../shell.js';
import type { ListFlags } from './flags.js';
import type { Inventory, InventoryServer } from './inventory-server.js';

export type ServerStatus = ServerLoadOutcome['status'] | 'off' | 'quarantined';
export type ToolStatus = DisabledToolStatus | 'callable';

export interface ReportedServer {
  readonly name: string;
  readonly status: ServerStatus;
  readonly trustMode: 'auto' | 'scan' | 'manual';
  readonly reason: string | null;
  readonly advice: string | null;
  readonly tools: number;
  /** Tools that the gateway leaves out: their names cannot be shown. */
  readonly unusable: number;
}

export interface ReportedTool {
  /** `server:tool`. */
  readonly name: string;
  readonly server: string;
  readonly tool: string;
  /** The name that clients of the gateway use; null where none is left. */
  readonly clientName: string | null;
  /** Whether `clientName` was mapped or shortened, since some clients refuse the plain name. */
  readonly mapped: boolean;
  readonly status: ToolStatus;
  /** What nobody has approved yet, whatever else locks the tool: all of it, or what changed; null where neither. */
  readonly approval: 'new' | 'changed' | null;
  readonly reason: string | null;
  readonly remedy: string | null;
  /** What the server says of it. */
  readonly description: string;
  readonly approvedBy: string | null;
  readonly approvedAt: string | null;
}

/** What `mcpgw tools` prints; its schema is published as `tools-report`. */
export interface ToolsReport {
  readonly servers: readonly ReportedServer[];
  readonly tools: readonly ReportedTool[];
  /** Tools by status; `changed` of them changed since they were approved. */
  readonly summary: { readonly total: number; readonly changed?: number } & Partial<Readonly<Record<ToolStatus, number>>>;
}

/** What a person at a terminal can do. A lock of the configuration is nobody's to undo here. */
const wayOut: Readonly<Record<DisabledToolStatus, (name: string, server: string) => string>> = {
  server_disabled: (_name, server) => `set "enabled": true for ${server} in the configuration`,
  server_quarantined: (_name, server) => `review ${server}, then take "quarantined": true out of the configuration`,
  login_required: (_name, server) => `mcpgw login ${quoted(server)}`,
  disabled_by_config: (_name, server) => `change enabled_tools or disabled_tools of ${server} in the configuration`,
  disabled_by_user: name => `mcpgw tools enable ${name}`,
  pending_approval: name => `look at it, then mcpgw tools approve ${name}`,
  disabled_unknown: () => 'see the log of the gateway',
};

const reasons: Readonly<Record<DisabledToolStatus, string>> = {
  server_disabled: 'its server is switched off in the configuration',
  server_quarantined: 'its server is in quarantine',
  login_required: 'its server needs a login',
  disabled_by_config: 'the configuration keeps it out of use',
  disabled_by_user: 'switched off by a user',
  pending_approval: 'new, and not approved yet',
  disabled_unknown: 'the reason cannot be told',
};

function serverStatus({ enabled, quarantined, outcome }: InventoryServer): ServerStatus {
  if (!enabled) return 'off';
  return quarantined ? 'quarantined' : (outcome?.status ?? 'available');
}

function reportedServer(server: InventoryServer, tools: readonly RankedTool[]): ReportedServer {
  const { name, trustMode, outcome } = server;
  return {
    name: safeText(name),
    status: serverStatus(server),
    trustMode,
    reason: outcome?.error ?? null,
    advice: server.advice ?? (outcome && adviceFor(outcome, { ca: false })) ?? null,
    tools: tools.filter(tool => tool.server === name).length,
    unusable: server.unusable ?? 0,
  };
}

function reasonOf(status: DisabledToolStatus, { approval, fault }: RankedTool): string {
  if (status === 'disabled_unknown' && fault !== undefined) return `the store of approvals fails: ${safeText(fault)}`;
  return status === 'pending_approval' && approval === 'changed' ? 'changed since it was approved' : reasons[status];
}

/** The report for people shows what waits for approval too: they are the ones to look at it. */
function reportedTool(ranked: RankedTool, { approvals, clientNames }: Inventory): ReportedTool {
  const { name, server, tool, status, approval } = ranked;
  const record = approvals.get(server, tool.name);
  const clientName = clientNames.of(server, tool.name);
  return {
    name: safeText(name),
    server: safeText(server),
    tool: safeText(tool.name),
    clientName: clientName === undefined ? null : safeText(clientName),
    mapped: clientName !== undefined && clientNames.isMapped(clientName),
    status: status ?? 'callable',
    approval: approval ?? null,
    reason: status === undefined ? null : reasonOf(status, ranked),
    remedy: status === undefined ? null : wayOut[status](quoted(safeText(name)), safeText(server)),
    description: safeText(tool.description ?? ''),
    approvedBy: record?.approvedBy ?? null,
    approvedAt: record?.approvedAt ?? null,
  };
}

/** Tools that match, best first: callable and locked ones as they rank. */
function matching(inventory: Inventory, query: string): RankedTool[] {
  const { callable, locked } = inventory.catalogue.search(query, Number.MAX_SAFE_INTEGER);
  return [...callable, ...locked];
}

function summaryOf(tools: readonly ReportedTool[]): ToolsReport['summary'] {
  const counts = new Map<ToolStatus, number>();
  for (const { status } of tools) counts.set(status, (counts.get(status) ?? 0) + 1);
  const changed = tools.filter(({ approval }) => approval === 'changed').length;
  return { total: tools.length, ...(changed > 0 && { changed }), ...Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

export function makeToolsReport(inventory: Inventory, { search, status }: Pick<ListFlags, 'search' | 'status'>): ToolsReport {
  const all = inventory.catalogue.all();
  const found = search === undefined ? all : matching(inventory, search);
  const shown = found.filter(tool => status === undefined || status.includes(tool.status ?? 'callable'));
  const tools = shown.map(tool => reportedTool(tool, inventory));
  return { servers: inventory.servers.map(server => reportedServer(server, all)), tools, summary: summaryOf(tools) };
}

/** Whether somebody has to do something: a server that failed, a tool that waits or is locked for an unknown reason. */
export function needsAttention({ servers, tools }: ToolsReport): boolean {
  const failed = servers.some(({ status }) => status === 'transient' || status === 'permanent' || status === 'denied');
  return failed || tools.some(({ status }) => status === 'pending_approval' || status === 'disabled_unknown');
}
