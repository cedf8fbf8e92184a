/**
 * Builds the site into site/dist: plain files for any host. The pages come from docs/ and from the code, VitePress makes HTML of them, and
 * the playground is beside them (docs/adr/0078-site-and-playground.md). MCPGW_SITE_BASE is the path below which the site is served.
 *
 * node tools/build-site.mjs [FOLDER] [--version VERSION]
 *   --version   builds into the folder of this version below FOLDER, and updates the list of versions there (docs/releases.md)
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { buildPlayground } from './build-playground.mjs';
import { commitOf } from './site/generated.mjs';
import { stagePages } from './site/stage.mjs';
import { writeVersions } from './site/versions.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({ options: { version: { type: 'string', default: '' } }, allowPositionals: true });
const { version } = values;
const folder = positionals[0] ?? join(root, 'site/dist');
const outDir = join(folder, version);

if (!existsSync(join(root, 'cli/dist/mcpgw.js'))) {
  console.error('build the command first: make build');
  process.exit(2);
}
const { commands } = await stagePages(root, join(root, '.cache/site-pages'));
const menu = { commands: commands.map(({ name }) => name), commit: commitOf(root), version };
writeFileSync(join(root, '.cache/site-menu.json'), JSON.stringify(menu));
rmSync(outDir, { recursive: true, force: true });
await build(join(root, 'site'), { outDir });
await buildPlayground(join(outDir, 'playground'));
if (version !== '') writeVersions(folder);
