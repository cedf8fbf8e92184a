/**
 * The action behind `helm template`. Follows helm.sh/helm/v4 v4.2.4 pkg/cmd (template.go, install.go) and pkg/action
 * (install.go, action.go renderResources), as far as they need no cluster.
 */
import { decodeBytes, GoMap, type Value } from '@mcpgw/gotemplate';
import { type Capabilities, makeCapabilities } from './capabilities.js';
import { type Chart, type Crd, crdObjects } from './chart.js';
import { isCompatibleRange } from './compatible.js';
import { Engine, type OnParsed, type ParsedTemplates } from './engine.js';
import { HelmError, ManifestError, MissingDependenciesError, withStackLimit } from './errors.js';
import type { FuncDeps } from './funcs/index.js';
import { defaultLimits, type Limits } from './limits.js';
import { type Hook, type KeptDocuments, type Manifest, sortManifests } from './manifests.js';
import { allTemplates } from './scopes.js';
import { coalesceValues } from './values/coalesce.js';
import { processDependencies } from './values/dependencies.js';
import { type KnownSchema, SchemaValidator } from './values/schema.js';
import type { ReadRemote } from './values/schema-source.js';
import type { Warn } from './warnings.js';

/** What one render depends on besides the chart. */
export interface RenderOptions {
  readonly releaseName: string;
  readonly namespace: string;
  /** The user's values; never changed. */
  readonly values?: GoMap;
  /** `.Release.IsUpgrade` instead of `.Release.IsInstall`. */
  readonly isUpgrade?: boolean;
  /** As `--kube-version`, e.g. `1.31`; by default what Helm 4.2.4 assumes. */
  readonly kubeVersion?: string;
  /** As `--api-versions`: added to those of Helm 4.2.4. */
  readonly apiVersions?: readonly string[];
  readonly skipSchemaValidation?: boolean;
  /** As `--labels`, each `key=value`: they are in no manifest, but Helm keeps some names for itself. */
  readonly labels?: readonly string[];
  /** Whether a values.schema.json may refer to schemas by http and https; they are read with `RendererOptions.readRemote`. */
  readonly allowRemoteSchemas?: boolean;
}

/** What a render gives, in the order in which Helm prints it. */
export interface Rendered {
  readonly manifests: readonly Manifest[];
  readonly hooks: readonly Hook[];
  /** The chart's and its dependencies' `crds/`; printed only with `--include-crds`. */
  readonly crds: readonly { readonly path: string; readonly content: string }[];
  /** The chart's own NOTES.txt, rendered; `helm template` does not print it. */
  readonly notes: string;
}

export interface RendererOptions {
  readonly deps: FuncDeps;
  readonly limits?: Limits;
  /** Takes the lines that Helm logs. */
  readonly warn?: Warn;
  /** Also those of `--debug`. */
  readonly debug?: boolean;
  /** What is known of templates without parsing them; see `encodeTemplates`. */
  readonly parsed?: ParsedTemplates;
  /** Told of each file of templates, in the order of parsing. */
  readonly onParsed?: OnParsed;
  /** What is known of schemas without looking at them; see `plainValuesSchema`. */
  readonly plainSchema?: KnownSchema;
  /** Reads the schemas that a values.schema.json refers to by http and https, where the render allows it. */
  readonly readRemote?: ReadRemote | undefined;
}

/** A chart with its dependencies processed, and the values that its templates see. */
export interface Prepared {
  readonly chart: Chart;
  readonly values: GoMap;
}

const validName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const maxReleaseNameLength = 53;

/**
 * A chart that is rendered with many sets of values: parsed templates, compiled schemas and what the last render's files hold are
 * kept, values are not.
 */
export class Renderer {
  private readonly chart: Chart;
  private readonly engine: Engine;
  private readonly schemas: SchemaValidator;
  private readonly documents: KeptDocuments = new Map();
  private readonly warn: Warn;
  private readonly readRemote: ReadRemote | undefined;

  /** Throws HelmError for a chart that cannot be installed: a library, or one whose dependencies are missing. */
  constructor(
    chart: Chart,
    { deps, limits = defaultLimits, warn = () => {}, debug = false, parsed, onParsed, plainSchema, readRemote }: RendererOptions,
  ) {
    checkInstallable(chart, warn);
    this.chart = chart;
    this.engine = new Engine(deps, limits, parsed, onParsed);
    this.schemas = new SchemaValidator({ known: plainSchema, warn, debug: debug ? warn : undefined });
    this.readRemote = readRemote;
    this.warn = warn;
  }

  /**
   * Renders the chart. Throws HelmError with Helm's message; a RenderError or ManifestError also says where.
   * Errors of the templates have `partial`: what `helm template --debug` prints in spite of them.
   */
  render(options: RenderOptions): Rendered {
    return withStackLimit('a value', () => this.renderChart(options));
  }

  private renderChart(options: RenderOptions): Rendered {
    const { releaseName, values = new GoMap() } = options;
    const capabilities = makeCapabilities(options.kubeVersion, options.apiVersions);
    withPrefix('release name check failed', this.warn, () => checkReleaseName(releaseName));
    const { chart, values: coalesced } = this.process(values, this.warn);
    if (!options.skipSchemaValidation) {
      this.schemas.validate(chart, coalesced, values, options.allowRemoteSchemas ? this.readRemote : undefined);
    }
    checkLabels(options.labels ?? []);
    return this.renderResources(chart, { release: releaseMap(options), capabilities, values: coalesced });
  }

  private process(values: GoMap, warn: Warn): Prepared {
    const chart = this.chart.copyTree();
    withPrefix('chart dependencies processing failed', warn, () => processDependencies(chart, values, warn));
    return { chart, values: coalesceValues(chart, values, warn) };
  }

  /** What a render with these values works on: enabled dependencies under their aliases, all defaults, imported values. Throws HelmError. */
  prepare(values: GoMap): Prepared {
    return withStackLimit('a value', () => this.process(values, () => {}));
  }

  private renderResources(chart: Chart, top: { release: GoMap; capabilities: Capabilities; values: GoMap }): Rendered {
    try {
      checkKubeVersion(chart, top.capabilities);
      const files = this.engine.render(allTemplates(chart, top));
      const notes = takeNotes(chart, files);
      const { hooks, manifests } = this.sort(files);
      const crds = crdObjects(chart).map(({ filename, file }: Crd) => ({
        path: filename,
        get content() {
          return decodeBytes(file.data);
        },
      }));
      return { manifests, hooks, crds, notes };
    } catch (error) {
      if (error instanceof HelmError) error.partial ??= '';
      throw error;
    }
  }

  private sort(files: ReadonlyMap<string, string>): ReturnType<typeof sortManifests> {
    try {
      return sortManifests(files, this.warn, this.documents);
    } catch (error) {
      if (error instanceof ManifestError) error.partial = unsorted(files);
      throw error;
    }
  }
}

/** Everything that was rendered, for someone who looks for the fault in it. */
function unsorted(files: ReadonlyMap<string, string>): string {
  const written = [...files].filter(([, content]) => content.trim() !== '').sort();
  return written.map(([path, content]) => `---\n# Source: ${path}\n${content}\n`).join('');
}

/** Runs a step whose failure Helm logs before it gives the same reason as its error. */
function withPrefix(prefix: string, warn: Warn, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    warn({ level: 'ERROR', message: prefix, attributes: [['error', error.message]] });
    throw new HelmError(`${prefix}: ${error.message}`, { cause: error });
  }
}

function checkInstallable(chart: Chart, warn: Warn): void {
  const { metadata } = chart;
  if (metadata.type !== '' && metadata.type !== 'application') throw new HelmError(`${metadata.type} charts are not installable`);
  if (metadata.deprecated) warn({ level: 'WARN', message: 'this chart is deprecated' });
  const missing = (metadata.dependencies ?? []).filter(({ name }) => !chart.dependencies.some(sub => sub.name === name));
  if (missing.length > 0) throw new MissingDependenciesError(missing.map(({ name }) => name));
  if (metadata.apiVersion === 'v3') throw new HelmError('invalid chart apiVersion');
}

function checkReleaseName(name: string): void {
  if (name === '') throw new HelmError('release name "": no name provided');
  if (name.length <= maxReleaseNameLength && validName.test(name)) return;
  throw new HelmError(
    `release name ${JSON.stringify(name)}: invalid release name, must match regex ${validName.source} ` +
      `and the length must not be longer than ${maxReleaseNameLength}`,
  );
}

/** Labels of a release that Helm sets itself (pkg/storage/driver/util.go). */
const systemLabels = ['name', 'owner', 'status', 'version', 'createdAt', 'modifiedAt'];

function checkLabels(labels: readonly string[]): void {
  if (labels.some(label => systemLabels.includes(label.split('=')[0]!)))
    throw new HelmError(`user supplied labels contains system reserved label name. System labels: [${systemLabels.join(' ')}]`);
}

function checkKubeVersion(chart: Chart, { kubeVersion }: Capabilities): void {
  const wanted = chart.metadata.kubeVersion;
  if (wanted === '' || isCompatibleRange(wanted, kubeVersion.parts.normalized)) return;
  throw new HelmError(`chart requires kubeVersion: ${wanted} which is incompatible with Kubernetes ${kubeVersion.parts.version}`);
}

function releaseMap({ releaseName, namespace, isUpgrade = false }: RenderOptions): GoMap {
  return new GoMap(
    Object.entries<Value>({
      Name: releaseName,
      Namespace: namespace,
      IsUpgrade: isUpgrade,
      IsInstall: !isUpgrade,
      Revision: 1n,
      Service: 'Helm',
    }),
  );
}

/** Takes the notes of all charts out of `files`; the chart's own are returned. */
function takeNotes(chart: Chart, files: Map<string, string>): string {
  let notes = '';
  for (const [path, text] of files) {
    if (!path.endsWith('NOTES.txt')) continue;
    if (path === `${chart.name}/templates/NOTES.txt`) notes = text;
    files.delete(path);
  }
  return notes;
}
