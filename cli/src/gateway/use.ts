/** The gateway of a command: one that runs, or one that the command starts for itself; stderr says which. */

import { safeText } from '@mcpgw/loader';
import { configFile } from '../config-file.js';
import type { GatewayFlags } from '../flags.js';
import { say } from '../terminal.js';
import { type OwnOptions, ownGateway } from './own.js';
import { type FoundGateway, findGateway } from './running.js';

/** A gateway to ask; `close` ends it if the command started it. */
export interface UsedGateway extends FoundGateway {
  close(): Promise<void>;
}

/** Finds or starts a gateway. @throws CliError */
export async function useGateway(flags: GatewayFlags, options: OwnOptions = {}): Promise<UsedGateway> {
  const note = (text: string) => (flags.quiet ? undefined : say(`${text}\n`));
  const found = await findGateway(flags, process.env);
  if (found !== undefined) {
    note(`Asking ${found.name}`);
    return { ...found, close: async () => {} };
  }
  const file = safeText(configFile(flags.config));
  note(flags.gateway ? `No gateway of ${file} runs: starting its servers` : `Starting the servers of ${file}`);
  return ownGateway(flags, options);
}
