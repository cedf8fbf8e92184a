/**
 * One name for one thing, and usual words: those of the word list in docs/style.md have a usual one that is written instead. Sources,
 * tests and pages are scanned; recorded data and generated schemas are not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** A word that is not used, and the word to write instead: the rows of the word list in docs/style.md. */
const words: readonly (readonly [word: RegExp, instead: string])[] = readFileSync(join(root, 'docs/style.md'), 'utf8')
  .split('## Word list')[1]!
  .split('\n')
  .map(line => /^\| (.+) \| (.+) \|$/.exec(line))
  .filter(row => row !== null && row[1] !== 'instead of')
  .map(row => [new RegExp(`\\b(?:${row![1]!.split(', ').join('|')})\\b`, 'i'), row![2]!]);

/** Files, or folders with a slash at the end, that still have such a word, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'docs/style.md': 'lists the words',
  'packages/relations/src/objects/ingress-annotations.ts': 'the name of an annotation of ingress-nginx',
  'packages/validate/src/values/peers-and-annotations.test.ts': 'the name of an annotation of ingress-nginx',
  'test/e2e/mcp-fixture/offers.ts': 'a text that the official conformance suite expects',
  'test/pins/vocabulary.test.ts': 'names some of the words',
};

const folders = ['bench', 'charts', 'cli', 'docs', 'examples', 'packages', 'test', 'tools'];
const text = /\.(?:ts|mts|mjs|cjs|md|hbs|tpl|txt|py|css|html)$|\/values\.yaml$/;
const recorded = /(?:^|\/)(?:node_modules|dist|built|\.cache)\/|^test\/(?:corpus|golden|fuzz\/(?:regressions|crashes))\//;

const files = [
  ...readdirSync(root).filter(name => name.endsWith('.md')),
  ...folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name.replaceAll('\\', '/')}`),
  ),
].filter(file => text.test(file) && !recorded.test(file));

function wordsOf(content: string): string[] {
  return content
    .split('\n')
    .flatMap((line, at) =>
      words.flatMap(([word, instead]) => (word.test(line) ? [`line ${at + 1}: write "${instead}" (${word.source})`] : [])),
    );
}

const found = files.flatMap(file => {
  const faults = wordsOf(readFileSync(join(root, file), 'utf8'));
  return faults.length === 0 ? [] : [{ file, faults }];
});
const covers = (entry: string, file: string): boolean => (entry.endsWith('/') ? file.startsWith(entry) : file === entry);

test('the word list of docs/style.md is read', () => {
  expect(words.length).toBeGreaterThan(15);
});

test('sources, tests and pages use the usual words', () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(found.filter(({ file }) => !Object.keys(exceptions).some(entry => covers(entry, file)))).toEqual([]);
});

test('the list has no exception that is no longer needed', () => {
  expect(Object.keys(exceptions).filter(entry => !found.some(({ file }) => covers(entry, file)))).toEqual([]);
});

test.each(['to mend it', 'a time-out', 'waits for ever.', 'requests under way', 'const underWay = 1;'])('"%s" would be found', line => {
  expect(wordsOf(line)).toHaveLength(1);
});

test.each(['for every', 'recommend', 'a timeout', 'amended'])('"%s" is no such word', line => {
  expect(wordsOf(line)).toEqual([]);
});
