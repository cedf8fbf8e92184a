/**
 * Takes the place of node:crypto in a browser, where the Web Crypto API only answers later: digests by @noble/hashes. Keys, certificates
 * and AES are refused; what templates make of them is random and differs with every render anyway.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { scrypt } from '@noble/hashes/scrypt.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer';
import { refuseKeys } from '../refuse-keys.js';

const hashes = { sha1, sha256, sha512 } as const;
type Algorithm = keyof typeof hashes;

const bytesOf = (data: string | Uint8Array): Uint8Array => (typeof data === 'string' ? new TextEncoder().encode(data) : data);

interface Digester {
  update(data: string | Uint8Array): Digester;
  digest(encoding?: 'hex' | 'base64'): string | Uint8Array;
}

function digester(state: { update(data: Uint8Array): unknown; digest(): Uint8Array }): Digester {
  const self: Digester = {
    update(data) {
      state.update(bytesOf(data));
      return self;
    },
    digest(encoding) {
      const bytes = Buffer.from(state.digest());
      return encoding === undefined ? bytes : bytes.toString(encoding);
    },
  };
  return self;
}

export const createHash = (algorithm: Algorithm): Digester => digester(hashes[algorithm].create());
export const createHmac = (algorithm: Algorithm, key: string | Uint8Array): Digester =>
  digester(hmac.create(hashes[algorithm], bytesOf(key)));

export const scryptSync = (
  password: string | Uint8Array,
  salt: Uint8Array,
  dkLen: number,
  { N, r, p }: { readonly N: number; readonly r: number; readonly p: number },
): Uint8Array => Buffer.from(scrypt(bytesOf(password), salt, { N, r, p, dkLen }));

export const randomBytes = (count: number): Uint8Array => globalThis.crypto.getRandomValues(Buffer.alloc(count));

export const createPrivateKey = refuseKeys;
export const createPublicKey = refuseKeys;
export const createCipheriv = refuseKeys;
export const createDecipheriv = refuseKeys;
export const generateKeyPairSync = refuseKeys;
export const generatePrimeSync = refuseKeys;
export const sign = refuseKeys;
export const X509Certificate = refuseKeys;
