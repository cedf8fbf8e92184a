/** What the system says with a code when it refuses a file: in words, and what helps. */

/** Why the system refuses a file, and what helps. */
export interface SystemWords {
  readonly reason: string;
  readonly remedy: string;
}

const rights: SystemWords = {
  reason: 'permission denied',
  remedy: 'run the command as the user that owns it, or give this user access',
};
const noFolder: SystemWords = { reason: 'a file has the name of a folder', remedy: 'move the file away, or name another place' };
const manyFiles: SystemWords = { reason: 'too many files are open', remedy: 'raise the limit of open files (ulimit -n)' };

const words: Readonly<Record<string, SystemWords>> = {
  EACCES: rights,
  EPERM: rights,
  EROFS: { reason: 'the file system is read-only', remedy: 'name a place that can be written' },
  ENOSPC: { reason: 'the disk is full', remedy: 'free some space' },
  EDQUOT: { reason: 'the disk quota is used up', remedy: 'free some space, or ask for a larger quota' },
  EFBIG: { reason: 'the file would be larger than the system allows', remedy: 'raise the limit of the size of files (ulimit -f)' },
  EISDIR: { reason: 'a folder has the name of a file', remedy: 'move the folder away, or name another place' },
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  ELOOP: { reason: 'symbolic links lead in a circle', remedy: 'correct the links' },
  ENAMETOOLONG: { reason: 'the name is too long', remedy: 'name another place' },
  EMFILE: manyFiles,
  ENFILE: manyFiles,
  EBUSY: { reason: 'another program uses it', remedy: 'end that program, or name another place' },
  ESTALE: { reason: 'the network file system has lost it', remedy: 'mount the file system again' },
  EIO: { reason: 'the disk reports an error', remedy: 'check the disk' },
};

/** The words for a code of the system; undefined for a code without any, and for one that is no refusal, such as that of a missing file. */
export function systemWords(code: string): SystemWords | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

/** The reason in words, for a code that somebody reports; `otherwise` where there are none. */
export function systemReason(code: string, otherwise = code): string {
  return systemWords(code)?.reason ?? (code === 'ENOENT' ? 'no such file or folder' : otherwise);
}
