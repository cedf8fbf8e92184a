/** A copy of the tree, in which a dry run changes versions and builds. */
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './run.js';
import { workspacesOf } from './version.js';

/** Copies the files that git knows, as they are now, to `tree`. Installed packages are linked. */
export function copyTree(root: string, tree: string): void {
  rmSync(tree, { recursive: true, force: true });
  const files = run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root }).split('\0');
  for (const file of files.filter(name => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(root, file), join(tree, file), { verbatimSymlinks: true });
  }
  for (const folder of ['.', ...workspacesOf(root)].map(name => join(name, 'node_modules')))
    if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(tree, folder));
}
