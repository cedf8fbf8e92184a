/** Where the rounds of a probe come from: a running gateway that has the servers connected already, or connections from here. */
import { type Connection, getToolsWithResilience, type LoadOptions } from '@mcpgw/loader';
import { usualConfig } from '../config-file.js';
import { CliError } from '../errors.js';
import type { FoundGateway } from '../gateway/running.js';
import { maxNamedBytes, readBytes } from '../read-file.js';
import { say } from '../terminal.js';
import type { ProbeFlags } from './flags.js';
import { LoginsOfFiles } from './logins.js';
import { Progress } from './progress.js';
import { Refusals } from './refusals.js';
import { makeProbeReport, type ProbeReport } from './report.js';
import { isUrl, readTargets, readTexts, type Targets } from './targets.js';

/** Makes the report of one round. @throws CliError, the reason of `signal` */
export type ProbeRound = (signal: AbortSignal) => Promise<ProbeReport>;

const longestBackoffMs = 5000;
const defaultAttemptMs = 10_000;

function readCa(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  return new TextDecoder().decode(readBytes(file, file, maxNamedBytes));
}

function longestAttemptMs(connections: ReadonlyMap<string, Connection>, attemptTimeoutMs: number | undefined): number {
  const own = [...connections.values()].map(connection => ('connectTimeoutMs' in connection ? connection.connectTimeoutMs : undefined));
  return attemptTimeoutMs ?? Math.max(defaultAttemptMs, ...own.map(milliseconds => milliseconds ?? 0));
}

/** Every attempt gets its full time: the whole deadline follows from their number. */
function loadOptions(connections: ReadonlyMap<string, Connection>, flags: ProbeFlags): LoadOptions {
  const ca = readCa(flags.ca);
  const attemptTimeoutMs = flags.timeout;
  return {
    maxAttempts: flags.maxAttempts,
    attemptTimeoutMs,
    totalTimeoutMs: flags.maxAttempts * (longestAttemptMs(connections, attemptTimeoutMs) + longestBackoffMs),
    maxBackoffMs: longestBackoffMs,
    transient403Signatures: flags.transient403 ?? [],
    ...(ca !== undefined && { ca }),
  };
}

async function probeOnce(targets: Targets, options: LoadOptions, { quiet, envFile }: ProbeFlags): Promise<ProbeReport> {
  const { connections, places } = targets;
  const progress = quiet ? undefined : new Progress(connections.size);
  const startedAt = new Date();
  const start = performance.now();
  const logins = new LoginsOfFiles(places, { ca: options.ca, envFile });
  const refusals = new Refusals({ ca: options.ca, timeoutMs: options.attemptTimeoutMs });
  const authorize: LoadOptions['authorize'] = (id, connection) => refusals.watch(id, connection, logins.authorize(id, connection));
  try {
    const result = await getToolsWithResilience(connections, { ...options, authorize, ...(progress && { onProgress: progress.report }) });
    return await refusals.explained(makeProbeReport(result, startedAt, performance.now() - start, targets), connections);
  } finally {
    progress?.end();
    await logins.close();
  }
}

function fromHere(names: readonly string[], flags: ProbeFlags): ProbeRound {
  const targets = readTargets(names, flags, process.env);
  for (const note of targets.notes) say(`${note}\n`);
  const options = loadOptions(targets.connections, flags);
  return signal => probeOnce(targets, { ...options, signal }, flags);
}

/** The servers of a namespace, read once; each round connects anew, and asks the cluster about those that failed. @throws CliError */
async function fromCluster(named: readonly string[], flags: ProbeFlags): Promise<ProbeRound> {
  const given = named[0] ?? flags.config ?? flags.url;
  if (given !== undefined) throw new CliError(`--from cluster finds the servers itself: leave out ${given}`);
  const { ClusterProbe } = await import('./from-cluster.js');
  const cluster = new ClusterProbe(flags);
  try {
    const { texts, notes } = await cluster.servers();
    const targets = readTexts(texts, flags, process.env);
    for (const note of [...notes, ...targets.notes]) say(`${note}\n`);
    const options = loadOptions(targets.connections, flags);
    return async signal => {
      const report = await probeOnce(targets, { ...options, signal }, flags);
      return cluster.explained(report, targets.connections).finally(() => cluster.close());
    };
  } catch (error) {
    cluster.close();
    throw error;
  }
}

/** Every target once: those that are named, and that of `--config`; else the usual configuration. */
function targetNames(named: readonly string[], { config, url }: ProbeFlags): readonly string[] {
  const all = [...new Set(config === undefined ? named : [...named, config])];
  if (all.length > 0 || url !== undefined) return all;
  const usual = usualConfig();
  return usual === undefined ? [] : [usual];
}

/**
 * The gateway that is asked: that of `--url`, or one that runs with the only configuration that is named. None where a flag says how to
 * connect from here.
 */
async function gatewayFor(names: readonly string[], flags: ProbeFlags): Promise<FoundGateway | undefined> {
  const { url, direct } = flags;
  if (url !== undefined && direct !== undefined)
    throw new CliError(`--url asks a gateway, and ${direct} says how to connect from here: leave one of them out`);
  if (url !== undefined && names.some(isUrl))
    throw new CliError('--url asks a gateway for its own servers: leave out the addresses of servers, or --url');
  const [config, ...others] = names;
  const isOneFile = config !== undefined && others.length === 0 && config !== '-' && !isUrl(config);
  if (url === undefined && flags.key === undefined && !(isOneFile && flags.gateway)) return undefined;
  const { findGateway } = await import('../gateway/running.js');
  const found = await findGateway({ ...flags, ...(config !== undefined && { config }) }, process.env);
  if (found === undefined || direct === undefined) return found;
  if (!flags.quiet) say(`Connecting from here, as ${direct} says; without it, ${found.name} is asked\n`);
  return undefined;
}

/** What makes the rounds; stderr says which gateway is asked. @throws CliError */
export async function probeSource(named: readonly string[], flags: ProbeFlags): Promise<ProbeRound> {
  if (flags.from === 'cluster') return fromCluster(named, flags);
  const names = targetNames(named, flags);
  const gateway = await gatewayFor(names, flags);
  if (gateway === undefined) return fromHere(names, flags);
  if (!flags.quiet) say(`Asking ${gateway.name}\n`);
  const { probeGateway } = await import('./from-gateway.js');
  let isNoted = flags.quiet === true;
  return async signal => {
    signal.throwIfAborted();
    const { report, notes } = await probeGateway(gateway, flags.server);
    if (!isNoted) for (const note of notes) say(`${note}\n`);
    isNoted = true;
    return report;
  };
}
