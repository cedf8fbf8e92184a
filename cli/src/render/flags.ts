import { type Command, InvalidArgumentError } from 'commander';
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
  readonly debug?: boolean;
}

/** A flag that may be repeated. */
export const append = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

/** A flag of comma-separated values that may be repeated; quotes keep a comma. Behaviour: pflag's StringSlice, which reads Go's CSV. */
function appendCsv(value: string, previous: readonly string[]): readonly string[] {
  if (value === '') return previous;
  const fields: string[] = [];
  const field = /"((?:[^"]|"")*)"(?=,|$)|([^",]*)(?=,|$)/y;
  for (let at = 0; at <= value.length; at = field.lastIndex + 1) {
    field.lastIndex = at;
    const found = field.exec(value);
    if (!found) throw new InvalidArgumentError(`The quotes do not match at character ${at + 1}.`);
    fields.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
  }
  return [...previous, ...fields];
}

/** A value as one field of such a flag. */
export const quoteCsv = (field: string): string => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** Adds the flags to a command, with the names and meaning they have in Helm. */
export function addRenderFlags(command: Command): Command {
  return addHelmVersionFlag(command)
    .option('-f, --values <file>', 'values file, - for standard input (can be repeated, or separated by commas)', appendCsv, [])
    .option('--set <text>', 'values: key1=val1,key2=val2', append, [])
    .option('--set-string <text>', 'string values: key1=val1,key2=val2', append, [])
    .option('--set-json <text>', 'JSON values: key1=json1, or one JSON object', append, [])
    .option('--set-file <text>', 'values from files: key1=path1,key2=path2', append, [])
    .option('--set-literal <text>', 'a literal string: key=anything', append, [])
    .option('-n, --namespace <name>', 'namespace of the release', 'default')
    .option('--name-template <template>', 'template of the release name')
    .option('-g, --generate-name', 'accepted as by helm template, which then uses release-name')
    .option(
      '-s, --show-only <template>',
      'print only what this template rendered (path below the chart, or pattern; can be repeated)',
      append,
      [],
    )
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
    .option('--debug', 'print what was rendered in spite of an error');
}
