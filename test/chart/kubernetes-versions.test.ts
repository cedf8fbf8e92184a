/** The chart renders the same objects for every Kubernetes version that it supports: it needs no switch for any of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOutput, loadChart, mergeUserValues, Renderer } from '@mcpgw/helm';
import { chartPath } from './render.js';

const values = join(__dirname, '..', 'golden', 'values');
const stories: readonly (readonly [name: string, files: readonly string[], set: readonly string[]])[] = [
  ['workload', ['workload.yaml'], []],
  ['autoscaling', ['autoscaling.yaml', 'jwt.yaml'], []],
  ['gateway API', ['gateway.yaml'], ['global.agentgateway.routingMode=gateway-api']],
];
const deps = { now: () => ({ epochSeconds: 0n, nanoseconds: 0 }), randomBytes: (n: number) => new Uint8Array(n), timezone: 'UTC' };
const renderer = new Renderer(loadChart(chartPath), { deps });

function render(files: readonly string[], set: readonly string[], kubeVersion: string): string {
  const merged = mergeUserValues({ valueFiles: files.map(name => join(values, name)), values: set }, path => readFileSync(path));
  return formatOutput(renderer.render({ releaseName: 'demo', namespace: 'mcp', values: merged, kubeVersion }), {});
}

describe.each(['1.29.0', '1.30.4', '1.31.0', '1.32.0', '1.33.2', '1.35.0', 'v1.31.1-gke.100', '1.30.2-eks-a1b2c3'])(
  'Kubernetes %s',
  version => {
    test.each(stories)('%s', (_, files, set) => {
      const text = render(files, set, version);
      expect(text.length).toBeGreaterThan(1000);
      expect(text).toBe(render(files, set, '1.34.2'));
    });
  },
);
