/** `mcpgw doctor`: configuration → gateway → its state → this machine → one verdict for each thing. */
import { count } from '@mcpgw/diagnostics';
import { safeText } from '@mcpgw/loader';
import { findGateways, type GatewayStateReport } from '@mcpgw/local-gateway';
import type { ServeConfig } from '@mcpgw/mcp-config';
import type { Env } from '@mcpgw/structure';
import { configFile } from '../config-file.js';
import { CliError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import type { GatewayFlags } from '../flags.js';
import { ownGateway } from '../gateway/own.js';
import { type FoundGateway, findGateway, stateOf } from '../gateway/running.js';
import { gatewaysFolder } from '../gateways-folder.js';
import { abortOnSignals } from '../interrupt.js';
import { loadConfig } from '../serve/load.js';
import { stateFolder } from '../store.js';
import { print, printJson, say } from '../terminal.js';
import { version } from '../version.js';
import { clientVerdicts, clockVerdict, diskVerdict, isolationVerdicts, listens } from './machine.js';
import { stateVerdicts } from './state.js';
import { formatVerdicts, isProblem, sorted, type Verdict, verdict } from './verdict.js';

export interface DoctorFlags extends GatewayFlags {
  readonly output: 'text' | 'json';
}

interface Read {
  readonly verdicts: readonly Verdict[];
  readonly config?: ServeConfig;
  readonly env?: Env;
}

async function configuration(flags: DoctorFlags): Promise<Read> {
  if (flags.url !== undefined && flags.config === undefined)
    return { verdicts: [verdict('configuration', 'skipped', 'not checked: --url names a gateway, and no --config its configuration')] };
  const file = configFile(flags.config);
  const shown = safeText(file);
  const { envFile, allowUnsupported = [] } = flags;
  const { config, report, env } = await loadConfig(file, { envFile, allowUnsupported, page: true, watch: false });
  const [errors, warnings] = [count(report.findings, 'error'), count(report.findings, 'warning')];
  const fix = `mcpgw serve --check ${shown} shows them`;
  if (config === undefined) return { verdicts: [verdict('configuration', 'error', `${shown} is refused: ${errors} errors`, fix)] };
  const number = config.servers.length + config.apis.length;
  const size = number === 1 ? '1 server' : `${number} servers`;
  const own =
    warnings === 0
      ? verdict('configuration', 'ok', `${shown}: ${size}`)
      : verdict('configuration', 'warning', `${shown}: ${size}, ${warnings} warnings`, fix);
  return { verdicts: [own], config, env };
}

/** Whether the port of the configuration is free, where no gateway of it runs. */
async function portVerdict({ listen: { host, port } }: ServeConfig): Promise<Verdict> {
  const none = 'no gateway runs with this configuration; its servers were started for this check';
  if (port === 0) return verdict('gateway', 'note', none, 'mcpgw serve starts one');
  const at = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  if (!(await listens(at, port))) return verdict('gateway', 'note', none, 'mcpgw serve starts one');
  return verdict(
    'gateway',
    'warning',
    `another program listens on ${safeText(at)}:${port}, where the gateway is to listen`,
    'end it, or set another port (listen)',
  );
}

async function gatewayVerdict({ name, url }: FoundGateway, { status }: GatewayStateReport): Promise<Verdict> {
  const { version: theirs, phase } = status as { version?: unknown; phase?: unknown };
  const others = (await findGateways(gatewaysFolder(process.env))).filter(gateway => gateway.url !== url).length;
  const more = others === 0 ? '' : `; ${others} more run on this machine`;
  if (phase !== 'ready')
    return verdict('gateway', 'warning', `${name} is not ready: ${safeText(String(phase))}`, 'wait until its servers have answered');
  if (theirs !== version)
    return verdict(
      'gateway',
      'warning',
      `${name} is version ${safeText(String(theirs))}, and this command ${version}`,
      'restart the gateway with this version',
    );
  return verdict('gateway', 'ok', `${name} is ready${more}`);
}

/** A gateway that answers, and its state; the verdict where none does. */
async function asked(gateway: FoundGateway): Promise<readonly Verdict[]> {
  try {
    const state = await stateOf(gateway);
    if (state === undefined) {
      const what = `${gateway.name} shows its state to admins only: servers, store and approvals were not checked`;
      return [verdict('gateway', 'error', what, 'give the key of an admin with --key or MCPGW_KEY')];
    }
    return [await gatewayVerdict(gateway, state), ...stateVerdicts(state)];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [verdict('gateway', 'error', error.message, 'check that it runs, its address and the key')];
  }
}

/** Starts the servers for the check. */
async function started(flags: DoctorFlags, config: ServeConfig): Promise<readonly Verdict[]> {
  const port = await portVerdict(config);
  const { signal, dispose } = abortOnSignals();
  try {
    const own = await ownGateway(flags, { signal });
    try {
      const state = await stateOf(own);
      return [port, ...(state === undefined ? [] : stateVerdicts(state))];
    } finally {
      await own.close();
    }
  } catch (error) {
    if (!(error instanceof CliError) || signal.aborted) throw error;
    const check = /\bstore\b/.test(error.message) ? 'store' : 'servers';
    return [port, verdict(check, 'error', safeText(error.message, [], 600), 'correct that; servers and approvals were not checked')];
  } finally {
    dispose();
  }
}

async function ofMachine({ config, env }: Read, endpoint: string | undefined, known: readonly Verdict[]): Promise<readonly Verdict[]> {
  const clients = clientVerdicts(endpoint);
  if (config === undefined) return clients;
  const folder = stateFolder(config.store, env ?? {});
  const knowsDisk = known.some(({ check, status }) => check === 'store' && status === 'error');
  const disk = folder === undefined || knowsDisk ? undefined : await diskVerdict(folder);
  const clock = known.some(({ check }) => check === 'clock') ? [] : [await clockVerdict(config)];
  return [...(disk ? [disk] : []), ...clock, ...(await isolationVerdicts(config)), ...clients];
}

/** Runs `mcpgw doctor` and gives its exit code. @throws CliError when it cannot run */
export async function runDoctor(flags: DoctorFlags): Promise<ExitCode> {
  const read = await configuration(flags);
  const gateway = await findGateway(flags, process.env);
  if (gateway && !flags.quiet) say(`Asking ${gateway.name}\n`);
  const skipped = verdict('servers', 'skipped', 'not checked: the configuration is refused');
  const servers = async () => (read.config === undefined ? [skipped] : started(flags, read.config));
  const state = gateway ? await asked(gateway) : await servers();
  const verdicts = sorted([...read.verdicts, ...state, ...(await ofMachine(read, gateway?.endpoint, state))]);
  const problems = verdicts.filter(isProblem).length;
  if (flags.output === 'json') printJson(`${JSON.stringify({ verdicts, problems }, null, 2)}\n`);
  else print(formatVerdicts(verdicts));
  return problems > 0 ? exitCodes.findings : exitCodes.clean;
}
