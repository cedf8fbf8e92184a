import { type Command, Option } from 'commander';
import { givenFlags, OptionalValueOption } from '../args.js';
import { CliError } from '../errors.js';
import { say } from '../terminal.js';
import { quoteCsv, readers } from './flag-values.js';
import { exclusive, type HelmFlag, helmFlags, helmFlagsHelp, klogFlags } from './helm-flags.js';

export { quoteCsv };

import { addHelmVersionFlag, type HelmVersionFlag } from './helm-version.js';

/** Flags of `helm template` that need no cluster and no network, as commander parses them. */
export interface RenderFlags extends HelmVersionFlag {
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
  readonly allowRemoteSchemas?: boolean;
  readonly debug?: boolean;
  /** A constraint on the chart's version; Helm uses it to choose among downloads, so it is checked only for the bundled chart. */
  readonly version?: string;
  readonly devel?: boolean;
  readonly dependencyUpdate?: boolean;
  readonly enableDns?: boolean;
  readonly kubeconfig?: string;
  readonly kubeContext?: string;
  /** Labels of the release, each `key=value`. */
  readonly labels?: readonly string[];
}

/** A flag that may be repeated. */
export const append = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

/** An option whose value is read by its type. */
function typed(option: Option, type: keyof typeof readers, initial?: unknown): Option {
  const read = readers[type];
  option.argParser((value, previous) => read(option, value, previous));
  return initial === undefined ? option : option.default(initial);
}

const list = (flags: string, help: string, type: 'strings' | 'stringArray'): Option => typed(new Option(flags, help), type, []);

/** Adds the flags to a command, with Helm's names and meanings; flags that the command already has are unchanged. */
export function addRenderFlags(command: Command, unusedHelp = helmFlagsHelp): Command {
  addHelmVersionFlag(command)
    .addOption(list('-f, --values <file>', 'values file, - for standard input (can be repeated, or separated by commas)', 'strings'))
    .addOption(list('--set <text>', 'values: key1=val1,key2=val2', 'stringArray'))
    .addOption(list('--set-string <text>', 'string values: key1=val1,key2=val2', 'stringArray'))
    .addOption(list('--set-json <text>', 'JSON values: key1=json1, or one JSON object', 'stringArray'))
    .addOption(list('--set-file <text>', 'values from files: key1=path1,key2=path2', 'stringArray'))
    .addOption(list('--set-literal <text>', 'a literal string: key=anything', 'stringArray'))
    .option('-n, --namespace <name>', 'namespace of the release', 'default')
    .option('--name-template <template>', 'template of the release name')
    .option('-g, --generate-name', 'use release-name as the name, as helm template does')
    .addOption(
      list(
        '-s, --show-only <template>',
        'print only what this template rendered (path below the chart, or pattern; can be repeated)',
        'stringArray',
      ),
    )
    .option('--include-crds', 'print the CRDs of crds/ too')
    .option('--skip-crds', 'accepted without effect: CRDs are printed only with --include-crds')
    .option('--skip-tests', 'leave out test hooks')
    .option('--no-hooks', 'leave out hooks')
    .option('--is-upgrade', 'set .Release.IsUpgrade instead of .Release.IsInstall')
    .addOption(list('-a, --api-versions <list>', 'additional API versions for .Capabilities.APIVersions', 'strings'))
    .option('--kube-version <version>', 'version for .Capabilities.KubeVersion')
    .option('--output-dir <dir>', "write each template's output to a file below this folder")
    .option('--release-name', 'put the release name into the path below --output-dir')
    .option('--skip-schema-validation', 'do not check values.schema.json')
    .option('--allow-remote-schemas', 'read schemas that values.schema.json refers to by http and https, as Helm does')
    .option('--debug', "print Helm's debug lines, and the partial output after an error")
    .addOption(new OptionalValueOption('--dry-run', 'mode', 'accepted if it is client, as every render is', 'unset'))
    .option('--dependency-update', 'accepted if all dependencies are present')
    .option('--enable-dns', 'accepted if no template looks up a host');
  return addUnusedFlags(command, unusedHelp);
}

/** Adds the flags that mcpgw accepts without effect, and documents that in the help. */
function addUnusedFlags(command: Command, help: string): Command {
  const known = new Set(command.options.flatMap(({ long, short }) => [long, short]));
  for (const flag of [...helmFlags, ...klogFlags]) if (!known.has(`--${flag.name}`)) command.addOption(optionOf(flag).hideHelp());
  return command.addHelpText('after', help);
}

function optionOf({ name, short, type }: HelmFlag): Option {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  if (type === 'bool') return new Option(names);
  if (type === 'wait') return new OptionalValueOption(names, 'strategy', '', 'watcher');
  return typed(new Option(`${names} <value>`), type === 'color' ? 'string' : type);
}

/** Flags of Helm that name a kubeconfig, whose namespace applies if no other is given. */
export const addKubeconfigFlags = (command: Command): Command =>
  command
    .option('--kubeconfig <file>', 'kubeconfig whose namespace is used if -n names none')
    .option('--kube-context <name>', 'context of the kubeconfig');

/**
 * The flags of a parsed command. Prints Helm's warnings about deprecated flags on standard error.
 * @throws CliError for values and combinations that Helm refuses, and for flags that need a repository, a cluster or another program
 */
export function checkedFlags<Flags extends RenderFlags>(command: Command): Flags {
  const flags = { ...command.opts<Flags>() } as Record<string, unknown>;
  const given = givenFlags(command);
  const value = (name: string): string | undefined => given.findLast(flag => flag.name === `--${name}`)?.value;
  for (const flag of given) {
    if (flag.name === '--wait') checkWait(flag.value);
    if (/^--colou?r$/.test(flag.name)) checkColor(flag.value);
  }
  sayDeprecated(given.map(({ name }) => name.slice(2)));
  for (const group of exclusive)
    checkExclusive(
      group.filter(name => value(name) !== undefined),
      group,
    );
  for (const { name, refusal } of helmFlags) if (refusal && !['', 'false'].includes(value(name) ?? '')) refuse(name, refusal);
  checkDryRun(value('dry-run') ?? 'client');
  for (const name of ['kubeVersion', 'outputDir', 'nameTemplate', 'kubeconfig', 'kubeContext']) if (flags[name] === '') delete flags[name];
  return flags as unknown as Flags;
}

const refuse = (name: string, reason: string): never => {
  throw new CliError(`--${name} is refused: ${reason}`);
};

const warn = (message: string): void => say(`level=WARN msg=${JSON.stringify(message)}\n`);

const waitBooleans: ReadonlyMap<string, string> = new Map([
  ['true', 'watcher'],
  ['false', 'hookOnly'],
]);

function checkWait(value: string): void {
  const replacement = waitBooleans.get(value);
  if (replacement !== undefined) warn(`--wait=${value} is deprecated (boolean value) and can be replaced with --wait=${replacement}`);
  else if (!['watcher', 'hookOnly', 'legacy'].includes(value)) {
    const quoted = JSON.stringify(value);
    const reason = `invalid wait input ${quoted}. Valid inputs are watcher, hookOnly, and legacy`;
    throw new CliError(`invalid argument ${quoted} for "--wait" flag: ${reason}`);
  }
}

function checkColor(value: string): void {
  if (!['never', 'auto', 'always'].includes(value))
    throw new CliError(`invalid color mode ${JSON.stringify(value)}: must be one of: never, auto, always`);
}

const deprecations = new Map(helmFlags.map(({ name, deprecated }) => [name, deprecated]));

function sayDeprecated(names: readonly string[]): void {
  for (const name of names) {
    const instead = deprecations.get(name);
    if (instead !== undefined) say(`Flag --${name} has been deprecated, ${instead}\n`);
  }
}

function checkExclusive(set: readonly string[], group: readonly string[]): void {
  if (set.length < 2) return;
  const all = [...set].sort().join(' ');
  throw new CliError(`if any flags in the group [${group.join(' ')}] are set none of the others can be; [${all}] were all set`);
}

/** pkg/cmd/helpers.go cmdGetDryRunFlagStrategy. */
function checkDryRun(value: string): void {
  if (value === 'client') return;
  const quoted = JSON.stringify(value);
  if (value === 'server') refuse('dry-run=server', 'mcpgw renders without a cluster; use --dry-run=client');
  else if (value === 'unset') warn("--dry-run is deprecated and should be replaced with '--dry-run=client'");
  else if (/^(?:1|t|T|true|TRUE|True)$/.test(value))
    warn(`boolean '--dry-run=${value}' flag is deprecated and must be replaced with '--dry-run=client'`);
  else if (/^(?:none|0|f|F|false|FALSE|False)$/.test(value))
    throw new CliError(`invalid dry-run value (${quoted}). Must be "server" or "client"`);
  else throw new CliError(`invalid dry-run value (${quoted}). Must be "none", "server", or "client"`);
}
