/** The API server that other tests start: it enforces RBAC, and ends with the test. */
import { existsSync } from 'node:fs';
import { type Kube, kubeMissing, startKube } from '../helpers/kube.js';
import { skipTests } from '../helpers/needs.js';

if (kubeMissing !== undefined) {
  skipTests(kubeMissing);
} else {
  let kube: Kube;

  beforeAll(async () => {
    kube = await startKube({ users: { nobody: [] } });
  });
  afterAll(() => kube?.stop());

  test('it is Kubernetes 1.34', async () => {
    expect(await kube.ask('/version')).toMatchObject({ major: '1', minor: '34', gitVersion: 'v1.34.2' });
  });

  test('a user without a role may do nothing', async () => {
    const { status, body } = await kube.request('/api/v1/namespaces/default/pods', { user: 'nobody' });
    expect({ status, message: body.message }).toEqual({
      status: 403,
      message: 'pods is forbidden: User "nobody" cannot list resource "pods" in API group "" in the namespace "default"',
    });
  });

  test('a pod is admitted, with what the server defaults', async () => {
    await kube.createNamespace('sandbox', { 'pod-security.kubernetes.io/enforce': 'privileged' });
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'one' }, spec: { containers: [{ name: 'main', image: 'none' }] } };
    const made = await kube.ask('/api/v1/namespaces/sandbox/pods', { method: 'POST', body: pod });
    expect(made.spec).toMatchObject({ restartPolicy: 'Always', serviceAccountName: 'default' });
    expect(made.status.phase).toBe('Pending');
  });

  test('stop ends the servers and removes their folder', async () => {
    const other = await startKube();
    await other.stop();
    await expect(other.request('/readyz')).rejects.toThrow();
    expect(existsSync(other.folder)).toBe(false);
  });
}
