import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeString, HelmError } from '@mcpgw/helm';
import { Command } from 'commander';
import { addRenderFlags, type RenderFlags } from '../../cli/src/render/flags.js';
import { loadChartAt, rendererOf, renderToText, renderWithFlags } from '../../cli/src/render/run.js';
import { describeUnless } from '../helpers/needs.js';

/**
 * Public charts against what Helm 4.2.4 printed for them. MCPGW_HELM_CORPUS is the folder of cases.json, MCPGW_HELM_CHARTS
 * the one that holds the charts at `<owner>/<name>/<path>`; a chart that is not there is left out.
 */
interface Case {
  readonly id: string;
  readonly repo: string;
  readonly dir?: string;
  readonly path: string;
  readonly args: readonly string[];
  readonly exit: number;
  readonly sha256: string;
}

type Outcome = 'right' | 'different' | 'refused' | 'accepted';

const corpus = process.env.MCPGW_HELM_CORPUS;
const charts = process.env.MCPGW_HELM_CHARTS;
const missing = corpus && charts ? undefined : 'MCPGW_HELM_CORPUS and MCPGW_HELM_CHARTS are not set';

const chartOf = ({ repo, dir = '', path }: Case): string => join(charts!, repo, dir, path);

function readCases(): readonly Case[] {
  const cases = JSON.parse(readFileSync(join(corpus!, 'cases.json'), 'utf8')) as Case[];
  return cases.filter(one => existsSync(chartOf(one)));
}

function expectedFailures(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(__dirname, 'expected-failures/helm-corpus.json'), 'utf8')) as Record<string, string>;
}

/** Standard output, or undefined where the render is refused. */
function render(one: Case): string | undefined {
  const chart = chartOf(one);
  const argv = ['--namespace', 'ns', ...one.args.map(word => word.replaceAll('{chart}', chart))];
  const flags = addRenderFlags(new Command()).exitOverride().parse(argv, { from: 'user' }).opts<RenderFlags>();
  try {
    return renderToText(renderWithFlags(rendererOf(loadChartAt(chart)), 'rel', flags), flags);
  } catch (error) {
    if (error instanceof HelmError) return undefined;
    throw error;
  }
}

function outcomeOf(one: Case): Outcome {
  const text = render(one);
  if (one.exit !== 0) return text === undefined ? 'right' : 'accepted';
  if (text === undefined) return 'refused';
  return createHash('sha256').update(encodeString(text)).digest('hex') === one.sha256 ? 'right' : 'different';
}

describeUnless(missing, 'public charts', () => {
  const home = process.cwd();
  beforeAll(() => {
    process.chdir(corpus!);
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterAll(() => {
    jest.restoreAllMocks();
    process.chdir(home);
  });

  it('render to the byte as Helm does, and what it refuses is refused', () => {
    const cases = readCases();
    const expected = expectedFailures();
    const wrong = cases.map(one => [one.id, outcomeOf(one)] as const).filter(([, outcome]) => outcome !== 'right');
    const ids = new Set(wrong.map(([id]) => id));
    const unexpected = wrong.filter(([id]) => !(id in expected));
    const stale = cases.map(({ id }) => id).filter(id => id in expected && !ids.has(id));
    expect({ unexpected, stale, cases: cases.length > 0 }).toEqual({ unexpected: [], stale: [], cases: true });
  }, 600_000);
});
