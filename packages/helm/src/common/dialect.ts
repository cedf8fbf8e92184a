/**
 * Which Helm a chart is loaded and rendered as. What differs between the releases is a property here, named by what it does and with
 * the source that it follows; no code asks for a version number.
 */

import { type Semver, semver340, semver350, semverOf } from '@mcpgw/go/semver';
import { apiVersions3, apiVersions4 } from './api-versions.js';
import { HelmError } from './errors.js';
import { kindRanks3, kindRanks4 } from './install-order.js';

/** What a build of Helm says of itself in `.Capabilities.HelmVersion`: field of the struct, its name in JSON, value. */
type BuildInfo = readonly (readonly [field: string, json: string, value: string])[];

export interface Dialect {
  /** The release, e.g. `4.2.4`. */
  readonly version: string;

  /** `.Capabilities` without a cluster (capabilities.go, internal/version). */
  readonly capabilities: {
    /** Minor version of Kubernetes 1 that a released Helm assumes. */
    readonly kubeMinor: number;
    /** Whether that is set by the release's linker flags, so that a Helm built with `go install` assumes another one: 1.20. */
    readonly assumesByBuild: boolean;
    readonly apiVersions: readonly string[];
    readonly build: BuildInfo;
    /** Whether `.Capabilities.KubeVersion.Version` keeps `--kube-version` as it was written, suffixes included. */
    readonly keepsKubeSuffix: boolean;
  };

  /** Go packages in names of types, as `typeOf` and errors print them. */
  readonly packages: {
    readonly values: string;
    readonly metadata: string;
    readonly manifests: string;
  };
  /** Whether `.Chart` is the struct of Chart.yaml, and no map (engine.go, recAllTpls). */
  readonly chartIsStruct: boolean;
  /** Template functions that only other releases have (engine/funcs.go). */
  readonly missingFuncs: readonly string[];
  /** Masterminds/semver, behind semverCompare and every constraint of a chart. */
  readonly semver: Semver;
  /** Whether further colons in the host of an HTTP address are refused: GODEBUG urlstrictcolons, which the Go version in go.mod sets. */
  readonly strictUrlColons: boolean;

  /** Whether errors of templates are told as a trace with a block a template, and not as Go words them (engine.go, cleanupExecError). */
  readonly tracesErrors: boolean;
  /** Whether errors begin with the step that failed: the release's name, dependencies (action/install.go). */
  readonly namesFailedStep: boolean;
  /** What stands before the dependencies that charts/ lacks (cmd install.go). */
  readonly missingDependencies: string;

  /** Whether Chart.yaml is looked at for an apiVersion that this Helm knows, before all else (v4 pkg/chart/loader/load.go). */
  readonly checksApiVersion: boolean;
  /** Whether charts named `.` and `..` are refused (metadata.go). */
  readonly refusesDotNames: boolean;
  /** What an archive is called that exceeds the limit of all files (archive.go). */
  readonly maximumOfArchive: string;
  /** Whether values files are streams of documents, merged; else the first document counts (loader/load.go, cli/values/options.go). */
  readonly mergesValueDocuments: boolean;
  /** Whether `--set-json` takes a whole object (cli/values/options.go). */
  readonly setJsonObjects: boolean;
  /** Whether nulls in a chart's own values stay, and the user's null goes wherever the chart has the key (coalesce.go). */
  readonly keepsNullDefaults: boolean;
  /** Whether a dependency that is taken under an alias gets copies of its own dependencies (dependencies.go, getAliasDependency). */
  readonly aliasesCopyDependencies: boolean;

  /** Whether space on both sides of `---` belongs to the separator, and documents have none around them (manifest.go). */
  readonly splitsTrimmed: boolean;
  /** Place of each kind in the install order (kind_sorter.go). */
  readonly kindRanks: ReadonlyMap<string, number>;
  /** Whether lines are logged by slog, and not by Go's log with file and line. */
  readonly logsAttributes: boolean;
}

/** helm.sh/helm/v4 v4.2.4. */
export const helm4: Dialect = {
  version: '4.2.4',
  capabilities: {
    kubeMinor: 36,
    assumesByBuild: false,
    apiVersions: apiVersions4,
    build: [
      ['Version', 'version', 'v4.2'],
      ['GitCommit', 'git_commit', ''],
      ['GitTreeState', 'git_tree_state', ''],
      ['GoVersion', 'go_version', 'go1.26.8'],
      ['KubeClientVersion', 'kube_client_version', 'v1.36'],
    ],
    keepsKubeSuffix: true,
  },
  packages: { values: 'common', metadata: 'v2', manifests: 'util' },
  chartIsStruct: false,
  missingFuncs: [],
  semver: semverOf(semver350),
  strictUrlColons: true,
  tracesErrors: true,
  namesFailedStep: true,
  missingDependencies:
    "an error occurred while checking for chart dependencies. You may need to run 'helm dependency build' to fetch missing dependencies",
  checksApiVersion: true,
  refusesDotNames: true,
  maximumOfArchive: 'maximum size',
  mergesValueDocuments: true,
  setJsonObjects: true,
  keepsNullDefaults: false,
  aliasesCopyDependencies: true,
  splitsTrimmed: false,
  kindRanks: kindRanks4,
  logsAttributes: true,
};

/** helm.sh/helm/v3 v3.20.0. */
export const helm3: Dialect = {
  version: '3.20.0',
  capabilities: {
    kubeMinor: 35,
    assumesByBuild: true,
    apiVersions: apiVersions3,
    build: [
      ['Version', 'version', 'v3.20'],
      ['GitCommit', 'git_commit', ''],
      ['GitTreeState', 'git_tree_state', ''],
      ['GoVersion', 'go_version', 'go1.26.8'],
    ],
    keepsKubeSuffix: false,
  },
  packages: { values: 'chartutil', metadata: 'chart', manifests: 'releaseutil' },
  chartIsStruct: true,
  missingFuncs: ['mustToYaml', 'mustToToml'],
  semver: semverOf(semver340),
  strictUrlColons: false,
  tracesErrors: false,
  namesFailedStep: false,
  missingDependencies:
    'An error occurred while checking for chart dependencies. You may need to run `helm dependency build` to fetch missing dependencies',
  checksApiVersion: false,
  refusesDotNames: false,
  maximumOfArchive: 'maximum file size',
  mergesValueDocuments: false,
  setJsonObjects: false,
  keepsNullDefaults: true,
  aliasesCopyDependencies: false,
  splitsTrimmed: true,
  kindRanks: kindRanks3,
  logsAttributes: false,
};

const dialects: readonly Dialect[] = [helm4, helm3];

/**
 * The Helm of a version: `3`, `v4`, `4.2`, `v3.20.0`; Helm 4 where none is given. Throws HelmError for every other version, another
 * minor or patch release included: what is printed would be claimed for a Helm that nobody compared it with.
 */
export function dialectOf(version: string | undefined): Dialect {
  if (version === undefined) return helm4;
  const wanted = version.replace(/^v/, '');
  const found = dialects.find(dialect => `${dialect.version}.`.startsWith(`${wanted}.`));
  if (found && wanted !== '') return found;
  const known = dialects.map(dialect => `${dialect.version.split('.')[0]} (${dialect.version})`).reverse();
  throw new HelmError(`there is no rendering as Helm ${JSON.stringify(version)}: known are ${known.join(' and ')}`);
}
