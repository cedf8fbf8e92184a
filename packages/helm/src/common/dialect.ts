/**
 * The Helm release that a chart is loaded and rendered for. Each difference between the releases is a property, named after its effect and
 * with its source. No code compares version numbers.
 */

import { type Semver, semver340, semver350, semverOf } from '@mcpgw/go/semver';
import { apiVersions3, apiVersions4, apiVersions43 } from './api-versions.js';
import { HelmError } from './errors.js';
import { kindRanks3, kindRanks4 } from './install-order.js';

/** The build information of Helm in `.Capabilities.HelmVersion`: field of the struct, name in JSON, value. */
type BuildInfo = readonly (readonly [field: string, json: string, value: string])[];

/** The behavior of one Helm release. Use `dialectOf`, `helm4` or `helm3`. */
export interface Dialect {
  /** The release, e.g. `4.2.4`. */
  readonly version: string;

  /** `.Capabilities` without a cluster (capabilities.go, internal/version). */
  readonly capabilities: {
    /** The minor version of Kubernetes 1 that a released Helm assumes. */
    readonly kubeMinor: number;
    /** Whether the release's linker flags set that version, so that a Helm built with `go install` assumes 1.20 instead. */
    readonly assumesByBuild: boolean;
    readonly apiVersions: readonly string[];
    readonly build: BuildInfo;
    /** Whether `.Capabilities.KubeVersion.Version` keeps `--kube-version` as written, including suffixes. */
    readonly keepsKubeSuffix: boolean;
  };

  /** The Go packages in type names, as `typeOf` and errors print them. */
  readonly packages: {
    readonly values: string;
    readonly metadata: string;
    readonly manifests: string;
  };
  /** Whether `.Chart` is the struct of Chart.yaml instead of a map (engine.go, recAllTpls). */
  readonly chartIsStruct: boolean;
  /** Template functions that this release lacks (engine/funcs.go). */
  readonly missingFuncs: readonly string[];
  /** Whether `.Files.Lines` has no lines for an empty file. Otherwise it panics (engine/files.go). */
  readonly readsEmptyLines: boolean;
  /** Masterminds/semver, used by semverCompare and every constraint of a chart. */
  readonly semver: Semver;
  /** Whether additional colons in the host of an HTTP URL are refused: GODEBUG urlstrictcolons, which the Go version in go.mod sets. */
  readonly strictUrlColons: boolean;

  /**
   * Whether template errors are printed as a trace with one block for each template, instead of Go's message (engine.go, cleanupExecError).
   */
  readonly tracesErrors: boolean;
  /** Whether errors begin with the failed step: the release's name, dependencies (action/install.go). */
  readonly namesFailedStep: boolean;
  /** The text before the dependencies that are missing in charts/ (cmd install.go). */
  readonly missingDependencies: string;

  /** Whether Chart.yaml must have an apiVersion that this Helm knows before anything else is checked (v4 pkg/chart/loader/load.go). */
  readonly checksApiVersion: boolean;
  /** Whether the chart names `.` and `..` are refused (metadata.go). */
  readonly refusesDotNames: boolean;
  /** The name of an archive that exceeds the limit for all files (archive.go). */
  readonly maximumOfArchive: string;
  /** Whether each file of a chart has a limit of its own, besides that of the chart (archive.go, directory.go). */
  readonly limitsEachFile: boolean;
  /** Whether the schema's message about a property name says where the object is (santhosh-tekuri/jsonschema, validator.go). */
  readonly locatesPropertyNames: boolean;
  /**
   * Whether all documents of a values file are merged. Otherwise only the first document counts (loader/load.go, cli/values/options.go).
   */
  readonly mergesValueDocuments: boolean;
  /** Whether `--set-json` accepts a whole object (cli/values/options.go). */
  readonly setJsonObjects: boolean;
  /** Whether nulls in a chart's own values are kept, and a user's null removes the key wherever the chart has it (coalesce.go). */
  readonly keepsNullDefaults: boolean;
  /** Whether an aliased dependency gets copies of its own dependencies (dependencies.go, getAliasDependency). */
  readonly aliasesCopyDependencies: boolean;

  /** Whether white space on both sides of `---` belongs to the separator, so that documents are trimmed (manifest.go). */
  readonly splitsTrimmed: boolean;
  /** The rank of each kind in the install order (kind_sorter.go). */
  readonly kindRanks: ReadonlyMap<string, number>;
  /** Whether lines are logged by slog instead of Go's log with file and line. */
  readonly logsAttributes: boolean;
}

/** The functions for durations, which Helm 4.3 added. */
const durationFuncs: readonly string[] = [
  'mustToDuration',
  ...['Seconds', 'Milliseconds', 'Microseconds', 'Nanoseconds', 'Minutes', 'Hours', 'Days', 'Weeks', 'RoundTo', 'TruncateTo'].map(
    name => `duration${name}`,
  ),
];

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
  missingFuncs: durationFuncs,
  readsEmptyLines: false,
  semver: semverOf(semver350),
  strictUrlColons: true,
  tracesErrors: true,
  namesFailedStep: true,
  missingDependencies:
    "an error occurred while checking for chart dependencies. You may need to run 'helm dependency build' to fetch missing dependencies",
  checksApiVersion: true,
  refusesDotNames: true,
  maximumOfArchive: 'maximum size',
  limitsEachFile: true,
  locatesPropertyNames: false,
  mergesValueDocuments: true,
  setJsonObjects: true,
  keepsNullDefaults: false,
  aliasesCopyDependencies: true,
  splitsTrimmed: false,
  kindRanks: kindRanks4,
  logsAttributes: true,
};

/** helm.sh/helm/v4 v4.3.1. */
export const helm43: Dialect = {
  ...helm4,
  version: '4.3.1',
  capabilities: {
    ...helm4.capabilities,
    kubeMinor: 37,
    apiVersions: apiVersions43,
    build: [
      ['Version', 'version', 'v4.3'],
      ['GitCommit', 'git_commit', ''],
      ['GitTreeState', 'git_tree_state', ''],
      ['GoVersion', 'go_version', 'go1.26.8'],
      ['KubeClientVersion', 'kube_client_version', 'v1.37'],
    ],
  },
  missingFuncs: [],
  readsEmptyLines: true,
  limitsEachFile: false,
  locatesPropertyNames: true,
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
  missingFuncs: ['mustToYaml', 'mustToToml', ...durationFuncs],
  readsEmptyLines: false,
  semver: semverOf(semver340),
  strictUrlColons: false,
  tracesErrors: false,
  namesFailedStep: false,
  missingDependencies:
    'An error occurred while checking for chart dependencies. You may need to run `helm dependency build` to fetch missing dependencies',
  checksApiVersion: false,
  refusesDotNames: false,
  maximumOfArchive: 'maximum file size',
  limitsEachFile: true,
  locatesPropertyNames: false,
  mergesValueDocuments: false,
  setJsonObjects: false,
  keepsNullDefaults: true,
  aliasesCopyDependencies: false,
  splitsTrimmed: true,
  kindRanks: kindRanks3,
  logsAttributes: false,
};

/** A major version alone stands for the first one here that has it. */
const dialects: readonly Dialect[] = [helm4, helm43, helm3];

/**
 * Returns the Helm release for a version: `3`, `v4`, `4.2`, `4.3`, `v3.20.0`; Helm 4.2 if no version is given.
 *
 * @throws HelmError for every other version, including other minor and patch releases: the output would claim to match a Helm release that
 * it was never compared with
 */
export function dialectOf(version: string | undefined): Dialect {
  if (version === undefined) return helm4;
  const wanted = version.replace(/^v/, '');
  const found = dialects.find(dialect => `${dialect.version}.`.startsWith(`${wanted}.`));
  if (found && wanted !== '') return found;
  throw new HelmError(`there is no rendering as Helm ${JSON.stringify(version)}: known are 3 (3.20.0), 4 (4.2.4) and 4.3 (4.3.1)`);
}
