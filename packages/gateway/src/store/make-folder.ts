import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

/**
 * Makes `folder` and those above it that are missing, for their owner alone. Node's own recursive mkdir never ends where a file
 * system has the folder above and says that it has not, as /proc does.
 *
 * @throws the file system's error
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (hasCode(error, 'ENOENT') && dirname(folder) !== folder) return makeBelow(folder);
    // A file system that is read-only or full may say so of a folder that is there.
    const isThere = await stat(folder).then(
      found => found.isDirectory(),
      () => false,
    );
    if (!isThere) throw hasCode(error, 'EEXIST') ? Object.assign(new Error('not a folder'), { code: 'ENOTDIR' }) : error;
  }
}

/** The folder above is missing, or the file system says so: then the second try says the same. */
async function makeBelow(folder: string): Promise<void> {
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch(error => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
}
