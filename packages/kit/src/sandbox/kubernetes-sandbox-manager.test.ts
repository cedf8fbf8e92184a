import fc from 'fast-check';
import { FakeKubernetes } from '../../test/fake-kubernetes.js';
import { type DataSensitivity, maxSensitivity, sensitivities } from '../sensitivity.js';
import { KubernetesSandboxManager, type KubernetesSandboxOptions } from './kubernetes-sandbox-manager.js';
import { networkModeOf, stricterMode } from './network-mode.js';
import { SandboxError } from './sandbox-manager.js';

const session = { userId: 'alice', sessionId: 'monday' };
const proxy = { url: 'http://10.96.0.20:3128', podLabels: { app: 'forward-proxy' }, port: 3128 };
let kubernetes = new FakeKubernetes();
let level: DataSensitivity = 'public';
beforeEach(() => {
  kubernetes = new FakeKubernetes();
  level = 'public';
});

const manager = (options: Partial<KubernetesSandboxOptions> = {}) =>
  new KubernetesSandboxManager({
    namespace: 'agents',
    image: 'python:3.12-slim',
    core: kubernetes.core,
    networking: kubernetes.networking,
    sensitivity: async () => level,
    proxy,
    goneWithinMs: 0,
    ...options,
  });
const pod = () => [...kubernetes.pods.values()][0];
const claim = () => [...kubernetes.claims.values()][0];

test.each([
  ['public', 'FULL'],
  ['internal', 'FULL'],
  ['confidential', 'PROXIED'],
  ['secret', 'NONE'],
  ['nonsense', 'NONE'],
] as const)('%s data allows %s', (sensitivity, mode) => {
  expect(networkModeOf(sensitivity as DataSensitivity)).toBe(mode);
});

test('a sandbox is made once, with its workspace and the policies of all modes', async () => {
  const sandboxes = manager();
  const first = await sandboxes.ensure(session);
  expect(first).toEqual({ name: expect.stringMatching(/^sandbox-[0-9a-f]{24}$/), network: 'FULL', created: true });
  expect(await sandboxes.ensure(session)).toEqual({ ...first, created: false });
  expect(pod().spec).toMatchObject({
    automountServiceAccountToken: false,
    restartPolicy: 'Never',
    volumes: [{ name: 'workspace', persistentVolumeClaim: { claimName: first.name } }, { name: 'tmp' }],
  });
  expect(claim()).toMatchObject({ metadata: { name: first.name, annotations: { 'mcpgw/network': 'FULL' } } });
  expect([...kubernetes.policies].map(([name, { spec }]) => [name, spec.egress, spec.ingress])).toEqual([
    ['sandbox-full', [{}], []],
    ['sandbox-proxied', [{ to: [{ podSelector: { matchLabels: proxy.podLabels } }], ports: [{ port: 3128, protocol: 'TCP' }] }], []],
    ['sandbox-none', [], []],
  ]);
});

test('rising sensitivity makes it anew on the same workspace; it never falls', async () => {
  const sandboxes = manager();
  const names: string[] = [];
  const networks: string[] = [];
  for (level of ['internal', 'confidential', 'public', 'secret', 'confidential', 'public'] as const) {
    const { name, network, created } = await sandboxes.ensure(session);
    names.push(name);
    networks.push(`${network}${created ? ' new' : ''}`);
  }
  expect(networks).toEqual(['FULL new', 'PROXIED new', 'PROXIED', 'NONE new', 'NONE', 'NONE']);
  expect(new Set(names).size).toBe(1);
  expect([kubernetes.pods.size, kubernetes.claims.size]).toEqual([1, 1]);
  expect(claim().metadata.uid).toBe('4');
});

test('the mode decides names, proxies and labels', async () => {
  const seen: unknown[] = [];
  for (level of ['public', 'confidential', 'secret'] as const) {
    await manager({ env: { HTTP_PROXY: 'http://elsewhere' } }).ensure(session);
    const { metadata, spec } = pod();
    const { env } = spec.containers[0];
    const variable = (name: string) => env.find((entry: { name: string }) => entry.name === name)?.value;
    seen.push([metadata.labels['mcpgw/network'], spec.dnsPolicy, variable('HTTP_PROXY'), variable('MCP_NETWORK')]);
  }
  expect(seen).toEqual([
    ['FULL', undefined, 'http://elsewhere', 'FULL'],
    ['PROXIED', 'None', proxy.url, 'PROXIED'],
    ['NONE', 'None', 'http://elsewhere', 'NONE'],
  ]);
});

test('without a forward proxy, confidential data means no network', async () => {
  level = 'confidential';
  const { proxy: _, ...rest } = { proxy };
  expect(await manager({ ...rest, proxy: undefined } as never).ensure(session)).toMatchObject({ network: 'NONE' });
});

test('sensitivity that cannot be read counts as secret', async () => {
  const sensitivity = async () => {
    throw new Error('the store cannot be reached');
  };
  expect(await manager({ sensitivity }).ensure(session)).toMatchObject({ network: 'NONE' });
});

test('what rises while the pod is made is seen before the sandbox is handed out', async () => {
  kubernetes.before = request => {
    if (request === 'create pod') level = 'secret';
  };
  expect(await manager().ensure(session)).toMatchObject({ network: 'NONE', created: true });
  expect(kubernetes.made).toEqual(['FULL', 'NONE']);
});

test('sessions have sandboxes of their own, whatever their ids are', async () => {
  const ids = [
    ['a', 'b:c'],
    ['a:b', 'c'],
    ['../../a', 'é\n"'],
    ['a', ''],
  ];
  const sandboxes = manager();
  const names = await Promise.all(ids.map(async ([userId = '', sessionId = '']) => (await sandboxes.ensure({ userId, sessionId })).name));
  expect(new Set(names).size).toBe(4);
});

test.each(['Succeeded', 'Failed'])('a pod that has %s is made anew', async phase => {
  await manager().ensure(session);
  pod().status.phase = phase;
  expect(await manager().ensure(session)).toMatchObject({ created: true });
  expect(kubernetes.made).toEqual(['FULL', 'FULL']);
});

test('a pod or a workspace whose mode was taken away counts as the strictest', async () => {
  await manager().ensure(session);
  pod().metadata.annotations = {};
  claim().metadata.annotations = { 'mcpgw/network': 'OPEN' };
  expect(await manager().ensure(session)).toMatchObject({ network: 'NONE', created: false });
});

test('a pod that is slow to go is waited for; one that stays is an error, and is not handed out', async () => {
  const sandboxes = manager({ goneWithinMs: 1000 });
  await sandboxes.ensure(session);
  level = 'secret';
  kubernetes.goneAfterReads = 2;
  expect(await sandboxes.ensure(session)).toMatchObject({ network: 'NONE', created: true });
  kubernetes.goneAfterReads = 1_000_000;
  pod().status.phase = 'Failed';
  await expect(manager().ensure(session)).rejects.toThrow(
    /^The sandbox sandbox-\w+ cannot be made: it is still there 0 s after it was removed$/,
  );
});

test('a refusal of the API server is an error with its message', async () => {
  kubernetes.before = request => {
    if (request === 'create pod') throw Object.assign(new Error('long'), { code: 403, body: '{"message":"violates PodSecurity"}' });
  };
  const error = await manager()
    .ensure(session)
    .catch(reason => reason);
  expect(error).toBeInstanceOf(SandboxError);
  expect(error.message).toMatch(/^The sandbox sandbox-\w+ cannot be made: the API server answered 403, violates PodSecurity$/);
});

test('policies are written again where the first attempt failed, and brought up to date where they are there', async () => {
  const sandboxes = manager();
  kubernetes.before = () => Promise.reject(new Error('connect ECONNREFUSED'));
  await expect(sandboxes.ensure(session)).rejects.toThrow('cannot be made: connect ECONNREFUSED');
  kubernetes.before = () => {};
  kubernetes.policies.set('sandbox-none', { spec: { egress: [{}] } });
  await sandboxes.ensure(session);
  expect(kubernetes.policies.get('sandbox-none').spec.egress).toEqual([]);
});

test('removing keeps the workspace and what it remembers, unless it is to go too', async () => {
  level = 'secret';
  const sandboxes = manager();
  await sandboxes.ensure(session);
  await sandboxes.remove(session);
  level = 'public';
  expect(await sandboxes.ensure(session)).toMatchObject({ network: 'NONE', created: true });
  await sandboxes.remove(session, { workspace: true });
  await sandboxes.remove(session, { workspace: true });
  expect([kubernetes.pods.size, kubernetes.claims.size]).toEqual([0, 0]);
  expect(await sandboxes.ensure(session)).toMatchObject({ network: 'FULL', created: true });
});

test('managers that work on one session at the same time end with one pod, as strict as the data asks', async () => {
  const steps = fc.array(fc.record({ manager: fc.nat({ max: 2 }), raise: fc.option(fc.constantFrom(...sensitivities)) }), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(steps, async sequence => {
      kubernetes = new FakeKubernetes();
      level = 'public';
      const managers = [manager(), manager(), manager()];
      const handed = await Promise.all(
        sequence.map(async ({ manager: index, raise }) => {
          level = maxSensitivity(level, raise ?? 'public');
          const asked = networkModeOf(level);
          return { asked, given: (await managers[index]!.ensure(session)).network };
        }),
      );
      for (const { asked, given } of handed) expect(stricterMode(asked, given)).toBe(given);
      expect(claim().metadata.annotations['mcpgw/network']).toBe(networkModeOf(level));
      expect(kubernetes.pods.size).toBe(1);
      expect(pod().metadata.labels['mcpgw/network']).toBe(claim().metadata.annotations['mcpgw/network']);
    }),
    { numRuns: 60 },
  );
});
