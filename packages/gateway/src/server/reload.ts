import type { ServeConfig } from '@mcpgw/mcp-config';

/** Settings that take effect at the start only: sockets, stores and the page are not replaced while clients are connected. */
const startOnly = ['listen', 'store', 'page', 'telemetry'] as const satisfies readonly (keyof ServeConfig)[];

/** The settings that differ in a new configuration and take effect at the next start. */
export function changedAtStartOnly(before: ServeConfig, after: ServeConfig): string[] {
  return startOnly.filter(key => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}
