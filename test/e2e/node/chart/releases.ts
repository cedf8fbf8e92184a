/** Examples and goldens installed as they stand, by both Helms: all pods ready, `helm test`, what NOTES say, and nothing left behind. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { goldenCases, objectOf } from '../../../helpers/golden-cases.js';
import type { KubeObject } from '../../../helpers/kube-objects.js';
import { root } from '../../../helpers/mcpgw.js';
import { readNotes } from '../../../helpers/notes.js';
import { type Helm, helm, helms, runHelm } from '../../../helpers/real-helm.js';
import { untilPasses } from '../../../helpers/until.js';
import { get, runPod } from '../pods.js';
import { runRedis, runTools, serviceOf } from '../workbench.js';
import { everythingIn, type Ground, prepare, ready } from './ground.js';
import { pathsOf } from './paths.js';

interface Case {
  readonly name: string;
  /** Values as flags of Helm. */
  readonly values: readonly string[];
  /** Whether the probe finds servers at all routes, without tokens or authorization. */
  readonly isProbed?: boolean;
}

const example = (name: string, more: readonly string[] = [], isProbed = false): Case => ({
  name: name.replace(/\W/g, '-').toLowerCase(),
  values: ['-f', join(root, 'examples', name.includes('/') ? `${name}.yaml` : `${name}/values.yaml`), ...more],
  isProbed,
});

/** The kit's template asks for a secret. Its image stands for those that the values name, see `aliases`. */
const secretOf = (server: number, index = 0): string[] => [
  '--set',
  `mcpServers[${server}].env[${index}].name=JWT_SECRET,mcpServers[${server}].env[${index}].value=a-secret-of-thirty-two-characters`,
];

const examples: readonly Case[] = [
  example('acme-production'),
  example('caipe'),
  example('first-route', [], true),
  example('gateway-api'),
  example('http-authorization'),
  example('two-instances', [...secretOf(0), ...secretOf(1, 1)], true),
  example('environments/dev', [], true),
  example('environments/staging'),
  example('environments/production'),
];

const golden = (name: string, more: readonly string[] = [], isProbed = false): Case => ({
  name: name.replace(/\W/g, '-'),
  values: [...goldenCases.find(entry => entry.name === name)!.valueFlags, ...more],
  isProbed,
});

/** Together they have every kind of object of every component that a golden case has. */
const goldens: readonly Case[] = [
  golden('static-gateway-default', [], true),
  golden('static-mcp-servers-default', secretOf(0), true),
  golden('static-v1.4.1-gateway-redis'),
  golden('static-v1.4.1-autoscaling'),
  golden('static-v1.4.1-gateway-monitoring'),
  // Its secret `more` has no keys here.
  golden('static-v1.4.1-gateway-files', [
    ...['--set', 'gateway.image.pullPolicy=IfNotPresent'],
    ...['--set', 'gateway.extraEnv[1].name=CHOSEN_URL,gateway.extraEnv[1].value=http://chosen:8000/mcp'],
  ]),
  golden('gateway-api-gateway-existing-gateway'),
  golden('gateway-api-v1.4.1-mcp-servers-existing-gateway', [...secretOf(0)]),
];

/** Names of images in these values, by what runs under them. */
export const aliases = {
  proxy: ['v1.4.1', 'v1.1.0', 'v9.9.9-custom'].map(tag => `cr.agentgateway.dev/agentgateway:${tag}`),
  mcpgw: ['registry.example/mcpgw@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
  server: ['sql:v1.2.0', 'records:v3.0.1'].map(name => `registry.example.com/mcp/${name}`),
  envoy: ['docker.io/envoyproxy/envoy:distroless-v1.40.0'],
};

/** The servers that the examples route to. */
export async function serversOfExamples({ node }: Ground): Promise<void> {
  await node.createNamespace('data');
  await runRedis(node, 'redis', 'data', 6380);
  await node.createNamespace('callers');
  await runPod(node, 'caller', { namespace: 'callers' });
  await node.createNamespace('tools');
  await runTools(node, 'jira-mcp', 'tools', { ports: [8000, 8082] });
  await node.create(serviceOf('github', 'tools', [8082], 'jira-mcp'));
  for (const namespace of ['dev', 'staging', 'production']) {
    await node.createNamespace(namespace);
    const externalName = 'jira-mcp.tools.svc.cluster.local';
    const spec = { type: 'ExternalName', externalName };
    await node.create({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'jira-mcp', namespace }, spec });
  }
}

/** `Deployment proxy`: the kind of an object, and which component of the chart it belongs to. */
const kindOf = ({ kind, metadata }: KubeObject): string => `${kind} ${metadata.labels?.['app.kubernetes.io/component'] ?? ''}`;

/** The kinds of all golden cases. The pod of `helm test` is no object of a release, and what `extraObjects` names has no label of the chart. */
const kindsOfGoldens = (): string[] => {
  const objects = goldenCases.filter(({ isTemplateOnly }) => !isTemplateOnly).flatMap(({ documents }) => documents.map(objectOf));
  const ofChart = objects.filter(({ metadata }) => metadata.labels !== undefined);
  return [...new Set(ofChart.map(kindOf))].filter(kind => kind !== 'Pod test').sort();
};

/** A policy with an IPv6 range would end the enforcement of all others on this node, whose network plugin is kube-router 1. */
const quick = ['--set', 'probe.maxAttempts=10', '--set', 'forwardProxy.ipv6=false'];

export function releases(ground: Ground): void {
  test('every example with values is among them', () => {
    const files = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' });
    const found = files
      .filter(name => /^(?:[^/]+\/values|environments\/[^/]+)\.yaml$/.test(name))
      .map(name => join(root, 'examples', name));
    expect(found.sort()).toEqual(examples.map(({ values }) => values[1]).sort());
  });

  describe.each(helms)('$version', which => {
    const kinds = new Set<string>();
    describe.each([
      ['examples', examples],
      ['goldens', goldens],
    ] as const)('%s', (_, cases) => {
      const namespaceOf = ({ name }: Case) => `${name.slice(0, 50)}-${which.version.slice(1, 2)}`;
      const before = new Map<string, readonly string[]>();

      beforeAll(async () => {
        for (const entry of cases) {
          const namespace = namespaceOf(entry);
          for (const object of await prepare(ground, namespace, entry.values)) kinds.add(kindOf(object));
          before.set(namespace, await everythingIn(ground.node, namespace));
          helm(which, ground.node, ['install', 'demo', ground.chart, '-n', namespace, ...entry.values, ...quick]);
        }
      });

      test.each(cases)('$name: all pods are ready', async entry => {
        await ready(ground.node, namespaceOf(entry));
      });

      test.each(cases)('$name: NOTES are true', async entry => {
        const { node } = ground;
        const namespace = namespaceOf(entry);
        const notes = readNotes(helm(which, node, ['get', 'notes', 'demo', '-n', namespace]));
        expect(notes.unknown).toEqual([]);
        for (const { namespace: of, name } of notes.rollouts) {
          const { status } = await node.ask(`/apis/apps/v1/namespaces/${of}/deployments/${name}`);
          expect([name, status.readyReplicas]).toEqual([name, status.replicas]);
        }
        // A client in the cluster gets an answer of HTTP, or none where NOTES say that it does not.
        for (const url of notes.clients) {
          const answer = await get(node, 'caller', url.href, { namespace: 'callers' });
          expect([url.href, /^[A-Z][A-Za-z_]+$/.test(answer)]).toEqual([url.href, notes.isGuarded]);
        }
        // The API server is the way from a desk, as for port-forward.
        for (const { namespace: of, name, port } of notes.forwards) {
          const page = notes.pages.find(each => each.port === String(port));
          const answer = await node.request(`/api/v1/namespaces/${of}/services/${name}:${port}/proxy${page?.pathname ?? '/'}`);
          expect([name, answer.status]).toEqual([name, page === undefined ? expect.any(Number) : 200]);
          expect(answer.status).not.toBe(503);
        }
      });

      // The policies are the same with both.
      const tried = which === helms.at(-1) ? cases : [];
      if (tried.length > 0)
        test.each(tried)('$name: of all paths, those connect that the policies allow', async entry => {
          await untilPasses(async () => {
            const { connected, allowed } = await pathsOf(ground.node, namespaceOf(entry));
            expect(connected).toEqual(allowed);
          });
        });

      const probed = cases.filter(({ isProbed }) => isProbed);
      test.each(probed)('$name: helm test runs the probe', async entry => {
        const namespace = namespaceOf(entry);
        const { status, stdout } = tested(which, ground, namespace);
        expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/TEST SUITE: +\S+-test\n(.*\n)*Phase: +Succeeded/) });
      });

      test.each(cases)('$name: uninstalled, nothing is left', async entry => {
        const namespace = namespaceOf(entry);
        helm(which, ground.node, ['uninstall', 'demo', '-n', namespace]);
        await untilPasses(async () => expect(await everythingIn(ground.node, namespace)).toEqual(before.get(namespace)));
      });
    });

    test('every kind of object that a golden case has was installed', () => {
      expect(kindsOfGoldens().filter(kind => !kinds.has(kind))).toEqual([]);
    });
  });
}

const tested = (which: Helm, { node }: Ground, namespace: string) =>
  runHelm(which, node, ['test', 'demo', '-n', namespace, '--timeout', '220s']);
