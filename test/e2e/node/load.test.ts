/** Sessions, fifty of them by `make load`, call two gateways of the chart all the time, while their pods are replaced in every way that loses nothing. */
import { crdsMissing, type KubeObject } from '../../helpers/kube-objects.js';
import { MetricsDouble, metricsDoubleMissing } from '../../helpers/metrics-double.js';
import { describeUnless } from '../../helpers/needs.js';
import { helmsMissing } from '../../helpers/real-helm.js';
import { until } from '../../helpers/until.js';
import { type Exchange, isAnswer, progressOf, ResumingClient } from '../resuming-client.js';
import {
  fleetValues,
  gatewayName,
  gateways,
  isRolledOut,
  Load,
  namespace,
  nothingFailed,
  podPath,
  redisProgramMissing,
  release,
  rolledOut,
  servicePort,
  startNodeOfFleet,
} from './load.js';
import { isFullLoad, loadRepeats, nodeMissing } from './needs.js';
import type { Node } from './node.js';

const sessions = isFullLoad ? 50 : 8;
const values = (round: string): object => fleetValues({}, { podAnnotations: { round } });

const missing = nodeMissing ?? crdsMissing ?? helmsMissing ?? redisProgramMissing ?? metricsDoubleMissing;

describeUnless(missing, 'sessions on two gateways', () => {
  let node: Node;
  let port: number;
  let load: Load;
  let metrics: MetricsDouble | undefined;

  beforeAll(async () => {
    node = await startNodeOfFleet();
    await release(node, 'install', values('one'));
    port = await servicePort(node);
    load = await Load.start(node, sessions, { repeats: loadRepeats });
  });
  afterAll(async () => {
    await load?.end();
    await metrics?.stop();
    await node?.stop();
  });

  const gone = (pods: readonly KubeObject[]) =>
    until(async () => {
      const answers = await Promise.all(pods.map(pod => node.request(podPath(pod))));
      return answers.every(({ status }) => status === 404);
    }, 'the pods are gone');

  const nothingFails = () => expect(load.failures()).toEqual(nothingFailed);

  test('both gateways serve them', async () => {
    await load.goesOn();
    for (const { metadata } of await gateways(node)) {
      await until(async () => {
        // The Service may lead all of a few sessions to one gateway.
        const client = await ResumingClient.open(port);
        await client.call(port, 'up__echo', { nonce: 'x' }).ended();
        const { stdout } = await node.exec(metadata.name, ['node', '-e', asksMetrics], { namespace });
        return Number(stdout) > 0;
      }, `${metadata.name} has answered calls`);
    }
    nothingFails();
  });

  test('a rolling upgrade loses no call', async () => {
    const before = await gateways(node);
    await release(node, 'upgrade', values('two'));
    await rolledOut(node, gatewayName, 2);
    await gone(before);
    await load.goesOn();
    nothingFails();
  });

  test('a pod that is deleted loses no call', async () => {
    const [pod] = await gateways(node);
    await node.ask(podPath(pod!), { method: 'DELETE' });
    await gone([pod!]);
    await rolledOut(node, gatewayName, 2);
    await load.goesOn();
    nothingFails();
  });

  test('a drain of the node waits for the budget, and loses no call', async () => {
    const evict = async (pod: KubeObject) => {
      const { name } = pod.metadata;
      const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
      return (await node.request(`${podPath(pod)}/eviction`, { method: 'POST', body })).status;
    };
    const schedulable = (value: boolean) =>
      node.ask('/api/v1/nodes/node-1', {
        method: 'PATCH',
        body: JSON.stringify({ spec: { unschedulable: value ? null : true } }),
        contentType: 'application/merge-patch+json',
      });
    const [first, second] = await gateways(node);
    await schedulable(false);
    const statuses = [await evict(first!), await evict(second!)];
    // There is one node: what is evicted finds another place once it may be used again.
    await schedulable(true);
    expect(statuses).toEqual([201, 429]);
    await until(async () => (await evict(second!)) === 201, 'the second pod is evicted, when another one is ready');
    await gone([first!, second!]);
    await rolledOut(node, gatewayName, 2);
    await load.goesOn();
    nothingFails();
  });

  test('an autoscaler adds gateways for a load and removes them after it, and no call is lost', async () => {
    metrics = await MetricsDouble.start(node, node.sandbox);
    const path = `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`;
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: gatewayName };
    const target = { type: 'AverageValue', averageValue: '100m' };
    const spec = {
      scaleTargetRef,
      minReplicas: 1,
      maxReplicas: 6,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }],
      behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
    };
    /** Waits until there are so many gateways, which share a load, in thousandths of a core. */
    const shared = (load: number, count: number) =>
      until(async () => {
        const pods = (await gateways(node)).map(({ metadata }) => metadata.name);
        metrics!.say({ container: 'mcpgw', pods, usage: { cpu: `${Math.ceil(load / pods.length)}m`, memory: '64Mi' } });
        return pods.length === count && (await isRolledOut(node, gatewayName, count));
      }, `${count} gateways for ${load}m`);

    await node.ask(path, { method: 'POST', body: { metadata: { name: 'gateway' }, spec } });
    // 380m are four times 100m, and 150m are two times.
    await shared(380, 4);
    await load.goesOn();
    const four = await gateways(node);
    await shared(150, 2);
    const stay = (await gateways(node)).map(({ metadata }) => metadata.name);
    await gone(four.filter(({ metadata }) => !stay.includes(metadata.name)));
    const { status } = await node.ask(`${path}/gateway`);
    expect(status.conditions).toContainEqual(
      expect.objectContaining({ type: 'ScalingActive', status: 'True', reason: 'ValidMetricFound' }),
    );
    await node.ask(`${path}/gateway`, { method: 'DELETE' });
    await load.goesOn();
    nothingFails();
  });

  test('a stream that breaks while all gateways are replaced resumes: each event comes once, and then the answer', async () => {
    const steps = 60;
    const client = await ResumingClient.open(port);
    let stream: Exchange = client.call(port, 'up__progress', { nonce: 'x', count: steps, ms: 250 });
    const streams = [stream];
    const before = await gateways(node);
    const upgrade = release(node, 'upgrade', values('three'));
    const seen = () => progressOf(streams.flatMap(({ messages }) => messages));
    await until(() => seen().length >= 2, 'progress comes');
    // It breaks four times, and ends whenever the gateway that has it leaves.
    for (let breaks = 0; !stream.messages.some(isAnswer); breaks++) {
      if (breaks < 4) stream.break();
      const { length } = seen();
      stream = client.get(port, streams.findLast(({ lastId }) => lastId !== undefined)!.lastId);
      streams.push(stream);
      await new Promise(resolve => setTimeout(resolve, 100));
      await until(() => stream.isEnded || (breaks < 3 && seen().length >= length + 8), 'more progress comes, or the end');
    }
    await upgrade;
    expect(seen()).toEqual(Array.from({ length: steps }, (_, index) => index + 1));
    expect(stream.messages.at(-1)).toMatchObject({ result: { content: [{ text: 'up x' }] } });
    await rolledOut(node, gatewayName, 2);
    await gone(before);
    await load.goesOn();
    nothingFails();
  });
});

const asksMetrics = `fetch('http://127.0.0.1:8080/metrics').then(answer => answer.text()).then(text => console.log(
  text.split('\\n').filter(line => /^mcpgw_requests_total.*tools.call/.test(line)).map(line => Number(line.split(' ').at(-1)))
    .reduce((sum, count) => sum + count, 0)))`;
