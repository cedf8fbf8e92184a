/**
 * RSA keys from OpenSSL's primes (RFC 8017, section 3). `generateKeyPairSync` takes more than twice as long as two primes of the same size,
 * and charts that create certificates spend most of a render on keys.
 */
import type { KeyObject } from 'node:crypto';

// A static import would be hoisted into the file of the importer, which loads this module on first use.
const { createPrivateKey, generatePrimeSync } = process.getBuiltinModule('node:crypto');

const publicExponent = 65537n;

/** A new key of exactly `bits` bits, public exponent 65537. */
export function generateRsaPrivateKey(bits: number): KeyObject {
  for (;;) {
    const [p, q] = [generateFactor(bits / 2), generateFactor(bits / 2)].sort((a, b) => (a < b ? 1 : -1)) as [bigint, bigint];
    const n = p * q;
    if (p === q || n.toString(2).length !== bits) continue;
    const d = inverse(publicExponent, leastCommonMultiple(p - 1n, q - 1n));
    const members = { n, e: publicExponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
    const jwk = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, base64Url(value)]));
    return createPrivateKey({ format: 'jwk', key: { kty: 'RSA', ...jwk } });
  }
}

/** A prime with its two highest bits set, such that the prime minus one has no factor in common with the public exponent. */
function generateFactor(bits: number): bigint {
  for (;;) {
    const prime = generatePrimeSync(bits, { bigint: true });
    if ((prime - 1n) % publicExponent !== 0n) return prime;
  }
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return (a / x) * b;
}

/** The inverse of `a` modulo `m` by the extended Euclidean algorithm. They have no common factor. */
function inverse(a: bigint, m: bigint): bigint {
  let [previous, rest] = [m, a % m];
  let [previousFactor, factor] = [0n, 1n];
  while (rest > 1n) {
    const quotient = previous / rest;
    [previous, rest] = [rest, previous - quotient * rest];
    [previousFactor, factor] = [factor, previousFactor - quotient * factor];
  }
  return ((factor % m) + m) % m;
}

function base64Url(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}
