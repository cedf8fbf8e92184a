/** Builds the extension of VS Code: `editors/vscode/dist/extension.cjs`, with the client of the protocol and without VS Code itself. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../editors/vscode', import.meta.url));

await build({
  absWorkingDir: folder,
  entryPoints: [join(folder, 'src/extension.ts')],
  outfile: join(folder, 'dist/extension.cjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: true,
  legalComments: 'linked',
  external: ['vscode'],
  logLevel: 'error',
});
