/** The report of a soak test: for people as markdown, for programs as JSON. */
import type { Verdict } from './phase.js';

export interface PhaseReport {
  readonly name: string;
  readonly what: string;
  /** Why it did not run. */
  readonly skipped?: string;
  readonly seconds: number;
  readonly calls: number;
  readonly ok: number;
  /** Failures with a name, by `failure_mode`. */
  readonly named: Readonly<Record<string, number>>;
  readonly unnamed: number;
  readonly wrong: number;
  readonly lost: number;
  readonly hung: number;
  readonly verdicts: readonly Verdict[];
  readonly figures: Readonly<Record<string, string>>;
}

export interface SoakReport {
  readonly version: string;
  readonly commit: string;
  readonly date: string;
  readonly seed: number;
  readonly time: string;
  /** What the machine is, and nothing that tells which one. */
  readonly machine: string;
  readonly phases: readonly PhaseReport[];
}

export const isViolated = ({ met, known }: Verdict): boolean => !met && known === undefined;

/** The verdicts that are violated, with their phases. */
export function violations({ phases }: SoakReport): string[] {
  return phases.flatMap(({ name, verdicts }) => verdicts.filter(isViolated).map(({ what, detail }) => `${name}: ${what}: ${detail}`));
}

const cell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 600);

function row(phase: PhaseReport): string {
  if (phase.skipped !== undefined) return `| ${phase.name} | - | - | - | - | - | - | - | - | skipped: ${cell(phase.skipped)} |`;
  const { name, seconds, calls, ok, named, wrong, unnamed, lost, hung, verdicts } = phase;
  const failures = Object.values(named).reduce((sum, count) => sum + count, 0);
  const missed = verdicts.filter(isViolated).length;
  const verdict = missed === 0 ? `met (${verdicts.length})` : `**${missed} of ${verdicts.length} violated**`;
  return `| ${[name, Math.round(seconds), calls, ok, failures, wrong, unnamed, lost, hung, verdict].join(' | ')} |`;
}

function outcome({ met, known }: Verdict): string {
  if (met) return known === undefined ? 'met' : `met (was known: ${cell(known)})`;
  return known === undefined ? '**violated**' : `known: ${cell(known)}`;
}

function section({ name, what, skipped, named, verdicts, figures }: PhaseReport): string[] {
  if (skipped !== undefined) return [`## ${name}`, '', `Not run: ${skipped}.`, ''];
  const modes = Object.entries(named).map(([mode, count]) => `${mode} ${count}`);
  return [
    `## ${name}`,
    '',
    `${what[0]!.toUpperCase()}${what.slice(1)}.`,
    '',
    '| verdict | | seen |',
    '|---|---|---|',
    ...verdicts.map(verdict => `| ${cell(verdict.what)} | ${outcome(verdict)} | ${cell(verdict.detail)} |`),
    '',
    '| figure | |',
    '|---|---|',
    ...Object.entries(figures).map(([figure, value]) => `| ${cell(figure)} | ${cell(value)} |`),
    ...(modes.length > 0 ? [`| failures with a name | ${cell(modes.join(', '))} |`] : []),
    '',
  ];
}

const counted = (count: number, thing: string): string[] => (count === 0 ? [] : [`${count} ${thing}${count === 1 ? '' : 's'}`]);

/** What the run shows, in one line, and the violations. */
function summary(report: SoakReport): string[] {
  const found = violations(report);
  const skipped = report.phases.filter(phase => phase.skipped !== undefined).length;
  const known = report.phases.flatMap(({ verdicts }) => verdicts.filter(verdict => !verdict.met && !isViolated(verdict))).length;
  const notes = [...counted(skipped, 'phase').map(text => `${text} not run`), ...counted(known, 'known fault')].join(', ');
  const more = notes === '' ? '' : ` (${notes})`;
  if (found.length === 0) return [more === '' ? '**Every verdict is met.**' : `**Every verdict is met**${more}.`];
  const [count] = counted(found.length, 'verdict');
  return [`**${count} ${found.length === 1 ? 'is' : 'are'} violated**${more}:`, ...found.map(violation => `- ${cell(violation)}`)];
}

/** The report as markdown. */
export function markdown(report: SoakReport): string {
  return [
    '# Soak test of `mcpgw serve`',
    '',
    `mcpgw ${report.version}, commit ${report.commit}, ${report.date}. ${report.machine}. Load for ${report.time}, seed ${report.seed}.`,
    '',
    ...summary(report),
    '',
    'Verdicts are counts and states; times are figures of this machine, and decide nothing.',
    '',
    '| phase | seconds | calls | right | failed by name | wrong | failed without name | connection broken | no answer | verdicts |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...report.phases.map(row),
    '',
    ...report.phases.flatMap(section),
  ].join('\n');
}
