import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBytes, readNamedText, readUpTo } from './read-file.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const waits = 'it is a pipe, a socket or a device: name a file, or - for standard input';

it.each([
  ['', 'open name: is a directory'],
  ['nope', 'open name: no such file or directory'],
  ['file/below', 'open name: not a directory'],
  ['pipe', `name: ${waits}`],
])('says why %j cannot be read', (path, message) => {
  writeFileSync(join(folder, 'file'), '');
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(() => readBytes(join(folder, path), 'name')).toThrow(message);
});

it.each(['/dev/zero', '/dev/tty', '/dev/urandom'])('refuses the device %s', path => {
  expect(() => readUpTo(path)).toThrow(waits);
});

it('refuses a socket', async () => {
  const server = createServer();
  const path = join(folder, 'socket');
  await new Promise<void>(resolve => server.listen(path, resolve));
  expect(() => readUpTo(path)).toThrow(waits);
  await new Promise(resolve => server.close(resolve));
});

it('reads what ends at once', () => expect(readUpTo('/dev/null').length).toBe(0));

it.each<[string, number | undefined, number]>([
  ['whole', undefined, 3000],
  ['a byte more than the limit', 1000, 1001],
])('reads a file: %s', (_name, limit, length) => {
  const file = join(folder, 'a.yaml');
  writeFileSync(file, 'x'.repeat(3000));
  expect(readBytes(file, 'a.yaml', limit).length).toBe(length);
});

it('reads of a descriptor that never ends up to the limit', () => {
  const zero = openSync('/dev/zero', 'r');
  expect(readUpTo(zero, 3_000_000).length).toBe(3_000_001);
  closeSync(zero);
});

it('refuses a named file of more than its limit rather than a part of it', () => {
  const file = join(folder, 'token');
  writeFileSync(file, 'x'.repeat(11));
  expect(readNamedText(file, 11)).toBe('x'.repeat(11));
  expect(() => readNamedText(file, 10)).toThrow('the file has more than 10 bytes');
});
