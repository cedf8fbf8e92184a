/**
 * `.Capabilities`. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/common/capabilities.go and internal/version; for Helm 3, helm.sh/helm/v3
 * v3.20.0 pkg/chartutil/capabilities.go.
 */

import { caches } from '@mcpgw/go/bounds';
import { quote } from '@mcpgw/go/strconv';
import {
  bindMethod,
  type Func,
  GoObject,
  type JsonStruct,
  type MethodTable,
  type SliceMethods,
  typed,
  type Value,
  withMethods,
} from '@mcpgw/go/values';
import { type Dialect, helm4 } from './dialect.js';
import { HelmError } from './errors.js';

interface VersionParts {
  /** The version as the user wrote it, with a leading `v`. */
  readonly version: string;
  /** The version without suffixes, for constraints. */
  readonly normalized: string;
  readonly major: string;
  readonly minor: string;
}

type Field = readonly [name: string, value: Value];

/** A Go struct whose fields are set when it is created. */
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

/** `.Capabilities.KubeVersion`. Go finds its methods because the struct is addressable here. */
export class KubeVersion extends Struct {
  readonly goType: string;
  readonly goKind = 'struct';
  readonly parts: VersionParts;
  protected readonly fields: readonly Field[];
  readonly #dialect: Dialect;
  readonly #isAddressable: boolean;

  /** `isAddressable` is true for a field of a struct behind a pointer. Such a field has the methods of the pointer. */
  constructor(parts: VersionParts, dialect: Dialect, isAddressable = true) {
    super();
    const { packages, capabilities } = dialect;
    this.#dialect = dialect;
    this.goType = `${packages.values}.KubeVersion`;
    this.parts = parts;
    this.#isAddressable = isAddressable;
    this.fields = [
      ['Version', parts.version],
      ...(capabilities.keepsKubeSuffix ? [['normalizedVersion', parts.normalized] as const] : []),
      ['Major', parts.major],
      ['Minor', parts.minor],
    ];
  }

  override addressString(): string | undefined {
    return this.#isAddressable ? kubeVersionText(this) : undefined;
  }

  override method(name: string): Func | undefined {
    return this.#isAddressable ? bindMethod(kubeVersionMethods, this, name) : undefined;
  }

  override asArgument(): KubeVersion {
    return this.#isAddressable ? new KubeVersion(this.parts, this.#dialect, false) : this;
  }

  override equals(other: GoObject): boolean {
    return other instanceof KubeVersion && this.fields.every(([name, value]) => other.field(name) === value);
  }

  override deepCopy(): KubeVersion {
    return new KubeVersion({ ...this.parts, normalized: '' }, this.#dialect, false);
  }

  override toJsonValue(): JsonStruct {
    return { struct: this.fields.filter(([name]) => name !== 'normalizedVersion') };
  }
}

/** `.Capabilities.HelmVersion`: the build information of Helm. */
class BuildInfo extends Struct {
  readonly goType = 'version.BuildInfo';
  readonly goKind = 'struct';
  protected readonly fields: readonly Field[];
  readonly #build: Dialect['capabilities']['build'];

  constructor(build: Dialect['capabilities']['build']) {
    super();
    this.#build = build;
    this.fields = build.map(([field, , value]) => [field, value]);
  }

  override toJsonValue(): JsonStruct {
    return { struct: this.#build.filter(([, , value]) => value !== '').map(([, name, value]) => [name, value] as const) };
  }
}

const capabilitiesMethods = (goType: string): MethodTable<Capabilities> => ({ Copy: { result: goType, call: self => self.copy() } });

/** `.Capabilities`: the assumed properties of the cluster. */
export class Capabilities extends Struct {
  readonly goType: string;
  readonly goKind = 'ptr';
  readonly kubeVersion: KubeVersion;
  readonly #apiVersions: Value[];
  protected readonly fields: readonly Field[];
  /** Whether a template looked at the API versions, or has a copy of them. */
  showsApiVersions = false;

  readonly #dialect: Dialect;

  constructor(kubeVersion: KubeVersion, apiVersions: Value[], dialect: Dialect) {
    super();
    const goPackage = dialect.packages.values;
    this.goType = `*${goPackage}.Capabilities`;
    this.#dialect = dialect;
    this.kubeVersion = kubeVersion;
    this.#apiVersions = apiVersions;
    this.fields = [
      ['KubeVersion', kubeVersion],
      ['APIVersions', apiVersions],
      ['HelmVersion', defaultsOf(dialect).build],
    ];
  }

  override field(name: string): Value | undefined {
    if (name === 'APIVersions') this.showsApiVersions = true;
    return super.field(name);
  }

  override method(name: string): Func | undefined {
    return bindMethod(capabilitiesMethods(this.goType), this, name);
  }

  /** Another pointer to a struct with the same fields. */
  copy(): Capabilities {
    this.showsApiVersions = true;
    return new Capabilities(this.kubeVersion, this.#apiVersions, this.#dialect);
  }

  override deepCopy(copy: (value: Value) => Value): Capabilities {
    this.showsApiVersions = true;
    const { parts } = this.kubeVersion.deepCopy();
    return new Capabilities(new KubeVersion(parts, this.#dialect), copy(this.#apiVersions) as Value[], this.#dialect);
  }

  override toJsonValue(): JsonStruct {
    this.showsApiVersions = true;
    return {
      struct: this.fields.map(([name, value]) => [name, value instanceof Struct ? (value.toJsonValue() as JsonStruct) : value] as const),
    };
  }
}

const versionSetMethods: SliceMethods = (versions, name) =>
  name === 'Has' ? { name, params: ['string'], result: 'bool', call: version => versions.includes(version!) } : undefined;

const versionSet = (versions: Iterable<string>, goType: string): Value[] => withMethods(typed([...versions], goType), versionSetMethods);

interface Defaults {
  readonly kubeVersion: KubeVersion;
  readonly build: BuildInfo;
}

const defaults = caches.map<Dialect, Defaults>();

/** The capabilities that are the same in every render for one Helm release. */
function defaultsOf(dialect: Dialect): Defaults {
  const known = defaults.get(dialect);
  if (known) return known;
  const { kubeMinor, build } = dialect.capabilities;
  const version = `v1.${kubeMinor}.0`;
  const parts = { version, normalized: version, major: '1', minor: String(kubeMinor) };
  const made = { kubeVersion: new KubeVersion(parts, dialect), build: new BuildInfo(build) };
  defaults.set(dialect, made);
  return made;
}

/**
 * Parses `--kube-version`: two or more numbers, then any text.
 *
 * @throws HelmError with the message of k8s.io/apimachinery v0.36 util/version if the version is malformed
 */
export function parseKubeVersion(text: string, dialect = helm4): KubeVersion {
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
  const normalized = `v${numbers.join('.')}`;
  const written = text.startsWith('v') ? text : `v${text}`;
  const version = dialect.capabilities.keepsKubeSuffix ? written : normalized;
  return new KubeVersion({ version, normalized, major: numbers[0]!, minor: numbers[1]! }, dialect);
}

/**
 * Returns the capabilities without a cluster: Helm's defaults, overridden by `--kube-version` and `--api-versions`.
 *
 * @throws HelmError if the version is malformed
 */
export function makeCapabilities(kubeVersion: string | undefined, apiVersions: readonly string[] = [], dialect = helm4): Capabilities {
  const version = kubeVersion ? parseKubeVersion(kubeVersion, dialect) : defaultsOf(dialect).kubeVersion;
  const set = versionSet([...dialect.capabilities.apiVersions, ...apiVersions], `${dialect.packages.values}.VersionSet`);
  return new Capabilities(version, set, dialect);
}
