/**
 * A loaded chart. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/v2 (chart.go, metadata.go, dependency.go).
 * A render never changes a loaded chart: dependency processing works on `copyTree`.
 */

import { extName } from '@mcpgw/go/path';
import { GoMap, nilMap, type Value } from '@mcpgw/go/values';

/** A file of a chart. `name` is the path inside the chart, separated by `/`. */
export interface ChartFile {
  readonly name: string;
  readonly data: Uint8Array;
}

/** An entry of `maintainers` in Chart.yaml. */
export interface Maintainer {
  name: string;
  email: string;
  url: string;
}

/** An entry of `dependencies` in Chart.yaml. */
export interface Dependency {
  name: string;
  version: string;
  repository: string;
  condition: string;
  tags: string[];
  enabled: boolean;
  /** Strings, or maps with `child` and `parent`. */
  importValues: Value[];
  alias: string;
}

/** The content of Chart.yaml. Absent texts are empty, as in Go. */
export interface Metadata {
  name: string;
  home: string;
  sources: string[];
  version: string;
  description: string;
  keywords: string[];
  maintainers: (Maintainer | null)[];
  icon: string;
  apiVersion: string;
  condition: string;
  tags: string;
  appVersion: string;
  deprecated: boolean;
  /** Undefined represents Go's nil map. */
  annotations: Map<string, string> | undefined;
  kubeVersion: string;
  /** Undefined represents Go's nil slice: no dependencies are declared, so none are processed. */
  dependencies: Dependency[] | undefined;
  type: string;
}

/** The content of a chart without its dependencies. */
export interface ChartParts {
  readonly metadata: Metadata;
  readonly templates: readonly ChartFile[];
  readonly files: readonly ChartFile[];
  readonly schema: Uint8Array | undefined;
  readonly values: GoMap;
}

/** A chart with its dependencies. `loadChart` and `loadChartFiles` create it. */
export class Chart {
  metadata: Metadata;
  readonly templates: readonly ChartFile[];
  readonly files: readonly ChartFile[];
  readonly schema: Uint8Array | undefined;
  values: GoMap;
  parent: Chart | undefined;
  #charts: readonly Chart[] = [];

  constructor(parts: ChartParts) {
    this.metadata = parts.metadata;
    this.templates = parts.templates;
    this.files = parts.files;
    this.schema = parts.schema;
    this.values = parts.values;
  }

  get name(): string {
    return this.metadata.name;
  }

  get isRoot(): boolean {
    return this.parent === undefined;
  }

  /** The charts in `charts/`. After dependency processing, only the enabled ones, under their aliases. */
  get dependencies(): readonly Chart[] {
    return this.#charts;
  }

  /** Replaces the dependencies and becomes their parent. */
  setDependencies(charts: readonly Chart[]): void {
    this.#charts = charts;
    for (const chart of charts) chart.parent = this;
  }

  get isLibrary(): boolean {
    return this.metadata.type.toLowerCase() === 'library';
  }

  /** The prefix of template names, e.g. `root/charts/sub`. An aliased chart appears under its alias. */
  get fullPath(): string {
    return this.parent ? `${this.parent.fullPath}/charts/${this.name}` : this.name;
  }

  /** Go's `*c`: another chart that shares everything, including the dependencies and their parent. */
  shallowCopy(): Chart {
    const copy = new Chart(this);
    copy.parent = this.parent;
    copy.#charts = this.#charts;
    return copy;
  }

  /** Copies the tree. Files and values are shared; metadata and the lists of dependencies are copied. */
  copyTree(): Chart {
    const copy = new Chart({ ...this.#parts(), metadata: copyMetadata(this.metadata) });
    copy.setDependencies(this.#charts.map(child => child.copyTree()));
    return copy;
  }

  #parts(): ChartParts {
    const { metadata, templates, files, schema, values } = this;
    return { metadata, templates, files, schema, values };
  }
}

/** Copies the metadata of a chart, including its dependencies. */
export function copyMetadata(metadata: Metadata): Metadata {
  const dependencies = metadata.dependencies?.map(dependency => ({ ...dependency }));
  return { ...metadata, dependencies };
}

/** The annotations of Chart.yaml as templates see them. */
export function annotationsMap({ annotations }: Metadata): GoMap {
  const map = annotations ? new GoMap(annotations) : nilMap();
  map.goType = 'map[string]string';
  return map;
}

/** A file of `crds/`. `filename` is the path in its `# Source:` line. */
export interface Crd {
  readonly filename: string;
  readonly file: ChartFile;
}

const manifestExtensions = new Set(['.yaml', '.yml', '.json']);

/** The `crds/` files of a chart, followed by those of its dependencies. */
export function crdObjects(chart: Chart): Crd[] {
  const own = chart.files
    .filter(file => file.name.startsWith('crds/') && manifestExtensions.has(extName(file.name).toLowerCase()))
    .map(file => ({ filename: `${chart.fullPath}/${file.name}`, file }));
  return [...own, ...chart.dependencies.flatMap(crdObjects)];
}
