import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

function makeOne(folder: string, mode: number | undefined): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    // Throws where what is there is no folder.
    mkdirSync(folder, { recursive: true });
  }
}

/**
 * Makes `folder` and those above it that are missing. Node's own recursive mkdir never ends where a file system has the folder above
 * and says that it has not, as /proc does.
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
