/** `helm template` in one call. */
import { readFileSync } from 'node:fs';
import { dialectOf } from '../common/dialect.js';
import { withFsErrors } from '../common/fs-error.js';
import type { Warn } from '../common/warnings.js';
import type { FuncDeps } from '../funcs/index.js';
import { loadChart } from '../loader/index.js';
import { mergeUserValues } from '../values/options.js';
import { nodeDeps } from './node-deps.js';
import { formatOutput, type OutputOptions } from './output.js';
import { Renderer, type RenderOptions } from './template.js';

/** What `renderChart` takes beside the path; everything has the default of `helm template`. */
export interface RenderChartOptions
  extends OutputOptions,
    Pick<RenderOptions, 'isUpgrade' | 'kubeVersion' | 'apiVersions' | 'skipSchemaValidation'> {
  /** The name of the release; `release-name` by default. */
  readonly releaseName?: string;
  /** The namespace of the release; `default` by default. */
  readonly namespace?: string;
  /** Paths of values files, as with `-f`. */
  readonly valueFiles?: readonly string[];
  /** Values as data of JSON. They take precedence over those of files. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Assignments such as `image.tag=v2`, as with `--set`. They take precedence over `values`. */
  readonly set?: readonly string[];
  /** The Helm release to follow: `3` or `4`; Helm 4 by default. */
  readonly helmVersion?: '3' | '4' | '4.3';
  /** The clock, the random numbers and the time zone of template functions; those of the machine by default. */
  readonly deps?: FuncDeps;
  /** Receives the lines that Helm logs; they are dropped by default. */
  readonly warn?: Warn;
}

/** Stands for `values` in the list of files. No path contains a null character. */
const givenValues = '\0values';

function readFile(path: string, values: RenderChartOptions['values']): Uint8Array {
  if (path === givenValues) return Buffer.from(JSON.stringify(values));
  return withFsErrors(() => readFileSync(path));
}

/**
 * Renders the chart in a folder or an archive. Returns what `helm template` prints.
 *
 * @throws HelmError whose message is the one that `helm template` prints after `Error: `
 */
export function renderChart(path: string, options: RenderChartOptions = {}): string {
  const { releaseName = 'release-name', namespace = 'default', valueFiles = [], values, set = [], helmVersion, deps = nodeDeps } = options;
  const { warn = () => {}, ...others } = options;
  const dialect = dialectOf(helmVersion);
  const renderer = new Renderer(loadChart(path, { warn, dialect }), { deps, warn, dialect });
  const files = values === undefined ? valueFiles : [...valueFiles, givenValues];
  const merged = mergeUserValues({ valueFiles: files, values: set }, file => readFile(file, values), dialect);
  return formatOutput(renderer.render({ ...others, releaseName, namespace, values: merged }), options);
}
