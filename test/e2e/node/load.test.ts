/** Fifty sessions call two gateways of the chart all the time, while their pods are replaced in every way that loses nothing. */
import { crdsMissing, installCrds } from '../../helpers/kube-objects.js';
import { describeUnless } from '../../helpers/needs.js';
import { helmsMissing } from '../../helpers/real-helm.js';
import { until, untilPasses } from '../../helpers/until.js';
import {
  deployRedis,
  deployUpstream,
  fleetValues,
  gatewayName,
  gateways,
  Load,
  namespace,
  nothingFailed,
  podPath,
  redisProgramMissing,
  release,
  rolledOut,
  servicePort,
} from './load.js';
import { mcpgwArchive } from './mcpgw-image.js';
import { nodeMissing } from './needs.js';
import { type Node, startNode } from './node.js';

const sessions = 50;

describeUnless(nodeMissing ?? crdsMissing ?? helmsMissing ?? redisProgramMissing, 'fifty sessions on two gateways', () => {
  let node: Node;
  let port: number;
  let load: Load;

  beforeAll(async () => {
    node = await startNode();
    await installCrds(node, 'v1.4.1');
    node.importImage(mcpgwArchive(node.sandbox.folder));
    await node.createNamespace(namespace, { 'pod-security.kubernetes.io/enforce': 'restricted' });
    await deployRedis(node);
    await deployUpstream(node, 'up');
    await rolledOut(node, 'redis', 1);
    await rolledOut(node, 'up', 1);
    await release(node, 'install', fleetValues());
    port = await servicePort(node);
    load = await Load.start(port, sessions);
  });
  afterAll(async () => {
    await load?.end();
    await node?.stop();
  });

  test('both gateways serve them', async () => {
    await load.goesOn();
    const served = [];
    for (const { metadata } of await gateways(node)) {
      const { stdout } = await node.exec(metadata.name, ['/bin/node', '-e', asksMetrics], { namespace });
      served.push(Number(stdout) > 0);
    }
    expect([served, load.failures]).toEqual([[true, true], nothingFailed]);
  });

  test('a rolling upgrade loses no call and no session', async () => {
    const before = (await gateways(node)).map(({ metadata }) => metadata.name);
    await release(node, 'upgrade', fleetValues({}, { podAnnotations: { round: 'two' } }));
    await rolledOut(node, gatewayName, 2);
    await load.goesOn();
    const after = (await gateways(node)).map(({ metadata }) => metadata.name);
    expect(after.filter(name => before.includes(name))).toEqual([]);
    expect(load.failures).toEqual(nothingFailed);
  });

  test('a pod that is deleted loses no call', async () => {
    const [pod] = await gateways(node);
    await node.ask(podPath(pod!), { method: 'DELETE' });
    await until(async () => (await node.request(podPath(pod!))).status === 404, 'the pod is gone');
    await rolledOut(node, gatewayName, 2);
    await load.goesOn();
    expect(load.failures).toEqual(nothingFailed);
  });
});

const asksMetrics = `fetch('http://127.0.0.1:8080/metrics').then(answer => answer.text()).then(text => console.log(
  text.split('\\n').filter(line => /^mcpgw_requests_total.*tools.call/.test(line)).map(line => Number(line.split(' ').at(-1)))
    .reduce((sum, count) => sum + count, 0)))`;
