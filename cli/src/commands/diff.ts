import { HelmError } from '@mcpgw/helm';
import type { Command } from 'commander';
import { type CommandLine, commandLineOf } from '../args.js';
import { addSideFlags, type Format, labelOf, parseSecondSide, readSides, type SideFlags, type SideRequest } from '../diff/sides.js';
import { CliError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import type { ClusterFlags } from '../kube/kubeconfig.js';
import { painter } from '../paint.js';
import { checkedFlags } from '../render/flags.js';
import { print, printJson } from '../terminal.js';

interface DiffFlags extends SideFlags, ClusterFlags {
  readonly from?: string;
  readonly to?: string;
}

const help = `
Sides:
  mcpgw diff -f old.yaml -- -f new.yaml                       two renders; the second inherits what it does not set
  mcpgw diff mcp -f values.yaml --gateway-version v1.1.0 -- --gateway-version v1.4.1
  mcpgw diff mcp old-chart.tgz -f values.yaml -- new-chart/   two versions of a chart
  mcpgw diff mcp -n mcp -f new.yaml --from cluster            what an upgrade would change in the cluster
  mcpgw diff mcp -n mcp -f new.yaml --from release            what an upgrade would change in the stored release
  mcpgw diff mcp -n mcp --from release --to cluster           what was changed by hand since the release
  mcpgw diff mcp -n mcp --from release:3 --to release:4       two revisions
  mcpgw diff --from before.yaml --to after.yaml               two saved manifests; - is standard input

Exit code: 0 no difference, 1 differences, 2 the command could not run.`;

/** Adds `mcpgw diff`, which compares two renders, or a render and a cluster, object by object. */
export function registerDiff(program: Command): void {
  const command = program
    .command('diff')
    .description('compare two renders, or a render with a cluster, a release or a saved manifest, object by object')
    .argument('[args...]', 'name of the release, and the chart, as for mcpgw render; after --, those of the second side')
    .usage('[NAME] [CHART] [flags] [--from SOURCE] [--to SOURCE] [-- [NAME] [CHART] [flags]]');
  addSideFlags(command)
    .option('--from <source>', 'the old side: cluster, release, release:REVISION, a manifest, or - for standard input')
    .option('--to <source>', 'the new side, in the same form as --from')
    .option('--kubeconfig <file>', 'kubeconfig (default: KUBECONFIG, ~/.kube/config, then the service account of the pod)')
    .option('--kube-context <name>', 'context of the kubeconfig')
    .addHelpText('after', help)
    .action((args: string[], flags: DiffFlags, self: Command) => {
      checkedFlags(self);
      return diff(args, flags, commandLineOf(self.parent!));
    });
}

async function diff(args: readonly string[], flags: DiffFlags, line: CommandLine): Promise<void> {
  const [from, to] = requestsOf(args, flags, line);
  try {
    const [before, after] = await readSides(from, to, flags);
    const { compareSides, hasChanges } = await import('../diff/report.js');
    const report = compareSides(before, after);
    await deliver(report, to.flags.output);
    process.exitCode = hasChanges(report) ? exitCodes.findings : exitCodes.clean;
  } catch (error) {
    throw error instanceof HelmError ? new CliError(error.message) : error;
  }
}

/** What to write for two values files, which look like a name and a chart. */
function twoFiles(args: readonly string[]): string {
  const [first, second] = args;
  if (second === undefined || ![first!, second].every(arg => /\.ya?ml$/.test(arg))) return '';
  return `; for two values files: mcpgw diff -f ${first} -- -f ${second}`;
}

/** The two sides that the arguments name. @throws CliError if the arguments do not name two sides */
function requestsOf(args: readonly string[], flags: DiffFlags, line: CommandLine): [SideRequest, SideRequest] {
  const second = line.dash < 0 ? undefined : line.words.slice(line.dash + 1);
  const words = (second === undefined ? line.words : line.words.slice(0, line.dash)).slice(1);
  const { from, to } = flags;
  const render: SideRequest = {
    source: undefined,
    flags,
    args: args.slice(0, args.length - (second?.length ?? 0)),
    label: labelOf(words),
  };
  const stored = (source: string): SideRequest => ({ ...render, source, label: source === '-' ? 'standard input' : source });
  if (second !== undefined) {
    if (to !== undefined || from !== undefined) throw new CliError('-- makes two renders: leave out --from and --to');
    return [render, parseSecondSide(second, render)];
  }
  if (from === undefined && to === undefined) {
    throw new CliError(`name two sides: -- between two renders, or --from and --to${twoFiles(render.args)} (see mcpgw diff --help)`);
  }
  return [from === undefined ? render : stored(from), to === undefined ? render : stored(to)];
}

type Report = import('../diff/report.js').DiffReport;

async function deliver(report: Report, output: Format): Promise<void> {
  if (output === 'json') return printJson((await import('../diff/json-report.js')).formatJson(report));
  if (output === 'markdown') return print((await import('../diff/markdown.js')).formatMarkdown(report));
  if (output === 'html') return print((await import('../diff/html.js')).formatHtml(report));
  const { formatText } = await import('../diff/text.js');
  return print(formatText(report, painter({ add: 'green', remove: 'red', change: 'yellow', dim: 'dim', bold: 'bold' })));
}
