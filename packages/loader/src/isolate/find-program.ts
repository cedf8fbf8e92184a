import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The path of a program, as a shell finds it; undefined if there is none. */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | undefined {
  if (/[/\\]/.test(name)) return isProgram(name) ? name : undefined;
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  return path
    .split(delimiter)
    .filter(folder => folder !== '')
    .flatMap(folder => suffixes.map(suffix => join(folder, name + suffix)))
    .find(isProgram);
}
