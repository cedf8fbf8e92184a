import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Deadline, untilAborted } from '@mcpgw/loader/internal';
import { makeFolder } from './make-folder.js';
import { StoreError } from './store.js';

export interface CheckFolderOptions {
  /** Whether to make the folder where it is not there; without, one that could be made later is fine. */
  readonly make: boolean;
  /** Seconds that the file system has for an answer. Default 5. */
  readonly timeoutSeconds?: number;
}

const problems: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota of the disk is used up',
  EIO: 'the disk reports an error',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'it is not a folder',
  ENOENT: 'the file system lets no folder be made there',
};

function fault(folder: string, error: unknown): StoreError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new StoreError([], `cannot be kept in ${folder}: ${problems[code] ?? (code || message)}`, error);
}

/** The nearest of the folder and those above it that is there. @throws StoreError where that is no folder */
async function lookAt(folder: string, asked: string): Promise<'there' | 'missing'> {
  try {
    if ((await stat(folder)).isDirectory()) return folder === asked ? 'there' : 'missing';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if ((code === 'ENOENT' || code === 'ENOTDIR') && dirname(folder) !== folder) return lookAt(dirname(folder), asked);
    throw fault(asked, error);
  }
  throw new StoreError([], `cannot be kept in ${asked}: ${folder === asked ? 'it' : folder} is not a folder`);
}

async function checked(folder: string, make: boolean): Promise<void> {
  if ((await lookAt(folder, folder)) === 'there' || !make) return;
  try {
    await makeFolder(folder);
  } catch (error) {
    throw fault(folder, error);
  }
}

/**
 * Whether `folder` can be the folder of a `fileStore`. One that is there is fine, also where nothing can be written now: what it holds
 * is read.
 *
 * @throws StoreError where it is no folder, cannot be made, or the file system does not answer in time
 */
export async function checkStoreFolder(folder: string, { make, timeoutSeconds = 5 }: CheckFolderOptions): Promise<void> {
  const deadline = new Deadline(timeoutSeconds * 1000);
  try {
    await untilAborted(checked(folder, make), deadline.signal);
  } catch (error) {
    if (!deadline.signal.aborted) throw error;
    throw new StoreError([], `cannot be kept in ${folder}: the file system does not answer within ${timeoutSeconds} s`, error);
  } finally {
    deadline.clear();
  }
}
