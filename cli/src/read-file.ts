/**
 * The one way in which the command reads files that a person or a configuration names: bounded, and never waiting for a pipe
 * that nobody writes to. A pin (test/pins/file-reads.test.ts) lists who else opens files, and why.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError } from './errors.js';

/** Default limit of a file, in bytes: the size of the largest stream of manifests. */
export const maxInputBytes = 256 * 1024 * 1024;
/** Limit of a file that a configuration names, in bytes, such as a token, a certificate, or a list of servers. */
export const maxNamedBytes = 16 * 1024 * 1024;

/** A path that exists but is not read, because a reader would wait or never finish. Its `code` is like that of the system's errors. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
  readonly code: 'EINVAL' | 'EFBIG';

  constructor(message: string, code: 'EINVAL' | 'EFBIG') {
    super(message);
    this.code = code;
  }
}

let openFiles: ReadonlyMap<string, Uint8Array> = new Map();

/** From now on, these bytes stand for the files of their absolute paths: texts that an editor has not saved (`mcpgw lsp`). */
export function setOpenFiles(files: ReadonlyMap<string, Uint8Array>): void {
  openFiles = files;
}

/** The bytes that stand for a file; undefined for the file itself. */
export const openBytes = (path: string): Uint8Array | undefined => (openFiles.size === 0 ? undefined : openFiles.get(resolve(path)));

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
};

/** The reason of a failed read, in the words of Helm and kubectl; `error` is from `readUpTo`. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}

/**
 * Reads a file or a descriptor. If it is longer than `limit`, reads that many bytes and one more.
 *
 * @throws UnreadableError for a named pipe, a socket or a device
 * @throws Error of Node's file system, with its `code`
 */
export function readUpTo(path: string | number, limit = maxInputBytes): Uint8Array {
  if (typeof path === 'number') return readOpen(path, limit + 1);
  const open = openBytes(path);
  if (open !== undefined) return open.subarray(0, limit + 1);
  const size = sizeOf(path);
  const file = openSync(path, 'r');
  try {
    return readOpen(file, limit + 1, size);
  } finally {
    closeSync(file);
  }
}

/**
 * Like `readUpTo`, with an error for the user.
 *
 * @param name the name of the file in the error
 * @throws CliError with the reason
 */
export function readBytes(path: string | number, name: string, limit = maxInputBytes): Uint8Array {
  try {
    return readUpTo(path, limit);
  } catch (error) {
    throw new CliError(`open ${name}: ${reasonOf(error)}`);
  }
}

/**
 * The text of a small file that a configuration or a flag names.
 *
 * @throws UnreadableError for a named pipe, a socket or a device, and for more than `limit` bytes
 * @throws Error of Node's file system, with its `code`
 */
export function readNamedText(path: string, limit = maxNamedBytes): string {
  const bytes = readUpTo(path, limit);
  if (bytes.length > limit) throw new UnreadableError(`the file has more than ${limit} bytes`, 'EFBIG');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/** Paths of descriptors that the shell has opened, such as `<(command)`, and of a file that is always empty. */
const openedPaths = /^\/(?:dev\/(?:fd\/\d+|stdin|null)|proc\/self\/fd\/\d+)$/;

/**
 * The size of a file; undefined if it is not known. A named pipe would wait for its writer, and a device may have no end. The reader
 * reports a missing file.
 */
function sizeOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) return stats.size;
  if (stats === undefined || stats.isDirectory() || openedPaths.test(path)) return undefined;
  throw new UnreadableError('it is a pipe, a socket or a device: name a file, or - for standard input', 'EINVAL');
}

const chunk = new Uint8Array(256 * 1024);

/**
 * Reads an open file to its end or the limit, including pipes and devices, which have no size. A file that has given its `size`
 * is not asked for more; files of the system that say 0 are read until they end.
 */
function readOpen(file: number, limit: number, size?: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let length = 0; length < limit; ) {
    const count = readChunk(file);
    if (count === 0) break;
    chunks.push(Buffer.from(chunk.subarray(0, Math.min(count, limit - length))));
    length += count;
    if (length === size) break;
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** A pipe that its writer opened in non-blocking mode gives EAGAIN while it is empty. */
function readChunk(file: number): number {
  for (;;) {
    try {
      return readSync(file, chunk);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
