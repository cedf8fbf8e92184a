import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Deadline, systemReason, untilAborted } from '@mcpgw/loader/internal';
import { makeFolder } from './make-folder.js';
import { StoreError } from './store.js';

export interface CheckFolderOptions {
  /** Whether to make the folder where it is not there; without, one that could be made later is fine, and said to be missing. */
  readonly make: boolean;
  /** Seconds that the file system has for an answer. Default 5. */
  readonly timeoutSeconds?: number;
}

/** Where a folder of a store has other words than `systemReason`. */
const problems: Readonly<Record<string, string>> = {
  ENOTDIR: 'it is not a folder',
  ENOENT: 'the file system lets no folder be made there',
};

function fault(folder: string, error: unknown): StoreError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new StoreError([], `cannot be kept in ${folder}: ${problems[code] ?? systemReason(code, code || message)}`, error);
}

type Presence = 'there' | 'missing';

/** The nearest of the folder and those above it that is there. @throws StoreError if that is no folder */
async function lookAt(folder: string, asked: string): Promise<string> {
  try {
    if ((await stat(folder)).isDirectory()) return folder;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if ((code === 'ENOENT' || code === 'ENOTDIR') && dirname(folder) !== folder) return lookAt(dirname(folder), asked);
    throw fault(asked, error);
  }
  throw new StoreError([], `cannot be kept in ${asked}: ${folder === asked ? 'it' : folder} is not a folder`);
}

/** Types of file systems (linux/magic.h) that the kernel fills itself: nobody can make a folder of their own there. */
const ofTheKernel = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
  0x6165676c, // pstore
  0xf97cff8c, // selinuxfs
  0x42494e4d, // binfmt_misc
  0x1cd1, // devpts
]);

/** Whether a folder could be made below `above`. @throws the file system's error where it could not */
async function checkRoom(above: string): Promise<void> {
  await access(above, constants.W_OK | constants.X_OK);
  const { type } = await statfs(above);
  if (process.platform === 'linux' && ofTheKernel.has(type)) throw Object.assign(new Error('no room'), { code: 'ENOENT' });
}

async function checked(folder: string, make: boolean): Promise<Presence> {
  const nearest = await lookAt(folder, folder);
  const presence = nearest === folder ? 'there' : 'missing';
  try {
    if (presence === 'there') await access(folder, constants.R_OK | constants.X_OK);
    else if (!make) await checkRoom(nearest);
  } catch (error) {
    throw fault(folder, error);
  }
  if (presence === 'there' || !make) return presence;
  try {
    await makeFolder(folder);
  } catch (error) {
    throw fault(folder, error);
  }
  return 'there';
}

/**
 * Whether `folder` can be the folder of a `fileStore`. One that is there is fine, also where nothing can be written now: what it holds
 * is read.
 *
 * @throws StoreError if it is no folder, cannot be read or made, or the file system does not answer in time
 */
export async function checkStoreFolder(folder: string, { make, timeoutSeconds = 5 }: CheckFolderOptions): Promise<Presence> {
  const deadline = new Deadline(timeoutSeconds * 1000);
  try {
    return await untilAborted(checked(folder, make), deadline.signal);
  } catch (error) {
    if (!deadline.signal.aborted) throw error;
    throw new StoreError([], `cannot be kept in ${folder}: the file system does not answer within ${timeoutSeconds} s`, error);
  } finally {
    deadline.clear();
  }
}
