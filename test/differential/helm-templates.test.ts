/** Whole charts, made by fast-check, against Helm 4.2.4 (HELM, the PATH, or .cache/bin). Skips where there is none. */
import { execFile, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { HelmError } from '@mcpgw/helm';
import { Command } from 'commander';
import fc from 'fast-check';
import { addRenderFlags, type RenderFlags } from '../../cli/src/render/flags.js';
import { loadChartAt, rendererOf, renderToText, renderWithFlags } from '../../cli/src/render/run.js';
import { type GeneratedChart, generatedChart } from '../helpers/arbitrary-chart.js';
import { writeTree } from '../helpers/command.js';
import { describeUnless } from '../helpers/needs.js';
import { seed } from '../helpers/seed.js';

interface Outcome {
  readonly stdout?: string;
  readonly error?: string;
}

const candidates = [process.env.HELM, 'helm', join(__dirname, '../../.cache/bin/helm')];
const helm = candidates.find(
  path => path !== undefined && spawnSync(path, ['version', '--template', '{{.Version}}'], { encoding: 'utf8' }).stdout?.startsWith('v4.2'),
);
const charts = Number(process.env.CHART_RUNS ?? 500);
const atOnce = 3;

/** Without the hint, which is the command's and not the renderer's. */
const reasonOf = (stderr: string): string =>
  stderr
    .slice(stderr.indexOf('Error: ') + 'Error: '.length)
    .trim()
    .replace(/\n\nUse --debug flag to render out invalid YAML$/, '');

function ofHelm(cwd: string, flags: readonly string[]): Promise<Outcome> {
  return new Promise(done => {
    execFile(helm!, ['template', 'rel', 'top', '--namespace', 'ns', ...flags], { cwd, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      done(error ? { error: reasonOf(stderr) } : { stdout });
    });
  });
}

function ofOurs(cwd: string, argv: readonly string[]): Outcome {
  process.chdir(cwd);
  const flags = addRenderFlags(new Command())
    .exitOverride()
    .parse(['--namespace', 'ns', ...argv], { from: 'user' })
    .opts<RenderFlags>();
  try {
    return { stdout: renderToText(renderWithFlags(rendererOf(loadChartAt('top')), 'rel', flags), flags) };
  } catch (error) {
    if (error instanceof HelmError) return { error: error.message.trim() };
    throw error;
  }
}

interface Comparison {
  readonly helm: Outcome;
  readonly ours: Outcome;
}

async function compare({ files, flags }: GeneratedChart): Promise<Comparison> {
  const folder = writeTree(files);
  try {
    const theirs = await ofHelm(folder, flags);
    return { helm: theirs, ours: ofOurs(folder, flags) };
  } finally {
    process.chdir(home);
    rmSync(folder, { recursive: true });
  }
}

const home = process.cwd();

describeUnless(helm ? undefined : 'needs Helm 4.2', 'charts as Helm renders them', () => {
  beforeAll(() => {
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterAll(() => jest.restoreAllMocks());

  test(`${charts} generated charts`, async () => {
    const cases = fc.sample(generatedChart, { numRuns: charts, seed });
    const compared: (Comparison & GeneratedChart)[] = [];
    const next = async (): Promise<void> => {
      for (let one = cases.pop(); one !== undefined; one = cases.pop()) compared.push({ ...(await compare(one)), ...one });
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    const differences = compared.filter(one => JSON.stringify(one.helm) !== JSON.stringify(one.ours));
    expect({ seed, differences: differences.slice(0, 3), count: differences.length }).toEqual({ seed, differences: [], count: 0 });
    expect(compared.filter(one => one.helm.stdout !== undefined).length).toBeGreaterThan(charts / 4);
  }, 600_000);
});
