import { HelmError, makeCapabilities, writeOutput } from '@mcpgw/helm';
import { type Command, Option } from 'commander';
import { CliError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import { addRenderFlags, append, type RenderFlags } from '../render/flags.js';
import {
  explain,
  loadChartAt,
  nameAndChart,
  outputOptions,
  rendererOf,
  renderToJson,
  renderToText,
  renderWithFlags,
  type Target,
} from '../render/run.js';
import { writeStdout } from '../stdout.js';

interface CommandFlags extends RenderFlags {
  readonly output: 'yaml' | 'json';
  readonly matrix: readonly string[];
  readonly jobs?: string;
  readonly engine: 'mcpgw' | 'helm';
}

/** Adds `mcpgw render`: `helm template` without Helm, and what goes beyond it. */
export function registerRender(program: Command): void {
  const command = program
    .command('render')
    .description('render a chart as helm template does, without Helm')
    .argument('[args...]', '[NAME] [CHART]; CHART is a folder or a .tgz, by default the bundled chart mcp-gateway')
    .usage('[NAME] [CHART] [flags]');
  addRenderFlags(command)
    .addOption(
      new Option('-o, --output <format>', 'json: one object a document, with its template and hook events')
        .choices(['yaml', 'json'])
        .default('yaml'),
    )
    .option(
      '--matrix <pattern>',
      'render once for each values file that matches, each to its own file below --output-dir (can be repeated)',
      append,
      [],
    )
    .option('--jobs <n>', 'worker threads of --matrix (default: by the number of environments and cores)')
    .addOption(
      new Option('--engine <engine>', 'helm: run the installed Helm and report every difference')
        .choices(['mcpgw', 'helm'])
        .default('mcpgw'),
    )
    .action((args: string[], flags: CommandFlags) => render(args, flags));
}

async function render(args: readonly string[], flags: CommandFlags): Promise<void> {
  try {
    makeCapabilities(flags.kubeVersion);
    const target = nameAndChart(args, flags);
    if (flags.matrix.length > 0) await (await import('../render/matrix.js')).renderMatrix(target, flags, flags);
    else if (flags.engine === 'helm') await (await import('../render/compare.js')).compareWithHelm(target, flags);
    else renderOnce(target, flags);
  } catch (error) {
    if (!(error instanceof HelmError)) throw error;
    if (flags.debug && error.partial !== undefined) writeStdout(`${error.partial.trim()}\n`);
    throw new CliError(explain(error, flags.debug === true), exitCodes.findings);
  }
}

function renderOnce({ releaseName, chartPath }: Target, flags: CommandFlags): void {
  const rendered = renderWithFlags(rendererOf(loadChartAt(chartPath)), releaseName, flags);
  if (flags.output === 'json') writeStdout(renderToJson(rendered, releaseName, flags));
  else if (flags.outputDir === undefined) writeStdout(renderToText(rendered, flags));
  else {
    const directory = flags.releaseName ? { path: flags.outputDir, releaseName } : { path: flags.outputDir };
    writeStdout(writeOutput(rendered, directory, outputOptions(flags)));
  }
}
