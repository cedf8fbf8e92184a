import type { ServeConfig } from '@mcpgw/mcp-config';

/** Settings that count from the start on: sockets, stores and the page are not exchanged under clients. */
const startOnly = ['listen', 'store', 'page'] as const satisfies readonly (keyof ServeConfig)[];

/** The settings of a new configuration that only a new start takes over. */
export function changedAtStartOnly(before: ServeConfig, after: ServeConfig): string[] {
  return startOnly.filter(key => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}
