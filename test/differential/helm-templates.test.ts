/** Whole charts, made by fast-check, against Helm 4.2 and Helm 3.20 (test/helpers/helm-programs.ts). Skips where there is none. */
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { type GeneratedChart, generatedChart } from '../helpers/arbitrary-chart.js';
import { writeTree } from '../helpers/command.js';
import { type HelmProgram, helmPrograms, type Outcome, ofHelm, ofOurs } from '../helpers/helm-programs.js';
import { testUnless } from '../helpers/needs.js';
import { seed } from '../helpers/seed.js';

const charts = Number(process.env.CHART_RUNS ?? 500);
const atOnce = 3;

type Printed = Omit<Outcome, 'log'>;

interface Comparison {
  readonly helm: Printed;
  readonly ours: Printed;
}

const withoutLog = ({ stdout, error }: Outcome): Printed => (error === undefined ? { stdout: stdout! } : { error });

async function compare(helm: HelmProgram, { files, flags }: GeneratedChart): Promise<Comparison> {
  const folder = writeTree(files);
  try {
    const theirs = await ofHelm(helm, folder, flags);
    return { helm: withoutLog(theirs), ours: withoutLog(ofOurs(helm.dialect, folder, flags)) };
  } finally {
    process.chdir(home);
    rmSync(folder, { recursive: true });
  }
}

const home = process.cwd();

for (const { name, dialect, program, missing } of helmPrograms) {
  testUnless(
    missing,
    `${charts} generated charts as ${name} renders them`,
    async () => {
      const cases = fc.sample(generatedChart, { numRuns: charts, seed });
      const compared: (Comparison & GeneratedChart)[] = [];
      const next = async (): Promise<void> => {
        for (let one = cases.pop(); one !== undefined; one = cases.pop())
          compared.push({ ...(await compare({ dialect, program: program! }, one)), ...one });
      };
      await Promise.all(Array.from({ length: atOnce }, next));
      const differences = compared.filter(one => JSON.stringify(one.helm) !== JSON.stringify(one.ours));
      expect({ seed, differences: differences.slice(0, 3), count: differences.length }).toEqual({ seed, differences: [], count: 0 });
      expect(compared.filter(one => one.helm.stdout !== undefined).length).toBeGreaterThan(charts / 4);
    },
    600_000,
  );
}
