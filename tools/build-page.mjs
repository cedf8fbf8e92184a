/**
 * Bundles the browser code of the gateway's page (`packages/web/src/page`) into `packages/web/src/page-files.js`, which the command, the
 * libraries and the tests load. The file is not committed; builds and tests write it when a source or this program is newer.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync, transformSync } from 'esbuild';
import { foldersIn } from './bundled.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'packages/web/src/page');
const output = join(root, 'packages/web/src/page-files.js');
const target = ['chrome111', 'firefox115', 'safari16.4'];

/** Begins the line of the module that lists the packages in the page. */
const packagesMark = '// Packages: ';

function headOf(files) {
  const hash = createHash('sha256');
  for (const file of [fileURLToPath(import.meta.url), join(root, 'package-lock.json'), ...files]) hash.update(readFileSync(file));
  return `// Made by tools/build-page.mjs: ${hash.digest('hex')}\n`;
}

/** The script of the page, and the folders of the packages in it. */
function scriptOf() {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [join(folder, 'main.tsx')],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'unused',
    minify: true,
    format: 'esm',
    target,
    charset: 'ascii',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: {},
  });
  return { script: outputFiles[0].text, packages: [...foldersIn(metafile)].sort() };
}

/** Writes the module if it is missing or older than its sources. Returns the folders of the packages in the page. */
export function buildPage() {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
  const head = headOf(files);
  const written = existsSync(output) ? readFileSync(output, 'utf8') : '';
  if (written.startsWith(head)) return JSON.parse(written.slice(head.length + packagesMark.length).split('\n', 1)[0]);
  const text = name => readFileSync(join(folder, name), 'utf8');
  const { script, packages } = scriptOf();
  const pageFiles = {
    html: text('index.html'),
    script,
    style: transformSync(text('style.css'), { loader: 'css', minify: true, target }).code,
    icon: text('icon.svg'),
  };
  const temporary = `${output}.${process.pid}`;
  const packagesLine = `${packagesMark}${JSON.stringify(packages)}\n`;
  writeFileSync(temporary, `${head}${packagesLine}export const pageFiles = ${JSON.stringify(pageFiles, null, 1)};\n`);
  renameSync(temporary, output);
  return packages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildPage();
