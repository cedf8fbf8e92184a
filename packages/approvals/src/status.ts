/** Why a tool cannot be called (seed 003): one reason, by a pure function of the state. */

/** In order of precedence: the first status whose condition holds applies. */
export const disabledToolStatuses = [
  'server_disabled',
  'server_quarantined',
  'login_required',
  'disabled_by_config',
  'disabled_by_user',
  'pending_approval',
  'disabled_unknown',
] as const;

export type DisabledToolStatus = (typeof disabledToolStatuses)[number];

/** Everything that decides whether a tool may be called. */
export interface GateState {
  /** Whether the configuration has the server. */
  readonly configured: boolean;
  readonly enabled: boolean;
  readonly quarantined: boolean;
  /** Whether nobody is logged in to the server, which needs that. */
  readonly needsLogin: boolean;
  /** Whether `enabled_tools` or `disabled_tools` of the configuration exclude the tool. */
  readonly configDenied: boolean;
  /** The recorded state; `none` before the tool was recorded, `error` if the record cannot be read. */
  readonly approval: 'none' | 'error' | { readonly status: string; readonly disabled: boolean };
  /** Whether new and changed tools of the server wait for a person. */
  readonly approvalNeeded: boolean;
}

/**
 * Returns the one reason why a tool is locked, or undefined if it may be called. A tool whose state is unknown is locked as
 * `disabled_unknown`. `state` is not changed.
 */
export function classifyTool(state: GateState): DisabledToolStatus | undefined {
  const { configured, enabled, quarantined, needsLogin, configDenied, approval, approvalNeeded } = state;
  if (!configured) return 'disabled_unknown';
  if (!enabled) return 'server_disabled';
  if (quarantined) return 'server_quarantined';
  if (needsLogin) return 'login_required';
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

/** Whether the configuration excludes a tool. If the list of allowed tools is not empty, it alone decides. */
export function isConfigDenied({ enabledTools, disabledTools }: ToolLists, tool: string): boolean {
  if (enabledTools !== undefined && enabledTools.length > 0) return !enabledTools.includes(tool);
  return disabledTools?.includes(tool) ?? false;
}
