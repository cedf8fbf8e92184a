import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  type Chart,
  type FuncDeps,
  encodeString,
  formatOutput,
  fsReason,
  formatWarning,
  HelmError,
  loadChart,
  loadChartFiles,
  makeCapabilities,
  mergeUserValues,
  type OutputOptions,
  Renderer,
  RenderError,
  templateName,
  type Warn,
  writeOutput,
} from '@mcpgw/helm';
import type { Command } from 'commander';
import { bundledChart } from '../bundled-chart.js';
import { CliError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';

interface RenderFlags {
  readonly values: readonly string[];
  readonly set: readonly string[];
  readonly setString: readonly string[];
  readonly setJson: readonly string[];
  readonly setFile: readonly string[];
  readonly setLiteral: readonly string[];
  readonly namespace: string;
  readonly nameTemplate?: string;
  readonly generateName?: boolean;
  readonly showOnly: readonly string[];
  readonly includeCrds?: boolean;
  readonly skipTests?: boolean;
  readonly hooks: boolean;
  readonly isUpgrade?: boolean;
  readonly apiVersions: readonly string[];
  readonly kubeVersion?: string;
  readonly outputDir?: string;
  readonly releaseName?: boolean;
  readonly skipSchemaValidation?: boolean;
  readonly debug?: boolean;
}

const append = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

/** A flag of comma-separated values that may be repeated; quotes keep a comma. */
function appendCsv(value: string, previous: readonly string[]): readonly string[] {
  const fields = value.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g) ?? [];
  const cleaned = fields.slice(0, -1).map(field => field.replace(/,$/, '').replace(/^"((?:[^"]|"")*)"$/, (_, text) => text.replaceAll('""', '"')));
  return [...previous, ...(value === '' ? [] : cleaned)];
}

/** Adds `mcpgw render`: the flags of `helm template` that need no cluster and no network. */
export function registerRender(program: Command): void {
  program
    .command('render')
    .description('render a chart as helm template does, without Helm')
    .argument('[args...]', '[NAME] [CHART]; CHART is a folder or a .tgz, by default the bundled chart mcp-gateway')
    .usage('[NAME] [CHART] [flags]')
    .option('-f, --values <file>', 'values file, - for standard input (can be repeated, or separated by commas)', appendCsv, [])
    .option('--set <text>', 'values: key1=val1,key2=val2', append, [])
    .option('--set-string <text>', 'string values: key1=val1,key2=val2', append, [])
    .option('--set-json <text>', 'JSON values: key1=json1, or one JSON object', append, [])
    .option('--set-file <text>', 'values from files: key1=path1,key2=path2', append, [])
    .option('--set-literal <text>', 'a literal string: key=anything', append, [])
    .option('-n, --namespace <name>', 'namespace of the release', 'default')
    .option('--name-template <template>', 'template of the release name')
    .option('-g, --generate-name', 'accepted as by helm template, which then uses release-name')
    .option('-s, --show-only <template>', 'print only what this template rendered (path below the chart, or pattern; can be repeated)', append, [])
    .option('--include-crds', 'print the CRDs of crds/ too')
    .option('--skip-crds', 'accepted; CRDs are printed only with --include-crds')
    .option('--skip-tests', 'leave out test hooks')
    .option('--no-hooks', 'leave out hooks')
    .option('--is-upgrade', 'set .Release.IsUpgrade in place of .Release.IsInstall')
    .option('-a, --api-versions <list>', 'further API versions for .Capabilities.APIVersions', appendCsv, [])
    .option('--kube-version <version>', 'version for .Capabilities.KubeVersion')
    .option('--output-dir <dir>', "write each template's output to a file below this folder")
    .option('--release-name', 'put the release name into the path below --output-dir')
    .option('--skip-schema-validation', 'do not check values.schema.json')
    .option('--debug', 'print what was rendered in spite of an error')
    .action((args: string[], flags: RenderFlags) => render(args, flags));
}

const deps: FuncDeps = {
  now: () => {
    const milliseconds = Date.now();
    return { epochSeconds: BigInt(Math.floor(milliseconds / 1000)), nanoseconds: (milliseconds % 1000) * 1_000_000 };
  },
  randomBytes,
  timezone: process.env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
};

const warn: Warn = warning => {
  process.stderr.write(`${formatWarning(warning)}\n`);
};

function render(args: readonly string[], flags: RenderFlags): void {
  try {
    renderToStdout(args, flags);
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    if (flags.debug && error.partial !== undefined) writeStdout(`${error.partial.trim()}\n`);
    throw new CliError(explain(error, flags.debug === true), exitCodes.findings);
  }
}

function renderToStdout(args: readonly string[], flags: RenderFlags): void {
  makeCapabilities(flags.kubeVersion);
  const { releaseName, chartPath } = nameAndChart(args, flags);
  const values = mergeUserValues(
    {
      valueFiles: flags.values,
      jsonValues: flags.setJson,
      values: flags.set,
      stringValues: flags.setString,
      fileValues: flags.setFile,
      literalValues: flags.setLiteral,
    },
    readUserFile,
  );
  const renderer = new Renderer(load(chartPath), { deps, warn });
  const rendered = renderer.render({ ...flags, releaseName, values });
  const output: OutputOptions = { ...flags, noHooks: !flags.hooks };
  if (flags.outputDir === undefined) return writeStdout(formatOutput(rendered, output));
  const directory = flags.releaseName ? { path: flags.outputDir, releaseName } : { path: flags.outputDir };
  writeStdout(writeOutput(rendered, directory, output));
}

function writeStdout(text: string): void {
  process.stdout.write(encodeString(text));
}

function readUserFile(path: string): Uint8Array {
  if (path.trim() === '-') return readFileSync(0);
  if (/^(https?|oci):\/\//.test(path)) throw new HelmError(`${path}: mcpgw works offline; download the file and name its path`);
  try {
    return readFileSync(path);
  } catch (error) {
    throw new HelmError(fsReason(error), { cause: error });
  }
}

interface Target {
  readonly releaseName: string;
  /** Undefined for the bundled chart. */
  readonly chartPath: string | undefined;
}

/** One argument is the chart, as in Helm; a plain word that names no file is the release of the bundled chart. */
function nameAndChart(args: readonly string[], flags: RenderFlags): Target {
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

function load(path: string | undefined): Chart {
  if (path === undefined) return loadChartFiles(bundledChart(), { warn });
  const trimmed = path.trim();
  if (existsSync(trimmed)) return loadChart(trimmed, { warn });
  if (/^[./]/.test(trimmed)) throw new HelmError(`path ${JSON.stringify(trimmed)} not found`);
  throw new HelmError(`chart ${JSON.stringify(trimmed)} not found: mcpgw works offline and renders charts from folders and archives only`);
}

/** Helm's message, and below it where the fault lies: chart/template:line:column, that line, the reason. */
function explain(error: HelmError, debug: boolean): string {
  const hint = error.partial !== undefined && !debug ? '\n\nUse --debug flag to render out invalid YAML' : '';
  if (!(error instanceof RenderError) || !error.location) return error.message + hint;
  const { template, line, column, sourceLine, reason } = error.location;
  const place = column === undefined ? `${template}:${line}` : `${template}:${line}:${column}`;
  const frame = sourceLine === undefined ? '' : `\n  ${line} | ${sourceLine.trimEnd()}`;
  return `${error.message}${hint}\n\n${place}:${frame}\n  ${reason}`;
}
