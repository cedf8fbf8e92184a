import { renameSync, rmSync, type WriteFileOptions, writeFileSync } from 'node:fs';

/** Writes a file so that a reader sees the old one or the new one whole. Throws the system's error, and leaves nothing behind. */
export function replaceFile(path: string, data: string | Uint8Array, options?: WriteFileOptions): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, data, options);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
