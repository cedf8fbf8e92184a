/** A gateway in the process of a command, for one command: configuration → servers → listens on a free port of loopback. */

import { builtinNames, Gateway } from '@mcpgw/gateway';
import { safeText } from '@mcpgw/loader';
import { newLocalKey } from '@mcpgw/local-gateway';
import type { ServeConfig } from '@mcpgw/mcp-config';
import { Names } from '@mcpgw/names';
import { commandRecorder } from '../command-recorder.js';
import { configFile } from '../config-file.js';
import { CliError } from '../errors.js';
import type { ConfigFlags } from '../flags.js';
import { formatText } from '../output/text.js';
import { loadConfig } from '../serve/load.js';
import { loginKeyFile, openStore, storeOf } from '../store.js';
import { say } from '../terminal.js';
import { version } from '../version.js';
import type { FoundGateway } from './running.js';

/** A gateway that ends with the command. */
export interface OwnGateway extends FoundGateway {
  close(): Promise<void>;
}

export interface OwnOptions {
  /** A tool, as clients or commands name it: servers that it cannot be of are not started. All are where it may be of none. */
  readonly tool?: string;
  /** Ends the start of the servers. */
  readonly signal?: AbortSignal;
}

/** Rejects with the reason of a signal, and never where there is none. */
const aborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const apiName = (api: unknown): string => String((api as { name?: unknown } | null)?.name);

function chosen(config: ServeConfig, tool: string): ServeConfig {
  const all = [...config.servers.map(({ name }) => name), ...config.apis.map(apiName)];
  const wanted = new Set(new Names(all, config.naming, builtinNames).serversOf(tool));
  const servers = config.servers.filter(({ name }) => wanted.has(name));
  const apis = config.apis.filter(api => wanted.has(apiName(api)));
  return servers.length + apis.length === 0 ? config : { ...config, servers, apis };
}

/**
 * Starts the servers of the configuration here.
 *
 * @throws CliError where the configuration is refused, or its store cannot be opened; what the signal gives if it aborts
 */
export async function ownGateway(flags: ConfigFlags, { tool, signal }: OwnOptions = {}): Promise<OwnGateway> {
  const file = configFile(flags.config);
  const { envFile, allowUnsupported = [] } = flags;
  const { config, report, env, readText } = await loadConfig(file, { envFile, allowUnsupported, page: false, watch: false });
  if (report.findings.some(({ severity }) => severity === 'error')) say(formatText(report));
  if (config === undefined) throw new CliError(`${safeText(file)} is refused`);
  const settings = { ...config, ...(flags.store !== undefined && { store: storeOf(flags.store) }) };
  const store = await openStore(settings.store, env, { writes: true });
  const key = newLocalKey();
  const keyFile = loginKeyFile(settings.store, env);
  const recorder = await commandRecorder(settings, env);
  const listen = { host: '127.0.0.1', port: 0 };
  const whole = { ...(tool === undefined ? settings : chosen(settings, tool)), listen, page: { ...settings.page, enabled: false } };
  const more = { ...(recorder && { recorder }), ...(keyFile !== undefined && { loginKeyFile: keyFile }) };
  const gateway = new Gateway(whole, { version, store, env, readText, localKey: key, ...more });
  const close = async () => {
    await gateway.close();
    await store.close();
  };
  try {
    const { port } = await gateway.listen();
    await Promise.race([gateway.start(), aborted(signal)]);
    const url = `http://127.0.0.1:${port}`;
    return { url, key, endpoint: `${url}/mcp`, name: `servers of ${safeText(file)}, started here`, close };
  } catch (error) {
    await close();
    throw error;
  }
}
