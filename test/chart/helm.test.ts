/** Where Helm 4.2 and Helm 3.20 are found (HELM, HELM3, or on the path), they print the goldens, and their linters find nothing in the chart. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerRender } from '../../cli/src/commands/render.js';
import { runCommand } from '../helpers/command.js';
import { describeUnless } from '../helpers/needs.js';
import { chartPath } from './render.js';

const mockWritten: string[] = [];
jest.mock('../../cli/src/stdout.js', () => ({
  writeData: (text: string) => mockWritten.push(text),
  endProcess: () => {},
}));

const root = join(__dirname, '..', '..');
const programs = { HELM: process.env.HELM ?? 'helm', HELM3: process.env.HELM3 ?? 'helm3' };
const run = (command: string, args: string[]) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...programs } });

const examples = ['first-route', 'acme-production', 'gateway-api', 'http-authorization', 'caipe', 'two-instances'];
const goldens = join(root, 'test', 'golden');
const asHelm3 = (name: string): boolean => /^helmVersion: "3"$/m.test(readFileSync(join(goldens, name, 'case.yaml'), 'utf8'));

const helms = [
  { major: '3', helm: programs.HELM3, wanted: '3.20', lintFlags: ['--kube-version', '1.35.0'] },
  { major: '4', helm: programs.HELM, wanted: '4.2', lintFlags: [] },
] as const;

for (const one of helms) {
  const found = run(one.helm, ['version', '--template', '{{.Version}}']).stdout?.startsWith(`v${one.wanted}`) === true;
  describeUnless(found ? undefined : `needs Helm ${one.wanted} as ${one.helm}`, `Helm ${one.wanted}`, () => suite(one));
}

function suite({ major, helm, lintFlags }: (typeof helms)[number]): void {
  test('prints every golden that is for it', () => {
    const names = readdirSync(goldens).filter(name => existsSync(join(goldens, name, 'case.yaml')));
    const cases = names.filter(name => asHelm3(name) === (major === '3')).length;
    const { stdout, stderr } = run(process.execPath, ['tools/record-golden.mjs', '--check', '--only-helm', major]);
    expect(stderr).toBe('');
    expect(stdout).toBe(`${cases} of ${cases} cases as Helm prints them\n`);
    expect(cases).toBeGreaterThan(5);
  }, 300_000);

  test.each(examples)('lints the chart with %s', name => {
    const { status, stdout } = run(helm, ['lint', '--strict', chartPath, '-f', `examples/${name}/values.yaml`, ...lintFlags]);
    expect(stdout).toContain('1 chart(s) linted, 0 chart(s) failed');
    expect(status).toBe(0);
  });

  test.each(examples)('prints for %s what mcpgw prints as this Helm', async name => {
    const flags = ['--kube-version', '1.31.0', '-a', 'monitoring.coreos.com/v1', '-f', `examples/${name}/values.yaml`];
    const { stdout } = run(helm, ['template', 'mcp', chartPath, ...flags]);
    const ours = await runCommand(registerRender, mockWritten, ['render', 'mcp', chartPath, '--helm-version', major, ...flags]);
    expect(ours).toEqual({ code: 0, stdout, stderr: '' });
    expect(stdout.length).toBeGreaterThan(1000);
  });
}
