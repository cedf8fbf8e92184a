import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStore } from '@mcpgw/store';
import { Files } from '../../../examples/connectors/files.js';
import { runInSession, type Session } from '../src/session.js';
import { type TemporaryData, temporaryData } from '../src/testing.js';
import { sessionFolder } from '../src/workspace-walk.js';

let data: TemporaryData;
let session: Session;
beforeEach(async () => {
  data = await temporaryData();
  const workspaceDir = join(data.dataDir, 'workspaces');
  session = { userId: 'alice', sessionId: 's1', workspaceDir, store: fileStore(join(data.dataDir, 'state')) };
  await inSession(async () => {
    await Files.write('notes/a.txt', 'one\ntwo words\n');
    await Files.write('notes/deep/b.txt', 'two\n');
  });
});
afterEach(() => data.remove());

const inSession = <T>(work: () => T) => runInSession(session, work);

test('reads, lists and searches the files of its session, without a server', async () => {
  expect(await inSession(() => Files.read('notes/a.txt'))).toBe('one\ntwo words\n');
  expect(await inSession(() => Files.list())).toBe('/workspace/notes/a.txt\n/workspace/notes/deep/b.txt');
  expect(await inSession(() => Files.search('two'))).toBe('/workspace/notes/a.txt:2: two words\n/workspace/notes/deep/b.txt:1: two');
  expect(await inSession(() => Files.search('two', 'notes/deep'))).toBe('notes/deep/b.txt:1: two');
});

test('another session sees none of them', async () => {
  expect(await runInSession({ ...session, sessionId: 's2' }, () => Files.list())).toBe('');
});

test('a link out of the workspace is neither listed nor searched nor read', async () => {
  writeFileSync(join(data.dataDir, 'outside.txt'), 'two secrets');
  symlinkSync(join(data.dataDir, 'outside.txt'), join(sessionFolder(session), 'notes/link.txt'));
  expect(await inSession(() => Files.search('secrets'))).toBe('');
  await expect(inSession(() => Files.read('notes/link.txt'))).rejects.toThrow('Path traversal not allowed');
});

test('a large file is cut for the agent', async () => {
  await inSession(() => Files.write('big.txt', 'line\n'.repeat(5000)));
  expect(await inSession(() => Files.read('big.txt'))).toMatch(
    /^Results saved to \/workspace\/results\/result_[0-9a-f]{8}\.txt \(25000 chars\)/,
  );
});

test('outside of a session there are no files', async () => {
  await expect(Files.read('notes/a.txt')).rejects.toThrow('There is no session here');
});
