/**
 * Builds the site into site/dist: plain files for any host. The pages come from docs/ and from the code, VitePress makes HTML of them, and
 * the playground is beside them (docs/adr/0078-site-and-playground.md). MCPGW_SITE_BASE is the path below which the site is served.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { buildPlayground } from './build-playground.mjs';
import { commitOf } from './site/generated.mjs';
import { stagePages } from './site/stage.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = process.argv[2] ?? join(root, 'site/dist');

if (!existsSync(join(root, 'cli/dist/mcpgw.js'))) {
  console.error('build the command first: make build');
  process.exit(2);
}
const { commands } = await stagePages(root, join(root, '.cache/site-pages'));
writeFileSync(join(root, '.cache/site-menu.json'), JSON.stringify({ commands: commands.map(({ name }) => name), commit: commitOf(root) }));
rmSync(outDir, { recursive: true, force: true });
await build(join(root, 'site'), { outDir });
await buildPlayground(join(outDir, 'playground'));
