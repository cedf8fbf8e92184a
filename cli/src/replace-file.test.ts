import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile, rewriteFile } from './replace-file.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replace-'));
  writeFileSync(join(folder, 'a.yaml'), 'old\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(path(name), 'utf8');
const isRoot = process.geteuid?.() === 0;

/** Runs as a user whom permissions hold: root may write everywhere. */
function asNobody(run: () => void): void {
  if (isRoot) process.seteuid?.(65_534);
  try {
    run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe('rewriteFile', () => {
  it('puts a new file in the place of the old one, and leaves nothing else behind', () => {
    const before = statSync(path('a.yaml')).ino;
    rewriteFile(path('a.yaml'), 'new\n');
    expect(read('a.yaml')).toBe('new\n');
    expect(statSync(path('a.yaml')).ino).not.toBe(before);
    expect(readdirSync(folder)).toEqual(['a.yaml']);
  });

  it.each([0o600, 0o644, 0o755, 0o640])('keeps the mode %s', mode => {
    chmodSync(path('a.yaml'), mode);
    rewriteFile(path('a.yaml'), 'new\n');
    expect(statSync(path('a.yaml')).mode & 0o7777).toBe(mode);
  });

  it('keeps the owner where it may', () => {
    if (isRoot) chownSync(path('a.yaml'), 1234, 1235);
    const { uid, gid } = statSync(path('a.yaml'));
    rewriteFile(path('a.yaml'), 'new\n');
    expect(statSync(path('a.yaml'))).toMatchObject({ uid, gid });
  });

  it('keeps symbolic links, also one to another, and replaces what they lead to', () => {
    mkdirSync(path('far'));
    writeFileSync(path('far/real.yaml'), 'old\n');
    symlinkSync('far/real.yaml', path('near.yaml'));
    symlinkSync('near.yaml', path('link.yaml'));
    rewriteFile(path('link.yaml'), 'new\n');
    expect([readlinkSync(path('link.yaml')), readlinkSync(path('near.yaml'))]).toEqual(['near.yaml', 'far/real.yaml']);
    expect(lstatSync(path('far/real.yaml')).isFile()).toBe(true);
    expect([read('link.yaml'), readdirSync(path('far'))]).toEqual(['new\n', ['real.yaml']]);
  });

  it('keeps further names of the file', () => {
    linkSync(path('a.yaml'), path('b.yaml'));
    rewriteFile(path('a.yaml'), 'new\n');
    expect([read('b.yaml'), statSync(path('b.yaml')).nlink]).toEqual(['new\n', 2]);
  });

  it('says that a folder is read-only, and leaves the file whole', () => {
    chmodSync(path('a.yaml'), 0o666);
    chmodSync(folder, 0o555);
    asNobody(() =>
      expect(() => rewriteFile(path('a.yaml'), 'new\n')).toThrow(
        `cannot write ${path('a.yaml')}: permission denied in ${folder}, where the new file is made`,
      ),
    );
    chmodSync(folder, 0o755);
    expect([read('a.yaml'), readdirSync(folder)]).toEqual(['old\n', ['a.yaml']]);
  });

  it('does not replace a file that is read-only, though its folder would let it', () => {
    chmodSync(path('a.yaml'), 0o444);
    chmodSync(folder, 0o777);
    asNobody(() => expect(() => rewriteFile(path('a.yaml'), 'new\n')).toThrow(`cannot write ${path('a.yaml')}: permission denied`));
    expect(read('a.yaml')).toBe('old\n');
  });

  it.each([
    ['that is gone', 'gone.yaml', 'no such file or directory any more'],
    ['that is a folder', '.', 'it is a folder'],
  ])('refuses a file %s', (_name, name, reason) => {
    expect(() => rewriteFile(path(name), 'new\n')).toThrow(`cannot write ${path(name)}: ${reason}`);
    expect(readdirSync(folder)).toEqual(['a.yaml']);
  });
});

describe('replaceFile', () => {
  it('makes a file or replaces one, with a mode where one is named', () => {
    replaceFile(path('a.yaml'), 'new\n');
    replaceFile(path('b.prom'), 'b\n', { mode: 0o600 });
    expect([read('a.yaml'), read('b.prom'), statSync(path('b.prom')).mode & 0o777]).toEqual(['new\n', 'b\n', 0o600]);
  });

  it('leaves nothing behind where it cannot', () => {
    mkdirSync(path('taken'));
    expect(() => replaceFile(path('taken'), 'x')).toThrow('EISDIR');
    expect(readdirSync(folder).sort()).toEqual(['a.yaml', 'taken']);
  });
});
