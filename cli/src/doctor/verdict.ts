/** What `mcpgw doctor` says of one thing. */
import { painter } from '../paint.js';

/** `note`: somebody may want to decide. `skipped`: it was not checked, and why. */
export type VerdictStatus = 'ok' | 'note' | 'skipped' | 'warning' | 'error';

/** The parts that are checked, in the order in which they are printed. */
export const checks = [
  'configuration',
  'gateway',
  'servers',
  'store',
  'record',
  'approvals',
  'logins',
  'clock',
  'isolation',
  'clients',
] as const;

export interface Verdict {
  readonly check: (typeof checks)[number];
  readonly status: VerdictStatus;
  /** One line. */
  readonly what: string;
  /** What to do; null if nothing. */
  readonly fix: string | null;
}

/** Makes a verdict. */
export const verdict = (check: Verdict['check'], status: VerdictStatus, what: string, fix: string | null = null): Verdict => ({
  check,
  status,
  what,
  fix,
});

/** Whether something has to be corrected. */
export const isProblem = ({ status }: Verdict): boolean => status === 'error' || status === 'warning';

const rank = ({ check }: Verdict): number => checks.indexOf(check);

/** In the order of the checks. */
export const sorted = (verdicts: readonly Verdict[]): readonly Verdict[] => [...verdicts].sort((a, b) => rank(a) - rank(b));

/** One line for each verdict, and what to do below it. */
export function formatVerdicts(verdicts: readonly Verdict[]): string {
  const paint = painter<VerdictStatus>({ ok: 'green', note: 'blue', skipped: 'dim', warning: 'yellow', error: 'red' });
  const lines = verdicts.flatMap(({ check, status, what, fix }) => {
    const line = `${paint(status.padEnd(9), status)}${check.padEnd(15)}${what}`;
    return fix === null ? [line] : [line, `${' '.repeat(24)}→ ${fix}`];
  });
  const problems = verdicts.filter(isProblem).length;
  const skipped = verdicts.filter(({ status }) => status === 'skipped').length;
  const summary = `${problems === 0 ? 'no problem found' : problems === 1 ? '1 problem' : `${problems} problems`}${skipped === 0 ? '' : `, ${skipped} not checked`}`;
  return `${[...lines, '', summary].join('\n')}\n`;
}
