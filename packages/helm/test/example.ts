import { readFileSync } from 'node:fs';
import { formatOutput, loadChart, mergeUserValues, nodeDeps, Renderer, renderChart, type ValueOptions } from '@mcpgw/helm';

/** The output of `helm template RELEASE CHART -f VALUES`. */
export const renderOnce = (chart: string, releaseName: string, values: Record<string, unknown>): string =>
  renderChart(chart, { releaseName, values });

/** The same for many sets of values. The templates are parsed once. */
export function renderAll(chart: string, release: string, sets: readonly ValueOptions[]): string[] {
  const renderer = new Renderer(loadChart(chart), { deps: nodeDeps });
  return sets.map(options => {
    const values = mergeUserValues(options, path => readFileSync(path));
    return formatOutput(renderer.render({ releaseName: release, namespace: 'default', values }));
  });
}
