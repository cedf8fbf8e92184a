/**
 * Every operation of a store of files, with every call of the file system refused in every way that disks refuse: either it is done,
 * or it is refused by name; nothing is lost or left behind; and it works again afterwards.
 */
import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileStore } from './file-store.js';
import { type StateStore, StoreError } from './store.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgw-faults-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const codes = ['ENOSPC', 'EROFS', 'EACCES', 'EIO'] as const;

const calls = ['readFile', 'readdir', 'stat', 'open', 'mkdir', 'writeFile', 'link', 'appendFile', 'unlink', 'truncate'] as const;
const syncCalls = ['renameSync', 'rmSync', 'readFileSync', 'statSync'] as const;
/** Calls on an open file: the disk says only then that it is full. */
const handleCalls = ['writeFile', 'sync'] as const;

const operations: Readonly<Record<string, (store: StateStore) => Promise<unknown>>> = {
  read: store => store.read(['a', 'kept']),
  list: store => store.list(['a']),
  'update that writes': store => store.update(['a', 'kept'], old => `${old}+`),
  'update that changes nothing': store => store.update(['a', 'kept'], old => old),
  'update that deletes': store => store.update(['a', 'kept'], () => undefined),
  'update of what is not there': store => store.update(['b', 'new'], () => 'new'),
  renew: store => store.renew(['a', 'kept'], 3_600_000),
  limit: store => store.limit(['a'], 3_600_000),
};

function refusal(code: string): Error {
  return Object.assign(new Error(`${code}: refused`), { code });
}

function refuse(call: string, code: string): void {
  if (call.startsWith('handle.')) {
    const real = promises.open.bind(promises);
    jest.spyOn(promises, 'open').mockImplementation(async (...args) => {
      const handle = await real(...(args as Parameters<typeof real>));
      const name = call.slice('handle.'.length) as (typeof handleCalls)[number];
      handle[name] = () => Promise.reject(refusal(code));
      return handle;
    });
  } else if ((syncCalls as readonly string[]).includes(call))
    jest.spyOn(fs, call as 'rmSync').mockImplementation(() => {
      throw refusal(code);
    });
  else jest.spyOn(promises, call as 'unlink').mockRejectedValue(refusal(code));
}

const leftBehind = () =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter(name => /\.(?:lock|tmp-)/.test(name));

const names = [...calls, ...syncCalls, ...handleCalls.map(name => `handle.${name}`)];

describe.each(codes)('%s', code => {
  it.each(names.flatMap(call => Object.keys(operations).map(operation => [call, operation] as const)))(
    'of %s in %s',
    async (call, operation) => {
      const store = fileStore(folder);
      await store.update(['a', 'kept'], () => 'text');
      refuse(call, code);
      const outcome = await operations[operation]!(store).then(
        () => 'done',
        error => error,
      );
      jest.restoreAllMocks();
      // A lock file that cannot be removed is known by its holder, this process, and found again.
      const ownLocks = ['unlink', 'readFileSync'].includes(call) ? leftBehind().length : 0;
      if (outcome !== 'done') {
        expect(outcome).toBeInstanceOf(StoreError);
        expect((outcome as StoreError).message).toMatch(
          /^state "[^"]+" cannot be (?:read|written|locked|listed): |^state "[^"]+" cannot be written: the disk/,
        );
        expect((outcome as StoreError).damaged).toBe(false);
      }
      if (ownLocks === 0) expect(leftBehind()).toEqual([]);
      const kept = await store.read(['a', 'kept']);
      expect(['text', 'text+', undefined]).toContain(kept);
      if (kept === undefined) expect(operation).toBe('update that deletes');
      for (const name of leftBehind()) rmSync(join(folder, name), { force: true });
      expect(await store.update(['a', 'kept'], () => 'again')).toBe('again');
      expect(leftBehind()).toEqual([]);
    },
  );
});

it.each<[string, string, string]>([
  ['readFile', 'read', 'state "a/kept" cannot be read: the disk reports an error'],
  ['readdir', 'list', 'state "a" cannot be listed: the disk reports an error'],
  ['mkdir', 'update of what is not there', 'state "b/new" cannot be locked: the disk reports an error'],
  ['writeFile', 'update that writes', 'state "a/kept" cannot be locked: the disk reports an error'],
  ['link', 'update that writes', 'state "a/kept" cannot be locked: the disk reports an error'],
  ['handle.writeFile', 'update that writes', 'state "a/kept" cannot be written: the disk reports an error'],
  ['handle.sync', 'update that writes', 'state "a/kept" cannot be written: the disk reports an error'],
  ['renameSync', 'update that writes', 'state "a/kept" cannot be written: the disk reports an error'],
  ['rmSync', 'update that deletes', 'state "a/kept" cannot be written: the disk reports an error'],
  ['statSync', 'renew', 'state "a/kept" cannot be read: the disk reports an error'],
])('%s that fails in %s is told by name', async (call, operation, message) => {
  const store = fileStore(folder);
  await store.update(['a', 'kept'], () => 'text');
  refuse(call, 'EIO');
  await expect(operations[operation]!(store)).rejects.toMatchObject({ name: 'StoreError', message });
});

it('a lock that cannot be removed takes nothing back of what was written', async () => {
  const store = fileStore(folder);
  const real = promises.unlink.bind(promises);
  const unlink = jest.spyOn(promises, 'unlink');
  unlink.mockImplementation(path => (String(path).endsWith('.lock') ? Promise.reject(refusal('EIO')) : real(path)));
  expect(await store.update(['a'], () => 'text')).toBe('text');
  expect(await store.read(['a'])).toBe('text');
});
