/**
 * Helm installs the chart, takes it through every golden of both routing modes as upgrades, rolls back and uninstalls it. After each
 * step the namespaces hold exactly what `mcpgw render` prints, as the API server completes it.
 */
import { type GoldenCase, goldenCases, objectOf } from '../../helpers/golden-cases.js';
import { type Kube, kubeMissing, startKube } from '../../helpers/kube.js';
import { apiVersions, crdsMissing, installCrds } from '../../helpers/kube-objects.js';
import { skipTests } from '../../helpers/needs.js';
import { copyOfChart, type Helm, helm, helms, helmsMissing } from '../../helpers/real-helm.js';
import { expectedObjects, type Release, storedObjects, trialNamespace } from './stored.js';

const missing = kubeMissing ?? crdsMissing ?? helmsMissing;
const name = 'demo';
const restricted = { 'pod-security.kubernetes.io/enforce': 'restricted' };

/** Static and Gateway API by turns, so that every upgrade changes the mode while both last. */
function inTurns(cases: readonly GoldenCase[]): GoldenCase[] {
  const [statics, gateways] = [false, true].map(mode => cases.filter(({ usesGatewayApi }) => usesGatewayApi === mode)) as [
    GoldenCase[],
    GoldenCase[],
  ];
  return Array.from({ length: Math.max(statics.length, gateways.length) }, (_, i) => [statics[i], gateways[i]])
    .flat()
    .filter(golden => golden !== undefined);
}

/** Cases of one release: the CRDs are those of agentgateway v1.4.1. */
const cases = inTurns(
  goldenCases.filter(
    ({ release, namespace, usesGatewayApi, gatewayVersion }) =>
      release === name && namespace === 'mcp' && (!usesGatewayApi || gatewayVersion === 'v1.4.1'),
  ),
);

if (missing !== undefined) {
  skipTests(missing);
} else {
  test('the cases go through both modes', () => {
    expect(cases.filter(({ usesGatewayApi }) => usesGatewayApi).length).toBeGreaterThanOrEqual(8);
    expect(cases.filter(({ usesGatewayApi }) => !usesGatewayApi).length).toBeGreaterThanOrEqual(20);
  });

  describe.each(helms)('$version', which => {
    const namespaces = [...new Set(cases.flatMap(({ documents }) => documents.map(text => objectOf(text).metadata.namespace ?? 'mcp')))];
    const first = cases[0]!;
    let kube: Kube;
    let chart: string;
    let versions: readonly string[];

    const releaseOf = ({ namespace, valueFlags }: GoldenCase): Release => ({ name, namespace, chart, values: valueFlags });

    const expectStored = async (golden: GoldenCase) =>
      expect(await storedObjects(kube, namespaces)).toEqual(await expectedObjects(kube, releaseOf(golden), versions));

    beforeAll(async () => {
      kube = await startKube();
      await installCrds(kube, 'v1.4.1');
      for (const namespace of namespaces) await kube.createNamespace(namespace, namespace === 'mcp' ? restricted : {});
      await kube.createNamespace(trialNamespace);
      versions = await apiVersions(kube);
      chart = copyOfChart(kube);
    });
    afterAll(() => kube?.stop());

    test(`install: ${first.name}`, async () => {
      helm(which, kube, ['install', name, chart, '-n', 'mcp', ...first.valueFlags]);
      await expectStored(first);
    });

    test.each(cases.slice(1).map(golden => [golden.name, golden] as const))('upgrade: %s', async (_, golden) => {
      helm(which, kube, ['upgrade', name, chart, '-n', 'mcp', '--history-max', '0', ...golden.valueFlags]);
      await expectStored(golden);
    });

    test.each([1, 2, 7])('rollback to revision %i', async revision => {
      helm(which, kube, ['rollback', name, String(revision), '-n', 'mcp', '--history-max', '0']);
      await expectStored(cases[revision - 1]!);
    });

    test('uninstall leaves nothing', async () => {
      helm(which, kube, ['uninstall', name, '-n', 'mcp']);
      expect(await storedObjects(kube, namespaces)).toEqual([]);
    });
  });

  test('Helm 4 takes over what Helm 3 installed', async () => {
    const kube = await startKube();
    try {
      await kube.createNamespace('mcp', restricted);
      await kube.createNamespace(trialNamespace);
      const chart = copyOfChart(kube);
      const [three, four] = helms as [Helm, Helm];
      const values = ['--set', 'replicaCount=2'];
      helm(three, kube, ['install', name, chart, '-n', 'mcp']);
      helm(four, kube, ['upgrade', name, chart, '-n', 'mcp', ...values]);
      const release = { name, namespace: 'mcp', chart, values };
      expect(await storedObjects(kube, ['mcp'])).toEqual(await expectedObjects(kube, release, await apiVersions(kube)));
      helm(four, kube, ['rollback', name, '1', '-n', 'mcp']);
      expect(await storedObjects(kube, ['mcp'])).toEqual(await expectedObjects(kube, { ...release, values: [] }, await apiVersions(kube)));
    } finally {
      await kube.stop();
    }
  });
}
