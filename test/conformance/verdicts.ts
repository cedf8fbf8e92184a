import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One recorded answer: what a real program of each version said of an input. */
export interface Verdict {
  readonly id: string;
  readonly group?: string;
  readonly trap?: string;
  readonly yaml: string | null;
  readonly yaml_base64?: string;
  readonly verdicts: Readonly<Record<string, { readonly ok: boolean; readonly error: string | null }>>;
}

export interface ExpectedFailure {
  readonly id: string;
  readonly versions: readonly string[];
  readonly reason: string;
}

const folder = process.env.MCPGW_VERDICTS;

/** Why the recorded answers cannot be read, or undefined when they can. */
export const missing =
  folder === undefined ? 'MCPGW_VERDICTS names no folder' : existsSync(folder) ? undefined : `MCPGW_VERDICTS: there is no folder ${folder}`;

export function readVerdicts(...names: string[]): Verdict[] {
  return names.flatMap(name =>
    readFileSync(join(folder!, `${name}.jsonl`), 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Verdict),
  );
}

/** The text of an input; bytes that are not UTF-8 are recorded as base64. */
export function bytesOf(verdict: Verdict): Uint8Array {
  return verdict.yaml === null ? Buffer.from(verdict.yaml_base64 ?? '', 'base64') : Buffer.from(verdict.yaml, 'utf8');
}

export function readExpectedFailures(name: string): ExpectedFailure[] {
  return JSON.parse(readFileSync(join(__dirname, 'expected-failures', `${name}.json`), 'utf8')) as ExpectedFailure[];
}

/** The inputs of a version where we and the real program disagree, split by whether a reason is on file. */
export function compare(
  verdicts: readonly Verdict[],
  version: string,
  expected: readonly ExpectedFailure[],
  accepts: (verdict: Verdict) => boolean,
) {
  const excused = new Set(expected.filter(entry => entry.versions.includes(version)).map(entry => entry.id));
  const wrong = verdicts
    .filter(verdict => version in verdict.verdicts && verdict.verdicts[version]!.ok !== accepts(verdict))
    .map(({ id }) => id);
  return { unexpected: wrong.filter(id => !excused.has(id)), stale: [...excused].filter(id => !wrong.includes(id)) };
}
