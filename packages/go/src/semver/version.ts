/** Semantic versions as Masterminds/semver v3.5.0 (version.go) parses, compares and prints them, and v3.4.0 with its rules (rules.ts). */
import { byteLength } from '../values/bytes.js';
import { bindMethod, type MethodTable } from '../values/methods.js';
import { type Func, FuncError, GoObject, NIL_POINTER, Sized, type Value } from '../values/value.js';
import { type SemverRules, semver350 } from './rules.js';

const maxUint64 = 2n ** 64n - 1n;
const looseVersion = /^v?([0-9]+)(\.[0-9]+)?(\.[0-9]+)?(-([0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*))?(\+([0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*))?$/;
const digits = /^[0-9]*$/;
const identifier = /^[0-9A-Za-z-]*$/;

/** A version or a constraint that cannot be parsed. The message is that of Masterminds/semver. */
export class SemverError extends FuncError {
  override name = 'SemverError';
}

interface VersionParts {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly pre: string;
  readonly metadata: string;
}

/**
 * A parsed version. As a template value it is `*semver.Version`, or `semver.Version` where Go returns the struct itself (IncMajor and
 * similar methods).
 */
export class Version extends GoObject implements VersionParts {
  readonly goType: string;
  readonly goKind: string;
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly pre: string;
  readonly metadata: string;
  /** The original text. */
  readonly original: string;
  readonly rules: SemverRules;

  constructor(parts: VersionParts, original: string, pointer = true, rules = semver350) {
    super();
    this.goType = pointer ? '*semver.Version' : 'semver.Version';
    this.goKind = pointer ? 'ptr' : 'struct';
    this.major = parts.major;
    this.minor = parts.minor;
    this.patch = parts.patch;
    this.pre = parts.pre;
    this.metadata = parts.metadata;
    this.original = original;
    this.rules = rules;
  }

  override method(name: string): Func | undefined {
    return bindMethod(valueMethods, this, name) ?? (this.goKind === 'ptr' ? bindMethod(pointerMethods, this, name) : undefined);
  }

  /** copystructure omits unexported fields, and a version has no others. */
  override deepCopy(): Version {
    return new Version({ major: 0n, minor: 0n, patch: 0n, pre: '', metadata: '' }, '', this.goKind === 'ptr');
  }

  override goString(): string {
    return this.toString();
  }

  override toJsonValue(): Value {
    return this.toString();
  }

  /** MAJOR.MINOR.PATCH[-PRE][+METADATA], without a leading v. */
  override toString(): string {
    return format(this);
  }

  /** -1, 0 or 1 by precedence. Metadata does not count. */
  compare(other: Version): -1 | 0 | 1 {
    return (
      compareNumbers(this.major, other.major) ||
      compareNumbers(this.minor, other.minor) ||
      compareNumbers(this.patch, other.patch) ||
      compareReleases(this.pre, other.pre)
    );
  }
}

const format = (v: VersionParts): string =>
  `${v.major}.${v.minor}.${v.patch}${v.pre === '' ? '' : `-${v.pre}`}${v.metadata === '' ? '' : `+${v.metadata}`}`;

const compareNumbers = (a: bigint, b: bigint): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0);

function compareReleases(a: string, b: string): -1 | 0 | 1 {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1;
  return comparePrerelease(a, b);
}

/** Compares two prerelease strings by their dot-separated parts: numbers are below text, and numbers compare by value. */
export function comparePrerelease(a: string, b: string): -1 | 0 | 1 {
  const left = a.split('.');
  const right = b.split('.');
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const order = comparePrePart(left[i] ?? '', right[i] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

function comparePrePart(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0;
  if (a === '') return -1;
  if (b === '') return 1;
  const x = toUint64(a);
  const y = toUint64(b);
  if (x === undefined && y === undefined) return a > b ? 1 : -1;
  if (y === undefined) return -1;
  if (x === undefined) return 1;
  return x > y ? 1 : -1;
}

function toUint64(text: string): bigint | undefined {
  if (text === '' || !digits.test(text)) return undefined;
  const value = BigInt(text);
  return value > maxUint64 ? undefined : value;
}

function parseUint(text: string): bigint {
  const value = toUint64(text);
  if (value !== undefined) return value;
  throw new SemverError(`strconv.ParseUint: parsing "${text}": ${text === '' ? 'invalid syntax' : 'value out of range'}`);
}

function parseSegment(text: string): bigint {
  try {
    return parseUint(text);
  } catch (error) {
    throw new SemverError(`error parsing version segment: ${(error as SemverError).message}`);
  }
}

function validatePrerelease(text: string): void {
  for (const part of text.split('.')) {
    if (part === '') throw new SemverError('invalid prerelease string');
    if (digits.test(part)) {
      if (part.length > 1 && part.startsWith('0')) throw new SemverError('version segment starts with 0');
    } else if (!identifier.test(part)) throw new SemverError('invalid prerelease string');
  }
}

function validateMetadata(text: string): void {
  if (text.split('.').some(part => part === '' || !identifier.test(part))) throw new SemverError('invalid metadata string');
}

function checkLength(text: string, { maxVersionBytes: max }: SemverRules): void {
  if (byteLength(text) > max) throw new SemverError(`version string is too long (max ${max} bytes)`);
}

/**
 * Parses a version leniently: a leading `v`, one or two numbers only, and leading zeros are accepted.
 *
 * @throws SemverError with the library's message
 */
export function newVersion(text: string, rules = semver350): Version {
  checkLength(text, rules);
  const match = looseVersion.exec(text);
  if (match === null) throw new SemverError('invalid semantic version');
  const [, major = '', minor = '.0', patch = '.0', , pre = '', , , metadata = ''] = match;
  const parts = {
    major: parseSegment(major),
    minor: parseSegment(minor.slice(1)),
    patch: parseSegment(patch.slice(1)),
    pre,
    metadata,
  };
  if (pre !== '') validatePrerelease(pre);
  return new Version(parts, text, true, rules);
}

/**
 * Parses a version strictly by SemVer 2: three numbers, no leading `v`, no leading zeros.
 *
 * @throws SemverError with the library's message
 */
export function strictNewVersion(text: string): Version {
  if (text === '') throw new SemverError('version string empty');
  checkLength(text, semver350);
  const [major = '', minor, ...others] = text.split('.');
  if (minor === undefined || others.length === 0) throw new SemverError('invalid semantic version');
  const [release, metadata] = cut(others.join('.'), '+');
  if (metadata !== undefined) validateMetadata(metadata);
  const [patch, pre] = cut(release, '-');
  if (pre !== undefined) validatePrerelease(pre);
  for (const part of [major, minor, patch]) {
    if (!digits.test(part)) throw new SemverError('invalid characters in version');
    if (part.length > 1 && part.startsWith('0')) throw new SemverError('version segment starts with 0');
  }
  const parts = { major: parseUint(major), minor: parseUint(minor), patch: parseUint(patch), pre: pre ?? '', metadata: metadata ?? '' };
  return new Version(parts, text);
}

function cut(text: string, separator: string): [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function derive(v: Version, change: Partial<VersionParts>): Version {
  const parts = { major: v.major, minor: v.minor, patch: v.patch, pre: v.pre, metadata: v.metadata, ...change };
  return new Version(parts, `${v.original.startsWith('v') ? 'v' : ''}${format(parts)}`, false, v.rules);
}

function increment({ rules }: Version, value: bigint, segment: string): bigint {
  if (value < maxUint64) return value + 1n;
  if (rules.overflows) return 0n;
  throw new SemverError(`${segment} version increment would overflow uint64`);
}

const uint64 = (value: bigint): Sized => new Sized('uint64', value);
const released = { pre: '', metadata: '' };

const valueMethods: MethodTable<Version> = {
  Major: { result: 'uint64', call: v => uint64(v.major) },
  Minor: { result: 'uint64', call: v => uint64(v.minor) },
  Patch: { result: 'uint64', call: v => uint64(v.patch) },
  Prerelease: { result: 'string', call: v => v.pre },
  Metadata: { result: 'string', call: v => v.metadata },
  String: { result: 'string', call: v => v.toString() },
  Value: { result: 'driver.Value', call: v => v.toString() },
  IncMajor: {
    result: 'semver.Version',
    call: v => derive(v, { ...released, major: increment(v, v.major, 'major'), minor: 0n, patch: 0n }),
  },
  IncMinor: { result: 'semver.Version', call: v => derive(v, { ...released, minor: increment(v, v.minor, 'minor'), patch: 0n }) },
  IncPatch: {
    result: 'semver.Version',
    call: v => derive(v, { ...released, patch: v.pre === '' ? increment(v, v.patch, 'patch') : v.patch }),
  },
  SetPrerelease: {
    params: ['string'],
    result: 'semver.Version',
    call: (v, pre) => {
      if (pre !== '') validatePrerelease(pre as string);
      return derive(v, { pre: pre as string });
    },
  },
  SetMetadata: {
    params: ['string'],
    result: 'semver.Version',
    call: (v, metadata) => {
      if (metadata !== '') validateMetadata(metadata as string);
      return derive(v, { metadata: metadata as string });
    },
  },
};

const comparison = (result: string, decide: (order: number) => Value): MethodTable<Version>[string] => ({
  params: [{ object: '*semver.Version' }],
  result,
  call: (v, other) => {
    if (other === null) throw new FuncError(NIL_POINTER);
    return decide(v.compare(other as Version));
  },
});
const equality = comparison('bool', order => order === 0);

const pointerMethods: MethodTable<Version> = {
  Original: { result: 'string', call: v => v.original },
  Compare: comparison('int', BigInt),
  Equal: { ...equality, call: (v, other) => other !== null && equality.call(v, other!) },
  LessThan: comparison('bool', order => order < 0),
  LessThanEqual: comparison('bool', order => order <= 0),
  GreaterThan: comparison('bool', order => order > 0),
  GreaterThanEqual: comparison('bool', order => order >= 0),
};
