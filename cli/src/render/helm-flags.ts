/**
 * The flags of `helm template` (v4.2.4, and v3.20.0 where it differs) that mcpgw does not implement: those without
 * meaning for a local render, which it accepts, and those that it refuses because they need a repository, a cluster or a program.
 */
import type { readers } from './flag-values.js';

type Type = 'bool' | 'color' | 'wait' | keyof typeof readers;

/** The subject of a flag in the help. */
export type Topic = 'downloads' | 'clusters' | 'notes and terminals' | 'refused';

export interface HelmFlag {
  readonly name: string;
  readonly short?: string;
  readonly type: Type;
  readonly topic: Topic;
  /** Helm's warning about a deprecated flag. */
  readonly deprecated?: string;
  /** Why a value with an effect is refused, and the alternative. */
  readonly refusal?: string;
}

const of = (topic: Topic, type: Type, ...names: readonly string[]): HelmFlag[] => names.map(name => ({ name, type, topic }));

const notesUnused = "this flag has no effect for 'helm template' and will be removed in Helm 5";
const noCluster = 'mcpgw renders without a cluster; leave it out, or compare with one: mcpgw diff NAME CHART --from cluster';

/** Every flag, once. Flags that change a render are in flags.ts. */
export const helmFlags: readonly HelmFlag[] = [
  ...of('downloads', 'string', 'ca-file', 'cert-file', 'key-file', 'keyring', 'username', 'password', 'version'),
  ...of('downloads', 'string', 'registry-config', 'repository-config', 'repository-cache', 'content-cache'),
  ...of('downloads', 'bool', 'devel', 'insecure-skip-tls-verify', 'pass-credentials', 'plain-http'),
  ...of('clusters', 'bool', 'create-namespace', 'disable-openapi-validation', 'force-conflicts', 'force-replace', 'replace'),
  ...of('clusters', 'bool', 'rollback-on-failure', 'server-side', 'take-ownership', 'wait-for-jobs', 'kube-insecure-skip-tls-verify'),
  { name: 'atomic', type: 'bool', topic: 'clusters', deprecated: 'use --rollback-on-failure instead' },
  { name: 'force', type: 'bool', topic: 'clusters', deprecated: 'use --force-replace instead' },
  { name: 'labels', short: 'l', type: 'stringToString', topic: 'clusters' },
  ...of('clusters', 'string', 'description', 'kube-apiserver', 'kube-as-user', 'kube-ca-file', 'kube-tls-server-name', 'kube-token'),
  ...of('clusters', 'stringArray', 'kube-as-group', 'post-renderer-args'),
  ...of('clusters', 'duration', 'timeout'),
  ...of('clusters', 'wait', 'wait'),
  ...of('clusters', 'int', 'burst-limit'),
  ...of('clusters', 'float32', 'qps'),
  ...of('notes and terminals', 'color', 'color', 'colour'),
  { name: 'hide-notes', type: 'bool', topic: 'notes and terminals', deprecated: notesUnused },
  { name: 'render-subchart-notes', type: 'bool', topic: 'notes and terminals', deprecated: notesUnused },
  {
    name: 'repo',
    type: 'string',
    topic: 'refused',
    refusal: 'mcpgw downloads no charts; fetch it with helm pull CHART --repo URL and name the archive',
  },
  {
    name: 'verify',
    type: 'bool',
    topic: 'refused',
    refusal: 'mcpgw checks no signatures; run helm verify ARCHIVE first and leave it out',
  },
  {
    name: 'post-renderer',
    type: 'string',
    topic: 'refused',
    refusal: 'mcpgw runs no other programs; leave it out and give what mcpgw prints to the program',
  },
  { name: 'validate', type: 'bool', topic: 'refused', deprecated: "use '--dry-run=server' instead", refusal: noCluster },
];

/** Flags of which at most one may be given (cobra's MarkFlagsMutuallyExclusive). */
export const exclusive: readonly (readonly [string, string])[] = [
  ['validate', 'dry-run'],
  ['force-replace', 'force-conflicts'],
  ['force', 'force-conflicts'],
];

/** Flags of k8s.io/klog, which Helm accepts and does not list. */
export const klogFlags: readonly HelmFlag[] = [
  { name: 'v', short: 'v', type: 'int', topic: 'notes and terminals' },
  ...of('notes and terminals', 'bool', 'add-dir-header', 'alsologtostderr', 'legacy-stderr-threshold-behavior', 'logtostderr'),
  ...of('notes and terminals', 'bool', 'one-output', 'skip-headers', 'skip-log-headers'),
  ...of('notes and terminals', 'string', 'log-backtrace-at', 'log-dir', 'log-file', 'stderrthreshold', 'vmodule'),
  ...of('notes and terminals', 'int', 'log-file-max-size'),
];

const lists = (topic: Topic): string =>
  helmFlags
    .filter(flag => flag.topic === topic)
    .map(({ name, short }) => (short ? `--${name} (-${short})` : `--${name}`))
    .sort()
    .join(', ')
    .replace(/(.{1,108})(?: |$)/g, '\n    $1');

/** Their text in `--help`. */
export const helmFlagsHelp = `
These flags of helm template have no effect on a local render. They are accepted, and their values are checked as Helm checks them:
  about downloads${lists('downloads')}
  about clusters${lists('clusters')}
  about notes and terminals${lists('notes and terminals')}
These flags are refused, with the reason and an alternative:${lists('refused')}
    --dry-run=server, --dependency-update where a dependency is missing, --enable-dns where a template calls getHostByName`;
