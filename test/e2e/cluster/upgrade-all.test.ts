/**
 * `helm upgrade` to values that change everything (changed-values.ts), and back, against a real API server, which refuses to change what is
 * immutable: selectors, claims, classes of Services. Each refusal is in docs/operations.md.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kube, kubeMissing, startKube } from '../../helpers/kube.js';
import { apiVersions, crdsMissing, installCrds, objectsIn } from '../../helpers/kube-objects.js';
import { skipTests } from '../../helpers/needs.js';
import { copyOfChart, helm, helms, helmsMissing, runHelm } from '../../helpers/real-helm.js';
import { after, before, fixed, pairs, paths, switched } from './changed-values.js';
import { expectedObjects, storedObjects, trialNamespace } from './stored.js';

const missing = kubeMissing ?? crdsMissing ?? helmsMissing;
const name = 'demo';

describe('the values', () => {
  test('every value of the schema differs, but for those that a release keeps', () => {
    const same = [...pairs].filter(([, pair]) => pair === undefined || JSON.stringify(pair[0]) === JSON.stringify(pair[1]));
    const switches = same.filter(([, pair]) => typeof pair?.[0] === 'boolean').map(([path]) => path);
    expect(switches.length).toBeGreaterThan(15);
    // Changed by the switched values alone.
    expect(same.map(([path]) => path).filter(path => !switches.includes(path))).toEqual(['gateway.redis.existingSecret.name']);
    expect(Object.keys(fixed).filter(path => !paths.includes(path))).toEqual([]);
  });
});

if (missing !== undefined) {
  skipTests(missing);
} else {
  describe.each(helms)('$version', which => {
    let kube: Kube;
    let chart: string;
    let versions: readonly string[];
    beforeAll(async () => {
      kube = await startKube();
      await installCrds(kube, 'v1.4.1');
      await kube.createNamespace(trialNamespace);
      versions = await apiVersions(kube);
      chart = copyOfChart(kube);
    });
    afterAll(() => kube?.stop());

    const fileOf = (label: string, values: object): string[] => {
      const file = join(kube.folder, `${label}.json`);
      writeFileSync(file, JSON.stringify(values));
      return ['-f', file];
    };

    const expectStored = async (namespace: string, values: readonly string[]) =>
      expect(await storedObjects(kube, [namespace])).toEqual(await expectedObjects(kube, { name, namespace, chart, values }, versions));

    test.each([
      ['names stay', 'kept', false],
      ['names change too', 'renamed', true],
    ] as const)('everything changes, and back: %s', async (_, namespace, names) => {
      await kube.createNamespace(namespace);
      const steps = [before(names), after(names), switched()].map((values, i) => fileOf(`${namespace}-${i}`, values));
      const [first, second, third] = steps as [string[], string[], string[]];
      helm(which, kube, ['install', name, chart, '-n', namespace, ...first]);
      await expectStored(namespace, first);
      for (const step of [second, third]) {
        helm(which, kube, ['upgrade', name, chart, '-n', namespace, ...step]);
        await expectStored(namespace, step);
      }
      for (const revision of [2, 1, 3]) {
        helm(which, kube, ['rollback', name, String(revision), '-n', namespace]);
        await expectStored(namespace, steps[revision - 1]!);
      }
      helm(which, kube, ['uninstall', name, '-n', namespace]);
      expect(await objectsIn(kube, namespace)).toEqual([]);
    });

    const claim = ['--set', 'gateway.enabled=true,gateway.persistence.enabled=true,gateway.persistence.storageClassName=fast'];
    const balancer = ['--set', 'service.type=LoadBalancer,service.loadBalancerClass=example.com/one'];
    const port = ['--set', 'service.type=NodePort,service.nodePort=30500'];

    /** A claim with a volume, as a provisioner of the class makes it. */
    const bind = async (namespace: string): Promise<void> => {
      const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${name}-mcp-gateway-gateway`;
      const patch = (to: string, body: object) => kube.ask(to, { method: 'PATCH', body, contentType: 'application/merge-patch+json' });
      await patch(path, { spec: { volumeName: 'volume' } });
      await patch(`${path}/status`, { status: { phase: 'Bound', capacity: { storage: '100Mi' } } });
    };

    test.each<[string, string[], string[], RegExp]>([
      ['nameOverride beside fullnameOverride', ['--set', 'fullnameOverride=a'], ['--set', 'nameOverride=b'], /spec\.selector.*immutable/],
      ['a claim that grows', claim, ['--set', 'gateway.persistence.size=200Mi'], /only dynamically provisioned pvc can be resized/],
      ['a claim that shrinks', claim, ['--set', 'gateway.persistence.size=50Mi'], /field can not be less than status\.capacity/],
      ['another class of the claim', claim, ['--set', 'gateway.persistence.storageClassName=slow'], /spec is immutable after creation/],
      ['another class of the load balancer', balancer, ['--set', 'service.loadBalancerClass=example.com/two'], /may not change once set/],
    ])('refused: %s; a rollback restores the release, and nothing of the attempt is left', async (what, values, change, reason) => {
      const namespace = what.replaceAll(' ', '-').toLowerCase();
      await kube.createNamespace(namespace);
      helm(which, kube, ['install', name, chart, '-n', namespace, ...values]);
      if (values === claim) await bind(namespace);
      const installed = await storedObjects(kube, [namespace]);
      const { status, stderr } = runHelm(which, kube, ['upgrade', name, chart, '-n', namespace, ...values, ...change]);
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(reason) });
      helm(which, kube, ['rollback', name, '1', '-n', namespace]);
      expect(await storedObjects(kube, [namespace])).toEqual(installed);
      helm(which, kube, ['uninstall', name, '-n', namespace]);
      expect(await objectsIn(kube, namespace)).toEqual([]);
    });

    // Helm 3 cannot roll such an attempt back: it looks for the old names among the new ones.
    test('refused: another name with the same node port; what the attempt made is deleted by --cleanup-on-fail', async () => {
      await kube.createNamespace('port');
      helm(which, kube, ['install', name, chart, '-n', 'port', ...port]);
      const installed = await storedObjects(kube, ['port']);
      const renamed = [...port, '--set', 'fullnameOverride=b', '--cleanup-on-fail'];
      const { status, stderr } = runHelm(which, kube, ['upgrade', name, chart, '-n', 'port', ...renamed]);
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/port is already allocated/) });
      helm(which, kube, ['upgrade', name, chart, '-n', 'port', ...port]);
      expect(await storedObjects(kube, ['port'])).toEqual(installed);
      helm(which, kube, ['uninstall', name, '-n', 'port']);
      expect(await objectsIn(kube, 'port')).toEqual([]);
    });

    test('a load balancer gets another class by way of another type', async () => {
      await kube.createNamespace('class');
      helm(which, kube, ['install', name, chart, '-n', 'class', ...balancer]);
      helm(which, kube, ['upgrade', name, chart, '-n', 'class', '--set', 'service.type=ClusterIP']);
      helm(which, kube, ['upgrade', name, chart, '-n', 'class', ...balancer, '--set', 'service.loadBalancerClass=example.com/two']);
      expect((await kube.ask(`/api/v1/namespaces/class/services/${name}-mcp-gateway`)).spec.loadBalancerClass).toBe('example.com/two');
    });

    test('a claim grows where its class allows it', async () => {
      const metadata = { name: 'fast' };
      const body = {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata,
        provisioner: 'example.com/p',
        allowVolumeExpansion: true,
      };
      await kube.ask('/apis/storage.k8s.io/v1/storageclasses', { method: 'POST', body });
      await kube.createNamespace('grows');
      helm(which, kube, ['install', name, chart, '-n', 'grows', ...claim]);
      await bind('grows');
      helm(which, kube, ['upgrade', name, chart, '-n', 'grows', ...claim, '--set', 'gateway.persistence.size=200Mi']);
      const { spec } = await kube.ask(`/api/v1/namespaces/grows/persistentvolumeclaims/${name}-mcp-gateway-gateway`);
      expect(spec.resources.requests.storage).toBe('200Mi');
    });
  });
}
