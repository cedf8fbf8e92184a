/** source → report → output; once, or again and again. */
import { setTimeout as wait } from 'node:timers/promises';
import { CliError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { abortOnSignals } from '../interrupt.js';
import { painter } from '../paint.js';
import { print, printJson } from '../terminal.js';
import type { ProbeFlags } from './flags.js';
import { formatJunit } from './junit.js';
import { formatPrometheus, writeAtomically } from './prometheus.js';
import { hasFailure, type ProbeReport } from './report.js';
import { type ProbeRound, probeSource } from './source.js';
import { formatTable, type ProbeStyle } from './table.js';

function tableStyle(): ProbeStyle {
  return {
    width: process.stdout.isTTY ? (process.stdout.columns ?? 80) : Number.POSITIVE_INFINITY,
    paint: painter({ available: 'green', transient: 'yellow', permanent: 'red', denied: 'magenta', dim: 'dim', bold: 'bold' }),
  };
}

const allClasses = ['transient', 'permanent', 'denied'];

/** For a round of a watch: its time, and the servers whose status is not that of the round before. */
function headOfRound({ startedAt, servers }: ProbeReport, before: ProbeReport | undefined): string {
  const changes = servers.flatMap(({ id, status }) => {
    const old = before?.servers.find(server => server.id === id)?.status;
    return old === undefined || old === status ? [] : [`changed: ${id} is ${status}, was ${old}\n`];
  });
  return `${before === undefined ? '' : '\n'}${startedAt}\n${changes.join('')}`;
}

async function printReport(report: ProbeReport, flags: ProbeFlags, before?: ProbeReport): Promise<void> {
  if (flags.output === 'json') printJson(`${JSON.stringify(report, null, flags.watch === undefined ? 2 : 0)}\n`);
  else if (flags.output === 'junit') print(formatJunit(report, flags.failOn ?? allClasses));
  else if (flags.output === 'html') print((await import('./html.js')).formatHtml(report));
  else print(`${flags.watch === undefined ? '' : headOfRound(report, before)}${formatTable(report, tableStyle())}`);
}

/** Waits for the next round; false when there is none. */
async function nextRound(round: number, flags: ProbeFlags, signal: AbortSignal): Promise<boolean> {
  if (flags.watch === undefined || round === flags.rounds) return false;
  await wait(flags.watch, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

async function deliver(report: ProbeReport, flags: ProbeFlags, before?: ProbeReport): Promise<ExitCode> {
  await printReport(report, flags, before);
  if (flags.prometheus !== undefined) writeAtomically(flags.prometheus, formatPrometheus(report));
  return hasFailure(report, flags.failOn) ? exitCodes.findings : exitCodes.clean;
}

/** Probes until there is no next round; a watch that is interrupted ends with the code of its last whole round. */
async function rounds(probe: ProbeRound, flags: ProbeFlags, signal: AbortSignal): Promise<ExitCode> {
  let exitCode: ExitCode | undefined;
  let before: ProbeReport | undefined;
  for (let round = 1; ; round++) {
    const report = await probe(signal).catch(error => {
      if (signal.aborted && exitCode !== undefined) return undefined;
      throw error;
    });
    if (report !== undefined) exitCode = await deliver(report, flags, before);
    before = report;
    if (report === undefined || !(await nextRound(round, flags, signal))) return exitCode ?? exitCodes.cannotRun;
  }
}

/** Runs `mcpgw probe` and gives its exit code. @throws CliError when it cannot run */
export async function runProbe(names: readonly string[], flags: ProbeFlags): Promise<ExitCode> {
  if (flags.rounds !== undefined && flags.watch === undefined) throw new CliError('--rounds belongs to --watch');
  if (flags.output === 'html' && flags.watch !== undefined)
    throw new CliError('an HTML file is the report of one round: leave out --watch');
  const probe = await probeSource(names, flags);
  const { signal, dispose } = abortOnSignals();
  try {
    return await rounds(probe, flags, signal);
  } finally {
    dispose();
  }
}
