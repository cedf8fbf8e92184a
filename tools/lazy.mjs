/**
 * Modules that the executable loads on first use. An import of such a module becomes an object with a getter for each imported
 * name.
 */
import { readFileSync } from 'node:fs';
import { exportsOf } from './wrapper.mjs';

/** Packages that few runs need, with the packages that depend on them. */
export const lazyPackages = {
  '@marcbachmann/cel-js/evaluator': 'packages/custom-resources',
  '@redis/client': 'packages/store',
  asn1js: 'packages/go',
  bcryptjs: 'packages/helm',
  diff: 'cli',
  handlebars: 'cli',
  re2js: 'packages/go',
  tinyglobby: 'cli',
  yaml: 'packages/structure',
};

/** Our modules that only some runs need, bundled into separate files: the chart's engine, and REST APIs with their OpenAPI reader. */
export const lazyParts = [
  { name: 'api-findings', asked: /\/api-findings\.js$/, entry: 'cli/src/validate/api-findings.ts' },
  { name: 'helm', asked: /^@mcpgw\/helm(?:\/internal)?$/, modules: ['@mcpgw/helm', '@mcpgw/helm/internal'] },
];

/** Node modules that take milliseconds to load and that few runs use. */
const lazyBuiltins = ['node:child_process', 'node:crypto', 'node:net', 'node:v8', 'node:worker_threads', 'node:zlib'];

/** The names that one of our modules imports from another, without types; undefined if it imports the whole module. */
function namesTaken(importer, specifier) {
  if (!/\.ts$/.test(importer) || importer.includes('node_modules')) return undefined;
  const from = specifier.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const statements = [...readFileSync(importer, 'utf8').matchAll(new RegExp(`^(?:im|ex)port ([^;]*?) from '${from}'`, 'gm'))];
  const lists = statements.map(([, list]) => list).filter(list => !list.startsWith('type '));
  if (lists.length === 0 || !lists.every(list => list.startsWith('{'))) return undefined;
  const names = lists.flatMap(list => list.slice(1, -1).split(',')).map(name => name.trim());
  return names.filter(name => name !== '' && !name.startsWith('type ')).map(name => name.split(' ')[0]);
}

/** The path of the object that replaces a lazy module: the location of the module, and the imported names. */
const pathOf = (target, { importer, path }) => `${target}#${namesTaken(importer, path)?.join(',') ?? ''}`;

/** The code of the object for such a path. `id` is the module to require; `all` returns every name of the module. */
async function getters(path, id, all) {
  const [target, list] = path.split('#');
  const names = list === '' ? await all(target) : list.split(',');
  const required = `require(${JSON.stringify(id(target))})`;
  return {
    contents: `module.exports = { ${names.map(name => `get ${name}() { return ${required}.${name}; }`).join(', ')} };`,
    loader: 'js',
  };
}

/**
 * Loads modules from separate files, `dist/lazy/NAME.cjs`. `fileOf` builds such a file once and returns its path. `within` lists the
 * modules that are part of the bundle itself.
 */
export const loadLazily = (fileOf, within = []) => ({
  name: 'load-lazily',
  setup(builder) {
    const parts = [...Object.keys(lazyPackages).map(name => ({ name, asked: new RegExp(`^${name}$`) })), ...lazyParts];
    for (const { name, asked } of parts.filter(part => !within.includes(part.name))) {
      const resolved = request => ({ path: pathOf(name, request), namespace: 'lazy' });
      builder.onResolve({ filter: asked }, request => (request.kind === 'entry-point' ? undefined : resolved(request)));
    }
    builder.onResolve({ filter: /./, namespace: 'lazy' }, ({ path }) => ({ path, external: true }));
    const allNames = async name => Object.keys(exportsOf(await fileOf(name)));
    builder.onLoad({ filter: /./, namespace: 'lazy' }, ({ path }) => getters(path, name => `../lazy/${name}.cjs`, allNames));
  },
});

export const loadBuiltinsLazily = {
  name: 'load-builtins-lazily',
  setup(builder) {
    builder.onResolve({ filter: new RegExp(`^(${lazyBuiltins.join('|')})$`), namespace: 'file' }, request => ({
      path: pathOf(request.path, request),
      namespace: 'lazy-builtin',
    }));
    const allNames = async name => Object.keys(await import(name)).filter(key => key !== 'default');
    builder.onLoad({ filter: /./, namespace: 'lazy-builtin' }, ({ path }) => getters(path, name => name, allNames));
  },
};
