import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Where CI systems look for their files. */
export interface CiPlace {
  /** The root of the git repository that contains the folder; the folder itself if there is none. */
  readonly root: string;
  /** The folder below the root, with slashes; `.` for the root. */
  readonly below: string;
}

/** Finds the repository around `dir`, which may be missing. */
export function ciPlaceOf(dir: string): CiPlace {
  const folder = resolve(dir);
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, '.git'))) return { root, below: relative(root, folder).replaceAll('\\', '/') || '.' };
    if (dirname(root) === root) return { root: folder, below: '.' };
  }
}
