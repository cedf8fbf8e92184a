/** Somebody with a Role in one namespace and no right in the cluster installs, upgrades and removes the chart in static mode. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Kube, kubeMissing, startKube } from '../../helpers/kube.js';
import { objectsIn } from '../../helpers/kube-objects.js';
import { root } from '../../helpers/mcpgw.js';
import { skipTests } from '../../helpers/needs.js';
import { copyOfChart, helm, helms, helmsMissing, runHelm } from '../../helpers/real-helm.js';

const missing = kubeMissing ?? helmsMissing;
const values = (name: string): string[] => ['-f', join(root, 'test/golden/values', name)];
const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces';

if (missing !== undefined) {
  skipTests(missing);
} else {
  describe.each(helms)('$version', which => {
    let kube: Kube;
    let chart: string;
    const asInstaller = (...args: string[]) => helm(which, kube, [...args, '-n', 'team'], 'installer');

    beforeAll(async () => {
      kube = await startKube({ users: { installer: [] } });
      chart = copyOfChart(kube);
      for (const name of ['team', 'other']) await kube.createNamespace(name, { 'pod-security.kubernetes.io/enforce': 'restricted' });
      const role = parse(readFileSync(join(root, 'examples/namespace-installer/role.yaml'), 'utf8'));
      await kube.ask(`${rbac}/team/roles`, { method: 'POST', body: role });
      await kube.ask(`${rbac}/team/rolebindings`, {
        method: 'POST',
        body: {
          metadata: { name: 'installer' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: role.metadata.name },
          subjects: [{ kind: 'User', name: 'installer' }],
        },
      });
    });
    afterAll(() => kube?.stop());

    const kinds = async (): Promise<string[]> =>
      (await objectsIn(kube, 'team'))
        .map(({ kind }) => kind)
        .filter(kind => !/^Role/.test(kind))
        .sort();

    test('install', async () => {
      asInstaller('install', 'demo', chart, ...values('jwt.yaml'));
      expect(await kinds()).toEqual(['ConfigMap', 'Deployment', 'NetworkPolicy', 'Service', 'ServiceAccount']);
    });

    test('upgrade to what needs most', async () => {
      const options = [
        'ingress.enabled=true',
        'podDisruptionBudget.enabled=true',
        'autoscaling.enabled=true',
        'probe.cronJob.enabled=true',
      ];
      asInstaller('upgrade', 'demo', chart, ...values('jwt.yaml'), '--set', options.join(','));
      expect(await kinds()).toEqual(
        [
          'ConfigMap',
          'CronJob',
          'Deployment',
          'HorizontalPodAutoscaler',
          'Ingress',
          'NetworkPolicy',
          'PodDisruptionBudget',
          'Service',
          'ServiceAccount',
        ].sort(),
      );
    });

    test('rollback and uninstall', async () => {
      asInstaller('rollback', 'demo', '1');
      expect(await kinds()).toEqual(['ConfigMap', 'Deployment', 'NetworkPolicy', 'Service', 'ServiceAccount']);
      asInstaller('uninstall', 'demo');
      expect(await kinds()).toEqual([]);
    });

    test('not in another namespace', () => {
      const { status, stderr } = runHelm(which, kube, ['install', 'demo', chart, '-n', 'other', ...values('jwt.yaml')], 'installer');
      expect(status).toBe(1);
      expect(stderr).toContain('User "installer" cannot');
      expect(stderr).toContain('in the namespace "other"');
    });
  });
}
