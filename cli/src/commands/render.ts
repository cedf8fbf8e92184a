import { resolve } from 'node:path';
import { escapeJson } from '@mcpgw/diagnostics';
import { dialectOf, HelmError, isCompatibleRange, makeCapabilities, writeOutput } from '@mcpgw/helm';
import { type Command, Option } from 'commander';
import { givenFlags } from '../args.js';
import { CliError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import { InputError, isInputError } from '../input-error.js';
import { addKubeconfigFlags, addRenderFlags, append, checkedFlags, type RenderFlags } from '../render/flags.js';
import { helmEnvironment } from '../render/helm-environment.js';
import {
  errorToJson,
  explain,
  hasWarned,
  loadChartAt,
  locateChart,
  nameAndChart,
  outputOptions,
  rendererOf,
  renderToJson,
  renderToText,
  type Target,
  userValues,
  warnAs,
} from '../render/run.js';
import { type TlsFlags, usesTls } from '../render/tls-flags.js';
import { endProcess, writeData } from '../stdout.js';
import { TemplateCache } from '../template-cache.js';
import { print } from '../terminal.js';

interface CommandFlags extends RenderFlags, TlsFlags {
  readonly output: 'yaml' | 'json';
  readonly matrix: readonly string[];
  readonly jobs?: string;
  readonly engine: 'mcpgw' | 'helm';
}

/** Adds `mcpgw render`: `helm template` without Helm, and more. */
export function registerRender(program: Command): void {
  const command = program
    .command('render')
    .description('render a chart as helm template does, without Helm')
    .argument('[args...]', 'name of the release, and the chart: a folder or a .tgz; without one, the bundled chart mcp-gateway')
    .usage('[NAME] [CHART] [flags]');
  addKubeconfigFlags(addRenderFlags(command))
    .addOption(
      new Option('-o, --output <format>', 'format of the output; JSON has one object for each document, with its template and hook events')
        .choices(['yaml', 'json'])
        .default('yaml'),
    )
    .option('--matrix <pattern>', 'render each matching values file to its own file below --output-dir (can be repeated)', append, [])
    .option('--jobs <n>', 'worker threads of --matrix (default: depends on the number of environments and cores)')
    .addOption(
      new Option('--engine <engine>', 'helm also runs the installed Helm and reports every difference')
        .choices(['mcpgw', 'helm'])
        .default('mcpgw'),
    )
    .addHelpText('after', help)
    .action((args: string[], _flags, self: Command) => render(args, self));
}

const help = `
Examples:
  mcpgw render demo -n mcp -f values.yaml                         the bundled chart, as helm template prints it
  mcpgw render demo ./chart -f values.yaml --set replicas=2       another chart
  mcpgw render mcp --matrix 'envs/*.yaml' --output-dir out        every environment in one process
  mcpgw render demo -f values.yaml -o json                        the objects as data
  mcpgw render demo -f values.yaml --engine helm                  run the installed Helm too, and report differences

The parsed templates of a large chart are kept in the user's cache folder. MCPGW_CACHE_HOME names another folder; if it is empty, the
cache is off.

Exit code: 0 rendered, 1 the chart or its values were refused, 2 the command could not run.`;

/** Checks for flags that exclude each other. @throws CliError */
function checkFlags(flags: CommandFlags): void {
  const isMatrix = flags.matrix.length > 0;
  const isHelm = flags.engine === 'helm';
  const refusals: readonly (readonly [boolean, string])[] = [
    [isMatrix && isHelm, '--matrix renders without Helm: leave out --engine helm'],
    [!isMatrix && flags.jobs !== undefined, '--jobs belongs to --matrix'],
    [isHelm && flags.output === 'json', '--engine helm compares what Helm prints: leave out --output json'],
    [
      !isMatrix && flags.output === 'json' && flags.outputDir !== undefined,
      '--output json prints to standard output: leave out --output-dir',
    ],
  ];
  const refusal = refusals.find(([applies]) => applies);
  if (refusal) throw new CliError(refusal[1]);
}

async function render(args: readonly string[], command: Command): Promise<void> {
  const parsed = checkedFlags<CommandFlags>(command);
  checkFlags(parsed);
  const flags = { ...parsed, ...(await helmEnvironment(parsed, givenFlags(command))) };
  try {
    checkKubeVersion(flags);
    if (usesTls(flags)) (await import('../render/tls-files.js')).checkTlsFiles(flags);
    if (flags.debug) sayVersion(flags);
    const target = nameAndChart(args, flags);
    checkChartVersion(target, flags);
    const path = target.chartPath === undefined ? undefined : locateChart(target.chartPath);
    if (flags.debug && path !== undefined) sayDebug(flags, 'Chart path', ['path', resolve(path)]);
    if (flags.matrix.length > 0) {
      await (await import('../render/matrix.js')).renderMatrix(target, flags, flags);
      endProcess();
    } else if (flags.engine === 'helm') await (await import('../render/compare.js')).compareWithHelm(target, flags);
    else renderOnce(target, flags);
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    if (flags.output === 'json' && flags.matrix.length === 0 && !isInputError(error)) writeData(escapeJson(errorToJson(error)));
    else if (flags.debug && error.partial !== undefined) writeData(`${error.partial.trim()}\n`);
    throw new CliError(explain(error, flags.debug === true), isInputError(error) ? exitCodes.cannotRun : exitCodes.findings);
  }
}

function sayDebug({ helmVersion }: CommandFlags, message: string, ...attributes: readonly (readonly [string, string])[]): void {
  warnAs(dialectOf(helmVersion))({ level: 'DEBUG', message, attributes });
}

function sayVersion(flags: CommandFlags): void {
  const { version = '', devel } = flags;
  sayDebug(flags, 'Original chart version', ['version', version]);
  if (version === '' && devel) sayDebug(flags, 'setting version to >0.0.0-0');
}

/** Helm uses `--version` to choose among downloads, and ignores it for a folder or an archive. @throws InputError */
function checkChartVersion({ chartPath }: Target, { version = '', helmVersion }: CommandFlags): void {
  if (chartPath !== undefined || version.trim() === '') return;
  const { metadata } = loadChartAt(undefined);
  if (isCompatibleRange(version.trim(), metadata.version, dialectOf(helmVersion).semver)) return;
  throw new InputError(
    `the bundled chart ${metadata.name} has version ${metadata.version}, which is not ${version}; name a chart of that version`,
  );
}

function checkKubeVersion({ kubeVersion, helmVersion }: CommandFlags): void {
  try {
    makeCapabilities(kubeVersion, [], dialectOf(helmVersion));
  } catch (error) {
    throw error instanceof HelmError ? new InputError(error.message, { cause: error }) : error;
  }
}

function renderOnce({ releaseName, chartPath }: Target, flags: CommandFlags): void {
  const values = userValues(flags);
  const chart = loadChartAt(chartPath, flags);
  const cache = chartPath === undefined ? undefined : TemplateCache.of(chart, chartPath, dialectOf(flags.helmVersion).version);
  const rendered = rendererOf(chart, flags, cache).render({ ...flags, releaseName, values });
  if (flags.output === 'json') writeData(escapeJson(renderToJson(rendered, releaseName, flags)));
  else if (flags.outputDir === undefined) writeData(renderToText(rendered, flags));
  else {
    const directory = flags.releaseName ? { path: flags.outputDir, releaseName } : { path: flags.outputDir };
    print(writeOutput(rendered, directory, outputOptions(flags)));
  }
  cache?.save();
  if (!hasWarned() && flags.outputDir === undefined) endProcess();
}
