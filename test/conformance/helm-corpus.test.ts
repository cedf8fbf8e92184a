import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, encodeString, helm3, helm4 } from '@mcpgw/helm';
import { helmPrograms, templateArgs } from '../helpers/helm-programs.js';
import { testUnless } from '../helpers/needs.js';
import { argsOf, type Case, chartOf, corpus, missing, readCases, render } from './public-charts.js';

/** Public charts against what Helm 4.2.4 printed for them, and what the installed Helm 3.20 prints. A chart that is not there is left out. */
type Printed = Pick<Case, 'exit' | 'sha256'>;
type Outcome = 'right' | 'different' | 'refused' | 'accepted';

const sumOf = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

function expectedFailures(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(__dirname, 'expected-failures/helm-corpus.json'), 'utf8')) as Record<string, string>;
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
