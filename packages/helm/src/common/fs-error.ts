import { HelmError } from './errors.js';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  ELOOP: 'too many levels of symbolic links',
  ENAMETOOLONG: 'file name too long',
};

/**
 * Returns the message of Go's *PathError: `open /x: no such file or directory`. `operation` names the call if it differs from Node's, and
 * `named` the file where Node does not: an open file has no path in Node's errors.
 */
export function reasonOf(error: unknown, operation?: string, named = ''): string {
  const { code, path, syscall, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return message;
  return `${operation ?? syscall ?? 'open'} ${path ?? named}: ${reasons[code] ?? message}`;
}

/**
 * Runs a file operation.
 *
 * @throws HelmError with Go's message for a system error
 */
export function withFsErrors<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof HelmError || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new HelmError(reasonOf(error), { cause: error });
  }
}
