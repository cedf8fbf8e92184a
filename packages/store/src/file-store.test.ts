import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootMissing, testUnless } from '../../../test/helpers/needs.js';
import { storeCases } from '../test/store.cases.js';
import { fileStore } from './file-store.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgw-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => fileStore(join(folder, 'state'), { watchEveryMs: 5 });

function names(path = folder): string[] {
  return readdirSync(path, { recursive: true }).map(String).sort();
}

describe('a file store', () => {
  storeCases(async () => open());
});

it('leaves nothing but the file, for its owner alone, and nothing outside its folder', async () => {
  const store = open();
  await store.update(['..', '..', 'out'], () => 'text');
  expect(names()).toEqual(['state', 'state/%2e%2e.d', 'state/%2e%2e.d/%2e%2e.d', 'state/%2e%2e.d/%2e%2e.d/out.v', 'state/changes']);
  const modes = ['state', 'state/%2e%2e.d', 'state/%2e%2e.d/%2e%2e.d/out.v'].map(name => statSync(join(folder, name)).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

it('writes nothing where the text stays the same', async () => {
  const store = open();
  await store.update(['a'], () => 'text');
  const file = join(folder, 'state/a.v');
  const { ino } = statSync(file);
  await store.update(['a'], old => old);
  expect(statSync(file).ino).toBe(ino);
});

describe('a damaged file is an error with its key, for reading and for updating', () => {
  const good = () => readFileSync(join(folder, 'state/a.v'), 'utf8');
  it.each<[string, () => string, string]>([
    ['empty', () => '', 'state "a" is damaged: its file does not begin with its name'],
    ['zeros', () => '\0'.repeat(50), 'state "a" is damaged: its file does not begin with its name'],
    ['no head', () => 'text', 'state "a" is damaged: its file does not begin with its name'],
    ['null as head', () => 'null\ntext', 'state "a" is damaged: its file does not begin with its name'],
    ['another name', () => good().replace('"a"', '"b"'), 'state "a" is damaged: its file does not begin with its name'],
    ['cut short', () => good().slice(0, -1), 'state "a" is damaged: its file does not hold what was written'],
    ['changed', () => good().replace('text', 'tExt'), 'state "a" is damaged: its file does not hold what was written'],
  ])('%s', async (_name, content, message) => {
    const store = open();
    await store.update(['a'], () => 'text');
    writeFileSync(join(folder, 'state/a.v'), content());
    const change = jest.fn();
    await expect(store.read(['a'])).rejects.toMatchObject({ name: 'StoreError', key: ['a'], message });
    await expect(store.update(['a'], change)).rejects.toMatchObject({ name: 'StoreError', key: ['a'], message });
    expect(change).not.toHaveBeenCalled();
  });
});

it('a folder in place of the file, and a file in place of the folder, are errors with the key', async () => {
  mkdirSync(join(folder, 'state/a.v'), { recursive: true });
  await expect(open().read(['a'])).rejects.toMatchObject({
    name: 'StoreError',
    key: ['a'],
    message: 'state "a" cannot be read: a folder has the name of a file',
  });
  writeFileSync(join(folder, 'state/b.d'), '');
  await expect(open().update(['b', 'c'], () => 'text')).rejects.toMatchObject({
    message: 'state "b/c" cannot be read: a file has the name of a folder',
  });
  await expect(open().list(['b'])).rejects.toMatchObject({ message: 'state "b" cannot be listed: a file has the name of a folder' });
});

testUnless(rootMissing, 'a folder that may not be written is an error with the key', async () => {
  mkdirSync(join(folder, 'state'));
  chmodSync(join(folder, 'state'), 0o500);
  await expect(open().update(['a'], () => 'text')).rejects.toMatchObject({ message: 'state "a" cannot be locked: permission denied' });
});

/** Writes until nothing more fits on a disk of 64 KiB; gives the file that does it. */
function fill(disk: string): string {
  const path = join(disk, 'filler');
  try {
    for (let written = 0; written < 1_000_000; written += 4096) appendFileSync(path, Buffer.alloc(4096));
  } catch {
    return path;
  }
  throw new Error(`${disk} is not the small disk`);
}

const noMount = spawnSync('unshare', ['--mount', 'true']).status === 0 ? undefined : 'a small disk cannot be mounted here';

testUnless(noMount, 'a full disk refuses writes by name, leaves no file behind, and is read as before', async () => {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
  try {
    const store = fileStore(disk);
    await store.update(['a'], () => 'text');
    const filler = fill(disk);
    for (let i = 0; i < 5; i++)
      await expect(store.update(['a'], () => `other ${i}`)).rejects.toThrow(/^state "a" cannot be .*: the disk is full$/);
    expect(names(disk)).toEqual(['a.v', 'changes', 'filler']);
    expect(await store.update(['a'], old => old)).toBe('text');
    rmSync(filler);
    expect(await store.update(['a'], () => 'again')).toBe('again');
  } finally {
    execFileSync('umount', [disk]);
  }
});

testUnless(noMount, 'a read-only disk is read, and an update that changes nothing succeeds', async () => {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
  try {
    await fileStore(disk).update(['a'], () => 'text');
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const store = fileStore(disk);
    expect(await store.update(['a'], old => old)).toBe('text');
    await expect(store.update(['a'], () => 'other')).rejects.toThrow('state "a" cannot be locked: the file system is read-only');
  } finally {
    execFileSync('umount', [disk]);
  }
});

it('a disk without hard links serves too', async () => {
  const refused = Object.assign(new Error('EPERM'), { code: 'EPERM' });
  const link = jest.spyOn(promises, 'link').mockRejectedValue(refused);
  const stores = [open(), open(), open()];
  await Promise.all(stores.flatMap(store => Array.from({ length: 10 }, () => store.update(['n'], old => `${Number(old ?? 0) + 1}`))));
  expect(await open().read(['n'])).toBe('30');
  expect(link).toHaveBeenCalled();
  link.mockRestore();
  expect(names()).toEqual(['state', 'state/changes', 'state/n.v']);
});

describe('a lock that was left behind', () => {
  const lock = (holder: unknown, age = 0) => {
    mkdirSync(join(folder, 'state'), { recursive: true });
    const path = join(folder, 'state/a.v.lock');
    writeFileSync(path, typeof holder === 'string' ? holder : JSON.stringify(holder));
    const then = new Date(Date.now() - age);
    utimesSync(path, then, then);
  };
  const id = '00000000-0000-4000-8000-000000000000';

  it.each<[string, unknown, number]>([
    ['of another machine, after its lease', { id, machine: 'elsewhere', pid: 1, started: '1' }, 31_000],
    ['without a holder, after its lease', '', 31_000],
    ['whose holder is not a holder, after its lease', { id: '../../x', machine: 1 }, 31_000],
  ])('%s is broken', async (_name, holder, age) => {
    lock(holder, age);
    expect(await open().update(['a'], () => 'text')).toBe('text');
    expect(names()).toEqual(['state', 'state/a.v', 'state/changes']);
  });

  it.each([-3_600_000, 3_600_000])('one that is held is not broken where the clock of this machine is off by %d ms', async off => {
    lock({ id, machine: 'elsewhere', pid: 1, started: '1' });
    const real = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + off);
    const store = open();
    const done = store.update(['a'], () => 'text');
    const first = await Promise.race([done, new Promise(resolve => setTimeout(resolve, 200, 'waits'))]);
    rmSync(join(folder, 'state/a.v.lock'));
    expect([first, await done]).toEqual(['waits', 'text']);
    clock.mockRestore();
  });

  it.each([20_000, -20_000])('a step of the wall clock by %d ms during a write refuses nothing', async step => {
    const real = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now');
    const written = await open().update(['a'], () => {
      clock.mockImplementation(() => real() + step);
      return 'text';
    });
    clock.mockRestore();
    expect(written).toBe('text');
    expect(names()).toEqual(['state', 'state/a.v', 'state/changes']);
  });

  it('who lost the lock does not write, and leaves the lock of the other one', async () => {
    const store = open();
    await store.update(['a'], () => 'first');
    let calls = 0;
    const update = store.update(['a'], () => {
      if (++calls === 2) lock({ id, machine: 'elsewhere', pid: 1, started: '1' });
      return 'second';
    });
    await expect(update).rejects.toThrow('state "a" cannot be written: the disk took too long, or another process took the lock');
    expect(await store.read(['a'])).toBe('first');
    expect(names(join(folder, 'state'))).toEqual(['a.v', 'a.v.lock', 'changes']);
  });

  it('what killed processes left is removed after an hour', async () => {
    mkdirSync(join(folder, 'state'));
    const old = new Date(Date.now() - 3_700_000);
    for (const name of [`a.v.tmp-${id}`, `a.v.lock-${id}`, `a.v.lock.${id}`, `a.v.lock.${id}.${id}`]) {
      writeFileSync(join(folder, 'state', name), '');
      utimesSync(join(folder, 'state', name), old, old);
    }
    writeFileSync(join(folder, 'state', `b.v.tmp-${id}`), '');
    await open().update(['a'], () => 'text');
    expect(names(join(folder, 'state'))).toEqual(['a.v', `b.v.tmp-${id}`, 'changes']);
  });
});

describe('what is known without waiting', () => {
  const key = ['sessions', 'a'];
  const at = () => join(folder, 'state/sessions.d/a.v');

  it('is nothing before the first renewal, nor of what is not stored', async () => {
    const store = open();
    expect(store.renewed!(key, 60_000)).toBeUndefined();
    await store.update(key, () => 'text', { keepMs: 60_000 });
    expect(store.renewed!(key, 60_000)).toBeUndefined();
    expect([await store.renew(key, 60_000), store.renewed!(key, 60_000)]).toEqual(['text', 'text']);
  });

  it('is nothing once another process has written, or removed the file', async () => {
    const [store, other] = [open(), open()];
    await store.update(key, () => 'text', { keepMs: 60_000 });
    await store.renew(key, 60_000);
    await other.update(key, () => 'newer', { keepMs: 60_000 });
    expect([store.renewed!(key, 60_000), await store.renew(key, 60_000)]).toEqual([undefined, 'newer']);
    rmSync(at());
    expect([store.renewed!(key, 60_000), await store.renew(key, 60_000)]).toEqual([undefined, undefined]);
  });

  it('is nothing where so little time is left that the text is to be written again, and of a store that is closed', async () => {
    const store = open();
    await store.update(key, () => 'text', { keepMs: 60_000 });
    await store.renew(key, 60_000);
    const before = statSync(at(), { bigint: true }).mtimeNs;
    expect(store.renewed!(key, 600_000)).toBeUndefined();
    expect(await store.renew(key, 600_000)).toBe('text');
    expect(statSync(at(), { bigint: true }).mtimeNs).not.toBe(before);
    await store.close();
    expect(store.renewed!(key, 60_000)).toBeUndefined();
  });
});
