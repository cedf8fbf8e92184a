/** Why a tool cannot be called (seed 003): one reason, by a pure function of the state. */

/** In the order in which reasons are looked for: the first that holds is the one. */
export const disabledToolStatuses = [
  'server_disabled',
  'server_quarantined',
  'disabled_by_config',
  'disabled_by_user',
  'pending_approval',
  'disabled_unknown',
] as const;

export type DisabledToolStatus = (typeof disabledToolStatuses)[number];

/** All that decides whether a tool may be called. */
export interface GateState {
  /** Whether the configuration has the server at all. */
  readonly configured: boolean;
  readonly enabled: boolean;
  readonly quarantined: boolean;
  /** `enabled_tools` or `disabled_tools` of the configuration leave the tool out. */
  readonly configDenied: boolean;
  /** What is on record; `none` before the tool was taken note of, `error` where the record cannot be read. */
  readonly approval: 'none' | 'error' | { readonly status: string; readonly disabled: boolean };
  /** New and changed tools of the server wait for a person. */
  readonly approvalNeeded: boolean;
}

/**
 * The one reason why a tool is locked, or undefined where it may be called. Total: what cannot be told is locked as
 * `disabled_unknown`. Never writes to `state`.
 */
export function classifyTool(state: GateState): DisabledToolStatus | undefined {
  const { configured, enabled, quarantined, configDenied, approval, approvalNeeded } = state;
  if (!configured) return 'disabled_unknown';
  if (!enabled) return 'server_disabled';
  if (quarantined) return 'server_quarantined';
  if (configDenied) return 'disabled_by_config';
  if (approval === 'error') return 'disabled_unknown';
  if (approval === 'none') return approvalNeeded ? 'disabled_unknown' : undefined;
  if (approval.disabled) return 'disabled_by_user';
  if (approvalNeeded && (approval.status === 'pending' || approval.status === 'changed')) return 'pending_approval';
  return undefined;
}

interface ToolLists {
  readonly enabledTools?: readonly string[];
  readonly disabledTools?: readonly string[];
}

/** Whether the configuration leaves a tool out: a list of allowed tools that is not empty decides alone. */
export function isConfigDenied({ enabledTools, disabledTools }: ToolLists, tool: string): boolean {
  if (enabledTools !== undefined && enabledTools.length > 0) return !enabledTools.includes(tool);
  return disabledTools?.includes(tool) ?? false;
}
