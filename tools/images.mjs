/**
 * Builds the container images of this repository (tools/image/, docs/adr/0076-images.md).
 *
 * node tools/images.mjs [--output FOLDER] [--arch amd64,arm64] [NAME...]
 *   NAME   `mcpgw`, `mcp-server-template`; both unless given. `mcpgw` needs cli/dist (make build).
 * node tools/images.mjs --renew
 *   writes the newest versions of what the images take from registries into tools/image/lock.json
 * Exit code 0: built; 2: could not build.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;
const main = join(root, 'tools/image/main.ts');
const { status } = spawnSync(process.execPath, ['--import', loader, main, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 2;
