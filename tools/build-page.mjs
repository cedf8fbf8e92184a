/**
 * Bundles the browser code of the gateway's page (`packages/web/src/page`) into `packages/web/src/page-files.js`, which the command, the
 * libraries and the tests load. The file is not committed; builds and tests write it when a source or this program is newer.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync, transformSync } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'packages/web/src/page');
const output = join(root, 'packages/web/src/page-files.js');
const target = ['chrome111', 'firefox115', 'safari16.4'];

function headOf(files) {
  const hash = createHash('sha256');
  for (const file of [fileURLToPath(import.meta.url), join(root, 'package-lock.json'), ...files]) hash.update(readFileSync(file));
  return `// Made by tools/build-page.mjs: ${hash.digest('hex')}\n`;
}

function scriptOf() {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: [join(folder, 'main.tsx')],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target,
    charset: 'ascii',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: {},
  });
  return outputFiles[0].text;
}

/** Writes the module if it is missing or older than its sources. */
export function buildPage() {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
  const head = headOf(files);
  if (existsSync(output) && readFileSync(output, 'utf8').startsWith(head)) return;
  const text = name => readFileSync(join(folder, name), 'utf8');
  const pageFiles = {
    html: text('index.html'),
    script: scriptOf(),
    style: transformSync(text('style.css'), { loader: 'css', minify: true, target }).code,
    icon: text('icon.svg'),
  };
  const temporary = `${output}.${process.pid}`;
  writeFileSync(temporary, `${head}export const pageFiles = ${JSON.stringify(pageFiles, null, 1)};\n`);
  renameSync(temporary, output);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildPage();
