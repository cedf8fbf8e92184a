import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockAhead, diskRoom } from './machine.js';

it('the room of a disk is read, and a folder that is missing has none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-disk-'));
  const room = await diskRoom(folder);
  expect(room).toMatchObject({ folder });
  expect(room!.total).toBeGreaterThan(room!.free);
  expect(await diskRoom(join(folder, 'missing'))).toBeUndefined();
});

it.each<[string, () => Promise<unknown>, number | undefined]>([
  ['the clock of the store is behind', async () => ['100', '500000'], 19_500],
  ['the store does not answer', async () => Promise.reject(new Error('gone')), undefined],
  ['the store answers something else', async () => 'OK', undefined],
])('%s', async (_name, run, expected) => {
  expect(await clockAhead({ run }, () => 120_000)).toBe(expected);
});
