/** A store that fails: calls go on, losses are counted and told once, and a record says so later. Injected faults, and a real disk and Redis. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testUnless } from '../../../test/helpers/needs.js';
import { redisMissing, startRedis, stopRedis } from '../../store/test/redis-server.js';
import {
  type ActivityStore,
  fileActivityStore,
  listActivity,
  memoryActivityStore,
  type RecorderFault,
  redisActivityStore,
  verifyActivity,
} from '../src/index.js';
import { aCall, folderOf, recorderOf, until } from './harness.js';

afterAll(stopRedis);

/** A store whose `append` fails while `fault` is set. */
function failing(store: ActivityStore, fault: { error?: Error | undefined }): ActivityStore {
  const append = store.append.bind(store);
  store.append = async batch => {
    if (fault.error) throw fault.error;
    await append(batch);
  };
  return store;
}

const noSpace = () => Object.assign(new Error("ENOSPC: no space left on device, write '/secret/path'"), { code: 'ENOSPC' });

test('records that cannot be written wait, the rest is lost and counted, and each is told once', async () => {
  const fault: { error?: Error | undefined } = { error: noSpace() };
  const told: RecorderFault[] = [];
  const store = failing(memoryActivityStore(), fault);
  const recorder = recorderOf(store, { maxQueued: 3, onFault: found => told.push(found) });
  for (let number = 0; number < 10; number++) recorder.call(aCall(`t${number}`));
  await until(() => recorder.status.state === 'failing');
  for (let number = 10; number < 12; number++) recorder.call(aCall(`t${number}`));
  expect(recorder.status).toMatchObject({ state: 'failing', error: 'the disk is full', lost: 9 });
  fault.error = undefined;
  await until(() => recorder.status.state === 'recording' && recorder.status.queued === 0);
  expect(told).toEqual([
    { kind: 'failing', reason: 'the disk is full' },
    { kind: 'working', lost: 9 },
  ]);
  const { records } = await listActivity(store, {}, { limit: 100 });
  expect(records.map(record => (record.type === 'call' ? record.tool : [record.event, record.count]))).toEqual([
    ['records_lost', 9],
    't2',
    't1',
    't0',
    ['started', undefined],
  ]);
  expect((await verifyActivity(store)).chains.map(({ broken }) => broken)).toEqual([undefined]);
  await recorder.close();
});

test('a store that cannot say which records there are keeps nobody from recording once it can', async () => {
  const store = memoryActivityStore();
  const heads = store.heads.bind(store);
  let attempts = 0;
  store.heads = async () => {
    if (attempts++ < 2) throw new Error('not now');
    return heads();
  };
  const recorder = recorderOf(store);
  recorder.call(aCall('a'));
  await until(() => recorder.status.records === 2);
  expect(recorder.status).toMatchObject({ state: 'recording', lost: 0 });
  await recorder.close();
});

test('calls that come during a write are written together by the next one', async () => {
  const store = memoryActivityStore();
  const append = store.append.bind(store);
  const batches: number[] = [];
  let recordMore = () => {};
  store.append = async batch => {
    batches.push(batch.lines.length);
    recordMore();
    await append(batch);
  };
  const recorder = recorderOf(store);
  recorder.call(aCall('first'));
  recordMore = () => {
    if (batches.length !== 2) return;
    for (let number = 0; number < 5; number++) recorder.call(aCall(`t${number}`));
  };
  await until(() => recorder.status.records === 7);
  // The record of the start, the first call, and those that came while it was written.
  expect(batches).toEqual([1, 1, 5]);
  await recorder.close();
});

test('many records are written in order, at most 500 at once, and all are counted meanwhile', async () => {
  const store = memoryActivityStore();
  const append = store.append.bind(store);
  const batches: number[] = [];
  const known: number[] = [];
  const recorder = recorderOf(store, { writeAfterMs: 0 });
  store.append = async batch => {
    batches.push(batch.lines.length);
    known.push(recorder.status.records + recorder.status.queued);
    await append(batch);
  };
  for (let number = 0; number < 1_200; number++) recorder.call(aCall(`t${number}`));
  await until(() => recorder.status.records === 1_201);
  expect(batches).toEqual([1, 500, 500, 200]);
  expect(known).toEqual([1_201, 1_201, 1_201, 1_201]);
  const { records } = await listActivity(store, {}, { limit: 1_300 });
  const calls = records.flatMap(record => (record.type === 'call' ? [record.tool] : [])).reverse();
  expect(calls).toEqual(Array.from({ length: 1_200 }, (_, number) => `t${number}`));
  expect((await verifyActivity(store)).chains.map(({ broken }) => broken)).toEqual([undefined]);
  await recorder.close();
});

test('large contents make smaller writes', async () => {
  const store = memoryActivityStore();
  const append = store.append.bind(store);
  const batches: number[] = [];
  store.append = async batch => {
    batches.push(batch.lines.length);
    await append(batch);
  };
  const recorder = recorderOf(store, { writeAfterMs: 0, redact: () => value => String(value) });
  for (let number = 0; number < 250; number++) recorder.call(aCall('a'), { result: 'x'.repeat(3_000) });
  await until(() => recorder.status.records === 251);
  expect(batches).toEqual([1, 100, 100, 50]);
  await recorder.close();
});

test('a folder that somebody removes is made again', async () => {
  const folder = folderOf();
  const recorder = recorderOf(fileActivityStore(folder));
  recorder.call(aCall('a'));
  await until(() => recorder.status.records === 2);
  rmSync(folder, { recursive: true });
  recorder.call(aCall('b'));
  await until(() => recorder.status.records === 3);
  expect(recorder.status).toMatchObject({ state: 'recording', lost: 0 });
  await recorder.close();
});

test('contents that wait are bounded in bytes', async () => {
  const store = failing(memoryActivityStore(), { error: new Error('down') });
  const recorder = recorderOf(store);
  for (let number = 0; number < 5; number++) recorder.call(aCall('a', { response_bytes: 10 << 20 }), { result: 'x' });
  expect(recorder.status).toMatchObject({ queued: 3, lost: 2 });
});

test('closing never waits long for a store that never answers', async () => {
  const store = memoryActivityStore();
  store.append = () => new Promise(() => {});
  const recorder = recorderOf(store);
  recorder.call(aCall('a'));
  await recorder.close();
  expect(recorder.status.records).toBe(0);
});

test('what a failed write left of a line is cut off', async () => {
  const folder = folderOf();
  const store = fileActivityStore(folder, { noteEveryMs: 0 });
  const recorder = recorderOf(store);
  recorder.call(aCall('a'));
  await until(() => recorder.status.queued === 0 && recorder.status.records === 2);
  const file = join(folder, recorder.status.writer, '000000000001.jsonl');
  writeFileSync(file, '{"seq":3,"torn', { flag: 'a' });
  recorder.call(aCall('b'));
  await recorder.close();
  const { chains } = await verifyActivity(fileActivityStore(folder));
  expect(chains).toEqual([{ writer: recorder.status.writer, records: 4, first: 1, last: 4 }]);
});

test('a file in place of the folder is a fault that ends when it is removed', async () => {
  const parent = folderOf();
  const folder = join(parent, 'activity');
  writeFileSync(folder, '');
  const recorder = recorderOf(fileActivityStore(folder));
  recorder.call(aCall('a'));
  await until(() => recorder.status.state === 'failing');
  expect(recorder.status.error).toMatch(/^a file has the name of a folder$/);
  rmSync(folder);
  await until(() => recorder.status.records === 2);
  await recorder.close();
});

testUnless(process.getuid?.() === 0 ? 'root may write every folder' : undefined, 'a folder that cannot be written', async () => {
  const folder = join(folderOf(), 'activity');
  mkdirSync(folder);
  chmodSync(folder, 0o500);
  const recorder = recorderOf(fileActivityStore(folder));
  recorder.call(aCall('a'));
  await until(() => recorder.status.error === 'permission denied');
  chmodSync(folder, 0o700);
  await until(() => recorder.status.records === 2);
  await recorder.close();
});

testUnless(redisMissing, 'a Redis that is gone for a while loses nothing that can wait', async () => {
  const redis = await startRedis();
  const store = redisActivityStore(redis.url, { timeoutMs: 200 });
  const told: RecorderFault['kind'][] = [];
  const recorder = recorderOf(store, { onFault: ({ kind }) => told.push(kind) });
  recorder.call(aCall('before'));
  await until(() => recorder.status.records === 2);
  await redis.kill();
  recorder.call(aCall('meanwhile'));
  await until(() => recorder.status.state === 'failing');
  await redis.restart();
  await until(() => recorder.status.state === 'recording' && recorder.status.queued === 0);
  expect(told).toEqual(['failing', 'working']);
  expect(recorder.status.lost).toBe(0);
  await recorder.close();
  const reader = redisActivityStore(redis.url, { timeoutMs: 10_000 });
  const tools = (await listActivity(reader, { type: 'call' }, { limit: 9 })).records.map(record => 'tool' in record && record.tool);
  expect(tools.slice(0, 1)).toEqual(['meanwhile']);
  await reader.close();
});
