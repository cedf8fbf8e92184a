/** targets → load → report → output; once, or again and again. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, getToolsWithResilience, type LoadOptions } from '@mcpgw/loader';
import { CliError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { painter } from '../paint.js';
import { maxNamedBytes, readBytes } from '../read-file.js';
import { print, printJson, say } from '../terminal.js';
import type { ProbeFlags } from './flags.js';
import { formatJunit } from './junit.js';
import { Progress } from './progress.js';
import { formatPrometheus, writeAtomically } from './prometheus.js';
import { hasFailure, makeProbeReport, type ProbeReport } from './report.js';
import { formatTable, type ProbeStyle } from './table.js';
import { readTargets, type Targets } from './targets.js';

function readCa(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  return new TextDecoder().decode(readBytes(file, `--ca ${file}`, maxNamedBytes));
}

const longestBackoffMs = 5000;
const defaultAttemptMs = 10_000;

function longestAttemptMs(connections: ReadonlyMap<string, Connection>, attemptTimeoutMs: number | undefined): number {
  const own = [...connections.values()].map(connection => ('connectTimeoutMs' in connection ? connection.connectTimeoutMs : undefined));
  return attemptTimeoutMs ?? Math.max(defaultAttemptMs, ...own.map(milliseconds => milliseconds ?? 0));
}

/** Every attempt gets its full time: the whole deadline follows from their number. */
function loadOptions(connections: ReadonlyMap<string, Connection>, flags: ProbeFlags): LoadOptions {
  const ca = readCa(flags.ca);
  const attemptTimeoutMs = flags.timeout === undefined ? undefined : flags.timeout * 1000;
  return {
    maxAttempts: flags.maxAttempts,
    attemptTimeoutMs,
    totalTimeoutMs: flags.maxAttempts * (longestAttemptMs(connections, attemptTimeoutMs) + longestBackoffMs),
    maxBackoffMs: longestBackoffMs,
    transient403Signatures: flags.transient403 ?? [],
    ...(ca !== undefined && { ca }),
  };
}

function tableStyle(): ProbeStyle {
  return {
    width: process.stdout.isTTY ? (process.stdout.columns ?? 80) : Number.POSITIVE_INFINITY,
    paint: painter({ available: 'green', transient: 'yellow', permanent: 'red', denied: 'magenta', dim: 'dim', bold: 'bold' }),
  };
}

const allClasses = ['transient', 'permanent', 'denied'];

function printReport(report: ProbeReport, flags: ProbeFlags): void {
  if (flags.output === 'json') printJson(`${JSON.stringify(report, null, flags.watch === undefined ? 2 : 0)}\n`);
  else if (flags.output === 'junit') print(formatJunit(report, flags.failOn ?? allClasses));
  else print(formatTable(report, tableStyle()));
}

async function probeOnce({ connections, withHeader }: Targets, options: LoadOptions, quiet: boolean): Promise<ProbeReport> {
  const progress = quiet ? undefined : new Progress(connections.size);
  const startedAt = new Date();
  const start = performance.now();
  try {
    const result = await getToolsWithResilience(connections, { ...options, ...(progress && { onProgress: progress.report }) });
    return makeProbeReport(result, startedAt, performance.now() - start, withHeader);
  } finally {
    progress?.end();
  }
}

/** Ctrl-C and SIGTERM abort the load, so that commands and sockets are released first. */
function abortOnSignals(): { signal: AbortSignal; dispose: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort(new CliError('interrupted'));
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.once(name, abort);
  return { signal: controller.signal, dispose: () => names.forEach(name => void process.off(name, abort)) };
}

/** Waits for the next round; false when there is none. */
async function nextRound(round: number, flags: ProbeFlags, signal: AbortSignal): Promise<boolean> {
  if (flags.watch === undefined || round === flags.rounds) return false;
  await wait(flags.watch * 1000, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

function deliver(report: ProbeReport, flags: ProbeFlags): ExitCode {
  printReport(report, flags);
  if (flags.prometheus !== undefined) writeAtomically(flags.prometheus, formatPrometheus(report));
  return hasFailure(report, flags.failOn) ? exitCodes.findings : exitCodes.clean;
}

/** Probes until there is no next round; a watch that is interrupted ends with the code of its last whole round. */
async function rounds(targets: Targets, flags: ProbeFlags, signal: AbortSignal): Promise<ExitCode> {
  const options = { ...loadOptions(targets.connections, flags), signal };
  let exitCode: ExitCode | undefined;
  for (let round = 1; ; round++) {
    const report = await probeOnce(targets, options, flags.quiet === true).catch(error => {
      if (signal.aborted && exitCode !== undefined) return undefined;
      throw error;
    });
    if (report !== undefined) exitCode = deliver(report, flags);
    if (report === undefined || !(await nextRound(round, flags, signal))) return exitCode ?? exitCodes.cannotRun;
  }
}

/** Runs `mcpgw probe` and gives its exit code. @throws CliError when it cannot run */
export async function runProbe(names: readonly string[], flags: ProbeFlags): Promise<ExitCode> {
  const targets = readTargets(names, flags, process.env);
  for (const note of targets.notes) say(`${note}\n`);
  const { signal, dispose } = abortOnSignals();
  try {
    return await rounds(targets, flags, signal);
  } finally {
    dispose();
  }
}
