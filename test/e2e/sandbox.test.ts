/** The sandbox manager with the official client against a real API server. */
import { CoreV1Api, KubeConfig, NetworkingV1Api } from '@kubernetes/client-node';
import {
  type DataSensitivity,
  KubernetesSandboxManager,
  type KubernetesSandboxOptions,
  PrivateData,
  SandboxError,
  sessionEnvironment,
  type TemporaryData,
  temporaryData,
} from '@mcpgw/kit';
import { type Kube, kubeMissing, startKube } from '../helpers/kube.js';
import { skipTests } from '../helpers/needs.js';

if (kubeMissing !== undefined) {
  skipTests(kubeMissing);
} else {
  const namespace = 'agents';
  const session = { userId: 'alice', sessionId: 'monday' };
  const proxy = { url: 'http://10.96.0.20:3128', podLabels: { 'app.kubernetes.io/component': 'forward-proxy' }, port: 3128 };
  let kube: Kube;
  let data: TemporaryData;

  beforeAll(async () => {
    [kube, data] = await Promise.all([startKube({ users: { nobody: [] } }), temporaryData()]);
    await kube.createNamespace(namespace, { 'pod-security.kubernetes.io/enforce': 'restricted' });
  });
  afterAll(async () => {
    await kube?.stop();
    await data?.remove();
  });

  const apis = (user = 'admin') => {
    const config = new KubeConfig();
    config.loadFromFile(kube.kubeconfig(user));
    return { core: config.makeApiClient(CoreV1Api), networking: config.makeApiClient(NetworkingV1Api) };
  };
  const privateDataOf = (identity: typeof session) => new PrivateData({ ...identity, ...sessionEnvironment(data, {}) });
  const manager = (options: Partial<KubernetesSandboxOptions> = {}) =>
    new KubernetesSandboxManager({
      namespace,
      image: 'registry.example.com/sandbox:v1',
      proxy,
      sensitivity: identity => privateDataOf(identity).sensitivity(),
      ...apis(),
      ...options,
    });
  /** Keeps a claim where it is being removed, as a cluster does while a pod uses it. */
  const hold = async (name: string) => {
    const { core } = apis();
    const claim = await core.readNamespacedPersistentVolumeClaim({ namespace, name });
    const metadata = { ...claim.metadata, finalizers: ['example.com/in-use'] };
    await core.replaceNamespacedPersistentVolumeClaim({ namespace, name, body: { ...claim, metadata } });
  };
  const list = async (kind: string, group = '/api/v1') => (await kube.ask(`${group}/namespaces/${namespace}/${kind}`)).items;

  test('a sandbox of the restricted standard is admitted, and made anew on the same workspace when private data enters', async () => {
    const seen: unknown[] = [];
    for (const level of ['internal', 'confidential', 'secret'] satisfies DataSensitivity[]) {
      await privateDataOf(session).addPrivateDataset('records', level);
      const { network, created } = await manager().ensure(session);
      const [[pod], [claim]] = [await list('pods'), await list('persistentvolumeclaims')];
      const { metadata, spec } = pod;
      seen.push([network, created, metadata.labels['mcpgw/network'], spec.dnsPolicy, claim.metadata.annotations['mcpgw/network']]);
      expect(spec.volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
      expect(await manager().ensure(session)).toMatchObject({ network, created: false });
    }
    expect(seen).toEqual([
      ['FULL', true, 'FULL', 'ClusterFirst', 'FULL'],
      ['PROXIED', true, 'PROXIED', 'None', 'PROXIED'],
      ['NONE', true, 'NONE', 'None', 'NONE'],
    ]);
    expect(await list('pods')).toHaveLength(1);
    expect(await list('persistentvolumeclaims')).toHaveLength(1);
  });

  test('the server keeps the policies of all modes as they were meant', async () => {
    const policies = await list('networkpolicies', '/apis/networking.k8s.io/v1');
    // biome-ignore lint/suspicious/noExplicitAny: objects as the server gives them
    const egress = Object.fromEntries(policies.map(({ metadata, spec }: any) => [metadata.name, spec.egress ?? []]));
    expect(egress).toEqual({
      'sandbox-full': [{}],
      'sandbox-none': [],
      'sandbox-proxied': [{ to: [{ podSelector: { matchLabels: proxy.podLabels } }], ports: [{ port: 3128, protocol: 'TCP' }] }],
    });
  });

  test('managers that work on one session at the same time end with one pod', async () => {
    const many = { userId: 'alice', sessionId: 'many' };
    const before = (await list('pods')).length;
    let level: DataSensitivity = 'public';
    const sensitivity = async () => level;
    const calls = Array.from({ length: 6 }, async (_, index) => {
      if (index === 3) level = 'secret';
      return manager({ sensitivity }).ensure(many);
    });
    const handed = await Promise.all(calls);
    expect(new Set(handed.map(({ name }) => name)).size).toBe(1);
    expect(handed.slice(3).map(({ network }) => network)).toEqual(['NONE', 'NONE', 'NONE']);
    expect(await list('pods')).toHaveLength(before + 1);
  });

  test('removing the sandbox keeps the workspace; a workspace that is being removed is not used again', async () => {
    await manager().remove(session);
    await manager().remove(session);
    const made = await manager().ensure(session);
    expect(made).toMatchObject({ network: 'NONE', created: true });
    await hold(made.name);
    await manager().remove(session, { workspace: true });
    await expect(manager().ensure(session)).rejects.toThrow(/^The sandbox sandbox-\w+ cannot be made: its workspace is being removed$/);
  });

  test('what the server refuses is an error with its words', async () => {
    const error = await manager(apis('nobody'))
      .ensure(session)
      .catch(reason => reason);
    expect(error).toBeInstanceOf(SandboxError);
    expect(error.message).toMatch(
      /cannot be made: the API server answered 403, networkpolicies\.networking\.k8s\.io is forbidden: User "nobody" cannot create/,
    );
    const privileged = manager({ runAsUser: 0 });
    await expect(privileged.ensure({ userId: 'bob', sessionId: 'root' })).rejects.toThrow(
      /the API server answered 403, pods "sandbox-\w+" is forbidden: violates PodSecurity "restricted:latest"/,
    );
  });
}
