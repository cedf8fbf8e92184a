/** Inputs that once showed a defect, kept in test/fuzz/regressions/<target>, and the seeds of every target: none may show one again. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkGuard } from './engine/guard.js';
import type { Target } from './target.js';

const folder = mkdtempSync(join(tmpdir(), 'mcpgw-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true }));

const names = readdirSync(join(__dirname, 'targets')).map(file => basename(file, '.ts'));

function keptOf(name: string): (readonly [string, Buffer])[] {
  const kept = join(__dirname, 'regressions', name);
  return existsSync(kept) ? readdirSync(kept).map(file => [file, readFileSync(join(kept, file))] as const) : [];
}

test.each(names)('%s', async name => {
  const { target } = jest.requireActual<{ target: Target }>(`./targets/${name}`);
  const inputs = [...target.seeds.map((seed, index) => [`seed ${index}`, Buffer.from(seed as string)] as const), ...keptOf(name)];
  for (const [what, input] of inputs) {
    try {
      await target.run(input, mkdtempSync(join(folder, 'run-')));
      checkGuard();
    } catch (error) {
      throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
});

test('every kept input is of a target', () => {
  expect(readdirSync(join(__dirname, 'regressions')).filter(name => !names.includes(name))).toEqual([]);
});
