/**
 * `#private` is the notation of this repository: the runtime enforces it. Only private constructors, which have no other notation, use the
 * keyword. Errors are documented in one notation too: `@throws`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** The private members of a file, formatted by biome, that are declared with the keyword. */
const keywordsOf = (text: string): string[] => text.match(/^ +(?:static |override )*private (?!constructor\b|=).*$/gm) ?? [];

const filesBelow = (folder: string): { file: string; text: string }[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(file => file.endsWith('.ts') && !/\/(?:node_modules|dist)\//.test(file))
    .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const packages = ['cli', ...readdirSync(join(root, 'packages')).map(name => `packages/${name}`)];
const sources = packages.flatMap(folder => filesBelow(`${folder}/src`));
const others = ['test', 'examples', ...packages.map(folder => `${folder}/test`)]
  .filter(folder => existsSync(join(root, folder)))
  .flatMap(filesBelow);

const inProse = (text: string): boolean => /^\s*(?:\/\*)?\*.*\bThrows\b/m.test(text);

test('private members are declared with #', () => {
  const found = [...sources, ...others]
    .map(({ file, text }) => ({ file, members: keywordsOf(text) }))
    .filter(({ members }) => members.length > 0);
  expect(found).toEqual([]);
});

test('errors are documented with @throws', () => {
  expect(sources.filter(({ text }) => inProse(text)).map(({ file }) => file)).toEqual([]);
});

test('members with the keyword, and errors in prose, would be found', () => {
  const text =
    'export class A {\n  private a = 1;\n  private static b(): void {}\n  private readonly d: string;\n  readonly #c = 2;\n  private constructor() {}\n}\n';
  expect(keywordsOf(text)).toEqual(['  private a = 1;', '  private static b(): void {}', '  private readonly d: string;']);
  expect([' * Throws SchemaError.', '/** Reads. Throws E. */', '/** @throws E */', 'throws'].map(inProse)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
