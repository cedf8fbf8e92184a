/** Determines the two sides of `mcpgw diff` from its arguments. */
import { encodeString, HelmError, LimitError } from '@mcpgw/helm';
import { Command, Option } from 'commander';
import { prepareArgs } from '../args.js';
import { CliError } from '../errors.js';
import { InputError } from '../input-error.js';
import type { ClusterFlags } from '../kube/kubeconfig.js';
import { addRenderFlags, checkedFlags, type RenderFlags } from '../render/flags.js';
import { explain, nameAndChart, readUserFile, rendererAt, renderToText, renderWithFlags, type Target } from '../render/run.js';
import { say } from '../terminal.js';
import { maskText } from './mask.js';
import { type DiffObject, readObjects } from './objects.js';
import type { Side } from './report.js';

export type Format = 'text' | 'json' | 'markdown' | 'html';

export interface SideFlags extends RenderFlags {
  readonly gatewayVersion?: string;
  /** Belongs to the comparison, and may be given on either side. */
  readonly output: Format;
}

/** A side as requested. */
export interface SideRequest {
  /** The value of `--from` or `--to`; undefined for a render. */
  readonly source: string | undefined;
  readonly label: string;
  readonly args: readonly string[];
  readonly flags: SideFlags;
}

/** Flags of a render that change nothing in a comparison; they are accepted, so that a command line of `mcpgw render` can be compared. */
const withoutEffect = new Set([
  '--debug',
  '--dependency-update',
  '--dry-run',
  '--enable-dns',
  '--generate-name',
  '--output-dir',
  '--release-name',
  '--skip-crds',
]);

const otherFlags = '\nOther flags of mcpgw render and helm template are accepted and have no effect on the comparison.';

/** Adds the flags that each side may have. */
export function addSideFlags(command: Command): Command {
  addRenderFlags(command, otherFlags);
  for (const option of command.options) {
    if (withoutEffect.has(option.long ?? '')) option.hideHelp();
    if (option.long === '--color') Object.assign(option, { hidden: false, description: 'color the report: auto, always or never' });
  }
  return command
    .option('--gateway-version <version>', 'agentgateway version: global.agentgateway.version of the values')
    .addOption(new Option('-o, --output <format>', 'format of the report').choices(['text', 'json', 'markdown', 'html']).default('text'));
}

/** A word of a command line, quoted if a shell needs it. */
const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Flags of the comparison itself, which do not affect a render. */
const ownFlags = ['--from', '--to', '-o', '--output', '--kubeconfig', '--kube-context'];
const isOwn = (text: string | undefined): boolean => ownFlags.includes(text ?? '');

/** The words of a side as a label, without their secrets and without the flags of the comparison. */
export function labelOf(words: readonly string[], none = 'the bundled chart'): string {
  const own = words.filter((text, i) => !isOwn(text) && !isOwn(words[i - 1]) && !ownFlags.includes(text.split('=')[0]!));
  return maskText(own.map(word).join(' ')) || none;
}

/**
 * The side after `--`. It takes flags that it does not set from the first side; a flag that it sets replaces all values of that flag.
 * @throws CliError for flags that a side cannot have
 */
export function parseSecondSide(words: readonly string[], first: SideRequest): SideRequest {
  const command = addSideFlags(new Command('diff'))
    .argument('[args...]')
    .exitOverride()
    .configureOutput({ writeErr: () => {}, writeOut: () => {} });
  try {
    checkedFlags(command.parse(prepareArgs(command, words), { from: 'user' }));
  } catch (error) {
    throw new CliError(`after --: ${(error as Error).message.replace(/^error: /, '').trim()}`);
  }
  const given = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  const flags = { ...first.flags, ...Object.fromEntries(given) } as SideFlags;
  return { source: undefined, label: labelOf(words, 'the same'), flags, args: inheritedArgs(command.args, first, flags) };
}

/** A lone release name keeps the chart of the first side, a lone chart its release name. */
function inheritedArgs(args: readonly string[], first: SideRequest, flags: SideFlags): readonly string[] {
  if (args.length !== 1) return args.length === 0 ? first.args : args;
  const [own, before] = [nameAndChart(args, flags), nameAndChart(first.args, first.flags)];
  if (own.chartPath !== undefined) return [before.releaseName, own.chartPath];
  return before.chartPath === undefined ? args : [own.releaseName, before.chartPath];
}

const clusterSource = /^(?:cluster|release(?::(\d{1,9}))?)$/;

/** Reads both sides, the cluster last, because the other side determines which objects are requested. @throws CliError, InputError, HelmError */
export async function readSides(from: SideRequest, to: SideRequest, flags: ClusterFlags): Promise<[Side, Side]> {
  const requests = [from, to];
  if (requests.every(({ source }) => source === 'cluster')) throw new CliError('--from cluster and --to cluster are the same');
  if (requests.every(({ source }) => source === '-')) throw new CliError('standard input can be one side only');
  const needsCluster = requests.some(({ source }) => clusterSource.test(source ?? ''));
  const cluster = needsCluster ? await openCluster(from, flags) : undefined;
  try {
    const read = (request: SideRequest) => (isCluster(request) ? undefined : readSide(request, cluster));
    const [first, second] = [await read(from), await read(to)];
    return [first ?? (await liveSide(from, second!, cluster!)), second ?? (await liveSide(to, first!, cluster!))];
  } finally {
    cluster?.close();
  }
}

const isCluster = ({ source }: SideRequest): boolean => source === 'cluster';

type ClusterSource = InstanceType<typeof import('./cluster.js').ClusterSource>;

async function openCluster({ args, flags: side }: SideRequest, flags: ClusterFlags): Promise<ClusterSource> {
  const { releaseName } = nameAndChart(args, side);
  if (args.length === 0 && side.nameTemplate === undefined)
    throw new CliError('name the release that the cluster holds: mcpgw diff NAME ...');
  const { ClusterSource } = await import('./cluster.js');
  return new ClusterSource(flags, { name: releaseName, namespace: side.namespace });
}

const warn = (text: string): void => {
  say(`warning: ${text}\n`);
};

const liveSide = async ({ label }: SideRequest, other: Side, cluster: ClusterSource): Promise<Side> => ({
  label,
  ...(await cluster.live(other.objects, warn)),
});

async function readSide(request: SideRequest, cluster: ClusterSource | undefined): Promise<Side> {
  const { source, label, flags } = request;
  if (source === undefined) return { label, objects: renderSide(request) };
  const [isOfCluster, revision] = clusterSource.exec(source) ?? [];
  if (isOfCluster !== undefined) return { label, objects: await cluster!.release(revision === undefined ? undefined : Number(revision)) };
  return {
    label,
    objects: readObjects(Buffer.from(readUserFile(source)).toString(), source === '-' ? 'standard input' : source, flags.namespace),
  };
}

/** @throws CliError with Helm's message if the chart refuses the values */
function renderSide({ args, flags, label }: SideRequest): DiffObject[] {
  const { gatewayVersion, ...rest } = flags;
  const version = gatewayVersion === undefined ? [] : [`global.agentgateway.version=${gatewayVersion}`];
  const whole = { ...rest, setString: [...flags.setString, ...version] };
  const target = nameAndChart(args, flags);
  try {
    return readObjects(rendered(target, whole), `the render of ${label}`, flags.namespace);
  } catch (error) {
    if (error instanceof InputError || error instanceof LimitError || !(error instanceof HelmError)) throw error;
    throw new CliError(`${label}: ${explain(error, flags.debug === true)}`);
  }
}

const rendered = ({ releaseName, chartPath }: Target, flags: RenderFlags): string =>
  Buffer.from(encodeString(renderToText(renderWithFlags(rendererAt(chartPath, flags), releaseName, flags), flags))).toString();
