/** Computes the records of a server from the tools that it lists; pure. */
import type { TrustMode } from '@mcpgw/mcp-config';
import type { SourceTool } from '@mcpgw/upstreams';
import { type ApprovalRecord, automatic } from './record.js';
import { cachedToolHash, isApprovedInFirstForm } from './tool-hash.js';

/** Whether new and changed tools wait for a person. `scan` requires a scanner, which does not exist here: without a verdict, a person decides. */
export function needsApproval(trust: TrustMode): boolean {
  return trust !== 'auto';
}

const keptDescription = 500;
/** The recorded hash of a tool that cannot be compared; it equals no other, so the tool is never approved. */
export const incomparable = 'incomparable';

/** The recorded content of approved tools, by name. */
export type Kept = ReadonlyMap<string, { readonly hash: string | undefined; readonly content: Partial<SourceTool> }>;

interface Listed {
  readonly hash: string;
  readonly description: string;
}

function approvedAutomatically(record: ApprovalRecord, hash: string, at: string): ApprovalRecord {
  return { ...record, status: 'approved', approvedHash: hash, currentHash: hash, approvedAt: at, approvedBy: automatic };
}

function firstSeen(serverName: string, toolName: string, { hash, description }: Listed, at: string): ApprovalRecord {
  return { serverName, toolName, currentHash: hash, status: 'pending', disabled: false, firstSeenAt: at, description };
}

/** The record after the server listed the tool with another hash than before, or for the first time. */
function followed(record: ApprovalRecord, { hash, description }: Listed, trust: TrustMode, at: string): ApprovalRecord {
  const seen = { ...record, currentHash: hash, description };
  if (hash !== incomparable && hash === record.approvedHash) return { ...seen, status: 'approved' };
  if (!needsApproval(trust) && hash !== incomparable) return approvedAutomatically(seen, hash, at);
  return { ...seen, status: record.approvedHash === undefined ? 'pending' : 'changed' };
}

/** Converts an approval for a hash of the first form to the current hash, if it can only be of this tool. */
function inTodaysForm(record: ApprovalRecord | undefined, tool: SourceTool, hash: string, kept: Kept): ApprovalRecord | undefined {
  const { approvedHash } = record ?? {};
  if (record === undefined || approvedHash === undefined || hash === incomparable) return record;
  const before = kept.get(tool.name);
  if (!isApprovedInFirstForm(tool, approvedHash, before?.hash === approvedHash ? before.content : undefined)) return record;
  return { ...record, approvedAs: approvedHash, approvedHash: hash, currentHash: hash, status: 'approved' };
}

/** Records of removed tools are kept if a person made a decision; the others would be created again unchanged. */
function worthKeeping({ disabled, approvedHash, approvedBy }: ApprovalRecord): boolean {
  return disabled || (approvedHash !== undefined && approvedBy !== automatic);
}

/** The records after `serverName` listed `tools`. `kept` is used only for approvals in the first form. Unchanged records stay the same objects. */
export function observed(
  serverName: string,
  records: ReadonlyMap<string, ApprovalRecord>,
  tools: readonly SourceTool[],
  trust: TrustMode,
  at: string,
  kept: Kept = new Map(),
): Map<string, ApprovalRecord> {
  const next = new Map<string, ApprovalRecord>();
  for (const tool of tools) {
    if (next.has(tool.name)) continue;
    const listed = { hash: cachedToolHash(tool) ?? incomparable, description: (tool.description ?? '').slice(0, keptDescription) };
    const record = inTodaysForm(records.get(tool.name), tool, listed.hash, kept);
    const settled = record?.currentHash === listed.hash && (record.status === 'approved' || needsApproval(trust));
    next.set(tool.name, settled ? record : followed(record ?? firstSeen(serverName, tool.name, listed, at), listed, trust, at));
  }
  for (const [name, record] of records) if (!next.has(name) && worthKeeping(record)) next.set(name, record);
  return next;
}
