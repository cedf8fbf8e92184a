import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileStore } from '@mcpgw/store';
import { PrivateData } from '../src/private-data.js';
import { type TemporaryData, temporaryData } from '../src/testing.js';
import { bundle } from './bundle.js';

let data: TemporaryData;
const children: ChildProcess[] = [];
beforeEach(async () => {
  data = await temporaryData();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await data.remove();
});

/** Starts a writer; ends with what it said was recorded, when it has ended or was killed after `killAfter` lines. */
function writer(script: string, stateDir: string, number: number, killAfter: number): Promise<{ recorded: string[]; error: string }> {
  const child = spawn(process.execPath, [script, stateDir, String(number)], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let said = '';
  let error = '';
  child.stdout!.on('data', chunk => {
    said += chunk;
    if (said.split('\n').length > killAfter) child.kill('SIGKILL');
  });
  child.stderr!.on('data', chunk => {
    error += chunk;
  });
  return new Promise(resolve => child.once('close', () => resolve({ recorded: said.split('\n').slice(0, -1), error })));
}

test('processes that are killed at any moment lose nothing that they recorded, and stop nobody else', async () => {
  const script = await bundle(join(__dirname, 'private-data-writer.ts'), join(data.dataDir, 'writer.mjs'));
  const stateDir = join(data.dataDir, 'state');
  const kills = Array.from({ length: 9 }, () => Math.floor(Math.random() * 25));
  const ended: { recorded: string[]; error: string }[] = [];
  for (const [from, to] of [
    [0, 4],
    [4, 9],
  ]) {
    ended.push(...(await Promise.all(kills.slice(from, to).map((killAfter, index) => writer(script, stateDir, from! + index, killAfter)))));
  }
  expect(ended.map(({ error }) => error).filter(error => error !== '')).toEqual([]);
  const after = await writer(script, stateDir, 99, 4);
  expect(after.recorded.length).toBeGreaterThanOrEqual(4);
  const store = fileStore(stateDir);
  const { privateDatasets, sensitivity } = await new PrivateData({
    userId: 'alice',
    sessionId: 's1',
    workspaceDir: '/nowhere',
    store,
  }).record();
  const recorded = [...ended, after].flatMap(one => one.recorded);
  expect(recorded.filter(name => !privateDatasets.includes(name))).toEqual([]);
  expect(recorded.length).toBeGreaterThan(9);
  expect(sensitivity).toBe('secret');
}, 60_000);
