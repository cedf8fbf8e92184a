/**
 * Builds the playground of the site (site/playground) into a folder of plain files: the renderer and the rules of the command, bundled
 * for a browser. Modules of Node are replaced by those of site/playground/node (docs/adr/0078-site-and-playground.md).
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describePackages, foldersIn, licenseText } from './bundled.mjs';
import { compileSchemas } from './compile-schemas.mjs';
import { rulesWithoutPages } from './site/without-pages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'site/playground');
const chart = join(root, 'charts/mcp-gateway');
const examples = ['first-route', 'acme-production', 'gateway-api', 'http-authorization', 'two-instances'];

const textOf = path => readFileSync(path, 'utf8');

/** The module that stands for cli/src/bundled-chart.ts: the files of the chart as texts, without its README, which nothing renders. */
function chartModule() {
  const files = readdirSync(chart, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => [relative(chart, path), textOf(path)])
    .filter(([name]) => name !== 'README.md');
  return `const files = ${JSON.stringify(files)};
    const encoder = new TextEncoder();
    let known;
    export const bundledChart = () => (known ??= new Map(files.map(([path, text]) => [path, encoder.encode(text)])));
    export const parsedTemplate = () => undefined;
    export const plainSchema = () => undefined;`;
}

/** The values that the page offers as examples. */
const examplesModule = () =>
  `export const examples = ${JSON.stringify(examples.map(name => ({ name, values: textOf(join(root, 'examples', name, 'values.yaml')) })))};`;

const modules = new Map([
  ['node:fs', 'fs'],
  ['node:net', 'net'],
  ['node:crypto', 'crypto'],
  ['node:url', 'url'],
  ['tinyglobby', 'absent'],
]);

/** Says who imports a module of Node that has no place in a browser. */
const browserModules = {
  name: 'browser-modules',
  setup(builder) {
    builder.onResolve({ filter: /\/bundled-chart\.js$/ }, () => ({ path: 'chart', namespace: 'made' }));
    builder.onResolve({ filter: /^playground:examples$/ }, () => ({ path: 'examples', namespace: 'made' }));
    builder.onLoad({ filter: /./, namespace: 'made' }, ({ path }) => ({ contents: path === 'chart' ? chartModule() : examplesModule() }));
    builder.onResolve({ filter: /^node:path$/ }, () => builder.resolve('path-browserify', { kind: 'import-statement', resolveDir: root }));
    builder.onResolve({ filter: /^(?:node:\w+|tinyglobby)$/ }, ({ path }) =>
      modules.has(path) ? { path: join(source, 'node', `${modules.get(path)}.ts`) } : undefined,
    );
    // A call of require would bring the CommonJS form beside the other one.
    builder.onResolve({ filter: /^re2js$/ }, () => ({ path: join(root, 'node_modules/re2js/build/index.js') }));
    builder.onResolve({ filter: /^@mcpgw\/go\/x509$/ }, () => ({ path: join(source, 'node/x509.ts') }));
    // REST APIs that a gateway's configuration names are checked by the command only: they are files beside the configuration.
    builder.onResolve({ filter: /\/api-findings\.js$/ }, () => ({ path: join(source, 'node/no-apis.ts') }));
  },
};

/** Builds the playground into a folder. Returns the bytes of each file as they are and in gzip. */
export async function buildPlayground(outdir) {
  compileSchemas();
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(source, 'start.ts'), join(source, 'page.tsx'), join(source, 'worker.ts'), join(source, 'style.css')],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    minify: true,
    metafile: true,
    write: false,
    charset: 'utf8',
    legalComments: 'none',
    chunkNames: '[name]-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: join(root, 'tsconfig.json'),
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js', 'vscode-languageserver': 'vscode-languageserver-types' },
    define: { 'import.meta.url': '"file:///playground/"' },
    plugins: [browserModules, rulesWithoutPages],
  });
  const sizes = new Map();
  for (const { path, contents } of outputFiles) {
    writeFileSync(path, contents);
    sizes.set(basename(path), { bytes: contents.length, gzip: gzipSync(contents, { level: 9 }).length });
  }
  for (const name of ['index.html', 'icon.svg']) copyFileSync(join(source, name), join(outdir, name));
  writeFileSync(join(outdir, 'licenses.txt'), licenseText(describePackages(foldersIn(metafile), root)));
  return sizes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = await buildPlayground(process.argv[2] ?? join(root, 'site/.vitepress/dist/playground'));
  for (const [name, { bytes, gzip }] of sizes) console.log(`${name}\t${bytes}\t${gzip}`);
}
