/** A cluster of one real node: pods run, names resolve, services answer, policies drop, and all of it ends with the test. */
import { describeUnless } from '../../helpers/needs.js';
import { untilPasses } from '../../helpers/until.js';
import { nodeMissing } from './needs.js';
import { type Node, startNode } from './node.js';
import { get, readyPod, runPod, serve, shellPod } from './pods.js';

/** kube-router answers what no policy allows as a closed port does; other implementations let it run into a timeout. */
const refused = 'ECONNREFUSED';

describeUnless(nodeMissing, 'a node', () => {
  let node: Node;
  beforeAll(async () => {
    node = await startNode();
  });
  afterAll(() => node?.stop());

  const eventually = (check: () => Promise<void>) => untilPasses(check);

  test('is ready, with the versions that were asked for', async () => {
    const { status } = await node.ask('/api/v1/nodes/node-1');
    const { kubeletVersion, containerRuntimeVersion } = status.nodeInfo;
    expect({ kubeletVersion, containerRuntimeVersion }).toEqual({
      kubeletVersion: 'v1.34.2',
      containerRuntimeVersion: expect.stringMatching(/^containerd:\/\/1\./),
    });
    expect(status.addresses).toContainEqual({ type: 'InternalIP', address: '172.31.255.2' });
  });

  test('a pod that no image exists for does not start, and says why', async () => {
    await node.create(shellPod('mcpgw.test/nothing:1', 'nothing'));
    await eventually(async () => {
      const { status } = await node.ask('/api/v1/namespaces/default/pods/nothing');
      expect(status.containerStatuses[0].state.waiting.reason).toBe('ErrImageNeverPull');
    });
  });

  test('a pod whose command fails is started again', async () => {
    await node.create(shellPod(node.shell, 'failing', { script: 'echo once; exit 3' }));
    await eventually(async () => {
      const { status } = await node.ask('/api/v1/namespaces/default/pods/failing');
      expect(status.containerStatuses[0].restartCount).toBeGreaterThan(0);
      expect(status.containerStatuses[0].lastState.terminated.exitCode).toBe(3);
    });
    expect(await node.ask('/api/v1/namespaces/default/pods/failing/log')).toBe('once\n');
  });

  test('the policy of pods is enforced where a namespace asks for it', async () => {
    await node.createNamespace('strict', { 'pod-security.kubernetes.io/enforce': 'restricted' });
    const pod = shellPod(node.shell, 'free', { namespace: 'strict' });
    const { securityContext: _, ...container } = pod.spec.containers[0];
    await expect(node.create({ ...pod, spec: { ...pod.spec, containers: [container] } })).rejects.toThrow(
      'violates PodSecurity "restricted:latest"',
    );
    await runPod(node, 'confined', { namespace: 'strict' });
    const { stdout } = await node.exec('confined', ['id', '-u'], { namespace: 'strict' });
    expect(stdout).toBe('65534\n');
  });

  test('a Deployment replaces the pod that is deleted, and a Service reaches it by name', async () => {
    const pod = shellPod(node.shell, 'web', { script: serve(8080, 'hello'), ports: [{ containerPort: 8080 }] });
    await node.create({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } }, spec: pod.spec } },
    });
    const service = await node.create({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] },
    });
    await runPod(node, 'client');
    await eventually(async () => expect(await get(node, 'client', `http://${service.spec.clusterIP}/`)).toBe('hello'));
    expect(await get(node, 'client', 'http://web/')).toBe('hello');
    expect(await get(node, 'client', 'http://web.default.svc.cluster.local/')).toBe('hello');
    expect(await get(node, 'client', 'http://nobody/')).toBe('ENOTFOUND');

    const list = '/api/v1/namespaces/default/pods?labelSelector=app%3Dweb';
    const [first] = (await node.ask(list)).items;
    await node.ask(`/api/v1/namespaces/default/pods/${first.metadata.name}`, { method: 'DELETE' });
    await eventually(async () => {
      const names = (await node.ask(list)).items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
      expect(names).toHaveLength(2);
      expect(names).not.toContain(first.metadata.name);
    });
    await eventually(async () => expect((await node.ask('/apis/apps/v1/namespaces/default/deployments/web')).status.readyReplicas).toBe(2));
  });

  test('a policy drops what it does not allow, in and out, and lets through again when it is gone', async () => {
    await node.createNamespace('walled');
    const server = await runPod(node, 'server', { namespace: 'walled', script: serve(8080, 'inside') });
    await runPod(node, 'friend', { namespace: 'walled' });
    await runPod(node, 'stranger', { namespace: 'walled' });
    const url = `http://${server.status.podIP}:8080/`;
    const asked = (from: string) => get(node, from, url, { namespace: 'walled', timeout: 2000 });
    await eventually(async () => expect([await asked('friend'), await asked('stranger')]).toEqual(['inside', 'inside']));

    await node.create({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'friends', namespace: 'walled' },
      spec: {
        podSelector: { matchLabels: { app: 'server' } },
        policyTypes: ['Ingress'],
        ingress: [{ from: [{ podSelector: { matchLabels: { app: 'friend' } } }], ports: [{ port: 8080 }] }],
      },
    });
    await eventually(async () => expect(await asked('stranger')).toBe(refused));
    expect(await asked('friend')).toBe('inside');

    await node.create({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'quiet', namespace: 'walled' },
      spec: { podSelector: { matchLabels: { app: 'friend' } }, policyTypes: ['Egress'], egress: [] },
    });
    await eventually(async () => expect(await asked('friend')).toBe(refused));

    for (const name of ['friends', 'quiet'])
      await node.ask(`/apis/networking.k8s.io/v1/namespaces/walled/networkpolicies/${name}`, { method: 'DELETE' });
    await eventually(async () => expect([await asked('friend'), await asked('stranger')]).toEqual(['inside', 'inside']));
  });

  test('after a restart of kubelet and of containerd the pods are the same', async () => {
    const before = await runPod(node, 'lasting');
    await node.restart('containerd');
    await node.restart('kubelet');
    await runPod(node, 'later');
    const after = await readyPod(node, 'lasting');
    expect(after.metadata.uid).toBe(before.metadata.uid);
    expect(after.status.containerStatuses[0].containerID).toBe(before.status.containerStatuses[0].containerID);
  });
});
