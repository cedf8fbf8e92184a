import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder, makeFolderSync } from './make-folder.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mcpgw-folder-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const unmasked = (mode: number): number => mode & ~process.umask();
const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

describe.each([
  ['makeFolder', makeFolder],
  ['makeFolderSync', async (folder: string, mode?: number) => makeFolderSync(folder, mode)],
])('%s', (_name, make) => {
  test('creates the folder and its missing parents, for their owner alone', async () => {
    await make(join(root, 'a/b/c'));
    expect(['a', 'a/b', 'a/b/c'].map(path => statSync(join(root, path)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  });

  test('takes another mode', async () => {
    await make(join(root, 'a/b'), 0o750);
    expect(['a', 'a/b'].map(path => statSync(join(root, path)).mode & 0o777)).toEqual([unmasked(0o750), unmasked(0o750)]);
  });

  test('leaves what exists as it is, behind a link too', async () => {
    await make(join(root, 'a'));
    chmodSync(join(root, 'a'), 0o755);
    symlinkSync(join(root, 'a'), join(root, 'link'));
    await make(join(root, 'a'));
    await make(join(root, 'link'));
    await make(join(root, 'link/b'));
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o755);
    expect(existsSync(join(root, 'a/b'))).toBe(true);
  });

  test.each(['file', 'file/below', 'dangling'])('fails for %s', async path => {
    writeFileSync(join(root, 'file'), '');
    symlinkSync(join(root, 'nowhere'), join(root, 'dangling'));
    expect(codeOf(await make(join(root, path)).catch(error => error))).toBe('ENOTDIR');
  });

  test('ends where a file system has the parent and reports that it does not', async () => {
    const known = process.platform === 'linux' ? ['ENOENT', 'EACCES'] : ['ENOENT', 'EACCES', 'EROFS'];
    expect(known).toContain(codeOf(await make('/proc/mcpgw/below').catch(error => error)));
  });

  test('many at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => make(join(root, 'x/y/z'))));
    expect(statSync(join(root, 'x/y/z')).isDirectory()).toBe(true);
  });
});
