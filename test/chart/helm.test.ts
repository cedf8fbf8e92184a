/** Where Helm 4.2.4 is found (HELM, or on the path), it prints the goldens, and its linter finds nothing in the chart. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { skipTests } from '../helpers/needs.js';
import { chartPath } from './render.js';

const root = join(__dirname, '..', '..');
const helm = process.env.HELM ?? 'helm';
const run = (command: string, args: string[]) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8', env: { ...process.env, HELM: helm } });
const version = run(helm, ['version', '--template', '{{.Version}}']).stdout;

if (!version?.startsWith('v4.2')) {
  skipTests(`needs Helm 4.2, found ${version || 'none'}`);
} else {
  test('Helm prints every golden', () => {
    const goldens = join(root, 'test', 'golden');
    const cases = readdirSync(goldens).filter(name => existsSync(join(goldens, name, 'case.yaml'))).length;
    const { stdout, stderr } = run(process.execPath, ['tools/record-golden.mjs', '--check']);
    expect(stderr).toBe('');
    expect(stdout).toBe(`${cases} of ${cases} cases as Helm prints them\n`);
  }, 300_000);

  test.each(['first-route', 'acme-production', 'gateway-api', 'http-authorization', 'caipe', 'two-instances'])(
    'helm lint --strict with %s',
    name => {
      const { status, stdout } = run(helm, ['lint', '--strict', chartPath, '-f', `examples/${name}/values.yaml`]);
      expect(stdout).toContain('1 chart(s) linted, 0 chart(s) failed');
      expect(status).toBe(0);
    },
  );
}

const helm3 = process.env.HELM3 ?? 'helm3';
const version3 = run(helm3, ['version', '--template', '{{.Version}}']).stdout;

if (!version3?.startsWith('v3.')) {
  skipTests(`needs Helm 3, found ${version3 || 'none'}`);
} else {
  test.each(['first-route', 'acme-production', 'gateway-api', 'http-authorization', 'caipe', 'two-instances'])(
    'Helm 3 prints the same for %s, but for empty lines',
    name => {
      const args = [
        'template',
        'mcp',
        chartPath,
        '-f',
        `examples/${name}/values.yaml`,
        '--kube-version',
        '1.31.0',
        '-a',
        'monitoring.coreos.com/v1',
      ];
      const lines = (command: string) =>
        run(command, args)
          .stdout.split('\n')
          .filter(line => line !== '');
      expect(lines(helm3)).toEqual(lines(helm));
      expect(lines(helm3).length).toBeGreaterThan(50);
      expect(run(helm3, ['lint', '--strict', chartPath, '-f', `examples/${name}/values.yaml`, '--kube-version', '1.31.0']).status).toBe(0);
    },
  );
}
