import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileStore } from '@mcpgw/store';
import { rootMissing, testUnless } from '../../../test/helpers/needs.js';
import { runInSession, type Session } from './session.js';
import { type TemporaryData, temporaryData } from './testing.js';
import { hostToWorkspacePath, workspaceToHostPath } from './workspace.js';
import { deleteWorkspaceFile, listWorkspaceFolder, readWorkspaceBytes, readWorkspaceFile, writeWorkspaceFile } from './workspace-files.js';
import { sessionFolder } from './workspace-walk.js';

jest.setTimeout(60_000);

let data: TemporaryData;
let base: string;
let session: Session;
let root: string;

beforeEach(async () => {
  data = await temporaryData();
  base = realpathSync(data.dataDir);
  session = { userId: 'alice', sessionId: 's1', workspaceDir: join(base, 'workspaces'), store: fileStore(join(base, 'state')) };
  root = sessionFolder(session);
  mkdirSync(join(root, 'docs/deep'), { recursive: true });
  writeFileSync(join(root, 'docs/notes.txt'), 'notes');
  writeFileSync(join(base, 'outside.txt'), 'SECRET');
  mkdirSync(join(base, 'outside'));
  writeFileSync(join(base, 'outside/passwd'), 'SECRET');
  mkdirSync(join(base, 'workspaces/alice/s10'));
  writeFileSync(join(base, 'workspaces/alice/s10/other.txt'), 'SECRET');
  mkdirSync(join(base, 'workspaces/bob/s1'), { recursive: true });
  writeFileSync(join(base, 'workspaces/bob/s1/other.txt'), 'SECRET');
});
afterEach(() => data.remove());

const inSession = <T>(work: () => T) => runInSession(session, work);
/** The message of the refusal, or what came back. */
const outcome = (work: () => Promise<unknown>) =>
  inSession(work).then(
    value => ({ value }),
    error => `${error.name}: ${error.message}`,
  );

const climbs = 'WorkspaceError: Path traversal not allowed';
const elsewhere = 'WorkspaceError: Invalid sandbox path: must start with /workspace';
const control = 'WorkspaceError: Invalid sandbox path: control characters are not allowed';
const backslash = "WorkspaceError: Invalid sandbox path: '\\' is not allowed, folders are separated by '/'";
const unicode = 'WorkspaceError: Invalid sandbox path: not valid Unicode';
const notFound = (path: string) => `WorkspaceError: File not found: ${path}`;

/** Ways out of the workspace, each with what both the mapping and the reading of it say. */
const refused: readonly (readonly [string, string])[] = [
  ['..', climbs],
  ['../', climbs],
  ['../..', climbs],
  ['../s10/other.txt', climbs],
  ['../../bob/s1/other.txt', climbs],
  ['../../../outside.txt', climbs],
  ['./../x', climbs],
  ['docs/../..', climbs],
  ['docs/../../s10/other.txt', climbs],
  ['docs/deep/../../../s10/other.txt', climbs],
  ['docs//..//..//x', climbs],
  ['docs/./../../x', climbs],
  ['a/b/c/../../../../x', climbs],
  ['../../../../../../../../../../../../etc/passwd', climbs],
  ['/workspace/..', climbs],
  ['/workspace/../', climbs],
  ['/workspace/../etc/passwd', climbs],
  ['/workspace/../workspace/docs/notes.txt', climbs],
  ['/workspace//../x', climbs],
  ['/workspace/./../x', climbs],
  ['/workspace/docs/../../x', climbs],
  ['/workspace/docs/../../alice/s1/docs/notes.txt', climbs],
  ['/', elsewhere],
  ['//', elsewhere],
  ['/etc/passwd', elsewhere],
  ['//etc/passwd', elsewhere],
  ['//workspace/docs/notes.txt', elsewhere],
  ['///workspace/docs/notes.txt', elsewhere],
  ['/./workspace/docs/notes.txt', elsewhere],
  ['/etc/../workspace/docs/notes.txt', elsewhere],
  ['/workspace2/docs/notes.txt', elsewhere],
  ['/workspace..', elsewhere],
  ['/workspace.', elsewhere],
  ['/workspace ', elsewhere],
  ['/workspace%2f..', elsewhere],
  ['/WORKSPACE/docs/notes.txt', elsewhere],
  ['/Workspace/docs/notes.txt', elsewhere],
  ['/workſpace/docs/notes.txt', elsewhere],
  ['/ｗorkspace/docs/notes.txt', elsewhere],
  ['/workspaces/alice/s1/docs/notes.txt', elsewhere],
  ['/proc/self/environ', elsewhere],
  ['/proc/self/cwd/package.json', elsewhere],
  ['/dev/stdin', elsewhere],
  ['docs/notes.txt\0', control],
  ['docs/notes.txt\0.png', control],
  ['/workspace\0/../etc', control],
  ['\0', control],
  ['docs\n/../../x', control],
  ['docs/\r', control],
  ['docs/\x7f', control],
  ['docs/\x1b[2J', control],
  ['..\\..\\outside.txt', backslash],
  ['docs\\..\\..\\x', backslash],
  ['\\workspace\\docs', backslash],
  ['C:\\Windows\\win.ini', backslash],
  ['\\\\server\\share', backslash],
  ['docs/..\\../x', backslash],
  ['\ud800', unicode],
  ['docs/\udc00notes.txt', unicode],
  ['missing/../../x', climbs],
  ['docs/notes.txt/../../../x', climbs],
  ['x'.repeat(5000), 'WorkspaceError: Invalid sandbox path: longer than 4096 characters'],
  [`docs/${'x'.repeat(256)}`, 'WorkspaceError: Invalid sandbox path: a name is longer than 255 bytes'],
  ['a/'.repeat(101), 'WorkspaceError: Invalid sandbox path: more than 100 folders deep'],
  [`docs/${'a/'.repeat(500)}${'../'.repeat(500)}notes.txt`, 'WorkspaceError: Invalid sandbox path: more than 100 folders deep'],
  [`docs/${'é'.repeat(128)}`, 'WorkspaceError: Invalid sandbox path: a name is longer than 255 bytes'],
];

/** What looks like a way out and is a name: nothing is decoded, normalised or expanded. */
const literal: readonly string[] = [
  '%2e%2e/outside.txt',
  '%2e%2e%2foutside.txt',
  '..%2foutside.txt',
  '..%c0%afoutside.txt',
  '%252e%252e/x',
  '%00',
  '．．/outside.txt',
  '‥/outside.txt',
  '..／outside.txt',
  '..∕outside.txt',
  '\u202e../x',
  '.. /x',
  ' ../x',
  '.../x',
  '....//x',
  '..;/x',
  '~/x',
  '~root/.ssh/id',
  '$HOME/x',
  '${HOME}/x',
  '$(pwd)/x',
  '`pwd`',
  'file:///etc/passwd',
  'http://evil.example/x',
  'C:/Windows/win.ini',
  'etc/passwd',
  'docs/notes.txt:stream',
  '__proto__/constructor',
  '-rf',
  '*',
  'con',
  'WORKSPACE/x',
];

test('there are more than 60 ways to try', () => {
  expect(refused.length).toBeGreaterThanOrEqual(60);
});

test.each(refused)('refuses %j', async (path, message) => {
  expect(await outcome(() => workspaceToHostPath(path))).toBe(message);
  expect(await outcome(() => readWorkspaceFile(path))).toBe(message);
  expect(await outcome(() => writeWorkspaceFile(path, 'mine'))).toBe(message);
  expect(await outcome(() => listWorkspaceFolder(path))).toBe(message);
  expect(await outcome(() => deleteWorkspaceFile(path))).toBe(message);
});

test.each(literal)('%j is a name in the workspace', async path => {
  const hostPath = await inSession(() => workspaceToHostPath(path));
  expect(hostPath.startsWith(`${root}/`)).toBe(true);
  const agentPath = await inSession(() => writeWorkspaceFile(path, 'mine'));
  expect(realpathSync(hostPath)).toBe(hostPath);
  expect(readFileSync(hostPath, 'utf8')).toBe('mine');
  expect(await inSession(() => hostToWorkspacePath(hostPath))).toBe(agentPath);
});

test.each<[unknown]>([[undefined], [null], [7], [{}], [['docs']], [Buffer.from('docs')]])('refuses %p for a path', async path => {
  expect(await outcome(() => readWorkspaceFile(path as string))).toBe('WorkspaceError: Invalid sandbox path: must be text');
});

test.each([
  ['docs/notes.txt', 'docs/notes.txt'],
  ['/workspace/docs/notes.txt', 'docs/notes.txt'],
  ['/workspace//docs/./notes.txt', 'docs/notes.txt'],
  ['docs/deep/../notes.txt', 'docs/notes.txt'],
  ['/workspace', '.'],
  ['/workspace/', '.'],
  ['', '.'],
  ['docs/..', '.'],
  ['new/folder/file.txt', 'new/folder/file.txt'],
])('%j is %j of the session', async (path, expected) => {
  expect(await inSession(() => workspaceToHostPath(path))).toBe(join(root, expected));
});

describe('links', () => {
  const link = (target: string, name: string) => symlinkSync(target, join(root, name));

  test.each([
    ['a file outside', () => link(join(base, 'outside.txt'), 'l'), 'l'],
    ['a folder outside', () => link(join(base, 'outside'), 'l'), 'l/passwd'],
    ['a file outside, relative', () => link('../../../outside.txt', 'l'), 'l'],
    ['a folder outside, relative', () => link('../../../outside', 'l'), 'l/passwd'],
    ['another session', () => link('../s10', 'l'), 'l/other.txt'],
    ['another user', () => link(join(base, 'workspaces/bob'), 'l'), 'l/s1/other.txt'],
    ['the root of the host', () => link('/', 'l'), 'l/etc/passwd'],
    ['a folder that begins like the root', () => link(`${root}0`, 'l'), 'l/other.txt'],
    ['the parent, from below', () => link('../../..', 'docs/l'), 'docs/l/s10/other.txt'],
    ['out through a chain', () => [link('two', 'l'), link('docs/three', 'two'), link('../../s10', 'docs/three')], 'l/other.txt'],
    ['out and in again', () => link('../s1/docs', 'l'), 'l/notes.txt'],
    ['the open files of this process', () => link('/proc/self/fd', 'l'), 'l/0'],
    ['this process by number', () => link(`/proc/${process.pid}/root`, 'l'), 'l/etc/passwd'],
    ['out, then up by the path', () => link('docs/deep', 'l'), 'l/../../../s10/other.txt'],
    ['in by its host path, then out', () => link(`${root}/../s10`, 'l'), 'l/other.txt'],
    ['in by its agent path, then out', () => link('/workspace/../../outside.txt', 'l'), 'l'],
  ])('to %s are refused', async (_name, make, path) => {
    make();
    expect(await outcome(() => workspaceToHostPath(path))).toBe(climbs);
    expect(await outcome(() => readWorkspaceFile(path))).toBe(climbs);
    expect(await outcome(() => writeWorkspaceFile(path, 'mine'))).toBe(climbs);
    expect(readFileSync(join(base, 'workspaces/alice/s10/other.txt'), 'utf8')).toBe('SECRET');
  });

  test.each([
    ['a file', () => link('docs/notes.txt', 'l'), 'l'],
    ['a folder', () => link('docs', 'l'), 'l/notes.txt'],
    ['a folder by the path of the host', () => link(join(root, 'docs'), 'l'), 'l/notes.txt'],
    ['a folder by the path of agents', () => link('/workspace/docs', 'docs/deep/l'), 'docs/deep/l/notes.txt'],
    ['the root', () => link('../..', 'docs/deep/l'), 'docs/deep/l/docs/notes.txt'],
    ['a folder, and up from there', () => link('docs/deep', 'l'), 'l/../notes.txt'],
  ])('to %s within the workspace are followed', async (_name, make, path) => {
    make();
    expect(await inSession(() => workspaceToHostPath(path))).toBe(join(root, 'docs/notes.txt'));
    expect(await inSession(() => readWorkspaceFile(path))).toBe('notes');
    await inSession(() => writeWorkspaceFile(path, 'changed'));
    expect(readFileSync(join(root, 'docs/notes.txt'), 'utf8')).toBe('changed');
  });

  test('in a circle are refused', async () => {
    link('two', 'one');
    link('one', 'two');
    expect(await outcome(() => readWorkspaceFile('one'))).toBe(climbs);
  });

  test('to nothing are written through, within the workspace', async () => {
    link('docs/new.txt', 'l');
    expect(await outcome(() => readWorkspaceFile('l'))).toBe(notFound('l'));
    expect(await inSession(() => writeWorkspaceFile('l', 'new'))).toBe('/workspace/docs/new.txt');
  });

  test('behind a folder that does not exist are not reached by ..', async () => {
    link('../s10', 'l');
    expect(await outcome(() => workspaceToHostPath('missing/../l/other.txt'))).toBe(notFound('missing/../l/other.txt'));
  });
});

describe('files that are none', () => {
  test("a second name of a file, which may be the host's", async () => {
    linkSync(join(base, 'outside.txt'), join(root, 'hard.txt'));
    expect(await outcome(() => readWorkspaceFile('hard.txt'))).toBe(
      'WorkspaceError: Not allowed, the file has several names (hard links): hard.txt',
    );
    await inSession(() => writeWorkspaceFile('hard.txt', 'mine'));
    expect(readFileSync(join(base, 'outside.txt'), 'utf8')).toBe('SECRET');
  });

  test('a pipe is refused without waiting for it', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(await outcome(() => readWorkspaceFile('pipe'))).toBe('WorkspaceError: Not a file: pipe');
    expect(await outcome(() => writeWorkspaceFile('pipe', 'x'))).toBe('WorkspaceError: Not a file: pipe');
  });

  test('a socket', async () => {
    const socket = createServer();
    const before = process.cwd();
    process.chdir(root);
    await new Promise<void>(resolve => socket.listen('socket', resolve));
    process.chdir(before);
    expect(await outcome(() => readWorkspaceFile('socket'))).toBe('WorkspaceError: Not a file: socket');
    await new Promise(resolve => socket.close(resolve));
  });

  test('a folder, the root, a file on the way', async () => {
    expect(await outcome(() => readWorkspaceFile('docs'))).toBe('WorkspaceError: Is a folder: docs');
    expect(await outcome(() => writeWorkspaceFile('docs', 'x'))).toBe('WorkspaceError: Is a folder: docs');
    expect(await outcome(() => readWorkspaceFile('/workspace'))).toBe('WorkspaceError: Is a folder: /workspace');
    expect(await outcome(() => readWorkspaceFile('docs/notes.txt/x'))).toBe(notFound('docs/notes.txt/x'));
    expect(await outcome(() => listWorkspaceFolder('docs/notes.txt'))).toBe(notFound('docs/notes.txt'));
  });

  test('a file larger than what may be read', async () => {
    await inSession(() => writeWorkspaceFile('big', 'x'.repeat(1001)));
    expect(await outcome(() => readWorkspaceFile('big', { maxBytes: 1000 }))).toBe('WorkspaceError: File is larger than 1000 bytes: big');
    expect(await inSession(() => readWorkspaceBytes('big', { maxBytes: 1001 }))).toHaveLength(1001);
  });
});

testUnless(process.platform === 'linux' ? undefined : 'only on Linux', 'links lead no deeper than a path may', async () => {
  const half = Array.from({ length: 60 }, () => 'd').join('/');
  mkdirSync(join(root, half, half), { recursive: true });
  writeFileSync(join(root, half, half, 'deep.txt'), 'deep');
  symlinkSync(half, join(root, half, 'further'));
  symlinkSync(half, join(root, 'start'));
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  expect(await outcome(() => readWorkspaceFile('start/further/deep.txt'))).toBe(
    'WorkspaceError: Invalid sandbox path: more than 100 folders deep',
  );
  expect(open()).toBe(before);
});

test('a missing file is named as the agent named it', async () => {
  expect(await outcome(() => workspaceToHostPath('/workspace/none/x', { mustExist: true }))).toBe(notFound('/workspace/none/x'));
  expect(await outcome(() => workspaceToHostPath('none', { mustExist: true }))).toBe(notFound('none'));
  expect(await outcome(() => readWorkspaceFile('none'))).toBe(notFound('none'));
  expect(await outcome(() => deleteWorkspaceFile('none'))).toBe(notFound('none'));
  expect(await outcome(() => workspaceToHostPath('docs/notes.txt', { mustExist: true }))).toEqual({ value: join(root, 'docs/notes.txt') });
});

test('files are written whole, with their folders, listed and removed', async () => {
  expect(await inSession(() => writeWorkspaceFile('new/a/file.txt', 'grüße 🎉'))).toBe('/workspace/new/a/file.txt');
  expect(await inSession(() => readWorkspaceFile('/workspace/new/a/file.txt'))).toBe('grüße 🎉');
  expect(await inSession(() => listWorkspaceFolder('new/a'))).toEqual([{ name: 'file.txt', kind: 'file' }]);
  expect(await inSession(() => listWorkspaceFolder())).toEqual(
    expect.arrayContaining([
      { name: 'docs', kind: 'folder' },
      { name: 'new', kind: 'folder' },
    ]),
  );
  expect(await outcome(() => writeWorkspaceFile('new/a/file.txt', 'x', { exclusive: true }))).toBe(
    'WorkspaceError: File exists: new/a/file.txt',
  );
  await inSession(() => deleteWorkspaceFile('new/a/file.txt'));
  expect(await readdir(join(root, 'new/a'))).toEqual([]);
});

test.each([
  ['the session itself', () => root, { value: '/workspace' }],
  ['a file', () => join(root, 'docs/notes.txt'), { value: '/workspace/docs/notes.txt' }],
  ['a file that is not there yet', () => join(root, 'x/y'), { value: '/workspace/x/y' }],
  ['a way around', () => `${root}/docs/../docs/notes.txt`, { value: '/workspace/docs/notes.txt' }],
  ['another session', () => join(base, 'workspaces/alice/s10/other.txt'), 'WorkspaceError: Path is outside workspace'],
  ['another user', () => join(base, 'workspaces/bob/s1/other.txt'), 'WorkspaceError: Path is outside workspace'],
  ['a place outside', () => join(base, 'outside.txt'), 'WorkspaceError: Path is outside workspace'],
  ['a way out', () => `${root}/../s10/other.txt`, 'WorkspaceError: Path is outside workspace'],
  ['the folder of a user', () => join(base, 'workspaces/alice'), 'WorkspaceError: Invalid workspace path structure'],
  ['the folder of all', () => join(base, 'workspaces'), 'WorkspaceError: Invalid workspace path structure'],
  ['a NUL', () => `${root}/\0`, 'WorkspaceError: Path is outside workspace'],
])("the agent's path of %s", async (_name, hostPath, expected) => {
  expect(await outcome(() => hostToWorkspacePath(hostPath()))).toEqual(expected);
});

test('a link out of the workspace has no path of the agent', async () => {
  symlinkSync(join(base, 'outside'), join(root, 'l'));
  expect(await outcome(() => hostToWorkspacePath(join(root, 'l/passwd')))).toBe('WorkspaceError: Path is outside workspace');
});

test('identities never share a folder, whatever they are called', () => {
  const ids = [
    'a',
    'A',
    'a ',
    'a/b',
    'a%2fb',
    '..',
    '.',
    '',
    '~',
    'a\0',
    'ä',
    'a\u0308',
    'ａ',
    'con',
    'x'.repeat(300),
    'X'.repeat(300),
    '../a',
    '%',
    '\ud800',
  ];
  const pairs = ids.flatMap(userId => ids.map(sessionId => ({ ...session, userId, sessionId })));
  const folders = pairs.map(pair => sessionFolder(pair).toLowerCase().normalize('NFKC'));
  expect(new Set(folders).size).toBe(pairs.length);
  expect(folders.every(folder => folder.slice(join(base, 'workspaces').length + 1).split('/').length === 2)).toBe(true);
});

testUnless(rootMissing, 'who may not read a file hears no more than that', async () => {
  chmodSync(join(root, 'docs/notes.txt'), 0);
  expect(await outcome(() => readWorkspaceFile('docs/notes.txt'))).toBe('WorkspaceError: Permission denied: docs/notes.txt');
});

test('outside of a session there is no workspace', async () => {
  await expect(workspaceToHostPath('x')).rejects.toThrow('There is no session here');
  await expect(readWorkspaceFile('x')).rejects.toThrow('There is no session here');
});

/** Elsewhere the moment between two steps remains (ADR 22). */

testUnless(
  process.platform === 'linux' ? undefined : 'only on Linux',
  'a folder that turns into a link and back never gives a file of the host',
  async () => {
    mkdirSync(join(root, 'swap'));
    writeFileSync(join(root, 'swap/passwd'), 'mine');
    symlinkSync(join(base, 'outside'), join(root, 'link'));
    /** A rename over a folder that the writer has made meanwhile. */
    const put = (from: string, to: string) => {
      for (;;) {
        try {
          return renameSync(join(root, from), join(root, to));
        } catch {
          rmSync(join(root, to), { recursive: true, force: true });
        }
      }
    };
    /** Each state lasts for a random number of turns, so that it does not keep step with the operations. */
    const turns = async () => {
      for (let left = Math.ceil(Math.random() * 20); left > 0; left--) await new Promise(setImmediate);
    };
    let swapping = true;
    const swaps = (async () => {
      while (swapping) {
        put('swap', 'folder');
        put('link', 'swap');
        await turns();
        put('swap', 'link');
        put('folder', 'swap');
        await turns();
      }
    })();
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    const bothSeen = () => seen.has('mine') && seen.has(climbs);
    for (let round = 0; round < 600 || (!bothSeen() && round < 50_000); round++) {
      const result = await outcome(() => (round % 2 === 0 ? readWorkspaceFile('swap/passwd') : writeWorkspaceFile('swap/passwd', 'mine')));
      count(typeof result === 'string' ? result : String((result as { value: unknown }).value));
    }
    swapping = false;
    await swaps;
    expect(readFileSync(join(base, 'outside/passwd'), 'utf8')).toBe('SECRET');
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['mine', climbs]));
    expect([...seen.keys()].filter(text => /SECRET|passwd: |outside/.test(text))).toEqual([]);
    expect(await readdir(join(base, 'outside'))).toEqual(['passwd']);
  },
  60_000,
);

test('a reader sees a whole file while it is written', async () => {
  await inSession(() => writeWorkspaceFile('whole', 'a'.repeat(200_000)));
  const writes = Promise.all(['b', 'c', 'd', 'e'].map(letter => inSession(() => writeWorkspaceFile('whole', letter.repeat(200_000)))));
  const seen = await Promise.all(Array.from({ length: 30 }, () => inSession(() => readWorkspaceFile('whole'))));
  await writes;
  expect(seen.filter(text => text.length !== 200_000 || new Set(text).size !== 1)).toEqual([]);
  expect((await readdir(root)).filter(name => name.endsWith('.tmp'))).toEqual([]);
});

test('a workspace that is gone is made again', async () => {
  rmSync(join(base, 'workspaces'), { recursive: true });
  await mkdir(join(base, 'workspaces'));
  expect(await inSession(() => writeWorkspaceFile('x', 'y'))).toBe('/workspace/x');
});
