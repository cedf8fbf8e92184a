import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { formatOutput, loadChart, mergeUserValues, Renderer, type ValueOptions } from '@mcpgw/helm';

const deps = {
  now: () => ({ epochSeconds: BigInt(Math.floor(Date.now() / 1000)), nanoseconds: 0 }),
  randomBytes: (count: number) => randomBytes(count),
  timezone: 'UTC',
};

/** The output of `helm template RELEASE CHART` once for each set of values. The templates are parsed once. */
export function renderAll(chart: string, release: string, sets: readonly ValueOptions[]): string[] {
  const renderer = new Renderer(loadChart(chart), { deps });
  return sets.map(options => {
    const values = mergeUserValues(options, path => readFileSync(path));
    return formatOutput(renderer.render({ releaseName: release, namespace: 'default', values }));
  });
}
