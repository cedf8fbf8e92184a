/** Renders as `mcpgw render` does, by the same functions, from files in memory. */
import { type Chart, decodeBytes, GoMap, HelmError, type Rendered, type Renderer, readChartFiles, unmarshalYaml } from '@mcpgw/helm';
import { bundledChart } from '../../cli/src/bundled-chart.js';
import { explain, loadChartAt, rendererOf, renderToText, renderWithFlags } from '../../cli/src/render/run.js';
import { setFiles } from './node/fs.js';
import { takeSaid } from './node/globals.js';
import type { RenderAnswer, Target } from './protocol.js';

interface Loaded {
  readonly key: readonly unknown[];
  readonly chart: Chart;
  readonly renderer: Renderer;
}

let last: Loaded | undefined;

/** Loads a chart, or takes it from the last question if that had the same. @throws HelmError */
function loaded({ chart: path, flags, files }: Target): Loaded {
  const archive = files.find(([name]) => name === path)?.[1];
  // The digest (CRC-32) that ends an archive, and its length: every question carries the whole archive.
  const key = [path, flags.helmVersion, flags.debug, archive?.length, archive && Buffer.from(archive.subarray(-8)).toString('hex')];
  if (last?.key.every((part, index) => part === key[index])) return last;
  const chart = loadChartAt(path, flags);
  last = { key, chart, renderer: rendererOf(chart, flags) };
  return last;
}

/** The chart of a target. @throws HelmError */
export function chartOf(target: Target): Chart {
  setFiles(target.files);
  return loaded(target).chart;
}

/** The text that `mcpgw render` prints. @throws HelmError */
export function renderedText(target: Target): { readonly text: string; readonly rendered: Rendered; readonly chart: Chart } {
  setFiles(target.files);
  const { chart, renderer } = loaded(target);
  const rendered = renderWithFlags(renderer, target.release, target.flags);
  return { text: renderToText(rendered, target.flags), rendered, chart };
}

/** Whether a chart or its values caused an error, rather than a bug of ours. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof HelmError || (error instanceof Error && ['InputError', 'CliError'].includes(error.name));

export const refusalText = (error: Error): string => (error instanceof HelmError ? explain(error, false) : error.message);

export function render(target: Target): RenderAnswer {
  takeSaid();
  const start = performance.now();
  try {
    const { text, rendered, chart } = renderedText(target);
    const { name, version } = chart.metadata;
    return {
      text,
      notes: rendered.notes,
      configuration: configurationOf(rendered),
      said: takeSaid(),
      took: performance.now() - start,
      chart: { name, version, values: ownValues(target) },
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { text: '', error: refusalText(error), notes: '', configuration: '', said: takeSaid(), took: performance.now() - start };
  }
}

/** The chart's own values.yaml. */
function ownValues({ chart }: Target): string {
  const files = chart === undefined ? bundledChart() : readChartFiles(chart, name => name === 'values.yaml');
  return decodeBytes(files.get('values.yaml') ?? new Uint8Array());
}

const controllerGroups = /^(?:gateway\.networking\.k8s\.io|agentgateway\.dev)\//;

/** The file `config.yaml` of ConfigMaps, or without one the objects that a controller of the Gateway API reads. */
function configurationOf({ manifests }: Rendered): string {
  const files: string[] = [];
  const objects: string[] = [];
  for (const { path, content } of manifests) {
    const object = unmarshalYaml(content);
    if (!(object instanceof GoMap)) continue;
    const data = object.get('kind') === 'ConfigMap' ? object.get('data') : undefined;
    const file = data instanceof GoMap ? data.get('config.yaml') : undefined;
    if (typeof file === 'string') files.push(file);
    else if (controllerGroups.test(String(object.get('apiVersion')))) objects.push(`# Source: ${path}\n${content.trim()}\n`);
  }
  return files.length > 0 ? files.join('\n---\n') : objects.join('---\n');
}
