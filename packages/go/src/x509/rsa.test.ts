import { createPublicKey, sign, verify } from 'node:crypto';
import { generateRsaPrivateKey } from './rsa.js';

test.each([1024, 2048])('a key of %d bits signs what its public key verifies', bits => {
  const key = generateRsaPrivateKey(bits);
  const data = Buffer.from('what is signed');
  expect(key.asymmetricKeyDetails).toEqual({ modulusLength: bits, publicExponent: 65537n });
  expect(verify('sha256', data, createPublicKey(key), sign('sha256', data, key))).toBe(true);
  expect(verify('sha256', Buffer.from('something else'), createPublicKey(key), sign('sha256', data, key))).toBe(false);
});

test('the numbers of a key match', () => {
  const jwk = generateRsaPrivateKey(1024).export({ format: 'jwk' });
  const number = (member: string | undefined): bigint => BigInt(`0x${Buffer.from(member!, 'base64url').toString('hex')}`);
  const [n, e, d, p, q, dp, dq, qi] = [jwk.n, jwk.e, jwk.d, jwk.p, jwk.q, jwk.dp, jwk.dq, jwk.qi].map(number) as bigint[];
  expect(p! * q!).toBe(n);
  expect([(e! * d!) % (p! - 1n), (e! * d!) % (q! - 1n), dp, dq, (q! * qi!) % p!]).toEqual([1n, 1n, d! % (p! - 1n), d! % (q! - 1n), 1n]);
});
