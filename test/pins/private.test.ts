/**
 * `#private` is the notation of this repository: the runtime enforces it. Packages that use the keyword throughout are listed with the
 * reason. A class never mixes both. Errors are documented in one notation too: `@throws`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

const ported = 'its classes hold the inner loops of a render; a change of notation needs figures of `make bench`';
const structural = 'its classes hold the inner loops of a validation; a change of notation needs figures of `make bench`';

/** Packages whose classes may use the keyword, with the reason. */
const keyword: Readonly<Record<string, string>> = {
  'packages/go': ported,
  'packages/gotemplate': ported,
  'packages/helm': ported,
  'packages/jsonschema': ported,
  'packages/structure': structural,
};

interface Use {
  readonly name: string;
  readonly keyword: number;
  readonly hash: number;
}

/** How the classes of a file, formatted by biome, declare private members. A private constructor has no other notation. */
function classesOf(text: string): Use[] {
  const classes = text.matchAll(/^(?:export )?(?:abstract )?class (\w+)[^\n]*\{\n([\s\S]*?)^\}/gm);
  return [...classes].map(([, name = '', body = '']) => ({
    name,
    keyword: body.match(/^ {2}private (?!constructor|=)/gm)?.length ?? 0,
    hash: body.match(/^ {2}(?:(?:static|readonly|async|get|set|override) )*\*?#\w/gm)?.length ?? 0,
  }));
}

const packages = ['cli', ...readdirSync(join(root, 'packages')).map(name => `packages/${name}`)];
const sources = packages.flatMap(folder =>
  readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => ({ folder, file: `${folder}/src/${name.replaceAll('\\', '/')}` }))
    .map(({ folder, file }) => ({ folder, file, text: readFileSync(join(root, file), 'utf8') })),
);
const uses = sources.flatMap(({ folder, file, text }) => classesOf(text).map(use => ({ folder, file, ...use })));

const inProse = (text: string): boolean => /^\s*(?:\/\*)?\*.*\bThrows\b/m.test(text);

test('no class mixes both notations', () => {
  expect(uses.filter(({ keyword, hash }) => keyword > 0 && hash > 0)).toEqual([]);
});

test('a package uses #private, or is listed', () => {
  expect(uses.filter(({ folder, keyword: count }) => count > 0 && !(folder in keyword))).toEqual([]);
  expect(Object.keys(keyword).filter(folder => !uses.some(use => use.folder === folder && use.keyword > 0))).toEqual([]);
});

test('errors are documented with @throws', () => {
  expect(sources.filter(({ text }) => inProse(text)).map(({ file }) => file)).toEqual([]);
});

test('both notations would be found', () => {
  const text = 'export class A {\n  private a = 1;\n  readonly #b = 2;\n  private constructor() {}\n}\n';
  expect(classesOf(text)).toEqual([{ name: 'A', keyword: 1, hash: 1 }]);
  expect([' * Throws SchemaError.', '/** Reads. Throws E. */', '/** @throws E */', 'throws'].map(inProse)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
