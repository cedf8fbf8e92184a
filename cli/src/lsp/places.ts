/** Where documents belong: their path, the folder whose files are checked together, and their name in findings. */
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface DocumentPlace {
  /** The absolute path. A document that was never saved gets one in the folder. */
  readonly path: string;
  /** The name in findings: relative to the folder, as `mcpgw validate` run there names it. */
  readonly file: string;
  /** The working directory of the check. */
  readonly root: string;
  /** Whether `root` is a folder of the workspace. */
  readonly isFolder: boolean;
}

/** The path of a `file:` URI; undefined for any other. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch (error) {
    // A host in the URI, or an encoded slash.
    if (error instanceof TypeError || error instanceof URIError) return undefined;
    throw error;
  }
}

const isBelow = (path: string, folder: string): boolean => {
  const inside = relative(folder, path);
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
};

/** The place of a document, in the innermost of the folders of the workspace. */
export function placeOf(uri: string, folders: readonly string[]): DocumentPlace {
  const saved = pathOf(uri);
  const root = saved === undefined ? folders[0] : folders.filter(folder => isBelow(saved, folder)).sort((a, b) => b.length - a.length)[0];
  if (saved !== undefined && root !== undefined) return { path: saved, file: relative(root, saved), root, isFolder: true };
  if (saved !== undefined) return { path: saved, file: basename(saved), root: dirname(saved), isFolder: false };
  const name = unsavedName(uri);
  const folder = root ?? process.cwd();
  return { path: join(folder, name), file: name, root: folder, isFolder: false };
}

/** A name that no file has, with the ending that the document may have been given. */
const unsavedName = (uri: string): string =>
  `unsaved-${uri
    .replace(/^[a-z][\w+.-]*:/i, '')
    .replace(/[^\w.-]+/g, '-')
    .slice(-80)}`;
