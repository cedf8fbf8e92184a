/** A refusal of the system is told in words (`systemReason`), and not by its code alone: no source falls back from a code to a text that is shown. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const folders = ['cli/src', ...['activity', 'approvals', 'attention', 'gateway', 'login', 'store'].map(name => `packages/${name}/src`)];

const sources = folders.flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).flatMap(file =>
    file.endsWith('.ts') && !file.endsWith('.test.ts') ? [`${folder}/${file}`] : [],
  ),
);

/** `error.code ?? 'unknown error'`, `error.code ?? error.message`: the code is what is shown. A code that is compared falls back to `''`. */
const shown = /\.code \?\? (?!''|undefined)/;

test.each(['code ?? error.message', 'code ?? "x"'])('%s of an error is found', text =>
  expect(shown.test(`(error as Fault).${text}`)).toBe(true),
);

test('no source shows the code of a refused file', () => {
  const found = sources.flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter(line => shown.test(line) && !line.includes('systemReason('))
      .map(line => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([
    // Compared with codes; what is shown goes through systemReason.
    'packages/login/src/key-file.ts: const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);',
  ]);
});
