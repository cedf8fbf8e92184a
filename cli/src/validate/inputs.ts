import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { globSync, isDynamicPattern } from 'tinyglobby';
import { CliError } from '../errors.js';

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
const skipped = new Set(['node_modules', '.git', 'dist', 'coverage']);

/** Expands the arguments of the command: files, folders, globs, chart folders, archives of charts and `-`. Throws CliError. */
export function findInputs(args: readonly string[]): Input[] {
  return args.flatMap(arg => {
    if (arg === '-') return [{ type: 'file' as const, file: stdinName, bytes: () => readBytes(0, stdinName), found: false }];
    if (existsSync(arg)) return inputsAt(arg, false);
    if (!isDynamicPattern(arg)) throw new CliError(`${arg}: there is no such file or folder`);
    const matches = globSync(arg, { dot: true, expandDirectories: false }).sort();
    if (matches.length === 0) throw new CliError(`${arg}: no file matches the pattern`);
    return matches.flatMap(path => inputsAt(path, false));
  });
}

function inputsAt(path: string, found: boolean): Input[] {
  if (!statSync(path).isDirectory()) {
    if (/\.tgz$|\.tar\.gz$/.test(path)) return [{ type: 'chart', path }];
    return [{ type: 'file', file: path, bytes: () => readBytes(path, path), found }];
  }
  if (existsSync(join(path, 'Chart.yaml'))) return [{ type: 'chart', path }];
  return listFolder(path).flatMap(entry => inputsAt(entry, true));
}

/** The folders and YAML and JSON files of a folder, in the order of their names. */
function listFolder(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries
    .filter(entry => (entry.isDirectory() ? !skipped.has(entry.name) : entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name)))
    .map(entry => join(path, entry.name));
}

/** Reads a file. Throws CliError with the reason. */
export function readBytes(path: string | number, name: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const reasons: Record<string, string> = { ENOENT: 'there is no such file', EACCES: 'permission denied', EISDIR: 'it is a folder' };
    throw new CliError(`${name}: ${reasons[code ?? ''] ?? (error instanceof Error ? error.message : 'cannot be read')}`);
  }
}

/** Reads a file that a configuration names, from the working directory or beside the configuration; undefined when there is none. */
export function readNamedFile(beside: string, path: string): string | undefined {
  for (const candidate of [path, join(beside, path)]) {
    try {
      if (path !== '' && statSync(candidate).size <= 1_000_000) return readFileSync(candidate, 'utf8');
    } catch {}
  }
  return undefined;
}
