/** Files of the workspace, read and written without a race in which another file could take their place. */
import { randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { type FileHandle, link, lstat, open, readdir, rename, unlink } from 'node:fs/promises';
import { getSession } from './session.js';
import { inWorkspaceTerms } from './workspace.js';
import { shownPath, WorkspaceError, workspaceRoot, workspaceSegments } from './workspace-path.js';
import { at, enter, type Folder, type PathTarget, withPlace } from './workspace-walk.js';

const defaultMaxBytes = 64 * 1024 * 1024;
const maxListed = 10_000;

/** Requires a path that names a file: not the root, and not below a missing folder. */
function named({ folder, name, beyond }: PathTarget, path: string): { readonly folder: Folder; readonly name: string } {
  if (name === undefined) throw new WorkspaceError(`Is a folder: ${shownPath(path)}`);
  if (beyond.length > 0) throw new WorkspaceError(`File not found: ${shownPath(path)}`);
  return { folder, name };
}

/** Refuses folders, pipes and devices, and files with a second name, which may be anywhere on the disk. */
async function checkFile(handle: FileHandle, path: string, maxBytes: number): Promise<void> {
  const found = await handle.stat();
  if (found.isDirectory()) throw new WorkspaceError(`Is a folder: ${shownPath(path)}`);
  if (!found.isFile()) throw new WorkspaceError(`Not a file: ${shownPath(path)}`);
  if (found.nlink > 1) throw new WorkspaceError(`Not allowed, the file has several names (hard links): ${shownPath(path)}`);
  if (found.size > maxBytes) throw new WorkspaceError(`File is larger than ${maxBytes} bytes: ${shownPath(path)}`);
}

/** Reads at most `maxBytes`, even if the file grows meanwhile. */
async function readUpTo(handle: FileHandle, path: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of handle.createReadStream({ autoClose: false, start: 0 })) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw new WorkspaceError(`File is larger than ${maxBytes} bytes: ${shownPath(path)}`);
  }
  return Buffer.concat(chunks);
}

export interface ReadFileOptions {
  /** Larger files are refused; default 64 MiB. */
  readonly maxBytes?: number;
}

/** Reads a file of this session's workspace. @throws WorkspaceError; SessionError outside of a session */
export async function readWorkspaceBytes(path: string, { maxBytes = defaultMaxBytes }: ReadFileOptions = {}): Promise<Buffer> {
  const segments = workspaceSegments(path);
  return inWorkspaceTerms(path, () =>
    withPlace(getSession(), segments, {}, async place => {
      const { folder, name } = named(place, path);
      // A pipe would wait for its writer.
      const handle = await open(at(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        await checkFile(handle, path, maxBytes);
        return await readUpTo(handle, path, maxBytes);
      } finally {
        await handle.close();
      }
    }),
  );
}

/** Reads a text file (UTF-8) of this session's workspace. @throws WorkspaceError; SessionError outside of a session */
export async function readWorkspaceFile(path: string, options: ReadFileOptions = {}): Promise<string> {
  return (await readWorkspaceBytes(path, options)).toString('utf8');
}

async function writeNew(folder: Folder, name: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(at(folder, name), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW);
  try {
    await handle.writeFile(content);
  } finally {
    await handle.close();
  }
}

async function refuseOther(folder: Folder, name: string, path: string): Promise<void> {
  const found = await lstat(at(folder, name)).catch(() => undefined);
  if (found && !found.isFile() && !found.isSymbolicLink()) {
    throw new WorkspaceError(`${found.isDirectory() ? 'Is a folder' : 'Not a file'}: ${shownPath(path)}`);
  }
}

/** Moves the finished file into place: over the old one, or (`exclusive`) only if there is none. */
async function putInPlace(folder: Folder, temporary: string, name: string, exclusive: boolean): Promise<void> {
  if (!exclusive) return rename(at(folder, temporary), at(folder, name));
  await link(at(folder, temporary), at(folder, name));
  await unlink(at(folder, temporary));
}

export interface WriteFileOptions {
  /** Refuses to replace a file. */
  readonly exclusive?: boolean;
}

/**
 * Writes a file of this session's workspace, and creates missing folders. Readers see the old file or the complete new one.
 *
 * @returns the file's path as agents see it
 * @throws WorkspaceError; SessionError outside of a session
 */
export async function writeWorkspaceFile(
  path: string,
  content: string | Uint8Array,
  { exclusive = false }: WriteFileOptions = {},
): Promise<string> {
  const segments = workspaceSegments(path);
  return inWorkspaceTerms(path, () =>
    withPlace(getSession(), segments, { create: true }, async place => {
      const { folder, name } = named(place, path);
      await refuseOther(folder, name, path);
      const temporary = `.${randomUUID()}.tmp`;
      try {
        await writeNew(folder, temporary, content);
        await putInPlace(folder, temporary, name, exclusive);
      } catch (error) {
        await unlink(at(folder, temporary)).catch(() => {});
        throw error;
      }
      return [workspaceRoot, ...folder.names, name].join('/');
    }),
  );
}

export interface WorkspaceEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

function kindOf(entry: Dirent): WorkspaceEntry['kind'] {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'folder' : 'other';
}

async function listed(folder: Folder): Promise<WorkspaceEntry[]> {
  const entries = await readdir(at(folder, '.'), { withFileTypes: true });
  return entries.slice(0, maxListed).map(entry => ({ name: entry.name, kind: kindOf(entry) }));
}

/** Lists a folder of this session's workspace, at most 10,000 entries in no order. @throws WorkspaceError; SessionError outside of a session */
export async function listWorkspaceFolder(path: string = workspaceRoot): Promise<WorkspaceEntry[]> {
  const segments = workspaceSegments(path);
  return inWorkspaceTerms(path, () =>
    withPlace(getSession(), segments, {}, async place => {
      if (place.name === undefined) return listed(place.folder);
      const { folder, name } = named(place, path);
      const inner = await enter(folder, name);
      try {
        return await listed(inner);
      } finally {
        await inner.handle.close();
      }
    }),
  );
}

/** Removes a file of this session's workspace. @throws WorkspaceError; SessionError outside of a session */
export async function deleteWorkspaceFile(path: string): Promise<void> {
  const segments = workspaceSegments(path);
  await inWorkspaceTerms(path, () =>
    withPlace(getSession(), segments, {}, async place => {
      const { folder, name } = named(place, path);
      await unlink(at(folder, name));
    }),
  );
}
