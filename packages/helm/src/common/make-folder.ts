import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

function makeOne(folder: string, mode: number | undefined): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    // This fails if the existing entry is not a folder.
    mkdirSync(folder, { recursive: true });
  }
}

/**
 * Creates `folder` and its missing parents. Node's own recursive mkdir never returns on a file system, such as /proc, where the parent
 * exists but creation reports that it does not.
 *
 * @throws the file system's error
 */
export function makeFolder(folder: string, mode?: number): void {
  try {
    makeOne(folder, mode);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(folder) === folder) throw error;
    makeFolder(dirname(folder), mode);
    makeOne(folder, mode);
  }
}
