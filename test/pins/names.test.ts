/**
 * One name for one thing: no two modules export different types by one name, neither in one package nor in two. A type that is exported
 * again from an index is the same type.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** Names that two types have, with the reason and the modules. */
const allowed: Readonly<Record<string, { readonly reason: string; readonly modules: readonly string[] }>> = {
  Node: {
    reason: "a node of a template, as Go's text/template/parse calls it, and a node of YAML; no module imports both",
    modules: ['packages/gotemplate/src/node.ts', 'packages/structure/src/yaml/node.ts'],
  },
  ListNode: {
    reason: "a list of nodes of a template, as Go's text/template/parse calls it, and a list of YAML",
    modules: ['packages/gotemplate/src/node.ts', 'packages/structure/src/yaml/node.ts'],
  },
  RuleId: {
    reason: 'the catalogue of rules writes the file of the declaration, and so contains its text',
    modules: ['packages/diagnostics/src/rule-id.ts', 'packages/validate/src/catalogue/catalogue.ts'],
  },
};

const declaration = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)\b(?!,| \}| from)/gm;

function typesOf(text: string): string[] {
  return [...text.matchAll(declaration)].map(([, name]) => name!);
}

function modulesOf(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    file => `${folder}/${file.replaceAll('\\', '/')}`,
  );
  return files.filter(file => file.endsWith('.ts') && !/\.(?:test|cases|d)\.ts$/.test(file)).sort();
}

/** The modules that declare each name. */
function declarations(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const folders = ['cli/src', ...readdirSync(join(root, 'packages')).map(name => `packages/${name}/src`)];
  for (const module of folders.flatMap(modulesOf)) {
    for (const name of typesOf(readFileSync(join(root, module), 'utf8'))) found.set(name, [...(found.get(name) ?? []), module]);
  }
  return found;
}

const declared = declarations();

test('no two modules export different types by one name', () => {
  expect(declared.size).toBeGreaterThan(800);
  const shared = [...declared].filter(([name, modules]) => modules.length > 1 && !Object.hasOwn(allowed, name));
  expect(Object.fromEntries(shared)).toEqual({});
});

test('the list has no exception that is no longer needed', () => {
  const listed = Object.entries(allowed).map(([name, { modules }]) => [name, modules]);
  expect(listed).toEqual(listed.map(([name]) => [name, declared.get(name as string)]));
});

test.each([
  ['export interface A {', ['A']],
  ['export type A = B;\nexport abstract class C<T> extends D {', ['A', 'C']],
  ["export type { A } from './a.js';\nexport type * from './b.js';\ntype Own = 1;", []],
])('%j declares %j', (text, names) => {
  expect(typesOf(text)).toEqual(names);
});
