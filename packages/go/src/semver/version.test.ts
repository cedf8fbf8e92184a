import type { Sized, Value } from '../values/value.js';
import { newVersion, strictNewVersion, type Version } from './version.js';

const call = (v: Version, name: string, ...args: Value[]): Value => v.method(name)!.call(...args);

test.each<[text: string, message: string]>([
  ['', 'invalid semantic version'],
  ['x', 'invalid semantic version'],
  ['1.2.3.4', 'invalid semantic version'],
  ['18446744073709551616.0.0', 'error parsing version segment: strconv.ParseUint: parsing "18446744073709551616": value out of range'],
  ['1.99999999999999999999', 'error parsing version segment: strconv.ParseUint: parsing "99999999999999999999": value out of range'],
  ['1.2.3-01', 'version segment starts with 0'],
  ['1.2.3-', 'invalid semantic version'],
  ['1.2.3+', 'invalid semantic version'],
  ['1.2.3-a..b', 'invalid semantic version'],
  ['1.2.3 ', 'invalid semantic version'],
  [' 1.2.3', 'invalid semantic version'],
  ['-1.2.3', 'invalid semantic version'],
  ['V1.2.3', 'invalid semantic version'],
  ['1.2.3-é', 'invalid semantic version'],
  [
    '11111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111',
    'version string is too long (max 256 bytes)',
  ],
])('newVersion refuses %j', (text, message) => {
  expect(() => newVersion(text)).toThrow(new Error(message));
});

test.each<[text: string, message: string]>([
  ['1.2.3-01', 'version segment starts with 0'],
  ['1.2.3+a..b', 'invalid metadata string'],
  ['1.2.3-é', 'invalid prerelease string'],
  ['', 'version string empty'],
  ['1.2', 'invalid semantic version'],
  ['v1.2.3', 'invalid characters in version'],
  ['01.2.3', 'version segment starts with 0'],
  ['1.2.3-', 'invalid prerelease string'],
  ['1..3', 'strconv.ParseUint: parsing "": invalid syntax'],
  ['1.2.18446744073709551616', 'strconv.ParseUint: parsing "18446744073709551616": value out of range'],
  [
    '11111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111',
    'version string is too long (max 256 bytes)',
  ],
  ['1.2.x', 'invalid characters in version'],
])('strictNewVersion refuses %j', (text, message) => {
  expect(() => strictNewVersion(text)).toThrow(new Error(message));
});

/** String, Original, Prerelease, Metadata and the originals of IncMajor, IncMinor, IncPatch. */
const describeVersion = (v: Version) => [
  ...[v.toString(), v.original, v.pre, v.metadata],
  ...['IncMajor', 'IncMinor', 'IncPatch'].map(name => (call(v, name) as Version).original),
];

test.each<[text: string, parts: string[]]>([
  ['1.2.3', ['1.2.3', '1.2.3', '', '', '2.0.0', '1.3.0', '1.2.4']],
  ['v1.2.3', ['1.2.3', 'v1.2.3', '', '', 'v2.0.0', 'v1.3.0', 'v1.2.4']],
  ['1', ['1.0.0', '1', '', '', '2.0.0', '1.1.0', '1.0.1']],
  ['v2.5', ['2.5.0', 'v2.5', '', '', 'v3.0.0', 'v2.6.0', 'v2.5.1']],
  ['1.2.3-rc.1+build.5', ['1.2.3-rc.1+build.5', '1.2.3-rc.1+build.5', 'rc.1', 'build.5', '2.0.0', '1.3.0', '1.2.3']],
  ['0.0.0', ['0.0.0', '0.0.0', '', '', '1.0.0', '0.1.0', '0.0.1']],
  ['01.2.3', ['1.2.3', '01.2.3', '', '', '2.0.0', '1.3.0', '1.2.4']],
  ['1.02', ['1.2.0', '1.02', '', '', '2.0.0', '1.3.0', '1.2.1']],
  ['1.2.3-0a', ['1.2.3-0a', '1.2.3-0a', '0a', '', '2.0.0', '1.3.0', '1.2.3']],
  ['1.2.3+meta', ['1.2.3+meta', '1.2.3+meta', '', 'meta', '2.0.0', '1.3.0', '1.2.4']],
  ['1.2.3-alpha', ['1.2.3-alpha', '1.2.3-alpha', 'alpha', '', '2.0.0', '1.3.0', '1.2.3']],
  ['v1.2.3-x-y-z.--', ['1.2.3-x-y-z.--', 'v1.2.3-x-y-z.--', 'x-y-z.--', '', 'v2.0.0', 'v1.3.0', 'v1.2.3']],
])('newVersion reads %j', (text, parts) => {
  expect(describeVersion(newVersion(text))).toEqual(parts);
});

test.each<[text: string, parts: string[]]>([
  ['1.2.3', ['1.2.3', '1.2.3', '', '', '2.0.0', '1.3.0', '1.2.4']],
  ['1.2.3-rc.1+b', ['1.2.3-rc.1+b', '1.2.3-rc.1+b', 'rc.1', 'b', '2.0.0', '1.3.0', '1.2.3']],
])('strictNewVersion reads %j', (text, parts) => {
  expect(describeVersion(strictNewVersion(text))).toEqual(parts);
});

test('an increment beyond 64 bits fails', () => {
  const largest = newVersion('18446744073709551615.18446744073709551615.18446744073709551615');
  expect(() => call(largest, 'IncMajor')).toThrow('major version increment would overflow uint64');
  expect(() => call(largest, 'IncMinor')).toThrow('minor version increment would overflow uint64');
  expect(() => call(largest, 'IncPatch')).toThrow('patch version increment would overflow uint64');
});

test.each([
  ['1.2.3', '1.2.3', 0],
  ['1.2.3', '1.2.4', -1],
  ['1.10.0', '1.9.9', 1],
  ['1.2.3-rc1', '1.2.3', -1],
  ['1.2.3', '1.2.3-rc1', 1],
  ['1.2.3-rc.2', '1.2.3-rc.10', -1],
  ['1.2.3-rc2', '1.2.3-rc10', 1],
  ['1.2.3-1', '1.2.3-a', -1],
  ['1.2.3-a', '1.2.3-a.1', -1],
  ['1.2.3+a', '1.2.3+b', 0],
  ['1.2.3-99999999999999999999', '1.2.3-2', 1],
])('%s against %s is %d', (a, b, order) => {
  const [left, right] = [newVersion(a), newVersion(b)];
  expect(call(left, 'Compare', right)).toBe(BigInt(order));
  expect(call(left, 'Equal', right)).toBe(order === 0);
  expect(call(left, 'LessThan', right)).toBe(order < 0);
  expect(call(left, 'LessThanEqual', right)).toBe(order <= 0);
  expect(call(left, 'GreaterThan', right)).toBe(order > 0);
  expect(call(left, 'GreaterThanEqual', right)).toBe(order >= 0);
});

test('a nil version equals no version and cannot be compared', () => {
  expect(call(newVersion('1.0.0'), 'Equal', null)).toBe(false);
  expect(() => call(newVersion('1.0.0'), 'Compare', null)).toThrow('runtime error: invalid memory address or nil pointer dereference');
});

test('as a template value', () => {
  const v = newVersion('v1.2.3-rc1+b');
  expect([v.goType, v.goKind, v.goString(), v.toJsonValue()]).toEqual(['*semver.Version', 'ptr', '1.2.3-rc1+b', '1.2.3-rc1+b']);
  expect((call(v, 'Major') as Sized).value).toBe(1n);
  expect((call(v, 'Major') as Sized).kind).toBe('uint64');
  expect(['Prerelease', 'Metadata', 'Original', 'String'].map(name => call(v, name))).toEqual(['rc1', 'b', 'v1.2.3-rc1+b', '1.2.3-rc1+b']);
  const next = call(v, 'IncMinor') as Version;
  expect([next.goType, next.goKind]).toEqual(['semver.Version', 'struct']);
  expect(next.method('Original')).toBeUndefined();
  expect(v.method('constructor')).toBeUndefined();
  expect(v.method('Foo')).toBeUndefined();
});

test('SetPrerelease and SetMetadata check their text', () => {
  const v = newVersion('v1.2.3');
  expect((call(v, 'SetPrerelease', 'rc.1') as Version).original).toBe('v1.2.3-rc.1');
  expect((call(v, 'SetMetadata', 'b-1') as Version).original).toBe('v1.2.3+b-1');
  expect((call(newVersion('1.2.3-a+b'), 'SetPrerelease', '') as Version).original).toBe('1.2.3+b');
  expect(() => call(v, 'SetPrerelease', 'a..b')).toThrow('invalid prerelease string');
  expect(() => call(v, 'SetPrerelease', '01')).toThrow('version segment starts with 0');
  expect(() => call(v, 'SetMetadata', 'é')).toThrow('invalid metadata string');
});
