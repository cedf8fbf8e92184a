/**
 * The chart's HorizontalPodAutoscaler acts: the real controller reads the use of pods from the metrics API and changes the number of proxies.
 * There is no kubelet and no metrics server here: pods are made ready by the test, and `MetricsDouble` answers as metrics.k8s.io.
 * node/load.test.ts has both, and gateways that run.
 */
import { join } from 'node:path';
import { endServer, findProgram, type Kube, kubeMissing, type Server, startKube, startServer } from '../../helpers/kube.js';
import { type KubeObject, objectsIn } from '../../helpers/kube-objects.js';
import { mcpgw, root } from '../../helpers/mcpgw.js';
import { MetricsDouble, metricsDoubleMissing } from '../../helpers/metrics-double.js';
import { skipTests } from '../../helpers/needs.js';
import { copyOfChart, helm, helms, helmsMissing } from '../../helpers/real-helm.js';
import { until } from '../../helpers/until.js';

const controllers = findProgram('kube-controller-manager', process.env.KUBE_CONTROLLER_MANAGER);
const missing =
  kubeMissing ??
  helmsMissing ??
  (controllers === undefined ? 'needs kube-controller-manager on the path or in KUBE_CONTROLLER_MANAGER' : undefined) ??
  metricsDoubleMissing;
const name = 'demo-mcp-gateway';

if (missing !== undefined) {
  skipTests(missing);
} else {
  const which = helms.at(-1)!;
  let double: MetricsDouble | undefined;
  /** What each pod uses. */
  let usage = { cpu: '0', memory: '0' };
  let kube: Kube;
  let chart: string;
  let manager: Server;

  beforeAll(async () => {
    kube = await startKube();
    chart = copyOfChart(kube);
    manager = startServer(controllers!, [
      `--kubeconfig=${kube.kubeconfig()}`,
      '--controllers=horizontal-pod-autoscaler-controller,deployment-controller,replicaset-controller',
      '--leader-elect=false',
      '--secure-port=0',
      '--horizontal-pod-autoscaler-sync-period=1s',
    ]);
  });
  afterAll(async () => {
    await double?.stop();
    if (manager !== undefined) await endServer(manager);
    await kube?.stop();
  });

  /** The autoscaler after every pod of the namespace was made ready, as if it had run for long. */
  async function autoscaler(namespace: string): Promise<KubeObject> {
    const objects = await objectsIn(kube, namespace);
    const pods = objects.filter(({ kind }) => kind === 'Pod');
    double?.say({ container: 'agentgateway', pods: pods.map(({ metadata }) => metadata.name), usage });
    const past = '2026-01-01T00:00:00Z';
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: past }];
    for (const { metadata } of pods.filter(({ status }) => status.phase !== 'Running')) {
      const body = { status: { phase: 'Running', startTime: past, conditions } };
      const path = `/api/v1/namespaces/${namespace}/pods/${metadata.name}/status`;
      await kube.request(path, { method: 'PATCH', body, contentType: 'application/merge-patch+json' });
    }
    return objects.find(({ kind }) => kind === 'HorizontalPodAutoscaler')!;
  }

  const condition = (scaler: KubeObject, type: string): KubeObject | undefined =>
    scaler.status?.conditions?.find((entry: KubeObject) => entry.type === type);
  const replicas = async (namespace: string): Promise<number> =>
    (await kube.ask(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`)).spec.replicas;

  const on = ['--set', 'autoscaling.enabled=true,autoscaling.behavior.scaleDown.stabilizationWindowSeconds=0'];

  async function install(namespace: string, values: readonly string[]): Promise<void> {
    await kube.createNamespace(namespace);
    helm(which, kube, ['install', 'demo', chart, '-n', namespace, ...on, ...values]);
  }

  test('without a metrics API it keeps the least number, and says that there are no metrics', async () => {
    await install('none', []);
    const scaler = await until(async () => {
      const found = await autoscaler('none');
      return condition(found, 'ScalingActive')?.status === 'False' && found;
    }, 'the autoscaler says why it does nothing');
    expect(condition(scaler, 'ScalingActive')).toMatchObject({ reason: 'FailedGetResourceMetric' });
    await until(async () => (await replicas('none')) === 2, 'the least number of proxies');
  });

  test('with one it follows the use of processor and memory, up and down within the bounds', async () => {
    double = await MetricsDouble.start(kube);
    // Of 100m and 128Mi that the proxy requests.
    usage = { cpu: '80m', memory: '64Mi' };
    await install('acts', ['--set', 'autoscaling.targetMemoryUtilizationPercentage=75']);
    const settled = (wanted: number) =>
      until(async () => {
        const scaler = await autoscaler('acts');
        return condition(scaler, 'ScalingActive')?.status === 'True' && (await replicas('acts')) === wanted;
      }, `${wanted} proxies`);
    await settled(2);
    usage = { cpu: '120m', memory: '64Mi' };
    await settled(5);
    usage = { cpu: '1m', memory: '1Mi' };
    await settled(2);
    usage = { cpu: '1m', memory: '128Mi' };
    await until(async () => {
      await autoscaler('acts');
      return (await replicas('acts')) > 2;
    }, 'more proxies, because of their memory');
  });

  test('without requests it cannot act, which mcpgw validate says before', async () => {
    const values = ['--set-json', 'resources={"requests":null,"limits":null}'];
    await install('requests', values);
    const scaler = await until(async () => {
      const found = await autoscaler('requests');
      return /missing request for cpu/.test(condition(found, 'ScalingActive')?.message ?? '') && found;
    }, 'the autoscaler misses the requests');
    expect(condition(scaler, 'ScalingActive')).toMatchObject({ status: 'False', reason: 'FailedGetResourceMetric' });
    const { status, stdout } = mcpgw(['validate', join(root, 'charts/mcp-gateway'), ...on, ...values, '--strict']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining('autoscaler-cannot-scale') });
  });
}
