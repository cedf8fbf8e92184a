/** `.Capabilities`. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/common/capabilities.go and internal/version. */
import { type Func, GoObject, type JsonStruct, quote, typed, type Value, withMethods } from '@mcpgw/gotemplate';
import { defaultApiVersions } from './api-versions.js';
import { HelmError } from './errors.js';
import { bindMethod, type MethodTable } from './go-object.js';

interface VersionParts {
  /** As the user wrote it, with a leading `v`. */
  readonly version: string;
  /** Without suffixes, for constraints. */
  readonly normalized: string;
  readonly major: string;
  readonly minor: string;
}

type Field = readonly [name: string, value: Value];

/** A Go struct whose fields are known when it is made. */
abstract class Struct extends GoObject {
  protected abstract readonly fields: readonly Field[];

  override field(name: string): Value | undefined {
    return this.fields.find(([field]) => field === name)?.[1];
  }

  override fieldNames(): readonly string[] {
    return this.fields.map(([name]) => name);
  }
}

const kubeVersionMethods: MethodTable<KubeVersion> = {
  String: { result: 'string', call: self => self.parts.normalized },
  GitVersion: { result: 'string', call: self => self.parts.version },
};

/** `.Capabilities.KubeVersion`: common.KubeVersion, whose methods Go finds because the struct is addressable here. */
export class KubeVersion extends Struct {
  readonly goType = 'common.KubeVersion';
  readonly goKind = 'struct';
  readonly parts: VersionParts;
  protected readonly fields: readonly Field[];

  constructor(parts: VersionParts) {
    super();
    this.parts = parts;
    this.fields = [
      ['Version', parts.version],
      ['normalizedVersion', parts.normalized],
      ['Major', parts.major],
      ['Minor', parts.minor],
    ];
  }

  override addressString(): string {
    return this.parts.normalized;
  }

  override method(name: string): Func | undefined {
    return bindMethod(kubeVersionMethods, this, name);
  }

  override toJsonValue(): JsonStruct {
    return { struct: this.fields.filter(([name]) => name !== 'normalizedVersion') };
  }
}

/** `.Capabilities.HelmVersion`: what Helm 4.2.4 says of its own build. */
class BuildInfo extends Struct {
  readonly goType = 'version.BuildInfo';
  readonly goKind = 'struct';
  protected readonly fields: readonly Field[] = [
    ['Version', 'v4.2'],
    ['GitCommit', ''],
    ['GitTreeState', ''],
    ['GoVersion', 'go1.26.8'],
    ['KubeClientVersion', 'v1.36'],
  ];

  override toJsonValue(): JsonStruct {
    const names = ['version', 'git_commit', 'git_tree_state', 'go_version', 'kube_client_version'];
    return { struct: this.fields.map(([, value], i) => [names[i]!, value] as const).filter(([, value]) => value !== '') };
  }
}

const helmVersion = new BuildInfo();

const capabilitiesMethods: MethodTable<Capabilities> = {
  Copy: { result: '*common.Capabilities', call: self => self },
};

/** `.Capabilities`: what the cluster is said to be. */
export class Capabilities extends Struct {
  readonly goType = '*common.Capabilities';
  readonly goKind = 'ptr';
  readonly kubeVersion: KubeVersion;
  protected readonly fields: readonly Field[];

  constructor(kubeVersion: KubeVersion, apiVersions: readonly string[]) {
    super();
    this.kubeVersion = kubeVersion;
    this.fields = [
      ['KubeVersion', kubeVersion],
      ['APIVersions', versionSet(apiVersions)],
      ['HelmVersion', helmVersion],
    ];
  }

  override method(name: string): Func | undefined {
    return bindMethod(capabilitiesMethods, this, name);
  }

  override toJsonValue(): JsonStruct {
    return {
      struct: this.fields.map(([name, value]) => [name, value instanceof Struct ? (value.toJsonValue() as JsonStruct) : value] as const),
    };
  }
}

function versionSet(versions: readonly string[]): Value[] {
  const set = new Set(versions);
  const has: Func = { name: 'Has', params: ['string'], result: 'bool', call: version => set.has(version as string) };
  return withMethods(typed([...versions], 'common.VersionSet'), new Map([['Has', has]]));
}

/** The Kubernetes version that Helm 4.2.4 assumes without a cluster. */
const defaultKubeVersion = new KubeVersion({ version: 'v1.36.0', normalized: 'v1.36.0', major: '1', minor: '36' });

/**
 * Reads `--kube-version`: two or more numbers, then anything. Throws HelmError with the words of
 * k8s.io/apimachinery v0.36 util/version.
 */
export function parseKubeVersion(text: string): KubeVersion {
  const refuse = (reason: string): HelmError => new HelmError(`invalid kube version '${text}': ${reason}`);
  const match = /^[\t\n\f\r ]*v?([0-9]+(?:\.[0-9]+)*)/.exec(text);
  if (!match || text.includes('\n')) throw refuse(`could not parse ${quote(text)} as version`);
  const components = match[1]!.split('.');
  if (components.length < 2) throw refuse(`illegal version string ${quote(text)}`);
  const [major, ...rest] = components;
  if (major!.length > 1 && major!.startsWith('0'))
    throw refuse(`illegal zero-prefixed version component ${quote(major!)} in ${quote(text)}`);
  const tooLarge = components.find(part => BigInt(part) >= 1n << 64n);
  if (tooLarge !== undefined) {
    const reason = `strconv.ParseUint: parsing ${quote(tooLarge)}: value out of range`;
    throw refuse(`illegal non-numeric version component ${quote(tooLarge)} in ${quote(text)}: ${reason}`);
  }
  const numbers = [major!, ...rest].map(part => BigInt(part).toString());
  return new KubeVersion({
    version: text.startsWith('v') ? text : `v${text}`,
    normalized: `v${numbers.join('.')}`,
    major: numbers[0]!,
    minor: numbers[1]!,
  });
}

/** Capabilities without a cluster: `--kube-version` and `--api-versions` over Helm's own. Throws HelmError. */
export function makeCapabilities(kubeVersion: string | undefined, apiVersions: readonly string[] = []): Capabilities {
  return new Capabilities(kubeVersion ? parseKubeVersion(kubeVersion) : defaultKubeVersion, [...defaultApiVersions, ...apiVersions]);
}
