/**
 * Makes a release (tools/release/, docs/releases.md): versions of all packages and of the chart, changelog, packages, chart, images, site,
 * executables, bills of materials, checksums.
 *
 * node tools/release.mjs [--dry-run] [--only npm,chart,executables,images,site] [--output FOLDER] [--repository URL] [--charts OCI-URL]
 *                        [--sign KEY --keyring FILE]
 *   --dry-run      works in a copy of the tree, under a repository that nobody has, and prints what would be published
 *   --repository   the public repository that the packages name; a release needs one
 * Exit code 0: made; 2: could not be made.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;
const main = join(root, 'tools/release/main.ts');
const { status } = spawnSync(process.execPath, ['--import', loader, main, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 2;
