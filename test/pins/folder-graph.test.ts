import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const root = join(__dirname, '../..');
const packages = [
  'cli',
  ...readdirSync(join(root, 'packages'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => `packages/${name}`),
];

/**
 * Folders that still form an import cycle, by package, and the change that will remove the cycle. The list may only shrink: a cycle that
 * is not listed fails, and so does an entry without its cycle.
 */
const rings: Readonly<Record<string, readonly { readonly folders: string; readonly until: string }[]>> = {};

/** Imports between folders, where a file directly below `src` is a node of its own, or between files. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const folderOf = (file: string): string => (dirname(file) === '.' ? file : dirname(file));

/** What a module imports from files of its own package, types too, as paths from `src`. */
function importsOf(file: string, text: string): string[] {
  const found = text.matchAll(/(?:\bfrom |\bimport |\bimport\(|\brequire\()'(\.{1,2}\/[^']*)'/g);
  return [...found].map(([, path]) => normalize(join(dirname(file), path!)).replace(/\.js$/, '.ts'));
}

function graphOf(files: Readonly<Record<string, string>>, nodeOf: (file: string) => string = folderOf): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [file, text] of Object.entries(files)) {
    const from = nodeOf(file);
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const imported of importsOf(file, text)) if (nodeOf(imported) !== from) targets.add(nodeOf(imported));
  }
  return graph;
}

/** Everything that can be reached from a folder. */
function reachable(graph: Graph, start: string): Set<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    open.push(...(graph.get(folder) ?? []));
  }
  return seen;
}

/** The folders of each ring, sorted and joined by spaces. */
function ringsOf(graph: Graph): string[] {
  const reach = new Map([...graph.keys()].map(folder => [folder, reachable(graph, folder)]));
  const found = [...reach].map(([folder, beyond]) => {
    const ring = [...beyond].filter(other => other === folder || reach.get(other)?.has(folder));
    return beyond.has(folder) ? ring.sort().join(' ') : '';
  });
  return [...new Set(found)].filter(ring => ring !== '').sort();
}

function sourcesOf(folder: string): Record<string, string> {
  const src = join(root, folder, 'src');
  const files = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map(entry => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map(file => [relative(src, file), readFileSync(file, 'utf8')]));
}

test.each(packages)('no folders of %s import each other, but for those that are listed', folder => {
  expect(ringsOf(graphOf(sourcesOf(folder)))).toEqual((rings[folder] ?? []).map(({ folders }) => folders).sort());
});

test.each(packages)('no files of %s import each other in a circle, types included', folder => {
  expect(ringsOf(graphOf(sourcesOf(folder), file => file))).toEqual([]);
});

test('every listed package exists', () => {
  expect(Object.keys(rings).filter(folder => !packages.includes(folder))).toEqual([]);
});

test('a ring is found through types, dynamic imports, nested folders and files below src', () => {
  const files = {
    'a/one.ts': "import type { B } from '../b/deep/two.js';",
    'b/deep/two.ts': "const load = () => import('../../loose.js');",
    'loose.ts': "export { one } from './a/one.js';",
    'c/three.ts': "import '../a/one.js';\nimport { four } from './four.js';",
    'c/four.ts': "import { x } from 'node:fs';",
  };
  expect(ringsOf(graphOf(files))).toEqual(['a b/deep loose.ts']);
});

test('an import of a folder below is none of the folder itself', () => {
  expect(ringsOf(graphOf({ 'a/one.ts': "import './b/two.js';", 'a/b/two.ts': '' }))).toEqual([]);
  expect(ringsOf(graphOf({ 'a/one.ts': "import './b/two.js';", 'a/b/two.ts': "import '../one.js';" }))).toEqual(['a a/b']);
});
