/** load → open the store → listen → connect → serve until a signal → drain. */

import { count, type Finding, visible } from '@mcpgw/diagnostics';
import { createLogger, Gateway, type Logger } from '@mcpgw/gateway';
import { newLocalKey } from '@mcpgw/local-gateway';
import type { ServeConfig } from '@mcpgw/mcp-config';
import type { Env } from '@mcpgw/structure';
import type { Telemetry } from '@mcpgw/telemetry';
import { configFile } from '../config-file.js';
import { CliError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { loginKeyFile, openStore, stateFolder } from '../store.js';
import { print } from '../terminal.js';
import { version } from '../version.js';
import { announce } from './announce.js';
import { approveCommandOf } from './approve-command.js';
import type { ServeFlags } from './flags.js';
import { type Loaded, loadConfig } from './load.js';
import { keepHeapSmall, letHeapGrow } from './memory.js';
import { logRecorderFault, openRecorder, redactionOf } from './recorder.js';
import { Reloader } from './reloader.js';
import { endTelemetry, startTelemetry } from './telemetry.js';
import { tell } from './tell.js';

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function summary({ report }: Loaded): string {
  return report.findings.map(({ file, message }) => `${file}: ${message}`).join('; ');
}

/** Listens, and returns the address, and that of the page if there is one. */
async function listen(gateway: Gateway, { listen: wanted, auth, page }: ServeConfig, logger: Logger) {
  if (!isLoopback(wanted.host) && auth.keys.length === 0) logger.warn('open to the network: no API keys are set', { host: wanted.host });
  try {
    const bound = await gateway.listen();
    const { address, port, family } = bound;
    const base = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
    logger.info('listening', { url: `${base}/mcp`, ...(page.enabled && { page: `${base}/ui/` }) });
    return { address: bound, page: page.enabled ? `${base}/ui/` : undefined };
  } catch (error) {
    // Nothing was served, so there is nothing to drain.
    await gateway.close();
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: 'the port is taken; name another one with --port',
      EACCES: 'permission denied',
      EADDRNOTAVAIL: 'this machine does not have the address',
      ENOTFOUND: 'there is no such host',
    };
    throw new CliError(`cannot listen on ${wanted.host}:${wanted.port}: ${reasons[code] ?? code}`);
  }
}

/** Resolves at the first SIGTERM or SIGINT; the next one ends the process. */
function stopSignal(): Promise<void> {
  return new Promise(resolve => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(exitCodes.findings);
      asked = true;
      resolve();
    };
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, stop);
  });
}

/** What is in effect. */
interface Current {
  config: ServeConfig;
  env: Env;
  files: readonly string[];
}

/** Reloads the configuration; a refused one changes nothing. */
async function reload(file: string, flags: ServeFlags, gateway: Gateway, current: Current) {
  try {
    const loaded = await loadConfig(file, flags);
    tell(loaded.report, current.config.logging.format);
    if (loaded.config === undefined) gateway.refused(summary(loaded));
    else {
      await gateway.reload(loaded.config, loaded.env);
      current.config = loaded.config;
      current.env = loaded.env;
    }
    current.files = loaded.files;
  } catch (error) {
    gateway.refused(error instanceof Error ? error.message : String(error));
  }
  return current.files;
}

async function serve(file: string, flags: ServeFlags, loaded: Loaded & { config: ServeConfig }): Promise<void> {
  keepHeapSmall();
  const current: Current = { config: loaded.config, env: loaded.env, files: loaded.files };
  let telemetry: Telemetry | undefined;
  const tee = (...line: Parameters<Telemetry['log']>) => telemetry?.log(...line);
  const logger = createLogger(() => current.config.logging, undefined, undefined, tee);
  process.on('unhandledRejection', error => logger.error('internal failure', { error: String((error as Error)?.stack ?? error) }));
  const stopped = stopSignal();
  const opening = openStore(loaded.config.store, loaded.env, { writes: true });
  // A store that does not answer is waited for, but not by who is told to stop.
  const store = await Promise.race([opening, stopped]);
  if (store === undefined) process.exit(exitCodes.clean);
  const approveCommand = approveCommandOf(file, flags, loaded.config);
  const keyFile = loginKeyFile(loaded.config.store, loaded.env);
  const redact = redactionOf(current);
  const recorder = openRecorder(current, redact, fault => logRecorderFault(fault, logger));
  telemetry = await startTelemetry(current, logger, redact);
  const { env, readText } = loaded;
  const folder = stateFolder(loaded.config.store, loaded.env);
  const login = { ...(keyFile !== undefined && { loginKeyFile: keyFile }), ...(folder !== undefined && { stateFolder: folder }) };
  const localKey = newLocalKey();
  let withdraw = async () => {};
  const deps = { version, store, env, readText, logger, approveCommand, recorder, telemetry, localKey, ...login };
  const gateway = new Gateway(loaded.config, deps);
  const reloader = new Reloader(loaded.files, () => reload(file, flags, gateway, current), flags.watch);
  process.on('SIGHUP', () => void reloader.now());
  try {
    const listening = flags.stdio ? undefined : await listen(gateway, loaded.config, logger);
    if (listening) withdraw = await announce({ file, address: listening.address, key: localKey }, env, logger);
    const started = gateway.start().then(() => {
      letHeapGrow();
      tellReady(gateway, logger, { page: listening?.page, approve: approveCommand() });
    });
    const client = flags.stdio ? gateway.stdio({ input: process.stdin, output: process.stdout }) : new Promise<never>(() => {});
    await Promise.race([stopped, client, started.then(() => new Promise<never>(() => {}))]);
  } finally {
    reloader.close();
    await withdraw();
    await gateway.drain();
    await store.close();
    if (!(await endTelemetry(telemetry, logger))) process.exit(exitCodes.clean);
  }
}

interface Ways {
  readonly page: string | undefined;
  readonly approve: string | undefined;
}

/** The first log line for the operator: what clients see, what they do not see yet, and how to change that. */
function tellReady(gateway: Gateway, logger: Logger, { page, approve }: Ways): void {
  const { servers } = gateway.status() as { servers: { state: string }[] };
  const connected = servers.filter(({ state }) => state === 'ready').length;
  const { callable, waiting, changed } = gateway.toolCounts();
  const fields = { servers: servers.length, connected, tools: callable };
  const ways = waiting === 0 ? {} : { waiting, ...(changed > 0 && { changed }), page, approve };
  logger.info('ready', { ...fields, ...ways });
}

/** The output of `--check` for a configuration without errors. */
function verdict(findings: readonly Finding[]): string {
  const said = (['warning', 'info'] as const)
    .map(severity => [count(findings, severity), severity] as const)
    .filter(([number]) => number > 0);
  if (said.length === 0) return 'nothing wrong found';
  return `no errors, ${said.map(([number, noun]) => `${number} ${noun}${number === 1 ? '' : 's'}`).join(', ')}`;
}

/** Runs `mcpgw serve` and gives its exit code. @throws CliError when it cannot run */
export async function runServe(named: string | undefined, flags: ServeFlags): Promise<ExitCode> {
  const file = configFile(named);
  const loaded = await loadConfig(file, flags);
  tell(loaded.report, flags.output ?? loaded.config?.logging.format ?? 'text');
  const { config } = loaded;
  if (config === undefined) return exitCodes.findings;
  if (flags.check) {
    print(`${visible(file)}: ${config.servers.length + config.apis.length} servers, ${verdict(loaded.report.findings)}\n`);
    return exitCodes.clean;
  }
  await serve(file, flags, { ...loaded, config });
  // Standard input stays open until the client closes it, and Node would wait for unread output.
  if (flags.stdio) process.exit(exitCodes.clean);
  return exitCodes.clean;
}
