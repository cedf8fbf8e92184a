import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, encodeString, HelmError, helm3, helm4 } from '@mcpgw/helm';
import { Command } from 'commander';
import { addRenderFlags, type RenderFlags } from '../../cli/src/render/flags.js';
import { rendererAt, renderToText, renderWithFlags } from '../../cli/src/render/run.js';
import { helmPrograms, templateArgs } from '../helpers/helm-programs.js';
import { testUnless } from '../helpers/needs.js';

/**
 * Public charts against what Helm 4.2.4 printed for them, and what the installed Helm 3.20 prints. MCPGW_HELM_CORPUS is the folder of
 * cases.json, MCPGW_HELM_CHARTS the one that holds the charts at `<owner>/<name>/<path>`; a chart that is not there is left out.
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

type Printed = Pick<Case, 'exit' | 'sha256'>;
type Outcome = 'right' | 'different' | 'refused' | 'accepted';

const corpus = process.env.MCPGW_HELM_CORPUS;
const charts = process.env.MCPGW_HELM_CHARTS;
const missing = corpus && charts ? undefined : 'MCPGW_HELM_CORPUS and MCPGW_HELM_CHARTS are not set';

const chartOf = ({ repo, dir = '', path }: Case): string => join(charts!, repo, dir, path);
const argsOf = (one: Case): string[] => one.args.map(word => word.replaceAll('{chart}', chartOf(one)));
const sumOf = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

function readCases(): readonly Case[] {
  const cases = JSON.parse(readFileSync(join(corpus!, 'cases.json'), 'utf8')) as Case[];
  return cases.filter(one => existsSync(chartOf(one)));
}

function expectedFailures(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(__dirname, 'expected-failures/helm-corpus.json'), 'utf8')) as Record<string, string>;
}

/** Standard output, or undefined where the render is refused. */
function render(one: Case, { version }: Dialect): string | undefined {
  const argv = ['--namespace', 'ns', '--helm-version', version, ...argsOf(one)];
  const flags = addRenderFlags(new Command()).exitOverride().parse(argv, { from: 'user' }).opts<RenderFlags>();
  try {
    return renderToText(renderWithFlags(rendererAt(chartOf(one), flags), 'rel', flags), flags);
  } catch (error) {
    if (error instanceof HelmError) return undefined;
    throw error;
  }
}

function outcomeOf(one: Case, printed: Printed, dialect: Dialect): Outcome {
  const text = render(one, dialect);
  if (printed.exit !== 0) return text === undefined ? 'right' : 'accepted';
  if (text === undefined) return 'refused';
  return sumOf(encodeString(text)) === printed.sha256 ? 'right' : 'different';
}

const atOnce = 3;

/** What a Helm prints for each case now. */
async function print(cases: readonly Case[], program: string, dialect: Dialect): Promise<Map<Case, Printed>> {
  const printed = new Map<Case, Printed>();
  const left = [...cases];
  const run = (one: Case): Promise<Printed> =>
    new Promise(done => {
      const args = templateArgs(dialect, 'rel', chartOf(one), argsOf(one));
      const options = { cwd: corpus!, maxBuffer: 1 << 28, encoding: 'buffer' } as const;
      execFile(program, args, options, (failed, stdout) => done({ exit: failed ? 1 : 0, sha256: sumOf(stdout) }));
    });
  const next = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) printed.set(one, await run(one));
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return printed;
}

/** Fails where a case is wrong that is not expected to be, or right in spite of that. */
function check(cases: readonly Case[], dialect: Dialect, printedOf: (one: Case) => Printed): void {
  const expected = expectedFailures();
  const wrong = cases.map(one => [one.id, outcomeOf(one, printedOf(one), dialect)] as const).filter(([, outcome]) => outcome !== 'right');
  const ids = new Set(wrong.map(([id]) => id));
  const unexpected = wrong.filter(([id]) => !(id in expected));
  const stale = cases.map(({ id }) => id).filter(id => id in expected && !ids.has(id));
  expect({ unexpected, stale, cases: cases.length > 0 }).toEqual({ unexpected: [], stale: [], cases: true });
}

describe('public charts render to the byte as Helm does, and what it refuses is refused', () => {
  const home = process.cwd();
  beforeAll(() => {
    if (missing === undefined) process.chdir(corpus!);
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterAll(() => {
    jest.restoreAllMocks();
    process.chdir(home);
  });

  testUnless(missing, 'recorded with Helm 4.2.4', () => check(readCases(), helm4, one => one), 600_000);

  const { program, missing: noHelm } = helmPrograms.find(({ dialect }) => dialect === helm3)!;
  testUnless(
    missing ?? noHelm,
    'as Helm 3.20 prints them',
    async () => {
      const cases = readCases();
      const printed = await print(cases, program!, helm3);
      check(cases, helm3, one => printed.get(one)!);
    },
    1_200_000,
  );
});
