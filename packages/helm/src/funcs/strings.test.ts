import { byteLength, type Value } from '@mcpgw/go/values';
import { shuffleFunc, stringFuncs } from './strings.js';

const call = (name: string, ...args: Value[]): Value => stringFuncs.find(row => row.name === name)!.call(...args);

/** 'é' cut in the middle. */
const firstHalf = '\udcc3';

describe('limits on the result of one call', () => {
  test.each<[string, Value[], string]>([
    ['repeat', [1n << 40n, 'ab'], 'repeat: the result is longer than 16777216 characters'],
    ['indent', [1n << 40n, 'a'], 'repeat: the result is longer than 16777216 characters'],
    ['indent', [100_000n, '\n'.repeat(2000)], 'indent: the result is longer than 16777216 characters'],
    ['replace', ['a', 'b'.repeat(100_000), 'a'.repeat(2000)], 'replace: the result is longer than 16777216 characters'],
    ['wrapWith', [1n, 'b'.repeat(100_000), 'a'.repeat(2000)], 'wrapWith: the result is longer than 16777216 characters'],
    ['join', ['b'.repeat(100_000), Array(2000).fill('a')], 'join: the result is longer than 16777216 characters'],
    ['repeat', [-1n, 'ab'], 'strings: negative Repeat count'],
    ['nindent', [-1n, 'ab'], 'strings: negative Repeat count'],
  ])('%s', (name, args, message) => {
    expect(() => call(name, ...args)).toThrow(message);
  });
});

describe('bytes, not characters', () => {
  test.each<[string, Value[], string]>([
    ['trunc', [1n, 'éa'], firstHalf],
    ['trunc', [2n, 'éa'], 'é'],
    ['trunc', [-2n, 'éa'], '\udca9a'],
    ['substr', [1n, 2n, 'é'], '\udca9'],
    ['abbrev', [4n, 'éééé'], `${firstHalf}...`],
    ['upper', [`${firstHalf}é`], '\ufffdÉ'],
    ['nospace', ['é b'], 'Ã©b'],
    ['initials', ['éa b'], 'Ãb'],
    ['wrapWith', [3n, '|', 'éé'], `é${firstHalf}|\udca9`],
    ['quote', [firstHalf], '"\\xc3"'],
  ])('%s %j', (name, args, expected) => {
    expect(call(name, ...args)).toBe(expected);
  });
});

test('substr fails as a Go slice does', () => {
  expect(() => call('substr', -1n, 9n, 'é')).toThrow('runtime error: slice bounds out of range [:9] with length 2');
  expect(() => call('substr', 3n, 1n, 'abcd')).toThrow('runtime error: slice bounds out of range [3:1]');
});

test('replacement patterns and separators are plain text', () => {
  expect(call('replace', 'a', '$&$1', 'xay')).toBe('x$&$1y');
  expect(call('replace', '', '-', '😀b')).toBe('-😀-b-');
  expect([...(call('splitList', '.', 'a.b') as Value[])]).toEqual(['a', 'b']);
});

test('nil is omitted, and missing arguments give nothing', () => {
  expect(call('quote', null)).toBe('');
  expect(call('quote', 'a', null, 1n)).toBe('"a" "1"');
  expect(call('squote')).toBe('');
  expect(call('cat', null, 'a', null)).toBe('a');
});

describe('shuffle', () => {
  const shuffle = (bytes: Uint8Array, text: string): string =>
    shuffleFunc({ now: () => ({ epochSeconds: 0n, nanoseconds: 0 }), randomBytes: n => bytes.slice(0, n), timezone: 'UTC' }).call(
      text,
    ) as string;

  test('keeps the runes', () => {
    const shuffled = shuffle(
      Uint8Array.from({ length: 600 }, (_, i) => (i * 73) % 251),
      'aé✓😀bcdefgh',
    );
    expect(Array.from(shuffled).sort()).toEqual(Array.from('aé✓😀bcdefgh').sort());
  });

  test('takes its order from the random bytes', () => {
    expect(shuffle(new Uint8Array(100), 'abcd')).toBe('bcda');
    expect(shuffle(new Uint8Array(100), '')).toBe('');
  });
});

test('a cut string has the requested number of bytes', () => {
  for (let n = 0; n <= 12; n++) expect(byteLength(call('trunc', BigInt(n), 'aé✓😀b') as string)).toBe(Math.min(n, 11));
});
