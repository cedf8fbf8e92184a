/** What chart 0.1.0 installed when it first came out is upgraded in place by the chart of today, and rolled back. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kube, kubeMissing, startKube } from '../../helpers/kube.js';
import { apiVersions, crdsMissing, identity, installCrds, objectsIn } from '../../helpers/kube-objects.js';
import { root } from '../../helpers/mcpgw.js';
import { skipTests } from '../../helpers/needs.js';
import { copyOfChart, helm, helms, helmsMissing } from '../../helpers/real-helm.js';
import { expectedObjects, storedObjects, trialNamespace } from './stored.js';

const missing = kubeMissing ?? crdsMissing ?? helmsMissing;
/** That of the release, and that of its authorization server. */
const namespaces = ['mcp', 'authz'];
const values = (name: string): string[] => ['-f', join(root, 'test/golden/values', name)];
const gatewayApi = ['--set', 'global.agentgateway.routingMode=gateway-api'];
const stories: readonly (readonly [string, string[]])[] = [
  ['static', [...values('targets.yaml'), ...values('github-secret.yaml')]],
  ['autoscaling', values('autoscaling.yaml')],
  ['ext-auth-gateway', [...values('ext-auth-grpc.yaml'), ...gatewayApi]],
];

/** A chart that renders what the first version rendered for a story. */
function firstVersion(kube: Kube, story: string): string {
  const folder = join(kube.folder, `first-${story}`);
  mkdirSync(join(folder, 'templates'), { recursive: true });
  writeFileSync(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: mcp-gateway\nversion: 0.1.0\n');
  writeFileSync(join(folder, 'templates/all.yaml'), readFileSync(join(root, `test/chart/first-version/${story}.yaml`)));
  return folder;
}

if (missing !== undefined) {
  skipTests(missing);
} else {
  describe.each(helms)('$version', which => {
    let kube: Kube;
    let chart: string;

    const uids = async (): Promise<Record<string, string>> =>
      Object.fromEntries((await objectsIn(kube, 'mcp')).map(object => [identity(object), object.metadata.uid!]));

    beforeAll(async () => {
      kube = await startKube();
      await installCrds(kube, 'v1.4.1');
      for (const name of namespaces) await kube.createNamespace(name);
      await kube.createNamespace(trialNamespace);
      chart = copyOfChart(kube);
    });
    afterAll(() => kube?.stop());

    test.each(stories)('%s', async (story, flags) => {
      helm(which, kube, ['install', 'demo', firstVersion(kube, story), '-n', 'mcp']);
      const [before, stored] = [await uids(), await storedObjects(kube, namespaces)];
      helm(which, kube, ['upgrade', 'demo', chart, '-n', 'mcp', ...flags]);
      const release = { name: 'demo', namespace: 'mcp', chart, values: flags };
      expect(await storedObjects(kube, namespaces)).toEqual(await expectedObjects(kube, release, await apiVersions(kube)));
      const lasting = Object.entries(await uids()).filter(([id]) => /Deployment|Service |ServiceAccount|Gateway /.test(id));
      expect(lasting.length).toBeGreaterThan(0);
      for (const [id, uid] of lasting) expect({ id, uid }).toEqual({ id, uid: before[id] });
      helm(which, kube, ['rollback', 'demo', '1', '-n', 'mcp']);
      expect(await storedObjects(kube, namespaces)).toEqual(stored);
      helm(which, kube, ['uninstall', 'demo', '-n', 'mcp']);
      expect(await storedObjects(kube, namespaces)).toEqual([]);
    });
  });
}
