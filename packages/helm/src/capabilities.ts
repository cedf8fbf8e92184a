/** `.Capabilities`. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/common/capabilities.go and internal/version. */
import { type Func, GoObject, type JsonStruct, quote, type SliceMethods, typed, type Value, withMethods } from '@mcpgw/gotemplate';
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

const kubeVersionText = ({ parts }: KubeVersion): string => parts.normalized || parts.version;

const kubeVersionMethods: MethodTable<KubeVersion> = {
  String: { result: 'string', call: kubeVersionText },
  GitVersion: { result: 'string', call: self => self.parts.version },
};

/** `.Capabilities.KubeVersion`: common.KubeVersion, whose methods Go finds because the struct is addressable here. */
export class KubeVersion extends Struct {
  readonly goType = 'common.KubeVersion';
  readonly goKind = 'struct';
  readonly parts: VersionParts;
  protected readonly fields: readonly Field[];
  private readonly isAddressable: boolean;

  /** `isAddressable`: a field of a struct behind a pointer, which has the methods of the pointer. */
  constructor(parts: VersionParts, isAddressable = true) {
    super();
    this.parts = parts;
    this.isAddressable = isAddressable;
    this.fields = [
      ['Version', parts.version],
      ['normalizedVersion', parts.normalized],
      ['Major', parts.major],
      ['Minor', parts.minor],
    ];
  }

  override addressString(): string | undefined {
    return this.isAddressable ? kubeVersionText(this) : undefined;
  }

  override method(name: string): Func | undefined {
    return this.isAddressable ? bindMethod(kubeVersionMethods, this, name) : undefined;
  }

  override asArgument(): KubeVersion {
    return this.isAddressable ? new KubeVersion(this.parts, false) : this;
  }

  override equals(other: GoObject): boolean {
    return other instanceof KubeVersion && this.fields.every(([name, value]) => other.field(name) === value);
  }

  override deepCopy(): KubeVersion {
    return new KubeVersion({ ...this.parts, normalized: '' }, false);
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
  Copy: { result: '*common.Capabilities', call: self => self.copy() },
};

/** `.Capabilities`: what the cluster is said to be. */
export class Capabilities extends Struct {
  readonly goType = '*common.Capabilities';
  readonly goKind = 'ptr';
  readonly kubeVersion: KubeVersion;
  private readonly apiVersions: Value[];
  protected readonly fields: readonly Field[];

  constructor(kubeVersion: KubeVersion, apiVersions: Value[]) {
    super();
    this.kubeVersion = kubeVersion;
    this.apiVersions = apiVersions;
    this.fields = [
      ['KubeVersion', kubeVersion],
      ['APIVersions', apiVersions],
      ['HelmVersion', helmVersion],
    ];
  }

  override method(name: string): Func | undefined {
    return bindMethod(capabilitiesMethods, this, name);
  }

  /** Another pointer to a struct of the same fields. */
  copy(): Capabilities {
    return new Capabilities(this.kubeVersion, this.apiVersions);
  }

  override deepCopy(copy: (value: Value) => Value): Capabilities {
    const { parts } = this.kubeVersion.deepCopy();
    return new Capabilities(new KubeVersion(parts), copy(this.apiVersions) as Value[]);
  }

  override toJsonValue(): JsonStruct {
    return {
      struct: this.fields.map(([name, value]) => [name, value instanceof Struct ? (value.toJsonValue() as JsonStruct) : value] as const),
    };
  }
}

const versionSetMethods: SliceMethods = (versions, name) =>
  name === 'Has' ? { name, params: ['string'], result: 'bool', call: version => versions.includes(version!) } : undefined;

const versionSet = (versions: Iterable<string>): Value[] => withMethods(typed([...versions], 'common.VersionSet'), versionSetMethods);

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
  return new Capabilities(
    kubeVersion ? parseKubeVersion(kubeVersion) : defaultKubeVersion,
    versionSet([...defaultApiVersions, ...apiVersions]),
  );
}
