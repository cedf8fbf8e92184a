/** The soak test of test/soak/ for a minute: every phase, with the verdicts of a long run. Times decide nothing in it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redisMissing } from '../../packages/store/test/redis-server.js';
import { root } from '../helpers/mcpgw.js';
import { describeUnless, testUnless } from '../helpers/needs.js';

interface Phase {
  readonly name: string;
  readonly skipped?: string;
  readonly calls: number;
  readonly verdicts: readonly { readonly what: string; readonly met: boolean; readonly detail: string; readonly known?: string }[];
}

const namespaces = [['--mount'], ['--user', '--map-root-user', '--mount']];
const noMount = namespaces.some(flags => spawnSync('unshare', [...flags, 'true']).status === 0)
  ? undefined
  : 'a small disk cannot be mounted here';

const phases: readonly [string, string | undefined][] = [
  ['steady', undefined],
  ['kills', undefined],
  ['frozen', undefined],
  ['sessions', undefined],
  ['storms', undefined],
  ['readers', undefined],
  ['large', undefined],
  ['reload', undefined],
  ['redis', redisMissing],
  ['disk', noMount],
  ['drain', undefined],
];

let folder: string;

function soak(env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/soak.mjs')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', HOME: folder, SOAK_REPORT: folder, SOAK_SEED: '15', ...env },
  });
  return { status, stdout, stderr };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgw-soak-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeUnless(process.platform === 'linux' ? undefined : 'it reads /proc, so it needs Linux', 'a soak', () => {
  it.each([
    [{ SOAK_TIME: 'soon' }, 'soak: SOAK_TIME is "soon"; write 90s, 10m or 2h\n'],
    [{ SOAK_TIME: '0s' }, 'soak: SOAK_TIME is "0s"; write 90s, 10m or 2h\n'],
    [{ SOAK_SEED: 'x' }, 'soak: SOAK_SEED is "x"; it is a whole number\n'],
    [{ SOAK_PHASE: 'steady,none' }, `soak: there is no phase "none"; there are ${phases.map(([name]) => name).join(', ')}\n`],
  ])('with %j does not run', (env, message) => {
    expect(soak(env)).toEqual({ status: 2, stdout: '', stderr: message });
  });

  it('of a gateway that does not start names what is violated', () => {
    const broken = join(folder, 'broken.mjs');
    writeFileSync(broken, 'process.exit(3);\n');
    const { status, stdout } = soak({ SOAK_TIME: '1s', SOAK_PHASE: 'reload', MCPGW_EXECUTABLE: broken });
    expect([status, stdout]).toEqual([1, expect.stringContaining('violated: the phase runs to its end: Error: mcpgw serve ended with 3')]);
    const { violations } = JSON.parse(readFileSync(join(folder, 'soak-report.json'), 'utf8'));
    expect(violations).toEqual([expect.stringMatching(/^reload: the phase runs to its end: Error: mcpgw serve ended with 3/)]);
  });

  describe('of a minute', () => {
    let reports: readonly Phase[];
    beforeAll(() => {
      const { stdout, stderr } = soak({ SOAK_TIME: '1m' });
      const report = JSON.parse(readFileSync(join(folder, 'soak-report.json'), 'utf8'));
      if (report.time !== '1m') throw new Error(`it left no report:\n${stdout}${stderr}`);
      reports = report.phases;
    }, 1_200_000);

    for (const [name, missing] of phases)
      testUnless(missing, name, () => {
        const phase = reports.find(report => report.name === name)!;
        expect(phase.skipped).toBeUndefined();
        expect(phase.verdicts.filter(({ met, known }) => !met && known === undefined)).toEqual([]);
        expect(phase.calls).toBeGreaterThan(0);
      });
  });
});
