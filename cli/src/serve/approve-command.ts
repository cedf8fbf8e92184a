import type { ServeConfig } from '@mcpgw/mcp-config';
import { quoted } from '../shell.js';
import type { ServeFlags } from './flags.js';

/**
 * The command that approves waiting tools, exactly as a user types it for this gateway: with its file, its store and its variables.
 * Undefined if no other process can reach the approvals.
 */
export function approveCommandOf(file: string, flags: ServeFlags, { store }: ServeConfig): (server?: string) => string | undefined {
  if (store.type === 'memory') return () => undefined;
  const more = [...(flags.store === undefined ? [] : ['--store', flags.store]), ...flags.envFile.flatMap(each => ['--vars', each])];
  return server => {
    const only = server === undefined ? [] : ['--server', server];
    return ['mcpgw tools approve --all', ...[...only, '--config', file, ...more].map(quoted)].join(' ');
  };
}
