/** The recorded cases: one file a rule of the language, in each a line of data and then a line for each template. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case, Outcome } from './judge-functions.js';

export const caseFolder = join(process.cwd(), 'packages/gotemplate/test/cases');

export interface CaseFile {
  readonly data: unknown;
  readonly cases: readonly { readonly given: Case; readonly want: Outcome }[];
}

export const caseFileNames = (): string[] => readdirSync(caseFolder).sort();

/** Cases without data of their own get the file's. */
export function readCases(name: string): CaseFile {
  const [head, ...rows] = readFileSync(join(caseFolder, name), 'utf8').trimEnd().split('\n');
  const { data } = JSON.parse(head!) as { data: unknown };
  const cases = rows.map(row => {
    const { output, error, ...given } = JSON.parse(row) as Case & { output?: string; error?: string };
    return { given, want: error === undefined ? { output: output ?? '' } : { error } };
  });
  return { data, cases };
}

/** The case with its data. */
export const complete = (given: Case, data: unknown): Case => ('data' in given ? given : { ...given, data });
