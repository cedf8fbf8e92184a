/**
 * Builds the libraries for publication: `packages/<name>/dist/index.js` (an ES module; dependencies stay imports) and the type
 * declarations beside it. Within the repository nobody needs them: builds and tests read the sources.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const names = readdirSync(join(root, 'packages')).filter(name => existsSync(join(root, 'packages', name, 'src/index.ts')));
const types = join(root, '.cache/types');

rmSync(types, { recursive: true, force: true });
const compiler = join(root, 'node_modules/.bin/tsc');
execFileSync(compiler, ['-p', 'tsconfig.packages.json'], { cwd: root, stdio: 'inherit' });

for (const name of names) {
  const folder = join(root, 'packages', name);
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'src/index.ts')],
    outfile: join(folder, 'dist/index.js'),
    bundle: true,
    packages: 'external',
    alias: {},
    tsconfigRaw: {},
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    // Packages that few callers need are required when they are first used.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  cpSync(join(types, 'packages', name, 'src'), join(folder, 'dist'), { recursive: true, filter: path => !/\.test\.d\.ts$/.test(path) });
  console.log(`packages/${name}/dist`);
}
