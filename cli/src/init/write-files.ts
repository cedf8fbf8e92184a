import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '@mcpgw/helm';
import { CliError } from '../errors.js';
import { writeReason } from '../replace-file.js';
import { print } from '../terminal.js';

/** Writes `files` (path to content) into `dir` and reports them. @throws CliError, with nothing written, if a file already exists and `force` is off; or if one cannot be written */
export function writeFiles(dir: string, files: ReadonlyMap<string, string | Uint8Array>, force: boolean): void {
  const taken = [...files.keys()].filter(path => existsSync(join(dir, path)));
  if (taken.length > 0 && !force)
    throw new CliError(`${taken.join(', ')} ${taken.length === 1 ? 'exists' : 'exist'} in ${dir}; use --force to overwrite`);
  for (const [path, text] of files) write(join(dir, path), text);
  print([...files.keys()].map(path => `wrote ${join(dir, path)}\n`).join(''));
}

/** @throws CliError with the system's reason */
function write(path: string, text: string | Uint8Array): void {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, text);
  } catch (error) {
    throw new CliError(`cannot write ${path}: ${writeReason(error)}`);
  }
}
