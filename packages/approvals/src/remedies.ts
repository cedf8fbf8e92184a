/** How to unlock a locked tool. Only this file has these texts. No text says that a user can undo a lock of the configuration. */
import type { DisabledToolStatus } from './status.js';

/** For agents: why the tools with a status are locked, and how to unlock them. */
export const remedies: Readonly<Record<DisabledToolStatus, string>> = {
  server_disabled: 'The server of this tool is switched off. Ask the user to have the server switched on first.',
  server_quarantined:
    'The server of this tool is in quarantine until somebody has reviewed it. Ask the user to review the server and to take it out of quarantine.',
  login_required:
    'The server of this tool needs a login that nobody has made yet, or that has ended. Ask the user to log in, with `mcpgw login SERVER` or on the page of the gateway.',
  disabled_by_config:
    'Operator policy: the configuration (enabled_tools or disabled_tools) keeps this tool out of use. Ask the operator to change the configuration of the server; there is no other way to unlock it.',
  disabled_by_user:
    'The user has switched this tool off. Ask the user to switch it on again, on the page of the gateway or with `mcpgw tools enable`.',
  pending_approval:
    'The tool is new, or has changed since it was approved, and waits for approval. Ask the user to look at it and to approve it, on the page of the gateway or with `mcpgw tools approve`.',
  disabled_unknown: 'Why the tool is locked cannot be told. Ask the operator to look at the log of the gateway.',
};

/** Why a tool waits for approval, if that is known; `remedies.pending_approval` covers both cases. */
const approvalRemedies = {
  new: 'The tool is new and waits for approval. Ask the user to look at it and to approve it, on the page of the gateway or with `mcpgw tools approve`.',
  changed:
    'The tool has changed since it was approved, and is locked until somebody has looked at the change. Ask the user to compare it with what was approved, and to approve it if it is right, on the page of the gateway or with `mcpgw tools approve`.',
} as const;

/** The store of approvals fails: earlier approvals stay in effect, unless they cannot be read. */
function faultRemedy(fault: string): string {
  return `Whether the tool is approved cannot be read, or it is new or has changed and cannot be put on record: ${fault}. Ask the operator to look at the store of approvals; the tool is looked at again by itself once the store works.`;
}

export interface Locked {
  readonly status: DisabledToolStatus;
  readonly approval?: 'new' | 'changed';
  /** The fault of the store of approvals, if it is the reason. */
  readonly fault?: string;
}

/** How to remove a lock. */
export function remedyOf({ status, approval, fault }: Locked): string {
  if (status === 'disabled_unknown' && fault !== undefined) return faultRemedy(fault);
  return status === 'pending_approval' && approval !== undefined ? approvalRemedies[approval] : remedies[status];
}

/** The statuses among `entries`, each with its remedy; a status with several reasons has one remedy for all of them. */
export function remediationMap(entries: readonly Locked[]): Partial<Record<DisabledToolStatus, string>> {
  const present = [...new Set(entries.map(({ status }) => status))].sort();
  const remedyFor = (status: DisabledToolStatus) => {
    const texts = new Set(entries.filter(entry => entry.status === status).map(remedyOf));
    return texts.size === 1 ? [...texts][0]! : remedies[status];
  };
  return Object.fromEntries(present.map(status => [status, remedyFor(status)]));
}

const seeAll = 'Run retrieve_tools with include_disabled:true to see locked tools and what unlocks them.';

/** The message for a caller of a locked tool. */
export function blockedText(name: string, locked: Locked): string {
  return `TOOL_BLOCKED: ${name} cannot be called (${locked.status}). ${remedyOf(locked)} ${seeAll}`;
}
