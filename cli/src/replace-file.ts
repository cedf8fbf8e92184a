import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { systemReason } from '@mcpgw/diagnostics';
import { CliError } from './errors.js';

/** Creates a file beside `path` and renames it to `path`. @throws Error of the system; nothing is left behind */
function putInPlace(path: string, fill: (temporary: string) => void): void {
  const temporary = `${path}.${process.pid}-${process.hrtime.bigint()}.tmp`;
  try {
    fill(temporary);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Writes a file so that a reader sees the complete old or new one. @throws Error of the system; nothing is left behind */
export function replaceFile(path: string, data: string | Uint8Array, { mode }: { readonly mode?: number } = {}): void {
  putInPlace(path, temporary => writeFileSync(temporary, data, { flag: 'wx', ...(mode !== undefined && { mode }) }));
}

/** The new text is flushed to disk, with the owner and mode of the old file, before it replaces the old file. */
function fillLike({ mode, uid, gid }: Stats, data: string, temporary: string): void {
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeFileSync(file, data);
    if (uid !== process.geteuid?.() || gid !== process.getegid?.()) fchownSync(file, uid, gid);
    fchmodSync(file, mode & 0o7777);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A file with several names keeps them only if it is written in place, and a path that is not a file can only be written in place. */
const mustStay = (stats: Stats): boolean => !stats.isFile() || stats.nlink > 1;

/** Where a write says more than `systemReason`. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory any more',
  EISDIR: 'it is a folder',
};

/** The reason of a failed write; `error` is from Node's file system. */
export function writeReason(error: unknown): string {
  const { code = '', path, syscall, message } = error as NodeJS.ErrnoException;
  // A new file is made beside the one that is written: then a folder is missing, and no file has gone away.
  if (syscall === 'open' && path?.endsWith('.tmp') === true) {
    const why = code === 'ENOENT' ? 'no such file or directory' : (reasons[code] ?? systemReason(code, message));
    return `${why} in ${dirname(path)}, where the new file is made`;
  }
  return reasons[code] ?? systemReason(code, message);
}

/**
 * Writes a user's file: after a crash it is the complete old or new one. Links to it, its mode and its owner are kept.
 * @throws CliError with the system's reason; the file is then unchanged
 */
export function rewriteFile(path: string, data: string): void {
  try {
    const target = realpathSync(path);
    const stats = statSync(target);
    accessSync(target, constants.W_OK);
    if (mustStay(stats)) writeFileSync(target, data);
    else putInPlace(target, temporary => fillLike(stats, data, temporary));
  } catch (error) {
    throw new CliError(`cannot write ${path}: ${writeReason(error)}`);
  }
}
