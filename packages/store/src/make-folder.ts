import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

/**
 * Creates `folder` and its missing parents, for their owner alone. Node's own recursive mkdir never ends if a file system has the
 * parent but reports that it does not, as /proc does.
 *
 * @throws Error of the file system
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (hasCode(error, 'ENOENT') && dirname(folder) !== folder) return makeBelow(folder);
    // A file system that is read-only or full may report that for an existing folder.
    const isThere = await stat(folder).then(
      found => found.isDirectory(),
      () => false,
    );
    if (!isThere) throw hasCode(error, 'EEXIST') ? Object.assign(new Error('not a folder'), { code: 'ENOTDIR' }) : error;
  }
}

/** The parent is missing, or the file system claims so: then the second attempt reports the same. */
async function makeBelow(folder: string): Promise<void> {
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch(error => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
}
