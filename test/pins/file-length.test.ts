/** A file is about one subject, and a reader sees all of it: at most 420 lines. Tables are longer; each is listed with what it is a table of. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const maxLines = 420;

/** A file, or a folder that ends in `/`, and what it is a table of. */
const tables: Readonly<Record<string, string>> = {
  'packages/agentgateway-rules/src/rules/index.ts': 'all rules, a row each',
  'packages/custom-resources/src/words/words.ts': 'descriptions of fields',
  'packages/diagnostics/src/rule-id.ts': 'ids of all rules, written from the rules',
  'packages/gotemplate/src/instructions.ts': 'instructions of compiled templates, written from instruction-table.ts',
  'packages/kubernetes/src/words/rest.ts': 'descriptions of fields',
  'packages/loader/test/proxy/recorded-answers.ts': 'answers of the proxy to each fault',
  'packages/validate/src/catalogue/object-docs.ts': 'pages of rules',
  'packages/validate/src/catalogue/structural.ts': 'rules and their pages',
  'test/helpers/library-questions.ts': 'generators of the questions for each function',
};

/** Files that are still to be split, with their lines. The numbers may only go down. */
const toSplit: Readonly<Record<string, number>> = {
  'packages/agentgateway-rules/src/check/static-config.test.ts': 566,
  'packages/gateway/test/outcomes.test.ts': 437,
  'packages/gateway/test/server/lifecycle.test.ts': 535,
  'packages/gateway/test/server/reload-model.test.ts': 446,
  'packages/kit/src/workspace.test.ts': 473,
  'packages/loader/test/faults.test.ts': 486,
  'packages/validate/test/rules.test.ts': 595,
};

const lineCount = (text: string): number => text.split('\n').length - 1;

const isSkipped = (path: string): boolean => /(?:^|\/)(?:node_modules|dist|\.[^/]*)(?:\/|$)/.test(path);

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .map(entry => ({ entry, path: `${folder}/${entry.name}` }))
    .filter(({ path }) => !isSkipped(path))
    .flatMap(({ entry, path }) =>
      entry.isDirectory() ? filesBelow(path) : entry.isFile() && /\.[cm]?ts$|\.mjs$/.test(path) ? [path] : [],
    );
}

const lengths = new Map(
  ['cli', 'packages', 'tools', 'bench', 'examples', 'test']
    .flatMap(filesBelow)
    .map(path => [path, lineCount(readFileSync(join(root, path), 'utf8'))] as const),
);

/** Tables of every field of a format, which other tests hold to that form. */
const isCensus = (path: string): boolean => /^packages\/[^/]+\/src\/census\//.test(path);
const isTable = (path: string): boolean =>
  isCensus(path) || Object.keys(tables).some(table => path === table || (table.endsWith('/') && path.startsWith(table)));
const long = [...lengths].filter(([path, lines]) => lines > maxLines && !isTable(path));

test('no file but a table is longer than 420 lines', () => {
  expect(long.filter(([path, lines]) => lines > (toSplit[path] ?? maxLines))).toEqual([]);
});

test('every listed file is still long', () => {
  const listed = [...Object.keys(tables), ...Object.keys(toSplit)];
  const isLong = (name: string): boolean =>
    [...lengths].some(([path, lines]) => lines > maxLines && (path === name || (name.endsWith('/') && path.startsWith(name))));
  expect(listed.filter(name => !isLong(name))).toEqual([]);
});

test('lines are counted as `wc -l` counts them', () => {
  expect(['', 'a', 'a\n', 'a\n\nb\n'].map(lineCount)).toEqual([0, 0, 1, 3]);
  expect(['packages/a/node_modules/b.ts', 'cli/dist/mcpgw.js', 'test/.cache/a.ts', 'packages/a/src/distance.ts'].map(isSkipped)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
