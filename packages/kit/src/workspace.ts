/** Paths of the workspace, in the form of agents and of the host. */
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { segmentFileName } from '@mcpgw/store/internal';
import { getSession } from './session.js';
import { shownPath, WorkspaceError, workspaceRoot, workspaceSegments } from './workspace-path.js';
import { at, hasCode, type PathTarget, withPlace } from './workspace-walk.js';

const messages: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: path => `File not found: ${path}`,
  ENOTDIR: path => `File not found: ${path}`,
  EISDIR: path => `Is a folder: ${path}`,
  EACCES: path => `Permission denied: ${path}`,
  EPERM: path => `Permission denied: ${path}`,
  EROFS: path => `Permission denied: ${path}`,
  EEXIST: path => `File exists: ${path}`,
  ENOTEMPTY: path => `Folder is not empty: ${path}`,
  ELOOP: () => 'Path traversal not allowed',
  ENXIO: path => `Not a file: ${path}`,
  ENAMETOOLONG: path => `Invalid sandbox path: too long: ${path}`,
  ENOSPC: () => 'No space left in the workspace',
  EMFILE: () => 'Too many files are open: try again',
  ENFILE: () => 'Too many files are open: try again',
  EDQUOT: () => 'No space left in the workspace',
};

/** Runs `work` on `path`; errors of the system become errors of the workspace. */
export async function inWorkspaceTerms<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = messages[(error as NodeJS.ErrnoException).code ?? ''];
    throw message && !(error instanceof WorkspaceError) ? new WorkspaceError(message(shownPath(path)), { cause: error }) : error;
  }
}

async function exists({ folder, name }: PathTarget): Promise<boolean> {
  if (name === undefined) return true;
  const found = await lstat(at(folder, name)).catch(error => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  return found !== undefined;
}

/**
 * The host's path of a file in this session's workspace, for programs that need a path. To read and write, use
 * `readWorkspaceFile` and `writeWorkspaceFile`: between this call and the use of its result, a file may be swapped for a link.
 *
 * @param path `/workspace/...`, or relative to it; links are followed within the workspace
 * @param options.mustExist refuses a path that does not exist
 * @throws WorkspaceError; SessionError outside of a session
 */
export async function workspaceToHostPath(path: string, { mustExist = false }: { readonly mustExist?: boolean } = {}): Promise<string> {
  const segments = workspaceSegments(path);
  return inWorkspaceTerms(path, () =>
    withPlace(getSession(), segments, {}, async place => {
      const climbs = place.beyond.includes('..');
      if (climbs || (mustExist && (place.beyond.length > 0 || !(await exists(place))))) {
        throw new WorkspaceError(`File not found: ${shownPath(path)}`);
      }
      return join(place.folder.hostPath, place.name ?? '.', ...place.beyond);
    }),
  );
}

/** The real path of `path`, or of its nearest existing folder. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR') || dirname(path) === path) throw new WorkspaceError('Path is outside workspace');
    return join(await realPathOf(dirname(path)), basename(path));
  }
}

function below(root: string, path: string): string[] | undefined {
  const way = relative(root, path);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
  return way.split(sep).filter(name => name !== '');
}

/**
 * The agent's path of a host file in this session's workspace.
 *
 * @throws WorkspaceError for a path outside of this session's workspace; SessionError outside of a session
 */
export async function hostToWorkspacePath(hostPath: string): Promise<string> {
  const { workspaceDir, userId, sessionId } = getSession();
  if (typeof hostPath !== 'string' || hostPath.includes('\0')) throw new WorkspaceError('Path is outside workspace');
  const path = await realPathOf(resolve(hostPath));
  const names = below(await realPathOf(resolve(workspaceDir)), path);
  if (names && names.length < 2) throw new WorkspaceError('Invalid workspace path structure');
  if (names?.[0] !== segmentFileName(userId) || names[1] !== segmentFileName(sessionId)) {
    throw new WorkspaceError('Path is outside workspace');
  }
  return [workspaceRoot, ...names.slice(2)].join('/');
}
