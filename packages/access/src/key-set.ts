/** The public keys of an issuer, read over HTTP and kept. A failure to read them is no fault of the token. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { AuthError } from './auth-error.js';
import { keyAddressFault } from './key-address.js';

/** Times in milliseconds. */
export const keySetTimes = {
  /** One read of a document. */
  timeout: 5000,
  /** Keys are read again after this, while those that are there are used. */
  fresh: 600_000,
  /** Keys that cannot be read again are used so long, and no longer. */
  stale: 3_600_000,
  /** Between two reads because of an unknown key, and after a failed one. */
  cooldown: 10_000,
};

/** Largest document, in bytes. */
const maxBytes = 1 << 20;

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (body === null) return '';
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`the document has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The JSON object at an address; undefined if the server says that there is none. Redirects are not followed.
 *
 * @throws Error if it cannot be read
 */
export async function readDocument(address: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const fault = keyAddressFault(address);
  if (fault !== undefined) throw new Error(`${address} ${fault}`);
  const headers = { accept: 'application/json' };
  const response = await fetch(address, { redirect: 'error', headers, signal: AbortSignal.timeout(keySetTimes.timeout) });
  if (response.status >= 400 && response.status < 500) {
    await response.body?.cancel();
    return undefined;
  }
  if (response.status !== 200) throw new Error(`${address} answered with status ${response.status}`);
  const document: unknown = JSON.parse(await textOf(response));
  if (typeof document !== 'object' || document === null || Array.isArray(document)) throw new Error(`${address} is not a JSON object`);
  return document as Record<string, unknown>;
}

/** The key set at an address. @throws Error if it cannot be read, or is none */
export async function readKeySet(address: string): Promise<JSONWebKeySet> {
  const document = await readDocument(address);
  if (document === undefined || !Array.isArray(document.keys)) throw new Error(`${address} is not a set of keys`);
  return document as unknown as JSONWebKeySet;
}

interface Kept {
  readonly find: JWTVerifyGetKey;
  readonly readAt: number;
}

export class RemoteKeySet {
  readonly #read: () => Promise<JSONWebKeySet>;
  #kept: Kept | undefined;
  #reading: Promise<void> | undefined;
  #failure: unknown;
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(read: () => Promise<JSONWebKeySet>) {
    this.#read = read;
  }

  /** The key of a token. @throws AuthError while keys cannot be read; errors of jose for an unknown key */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const kept = await this.#usable();
    try {
      return await kept.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !this.#mayRead) throw error;
      await this.#refresh();
      return this.#kept!.find(header, token);
    }
  };

  get #mayRead(): boolean {
    return this.#reading !== undefined || performance.now() - this.#triedAt >= keySetTimes.cooldown;
  }

  async #usable(): Promise<Kept> {
    const age = this.#kept === undefined ? Number.POSITIVE_INFINITY : performance.now() - this.#kept.readAt;
    if (age > keySetTimes.fresh && this.#mayRead) {
      const refreshed = this.#refresh();
      if (age > keySetTimes.stale) await refreshed;
    }
    const kept = this.#kept;
    if (kept !== undefined && performance.now() - kept.readAt <= keySetTimes.stale) return kept;
    throw new AuthError('unavailable', 'The keys that tokens are checked with cannot be read now', this.#failure);
  }

  /** Reads the keys once for all that wait for them. Never rejects. */
  #refresh(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    this.#triedAt = performance.now();
    try {
      const set = await this.#read();
      this.#kept = { find: createLocalJWKSet(set), readAt: performance.now() };
    } catch (error) {
      this.#failure = error;
    }
  }
}
