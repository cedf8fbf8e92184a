/**
 * `helm uninstall` leaves nothing behind: not what hooks made either, which Helm itself does not delete, and however a test ended.
 * Every kind that the chart renders is named here.
 */
import { spawn } from 'node:child_process';
import { type GoldenCase, goldenCases, objectOf, oneOfEachKinds } from '../../helpers/golden-cases.js';
import { type Kube, kubeMissing, startKube } from '../../helpers/kube.js';
import { crdsMissing, installCrds, type KubeObject, objectsIn } from '../../helpers/kube-objects.js';
import { skipTests } from '../../helpers/needs.js';
import { copyOfChart, type Helm, helm, helms, helmsMissing } from '../../helpers/real-helm.js';
import { until } from '../../helpers/until.js';

const missing = kubeMissing ?? crdsMissing ?? helmsMissing;
const name = 'demo';

const objectsOf = ({ documents }: GoldenCase): KubeObject[] => documents.map(objectOf);
const allObjects = goldenCases.flatMap(objectsOf);
const isHook = ({ metadata }: KubeObject): boolean => metadata.annotations?.['helm.sh/hook'] !== undefined;

describe('what the chart renders', () => {
  test('kinds whose objects Helm deletes with the release', () => {
    expect([...new Set(allObjects.filter(object => !isHook(object)).map(({ kind }) => kind))].sort()).toEqual([
      'AgentgatewayBackend',
      'AgentgatewayPolicy',
      'ConfigMap',
      'CronJob',
      'Deployment',
      'Gateway',
      'HTTPRoute',
      'HorizontalPodAutoscaler',
      'Ingress',
      'NetworkPolicy',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'PodMonitor',
      'PrometheusRule',
      'Service',
      'ServiceAccount',
      'ServiceMonitor',
    ]);
  });

  test('hooks are pods of tests, deleted however they end, and their log is told where they fail', () => {
    const hooks = allObjects.filter(isHook);
    expect(hooks.length).toBeGreaterThan(40);
    const of = ({ kind, metadata: { annotations = {} } }: KubeObject) =>
      [kind, ...['hook', 'hook-delete-policy', 'hook-output-log-policy'].map(key => annotations[`helm.sh/${key}`])].join(' | ');
    expect([...new Set(hooks.map(of))]).toEqual(['Pod | test | before-hook-creation,hook-succeeded,hook-failed | hook-failed']);
  });

  test('no object is kept, and none is owned by the cluster: all have a namespace', () => {
    expect(allObjects.filter(({ metadata }) => metadata.annotations?.['helm.sh/resource-policy'] !== undefined)).toEqual([]);
    const ofCluster = new Set(['Namespace', 'ClusterRole', 'ClusterRoleBinding', 'PersistentVolume', 'CustomResourceDefinition']);
    expect(allObjects.filter(({ kind }) => ofCluster.has(kind))).toEqual([]);
  });
});

/** `helm test` while its pod ends in `phase`, which here no kubelet does. */
async function tested(which: Helm, kube: Kube, namespace: string, phase: 'Failed' | 'Succeeded' | undefined): Promise<number | null> {
  const env = { PATH: process.env.PATH ?? '', HOME: kube.folder, KUBECONFIG: kube.kubeconfig() };
  const timeout = phase === undefined ? '3s' : '60s';
  const child = spawn(which.program, ['test', name, '-n', namespace, '--timeout', timeout], { env, stdio: 'ignore' });
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  const pods = async () => (await objectsIn(kube, namespace)).filter(({ kind }) => kind === 'Pod');
  const [pod] = await until(async () => {
    const found = await pods();
    return found.length > 0 && found;
  }, 'the pod of the test');
  if (phase !== undefined) {
    const path = `/api/v1/namespaces/${namespace}/pods/${pod!.metadata.name}/status`;
    await kube.ask(path, { method: 'PATCH', body: { status: { phase } }, contentType: 'application/merge-patch+json' });
  }
  return ended;
}

if (missing !== undefined) {
  skipTests(missing);
} else {
  const cases = oneOfEachKinds(
    goldenCases.filter(({ release, isTemplateOnly, gatewayVersion }) => release === name && !isTemplateOnly && gatewayVersion === 'v1.4.1'),
  ).filter(golden => !objectsOf(golden).some(({ kind }) => /Monitor|PrometheusRule/.test(kind)));

  describe.each(helms)('$version', which => {
    let kube: Kube;
    let chart: string;
    beforeAll(async () => {
      kube = await startKube();
      await installCrds(kube, 'v1.4.1');
      chart = copyOfChart(kube);
    });
    afterAll(() => kube?.stop());

    test.each(cases.map((golden, i) => [golden.name, golden, `of-${i}`] as const))('%s', async (_, golden, namespace) => {
      const others = [...new Set(objectsOf(golden).map(object => object.metadata.namespace ?? golden.namespace))].filter(
        other => other !== golden.namespace,
      );
      await kube.createNamespace(namespace);
      for (const other of others) if ((await kube.request(`/api/v1/namespaces/${other}`)).status === 404) await kube.createNamespace(other);
      helm(which, kube, ['install', name, chart, '-n', namespace, ...golden.valueFlags]);
      helm(which, kube, ['uninstall', name, '-n', namespace]);
      for (const each of [namespace, ...others]) expect(await objectsIn(kube, each)).toEqual([]);
    });

    test.each([
      ['succeeded', 'Succeeded', 0],
      ['failed', 'Failed', 1],
      ['had no end in time', undefined, 1],
    ] as const)('a test that %s leaves no pod', async (_, phase, status) => {
      const namespace = `test-${(phase ?? 'none').toLowerCase()}`;
      await kube.createNamespace(namespace);
      const target = ['--set-json', 'global.agentgateway.extraMcpTargets=[{"id":"a","host":"a","port":8000}]'];
      helm(which, kube, ['install', name, chart, '-n', namespace, ...target]);
      expect(await tested(which, kube, namespace, phase)).toBe(status);
      helm(which, kube, ['uninstall', name, '-n', namespace]);
      expect((await objectsIn(kube, namespace)).map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([]);
    });
  });
}
