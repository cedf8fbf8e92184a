/**
 * metrics-program.mjs STATE CERT KEY: stands for a metrics server (metrics.k8s.io). Every pod that the file STATE names uses what it says:
 * `{"container": NAME, "pods": [NAME...], "usage": {"cpu": "80m", "memory": "64Mi"}}`, read for each answer. Prints `port N`, of loopback.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const [, , state, cert, key] = process.argv;
const version = 'metrics.k8s.io/v1beta1';
const group = `/apis/${version}`;

/** The answer to a path, as JSON; undefined for what is not served. */
function answerTo(path) {
  if (path === group) {
    const resources = [{ name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] }];
    return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: version, resources };
  }
  if (!path.endsWith('/pods')) return undefined;
  const namespace = path.split('/').at(-2);
  const timestamp = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const { container, pods, usage } = JSON.parse(readFileSync(state, 'utf8'));
  const containers = [{ name: container, usage }];
  // The autoscaler leaves out a pod that has not been ready for the whole window.
  const items = pods.map(name => ({ metadata: { name, namespace }, timestamp, window: '1s', containers }));
  return { kind: 'PodMetricsList', apiVersion: version, metadata: {}, items };
}

const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, ({ url = '' }, response) => {
  const answer = answerTo(new URL(url, 'https://localhost').pathname);
  response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
});
server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
