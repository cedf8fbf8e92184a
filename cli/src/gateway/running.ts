/** Finds the gateway that a command asks: the one that is named, or one that this user runs with the same configuration. */
import { existsSync, realpathSync } from 'node:fs';
import { safeText } from '@mcpgw/loader';
import {
  AskError,
  askGateway,
  findGateways,
  type GatewayAddress,
  type GatewayStateReport,
  isStateReport,
  type LocalGateway,
  statePath,
} from '@mcpgw/local-gateway';
import { addressProblem } from '@mcpgw/mcp-config';
import type { Env } from '@mcpgw/structure';
import { usualConfig } from '../config-file.js';
import { CliError } from '../errors.js';
import type { GatewayFlags } from '../flags.js';
import { gatewaysFolder } from '../gateways-folder.js';
import { withSystemFault } from '../system-fault.js';

/** A gateway that answers. */
export interface FoundGateway extends GatewayAddress {
  /** The address of its MCP endpoint. */
  readonly endpoint: string;
  /** In words, for stderr. */
  readonly name: string;
}

const quickMs = 2_000;

/** The gateway at an address that a user gave: its root, or one of its MCP endpoints. @throws CliError */
function named(text: string, key: string | undefined): FoundGateway {
  const shown = safeText(text);
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new CliError(`--url must be an http(s) address, not "${shown}"`);
  const problem = addressProblem(text);
  if (problem !== undefined) throw new CliError(`--url: ${safeText(problem.message)}`);
  const { origin, pathname, username, password } = new URL(text);
  if (username !== '' || password !== '') throw new CliError('--url takes no password: use --key or MCPGW_KEY');
  const path = pathname.replace(/\/+$/, '');
  const at = /^(.*?)\/mcp(?:\/p\/[^/]+)?$/.exec(path);
  const url = `${origin}${at ? at[1] : path}`;
  return { url, endpoint: at ? `${origin}${path}` : `${url}/mcp`, name: `the gateway at ${url}`, ...(key !== undefined && { key }) };
}

const foundOf = (gateway: LocalGateway): FoundGateway => ({
  url: gateway.url,
  key: gateway.key,
  endpoint: `${gateway.url}/mcp`,
  name: `the gateway at ${gateway.url} (process ${gateway.pid})`,
});

function realPath(file: string): string | undefined {
  return existsSync(file) ? realpathSync(file) : undefined;
}

/** Whether a gateway answers, so that no command waits for one that hangs or whose process has another's number. */
async function answers(gateway: LocalGateway): Promise<boolean> {
  try {
    await askGateway(gateway, '/healthz', { timeoutMs: quickMs });
    return true;
  } catch (error) {
    if (error instanceof AskError) return false;
    throw error;
  }
}

/** The gateways of this user that answer and run the configuration, or any one where there is none. */
export async function runningGateways(config: string | undefined, env: Env): Promise<readonly LocalGateway[]> {
  const all = await findGateways(gatewaysFolder(env));
  const wanted = config === undefined ? undefined : realPath(config);
  const meant = all.filter(gateway => config === undefined || gateway.config === wanted);
  const alive = await Promise.all(meant.map(answers));
  return meant.filter((_gateway, at) => alive[at]);
}

/**
 * The gateway to ask: that of `--url`, else one that this user runs with the configuration, else undefined. Without a configuration in the
 * working folder it is the only one that runs.
 *
 * @throws CliError where several are meant, or the flags exclude each other
 */
export async function findGateway(
  flags: Pick<GatewayFlags, 'url' | 'key' | 'gateway' | 'config'>,
  env: Env,
): Promise<FoundGateway | undefined> {
  const key = flags.key ?? (env.MCPGW_KEY || undefined);
  if (flags.url !== undefined) {
    if (!flags.gateway) throw new CliError('--url and --no-gateway exclude each other');
    return named(flags.url, key);
  }
  if (flags.key !== undefined) throw new CliError('--key is the key of the gateway that --url names');
  if (!flags.gateway) return undefined;
  const config = flags.config ?? usualConfig();
  const found = await runningGateways(config, env);
  if (config === undefined && found.length > 1) {
    const list = found.map(({ url, config: file }) => `  ${url}  ${safeText(file)}`).join('\n');
    throw new CliError(`several gateways run; name one with --config or --url:\n${list}`);
  }
  return found[0] && foundOf(found[0]);
}

/** The state of a gateway; undefined where the key may not read it. @throws CliError */
export async function stateOf(gateway: GatewayAddress, timeoutMs = 30_000): Promise<GatewayStateReport | undefined> {
  try {
    const report = await askGateway(gateway, statePath, { timeoutMs });
    if (!isStateReport(report)) throw new CliError(`${gateway.url} answers as another version of mcpgw`);
    return report;
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    if (error.problem === 'refused' && / 403 |admin/i.test(error.message)) return undefined;
    const hint = error.problem === 'refused' ? '; give its key with --key or MCPGW_KEY' : '';
    throw new CliError(`${safeText(withSystemFault(error))}${hint}`);
  }
}
