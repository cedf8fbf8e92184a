/**
 * Templates against Go's own text/template: the recorded cases are what Go prints, and generated templates give the same
 * output or error as ours. `UPDATE_GOLDEN=1` renews the recording. Skips where no Go is installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { mutated, numbers, printing, wellFormed } from '../../packages/gotemplate/test/arbitrary.js';
import { caseFileNames, caseFolder, complete, readCases } from '../../packages/gotemplate/test/case-files.js';
import { type Case, type Outcome, render } from '../../packages/gotemplate/test/judge-functions.js';
import { describeUnless } from '../helpers/needs.js';
import { seed } from '../helpers/seed.js';

const hasGo = spawnSync('go', ['version']).status === 0;
const generatedTemplates = 4000;
/** Addresses of pointers and functions differ from run to run. */
const address = /0xc?[0-9a-f]{6,}/;

let folder = '';
let judge = '';

beforeAll(() => {
  if (!hasGo) return;
  folder = mkdtempSync(join(tmpdir(), 'go-template-judge-'));
  judge = join(folder, 'judge');
  const build = spawnSync('go', ['build', '-o', judge, '.'], {
    cwd: join(process.cwd(), 'test/differential/go-template-judge'),
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(build.stderr);
}, 300_000);

afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

function outcomesOfGo(cases: readonly Case[]): Outcome[] {
  const input = cases.map(c => `${JSON.stringify({ name: 't', ...c })}\n`).join('');
  const run = spawnSync(judge, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  const lines = run.stdout.trimEnd().split('\n');
  if (lines.length !== cases.length) throw new Error(`the judge died on ${cases[lines.length]?.text}: ${run.stderr.slice(0, 500)}`);
  return lines.map(line => {
    const { output, error } = JSON.parse(line) as { output?: string; error?: string };
    return error === undefined ? { output: output ?? '' } : { error };
  });
}

describeUnless(hasGo ? undefined : 'Go is not installed', 'text/template of Go', () => {
  test.each(caseFileNames())('recorded outcomes of %s', name => {
    const { data, cases } = readCases(name);
    const outcomes = outcomesOfGo(cases.map(({ given }) => complete(given, data)));
    const stable = cases.map(({ given }, i) => ({ given, want: outcomes[i]! })).filter(({ want }) => !address.test(JSON.stringify(want)));
    const rows = stable.map(({ given, want }) => JSON.stringify({ ...given, ...want }));
    if (process.env.UPDATE_GOLDEN) writeFileSync(join(caseFolder, name), `${[JSON.stringify({ data }), ...rows].join('\n')}\n`);
    else expect(stable).toEqual(cases);
  });

  test.each([
    ['well-formed', wellFormed],
    ['mutated', mutated],
    ['printing', printing],
    ['number', numbers],
  ])(
    `${generatedTemplates} %s templates`,
    (_, source) => {
      const cases = fc.sample(source, { numRuns: generatedTemplates, seed });
      const differences = outcomesOfGo(cases)
        .map((go, i) => ({ text: cases[i]!.text, missingKey: cases[i]!.missingKey, go, ours: render(cases[i]!) }))
        .filter(({ go, ours }) => JSON.stringify(go) !== JSON.stringify(ours) && !address.test(JSON.stringify(go)));
      expect({ seed, differences: differences.slice(0, 10) }).toEqual({ seed, differences: [] });
    },
    300_000,
  );
});
