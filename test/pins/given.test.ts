/** A key whose value is null counts as absent: `given` and `isGiven` of the package structure say so, and no source says it again. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const own = 'packages/structure/src/yaml/given.ts';

const again: readonly RegExp[] = [
  // value === undefined || isNull(value) ? undefined : value
  /\b(\w+) === undefined \|\| isNull\(\1\) \? undefined : \1\b/,
  // const value = get(node, key); return value !== undefined && !isNull(value);
  /\b(\w+) = get\([^;]*\);\s*return \1 !== undefined && !isNull\(\1\)/,
  // get(node, key) !== undefined && !isNull(get(node, key))
  /\b(get\([^()]*\)) !== undefined && !isNull\(\1/,
];

const sources = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
  .map(file => `packages/${file}`)
  .filter(file => /^packages\/[^/]+\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts') && file !== own);

test('no source reads a key as given or isGiven do', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(file => again.some(pattern => pattern.test(readFileSync(join(root, file), 'utf8'))))).toEqual([]);
});
