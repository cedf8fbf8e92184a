/**
 * Template functions against Go: the recorded corpus is what the real functions of Helm 4 print, and generated calls give the same
 * output or error as ours, as Helm 4 and as Helm 3, whose judge is built with the libraries and the Go version of its go.mod.
 * `UPDATE_GOLDEN=1` renews the recording. Skips where no Go is installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dialect, helm3, helm4 } from '@mcpgw/helm';
import fc from 'fast-check';
import { callArbitrary } from '../helpers/function-calls.js';
import { corpusFolder, families, type Verdict, verdictOf } from '../helpers/function-corpus.js';
import * as given from '../helpers/library-questions.js';
import { describeUnless } from '../helpers/needs.js';
import { seed } from '../helpers/seed.js';

const hasGo = spawnSync('go', ['version']).status === 0;
const generatedCalls = 5000;
const generatedQuestions = 2000;

interface Judge {
  readonly name: string;
  readonly dialect: Dialect;
  readonly build: readonly string[];
  readonly run: readonly string[];
}

const judges: readonly Judge[] = [
  { name: 'helm4', dialect: helm4, build: [], run: [] },
  { name: 'helm3', dialect: helm3, build: ['-modfile=helm3.mod'], run: ['helm3'] },
];

let folder = '';

beforeAll(() => {
  if (!hasGo) return;
  folder = mkdtempSync(join(tmpdir(), 'function-judge-'));
  const cwd = join(process.cwd(), 'test/differential/function-judge');
  for (const { name, build } of judges) {
    const built = spawnSync('go', ['build', ...build, '-o', join(folder, name), '.'], { cwd, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
  }
}, 300_000);

afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

function verdictsOfGo({ name, run }: Judge, templates: readonly string[], values: unknown): Verdict[] {
  const input = templates.map(template => `${JSON.stringify({ template, values })}\n`).join('');
  const result = spawnSync(join(folder, name), run, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  const verdicts = result.stdout.trimEnd().split('\n');
  if (verdicts.length !== templates.length)
    throw new Error(`the judge died on ${templates[verdicts.length]}: ${result.stderr.slice(0, 500)}`);
  return verdicts.map(line => JSON.parse(line) as Verdict);
}

/** Fails where the judge and mcpgw say something else. */
function compare(judge: Judge, templates: readonly string[], values: unknown): void {
  const differences = verdictsOfGo(judge, templates, values)
    .map((go, i) => ({ template: templates[i]!, go, ours: verdictOf(templates[i]!, values, judge.dialect) }))
    .filter(({ go, ours }) => go.output !== ours.output || go.error !== ours.error);
  expect({ seed, differences: differences.slice(0, 10) }).toEqual({ seed, differences: [] });
}

const values = { list: ['b', null, 1.5], map: { a: { b: 1 } }, text: 'Wörld', nothing: null };

const literal = (text: unknown): string => JSON.stringify(text).replace(/\\u2028|\\u2029/g, '');

/** Questions for the libraries behind functions, as calls of those. */
const questions: readonly (readonly [name: string, calls: fc.Arbitrary<string>])[] = [
  ['semverCompare', given.constraint.map(([range, version]) => `{{ semverCompare ${literal(range)} ${literal(version)} }}`)],
  ['semver', given.version.map(([version]) => `{{ with semver ${literal(version)} }}{{ . }} {{ .IncMajor }} {{ .IncPatch }}{{ end }}`)],
  ['urlParse', given.url.map(([url]) => `{{ toJson (urlParse ${literal(url)}) }}`)],
];

for (const judge of judges) describeUnless(hasGo ? undefined : 'needs Go', `functions of ${judge.name} in Go`, () => suite(judge));

function suite(judge: Judge): void {
  if (judge.dialect === helm4) {
    test.each(families())('recorded verdicts of %s', (file, { values, rows }) => {
      const templates = rows.map(row => row.template);
      const verdicts = verdictsOfGo(judge, templates, values).map((verdict, i) => ({ template: templates[i]!, ...verdict }));
      if (process.env.UPDATE_GOLDEN) writeFileSync(join(corpusFolder, file), `${JSON.stringify({ values, rows: verdicts }, null, 2)}\n`);
      else expect(verdicts).toEqual(rows);
    });
  } else {
    test.each(families())('the templates of %s', (_, { values, rows }) => {
      compare(
        judge,
        rows.map(row => row.template),
        values,
      );
    });
  }

  test(`${generatedCalls} generated calls`, () => {
    compare(judge, fc.sample(callArbitrary, { numRuns: generatedCalls, seed }), values);
  }, 300_000);

  test.each(questions)(
    '%s',
    (_, calls) => {
      compare(judge, fc.sample(calls, { numRuns: generatedQuestions, seed }), values);
    },
    300_000,
  );
}
