/**
 * NOTES are true: every command and address that they print for the examples and the goldens names what the API server holds. On a node,
 * test/e2e/node/chart/releases.ts carries them out.
 */
import { join } from 'node:path';
import { goldenCases, oneOfEachKinds } from '../../helpers/golden-cases.js';
import { type Kube, kubeMissing, startKube } from '../../helpers/kube.js';
import { crdsMissing, installCrds, type KubeObject, objectsIn } from '../../helpers/kube-objects.js';
import { root } from '../../helpers/mcpgw.js';
import { skipTests } from '../../helpers/needs.js';
import { readNotes } from '../../helpers/notes.js';
import { copyOfChart, helm, helms, helmsMissing } from '../../helpers/real-helm.js';

const missing = kubeMissing ?? crdsMissing ?? helmsMissing;
const name = 'demo';

const examples = [
  'acme-production/values',
  'caipe/values',
  'first-route/values',
  'gateway-api/values',
  'http-authorization/values',
  'two-instances/values',
  'environments/dev',
  'environments/staging',
  'environments/production',
].map(file => [`example ${file}`, ['-f', join(root, 'examples', `${file}.yaml`)]] as const);

const ofRelease = goldenCases.filter(
  ({ release, isTemplateOnly, gatewayVersion }) => release === name && !isTemplateOnly && gatewayVersion === 'v1.4.1',
);
const goldens = oneOfEachKinds(ofRelease).map(golden => [golden.name, golden.valueFlags] as const);

const further = [
  ['no tests', ['--set', 'tests.enabled=false', '--set-json', 'global.agentgateway.extraMcpTargets=[{"id":"a","host":"a","port":1}]']],
  ['a page', ['--set', 'gateway.enabled=true,gateway.page.enabled=true,gateway.page.tokenSecret.name=page,gateway.port=9090']],
] as const;

if (missing !== undefined) {
  skipTests(missing);
} else {
  describe.each(helms)('$version', which => {
    let kube: Kube;
    let chart: string;
    beforeAll(async () => {
      kube = await startKube();
      await installCrds(kube, 'v1.4.1');
      chart = copyOfChart(kube);
    });
    afterAll(() => kube?.stop());

    const find = async (kind: string, { namespace, name: called }: { namespace: string; name: string }): Promise<KubeObject> => {
      const found = (await objectsIn(kube, namespace)).find(object => object.kind === kind && object.metadata.name === called);
      if (found === undefined) throw new Error(`there is no ${kind} ${namespace}/${called}`);
      return found;
    };
    const portsOf = (service: KubeObject): number[] => service.spec.ports.map(({ port }: { port: number }) => port);
    /** A Service by a host within the cluster. */
    const serviceAt = ({ hostname }: URL) => {
      const [service, namespace] = hostname.split('.');
      return { name: service!, namespace: namespace! };
    };

    test.each([...examples, ...goldens, ...further].map(([what, values], i) => [what, values, `notes-${i}`] as const))(
      '%s',
      async (_, values, own) => {
        await kube.createNamespace(own);
        const rendered = helm(which, kube, ['template', name, chart, '-n', own, '--kube-version', 'v1.34.2', ...values]);
        for (const other of new Set([...rendered.matchAll(/^ {2}namespace: "?([\w-]+)"?$/gm)].map(match => match[1]!)))
          if ((await kube.request(`/api/v1/namespaces/${other}`)).status === 404) await kube.createNamespace(other);
        helm(which, kube, ['install', name, chart, '-n', own, ...values]);
        const notes = readNotes(helm(which, kube, ['get', 'notes', name, '-n', own]));
        expect(notes.unknown).toEqual([]);
        for (const rollout of notes.rollouts) await find('Deployment', rollout);
        const hooks = helm(which, kube, ['get', 'hooks', name, '-n', own]);
        expect(notes.tests).toEqual(hooks.includes('helm.sh/hook: test') ? [{ namespace: own, name }] : []);
        for (const { port, ...service } of notes.forwards) expect(portsOf(await find('Service', service))).toContain(port);
        for (const page of notes.pages) {
          expect([page.hostname, page.pathname]).toEqual(['localhost', '/ui/']);
          expect(notes.forwards.map(({ port }) => port)).toContain(Number(page.port));
        }
        for (const url of notes.clients) {
          expect(portsOf(await find('Service', serviceAt(url)))).toContain(Number(url.port));
          expect(url.pathname).toBe(notes.routes[0]?.path ?? '/');
        }
        for (const { resources } of notes.lists) expect(resources).toEqual(['gateway', 'httproute', 'agentgatewaypolicy']);
        for (const policy of notes.policies) await find('AgentgatewayPolicy', policy);
        for (const gateway of notes.gateways) {
          const services = (await objectsIn(kube, notes.rollouts[0]?.namespace ?? own)).filter(({ kind }) => kind === 'Service');
          expect(services.filter(({ metadata }) => metadata.name === gateway.name).flatMap(portsOf)).toContain(gateway.port);
        }
        // What the routes lead to, where the release makes it.
        for (const { url } of notes.routes.filter(route => route.url.hostname.startsWith(`${name}-mcp-gateway`)))
          expect(portsOf(await find('Service', serviceAt(url)))).toContain(Number(url.port));
        helm(which, kube, ['uninstall', name, '-n', own]);
      },
    );
  });
}
