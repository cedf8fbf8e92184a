import { type Command, Option } from 'commander';
import { append } from '../flags.js';
import { addHelmVersionFlag } from '../render/helm-version.js';
import { kindNames, outputFormats, type ValidateFlags } from '../validate/flags.js';

/** Adds `mcpgw validate`, which finds invalid configuration before a deployment. */
export function registerValidate(program: Command): void {
  const command = program
    .command('validate')
    .description('check configuration before it is deployed, offline')
    .argument('[paths...]', 'files, folders, globs, chart folders or archives, or - for standard input')
    .addOption(new Option('--kind <kind>', 'kind of the files, when it cannot be told from content and name').choices(kindNames))
    .option(
      '--gateway-version <version>',
      'version of agentgateway that will read the configuration (default: of the image tag, else the newest known)',
    )
    .option('--kube-version <version>', 'version of Kubernetes that the manifests are for')
    .addOption(new Option('-o, --output <format>', 'format of the report').choices(outputFormats).default('text'))
    .option('--strict', 'treat warnings as errors')
    .option('--explain <rule>', 'explain a rule and how to fix what it finds, and exit')
    .option('--fix', 'apply the fixes that are certain, after printing them as a diff')
    .option('--env', 'check that variables of placeholders are set in the environment')
    .option('--env-file <file>', 'check that they are set in a file of NAME=value lines (can be repeated)', append, [])
    .option('--allow-unsupported <setting>', 'accept this setting although it has no effect (can be repeated)', append, [])
    .option('--crds <path>', 'folder or file of CustomResourceDefinitions whose kinds are checked (can be repeated)', append, [])
    .option(
      '--skip <kinds>',
      'kinds of objects to leave out: Kind or group/version/Kind, separated by commas (can be repeated)',
      append,
      [],
    )
    .option('--ignore-missing-schemas', 'do not report objects of unknown kinds; they are counted as not checked')
    .option('--settings <file>', 'settings of the rules (default: mcpgw.config.yaml, when there is one)')
    .addOption(new Option('--config <file>', 'the earlier name of --settings').hideHelp())
    .option('--chart <path>', 'chart that values files belong to (default: the bundled chart)')
    .option('--allow-remote-schemas', "read schemas that a chart's values.schema.json refers to by http and https")
    .option('--release <name>', 'name of the release for charts', 'release-name')
    .option('-n, --namespace <name>', 'namespace of the release for charts', 'default')
    .option('-f, --values <file>', 'values file for charts (can be repeated)', append, [])
    .option('--set <text>', 'values for charts: key1=val1,key2=val2', append, [])
    .option('--set-string <text>', 'string values for charts', append, [])
    .option('--set-json <text>', 'JSON values for charts', append, [])
    .option('--set-file <text>', 'values from files for charts', append, [])
    .option('--set-literal <text>', 'a literal string for charts', append, []);
  addHelmVersionFlag(command).action(async (paths: string[], flags: ValidateFlags & { config?: string }) => {
    const { runValidate } = await import('../validate/run.js');
    const settings = flags.settings ?? flags.config;
    process.exitCode = await runValidate(paths, { ...flags, ...(settings !== undefined && { settings }) });
  });
}
