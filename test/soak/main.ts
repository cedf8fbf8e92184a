/** Runs the phases of the soak test one after another and writes the report. Started by tools/soak.mjs, which says how. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endFleet } from './fleet.js';
import { endGateways } from './gateway.js';
import { type Phase, PhaseContext } from './phase.js';
import { phases as all } from './phases.js';
import { isViolated, markdown, type PhaseReport, type SoakReport, violations } from './report.js';
import { Seeded } from './seeded.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

function refuse(message: string): never {
  console.error(`soak: ${message}`);
  process.exit(2);
}

/** Milliseconds of `90s`, `10m`, `2h`. */
function durationOf(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(s|m|h)$/.exec(text) ?? refuse(`SOAK_TIME is ${JSON.stringify(text)}; write 90s, 10m or 2h`);
  if (Number(number) === 0) refuse(`SOAK_TIME is ${JSON.stringify(text)}; write 90s, 10m or 2h`);
  return Number(number) * { s: 1000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h'];
}

function chosen(names: string | undefined): readonly Phase[] {
  if (names === undefined || names === '') return all;
  const wanted = names.split(',').map(name => name.trim());
  const unknown = wanted.find(name => all.every(phase => phase.name !== name));
  if (unknown !== undefined) refuse(`there is no phase ${JSON.stringify(unknown)}; there are ${all.map(({ name }) => name).join(', ')}`);
  return all.filter(({ name }) => wanted.includes(name));
}

function seedOf(text: string | undefined): number {
  if (text === undefined || text === '') return Date.now() % 2 ** 31;
  return /^\d+$/.test(text) ? Number(text) : refuse(`SOAK_SEED is ${JSON.stringify(text)}; it is a whole number`);
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

function commit(): string {
  const id = git('rev-parse', '--short=12', 'HEAD');
  if (id === '') return 'unknown';
  return git('status', '--porcelain', '--untracked-files=no') === '' ? id : `${id} with changes`;
}

const machine = () =>
  `${process.platform} ${process.arch}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;

async function runPhase(phase: Phase, ms: number, seed: number, parent: string): Promise<PhaseReport> {
  const { name, what } = phase;
  const skipped = phase.missing?.();
  const folder = join(parent, name);
  mkdirSync(folder);
  const context = new PhaseContext(ms, new Seeded(seed), folder);
  const start = performance.now();
  if (skipped === undefined) {
    try {
      await phase.run(context);
    } catch (error) {
      context.verdict('the phase runs to its end', false, (error as Error).stack ?? error);
    } finally {
      await endGateways();
      await endFleet();
    }
  }
  const { tally, verdicts, figures } = context;
  return {
    name,
    what,
    ...(skipped !== undefined && { skipped }),
    seconds: Math.round((performance.now() - start) / 100) / 10,
    calls: tally.calls,
    ok: tally.ok,
    named: Object.fromEntries(tally.named),
    ...tally.counts,
    verdicts,
    figures,
  };
}

const time = process.env.SOAK_TIME || '10m';
const total = durationOf(time);
const seed = seedOf(process.env.SOAK_SEED);
const phases = chosen(process.env.SOAK_PHASE);
const target = process.env.SOAK_REPORT || join(root, '.cache/soak');
const scratch = mkdtempSync(join(tmpdir(), 'mcpgw-soak-'));

/** Ends everything at once; what was mounted goes with the namespace. */
async function interrupted(): Promise<void> {
  await Promise.all([endGateways(), endFleet()]);
  rmSync(scratch, { recursive: true, force: true });
  refuse('interrupted; no report was written');
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void interrupted());

const weights = phases.reduce((sum, { weight }) => sum + weight, 0);
const reports: PhaseReport[] = [];
console.log(`soak: ${time}, seed ${seed}`);
for (const [index, phase] of phases.entries()) {
  const report = await runPhase(phase, (total * phase.weight) / weights, seed + index, scratch);
  reports.push(report);
  const missed = report.verdicts.filter(isViolated);
  const outcome = report.skipped === undefined ? (missed.length === 0 ? 'met' : 'VIOLATED') : `skipped: ${report.skipped}`;
  console.log(
    `soak: ${report.name.padEnd(9)} ${String(Math.round(report.seconds)).padStart(4)} s  ${String(report.calls).padStart(7)} calls  ${outcome}`,
  );
  for (const { what, detail } of missed) console.log(`soak:   violated: ${what}: ${detail}`);
}
const report: SoakReport = {
  version: (JSON.parse(readFileSync(join(root, 'cli/package.json'), 'utf8')) as { version: string }).version,
  commit: commit(),
  date: new Date().toISOString().slice(0, 10),
  seed,
  time,
  machine: machine(),
  phases: reports,
};
mkdirSync(target, { recursive: true });
writeFileSync(join(target, 'soak-report.md'), markdown(report));
writeFileSync(join(target, 'soak-report.json'), `${JSON.stringify({ ...report, violations: violations(report) }, null, 2)}\n`);
rmSync(scratch, { recursive: true, force: true });
console.log(`soak: report in ${join(target, 'soak-report.md')}`);
process.exit(violations(report).length === 0 ? 0 : 1);
