/** What to do about a locked tool: the one place for these words. A lock of the configuration is never said to be the user's to undo. */
import type { DisabledToolStatus } from './status.js';

/** For agents: why the tools with a status are locked, and the way out. */
export const remedies: Readonly<Record<DisabledToolStatus, string>> = {
  server_disabled: 'The server of this tool is switched off. Ask the user to have the server switched on first.',
  server_quarantined:
    'The server of this tool is in quarantine until somebody has reviewed it. Ask the user to review the server and to take it out of quarantine.',
  disabled_by_config:
    'Operator policy: the configuration (enabled_tools or disabled_tools) keeps this tool out of use. Ask the operator to change the configuration of the server; there is no other way to unlock it.',
  disabled_by_user:
    'The user has switched this tool off. Ask the user to switch it on again, on the page of the gateway or with `mcpgw tools enable`.',
  pending_approval:
    'The tool is new, or has changed since it was approved, and waits for approval. Ask the user to look at it and to approve it, on the page of the gateway or with `mcpgw tools approve`.',
  disabled_unknown: 'Why the tool is locked cannot be told. Ask the operator to look at the log of the gateway.',
};

/** The statuses among `entries`, each with its remedy. */
export function remediationMap(entries: readonly { readonly status: DisabledToolStatus }[]): Partial<Record<DisabledToolStatus, string>> {
  const present = [...new Set(entries.map(({ status }) => status))].sort();
  return Object.fromEntries(present.map(status => [status, remedies[status]]));
}

const seeAll = 'Run retrieve_tools with include_disabled:true to see locked tools and what unlocks them.';

/** What a caller of a locked tool is told. */
export function blockedText(name: string, status: DisabledToolStatus): string {
  return `TOOL_BLOCKED: ${name} cannot be called (${status}). ${remedies[status]} ${seeAll}`;
}
