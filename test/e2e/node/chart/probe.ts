/** `mcpgw probe --from cluster` in a pod, where each server is broken at another layer, and `mcpgw diff --from cluster`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeObject } from '../../../helpers/kube-objects.js';
import { mcpgw } from '../../../helpers/mcpgw.js';
import { helm, helms, runHelm } from '../../../helpers/real-helm.js';
import { untilPasses } from '../../../helpers/until.js';
import { programOf } from '../needs.js';
import { shellPod } from '../pods.js';
import { runProgram, runTools, serviceOf } from '../workbench.js';
import { everythingIn, type Ground, prepare, ready } from './ground.js';
import { inPod, proberAccount, rowsOf } from './prober.js';

const namespace = 'broken';

const servers = {
  works: { url: 'http://works:8000/mcp' },
  'no-service': { url: 'http://no-service:8000/mcp' },
  'no-pod': { url: 'http://no-pod:8000/mcp' },
  'no-port': { url: 'http://works:9999/mcp' },
  starting: { url: 'http://starting:8000/mcp' },
  deaf: { url: 'http://deaf:8001/mcp' },
  walled: { url: 'http://walled:8000/mcp' },
  'other-ca': { url: 'https://works:8443/mcp' },
  'no-tls': { url: 'https://works:8000/mcp' },
  'wants-login': { url: 'http://login:8000/mcp' },
};

export function probe(ground: Ground): void {
  describe('probe and diff', () => {
    const certificate = (): { cert: string; key: string } => {
      const [key, cert] = [join(ground.node.folder, 'tls.key'), join(ground.node.folder, 'tls.crt')];
      const flags = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=works'];
      spawnSync(programOf('openssl'), ['req', '-x509', ...flags, '-out', cert, '-keyout', key]);
      return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
    };

    beforeAll(async () => {
      const { node } = ground;
      await node.createNamespace(namespace, { 'pod-security.kubernetes.io/enforce': 'restricted' });
      const data = { 'gateway.yaml': JSON.stringify({ servers }) };
      const policy = { podSelector: { matchLabels: { app: 'walled' } }, policyTypes: ['Ingress'], ingress: [] };
      const marked = { selector: { app: 'works' }, ports: [{ name: 'mcp', port: 8000 }] };
      const objects: KubeObject[] = [
        ...proberAccount(namespace),
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'gateway', namespace }, data },
        { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'wall', namespace }, spec: policy },
        { apiVersion: 'v1', kind: 'Service', metadata: { name: 'marked', namespace }, spec: marked },
        serviceOf('no-pod', namespace, [8000]),
        serviceOf('starting', namespace, [8000]),
        serviceOf('deaf', namespace, [8001]),
        shellPod('mcpgw.test/nothing:1', 'starting', { namespace }),
      ];
      for (const object of objects) await node.create(object, namespace);
      const { cert, key } = certificate();
      await Promise.all([
        runTools(node, 'works', namespace, { ports: [8000, 8443], env: { TLS_CERT: cert, TLS_KEY: key } }),
        runTools(node, 'walled', namespace),
        runTools(node, 'login', namespace, { env: { LOGIN: 'http://issuer.example' } }),
        runProgram(node, 'deaf', { namespace }),
      ]);
    });

    test('in a pod, each broken layer is named', async () => {
      // The policy comes into force a moment after its pod starts.
      let attempt = 0;
      await untilPasses(async () => {
        const output = await inPod(ground.node, namespace, `probe-${++attempt}`, [
          'probe',
          '--from',
          'cluster',
          '-o',
          'json',
          '--max-attempts',
          '1',
          '--timeout',
          '5s',
          '-q',
        ]);
        const rows = rowsOf(output);
        // kube-proxy refuses what has no ready pod, unless kube-router has let the packet pass before: then it is lost.
        const refusedOrLost = expect.stringMatching(/^(?:permanent|transient)$/);
        expect(Object.fromEntries(rows.map(({ id, status, layer, advice }) => [id, [status, layer, advice]]))).toEqual({
          works: ['available', null, null],
          marked: ['available', null, null],
          'no-service': ['permanent', 'dns', 'there is no Service no-service in namespace broken'],
          'no-pod': [refusedOrLost, 'tcp', 'Service broken/no-pod selects no pod: compare its selector with the labels of the pods'],
          'no-port': [expect.any(String), 'tcp', 'Service broken/works has no port 9999; it has 8000, 8443'],
          starting: [refusedOrLost, 'tcp', 'Service broken/starting has no ready endpoint: pod starting is ErrImageNeverPull'],
          deaf: ['permanent', 'tcp', 'the pods of Service broken/deaf are ready: check that its targetPort is one that they listen on'],
          walled: [
            'permanent',
            'tcp',
            'the pods of Service broken/walled are ready: NetworkPolicy wall of broken, or one that restricts egress here, may drop the connection',
          ],
          'other-ca': ['permanent', 'tls', expect.stringContaining('--ca')],
          'no-tls': ['permanent', 'tls', expect.stringContaining('http')],
          'wants-login': ['denied', 'auth-server', expect.stringContaining('the authorization server does not answer')],
        });
      });
    });

    test('helm test names the authorization server: Helm prints the log of its pod, and deletes the pod', async () => {
      const { node, chart } = ground;
      const target = JSON.stringify([{ id: 'login', host: `login.${namespace}.svc.cluster.local`, port: 8000 }]);
      const values = ['--set-json', `global.agentgateway.extraMcpTargets=${target},probe.failOn=["denied"]`];
      for (const [index, which] of helms.entries()) {
        const own = `asks-${index}`;
        await prepare(ground, own, values);
        helm(which, node, ['install', 'demo', chart, '-n', own, ...values]);
        await ready(node, own);
        const { status, stdout, stderr } = runHelm(which, node, ['test', 'demo', '-n', own, '--timeout', '220s']);
        expect({ status, text: stdout + stderr }).toEqual({ status: 1, text: expect.stringMatching(/denied[\s\S]*auth-server/) });
        helm(which, node, ['uninstall', 'demo', '-n', own]);
        await untilPasses(async () => expect((await everythingIn(node, own)).filter(each => /^Pod .*-test$/.test(each))).toEqual([]));
      }
    });

    test('from outside, it says that names resolve in the cluster alone', () => {
      const args = [
        'probe',
        '--from',
        'cluster',
        '-n',
        namespace,
        '--server',
        'works,no-service',
        '-o',
        'json',
        '--max-attempts',
        '1',
        '-q',
      ];
      const { status, stdout } = mcpgw(args, { env: { KUBECONFIG: ground.node.kubeconfig() } });
      expect(status).toBe(1);
      expect(rowsOf(stdout).map(({ advice }) => advice)).toEqual([
        'names of Services resolve only inside the cluster: run the probe in a pod, or reach the servers through --via',
        'there is no Service no-service in namespace broken',
      ]);
    });

    test.each([
      [['-n', 'default'], 'no MCP server in namespace default'],
      [['mcp.json'], '--from cluster finds the servers itself: leave out mcp.json'],
      [['--kube-context', 'nowhere'], 'the kubeconfig has no context "nowhere"'],
    ])('%s cannot run', (args, message) => {
      const { status, stderr } = mcpgw(['probe', '--from', 'cluster', ...args], { env: { KUBECONFIG: ground.node.kubeconfig() } });
      expect(status).toBe(2);
      expect(stderr).toContain(message);
    });

    test('diff against running pods: nothing, then what was changed by hand', async () => {
      const { node, chart } = ground;
      const values = ['--set', 'gateway.enabled=true'];
      await prepare(ground, 'drift', values);
      helm(helms.at(-1)!, node, ['install', 'demo', chart, '-n', 'drift', ...values]);
      await ready(node, 'drift');
      const diff = (...args: string[]) => mcpgw(['diff', 'demo', ...args, '-n', 'drift'], { env: { KUBECONFIG: node.kubeconfig() } });
      expect(diff(chart, ...values, '--from', 'cluster')).toMatchObject({ status: 0, stderr: '' });
      const body = { spec: { replicas: 2 } };
      const path = '/apis/apps/v1/namespaces/drift/deployments/demo-mcp-gateway?fieldManager=kubectl-edit';
      await node.ask(path, { method: 'PATCH', body, contentType: 'application/merge-patch+json' });
      await ready(node, 'drift');
      const { status, stdout } = diff('--from', 'release', '--to', 'cluster');
      expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining('~ spec.replicas: 1 → 2') });
      helm(helms.at(-1)!, node, ['uninstall', 'demo', '-n', 'drift']);
    });
  });
}
