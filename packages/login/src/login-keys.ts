/** Encryption of what is stored: AES-256-GCM (NIST SP 800-38D) with one of several keys, each bound to the place where it is stored. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { LoginError } from './login-error.js';

/** The least length of a configured key, in characters. */
export const minKeyLength = 32;

const salt = 'mcpgw login';

interface Key {
  /** Names the key in a record, without telling anything about it. */
  readonly id: string;
  readonly secret: Uint8Array;
}

function keyOf(text: string): Key {
  if (text.length < minKeyLength) throw new LoginError('no-key', `a key of logins has fewer than ${minKeyLength} characters`);
  const secret = new Uint8Array(hkdfSync('sha256', text, salt, 'encryption', 32));
  const id = createHash('sha256')
    .update(new Uint8Array(hkdfSync('sha256', text, salt, 'name', 32)))
    .digest('hex')
    .slice(0, 16);
  return { id, secret };
}

/** What was read, and whether the first key had encrypted it. */
export interface Opened {
  readonly text: string;
  readonly isCurrent: boolean;
}

interface Sealed {
  readonly v: 1;
  readonly key: string;
  readonly iv: string;
  readonly data: string;
}

const tagBytes = 16;

function sealedOf(text: string, place: string): Sealed {
  try {
    const { v, key, iv, data } = JSON.parse(text) as Partial<Sealed>;
    if (v === 1 && typeof key === 'string' && typeof iv === 'string' && typeof data === 'string') return { v, key, iv, data };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  throw new LoginError('damaged', `the record "${place}" is not one of a login; nothing was changed`);
}

/** Keys of which the first encrypts, and each decrypts. To rotate a key, put the new one first and keep the old one until all records were read once. */
export class LoginKeys {
  readonly #keys: readonly Key[];

  /** @throws LoginError (no-key) where there is no key, or one is shorter than 32 characters */
  constructor(keys: readonly string[]) {
    if (keys.length === 0) throw new LoginError('no-key', 'there is no key to encrypt logins with');
    this.#keys = keys.map(keyOf);
  }

  /** The encrypted form of `text` for `place`, which alone it can be read for. */
  seal(text: string, place: string): string {
    const { id, secret } = this.#keys[0]!;
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(place));
    const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return JSON.stringify({ v: 1, key: id, iv: iv.toString('base64url'), data: data.toString('base64url') } satisfies Sealed);
  }

  /** @throws LoginError (wrong-key) if no key fits; (damaged) if the record was changed, cut, or moved from another place */
  open(sealed: string, place: string): Opened {
    const { key, iv, data } = sealedOf(sealed, place);
    const known = this.#keys.find(({ id }) => id === key);
    if (known === undefined)
      throw new LoginError(
        'wrong-key',
        `the record "${place}" was encrypted with another key (${key.slice(0, 16)}); give that key too, nothing was changed`,
      );
    const bytes = Buffer.from(data, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', known.secret, Buffer.from(iv, 'base64url'), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes));
      const text = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
      return { text, isCurrent: known === this.#keys[0] };
    } catch (error) {
      throw new LoginError('damaged', `the record "${place}" was changed or belongs elsewhere; nothing was changed`, error);
    }
  }
}
