/**
 * `helm upgrade` to values that change everything, with pods: the values of cluster/changed-values.ts, every step of which becomes ready,
 * and back. What a node of tests cannot run of them has another pair here.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiVersions, type KubeObject, objectsIn } from '../../../helpers/kube-objects.js';
import { helm, helms } from '../../../helpers/real-helm.js';
import { untilPasses } from '../../../helpers/until.js';
import { after, before, type Pairs, switched } from '../../cluster/changed-values.js';
import { rendered } from '../../cluster/stored.js';
import { nodeName } from '../config.js';
import { restricted } from '../pods.js';
import { alias, mcpgwImage, programsImage, templateImage } from '../workbench.js';
import { everythingIn, type Ground, makeVolume, provide, ready } from './ground.js';

const registry = 'registry.example.com';
const storage = 'changing';

/** A container of other people that passes `restricted`. */
const other = (name: string, command: string) => [
  { name, image: `${registry}/shell-${name}:v1`, command: ['/bin/sh', '-c', command], securityContext: restricted },
];
const rests = 'trap "exit 0" TERM; while :; do sleep 3600 & wait $!; done';

const server = (id: string, tag: string, port = 8000) => ({
  id,
  image: { repository: `${registry}/server-${id}`, tag },
  env: [
    { name: 'JWT_SECRET', value: 'a-secret-of-thirty-two-characters' },
    { name: 'PORT', value: String(port) },
  ],
});

/** Each program has a repository of its own, whose image is on the node. */
const repositories: Pairs = Object.fromEntries(
  ['', 'gateway.', 'probe.', 'forwardProxy.'].flatMap(of => {
    const name = `${registry}/${of === '' ? 'proxy' : of.slice(0, -1).toLowerCase()}`;
    return [
      [`${of}image.repository`, [`${name}-one`, `${name}-two`]],
      [`${of}image.pullPolicy`, ['IfNotPresent', 'Never']],
    ];
  }),
);

const runnable: Pairs = {
  ...repositories,
  extraContainers: [other('beside', rests), other('besides', rests)],
  initContainers: [other('first', 'true'), other('firsts', 'true')],
  mcpServers: [
    [{ ...server('sql', 'v1'), isolation: { sensitivity: 'SECRET' }, allowedHosts: [] }, server('old', 'v1')],
    [
      {
        ...server('sql', 'v2', 8001),
        port: 8001,
        replicas: 2,
        sensitivity: 'CONFIDENTIAL',
        allowedHosts: ['api.example.com'],
        isolation: { sensitivity: 'SECRET' },
      },
      server('new', 'v1'),
    ],
  ],
  // None would be ready too.
  'gateway.replicas': [1, 1],
  'gateway.persistence.storageClassName': [storage, storage],
  // Accounts of the second step are made by others; an account that both make would be in the way of each other.
  'serviceAccount.create': [true, false],
  'gateway.serviceAccount.create': [true, false],
  // A run would be a pod that fails: no route of these values leads anywhere.
  'probe.cronJob.schedule': ['0 0 1 1 *', '0 0 2 1 *'],
  // kube-router 1 has no IPv6.
  'forwardProxy.ipv6': [false, false],
};

/** What runs under the name of an image. */
function imageFor(name: string): string {
  const [, kind] = /^registry\.example\.com\/([a-z]+)-/.exec(name) ?? [];
  const images: Readonly<Record<string, string>> = {
    proxy: 'mcpgw.test/proxy:1',
    gateway: mcpgwImage,
    forwardproxy: 'mcpgw.test/envoy:1',
    server: templateImage,
    shell: programsImage,
  };
  const image = images[kind ?? ''];
  if (image === undefined) throw new Error(`nothing runs as ${name}`);
  return image;
}

/** Images of pods, as the container runtime looks for them: without a tag where there is a digest. */
const imagesOf = (objects: readonly KubeObject[]): string[] => [
  ...new Set(
    objects
      .filter(({ kind }) => kind === 'Deployment')
      .flatMap(({ spec }) => [...spec.template.spec.containers, ...(spec.template.spec.initContainers ?? [])])
      .map(({ image }) => image.replace(/:[^@:/]+@/, '@')),
  ),
];

export function everything(ground: Ground): void {
  describe.each([
    { which: helms[0]!, of: 'names stay', names: false },
    { which: helms[1]!, of: 'names change too', names: true },
  ])('$which.version: everything changes: $of', ({ which, names }) => {
    const namespace = names ? 'renamed' : 'changed';
    const steps = [before(names, runnable), after(names, runnable), switched(runnable)];
    const flagsOf = (step: number) => ['-f', join(ground.node.folder, `${namespace}-${step}.json`)];

    let atFirst: readonly string[];

    beforeAll(async () => {
      const { node, chart } = ground;
      await node.createNamespace(namespace, { 'pod-security.kubernetes.io/enforce': 'restricted' });
      const labels = { method: 'PATCH', body: { metadata: { labels: { zone: 'a' } } }, contentType: 'application/merge-patch+json' };
      await node.ask(`/api/v1/nodes/${nodeName}`, labels);
      const versions = await apiVersions(node);
      const isClaim = ({ kind }: KubeObject) => kind === 'PersistentVolumeClaim';
      for (const [step, values] of steps.entries()) {
        writeFileSync(flagsOf(step)[1]!, JSON.stringify(values));
        const objects = rendered({ name: 'demo', namespace, chart, values: flagsOf(step) }, versions);
        await provide(
          ground,
          namespace,
          objects.filter(object => !isClaim(object)),
        );
        for (const image of imagesOf(objects)) alias(node, imageFor(image), [image]);
      }
      // One for the claim that the values name, and one for each time that the release makes its own.
      for (let count = 0; count < 4; count++) await makeVolume(ground, storage, '100Mi');
      const spec = { accessModes: ['ReadWriteOnce'], storageClassName: storage, resources: { requests: { storage: '100Mi' } } };
      const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'other-claim', namespace }, spec };
      await node.create(claim);
      for (const name of ['two', 'gateway-two'])
        await node.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } });
      atFirst = await everythingIn(node, namespace);
    });

    /** Images of the pods that run. Their number is up to the autoscaler, which keeps what it finds without a metrics API. */
    const running = async (): Promise<string[]> => {
      const objects = await objectsIn(ground.node, namespace);
      const pods = objects.filter(({ kind, metadata }) => kind === 'Pod' && !('deletionTimestamp' in metadata));
      return [...new Set(pods.flatMap(({ spec }) => (spec.containers as KubeObject[]).map(({ image }) => image as string)))].sort();
    };
    /** Runs Helm and waits until every pod of what it made is ready, and those of before are gone. */
    const step = async (...args: string[]) => {
      helm(which, ground.node, [args[0]!, 'demo', ...args.slice(1), '-n', namespace]);
      await ready(ground.node, namespace);
      return running();
    };

    test('installed, changed twice, and rolled back to each: all pods are ready each time', async () => {
      const { chart } = ground;
      const first = await step('install', chart, ...flagsOf(0));
      const second = await step('upgrade', chart, ...flagsOf(1));
      const third = await step('upgrade', chart, ...flagsOf(2));
      expect(second.filter(image => first.includes(image))).toEqual([]);
      expect(await step('rollback', '2')).toEqual(second);
      expect(await step('rollback', '1')).toEqual(first);
      expect(await step('rollback', '3')).toEqual(third);
    });

    test('uninstalled, nothing is left', async () => {
      helm(which, ground.node, ['uninstall', 'demo', '-n', namespace]);
      await untilPasses(async () => expect(await everythingIn(ground.node, namespace)).toEqual(atFirst));
    });
  });
}
