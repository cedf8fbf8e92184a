/**
 * Builds the executable `cli/dist/mcpgw.js`: a launcher, one bundle for each command, and one bundle with everything for help
 * and the standalone executable. A bundle is split where the sources say `import()`. Each is run once to create its code cache (see
 * cli/src/launcher.ts), unless `--no-caches` is given.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { buildPage } from './build-page.mjs';
import { describePackages, foldersIn, licenseText } from './bundled.mjs';
import { compileSchemas } from './compile-schemas.mjs';
import { wrapper } from './wrapper.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'cli/src');
const dist = join(root, 'cli/dist');
const chart = join(root, 'charts/mcp-gateway');

/** Runs a module of the sources and returns its exports. */
async function load(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: source, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  const module = { exports: {} };
  new Function('module', 'exports', 'require', outputFiles[0].text)(module, module.exports, createRequire(import.meta.url));
  return module.exports;
}

/** The compiled templates of the chart, and the requirements of its schema if it is a simple one, so that a render need not compute them. */
async function preparedChart() {
  const { encodeTemplates, plainValuesSchema, loadChart, deps, Packer, Strings } = await load(`
    export { loadChart } from '@mcpgw/helm';
    export { encodeTemplates, plainValuesSchema, Strings } from '@mcpgw/helm/internal';
    export { Packer } from './packed-trees.js';
    export { deps } from './render/run.js';`);
  const schema = readFileSync(join(chart, 'values.schema.json'), 'utf8');
  const strings = new Strings();
  const templates = encodeTemplates(loadChart(chart, { warn: () => {} }), deps, strings);
  return { templates, strings: strings.list, schema: plainValuesSchema(schema), Packer };
}

/** Writes `chart.bin`; cli/src/packed-chart.ts describes its content. */
async function writeChart() {
  const paths = readdirSync(chart, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
  const { templates, strings, schema, Packer } = await preparedChart();
  const packer = new Packer();
  const files = paths.map(path => [relative(chart, path), packer.add(readFileSync(path))]);
  const trees = templates.map(({ name, trees }) => [name, packer.addTrees(trees)]);
  const plainSchema = schema && packer.addText(schema);
  writeFileSync(join(dist, 'chart.bin'), packer.finish({ files, trees, strings, plainSchema }));
}

/** Replaces the module that reads the chart from the source tree with the one that reads `chart.bin`. */
const packChart = {
  name: 'pack-chart',
  setup(builder) {
    builder.onResolve({ filter: /\/bundled-chart\.js$/ }, () => ({ path: join(source, 'packed-chart.ts') }));
    builder.onResolve({ filter: /\.bin$/ }, ({ path }) => ({ path, external: true }));
  },
};

/**
 * Leaves `node:child_process` out of commander, which loads it at once and uses it only for commands that are executables of their
 * own. mcpgw has none, and loading it takes 8 % of a render (docs/adr/0060-lazy-loading.md).
 */
const noExecutables = {
  name: 'no-executables',
  setup(builder) {
    builder.onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path, namespace: 'left-out' } : undefined,
    );
    builder.onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: '' }));
  },
};

/** The commit of the tree, for `mcpgw version`. MCPGW_COMMIT specifies it where there is no repository. Empty if unknown. */
function commitOfTree() {
  if (process.env.MCPGW_COMMIT) return process.env.MCPGW_COMMIT;
  try {
    const args = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

const commit = commitOfTree();

/** The folders of the packages with code in what is built. */
const bundledFolders = new Set();

const plain = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  minify: true,
  charset: 'ascii',
  legalComments: 'none',
  // Its CommonJS form loads its own files in a way that a bundle cannot contain.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
};

/**
 * Builds `outfile` from the code of its entry, split where the sources say `import()`: `NAME-*.cjs` beside it holds what only such an
 * import needs. esbuild splits ES modules alone, so each file becomes a CommonJS module afterwards, which starts faster
 * (docs/adr/0060-lazy-loading.md).
 */
async function buildSplit(outfile, contents) {
  const name = basename(outfile, '.cjs');
  const { outputFiles, metafile } = await build({
    ...plain,
    stdin: { contents, resolveDir: source, loader: 'ts', sourcefile: 'entry.ts' },
    metafile: true,
    plugins: [packChart, noExecutables],
    format: 'esm',
    splitting: true,
    // The second step needs the names.
    minify: false,
    minifySyntax: true,
    supported: { 'regexp-unicode-property-escapes': true },
    loader: { '.hbs': 'text' },
    define: { MCPGW_COMMIT: JSON.stringify(commit) },
    write: false,
    outdir: dirname(outfile),
    outExtension: { '.js': '.cjs' },
    entryNames: name,
    chunkNames: `${name}-[name]-[hash]`,
  });
  for (const folder of foldersIn(metafile)) bundledFolders.add(folder);
  await Promise.all(outputFiles.map(async ({ path, text }) => writeFileSync(path, await commonJs(text))));
}

/** The CommonJS module of an ES module that esbuild wrote. */
async function commonJs(text) {
  // esbuild calls `require` by a helper in ES modules; Bun, which compiles the standalone executable, only follows the plain call.
  const { code } = await transform(text.replaceAll('__require(', 'require('), {
    format: 'cjs',
    platform: 'node',
    target: plain.target,
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    supported: { 'dynamic-import': false, 'regexp-unicode-property-escapes': true },
    // Packages only pass it to createRequire, which takes a path as well.
    define: { 'import.meta.url': '__filename' },
    banner: wrapper.banner.js,
    footer: wrapper.footer.js,
  });
  return code;
}

const commandNames = readdirSync(join(source, 'commands'))
  // completion and man describe all commands: they run from the bundle with everything.
  .filter(file => /^[a-z]+\.ts$/.test(file) && !/^(?:index|completion|man)\.ts$/.test(file))
  .map(file => basename(file, '.ts'));

const registerName = name => `register${name[0].toUpperCase()}${name.slice(1)}`;

const commandEntry = name => `
  import { createProgram, run } from './program.js';
  import { ${registerName(name)} } from './commands/${name}.js';
  const program = createProgram();
  ${registerName(name)}(program);
  run(program, process.argv.slice(2));`;

compileSchemas();
for (const folder of buildPage()) bundledFolders.add(folder);
rmSync(dist, { recursive: true, force: true });
for (const folder of ['commands', 'workers']) mkdirSync(join(dist, folder), { recursive: true });
writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
await writeChart();
await build({
  ...plain,
  entryPoints: [join(source, 'launcher.ts')],
  outfile: join(dist, 'mcpgw.js'),
  banner: { js: '#!/usr/bin/env node' },
});
await build({ ...plain, entryPoints: [join(source, 'worker-launcher.ts')], outfile: join(dist, 'workers/start.cjs') });
// One after the other: each reads most of the sources, and all at once take 6 GB of memory. esbuild uses every core for one as well.
await buildSplit(join(dist, 'commands/main.cjs'), "import { main } from './main.js'; main(process.argv.slice(2));");
for (const name of commandNames) await buildSplit(join(dist, `commands/${name}.cjs`), commandEntry(name));
for (const [name, folder] of Object.entries({ matrix: 'render', writer: 'render', judge: 'lsp' }))
  await buildSplit(join(dist, `workers/${name}.cjs`), `import './${folder}/${name}-worker.js';`);
chmodSync(join(dist, 'mcpgw.js'), 0o755);

const bundled = describePackages(bundledFolders, root);
const withoutText = bundled.map(({ name, version, license }) => ({ name, version, license }));
writeFileSync(join(dist, 'bundled.json'), `${JSON.stringify({ commit, packages: withoutText }, null, 2)}\n`);
writeFileSync(join(dist, 'licenses.txt'), licenseText(bundled));
if (process.argv.includes('--no-caches')) process.exit();

/** A copy of the chart with one changed template, so that rendering it also runs the parser. */
function chartToParse() {
  const copy = join(mkdtempSync(join(tmpdir(), 'mcpgw-build-')), 'chart');
  cpSync(chart, copy, { recursive: true });
  appendFileSync(join(copy, 'templates/_model.tpl'), '{{- /* changed */ -}}');
  return copy;
}

/** Writes the example of a published schema to a file, so that the code cache contains the check of its format. */
function exampleFile(schema, name) {
  const file = join(dirname(parsedChart), name);
  writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(join(root, 'schemas', `${schema}.json`), 'utf8')).examples[0]));
  return file;
}

/** The arguments of each command while its code cache is created. The cache contains the functions that run then. */
const parsedChart = chartToParse();
const usualRuns = {
  render: ['warm-up', parsedChart],
  validate: [
    ...['examples/acme-production/values.yaml', 'test/golden/static-v1.4.1-workload/expected.yaml'].map(file => join(root, file)),
    exampleFile('mcp-config', 'mcp_config.json'),
    exampleFile('serve', 'gateway.yaml'),
  ],
  serve: ['--check', exampleFile('serve', 'gateway.yaml')],
};
const matrix = ['render', 'warm-up', parsedChart, '--matrix', join(root, 'examples/environments/*.yaml'), '--jobs', '2'];
const warmUps = [
  ['--help'],
  ...commandNames.map(name => [name, ...(usualRuns[name] ?? ['--help'])]),
  [...matrix, '--output-dir', join(dirname(parsedChart), 'out')],
];
for (const args of warmUps) {
  try {
    execFileSync(process.execPath, [join(dist, 'mcpgw.js'), ...args], { stdio: 'ignore' });
  } catch {
    // The cache is written regardless of the exit code.
  }
}
rmSync(dirname(parsedChart), { recursive: true });
if (!existsSync(join(dist, 'mcpgw.js'))) process.exit(1);
