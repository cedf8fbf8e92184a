/** Functions of time and randomness, which cannot be compared with a recording. Both are injected. */
import { createHash } from 'node:crypto';
import { type GoObject, int64, type Value } from '@mcpgw/go/values';
import { cryptoFuncs } from './crypto.js';
import { dateFuncs } from './dates.js';
import type { FuncDeps } from './deps.js';
import { networkFuncs } from './network.js';
import { randomFuncs } from './random.js';
import { uuidFuncs } from './uuid.js';

let ticks = 0n;
let byte = 0;
const deps: FuncDeps = {
  now: () => ({ epochSeconds: 1_700_000_000n + ticks++, nanoseconds: 250_000_000 }),
  randomBytes: n => Uint8Array.from({ length: n }, () => byte++ & 0xff),
  timezone: 'America/New_York',
};
const funcs = new Map(
  [...dateFuncs(deps), ...cryptoFuncs(deps), ...randomFuncs(deps), ...uuidFuncs(deps), ...networkFuncs(deps)].map(row => [row.name, row]),
);
const call = (name: string, ...args: Value[]): Value => funcs.get(name)!.call(...args);

beforeEach(() => {
  ticks = 1n;
  byte = 0;
});

test('now is the local time with a monotonic clock reading', () => {
  expect((call('now') as GoObject).goString()).toBe('2023-11-14 17:13:21.25 -0500 EST m=+1.000000001');
});

test('ago counts whole seconds up to now', () => {
  expect(call('ago', 1_699_996_400n)).toBe('1h0m1s');
  expect(call('ago', int64(1_700_000_062))).toBe('-1m0s');
  expect(call('ago', call('now'))).toBe('1s');
  expect(call('ago', 'not a date')).toBe('1s');
});

test.each([
  ['a time', 'date', ['2006-01-02 15:04 MST', 0n], '1969-12-31 19:00 EST'],
  ['any other value, which is now', 'date', ['15:04:05', 'x'], '17:13:21'],
  ['a zone', 'dateInZone', ['15:04 MST', 0n, 'Europe/Paris'], '01:00 CET'],
  ['an unknown zone, which is UTC', 'date_in_zone', ['15:04 MST', 0n, 'x'], '00:00 UTC'],
  ['the local zone by name', 'dateInZone', ['15:04 MST', 0n, 'Local'], '19:00 EST'],
  ['HTML', 'htmlDate', [int64(0)], '1969-12-31'],
  ['HTML in a zone', 'htmlDateInZone', [int64(0), 'UTC'], '1970-01-01'],
])('%s', (_what, name, args, expected) => {
  expect(call(name, ...args)).toBe(expected);
});

test('a parsed time has the local zone', () => {
  expect((call('toDate', '2006-01-02', '2020-07-01') as GoObject).goString()).toBe('2020-07-01 00:00:00 -0400 EDT');
  expect((call('toDate', '2006-01-02', 'x') as GoObject).goString()).toBe('0001-01-01 00:00:00 +0000 UTC');
});

test('durationRound of a time is its age', () => {
  expect(call('durationRound', call('toDate', '2006', '2020'))).toBe('3y');
});

test('random strings take each character of their alphabet', () => {
  const seen = new Set([...(call('randAlphaNum', 248n) as string)]);
  expect([...seen].sort().join('')).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  expect(call('randNumeric', 12n)).toBe('890123456789');
  expect([...new Set([...(call('randAscii', 950n) as string)])].length).toBe(95);
  expect(call('randAlpha', -1n)).toBe('');
});

test('more than a template may create is refused', () => {
  expect(() => call('randAlpha', 10n ** 12n)).toThrow('randAlpha: the result is longer than');
  expect(() => call('randBytes', 10n ** 12n)).toThrow('randBytes: the result is longer than');
});

test('randBytes, randInt and uuidv4', () => {
  expect(call('randBytes', 3n)).toBe('AAEC');
  expect(call('randInt', 10n, 20n)).toBe(10n + (0x030405060708090an % 10n));
  expect(call('uuidv4')).toBe('0b0c0d0e-0f10-4112-9314-15161718191a');
  expect(() => call('randInt', -(2n ** 63n), 2n ** 63n - 1n)).toThrow('invalid argument to Intn');
});

test('bcrypt takes its salt from the injected bytes', () => {
  expect(call('bcrypt', 'password')).toBe('$2a$10$..CA.uOD/eaGAOmJB.yMBuHtICrZkZBO5AdQ7Nw5WEmWQZKVA0IkK');
  byte = 0;
  expect(call('htpasswd', 'me', 'password')).toBe('me:$2a$10$..CA.uOD/eaGAOmJB.yMBuHtICrZkZBO5AdQ7Nw5WEmWQZKVA0IkK');
});

test('digests are of bytes, also of those that are not UTF-8', () => {
  expect(call('sha256sum', 'é\udcff')).toBe(
    createHash('sha256')
      .update(Buffer.from([0xc3, 0xa9, 0xff]))
      .digest('hex'),
  );
});

test('encryptAES takes its vector from the injected bytes', () => {
  expect(call('encryptAES', 'key', 'text')).toBe('AAECAwQFBgcICQoLDA0ODwxKZLUCPEle7eH5y9J09xQ=');
});

test('names are not looked up', () => {
  expect(call('getHostByName', 'localhost')).toBe('');
});
