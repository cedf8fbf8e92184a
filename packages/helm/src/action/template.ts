/**
 * The implementation of `helm template`. Follows helm.sh/helm/v4 v4.2.4 pkg/cmd (template.go, install.go) and pkg/action (install.go,
 * action.go renderResources), as far as they need no cluster; for Helm 3, helm.sh/helm/v3 v3.20.0 cmd/helm and pkg/action.
 */
import { decodeBytes, GoMap, type Value } from '@mcpgw/go/values';
import { type Chart, type Crd, crdObjects } from '../chart/chart.js';
import { isCompatibleRange } from '../chart/compatible.js';
import { type Capabilities, makeCapabilities } from '../common/capabilities.js';
import { type Dialect, helm4 } from '../common/dialect.js';
import { HelmError, ManifestError, MissingDependenciesError, withStackLimit } from '../common/errors.js';
import { defaultLimits } from '../common/limits.js';
import type { Warn } from '../common/warnings.js';
import { Engine, type EngineOptions } from '../engine/engine.js';
import { allTemplates, type TopValues } from '../engine/scopes.js';
import { type DocumentCache, type Hook, type Manifest, sortManifests } from '../release/manifests.js';
import { coalesceValues } from '../values/coalesce.js';
import { processDependencies } from '../values/dependencies.js';
import { type KnownSchema, SchemaValidator } from '../values/schema.js';
import type { ReadRemote } from '../values/schema-source.js';

/** The inputs of one render other than the chart. */
export interface RenderOptions {
  /** The name of the release, `.Release.Name`. */
  readonly releaseName: string;
  /** The namespace of the release, `.Release.Namespace`. */
  readonly namespace: string;
  /** The user's values. They are never changed. */
  readonly values?: GoMap;
  /** Sets `.Release.IsUpgrade` instead of `.Release.IsInstall`. */
  readonly isUpgrade?: boolean;
  /** Same as `--kube-version`, e.g. `1.31`. The default is the version that this Helm release assumes. */
  readonly kubeVersion?: string;
  /** Same as `--api-versions`: added to Helm's defaults. */
  readonly apiVersions?: readonly string[];
  /** Same as `--skip-schema-validation`. */
  readonly skipSchemaValidation?: boolean;
  /** Same as `--labels`, each `key=value`. No manifest contains them, but Helm reserves some names. */
  readonly labels?: readonly string[];
  /** Whether a values.schema.json may refer to schemas by http and https. They are read with `RendererOptions.readRemote`. */
  readonly allowRemoteSchemas?: boolean;
}

/** The result of a render, in the order in which Helm prints it. */
export interface Rendered {
  /** Documents in install order. */
  readonly manifests: readonly Manifest[];
  /** Hooks, which Helm prints after the manifests. */
  readonly hooks: readonly Hook[];
  /** The `crds/` files of the chart and of its dependencies. They are printed only with `--include-crds`. */
  readonly crds: readonly { readonly path: string; readonly content: string }[];
  /** The chart's own NOTES.txt, rendered. `helm template` does not print it. */
  readonly notes: string;
  /** The Helm release whose behavior was followed. */
  readonly dialect: Dialect;
  /** The text of each template by its path, before it is split into documents. NOTES.txt is not among them. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether a template looked at the API versions of the cluster. Other ones give the same render if none did. */
  readonly readsApiVersions: boolean;
}

/** What a Renderer needs in addition to the chart. Only `deps` is required. */
export interface RendererOptions extends Omit<EngineOptions, 'limits'>, Partial<Pick<EngineOptions, 'limits'>> {
  /** The Helm release to follow, which is also the one that the chart was loaded with; Helm 4 by default. */
  readonly dialect?: Dialect;
  /** Receives the lines that Helm logs. */
  readonly warn?: Warn;
  /** Also logs the lines of `--debug`. */
  readonly debug?: boolean;
  /** Returns the plain form of a known schema without compiling it; see `plainValuesSchema`. */
  readonly plainSchema?: KnownSchema;
  /** Reads the schemas that a values.schema.json refers to by http and https, if the render allows it. */
  readonly readRemote?: ReadRemote | undefined;
}

/** A chart whose dependencies are processed, and the values that its templates see. */
export interface Prepared {
  readonly chart: Chart;
  readonly values: GoMap;
}

/** What the templates of one render read. */
interface Read {
  readonly chart: Chart;
  readonly top: TopValues;
}

const validName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const maxReleaseNameLength = 53;

/**
 * Renders one chart with any number of sets of values. It keeps parsed templates, compiled schemas and the documents of the last renders.
 * It does not keep values.
 */
export class Renderer {
  readonly #chart: Chart;
  readonly #engine: Engine;
  readonly #schemas: SchemaValidator;
  readonly #documents: DocumentCache = new Map();
  readonly #warn: Warn;
  readonly #readRemote: ReadRemote | undefined;
  /** The Helm release to follow. */
  readonly dialect: Dialect;

  /**
   * Prepares a loaded chart.
   *
   * @throws HelmError if the chart cannot be installed: it is a library chart, or its dependencies are missing
   */
  constructor(chart: Chart, options: RendererOptions) {
    const { limits = defaultLimits, dialect = helm4, warn = () => {}, debug = false, plainSchema, readRemote, ...engine } = options;
    checkInstallable(chart, dialect, warn);
    this.#chart = chart;
    this.dialect = dialect;
    this.#engine = new Engine({ ...engine, limits, dialect });
    this.#schemas = new SchemaValidator({ known: plainSchema, warn, debug: debug ? warn : undefined, dialect });
    this.#readRemote = readRemote;
    this.#warn = warn;
  }

  /**
   * Renders the chart. Errors of templates have `partial`: the text that `helm template --debug` prints despite the error.
   *
   * @throws HelmError with Helm's message. RenderError and ManifestError also say where the error is.
   */
  render(options: RenderOptions): Rendered {
    return withStackLimit('a value', () => this.#renderChart(options));
  }

  /**
   * Whether a render gives the same documents as an earlier one. Ends at the first template that gives others.
   *
   * @throws HelmError as `render` does, up to that template
   */
  rendersSame(options: RenderOptions, earlier: Rendered): boolean {
    return withStackLimit('a value', () => {
      let isSame = true;
      const files = this.#renderFiles(this.#read(options), (path, text) => {
        isSame = isNotes(path) || this.#isSameFile(path, text, earlier.files.get(path) ?? '');
        return isSame;
      });
      return isSame && [...earlier.files].every(([path, text]) => files.has(path) || this.#isSameFile(path, '', text));
    });
  }

  /** Whether two texts of a template are the same documents. */
  #isSameFile(path: string, text: string, other: string): boolean {
    const documentsOf = (each: string): string => {
      const { manifests, hooks } = this.#sort(new Map([[path, each]]));
      return [...manifests, ...hooks].map(({ content }) => content).join('\n');
    };
    return text === other || documentsOf(text) === documentsOf(other);
  }

  #renderChart(options: RenderOptions): Rendered {
    return this.#renderResources(this.#read(options));
  }

  /** What the templates read. @throws HelmError if an option or a value is refused */
  #read(options: RenderOptions): Read {
    const warn = this.#warn;
    const { dialect } = this;
    const { releaseName, values = new GoMap() } = options;
    const capabilities = makeCapabilities(options.kubeVersion, options.apiVersions, dialect);
    inStep('release name check failed', dialect, warn, () => checkReleaseName(releaseName));
    const { chart, values: coalesced } = this.#process(values, warn);
    if (!options.skipSchemaValidation) {
      this.#schemas.validate(chart, coalesced, values, options.allowRemoteSchemas ? this.#readRemote : undefined);
    }
    checkLabels(options.labels ?? []);
    return { chart, top: { release: releaseMap(options), capabilities, values: coalesced } };
  }

  #process(values: GoMap, warn: Warn): Prepared {
    const { dialect } = this;
    const chart = this.#chart.copyTree();
    inStep('chart dependencies processing failed', dialect, warn, () => processDependencies(chart, values, { warn, dialect }));
    return { chart, values: coalesceValues(chart, values, { warn, dialect }) };
  }

  /**
   * Returns the chart and the values that a render with these values uses: the enabled dependencies under their aliases, with defaults and
   * imported values.
   *
   * @throws HelmError if the values do not fit the dependencies
   */
  prepare(values: GoMap): Prepared {
    return withStackLimit('a value', () => this.#process(values, () => {}));
  }

  #renderFiles({ chart, top }: Read, goesOn?: (path: string, text: string) => boolean): Map<string, string> {
    checkKubeVersion(chart, top.capabilities, this.dialect);
    return this.#engine.render(allTemplates(chart, top, this.dialect), goesOn);
  }

  #renderResources(read: Read): Rendered {
    const { chart, top } = read;
    try {
      const files = this.#renderFiles(read);
      const notes = takeNotes(chart, files);
      const { hooks, manifests } = this.#sort(files);
      const crds = crdObjects(chart).map(({ filename, file }: Crd) => ({
        path: filename,
        get content() {
          return decodeBytes(file.data);
        },
      }));
      return { manifests, hooks, crds, notes, dialect: this.dialect, files, readsApiVersions: top.capabilities.showsApiVersions };
    } catch (error) {
      if (error instanceof HelmError) error.partial ??= '';
      throw error;
    }
  }

  #sort(files: ReadonlyMap<string, string>): ReturnType<typeof sortManifests> {
    try {
      return sortManifests(files, this.#warn, this.#documents, this.dialect);
    } catch (error) {
      if (error instanceof ManifestError) error.partial = unsorted(files);
      throw error;
    }
  }
}

/** Joins all rendered files, for a user who looks for the error in them. */
function unsorted(files: ReadonlyMap<string, string>): string {
  const written = [...files].filter(([, content]) => content.trim() !== '').sort();
  return written.map(([path, content]) => `---\n# Source: ${path}\n${content}\n`).join('');
}

/** Runs a step. If it fails, Helm 4 logs the failure before it reports the same reason as its error. */
function inStep(failure: string, { namesFailedStep }: Dialect, warn: Warn, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!namesFailedStep || !(error instanceof HelmError)) throw error;
    warn({ level: 'ERROR', message: failure, attributes: [['error', error.message]] });
    throw new HelmError(`${failure}: ${error.message}`, { cause: error });
  }
}

function checkInstallable(chart: Chart, dialect: Dialect, warn: Warn): void {
  const { metadata } = chart;
  if (metadata.type !== '' && metadata.type !== 'application') throw new HelmError(`${metadata.type} charts are not installable`);
  if (metadata.deprecated) warn({ level: 'WARN', message: 'this chart is deprecated', helm3: 'WARNING: This chart is deprecated' });
  const missing = (metadata.dependencies ?? []).filter(({ name }) => !chart.dependencies.some(sub => sub.name === name));
  if (missing.length > 0)
    throw new MissingDependenciesError(
      missing.map(({ name }) => name),
      dialect.missingDependencies,
    );
  if (dialect.checksApiVersion && metadata.apiVersion === 'v3') throw new HelmError('invalid chart apiVersion');
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

function checkKubeVersion(chart: Chart, { kubeVersion }: Capabilities, { semver }: Dialect): void {
  const wanted = chart.metadata.kubeVersion;
  if (wanted === '' || isCompatibleRange(wanted, kubeVersion.parts.normalized, semver)) return;
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

const isNotes = (path: string): boolean => path.endsWith('NOTES.txt');

/** Removes the notes of all charts from `files` and returns the chart's own. */
function takeNotes(chart: Chart, files: Map<string, string>): string {
  let notes = '';
  for (const [path, text] of files) {
    if (!isNotes(path)) continue;
    if (path === `${chart.name}/templates/NOTES.txt`) notes = text;
    files.delete(path);
  }
  return notes;
}
