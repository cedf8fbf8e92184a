import { join } from 'node:path';
import { type Definitions, definitionsOf } from '@mcpgw/custom-resources';
import type { Finding } from '@mcpgw/diagnostics';
import {
  type Chart,
  coalesceValues,
  crdObjects,
  deepEqual,
  dialectOf,
  GoMap,
  HelmError,
  marshalJson,
  mergeUserValues,
  type Rendered,
  type Renderer,
  ValuesSchemaError,
} from '@mcpgw/helm';
import { applyComments, decodeFile, type Node } from '@mcpgw/structure';
import { definitionsIn, validateText } from '@mcpgw/validate';
import { CliError } from '../errors.js';
import { InputError } from '../input-error.js';
import { readBytes } from '../read-file.js';
import { isStdin, loadChartAt, readUserFile, rendererOf } from '../render/run.js';
import { chartFileFindings } from './chart-files.js';
import { type EffectOptions, knownChart, ruleFindings, valuesWithoutEffect } from './chart-values.js';
import type { RunContext } from './context.js';
import { renderFlags } from './flags.js';
import { stdinName } from './inputs.js';
import { OriginFinder } from './origin.js';
import { type NamedChart, renderFinding } from './render-finding.js';
import { ruleIds } from './rule-list.js';
import { RenderedObjects } from './same-object.js';
import { setFlags } from './set-flags.js';
import { readTogether } from './together.js';
import { unusedValues } from './unused-values.js';
import { schemaFindings } from './values-schema.js';
import { leavesReadable, parseValues, type ValuesFile } from './values-tree.js';

/** Checks a chart with its values: their schema, unused values, the render, and the rendered objects. */
export function checkChart(path: string | undefined, context: RunContext, valueFiles: readonly string[]): void {
  const base = loadedOrFinding(path, context);
  if ('rule' in base) {
    context.checked.add(base.file, 'chart');
    context.findings.push(base);
    return;
  }
  const { chart } = base;
  const label = path ?? chart.name;
  const read = [...context.flags.values, ...valueFiles].map(file => readValues(file, context));
  const names = read.map(({ values }) => values.file);
  for (const file of names) if (!context.checked.has(file)) context.checked.add(file, 'values');
  if (valueFiles.length === 0) context.checked.add(label, 'chart');
  const ofChart =
    valueFiles.length > 0 || path === undefined
      ? []
      : chartFileFindings(path, context.sources, dialectOf(context.flags.helmVersion), context.readYaml);
  const broken = read.flatMap(({ findings }) => findings);
  const files = [...read.map(({ values }) => values), ...flagsOf(context)];
  const findings = !broken.every(leavesReadable)
    ? broken
    : [
        ...broken,
        ...ofChart,
        ...checkWithValues({ ...base, label, isBundled: path === undefined, context, sources: context.sources, files, valueFiles }),
      ];
  context.skips.addDocuments(findings);
  context.findings.push(...suppressed(findings, context));
}

interface ChartRun extends LoadedChart, NamedChart {
  readonly context: RunContext;
  /** Values files that were named as inputs, beside those of `-f`. */
  readonly valueFiles: readonly string[];
}

/** Comments silence findings in the file that holds them. */
function suppressed(findings: readonly Finding[], context: RunContext): Finding[] {
  const files = new Set([...findings.map(({ file }) => file)]);
  return [...files].flatMap(file =>
    applyComments(
      context.sources.get(file) ?? '',
      findings.filter(finding => finding.file === file),
      file,
      ruleIds,
    ),
  );
}

/** A chart with the data that all its environments share. */
interface LoadedChart {
  readonly chart: Chart;
  readonly renderer: Renderer;
  /** The chart's own values.yaml, if its folder is available. */
  readonly own: ValuesFile | undefined;
  /** The chart's own values, if they are the same in every environment: it has no dependencies that values switch on and off. */
  readonly known: Record<string, unknown> | undefined;
}

const loaded = new WeakMap<RunContext, Map<string, LoadedChart>>();

/** @throws CliError for an unknown version of Helm, which is not a fault of the chart */
function checkHelmVersion({ flags }: RunContext): void {
  try {
    dialectOf(flags.helmVersion);
  } catch (error) {
    throw error instanceof HelmError ? new CliError(error.message) : error;
  }
}

/** A chart, or its errors if it cannot be loaded; the other inputs are still checked. */
function loadedOrFinding(path: string | undefined, context: RunContext): LoadedChart | Finding {
  checkHelmVersion(context);
  try {
    return load(path, context);
  } catch (error) {
    if (error instanceof InputError || !(error instanceof HelmError) || path === undefined) throw error;
    const file = join(path, 'Chart.yaml');
    return { rule: 'render-error', severity: 'error', message: `the chart cannot be loaded: ${error.message}`, file };
  }
}

/** Loads a chart once in a run. @throws HelmError for a chart that Helm refuses; InputError if there is none */
function load(path: string | undefined, context: RunContext): LoadedChart {
  const charts = loaded.get(context) ?? new Map<string, LoadedChart>();
  loaded.set(context, charts);
  const known = charts.get(path ?? '');
  if (known !== undefined) return known;
  const chart = loadChartAt(path, context.flags);
  const renderer = rendererOf(chart, context.flags);
  const isAlone = chart.dependencies.length === 0 && chart.metadata.dependencies === undefined;
  const own = path === undefined ? undefined : ownValues(path, context);
  const made = { chart, renderer, own, known: isAlone ? knownValues(chart, renderer) : undefined };
  charts.set(path ?? '', made);
  return made;
}

/** The content of a values file; standard input (`-`) is read once in a run. */
function valuesBytes(file: string, context: RunContext): Uint8Array {
  if (!isStdin(file)) return readBytes(file, file);
  const known = standardInput.get(context) ?? readBytes(0, stdinName);
  standardInput.set(context, known);
  return known;
}

const standardInput = new WeakMap<RunContext, Uint8Array>();

/** Standard input was already read as a file; `-` now means values. */
export function keepStandardInput(context: RunContext, text: string): void {
  standardInput.set(context, Buffer.from(text));
}

function readValues(named: string, context: RunContext): ReturnType<typeof parseValues> {
  const file = isStdin(named) ? stdinName : named;
  const { text, findings } = decodeFile(valuesBytes(named, context), file);
  context.sources.add(file, text);
  return findings.length > 0
    ? { values: { file, root: undefined }, findings }
    : parseValues(file, text, dialectOf(context.flags.helmVersion), context.readYaml);
}

/** The flags that set values, as files; their texts are sources like those of files. */
function flagsOf(context: RunContext): ValuesFile[] {
  const flags = setFlags(context.flags);
  for (const { file, text } of flags) context.sources.add(file, text);
  return flags;
}

/** The values of files and flags as Helm merges them. @throws HelmError for a file, CliError for a flag that Helm refuses */
function mergedValues({ context, valueFiles, renderer: { dialect } }: ChartRun): GoMap {
  const { values, set, setString, setJson, setFile, setLiteral } = context.flags;
  const read = (path: string): Uint8Array => (isStdin(path) ? valuesBytes(path, context) : readUserFile(path));
  const files = { valueFiles: [...values, ...valueFiles] };
  const ofFiles = mergeUserValues(files, read, dialect);
  const flags = { jsonValues: setJson, values: set, stringValues: setString, fileValues: setFile, literalValues: setLiteral };
  if (Object.values(flags).every(texts => texts.length === 0)) return ofFiles;
  try {
    return mergeUserValues({ ...files, ...flags }, read, dialect);
  } catch (error) {
    throw error instanceof HelmError ? new CliError(error.message) : error;
  }
}

function checkWithValues(run: ChartRun): Finding[] {
  try {
    return checkMerged(run, mergedValues(run));
  } catch (error) {
    if (error instanceof HelmError) return [renderFinding(error, run)];
    throw error;
  }
}

function checkMerged(run: ChartRun, values: GoMap): Finding[] {
  const { renderer, own, files, label } = run;
  const { chart, values: merged } = renderer.prepare(values);
  const all = own === undefined ? files : [own, ...files];
  const known = run.known ?? knownValues(chart, renderer);
  const user = plain(values);
  const unused = unusedValues({ loaded: run.chart, chart, files, user, known });
  try {
    const whole = plain(merged);
    const rendered = renderer.render({ ...renderOptions(run.context), values });
    return [
      ...unused,
      ...checkRender(run, all, whole, values, rendered),
      ...checkKnownValues(run, values, { user, known, merged: whole }, rendered),
    ];
  } catch (error) {
    if (!(error instanceof ValuesSchemaError)) throw error;
    const schema = schemaFindings(error, all, label, known);
    return [...schema, ...unused.filter(({ path }) => !schema.some(finding => finding.path?.join() === path?.join()))];
  }
}

/** A chart's own values, with those of its dependencies. */
const knownValues = (chart: Chart, { dialect }: Renderer): Record<string, unknown> =>
  plain(coalesceValues(chart, new GoMap(), { warn: () => {}, dialect }));

/** Values as JSON has them. */
const plain = (values: GoMap): Record<string, unknown> => JSON.parse(marshalJson(values)) as Record<string, unknown>;

/** The chart's own values.yaml, if its folder is available. */
function ownValues(label: string, context: RunContext): ValuesFile | undefined {
  const file = join(label, 'values.yaml');
  try {
    const text = new TextDecoder().decode(readBytes(file, file));
    context.sources.add(file, text);
    return parseValues(file, text, dialectOf(context.flags.helmVersion), context.readYaml).values;
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

const renderOptions = ({ flags }: RunContext) => ({ ...renderFlags(flags), releaseName: flags.release });

function checkRender(
  run: ChartRun,
  files: readonly ValuesFile[],
  values: Record<string, unknown>,
  user: GoMap,
  rendered: Rendered,
): Finding[] {
  const { renderer, context } = run;
  const options = { ...renderOptions(context), skipSchemaValidation: true };
  const again = (set: readonly string[]): Rendered =>
    renderer.render({ ...options, values: mergeUserValues({ jsonValues: [marshalJson(user), ...set] }, readUserFile) });
  const finder = new OriginFinder({ ...run, files, values, readYaml: context.readYaml, render: again });
  return [...checkCrds(rendered, run), ...checkRendered(rendered, context, finder)];
}

/** Checks the values of the chart that this project knows. */
function checkKnownValues(
  run: ChartRun,
  given: GoMap,
  tables: Pick<EffectOptions, 'user' | 'known' | 'merged'>,
  rendered: Rendered,
): Finding[] {
  const { chart, renderer, files, label, context } = run;
  if (chart.name !== knownChart) return [];
  const found = ruleFindings(tables.merged, files, label);
  const options = { ...renderOptions(context), skipSchemaValidation: true };
  // Monitors are rendered only where the cluster knows them.
  const apiVersions = [...options.apiVersions, 'monitoring.coreos.com/v1'];
  const text = marshalJson(given);
  const optionsOf = (change: Record<string, unknown>) => ({
    ...options,
    apiVersions,
    values: mergeUserValues({ jsonValues: [text, JSON.stringify(change)] }, readUserFile),
  });
  const unchanged = optionsOf({});
  const isKnown = !rendered.readsApiVersions && deepEqual(unchanged.values, given);
  const whole = isKnown ? rendered : renderer.render(unchanged);
  if ([...whole.manifests, ...whole.hooks].every(({ content }) => content.trim() === '')) return found;
  const rendersSame = (change: Record<string, unknown>): boolean => renderer.rendersSame(optionsOf(change), whole);
  return [...found, ...valuesWithoutEffect({ ...tables, files, rendersSame })];
}

/** The texts in `crds/` of charts, which Helm installs first. */
export function chartDefinitions(paths: readonly string[], context: RunContext): string[] {
  return paths.flatMap(path => {
    const loaded = loadedOrFinding(path, context);
    return 'rule' in loaded ? [] : crdObjects(loaded.chart).map(({ file }) => new TextDecoder().decode(file.data));
  });
}

/** The files of `crds/`, which Helm sends unchanged. */
function checkCrds({ crds }: Rendered, { label, chart, context }: ChartRun): Finding[] {
  return crds.flatMap(({ path, content }) => {
    const file = join(label, path.startsWith(`${chart.name}/`) ? path.slice(chart.name.length + 1) : path);
    context.sources.add(file, content);
    const { kubeVersion, env, skip } = context;
    const onSkip = (): void => context.skips.addSkippedDocument();
    return validateText(content, { file, kind: 'manifest', env, skip, onSkip, kubeVersion, readYaml: context.readYaml }).findings;
  });
}

/** The definitions of the chart and of the run. */
function definitionsFor(rendered: Rendered, context: RunContext): Definitions {
  const texts = [...rendered.crds, ...rendered.manifests].map(({ content }) => content);
  return definitionsOf([...context.definitions, ...texts.flatMap(text => definitionsIn(text))]);
}

const renderedName = (path: string): string => `${path} (rendered)`;

function checkRendered(rendered: Rendered, context: RunContext, finder: OriginFinder): Finding[] {
  const manifests = [...rendered.manifests, ...rendered.hooks];
  const together = readTogether(
    manifests.map(({ path, content }) => ({ file: renderedName(path), text: content })),
    {
      version: context.version,
      readYaml: context.readYaml,
      // Helm takes this one if nobody names another, so a chart that names one itself is meant for that one.
      ...(context.flags.namespace === 'default' ? { assumedNamespace: 'default' } : {}),
    },
  );
  const version = context.version ?? together.version;
  const objects = new RenderedObjects(context.flags.namespace);
  const definitions = definitionsFor(rendered, context);
  return manifests.flatMap(({ path, content }, index) => {
    const { kubeVersion, env, skip } = context;
    const file = renderedName(path);
    const options = {
      file,
      kind: 'manifest' as const,
      env,
      related: together.related(index),
      definitions,
      skip,
      onSkip: () => context.skips.addSkippedDocument(),
      readYaml: together.readYaml(index),
      ...(version === undefined ? {} : { version }),
      ...(kubeVersion === undefined ? {} : { kubeVersion }),
    };
    const repeated: Finding[] = [];
    const onObject = (object: Node, offset?: number): void => {
      const found = objects.add(object, path, file, offset);
      if (found !== undefined) repeated.push(found);
    };
    const { findings } = validateText(content, { ...options, onObject });
    return [...findings, ...repeated].map(finding => finder.locate(finding, path, content));
  });
}
