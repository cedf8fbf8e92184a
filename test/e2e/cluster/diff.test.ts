/** `mcpgw diff` against a real API server: an upgrade before it is made, the release that Helm stored, and drift. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTree } from '../../helpers/command.js';
import { type Kube, kubeMissing, startKube } from '../../helpers/kube.js';
import { crdsMissing, installCrds } from '../../helpers/kube-objects.js';
import { mcpgw, root } from '../../helpers/mcpgw.js';
import { skipTests } from '../../helpers/needs.js';
import { copyOfChart, helm, helms, helmsMissing } from '../../helpers/real-helm.js';

const missing = kubeMissing ?? crdsMissing ?? helmsMissing;
const values = (name: string): string[] => ['-f', join(root, 'test/golden/values', name)];
const deployment = '/apis/apps/v1/namespaces/mcp/deployments/demo-mcp-gateway';

if (missing !== undefined) {
  skipTests(missing);
} else {
  describe.each(helms)('$version', which => {
    let kube: Kube;
    let chart: string;

    const diff = (args: readonly string[], user = 'admin') =>
      mcpgw(['diff', 'demo', chart, '-n', 'mcp', ...args], { env: { KUBECONFIG: kube.kubeconfig(user) } });
    const patch = (path: string, body: object, contentType = 'application/strategic-merge-patch+json') =>
      kube.ask(`${path}?fieldManager=kubectl-edit`, { method: 'PATCH', body, contentType });

    beforeAll(async () => {
      kube = await startKube({ users: { reader: [] } });
      await installCrds(kube, 'v1.4.1');
      await kube.createNamespace('mcp');
      chart = copyOfChart(kube);
      helm(which, kube, ['install', 'demo', chart, '-n', 'mcp', ...values('jwt.yaml')]);
    });
    afterAll(() => kube?.stop());

    test.each(['cluster', 'release', 'release:1'])('nothing changes where the values are the same: %s', source => {
      const { status, stdout, stderr } = diff([...values('jwt.yaml'), '--from', source]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/^--- \w+(:1)?\n\+\+\+ demo .*\n\nno change in \d+ objects\n$/);
    });

    test.each(['cluster', 'release'])('an upgrade before it is made: %s', source => {
      const { status, stdout } = diff([...values('jwt.yaml'), '--set', 'service.port=4100', '--from', source, '-o', 'json', '--no-hooks']);
      const { objects } = JSON.parse(stdout);
      const named = objects.map(({ kind, status, effects }: Record<string, string>) => ({ kind, status, effects }));
      expect(status).toBe(1);
      expect(named).toEqual(
        expect.arrayContaining([
          { kind: 'ConfigMap', status: 'changed', effects: [] },
          { kind: 'Deployment', status: 'changed', effects: ['restarts-pods'] },
          { kind: 'Service', status: 'changed', effects: [] },
        ]),
      );
      const config = objects.find(({ kind }: { kind: string }) => kind === 'ConfigMap');
      expect(config.changes[0].path).toMatch(/^data\["config.yaml"\]\.binds\[port=4[01]00\]$/);
    });

    test('a change of the routing mode removes and adds objects', () => {
      const { stdout } = diff([...values('gateway.yaml'), '--set', 'global.agentgateway.routingMode=gateway-api', '--from', 'cluster']);
      expect(stdout).toContain('\n- apps/v1 Deployment mcp/demo-mcp-gateway\n');
      expect(stdout).toMatch(/\n\+ gateway\.networking\.k8s\.io\/v1 HTTPRoute \w+\//);
    });

    test('a saved manifest of live objects', async () => {
      const saved = join(kube.folder, 'saved.json');
      const live = await kube.ask(deployment);
      writeFileSync(
        saved,
        JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ ...live, apiVersion: 'apps/v1', kind: 'Deployment' }] }),
      );
      const { status, stdout } = diff(['--from', saved, ...values('jwt.yaml'), '-s', 'templates/deployment.yaml']);
      expect(status).toBe(0);
      expect(stdout).toMatch(/no change in 1 object\n$/);
    });

    test('drift: what was changed by hand since, and nothing else', async () => {
      await patch(deployment, {
        metadata: { annotations: { 'oncall.example/why': 'load' } },
        spec: {
          replicas: 3,
          template: { spec: { containers: [{ name: 'agentgateway', env: [{ name: 'DEBUG_TOKEN', value: 'hunter22' }] }] } },
        },
      });
      const { status, stdout, stderr } = diff(['--from', 'release', '--to', 'cluster']);
      expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
      expect(stdout).toContain(`
~ apps/v1 Deployment mcp/demo-mcp-gateway  (pods restart)
    + metadata.annotations: {"oncall.example/why":"load"}
    ~ spec.replicas: 1 → 3
    + spec.template.spec.containers[name=agentgateway].env: [{"name":"DEBUG_TOKEN","value":"(masked, 8 bytes)"}]

1 changed, 0 added, 0 removed, `);
    });

    test('an upgrade undoes the drift that its fields cover', () => {
      const { stdout } = diff([...values('jwt.yaml'), '--from', 'cluster']);
      expect(stdout).toContain('~ spec.replicas: 3 → 1');
    });

    test('an object that was deleted by hand', async () => {
      await kube.ask('/api/v1/namespaces/mcp/services/demo-mcp-gateway', { method: 'DELETE' });
      const { stdout } = diff(['--from', 'release', '--to', 'cluster']);
      expect(stdout).toContain('\n- v1 Service mcp/demo-mcp-gateway\n');
    });

    test('a field that the new values no longer set is seen in the cluster', async () => {
      const overHand = which.version.startsWith('v4') ? ['--force-conflicts'] : [];
      helm(which, kube, ['upgrade', 'demo', chart, '-n', 'mcp', '--set', 'priorityClassName=system-cluster-critical', ...overHand]);
      const { stdout } = diff(['--from', 'cluster']);
      expect(stdout).toContain('- spec.template.spec.priorityClassName: "system-cluster-critical"');
    });

    test('two revisions', () => {
      const { status, stdout } = diff(['--from', 'release:1', '--to', 'release:2']);
      expect(status).toBe(1);
      expect(stdout).toContain('+ spec.template.spec.priorityClassName: "system-cluster-critical"');
    });

    test.each([
      ['a release that is not there', ['--from', 'release:99'], 'Error: the cluster has no revision 99 of release demo in namespace mcp\n'],
      ['a context that is not there', ['--from', 'release', '--kube-context', 'other'], 'Error: the kubeconfig has no context "other"\n'],
    ])('%s', (_, args, message) => expect(diff(args)).toMatchObject({ status: 2, stdout: '', stderr: message }));

    test('a user who may read nothing', () => {
      const { status, stderr } = diff(['--from', 'release'], 'reader');
      expect(status).toBe(2);
      expect(stderr).toMatch(
        /^Error: the cluster answered 403 to GET \/api\/v1\/namespaces\/mcp\/secrets\S+: secrets is forbidden: User "reader" cannot list/,
      );
    });
  });

  test('a cluster that is not there', () => {
    const kubeconfig = JSON.stringify({
      'current-context': 'x',
      contexts: [{ name: 'x', context: { cluster: 'x' } }],
      clusters: [{ name: 'x', cluster: { server: 'https://127.0.0.1:1' } }],
    });
    const path = join(writeTree({ config: kubeconfig }), 'config');
    expect(mcpgw(['diff', 'demo', '--from', 'release', '--kubeconfig', path])).toMatchObject({
      status: 2,
      stderr: 'Error: cannot reach the cluster at https://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1\n',
    });
  });
}
