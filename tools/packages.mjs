/**
 * Builds the libraries for publication: `packages/<name>/dist/index.js` (an ES module; dependencies stay imports) and the type
 * declarations beside it; for `@mcpgw/go`, one module for each library, with shared chunks. Within the repository, builds and tests use the sources.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPage } from './build-page.mjs';
import { compileSchemas } from './compile-schemas.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const names = readdirSync(join(root, 'packages')).filter(name => entriesOf(name).length > 0);
const types = join(root, '.cache/types');

/** The modules that users import. */
function entriesOf(name) {
  const source = join(root, 'packages', name, 'src');
  if (!existsSync(source)) return [];
  const folders = readdirSync(source, { withFileTypes: true }).filter(entry => entry.isDirectory());
  const candidates = existsSync(join(source, 'index.ts'))
    ? ['index.ts', 'internal.ts', 'dialect.ts']
    : folders.map(folder => join(folder.name, 'index.ts'));
  return candidates.map(file => join(source, file)).filter(file => existsSync(file));
}

compileSchemas();
buildPage();
rmSync(types, { recursive: true, force: true });
const compiler = join(root, 'node_modules/.bin/tsc');
execFileSync(compiler, ['-p', 'tsconfig.packages.json'], { cwd: root, stdio: 'inherit' });

for (const name of names) {
  const folder = join(root, 'packages', name);
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: entriesOf(name),
    outbase: join(folder, 'src'),
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    packages: 'external',
    alias: {},
    tsconfigRaw: {},
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    // Sources call `require` where they load a module on first use (docs/adr/0060-lazy-loading.md).
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  cpSync(join(types, 'packages', name, 'src'), join(folder, 'dist'), { recursive: true, filter: path => !/\.test\.d\.ts$/.test(path) });
  console.log(`packages/${name}/dist`);
}
