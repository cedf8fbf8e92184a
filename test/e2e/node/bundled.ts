/** Programs of tests with all that they import, as one file. */
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { root } from '../../helpers/mcpgw.js';

/** A program of this repository, by its path, as an ECMAScript module. */
export function bundled(entry: string): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, entry)],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minify: true,
    write: false,
    logLevel: 'silent',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outputFiles[0]!.contents;
}
