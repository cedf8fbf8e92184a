/**
 * Template functions against Go: the recorded corpus is what the real functions print, and generated calls give the same
 * output or error as ours. `UPDATE_GOLDEN=1` renews the recording. Skips where no Go is installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { callArbitrary } from '../helpers/function-calls.js';
import { corpusFolder, families, type Verdict, verdictOf } from '../helpers/function-corpus.js';
import { describeUnless } from '../helpers/needs.js';
import { seed } from '../helpers/seed.js';

const hasGo = spawnSync('go', ['version']).status === 0;
const generatedCalls = 5000;

let folder = '';
let judge = '';

beforeAll(() => {
  if (!hasGo) return;
  folder = mkdtempSync(join(tmpdir(), 'function-judge-'));
  judge = join(folder, 'judge');
  const build = spawnSync('go', ['build', '-o', judge, '.'], {
    cwd: join(process.cwd(), 'test/differential/function-judge'),
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(build.stderr);
}, 300_000);

afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

function verdictsOfGo(templates: readonly string[], values: unknown): Verdict[] {
  const input = templates.map(template => `${JSON.stringify({ template, values })}\n`).join('');
  const run = spawnSync(judge, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  const verdicts = run.stdout.trimEnd().split('\n');
  if (verdicts.length !== templates.length) throw new Error(`the judge died on ${templates[verdicts.length]}: ${run.stderr.slice(0, 500)}`);
  return verdicts.map(line => JSON.parse(line) as Verdict);
}

describeUnless(hasGo ? undefined : 'Go is not installed', 'functions of Helm in Go', () => {
  test.each(families())('recorded verdicts of %s', (file, { values, rows }) => {
    const templates = rows.map(row => row.template);
    const verdicts = verdictsOfGo(templates, values).map((verdict, i) => ({ template: templates[i]!, ...verdict }));
    if (process.env.UPDATE_GOLDEN) writeFileSync(join(corpusFolder, file), `${JSON.stringify({ values, rows: verdicts }, null, 2)}\n`);
    else expect(verdicts).toEqual(rows);
  });

  test(`${generatedCalls} generated calls`, () => {
    const templates = fc.sample(callArbitrary, { numRuns: generatedCalls, seed });
    const values = { list: ['b', null, 1.5], map: { a: { b: 1 } }, text: 'Wörld', nothing: null };
    const differences = verdictsOfGo(templates, values)
      .map((go, i) => ({ template: templates[i]!, go, ours: verdictOf(templates[i]!, values) }))
      .filter(({ go, ours }) => go.output !== ours.output || go.error !== ours.error);
    expect({ seed, differences: differences.slice(0, 10) }).toEqual({ seed, differences: [] });
  }, 300_000);
});
