import type { RuleId } from '@mcpgw/diagnostics';

/**
 * The rules for which several servers count together: they compare servers, or say something of one because of another, or of other settings
 * because of what servers have. All other rules say of a server what they would say if it were the only one, and of the rest what they would
 * say without servers.
 */
export const acrossServers: ReadonlySet<RuleId> = new Set([
  'duplicate-server-name',
  'isolation-opened',
  'login-settings',
  'no-server-on',
  'overridden-trust',
  'profile-binding',
  'profile-without-servers',
  'serve-open-without-key',
  'server-name',
  'server-reached-twice',
  'store-state',
  'timeout-order',
  'unknown-profile-server',
  'unused-setting',
  'vscode-input',
]);
