import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '@mcpgw/helm';
import { CliError } from '../errors.js';
import { print } from '../terminal.js';

/** Writes `files` (path to content) into `dir` and reports them. @throws CliError, with nothing written, if a file already exists and `force` is off */
export function writeFiles(dir: string, files: ReadonlyMap<string, string | Uint8Array>, force: boolean): void {
  const taken = [...files.keys()].filter(path => existsSync(join(dir, path)));
  if (taken.length > 0 && !force) throw new CliError(`would overwrite ${taken.join(', ')} in ${dir}; --force does so`);
  for (const [path, text] of files) {
    makeFolder(dirname(join(dir, path)));
    writeFileSync(join(dir, path), text);
  }
  print([...files.keys()].map(path => `wrote ${join(dir, path)}\n`).join(''));
}
