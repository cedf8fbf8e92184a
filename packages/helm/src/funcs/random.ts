/** Random strings and numbers of sprig v3.3.0 (strings.go, crypto.go, functions.go) over goutils v1.1.1. */

import { boundString } from '@mcpgw/go/bounds';
import { type Func, FuncError } from '@mcpgw/go/values';
import { func } from './define.js';
import type { FuncDeps } from './deps.js';

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const letters = upper + upper.toLowerCase();
/** The printable characters of ASCII, space included. */
const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i));

const alphabets: Readonly<Record<string, string>> = {
  randAlphaNum: letters + digits,
  randAlpha: letters,
  randNumeric: digits,
  randAscii: printable,
};

export const randomFuncs = (deps: FuncDeps): readonly Func[] => [
  ...Object.entries(alphabets).map(([name, alphabet]) =>
    func(name, ['int'], 'string', (count: bigint) => {
      boundString(name, Number(count));
      return randomString(deps, alphabet, Number(count));
    }),
  ),
  func('randBytes', ['int'], 'string', (count: bigint) => {
    if (count < 0n) throw new FuncError('runtime error: makeslice: len out of range');
    boundString('randBytes', Number(count));
    return Buffer.from(deps.randomBytes(Number(count))).toString('base64');
  }),
  func('randInt', ['int', 'int'], 'int', (min: bigint, max: bigint) => {
    const range = BigInt.asIntN(64, max - min);
    if (range <= 0n) throw new FuncError('invalid argument to Intn');
    return BigInt.asIntN(64, min + randomBelow(deps, range));
  }),
];

/** Returns characters of the alphabet with equal probability; empty for a negative count, whose error sprig ignores. */
function randomString(deps: FuncDeps, alphabet: string, count: number): string {
  const limit = 256 - (256 % alphabet.length);
  const parts: string[] = [];
  let missing = Math.max(count, 0);
  while (missing > 0) {
    let part = '';
    for (const byte of deps.randomBytes(Math.min(missing, 65_536))) if (byte < limit) part += alphabet[byte % alphabet.length];
    parts.push(part);
    missing -= part.length;
  }
  return parts.join('');
}

/** Returns a number from 0 up to, but not including, `range`, with equal probability. */
function randomBelow(deps: FuncDeps, range: bigint): bigint {
  const limit = 2n ** 64n - (2n ** 64n % range);
  for (;;) {
    const value = Buffer.from(deps.randomBytes(8)).readBigUInt64BE();
    if (value < limit) return value % range;
  }
}
