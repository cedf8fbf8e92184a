/** The contract of every StateStore: one table of tests, run against each store. */

import { until } from '../../../test/helpers/until.js';
import type { StateKey, StateStore } from '../src/store.js';

/** Keys that must not collide: each is written, then all are read back. */
export const awkwardKeys: readonly StateKey[] = [
  ['plain'],
  ['Plain'],
  ['PLAIN'],
  [''],
  ['', ''],
  ['..'],
  ['.'],
  ['..', '..', 'etc', 'passwd'],
  ['../../etc/passwd'],
  ['/'],
  ['//'],
  ['\\'],
  ['a', 'b'],
  ['a/b'],
  ['a:b'],
  ['a*'],
  ['a?[b]'],
  ['a%2fb'],
  ['a\0b'],
  ['a\nb'],
  ['~'],
  ['%'],
  ['%7e'],
  ['ü'],
  ['u\u0308'],
  ['\ud800'],
  ['\udc00'],
  ['\ufffd'],
  ['🔒'],
  ['con'],
  ['plain.d'],
  ['plain.v'],
  ['plain.v.lock'],
  ['__proto__'],
  ['constructor', '__proto__'],
  ['x'.repeat(10_000)],
  [`${'x'.repeat(9_999)}y`],
  ['X'.repeat(149)],
  ['ü'.repeat(5_000), 'end'],
];

/** Adds the tests of a store; `open` gives a new connection to the same, at first empty, state. */
export function storeCases(open: () => Promise<StateStore>): void {
  let store: StateStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  it('reads nothing where nothing was written', async () => {
    expect(await store.read(['nobody', 'wrote'])).toBeUndefined();
    expect(await store.list(['nobody'])).toEqual([]);
  });

  it('gives what was written, also to another connection, until it is deleted', async () => {
    const other = await open();
    expect(await store.update(['a', 'b'], old => `${old}1`)).toBe('undefined1');
    expect(await other.update(['a', 'b'], old => `${old}2`)).toBe('undefined12');
    expect(await store.read(['a', 'b'])).toBe('undefined12');
    expect(await store.update(['a', 'b'], () => undefined)).toBeUndefined();
    expect(await other.read(['a', 'b'])).toBeUndefined();
    expect(await other.update(['a', 'b'], () => undefined)).toBeUndefined();
    await other.close();
  });

  it('keeps empty texts, large texts and any characters', async () => {
    for (const text of ['', '\n', '\0\r\n', '🔒 ü', 'x'.repeat(1_000_000)]) {
      await store.update(['text'], () => text);
      expect(await store.read(['text'])).toBe(text);
    }
  });

  it('takes any string as a segment, and tells them all apart', async () => {
    for (const [index, key] of awkwardKeys.entries()) await store.update(key, old => `${old ?? ''}${index}`);
    const texts = await Promise.all(awkwardKeys.map(key => store.read(key)));
    expect(texts).toEqual(awkwardKeys.map((_, index) => String(index)));
    const listed = new Set((await store.list([])).map(key => JSON.stringify(key)));
    expect(awkwardKeys.filter(key => !listed.has(JSON.stringify(key)))).toEqual([]);
  });

  it('lists what is below a key, not the key itself and not its neighbours', async () => {
    const keys = [['list'], ['list', 'a'], ['list', 'a', 'b'], ['lists', 'c'], ['list', 'D'.repeat(500)], ['list*', 'e']];
    for (const key of keys) await store.update(key, () => 'text');
    const below = (await store.list(['list'])).map(key => key.slice(1).join('/'));
    expect(below.sort()).toEqual(['D'.repeat(500), 'a', 'a/b']);
    expect(await store.list(['list', 'a'])).toEqual([['list', 'a', 'b']]);
  });

  it('loses no update of many at once', async () => {
    const others = await Promise.all([open(), open(), open()]);
    const all = [store, ...others].flatMap(each =>
      Array.from({ length: 25 }, () => each.update(['count'], old => `${Number(old ?? 0) + 1}`)),
    );
    await Promise.all(all);
    expect(await store.read(['count'])).toBe('100');
    await Promise.all(others.map(other => other.close()));
  });

  it('passes on what a change throws, writes nothing then, and goes on', async () => {
    await store.update(['thrown'], () => 'before');
    const thrown = new Error('no');
    await expect(
      store.update(['thrown'], () => {
        throw thrown;
      }),
    ).rejects.toBe(thrown);
    expect(await store.update(['thrown'], old => `${old} after`)).toBe('before after');
  });

  it('says that something changed, and no more once the watch has ended', async () => {
    const other = await open();
    const { promise, resolve } = deferred();
    const end = store.watch(['watched'], resolve);
    const ended = jest.fn();
    store.watch(['watched'], ended)();
    await settled();
    await other.update(['watched', 'a'], () => 'text');
    await promise;
    end();
    expect(ended).not.toHaveBeenCalled();
    await other.close();
  });

  it('what is kept for a time is gone after it, unless it is renewed or written without an end; other texts stay', async () => {
    const other = await open();
    let keepMs = 100;
    let renewed: string | undefined;
    // On a busy machine the text may end before it is renewed.
    for (; renewed === undefined && keepMs < 60_000; keepMs *= 2) {
      await store.update(['kept', 'renewed'], () => 'text', { keepMs });
      renewed = await other.renew(['kept', 'renewed'], 3_600_000);
    }
    expect(renewed).toBe('text');
    await store.update(['kept', 'short'], () => 'text', { keepMs });
    await store.update(['kept', 'freed'], () => 'text', { keepMs });
    await store.update(['kept', 'endless'], () => 'text');
    await other.update(['kept', 'freed'], () => 'other');
    await until(async () => (await other.read(['kept', 'short'])) === undefined);
    expect(await other.renew(['kept', 'short'], 3_600_000)).toBeUndefined();
    expect(await other.update(['kept', 'short'], old => `${old} anew`)).toBe('undefined anew');
    expect(await Promise.all(['renewed', 'freed', 'endless'].map(name => store.read(['kept', name])))).toEqual(['text', 'other', 'text']);
    await other.close();
  });

  it('gives an end to what has none below a key, and to nothing else', async () => {
    await store.update(['limit', 'endless'], () => 'text');
    await store.update(['limit', 'long'], () => 'text', { keepMs: 3_600_000 });
    await store.update(['limits', 'neighbour'], () => 'text');
    await store.limit(['limit'], 100);
    await until(async () => (await store.read(['limit', 'endless'])) === undefined);
    await store.limit(['limit'], 100);
    expect(await store.list(['limit'])).toEqual([['limit', 'long']]);
    expect([await store.read(['limit', 'long']), await store.read(['limits', 'neighbour'])]).toEqual(['text', 'text']);
  });

  it('tells a watch what changed, and whether it was changed here', async () => {
    const other = await open();
    const told: unknown[] = [];
    const end = store.watch(['told'], change => void told.push(change));
    await settled();
    told.length = 0;
    await store.update(['told', 'here'], () => 'text');
    await other.update(['told', 'there'], () => 'text');
    await store.renew(['told', 'here'], 3_600_000);
    await until(async () => told.length >= 1);
    await settled();
    end();
    if (told[0] !== undefined)
      expect(told).toEqual([
        { key: ['told', 'here'], own: true },
        { key: ['told', 'there'], own: false },
      ]);
    await other.close();
  });

  it.each<[string, StateKey, string]>([
    ['no segment', [], 'the state has no name'],
    ['17 segments', Array.from({ length: 17 }, () => 'a'), 'state "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a" has more than 16 segments'],
  ])('refuses a key with %s', async (_name, key, message) => {
    await expect(store.read(key)).rejects.toMatchObject({ name: 'StoreError', message, key });
    await expect(store.update(key, () => 'text')).rejects.toMatchObject({ name: 'StoreError', message, key });
  });

  it('refuses work once it is closed', async () => {
    const closed = await open();
    await closed.close();
    await expect(closed.read(['a'])).rejects.toMatchObject({ message: 'state "a" is asked of a store that is closed' });
    await expect(closed.list(['a'])).rejects.toMatchObject({ message: 'state "a" is asked of a store that is closed' });
    await expect(closed.update(['a'], () => 'text')).rejects.toMatchObject({ message: 'state "a" is asked of a store that is closed' });
  });
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>(done => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Time for a watch to begin and, on a disk with coarse times, for the next write to differ. */
function settled(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 50));
}
