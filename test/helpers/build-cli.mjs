/** Builds the executable before the end-to-end tests, unless it is newer than every source. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compileSchemas } from '../../tools/compile-schemas.mjs';
import { makeTempFolder } from '../../tools/jest-temp.mjs';

const root = join(import.meta.dirname, '../..');
const sources = ['cli/src', 'charts', 'schemas', 'tools', ...readdirSync(join(root, 'packages')).map(name => `packages/${name}/src`)];

function newest(folder) {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return Math.max(0, ...entries.filter(entry => entry.isFile()).map(entry => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}

export default function buildCli() {
  makeTempFolder();
  compileSchemas();
  const built = join(root, 'cli/dist/mcpgw.js');
  const changed = Math.max(...sources.map(folder => newest(join(root, folder))));
  if (existsSync(built) && statSync(built).mtimeMs > changed) return;
  execFileSync(process.execPath, [join(root, 'tools/build.mjs')], { cwd: root, stdio: 'inherit' });
}
