/** configuration → servers reached → what is on record → every tool with its status. */

import type { Recorder } from '@mcpgw/activity';
import { Approvals } from '@mcpgw/approvals';
import { builtinNames, Catalogue, decisionEvent, restTools } from '@mcpgw/gateway';
import { type Connection, getToolsWithResilience, type ServerLoadOutcome, safeText } from '@mcpgw/loader';
import { defaultServeConfig, type ServeConfig, type ServerConfig } from '@mcpgw/mcp-config';
import { Names } from '@mcpgw/names';
import { memoryStore, type StateStore, StoreError } from '@mcpgw/store';
import type { Env } from '@mcpgw/structure';
import type { SourceTool } from '@mcpgw/upstreams';
import { commandRecorder } from '../command-recorder.js';
import { configFile } from '../config-file.js';
import { CliError } from '../errors.js';
import { findGateway, stateOf } from '../gateway/running.js';
import { abortOnSignals } from '../interrupt.js';
import { StoredLogins } from '../login/stored-logins.js';
import { noSuchServer } from '../no-server.js';
import { formatText } from '../output/text.js';
import { Progress } from '../probe/progress.js';
import { loadConfig } from '../serve/load.js';
import { quoted } from '../shell.js';
import { openStore, storeOf } from '../store.js';
import { withSystemFault } from '../system-fault.js';
import { say } from '../terminal.js';
import type { InventoryFlags } from './flags.js';
import { inventoryOfGateway, serverOfGateway } from './from-gateway.js';
import type { Inventory, InventoryServer } from './inventory-server.js';

interface Configured {
  readonly config: ServeConfig;
  readonly env: Env;
  readonly readText: (file: string) => Promise<string>;
}

/** @throws CliError if the configuration is refused; what is wrong with it is on stderr then */
async function configured(named: string | undefined, flags: InventoryFlags): Promise<Configured> {
  const file = configFile(named);
  const { config, report, env, readText } = await loadConfig(file, {
    envFile: flags.envFile,
    allowUnsupported: flags.allowUnsupported ?? [],
    page: true,
    watch: true,
  });
  if (report.findings.length > 0) say(formatText(report));
  if (config === undefined) throw new CliError(`${safeText(file)} is refused`);
  return { config: flags.store === undefined ? config : { ...config, store: storeOf(flags.store) }, env, readText };
}

function checkNames(config: ServeConfig, apis: ReadonlyMap<string, readonly SourceTool[]>, only: readonly string[]): void {
  const known = new Set([...config.servers.map(({ name }) => name), ...apis.keys()]);
  const unknown = only.find(name => !known.has(name));
  if (unknown !== undefined) throw noSuchServer(unknown, [...known]);
}

/** Ctrl-C and SIGTERM end the load, so that commands and sockets are released first. */
async function load(
  connections: ReadonlyMap<string, Connection>,
  flags: InventoryFlags,
  logins: StoredLogins,
): Promise<ReadonlyMap<string, ServerLoadOutcome>> {
  const { signal, dispose } = abortOnSignals();
  const progress = flags.quiet ? undefined : new Progress(connections.size);
  try {
    const options = {
      signal,
      attemptTimeoutMs: flags.timeout,
      authorize: (server: string, connection: Connection) => logins.authorize(server, connection),
      ...(progress && { onProgress: progress.report }),
    };
    return (await getToolsWithResilience(connections, options)).status;
  } finally {
    progress?.end();
    dispose();
  }
}

const isOn = ({ enabled, quarantined }: ServerConfig) => enabled && !quarantined;

const isUsable = ({ name }: SourceTool) => name !== '' && safeText(name) === name;

function serverOf(server: ServerConfig, outcome: ServerLoadOutcome | undefined): InventoryServer {
  const { name, enabled, quarantined, trustMode, enabledTools, disabledTools } = server;
  const listed = outcome?.tools ?? [];
  const tools = listed.filter(isUsable);
  return {
    name,
    enabled,
    quarantined,
    trustMode,
    tools,
    ...(tools.length < listed.length && { unusable: listed.length - tools.length }),
    ...(enabledTools && { enabledTools }),
    ...(disabledTools && { disabledTools }),
    ...(outcome && { outcome }),
    ...(outcome?.code === 'login-needed' && { connection: { needsLogin: true }, advice: `log in: mcpgw login ${quoted(name)}` }),
  };
}

/** The approvals as they would become, in memory: looking at tools writes nothing. */
async function copyOf(store: StateStore, servers: readonly InventoryServer[]): Promise<StateStore> {
  const copy = memoryStore();
  const keys = servers.flatMap(({ name }) => [
    ['approvals', name],
    ['approvals', name, 'contents'],
  ]);
  for (const key of keys) {
    const text = await store.read(key);
    await copy.update(key, () => text);
  }
  return copy;
}

/** A server that was not reached keeps the tools that are on record of it. */
async function note(approvals: Approvals, { name, tools, trustMode, outcome }: InventoryServer): Promise<void> {
  const listed = outcome === undefined ? tools.length > 0 : outcome.status === 'available';
  await (listed ? approvals.observe(name, tools, trustMode) : approvals.load(name));
}

async function noteAll(approvals: Approvals, servers: readonly InventoryServer[]): Promise<void> {
  await Promise.all(servers.map(server => note(approvals, server)));
  for (const { name } of servers) {
    const { error } = approvals.trouble(name) ?? {};
    if (error) throw error;
  }
}

async function withStore(
  store: StateStore,
  servers: readonly InventoryServer[],
  clientNames: Names,
  mayWrite: boolean,
  recorder?: Recorder,
): Promise<Inventory> {
  const used = mayWrite ? store : await copyOf(store, servers);
  const approvals = new Approvals(used, undefined, decision => recorder?.event(decisionEvent(decision)));
  const catalogue = new Catalogue(approvals, { servers: () => servers });
  await noteAll(approvals, servers);
  const close = async () => {
    approvals.close();
    await recorder?.close();
    await store.close();
  };
  return { servers, approvals, catalogue, clientNames, close };
}

export interface InventoryUse {
  /** Whether what servers list now goes on record. */
  readonly mayWrite: boolean;
  /** Tools as `server:tool` or as clients name them: servers that none of them can be of are left out. */
  readonly named?: readonly string[];
}

/** Every tool of the servers that `flags` name, all of them by default. @throws CliError */
export async function takeInventory(
  file: string | undefined,
  flags: InventoryFlags,
  { mayWrite, named }: InventoryUse,
): Promise<Inventory> {
  const gateway = await findGateway({ ...flags, ...(file !== undefined && { config: file }) }, process.env);
  if (gateway !== undefined && !flags.quiet) say(`Asking ${gateway.name}\n`);
  const state = gateway && (await stateOf(gateway));
  if (gateway !== undefined && state === undefined)
    throw new CliError(`${gateway.name} shows its state to admins only: give the key of one`);
  if (state !== undefined && !mayWrite) return inventoryOfGateway(state, flags.server ?? []);
  const { config, env, readText } = await configured(file, flags);
  const apis = await restTools(config.apis, { readText });
  const only = flags.server ?? [];
  checkNames(config, apis, only);
  const clientNames = new Names([...config.servers.map(({ name }) => name), ...apis.keys()], config.naming, builtinNames);
  const isAsked = (name: string) =>
    (only.length === 0 || only.includes(name)) && (named === undefined || named.some(tool => clientNames.serversOf(tool).includes(name)));
  const chosen = config.servers.filter(({ name }) => isAsked(name));
  const listed = new Map(state?.servers.map(server => [server.name, serverOfGateway(server)]));
  const unknown = chosen.filter(server => isOn(server) && !listed.has(server.name));
  const rest = [...apis].filter(([name]) => isAsked(name));
  const onMissing = (folder: string) =>
    say(`Note: ${safeText(folder)} is not there yet, so nothing is on record; the first decision makes it\n`);
  const isNamed = config.store !== defaultServeConfig.store || (env.MCPGW_STATE ?? '') !== '';
  const store = await openStore(config.store, env, { writes: mayWrite, ...(isNamed && { onMissing }) });
  const logins = new StoredLogins(async () => ({ config, store, env }));
  try {
    const outcomes = await load(new Map(unknown.map(server => [server.name, server.connection])), flags, logins);
    const servers = [
      ...chosen.map(server => listed.get(server.name) ?? serverOf(server, outcomes.get(server.name))),
      ...rest.map(([name, tools]): InventoryServer => ({ name, tools, enabled: true, quarantined: false, trustMode: 'auto' })),
    ];
    return await withStore(store, servers, clientNames, mayWrite, mayWrite ? await commandRecorder(config, env) : undefined);
  } catch (error) {
    await store.close();
    if (error instanceof StoreError) throw new CliError(withSystemFault(error));
    throw error;
  } finally {
    await logins.close();
  }
}
