/** What every store of the record does: pages, following, pruning, and writing a batch once. */
import { testUnless } from '../../../test/helpers/needs.js';
import { redisMissing, startRedis, stopRedis } from '../../store/test/redis-server.js';
import { type ActivityStore, CursorError, followActivity, listActivity, verifyActivity } from '../src/index.js';
import { aCall, big, closeStores, fileKind, memoryKind, recorderOf, redisKind, type StoreKind, until, write } from './harness.js';

let url = '';
beforeAll(async () => {
  if (redisMissing === undefined) url = (await startRedis()).url;
});
afterEach(closeStores);
afterAll(stopRedis);

const kinds: readonly (readonly [StoreKind, string | undefined])[] = [
  [fileKind, undefined],
  [memoryKind, undefined],
  [redisKind(() => url), redisMissing],
];

async function toolsIn(store: ActivityStore, limit = 1000): Promise<string[]> {
  const { records } = await listActivity(store, {}, { limit });
  return records.map(record => (record.type === 'call' ? record.tool : record.event));
}

for (const [kind, missing] of kinds) {
  describe(kind.name, () => {
    testUnless(missing, 'lists the newest first, page by page', async () => {
      const open = await kind.make();
      await write(open(), ['a', 'b', 'c', 'd']);
      const store = open();
      expect(await toolsIn(store)).toEqual(['stopped', 'd', 'c', 'b', 'a', 'started']);
      const first = await listActivity(store, {}, { limit: 4 });
      const second = await listActivity(store, {}, { limit: 4, cursor: first.next });
      expect([first, second].map(({ records }) => records.map(({ seq }) => seq))).toEqual([
        [6, 5, 4, 3],
        [2, 1],
      ]);
      expect(second.next).toBeUndefined();
      await store.close();
    });

    testUnless(missing, 'stops at the bound of what is looked at, and goes on there', async () => {
      const open = await kind.make();
      await write(open(), ['a', 'b', 'c', 'd']);
      const store = open();
      const filter = { tool: ['a'] };
      const first = await listActivity(store, filter, { limit: 10, maxScanned: 3 });
      expect(first.records).toEqual([]);
      const second = await listActivity(store, filter, { limit: 10, cursor: first.next });
      expect(second.records.map(({ seq }) => seq)).toEqual([2]);
      await store.close();
    });

    testUnless(missing, 'refuses a cursor that it did not give', async () => {
      const store = (await kind.make())();
      await expect(listActivity(store, {}, { limit: 1, cursor: '../../etc/passwd' })).rejects.toBeInstanceOf(CursorError);
      await expect(store.newer('not a position', 1)).rejects.toBeInstanceOf(CursorError);
      await store.close();
    });

    testUnless(missing, 'keeps the chains of several writers apart, and each names the heads before it', async () => {
      const open = await kind.make();
      const first = await write(open(), ['a']);
      const second = await write(open(), ['b']);
      const store = open();
      const { chains } = await verifyActivity(store);
      expect(chains).toEqual([
        { writer: expect.any(String), records: 3, first: 1, last: 3 },
        { writer: expect.any(String), records: 3, first: 1, last: 3 },
      ]);
      const { records } = await listActivity(store, { outcome: ['started'] }, { limit: 1 });
      expect(records[0]).toMatchObject({ writer: second, previous: [{ writer: first, seq: 3 }] });
      await store.close();
    });

    testUnless(missing, 'gives what is written while it is followed, each record once', async () => {
      const open = await kind.make();
      await write(open(), ['before']);
      const store = open();
      const controller = new AbortController();
      const seen: string[] = [];
      const following = (async () => {
        for await (const record of followActivity(store, { type: 'call' }, { signal: controller.signal }))
          if (record.type === 'call') seen.push(record.tool);
      })();
      // The position of the end is taken once the first poll has run.
      await until(async () => {
        await write(open(), ['during']);
        return seen.length > 0;
      });
      controller.abort();
      await following;
      expect(new Set(seen)).toEqual(new Set(['during']));
      await store.close();
    });

    testUnless(missing, 'removes the oldest beyond the size, and the chain stays intact', async () => {
      const open = await kind.make();
      const store = open();
      const recorder = recorderOf(store, { keep: () => ({ ...big, bytes: 4000 }) });
      for (let round = 0; round < 40; round++) {
        recorder.call(aCall(`tool${round}`));
        await until(() => recorder.status.queued === 0);
      }
      await until(async () => (await toolsIn(store)).includes('records_pruned'));
      const found = await verifyActivity(store);
      expect(found.chains.map(({ broken }) => broken)).toEqual([undefined]);
      expect(found.chains[0]!.first).toBeGreaterThan(1);
      expect((await toolsIn(store))[1]).toMatch(/^(?:tool39|records_pruned)$/);
      await recorder.close();
    });

    testUnless(missing, 'writes a batch once, also if it is asked twice', async () => {
      const open = await kind.make();
      const store = open();
      const append = store.append.bind(store);
      let isFirst = true;
      // A store that wrote everything and then lost the connection.
      store.append = async batch => {
        await append(batch);
        if (isFirst) {
          isFirst = false;
          throw new Error('the connection broke');
        }
      };
      await write(store, ['a', 'b']);
      const again = open();
      expect(await toolsIn(again)).toEqual(['stopped', 'b', 'a', 'started']);
      expect((await verifyActivity(again)).chains.map(({ broken }) => broken)).toEqual([undefined]);
      await again.close();
    });
  });
}

testUnless(redisMissing, 'Redis removes records by age', async () => {
  const open = await redisKind(() => url).make();
  const store = open();
  await write(open(), ['a', 'b']);
  const pruned: unknown[] = [];
  await store.prune({ ageMs: -10_000, bytes: 1e9 }, 0, async marks => void pruned.push(...marks));
  expect(pruned).toEqual([{ writer: expect.any(String), seq: 4, hash: expect.any(String) }]);
  expect(await toolsIn(store)).toEqual([]);
  expect(await store.noted()).toEqual([]);
  await store.close();
});
