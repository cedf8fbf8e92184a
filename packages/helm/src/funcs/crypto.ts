/** Digests, passwords and AES of sprig v3.3.0 (crypto.go). Certificates are in certificates.ts. */

import { corruptBase64At } from '@mcpgw/go/encoding';
import { decodeBytes, encodeString, type Func, FuncError, type ParamType, Sized } from '@mcpgw/go/values';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { certificateFuncs } from './certificates.js';
import { func } from './define.js';
import type { FuncDeps } from './deps.js';

/** Charts hash their configuration. For texts below this length, JavaScript is faster than loading Node's crypto. */
const smallText = 50_000;

const smallSha256 = (text: string): string => bytesToHex(sha256(encodeString(text)));

/** node:crypto is slow to load, so it is loaded on first use. */
const nodeCrypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');

export const cryptoFuncs = (deps: FuncDeps): readonly Func[] => [
  ...['sha1', 'sha256', 'sha512'].map(algorithm =>
    func(`${algorithm}sum`, ['string'], 'string', (text: string) =>
      algorithm === 'sha256' && text.length < smallText
        ? smallSha256(text)
        : nodeCrypto().createHash(algorithm).update(encodeString(text)).digest('hex'),
    ),
  ),
  func('adler32sum', ['string'], 'string', (text: string) => adler32(encodeString(text)).toString()),
  func('bcrypt', ['string'], 'string', (password: string) => bcrypt(deps, password)),
  func('htpasswd', ['string', 'string'], 'string', (username: string, password: string) =>
    username.includes(':') ? `invalid username: ${username}` : `${username}:${bcrypt(deps, password)}`,
  ),
  func('derivePassword', [uint32, 'string', 'string', 'string', 'string'], 'string', derivePassword),
  func('encryptAES', ['string', 'string'], 'string', (password: string, text: string) => encryptAes(deps, password, text)),
  func('decryptAES', ['string', 'string'], 'string', decryptAes),
  ...certificateFuncs(deps),
];

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}

/** Returns a bcrypt hash of cost 10. If Go's library refuses the password, the result is a text in place of the hash, as in sprig. */
function bcrypt(deps: FuncDeps, password: string): string {
  const failure = 'failed to encrypt string with bcrypt: ';
  if (encodeString(password).length > 72) return `${failure}bcrypt: password length exceeds 72 bytes`;
  const { encodeBase64, hashSync } = require('bcryptjs') as typeof import('bcryptjs');
  return hashSync(password, `$2a$10$${encodeBase64([...deps.randomBytes(16)], 16)}`);
}

const uint32: ParamType = { object: 'uint32', literal: { unsigned: true, of: value => new Sized('uint32', BigInt.asUintN(32, value)) } };
const masterPasswordSeed = 'com.lyndir.masterpassword';
const passwordTemplates: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['maximum', 'anoxxxxxxxxxxxxxxxxx axxxxxxxxxxxxxxxxxno'],
    [
      'long',
      'CvcvnoCvcvCvcv CvcvCvcvnoCvcv CvcvCvcvCvcvno CvccnoCvcvCvcv CvccCvcvnoCvcv CvccCvcvCvcvno CvcvnoCvccCvcv CvcvCvccnoCvcv ' +
        'CvcvCvccCvcvno CvcvnoCvcvCvcc CvcvCvcvnoCvcc CvcvCvcvCvccno CvccnoCvccCvcv CvccCvccnoCvcv CvccCvccCvcvno CvcvnoCvccCvcc ' +
        'CvcvCvccnoCvcc CvcvCvccCvccno CvccnoCvcvCvcc CvccCvcvnoCvcc CvccCvcvCvccno',
    ],
    ['medium', 'CvcnoCvc CvcCvcno'],
    ['short', 'Cvcn'],
    ['basic', 'aaanaaan aannaaan aaannaaa'],
    ['pin', 'nnnn'],
  ].map(([name, templates]) => [name!, templates!.split(' ')]),
);
const templateCharacters: Readonly<Record<string, string>> = {
  V: 'AEIOU',
  C: 'BCDFGHJKLMNPQRSTVWXYZ',
  v: 'aeiou',
  c: 'bcdfghjklmnpqrstvwxyz',
  A: 'AEIOUBCDFGHJKLMNPQRSTVWXYZ',
  a: 'AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz',
  n: '0123456789',
  o: "@&%?,=[]_:-+*$#!'^~;()/.",
  x: 'AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz0123456789!@#$%^&*()',
};

/** The Master Password algorithm, version 1. */
function derivePassword(counter: Sized, type: string, password: string, user: string, site: string): string {
  const templates = passwordTemplates.get(type);
  if (templates === undefined) return `cannot find password template ${type}`;
  const { createHmac, scryptSync } = nodeCrypto();
  const salt = Buffer.concat([Buffer.from(masterPasswordSeed), withLength(user)]);
  const key = scryptSync(encodeString(password), salt, 64, { N: 32_768, r: 8, p: 2, maxmem: 64 * 1024 * 1024 });
  const count = Buffer.alloc(4);
  count.writeUInt32BE(Number(counter.value));
  const seed = createHmac('sha256', key).update(masterPasswordSeed).update(withLength(site)).update(count).digest();
  const template = templates[seed[0]! % templates.length]!;
  return [...template].map((kind, i) => templateCharacters[kind]![seed[i + 1]! % templateCharacters[kind]!.length]).join('');
}

/** The bytes of a text, preceded by their count in 4 bytes. */
function withLength(text: string): Buffer {
  const bytes = encodeString(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const blockSize = 16;

/** The first 32 bytes of a password, padded with zeros. */
function aesKey(password: string): Buffer {
  const key = Buffer.alloc(32);
  key.set(encodeString(password).subarray(0, 32));
  return key;
}

/** Encrypts with AES-256-CBC. The random initialization vector precedes the text, and the result is base64. */
function encryptAes(deps: FuncDeps, password: string, text: string): string {
  if (text === '') return '';
  const vector = deps.randomBytes(blockSize);
  const cipher = nodeCrypto().createCipheriv('aes-256-cbc', aesKey(password), vector);
  return Buffer.concat([vector, cipher.update(encodeString(text)), cipher.final()]).toString('base64');
}

/**
 * The inverse of encryptAES.
 *
 * @throws FuncError with Go's message, also if sprig would panic
 */
function decryptAes(password: string, base64: string): string {
  if (base64 === '') return '';
  const corruptAt = corruptBase64At(encodeString(base64));
  if (corruptAt !== undefined) throw new FuncError(`illegal base64 data at input byte ${corruptAt}`);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < blockSize) {
    throw new FuncError(`runtime error: slice bounds out of range [:${blockSize}] with capacity ${Math.floor(base64.length / 4) * 3}`);
  }
  if (bytes.length % blockSize !== 0) throw new FuncError('crypto/cipher: input not full blocks');
  if (bytes.length === blockSize) throw new FuncError('runtime error: index out of range [-1]');
  const decipher = nodeCrypto().createDecipheriv('aes-256-cbc', aesKey(password), bytes.subarray(0, blockSize)).setAutoPadding(false);
  const text = Buffer.concat([decipher.update(bytes.subarray(blockSize)), decipher.final()]);
  const length = text.length - text.at(-1)!;
  if (length < 0) throw new FuncError(`runtime error: slice bounds out of range [:${length}]`);
  return decodeBytes(text.subarray(0, length));
}
