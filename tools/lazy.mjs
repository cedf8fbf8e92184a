/**
 * What the executable loads when it is used and not before. An import of it becomes an object with a getter for each name that
 * the importer takes.
 */
import { readFileSync } from 'node:fs';
import { exportsOf } from './wrapper.mjs';

/** Packages that few runs need, and who depends on each. */
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

/** Modules of ours that only some runs need, each a file or several modules as one: the chart's engine, the gateway with its reader of OpenAPI documents. */
export const lazyParts = [
  { name: 'api-findings', asked: /\/api-findings\.js$/, entry: 'cli/src/validate/api-findings.ts' },
  { name: 'helm', asked: /^@mcpgw\/helm(?:\/internal)?$/, modules: ['@mcpgw/helm', '@mcpgw/helm/internal'] },
];

/** Modules of Node that cost milliseconds to load and that few runs use. */
const lazyBuiltins = ['node:child_process', 'node:crypto', 'node:net', 'node:v8', 'node:worker_threads', 'node:zlib'];

/** The names that a module of ours takes from another, types left out; undefined where it takes the whole of it. */
function namesTaken(importer, specifier) {
  if (!/\.ts$/.test(importer) || importer.includes('node_modules')) return undefined;
  const from = specifier.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const statements = [...readFileSync(importer, 'utf8').matchAll(new RegExp(`^(?:im|ex)port ([^;]*?) from '${from}'`, 'gm'))];
  const lists = statements.map(([, list]) => list).filter(list => !list.startsWith('type '));
  if (lists.length === 0 || !lists.every(list => list.startsWith('{'))) return undefined;
  const names = lists.flatMap(list => list.slice(1, -1).split(',')).map(name => name.trim());
  return names.filter(name => name !== '' && !name.startsWith('type ')).map(name => name.split(' ')[0]);
}

/** Where a lazy module is and which of its names are wanted, as the path of the object that stands for it. */
const pathOf = (target, { importer, path }) => `${target}#${namesTaken(importer, path)?.join(',') ?? ''}`;

/** The object for such a path; `id` is what is required, `all` gives every name of the module. */
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
 * What is a file of its own, `dist/lazy/NAME.cjs`: `fileOf` builds it, once, and gives its path. `within` names those that stand in
 * the bundle itself.
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
