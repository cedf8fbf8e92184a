import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  type Chart,
  type FuncDeps,
  formatOutput,
  formatWarning,
  fsReason,
  GoMap,
  HelmError,
  loadChart,
  loadChartFiles,
  marshalJson,
  mergeUserValues,
  type OutputOptions,
  RenderError,
  type Rendered,
  Renderer,
  templateName,
  unmarshalYaml,
  type Value,
  type Warn,
} from '@mcpgw/helm';
import { bundledChart } from '../bundled-chart.js';
import type { RenderFlags } from './flags.js';

/** What the template functions take from the machine. */
export const deps: FuncDeps = {
  now: () => {
    const milliseconds = Date.now();
    return { epochSeconds: BigInt(Math.floor(milliseconds / 1000)), nanoseconds: (milliseconds % 1000) * 1_000_000 };
  },
  randomBytes,
  /** Asking costs more than a whole render, so only a template that needs it asks. */
  get timezone() {
    return process.env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
};

/** Helm's warnings go to standard error. */
export const warn: Warn = warning => {
  process.stderr.write(`${formatWarning(warning)}\n`);
};

/** A folder, an archive, or without a path the bundled chart. Throws HelmError. */
export function loadChartAt(path: string | undefined): Chart {
  if (path === undefined) return loadChartFiles(bundledChart(), { warn });
  const trimmed = path.trim();
  if (existsSync(trimmed)) return loadChart(trimmed, { warn });
  if (/^[./]/.test(trimmed)) throw new HelmError(`path ${JSON.stringify(trimmed)} not found`);
  throw new HelmError(`chart ${JSON.stringify(trimmed)} not found: mcpgw works offline and renders charts from folders and archives only`);
}

export const rendererOf = (chart: Chart): Renderer => new Renderer(chart, { deps, warn });

export interface ValueSources {
  /** Values files after those of `-f`. */
  readonly valueFiles?: readonly string[];
  /** What `-f -` reads. */
  readonly stdin?: () => Uint8Array;
}

/** Renders with the flags of a command line. Throws HelmError. */
export function renderWithFlags(renderer: Renderer, releaseName: string, flags: RenderFlags, sources: ValueSources = {}): Rendered {
  const { valueFiles = [], stdin = () => readFileSync(0) } = sources;
  const values = mergeUserValues(
    {
      valueFiles: [...flags.values, ...valueFiles],
      jsonValues: flags.setJson,
      values: flags.set,
      stringValues: flags.setString,
      fileValues: flags.setFile,
      literalValues: flags.setLiteral,
    },
    path => (path.trim() === '-' ? stdin() : readUserFile(path)),
  );
  return renderer.render({ ...flags, releaseName, values });
}

export const outputOptions = (flags: RenderFlags): OutputOptions => ({ ...flags, noHooks: !flags.hooks });

/** What `helm template` prints. */
export const renderToText = (rendered: Rendered, flags: RenderFlags): string => formatOutput(rendered, outputOptions(flags));

/** The documents as data, in Helm's order, with where each comes from. */
export function renderToJson(rendered: Rendered, releaseName: string, flags: RenderFlags): string {
  const entry = ({ path, content }: { path: string; content: string }): [string, Value][] => [
    ['template', path],
    ['object', unmarshalYaml(content)],
  ];
  const hooks = flags.hooks ? rendered.hooks.filter(hook => !(flags.skipTests && hook.events.includes('test'))) : [];
  const documents = [
    ...(flags.includeCrds ? rendered.crds : []).map(crd => new GoMap(entry(crd))),
    ...rendered.manifests.map(manifest => new GoMap(entry(manifest))),
    ...hooks.map(hook => new GoMap([...entry(hook), ['hookEvents', [...hook.events]], ['hookWeight', hook.weight]])),
  ];
  const report = new GoMap([
    ['release', releaseName],
    ['namespace', flags.namespace],
    ['documents', documents],
    ['notes', rendered.notes],
  ]);
  return `${marshalJson(report, { indent: '  ', escapeHtml: false })}\n`;
}

function readUserFile(path: string): Uint8Array {
  if (/^(https?|oci):\/\//.test(path)) throw new HelmError(`${path}: mcpgw works offline; download the file and name its path`);
  try {
    return readFileSync(path);
  } catch (error) {
    throw new HelmError(fsReason(error), { cause: error });
  }
}

/** What a command line names: a release and a chart. */
export interface Target {
  readonly releaseName: string;
  /** Undefined for the bundled chart. */
  readonly chartPath: string | undefined;
}

/** One argument is the chart, as in Helm; a plain word that names no file is the release of the bundled chart. Throws HelmError. */
export function nameAndChart(args: readonly string[], flags: RenderFlags): Target {
  if (args.length > 2) {
    throw new HelmError(`expected at most two arguments, unexpected arguments: ${args.slice(2).join(', ')}`);
  }
  const [first, second] = args;
  const isName = args.length === 1 && !existsSync(first!) && /^[^./][^/]*$/.test(first!) && !/\.tgz$/.test(first!);
  const name = args.length === 2 || isName ? first : undefined;
  const chartPath = args.length === 2 ? second : isName ? undefined : first;
  if (name === undefined) return { chartPath, releaseName: flags.nameTemplate ? templateName(flags.nameTemplate, deps) : 'release-name' };
  if (flags.generateName) throw new HelmError('cannot set --generate-name and also specify a name');
  if (flags.nameTemplate) throw new HelmError('cannot set --name-template and also specify a name');
  return { chartPath, releaseName: name };
}

/** Helm's message, and below it where the fault lies: chart/template:line:column, that line, the reason. */
export function explain(error: HelmError, debug: boolean): string {
  const hint = error.partial !== undefined && !debug ? '\n\nUse --debug flag to render out invalid YAML' : '';
  if (!(error instanceof RenderError) || !error.location) return error.message + hint;
  const { template, line, column, sourceLine, reason } = error.location;
  const place = column === undefined ? `${template}:${line}` : `${template}:${line}:${column}`;
  const frame = sourceLine === undefined ? '' : `\n  ${line} | ${sourceLine.trimEnd()}`;
  return `${error.message}${hint}\n\n${place}:${frame}\n  ${reason}`;
}
