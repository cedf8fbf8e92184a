/** Renders the project's own chart in this process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOutput, loadChart, mergeUserValues, Renderer } from '@mcpgw/helm';
import { parseAllDocuments } from 'yaml';

const root = join(__dirname, '..', '..');
export const chartPath = join(root, 'charts', 'mcp-gateway');

/** A Kubernetes object, as parsed from a manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  // biome-ignore lint/suspicious/noExplicitAny: manifests have no one shape
  readonly [key: string]: any;
}

export interface RenderRequest {
  /** Files of values, from the repository's root. */
  readonly files?: readonly string[];
  /** Values over those files. */
  readonly values?: object;
  /** Assignments as after `--set`. */
  readonly set?: readonly string[];
  readonly release?: string;
  readonly namespace?: string;
  readonly chart?: string;
  /** Groups that the cluster knows besides Kubernetes' own. */
  readonly apiVersions?: readonly string[];
}

const deps = { now: () => ({ epochSeconds: 0n, nanoseconds: 0 }), randomBytes: (n: number) => new Uint8Array(n), timezone: 'UTC' };

/** The objects that the chart renders, in Helm's order. @throws HelmError if it refuses */
export async function renderChart(request: RenderRequest): Promise<Manifest[]> {
  const { files = [], values = {}, set = [], release = 'demo', namespace = 'mcp', chart = chartPath, apiVersions = [] } = request;
  const inline = 'inline.json';
  const readFile = (path: string): Uint8Array => (path === inline ? Buffer.from(JSON.stringify(values)) : readFileSync(join(root, path)));
  const merged = mergeUserValues({ valueFiles: [...files, inline], values: set }, readFile);
  const rendered = new Renderer(await loadChart(chart), { deps }).render({ releaseName: release, namespace, values: merged, apiVersions });
  return parseAllDocuments(formatOutput(rendered, {}))
    .map(document => document.toJS() as Manifest | null)
    .filter(manifest => manifest !== null);
}
