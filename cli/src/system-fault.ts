/** What a person is told when the system refuses a file of a store, a record or a key, or a connection: the reason in words, and what to do. */
import { visible } from '@mcpgw/diagnostics';

/** The words for a code of the system, and what helps. */
interface Words {
  readonly reason: string;
  readonly remedy: string;
}

const rights: Words = {
  reason: 'permission denied',
  remedy: 'run the command as the user that owns it, or give this user access',
};
const noFolder: Words = { reason: 'a file has the name of a folder', remedy: 'move the file away, or name another place' };

const unknownHost: Words = { reason: 'unknown host', remedy: 'correct the name of the host' };
const noRoute: Words = { reason: 'no route to the host', remedy: 'check the address and the network' };

const words: Readonly<Record<string, Words>> = {
  EACCES: rights,
  EPERM: rights,
  EROFS: { reason: 'the file system is read-only', remedy: 'name a place that can be written' },
  ENOSPC: { reason: 'the disk is full', remedy: 'free some space' },
  EDQUOT: { reason: 'the disk quota is used up', remedy: 'free some space, or ask for a larger quota' },
  EISDIR: { reason: 'a folder has the name of a file', remedy: 'move the folder away, or name another place' },
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  ELOOP: { reason: 'symbolic links lead in a circle', remedy: 'correct the links' },
  EMFILE: { reason: 'too many files are open', remedy: 'raise the limit of open files (ulimit -n)' },
  ECONNREFUSED: { reason: 'connection refused', remedy: 'check that it runs, and its address' },
  ECONNRESET: { reason: 'the connection was reset', remedy: 'check that it runs, and its address' },
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ETIMEDOUT: { reason: 'the connection timed out', remedy: 'check the address and the network' },
  EIO: { reason: 'the disk reports an error', remedy: 'check the disk' },
};

/** How far causes are followed. */
const maxCauses = 8;

/** The words for a code that somebody else reports, such as the recorder; `otherwise` where there are none. */
export const systemReason = (code: string, otherwise = code): string => (Object.hasOwn(words, code) ? words[code]!.reason : otherwise);

/**
 * The refusal of the system that an error is, or that caused it: `/state/activity: permission denied; run the command as ...`.
 * Undefined if no known refusal is among its causes.
 */
export function systemFault(error: unknown): string | undefined {
  let link = error;
  for (let depth = 0; link instanceof Error && depth < maxCauses; depth++) {
    const { code, path, syscall, dest } = link as NodeJS.ErrnoException & { readonly dest?: string };
    if (syscall !== undefined && code !== undefined && Object.hasOwn(words, code)) {
      const { reason, remedy } = words[code]!;
      const file = dest ?? path;
      return `${file === undefined ? '' : `${visible(file)}: `}${reason}; ${remedy}`;
    }
    link = link.cause ?? (link instanceof AggregateError ? link.errors[0] : undefined);
  }
  return undefined;
}

/** The message of an error, with the refusal of the system that caused it. */
export function withSystemFault(error: Error): string {
  const fault = systemFault(error);
  return fault === undefined ? error.message : `${error.message}: ${fault}`;
}
