/** docs/security.md promises by tests: each file and each name that it gives is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

interface Named {
  readonly line: number;
  readonly file: string;
  readonly name?: string;
}

/** Every test that a row names: a file in backticks, and the names in italics behind it. */
function testsOf(text: string): Named[] {
  return text.split('\n').flatMap((row, at) => {
    const found: Named[] = [];
    let file: string | undefined;
    for (const [, path, name] of row.matchAll(/`([\w./-]+\.test\.ts)`|(?<![*\w])\*([^*]+)\*(?!\*)/g)) {
      file = path ?? file;
      if (path !== undefined) found.push({ line: at + 1, file: path });
      else if (file !== undefined) found.push({ line: at + 1, file, name: name! });
    }
    return found;
  });
}

function faultOf({ line, file, name }: Named): string[] {
  if (!existsSync(join(root, file))) return [`line ${line}: there is no ${file}`];
  if (name === undefined || readFileSync(join(root, file), 'utf8').includes(name)) return [];
  return [`line ${line}: ${file} has no test "${name}"`];
}

const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
const tests = testsOf(text);

test('every test that docs/security.md names is there', () => {
  expect(tests.length).toBeGreaterThan(80);
  expect(tests.flatMap(faultOf)).toEqual([]);
});

test('every promise names a test', () => {
  const rows = text.split('\n');
  const heads = rows.flatMap((row, at) => (row === '| promise | tested in |' ? [at] : []));
  const promises = heads.flatMap(at => rows.slice(at + 2, rows.indexOf('', at)));
  expect(promises.length).toBeGreaterThan(40);
  expect(promises.filter(row => testsOf(row).length === 0)).toEqual([]);
});

test('the golden cases that it names are there', () => {
  const cases = [...text.matchAll(/`(refused-[a-z-]+)`/g)].map(([, name]) => name!);
  expect(cases).toHaveLength(3);
  expect(cases.filter(name => !readdirSync(join(root, 'test/golden')).includes(name))).toEqual([]);
});

test('a file or a name that is gone would be found', () => {
  const rows = '| x | `test/pins/none.test.ts` *a*; `test/pins/exit-codes.test.ts` *a name that nobody has*, *exit codes* |';
  expect(testsOf(rows).flatMap(faultOf)).toEqual([
    'line 1: there is no test/pins/none.test.ts',
    'line 1: there is no test/pins/none.test.ts',
    'line 1: test/pins/exit-codes.test.ts has no test "a name that nobody has"',
  ]);
});
