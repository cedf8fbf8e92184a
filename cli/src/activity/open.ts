/** Opens the record that a configuration or `--store` names, to read it. A gateway may be writing to it. */
import type { ActivityStore } from '@mcpgw/activity';
import { safeText } from '@mcpgw/loader';
import type { ServeStore } from '@mcpgw/mcp-config';
import type { Env } from '@mcpgw/structure';
import { openActivityStore } from '../activity-store.js';
import { CliError } from '../errors.js';
import { formatText } from '../output/text.js';
import { configFile, loadConfig } from '../serve/load.js';
import { storeOf } from '../store.js';
import { say } from '../terminal.js';
import type { AccessFlags } from './flags.js';

async function place(named: string | undefined, flags: AccessFlags): Promise<{ store: ServeStore; env: Env }> {
  if (flags.store !== undefined) return { store: storeOf(flags.store), env: process.env };
  const file = configFile(named);
  const { envFile, allowUnsupported = [] } = flags;
  const { config, report, env } = await loadConfig(file, { envFile, allowUnsupported, page: true, watch: true });
  if (config === undefined) {
    say(formatText(report));
    throw new CliError(`${safeText(file)} is refused; --store names the store without a configuration`);
  }
  return { store: config.store, env };
}

/** Does `work` with the record. @throws CliError if the record is in the memory of a gateway, or cannot be read */
export async function withRecord<T>(named: string | undefined, flags: AccessFlags, work: (store: ActivityStore) => Promise<T>): Promise<T> {
  const { store: where, env } = await place(named, flags);
  const store = openActivityStore(where, env);
  if (store.name === 'memory')
    throw new CliError(
      'the store is "memory": the record is in the memory of the gateway and ends with it; use a store of type file or redis',
    );
  try {
    return await work(store);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`the record cannot be read: ${safeText((error as Error).message)}`);
  } finally {
    await store.close();
  }
}
