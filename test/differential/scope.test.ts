/**
 * Every template function, action and method applied to every kind of value that Helm puts into scope, against Helm's own
 * engine (scope-judge): the same output or the same error. Skips where no Go is installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GoMap } from '@mcpgw/go/values';
import { HelmError, loadChart, makeCapabilities } from '@mcpgw/helm';
import { builtins } from '../../packages/gotemplate/src/funcs.js';
import { Chart } from '../../packages/helm/src/chart/chart.js';
import { defaultLimits } from '../../packages/helm/src/common/limits.js';
import { allFuncs, Engine } from '../../packages/helm/src/engine/engine.js';
import { allTemplates } from '../../packages/helm/src/engine/scopes.js';
import { coalesceValues } from '../../packages/helm/src/values/coalesce.js';
import { processDependencies } from '../../packages/helm/src/values/dependencies.js';
import { writeTree } from '../helpers/command.js';
import { describeUnless } from '../helpers/needs.js';
import { actionCalls, functionCalls, random, type ScopeCall, scopeChart, unordered } from '../helpers/scope-calls.js';

interface Verdict {
  readonly output?: string;
  readonly error?: string;
}

const hasGo = spawnSync('go', ['version']).status === 0;
const deps = { now: () => ({ epochSeconds: 0n, nanoseconds: 0 }), randomBytes: (n: number) => new Uint8Array(n), timezone: 'UTC' };

let folder = '';
let chartFolder = '';
let judge = '';

beforeAll(() => {
  if (!hasGo) return;
  folder = mkdtempSync(join(tmpdir(), 'scope-judge-'));
  chartFolder = writeTree(scopeChart);
  judge = join(folder, 'judge');
  const build = spawnSync('go', ['build', '-o', judge, '.'], { cwd: join(__dirname, 'scope-judge'), encoding: 'utf8' });
  if (build.status !== 0) throw new Error(build.stderr);
}, 900_000);

afterAll(() => {
  for (const made of [folder, chartFolder]) if (made !== '') rmSync(made, { recursive: true });
});

function verdictsOfHelm(calls: readonly ScopeCall[]): Verdict[] {
  const input = calls.map(({ template }) => `${JSON.stringify(template)}\n`).join('');
  const file = join(folder, 'calls');
  writeFileSync(file, input);
  const run = spawnSync(judge, [chartFolder], { input, encoding: 'utf8', maxBuffer: 1 << 30, env: { TZ: 'UTC' } });
  const verdicts = run.stdout.trimEnd().split('\n');
  if (verdicts.length !== calls.length)
    throw new Error(`the judge died on ${calls[verdicts.length]?.template}: ${run.stderr.slice(0, 500)}`);
  return verdicts.map(line => JSON.parse(line) as Verdict);
}

/** Renders a template as the judge does: the chart's only one, in a scope of its own. */
function ourVerdicts(): (template: string) => Verdict {
  const loaded = loadChart(chartFolder, { warn: () => {} });
  const engine = new Engine({ deps, limits: defaultLimits });
  const capabilities = makeCapabilities(undefined);
  return template => {
    const templates = [{ name: 'templates/t.yaml', data: new TextEncoder().encode(template) }];
    const copy = loaded.copyTree();
    const { metadata, files, schema, values } = copy;
    const chart = new Chart({ metadata, files, schema, values, templates });
    chart.setDependencies(copy.dependencies);
    try {
      processDependencies(chart, new GoMap(), { warn: () => {} });
      const release = new GoMap(
        Object.entries({ Name: 'rel', Namespace: 'ns', IsUpgrade: false, IsInstall: true, Revision: 1n, Service: 'Helm' }),
      );
      const top = { release, capabilities, values: coalesceValues(chart, new GoMap(), { warn: () => {} }) };
      return { output: asJsonText(engine.render(allTemplates(chart, top)).get('top/templates/t.yaml')!) };
    } catch (error) {
      if (error instanceof HelmError) return { error: asJsonText(error.message) };
      return { error: `internal: ${(error as Error).stack}` };
    }
  };
}

/** Go's JSON encoder, through which verdicts come, writes U+FFFD for each byte that is not UTF-8. */
const asJsonText = (text: string): string => text.replace(/(?<![\ud800-\udbff])[\udc80-\udcff]/g, '\ufffd');

/** Of pointers: `0xc000012120`, and what other verbs make of it; it differs from run to run. */
const address = /(0x|U\+)[0-9a-f]{8,12}|\b[0-9a-f]{10,14}\b|(?<=Capabilities:)\s*\d+/gi;

function comparable({ func }: ScopeCall, { output, error }: Verdict): Verdict {
  if (output === undefined) return { error: error!.replace(address, 'ADDRESS') };
  if (random.has(func)) return { output: '' };
  const text = output.replace(address, 'ADDRESS');
  return { output: unordered.has(func) ? [...text].sort().join('') : text };
}

function differencesOf(calls: readonly ScopeCall[]): unknown[] {
  const ours = ourVerdicts();
  const verdicts = verdictsOfHelm(calls);
  return calls.flatMap((call, i) => {
    const [theirs, mine] = [comparable(call, verdicts[i]!), comparable(call, ours(call.template))];
    return theirs.output === mine.output && theirs.error === mine.error ? [] : [{ template: call.template, helm: theirs, ours: mine }];
  });
}

describeUnless(hasGo ? undefined : 'needs Go', 'values in scope as Helm has them', () => {
  test.each([
    ['actions', actionCalls],
    ['functions', () => functionCalls([...builtins().values(), ...allFuncs(deps).values()])],
  ])(
    '%s',
    (_, calls) => {
      const all = calls();
      const differences = differencesOf(all);
      expect({ count: differences.length, first: differences.slice(0, 5) }).toEqual({ count: 0, first: [] });
    },
    600_000,
  );
});
