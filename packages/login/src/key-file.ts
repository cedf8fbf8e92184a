import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemReason } from '@mcpgw/loader/internal';
import { LoginError } from './login-error.js';

/** Where the keys of logins come from: configured texts, else a file that is made at the first login. */
export interface KeySource {
  /** The configured keys; the first one encrypts. */
  readonly keys: readonly string[];
  /** The file that holds a key where none is configured; absent where several machines share the store. */
  readonly file?: string | undefined;
  /** A key for this process alone, for a store that ends with it. */
  readonly inMemory?: boolean;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

async function readKeyFile(file: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new LoginError('no-key', `others may read the key file ${file}: set its mode to 0600`);
    const text = (await readFile(file, 'utf8')).trim();
    if (text === '') throw new LoginError('damaged', `the key file ${file} is empty; restore it, or remove it and log in again`);
    return text;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (error instanceof LoginError) throw error;
    throw new LoginError('no-key', `the key file ${file} cannot be read: ${systemReason(codeOf(error))}`, error);
  }
}

/** Makes the file for its owner alone, unless another process was faster: then its key counts. */
async function makeKeyFile(file: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(`${key}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return key;
  } catch (error) {
    const made = codeOf(error) === 'EEXIST' ? await readKeyFile(file) : undefined;
    if (made !== undefined) return made;
    throw new LoginError('no-key', `the key file ${file} cannot be made: ${systemReason(codeOf(error))}`, error);
  }
}

/** The texts of the keys. @throws LoginError (no-key) where there is none, or the file cannot be used */
export async function keysOf({ keys, file, inMemory }: KeySource): Promise<readonly string[]> {
  if (keys.length > 0) return keys;
  if (inMemory) return [randomBytes(32).toString('base64url')];
  if (file === undefined)
    throw new LoginError('no-key', 'logins need a key: set login.keys in gateway.yaml, the same one at every replica');
  return [(await readKeyFile(file)) ?? (await makeKeyFile(file))];
}
