/**
 * The libraries behind template functions against the Go libraries that they stand for, on generated input: semver, time,
 * regexp, net/url, glob, filepath.Match and .helmignore. `TEST_SEED` repeats a run. Skips where no Go is installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import * as ask from '../helpers/library-answers.js';
import * as given from '../helpers/library-questions.js';
import { describeUnless } from '../helpers/needs.js';
import { seed } from '../helpers/seed.js';

const hasGo = spawnSync('go', ['version']).status === 0;
const runs = Number(process.env.LIBRARY_RUNS ?? 3000);

let folder = '';
let judge = '';

beforeAll(() => {
  if (!hasGo) return;
  folder = mkdtempSync(join(tmpdir(), 'library-judge-'));
  judge = join(folder, 'judge');
  const cwd = join(process.cwd(), 'test/differential/library-judge');
  const build = spawnSync('go', ['build', '-o', judge, '.'], { cwd, encoding: 'utf8' });
  if (build.status !== 0) throw new Error(build.stderr);
}, 300_000);

afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

function verdictsOfGo(name: string, questions: readonly ask.Args[]): ask.Verdict[] {
  const input = questions.map(args => `${JSON.stringify({ ask: name, args })}\n`).join('');
  const run = spawnSync(judge, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  const verdicts = run.stdout.trimEnd().split('\n');
  if (verdicts.length !== questions.length)
    throw new Error(`the judge died on ${JSON.stringify(questions[verdicts.length])}: ${run.stderr}`);
  return verdicts.map(line => JSON.parse(line) as ask.Verdict);
}

const cases: readonly (readonly [name: string, arbitrary: fc.Arbitrary<ask.Args>, ours: (...args: never[]) => unknown])[] = [
  ['version', given.version, ask.version],
  ['strictVersion', given.version, ask.strictVersion],
  ['constraint', given.constraint, ask.constraint],
  ['format', given.format, ask.format],
  ['parseTime', given.parseTime, ask.parseTime],
  ['duration', given.duration, ask.duration],
  ['regexp', given.regexp, ask.regexp],
  ['url', given.url, ask.url],
  ['joinUrl', given.joinUrl, ask.joinUrl],
  ['glob', given.glob, ask.glob],
  ['match', given.match, ask.match],
  ['ignore', given.ignore, ask.ignore],
];

describeUnless(hasGo ? undefined : 'Go is not installed', 'libraries of Helm in Go', () => {
  test.each(cases)(
    '%s',
    (name, arbitrary, ours) => {
      const questions = fc.sample(arbitrary, { numRuns: runs, seed });
      const differences = verdictsOfGo(name, questions)
        .map((go, i) => ({ args: questions[i]!, go, ours: ask.verdictOf(ours, questions[i]!) }))
        .filter(({ go, ours }) => JSON.stringify(go) !== JSON.stringify(ours));
      expect({ seed, count: differences.length, differences: differences.slice(0, 8) }).toEqual({ seed, count: 0, differences: [] });
    },
    300_000,
  );
});
