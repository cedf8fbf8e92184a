import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Env } from '@mcpgw/structure';

/** The folder with the files of the gateways that this user runs: in that of MCPGW_STATE if it names a folder, else in `~/.mcpgw`. */
export function gatewaysFolder({ MCPGW_STATE: named = '' }: Env): string {
  const isFolder = named !== '' && named !== 'memory' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(named);
  return join(isFolder ? resolve(named.replace(/^~(?=$|\/)/, homedir())) : join(homedir(), '.mcpgw'), 'gateways');
}
