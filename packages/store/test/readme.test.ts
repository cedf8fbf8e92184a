/** The program of README.md is the one that the compiler checks and that runs here. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testUnless } from '../../../test/helpers/needs.js';
import { countVisit, openStore } from './example.js';
import { redisMissing, startRedis, stopRedis } from './redis-server.js';

const folder = mkdtempSync(join(tmpdir(), 'mcpgw-store-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stopRedis();
});

test('README.md shows it', () => {
  const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');
  const [, program] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(program).toBe(readFileSync(join(__dirname, 'example.ts'), 'utf8'));
});

async function countsTogether(place: string): Promise<void> {
  const stores = await Promise.all([openStore(place), openStore(place)]);
  const counted = await Promise.all([...stores, ...stores].map(store => countVisit(store, '../ann')));
  expect(counted.sort()).toEqual([1, 2, 3, 4]);
  expect(await countVisit(stores[0], 'bob')).toBe(1);
  await Promise.all(stores.map(store => store.close()));
}

test('two stores on one folder count together', () => countsTogether(join(folder, 'state')));

testUnless(redisMissing, 'two stores on one Redis count together', async () => countsTogether((await startRedis()).url));
