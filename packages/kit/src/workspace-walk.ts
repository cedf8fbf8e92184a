/**
 * Walks from the root of a workspace to a file, one name at a time, on open folders. Each step opens one name in the previous
 * folder and follows no link, so swapping a folder for a link meanwhile has no effect. Links are followed here, by their text,
 * and only within the workspace. On Linux `/proc/self/fd/N/name` is what openat is elsewhere; where there is no /proc, names are
 * joined to the folder's path, and a swap in the moment between two steps is not excluded.
 */
import { constants, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder, segmentFileName } from '@mcpgw/store/internal';
import type { Session } from './session.js';
import { maxDepth, tooDeep, traversal, workspaceRoot } from './workspace-path.js';

/** An open folder, and its path below the root. */
export interface Folder {
  readonly handle: FileHandle;
  readonly names: readonly string[];
  readonly hostPath: string;
}

/** The target of a path: a name in an open folder. */
export interface PathTarget {
  readonly folder: Folder;
  /** The next name, which was not a link when it was checked; undefined if the path is the folder itself. */
  readonly name: string | undefined;
  /** The remaining names; empty unless `name` does not exist. */
  readonly beyond: readonly string[];
}

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const maxLinks = 40;
const hasProc = existsSync('/proc/self/fd');

/** The path by which the system finds `name` in `folder` itself, even if that was moved. */
export function at(folder: Folder, name: string): string {
  return hasProc ? `/proc/self/fd/${folder.handle.fd}/${name}` : join(folder.hostPath, name);
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** The text of a link, or undefined if `name` is not a link or does not exist. */
async function linkAt(folder: Folder, name: string): Promise<string | undefined> {
  try {
    return await readlink(at(folder, name));
  } catch (error) {
    if (hasCode(error, 'EINVAL', 'ENOENT')) return undefined;
    throw error;
  }
}

/** Opens the folder `name` in `folder`; a link is refused with ELOOP or ENOTDIR. */
export async function enter(folder: Folder, name: string): Promise<Folder> {
  const handle = await open(at(folder, name), folderFlags);
  return { handle, names: [...folder.names, name], hostPath: join(folder.hostPath, name) };
}

async function enterOrMake(folder: Folder, name: string): Promise<Folder> {
  try {
    return await enter(folder, name);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  await mkdir(at(folder, name)).catch(error => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  return enter(folder, name);
}

/** The host's folder of a session. */
export function sessionFolder({ workspaceDir, userId, sessionId }: Session): string {
  return join(resolve(workspaceDir), segmentFileName(userId), segmentFileName(sessionId));
}

async function openBase(hostPath: string): Promise<Folder> {
  return { handle: await open(hostPath, constants.O_RDONLY | constants.O_DIRECTORY), names: [], hostPath };
}

/** The folder of all workspaces, which may be a link that the operator created. */
async function openOrMakeBase(hostPath: string): Promise<Folder> {
  try {
    return await openBase(hostPath);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  await makeFolder(hostPath, 0o777);
  return openBase(hostPath);
}

/** The folder of a session, created if it is missing. */
async function openRoot({ workspaceDir, userId, sessionId }: Session): Promise<Folder> {
  let folder = await openOrMakeBase(resolve(workspaceDir));
  for (const id of [userId, sessionId]) {
    const outer = folder;
    try {
      folder = await enterOrMake(outer, segmentFileName(id));
    } finally {
      await outer.handle.close();
    }
  }
  return { ...folder, names: [] };
}

/** The segments of a link's target, and whether they start at the root. Absolute links may have the host's or the agent's form. */
function linkSegments(target: string, root: Folder): { readonly absolute: boolean; readonly segments: string[] } {
  const absolute = target.startsWith('/');
  const prefix = absolute ? [root.hostPath, workspaceRoot].find(path => target === path || target.startsWith(`${path}/`)) : '';
  if (prefix === undefined) throw traversal();
  const segments = target
    .slice(prefix.length)
    .split('/')
    .filter(segment => segment !== '' && segment !== '.');
  return { absolute, segments };
}

class Walk {
  readonly #stack: Folder[];
  readonly #ahead: string[];
  readonly #create: boolean;
  #links = 0;

  constructor(root: Folder, segments: readonly string[], create: boolean) {
    this.#stack = [root];
    this.#ahead = [...segments].reverse();
    this.#create = create;
  }

  get #here(): Folder {
    return this.#stack.at(-1)!;
  }

  async #leave(): Promise<void> {
    if (this.#stack.length === 1) throw traversal();
    await this.#stack.pop()!.handle.close();
  }

  async #follow(target: string): Promise<void> {
    if (++this.#links > maxLinks) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
    const { absolute, segments } = linkSegments(target, this.#stack[0]!);
    while (absolute && this.#stack.length > 1) await this.#leave();
    this.#ahead.push(...segments.reverse());
  }

  async #step(name: string): Promise<void> {
    if (name === '..') return this.#leave();
    // A path is checked before it is walked; links can lead deeper.
    if (this.#stack.length > maxDepth) throw tooDeep();
    try {
      this.#stack.push(await (this.#create ? enterOrMake : enter)(this.#here, name));
    } catch (error) {
      const target = hasCode(error, 'ELOOP', 'ENOTDIR') ? await linkAt(this.#here, name) : undefined;
      if (target === undefined) throw error;
      await this.#follow(target);
    }
  }

  /** If the last name is a link, follows it and returns undefined. */
  async #arrive(name: string): Promise<PathTarget | undefined> {
    const target = await linkAt(this.#here, name);
    if (target === undefined) return { folder: this.#here, name, beyond: [] };
    await this.#follow(target);
    return undefined;
  }

  async run(): Promise<PathTarget> {
    for (let name = this.#ahead.pop(); name !== undefined; name = this.#ahead.pop()) {
      const place = this.#ahead.length === 0 && name !== '..' ? await this.#arrive(name) : await this.#pass(name);
      if (place) return place;
    }
    return { folder: this.#here, name: undefined, beyond: [] };
  }

  /** Takes one step; if the name does not exist, that is the target. */
  async #pass(name: string): Promise<PathTarget | undefined> {
    try {
      await this.#step(name);
      return undefined;
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      return { folder: this.#here, name, beyond: this.#ahead.reverse() };
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#stack.map(({ handle }) => handle.close()));
  }
}

/**
 * Resolves `segments` in the session's workspace and passes the target to `use` while its folder is open.
 *
 * @param create creates missing folders
 * @throws WorkspaceError if the path leads out of the workspace; errors of the system
 */
export async function withPlace<T>(
  session: Session,
  segments: readonly string[],
  { create = false }: { readonly create?: boolean },
  use: (place: PathTarget) => Promise<T>,
): Promise<T> {
  const root = await openRoot(session);
  const walk = new Walk(root, segments, create);
  try {
    return await use(await walk.run());
  } finally {
    await walk.close();
  }
}
