/** The address that a client is connected to: a gateway that is named or runs, else the one that the configuration describes. */
import { safeText } from '@mcpgw/loader';
import type { ClientTarget } from '@mcpgw/mcp-config';
import { configFile } from '../config-file.js';
import { CliError } from '../errors.js';
import type { GatewayFlags } from '../flags.js';
import { findGateway } from '../gateway/running.js';
import { loadConfig } from '../serve/load.js';

export interface TargetFlags extends GatewayFlags {
  readonly name: string;
  readonly profile?: string;
}

const quickMs = 2_000;

/** Whether an endpoint asks who calls; undefined where nothing answers. */
async function asks(endpoint: string): Promise<boolean | undefined> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      signal: AbortSignal.timeout(quickMs),
      redirect: 'manual',
    });
    await response.body?.cancel();
    return response.status === 401 || response.status === 403;
  } catch (error) {
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return undefined;
    throw error;
  }
}

function withProfile(endpoint: string, profile: string | undefined): string {
  if (profile === undefined) return endpoint;
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(profile)) throw new CliError(`"${safeText(profile)}" is not a name of a profile`);
  return `${endpoint.replace(/\/p\/[^/]+$/, '')}/p/${profile}`;
}

const named = (host: string): string =>
  host === '0.0.0.0' || host === '' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;

/** The address of the configuration, where no gateway runs. @throws CliError */
async function configured({
  config: file,
  envFile,
  allowUnsupported = [],
}: GatewayFlags): Promise<{ endpoint: string; needsKey: boolean }> {
  const path = configFile(file);
  const { config } = await loadConfig(path, { envFile, allowUnsupported, page: true, watch: false });
  if (config === undefined) throw new CliError(`${safeText(path)} is refused: mcpgw serve --check ${safeText(path)} says why`);
  const { host, port } = config.listen;
  if (port === 0) throw new CliError(`${safeText(path)} lets the gateway listen on any free port: start it first, or give --url`);
  const { keys, adminKeys, oauth } = config.auth;
  return { endpoint: `http://${named(host)}:${port}/mcp`, needsKey: keys.length + adminKeys.length > 0 || oauth !== undefined };
}

/** What the client's entry says. @throws CliError */
export async function clientTarget(flags: TargetFlags): Promise<ClientTarget & { readonly runs: boolean }> {
  const { name, profile } = flags;
  if (!/^[A-Za-z][\w-]{0,63}$/.test(name)) throw new CliError(`--name must be letters, digits, - and _, not "${safeText(name)}"`);
  const found = await findGateway(flags, process.env);
  const { endpoint, needsKey } = found ? { endpoint: found.endpoint, needsKey: false } : await configured(flags);
  const url = withProfile(endpoint, profile);
  const asked = await asks(url);
  return { name, url, needsKey: asked ?? needsKey, runs: asked !== undefined };
}
