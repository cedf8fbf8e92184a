/**
 * Rules about objects, tried on Kubernetes' own programs (API server, controllers, scheduler): the wrong example of the page does what the
 * rule says, and the correct one does not. There is no kubelet: nodes are objects of the test, and pods are ready where it says so.
 */
import { parseAllDocuments } from 'yaml';
import { knownRules } from '../../../packages/validate/src/catalogue/catalogue.js';
import { endServer, findProgram, type Kube, kubeMissing, type Server, startKube, startServer } from '../../helpers/kube.js';
import { type KubeObject, listPath } from '../../helpers/kube-objects.js';
import { skipTests } from '../../helpers/needs.js';
import { until } from '../../helpers/until.js';

const controllers = findProgram('kube-controller-manager', process.env.KUBE_CONTROLLER_MANAGER);
const scheduler = findProgram('kube-scheduler', process.env.KUBE_SCHEDULER);
const missing =
  kubeMissing ??
  (controllers === undefined ? 'needs kube-controller-manager on the path or in KUBE_CONTROLLER_MANAGER' : undefined) ??
  (scheduler === undefined ? 'needs kube-scheduler on the path or in KUBE_SCHEDULER' : undefined);

/** A namespace with the objects of an example. */
interface Place {
  readonly namespace: string;
  /** The status of the request that stored each object. */
  readonly stored: readonly number[];
  get(path: string): Promise<KubeObject>;
  pods(): Promise<readonly KubeObject[]>;
  post(path: string, body: object): Promise<{ readonly status: number; readonly body: KubeObject }>;
  make(object: object): Promise<void>;
}

interface LiveCase {
  readonly rule: string;
  readonly see: (place: Place) => Promise<unknown>;
  readonly saw: { readonly wrong: unknown; readonly correct: unknown };
}

let kube: Kube;

async function placeOf(namespace: string, text: string): Promise<Place> {
  const objects = parseAllDocuments(text).map(document => document.toJS() as KubeObject);
  await kube.createNamespace(namespace, objects.find(({ kind }) => kind === 'Namespace')?.metadata.labels);
  const path = (part: string) => (part.startsWith('/') ? part : `/api/v1/namespaces/${namespace}/${part}`);
  const post = (part: string, body: object) => kube.request(path(part), { method: 'POST', body });
  const store = async (given: KubeObject): Promise<number> => {
    const object = { ...given, metadata: { ...given.metadata, namespace } };
    return (await post(await listPath(kube, object, namespace), object)).status;
  };
  const make = async (object: object) => expect(await store(object as KubeObject)).toBe(201);
  await make({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'web' } });
  const stored: number[] = [];
  for (const object of objects) if (object.kind !== 'Namespace') stored.push(await store(object));
  const pods = async () => (await kube.ask(path('pods'))).items as KubeObject[];
  return { namespace, stored, post, pods, make, get: part => kube.ask(path(part)) };
}

const secret = async ({ get }: Place) => Buffer.from((await get('secrets/db')).data.password, 'base64').toString();
const field = (path: string, read: (object: KubeObject) => unknown) => async (place: Place) => read(await place.get(path));

/** Whether a user may get deployments, bound to the role of the example. */
async function maysRead({ namespace, make, post }: Place): Promise<unknown> {
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' };
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }];
  await make({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: 'ann' }, roleRef, subjects });
  return allowed(post, namespace, 'ann', { group: 'apps', resource: 'deployments' });
}
async function allowed(post: Place['post'], namespace: string, user: string, what: object): Promise<unknown> {
  const resourceAttributes = { namespace, verb: 'get', ...what };
  const spec = { user, groups: ['system:authenticated'], resourceAttributes };
  const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec };
  return (await post('/apis/authorization.k8s.io/v1/subjectaccessreviews', review)).body.status.allowed;
}

/** Whether the scheduler put a pod on a node, or why it did not. */
const scheduled = (place: Place, name = 'a') =>
  until(async () => {
    const { spec, status } = await place.get(`pods/${name}`);
    return spec.nodeName !== undefined ? 'on a node' : (status.conditions?.[0]?.reason as string | undefined);
  });
/** The same of the pod of the example, and of a second one of its kind. */
async function scheduledTwice(place: Place): Promise<unknown> {
  const first = await scheduled(place, 'web');
  const { metadata, spec } = await place.get('pods/web');
  const containers = [{ name: 'web', image: 'web:1' }];
  await place.make({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'second', labels: metadata.labels },
    spec: { affinity: spec.affinity, containers },
  });
  return [first, await scheduled(place, 'second')];
}
const podsOf = (place: Place, count: number) =>
  until(async () => {
    const pods = await place.pods();
    return pods.length === count && pods.every(({ spec }) => spec.nodeName !== undefined) && pods;
  });

/** Answers to the evictions of all pods of the Deployment `web`, one after another, when they are ready. */
async function evictions(place: Place, replicas: number): Promise<unknown> {
  const pods = await podsOf(place, replicas);
  for (const { metadata } of pods) {
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
    const path = `/api/v1/namespaces/${place.namespace}/pods/${metadata.name}/status`;
    await kube.ask(path, { method: 'PATCH', body: JSON.stringify({ status }), contentType: 'application/merge-patch+json' });
  }
  const budget = `/apis/policy/v1/namespaces/${place.namespace}/poddisruptionbudgets/web`;
  await until(async () => (await kube.ask(budget)).status?.currentHealthy === replicas, 'healthy pods of the budget');
  const answers = [];
  for (const { metadata } of pods) {
    const { name } = metadata;
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: place.namespace } };
    answers.push((await place.post(`pods/${name}/eviction`, eviction)).status);
  }
  return answers;
}
const deployment = (replicas: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web' }] } },
  },
});
const replicaSets = async ({ namespace, get }: Place) => {
  const path = `/apis/apps/v1/namespaces/${namespace}`;
  await until(async () => (await get(`${path}/deployments/web`)).status?.observedGeneration === 1, 'the controller to look at it');
  return (await get(`${path}/replicasets`)).items.length;
};

const cases: readonly LiveCase[] = [
  { rule: 'namespace-refuses-pods', see: async ({ stored }) => stored, saw: { wrong: [403], correct: [201] } },
  { rule: 'secret-encoded-twice', see: secret, saw: { wrong: 'Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5', correct: 'from-the-vault' } },
  { rule: 'secret-value', see: secret, saw: { wrong: 'hunter2\n', correct: 'hunter2' } },
  { rule: 'role-never-matches', see: maysRead, saw: { wrong: false, correct: true } },
  { rule: 'role-rule-inert', see: maysRead, saw: { wrong: false, correct: true } },
  {
    rule: 'binding-wide',
    see: ({ post, namespace }) => allowed(post, namespace, 'stranger', { resource: 'pods' }),
    saw: { wrong: true, correct: false },
  },
  {
    rule: 'account-without-token',
    see: async ({ pods }) => (await pods())[0]!.spec.volumes?.length ?? 0,
    saw: { wrong: 0, correct: 1 },
  },
  {
    rule: 'session-affinity',
    see: field('services/a', ({ spec }) => spec.sessionAffinityConfig ?? null),
    saw: { wrong: null, correct: { clientIP: { timeoutSeconds: 60 } } },
  },
  {
    rule: 'data-source-dropped',
    see: field('persistentvolumeclaims/a', ({ spec }) => spec.dataSource?.kind ?? null),
    saw: { wrong: null, correct: 'VolumeSnapshot' },
  },
  {
    rule: 'volume-without-source',
    see: field('pods/a', ({ spec }) => spec.volumes[0]),
    saw: { wrong: { name: 'v', emptyDir: {} }, correct: { name: 'v', emptyDir: {} } },
  },
  {
    rule: 'file-mode',
    see: field('pods/a', ({ spec }) => spec.volumes[0].secret.defaultMode.toString(8)),
    saw: { wrong: '620', correct: '400' },
  },
  { rule: 'workload-idle', see: replicaSets, saw: { wrong: 0, correct: 1 } },
  {
    rule: 'disruption-budget-blocks',
    see: async place => evictions(place, (await place.get(`/apis/apps/v1/namespaces/${place.namespace}/deployments/web`)).spec.replicas),
    saw: { wrong: [429], correct: [201, 429] },
  },
  {
    rule: 'disruption-budget-inert',
    see: async place => {
      await place.make(deployment(2));
      return evictions(place, 2);
    },
    saw: { wrong: [201, 201], correct: [201, 429] },
  },
  { rule: 'pod-not-scheduled', see: scheduledTwice, saw: { wrong: ['on a node', 'Unschedulable'], correct: ['on a node', 'on a node'] } },
  { rule: 'node-labels', see: place => scheduled(place), saw: { wrong: 'Unschedulable', correct: 'on a node' } },
  { rule: 'topology-key', see: place => scheduled(place), saw: { wrong: 'Unschedulable', correct: 'on a node' } },
  {
    rule: 'scheduling-selects-nothing',
    see: async place => new Set((await podsOf(place, 3)).map(({ spec }) => spec.nodeName)).size,
    saw: { wrong: 1, correct: 2 },
  },
  {
    rule: 'job-times',
    see: async place => {
      const path = `/apis/batch/v1/namespaces/${place.namespace}/jobs/load`;
      await until(async () => (await place.get(path)).status?.startTime, 'the Job to start');
      await new Promise(resolve => setTimeout(resolve, 3000));
      return ((await place.get(path)).status.conditions ?? []).map(({ reason }: KubeObject) => reason)[0] ?? 'runs';
    },
    saw: { wrong: 'DeadlineExceeded', correct: 'runs' },
  },
];

/** A node that has room: the first has so much that the scheduler prefers it. */
const node = (name: string, cpu: string) => ({
  object: {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/arch': 'amd64', 'topology.kubernetes.io/zone': 'a' },
    },
  },
  status: { allocatable: { cpu, memory: `${cpu}Gi`, pods: '110' }, conditions: [{ type: 'Ready', status: 'True' }] },
});

if (missing !== undefined) {
  skipTests(missing);
} else {
  const servers: Server[] = [];
  beforeAll(async () => {
    kube = await startKube();
    for (const { object, status } of [node('large', '200'), node('small', '4')]) {
      await kube.ask('/api/v1/nodes', { method: 'POST', body: object });
      const patch = (part: string, body: object) =>
        kube.ask(part, { method: 'PATCH', body: JSON.stringify(body), contentType: 'application/merge-patch+json' });
      await patch(`/api/v1/nodes/${object.metadata.name}/status`, { status });
      // The server taints new nodes, and no controller removes it here.
      await patch(`/api/v1/nodes/${object.metadata.name}`, { spec: { taints: [] } });
    }
    const names = 'deployment,replicaset,job,disruption,clusterrole-aggregation'.split(',').map(name => `${name}-controller`);
    const common = [`--kubeconfig=${kube.kubeconfig()}`, '--leader-elect=false', '--secure-port=0'];
    servers.push(startServer(controllers!, [...common, `--controllers=${names.join(',')}`]), startServer(scheduler!, common));
    await until(async () => (await kube.ask('/apis/rbac.authorization.k8s.io/v1/clusterroles/view')).rules?.length > 0, 'the role view');
  });
  afterAll(async () => {
    await Promise.all(servers.map(endServer));
    await kube?.stop();
  });

  const examples = new Map(knownRules().map(({ id, docs }) => [id as string, docs]));
  test.each(cases.map(each => [each.rule, each] as const))('%s', async (rule, { see, saw }) => {
    const { wrong, correct } = examples.get(rule)!;
    const seen = { wrong: await see(await placeOf(`${rule}-wrong`, wrong)), correct: await see(await placeOf(`${rule}-correct`, correct)) };
    expect(seen).toEqual(saw);
  });
}
