import { existsSync } from 'node:fs';
import {
  type Chart,
  type Dialect,
  dialectOf,
  type FuncDeps,
  formatOutput,
  formatWarning,
  fsReason,
  GoMap,
  type HelmError,
  loadChart,
  loadChartFiles,
  ManifestError,
  MissingDependenciesError,
  marshalJson,
  mergeUserValues,
  nodeDeps,
  type OutputOptions,
  RenderError,
  type Rendered,
  Renderer,
  showOnly,
  splitManifests,
  templateName,
  unmarshalYaml,
  type Value,
  type Warn,
} from '@mcpgw/helm';
import { bundledChart, parsedTemplate, plainSchema } from '../bundled-chart.js';
import { InputError, isInputError } from '../input-error.js';
import { openBytes, readUpTo, UnreadableError } from '../read-file.js';
import type { TemplateCache } from '../template-cache.js';
import { say } from '../terminal.js';
import type { RenderFlags } from './flags.js';
import type { HelmVersionFlag } from './helm-version.js';
import { readRemoteSchema } from './remote-schemas.js';

/** Values of the machine for template functions. */
export const deps: FuncDeps = nodeDeps;

let warnings = 0;

/** Whether a warning was written, which may not have been flushed. */
export const hasWarned = (): boolean => warnings > 0;

/** Helm's warnings go to standard error, with the wording of this Helm version. */
export const warnAs =
  (dialect: Dialect): Warn =>
  warning => {
    const line = formatWarning(warning, dialect);
    if (line === undefined) return;
    warnings++;
    say(`${line}\n`);
  };

/** Loads a folder, an archive, or without a path the bundled chart. @throws HelmError; InputError if nothing is there */
export function loadChartAt(path: string | undefined, { helmVersion }: HelmVersionFlag = {}): Chart {
  const dialect = dialectOf(helmVersion);
  const options = { warn: warnAs(dialect), dialect, replaced: openBytes };
  return path === undefined ? loadChartFiles(bundledChart(), options) : loadChart(locateChart(path), options);
}

/** The path of a chart. @throws InputError if nothing is there */
export function locateChart(path: string): string {
  const trimmed = path.trim();
  if (existsSync(trimmed)) return trimmed;
  if (/^[./]/.test(trimmed)) throw new InputError(`path ${JSON.stringify(trimmed)} not found`);
  throw new InputError(`chart ${JSON.stringify(trimmed)} not found: mcpgw works offline and renders charts from folders and archives only`);
}

/** The bundled chart's templates are parsed and its schema prepared in advance, also if it is read from a folder. */
const known = { parsed: parsedTemplate, plainSchema };

/** Checks flags that depend on a chart but not on its values. */
export type ChartFlags = Pick<RenderFlags, 'debug' | 'enableDns' | 'dependencyUpdate' | 'helmVersion'>;

/**
 * A renderer for a chart that was loaded with the same Helm version. `cache` holds templates of other charts.
 * @throws HelmError for a chart that cannot be rendered; InputError if a flag asks for more
 */
export function rendererOf(chart: Chart, flags: ChartFlags = {}, cache?: TemplateCache): Renderer {
  try {
    return makeRenderer(chart, cache, flags);
  } catch (error) {
    if (!(error instanceof MissingDependenciesError) || !flags.dependencyUpdate) throw error;
    throw new InputError(
      `--dependency-update is refused: mcpgw downloads no charts; run helm dependency update CHART first (missing: ${error.missing.join(', ')})`,
      { cause: error },
    );
  }
}

/** The same with host lookups; its getters are not read. */
const withLookups = (own: FuncDeps): FuncDeps => Object.create(own, { hostByName: { value: refuseLookup } }) as FuncDeps;

const refuseLookup = (host: string): never => {
  throw new InputError(
    `--enable-dns is refused: a template looks up "${host}" and mcpgw works offline; leave it out, and getHostByName gives the empty string`,
  );
};

function makeRenderer(chart: Chart, cache: TemplateCache | undefined, { debug = false, enableDns, helmVersion }: ChartFlags): Renderer {
  const dialect = dialectOf(helmVersion);
  return new Renderer(chart, {
    deps: enableDns ? withLookups(deps) : deps,
    dialect,
    warn: warnAs(dialect),
    debug,
    readRemote: readRemoteSchema,
    ...(cache && { parsed: cache.parsed, onParsed: cache.onParsed }),
    ...(chart.name === 'mcp-gateway' && known),
  });
}

/** Loads a chart and prepares it for rendering with one Helm version. @throws HelmError, InputError */
export const rendererAt = (path: string | undefined, flags: ChartFlags): Renderer => rendererOf(loadChartAt(path, flags), flags);

export interface ValueSources {
  /** Values files after those of `-f`. */
  readonly valueFiles?: readonly string[];
  /** Reads the files of `-f` and `--set-file`; `-` is standard input. */
  readonly read?: (path: string) => Uint8Array;
}

/** The values that files and flags give. @throws HelmError */
export function userValues(flags: RenderFlags, { valueFiles = [], read = readUserFile }: ValueSources = {}): GoMap {
  return mergeUserValues(
    {
      valueFiles: [...flags.values, ...valueFiles],
      jsonValues: flags.setJson,
      values: flags.set,
      stringValues: flags.setString,
      fileValues: flags.setFile,
      literalValues: flags.setLiteral,
    },
    read,
    dialectOf(flags.helmVersion),
  );
}

/** Renders with the flags of a command line. @throws HelmError */
export const renderWithFlags = (renderer: Renderer, releaseName: string, flags: RenderFlags, sources: ValueSources = {}): Rendered =>
  renderer.render({ ...flags, releaseName, values: userValues(flags, sources) });

export const outputOptions = (flags: RenderFlags): OutputOptions => ({ ...flags, noHooks: !flags.hooks });

/** The output of `helm template`. */
export const renderToText = (rendered: Rendered, flags: RenderFlags): string => formatOutput(rendered, outputOptions(flags));

interface RenderedDocument {
  readonly path: string;
  readonly content: string;
  readonly events?: readonly string[];
  readonly weight?: number;
}

function documentToMap({ path, content, events, weight }: RenderedDocument): GoMap {
  const entries: [string, Value][] = [
    ['template', path],
    ['object', unmarshalYaml(content)],
  ];
  if (events !== undefined) entries.push(['hookEvents', [...events]], ['hookWeight', weight ?? 0]);
  return new GoMap(entries);
}

/** The documents as data, in Helm's order, each with its source (schemas/render.json). @throws HelmError as `renderToText` */
export function renderToJson(rendered: Rendered, releaseName: string, flags: RenderFlags): string {
  const hooks = flags.hooks ? rendered.hooks.filter(hook => !(flags.skipTests && hook.events.includes('test'))) : [];
  const crds = flags.includeCrds
    ? rendered.crds.flatMap(({ path, content }) => splitManifests(content, rendered.dialect).map(text => ({ path, content: text })))
    : [];
  const all: readonly RenderedDocument[] = [...crds, ...rendered.manifests, ...hooks];
  const chosen = flags.showOnly.length > 0 ? showOnly(all, flags.showOnly) : all;
  const documents = chosen.map(documentToMap).filter(document => document.get('object') !== null);
  const report = new GoMap([
    ['release', releaseName],
    ['namespace', flags.namespace],
    ['documents', documents],
    ['notes', rendered.notes],
  ]);
  return `${marshalJson(report, { indent: '  ', escapeHtml: false })}\n`;
}

/** Bytes of a values file. */
const maxUserFile = 128 * 1024 * 1024;

export const isStdin = (path: string): boolean => path.trim() === '-';

/** Reads a file that a flag names; `-` is standard input. @throws InputError */
export function readUserFile(path: string): Uint8Array {
  if (/^[a-z0-9]+:\/\//.test(path)) throw new InputError(`${path}: mcpgw works offline; download the file and name its path`);
  try {
    const data = readUpTo(isStdin(path) ? 0 : path, maxUserFile);
    if (data.length > maxUserFile) throw new InputError(`${path} is larger than the maximum size ${maxUserFile}`);
    return data;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(error instanceof UnreadableError ? `${path}: ${error.message}` : fsReason(error, undefined, path), {
      cause: error,
    });
  }
}

/** A refusal as data: Helm's message, and the position of the fault if it is known. */
export function errorToJson(error: HelmError): string {
  const entries: [string, Value][] = [['message', error.message]];
  if (error instanceof RenderError && error.location) {
    const { template, line, column, reason, sourceLine } = error.location;
    entries.push(['template', template], ['line', BigInt(line)]);
    if (column !== undefined) entries.push(['column', BigInt(column)]);
    if (sourceLine !== undefined) entries.push(['source', sourceLine]);
    entries.push(['reason', reason]);
  }
  if (error instanceof ManifestError) entries.push(['template', error.path], ['reason', error.reason]);
  return `${marshalJson(new GoMap([['error', new GoMap(entries)]]), { indent: '  ', escapeHtml: false })}\n`;
}

/** The target of a command line: a release and a chart. */
export interface Target {
  readonly releaseName: string;
  /** Undefined for the bundled chart. */
  readonly chartPath: string | undefined;
}

/** One argument is the chart, as in Helm, but a plain word that is not a file is the release name of the bundled chart. @throws InputError */
export function nameAndChart(args: readonly string[], flags: RenderFlags): Target {
  if (args.length > 2) {
    throw new InputError(`expected at most two arguments, unexpected arguments: ${args.slice(2).join(', ')}`);
  }
  const [first, second] = args;
  const isName = args.length === 1 && !existsSync(first!) && /^[^./][^/]*$/.test(first!) && !/\.(tgz|tar\.gz)$/.test(first!);
  const name = args.length === 2 || isName ? first : undefined;
  const chartPath = args.length === 2 ? second : isName ? undefined : first;
  if (name === undefined) {
    const { nameTemplate, helmVersion } = flags;
    return { chartPath, releaseName: nameTemplate ? templateName(nameTemplate, deps, dialectOf(helmVersion)) : 'release-name' };
  }
  if (flags.generateName) throw new InputError('cannot set --generate-name and also specify a name');
  if (flags.nameTemplate) throw new InputError('cannot set --name-template and also specify a name');
  return { chartPath, releaseName: name };
}

const maxExcerpt = 160;

/** A line, or the part of a long line around the column. */
function excerpt(line: string, column: number): string {
  if (line.length <= maxExcerpt) return line.trimEnd();
  const start = Math.max(0, Math.min(column - maxExcerpt / 4, line.length - maxExcerpt));
  return `${start > 0 ? '...' : ''}${line.slice(start, start + maxExcerpt)}${start + maxExcerpt < line.length ? '...' : ''}`;
}

/** Helm's message, and below it the position of the fault: chart/template:line:column, that line, the reason. */
export function explain(error: HelmError, debug: boolean): string {
  const hint = error.partial !== undefined && !debug && !isInputError(error) ? '\n\nUse --debug flag to render out invalid YAML' : '';
  if (!(error instanceof RenderError) || !error.location) return error.message + hint;
  const { template, line, column, sourceLine, reason } = error.location;
  const place = column === undefined ? `${template}:${line}` : `${template}:${line}:${column}`;
  const frame = sourceLine === undefined ? '' : `\n  ${line} | ${excerpt(sourceLine, column ?? 0)}`;
  return `${error.message}${hint}\n\n${place}:${frame}\n  ${reason}`;
}
