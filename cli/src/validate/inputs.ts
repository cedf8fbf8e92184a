import { type Dirent, existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { globSync, isDynamicPattern } from 'tinyglobby';
import { CliError } from '../errors.js';
import { readBytes, readNamedText, reasonOf } from '../read-file.js';
import { isJsonWithComments, Skips } from './not-checked.js';

/** Something to check: a file with its bytes, or the folder or archive of a chart. */
export type Input =
  | {
      readonly type: 'file';
      readonly file: string;
      readonly bytes: () => Uint8Array /** Found in a folder rather than named. */;
      readonly found: boolean;
    }
  | { readonly type: 'chart'; readonly path: string };

export const stdinName = '<stdin>';
/** Names of files that a search reads: YAML, JSON, and archives of charts. */
const checkedNames = /\.(?:ya?ml|json|tgz|tar\.gz)$/i;
/** The end of a pattern that names an extension, such as `*.txt`: then these files are meant, whatever they are. */
const namesExtension = /\.[\w}{,]+$/;
const skippedFolders = new Set(['node_modules', '.git', 'dist', 'coverage']);

/**
 * Expands the arguments of the command: files, folders, globs, chart folders, archives of charts and `-`. `visit` is called for each entry
 * of a folder, and may end the search by throwing. @throws CliError
 */
export function findInputs(args: readonly string[], skips = new Skips(), visit = (): void => {}): Input[] {
  return args.flatMap(arg => {
    if (arg === '-') return [{ type: 'file' as const, file: stdinName, bytes: () => readBytes(0, stdinName), found: false }];
    if (existsSync(arg)) return inputsAt(arg, skips, visit);
    if (!isDynamicPattern(arg)) throw new CliError(`open ${arg}: no such file or directory`);
    const matches = globSync(arg, { dot: true, expandDirectories: false }).sort();
    if (matches.length === 0) throw new CliError(`${arg}: no file matches the pattern`);
    const wanted = matches.filter(match => namesExtension.test(arg) || checkedNames.test(match) || statSync(match).isDirectory());
    for (let left = matches.length - wanted.length; left > 0; left--) skips.addOtherFile();
    if (wanted.length === 0) throw new CliError(`${arg}: no YAML or JSON file and no chart matches the pattern`);
    return wanted.flatMap(match => inputsAt(match, skips, visit));
  });
}

function inputsAt(path: string, skips: Skips, visit: () => void): Input[] {
  if (statSync(path).isDirectory()) return inputsOf(path, skips, visit);
  return /\.tgz$|\.tar\.gz$/.test(path) ? [{ type: 'chart', path }] : [fileInput(path, false)];
}

/** A file as an input; `found` in a folder rather than named. */
export function fileInput(path: string, found: boolean): Extract<Input, { type: 'file' }> {
  return { type: 'file', file: path, bytes: () => readBytes(path, path), found };
}

/** The inputs below a folder. @throws CliError if there are none */
function inputsOf(folder: string, skips: Skips, visit: () => void): Input[] {
  const inputs = inputsIn(folder, skips, visit);
  if (inputs.length === 0) throw new CliError(`${folder}: the folder contains no YAML or JSON file and no chart`);
  return inputs;
}

/**
 * The YAML and JSON files and the charts below a folder, in the order of their names; `skips` takes the rest. Links to folders are not
 * followed, because they may form a cycle.
 */
function inputsIn(folder: string, skips: Skips, visit: () => void): Input[] {
  if (existsSync(join(folder, 'Chart.yaml'))) return [{ type: 'chart', path: folder }];
  const start = join(folder, '_').slice(0, -1);
  return entriesOf(folder).flatMap(entry => {
    visit();
    const path = start + entry.name;
    if (entry.isDirectory() && !skippedFolders.has(entry.name)) return inputsIn(path, skips, visit);
    if (entry.isDirectory() || isFolderLink(entry, path)) skips.add(path, 'skipped-folder');
    else if (!/\.(?:ya?ml|json)$/i.test(entry.name) || !isFile(entry, path)) skips.addOtherFile();
    else if (isJsonWithComments(path)) skips.add(path, 'json-with-comments');
    else return [fileInput(path, true)];
    return [];
  });
}

const isFolderLink = (entry: Dirent, path: string): boolean => entry.isSymbolicLink() && targetOf(path)?.isDirectory() === true;

/** A file or a link to one: Kubernetes mounts files as links. */
const isFile = (entry: Dirent, path: string): boolean => entry.isFile() || (entry.isSymbolicLink() && targetOf(path)?.isFile() === true);

/** What a link leads to; undefined if it leads nowhere, or in a circle. @throws CliError if nobody may look there */
function targetOf(link: string): Stats | undefined {
  try {
    return statSync(link, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return undefined;
    throw new CliError(`open ${link}: ${reasonOf(error)}`);
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw new CliError(`open ${folder}: ${reasonOf(error)}`);
  }
}

/** Bytes of a file that a configuration of the proxy names, such as a JWKS. */
const maxNamedFile = 1_000_000;

/** Reads a file that a configuration names, from the working directory or beside the configuration; undefined when there is none. */
export function readNamedFile(beside: string, path: string): string | undefined {
  for (const candidate of [path, join(beside, path)]) {
    try {
      if (path !== '') return readNamedText(candidate, maxNamedFile);
    } catch {}
  }
  return undefined;
}
