import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { InFlight } from './in-flight.js';

it('is a map: of a key that is not there, one that is set again, one that is deleted twice', () => {
  const map = new InFlight<string, number>();
  expect([map.get('a'), map.has('a'), map.delete('a'), map.size]).toEqual([undefined, false, false, 0]);
  map.set('a', 1).set('b', 2).set('a', 3);
  expect([map.get('a'), map.has('b'), map.size]).toEqual([3, true, 2]);
  expect([map.delete('b'), map.delete('b'), map.size]).toEqual([true, false, 1]);
  map.clear();
  expect([map.get('a'), map.size]).toEqual([undefined, 0]);
});

it('keeps what is there, in its order, however much is deleted', () => {
  const map = new InFlight<number, string>();
  map.set(-2, 'first').set(-1, 'second');
  for (let key = 0; key < 1_000; key++) {
    map.set(key, 'short');
    map.delete(key);
  }
  expect([...map.keys()]).toEqual([-2, -1]);
  expect([...map.values()]).toEqual(['first', 'second']);
});

it('gives each value once while what was given is deleted', () => {
  const map = new InFlight<number, number>();
  for (let key = 0; key < 500; key++) map.set(key, key);
  const seen: number[] = [];
  for (const key of map.keys()) {
    seen.push(key);
    map.delete(key);
  }
  expect(seen).toEqual(Array.from({ length: 500 }, (_, key) => key));
  expect(map.size).toBe(0);
});

describe('what was deleted', () => {
  type Collect = (options?: { readonly type: 'minor' }) => void;
  let collect: Collect;
  beforeAll(() => {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  });

  /** How many of 4,000 short-lived values of 4 KiB collections of the young generation leave, although none is in the map. */
  function left(map: { set(key: number, value: unknown): unknown; delete(key: number): boolean }): number {
    for (let key = -16; key < 0; key++) map.set(key, undefined);
    collect();
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let key = 0; key < 4_000; key++) {
      map.set(key, new Array(512).fill(key));
      map.delete(key - 16);
      if (key % 100 === 99) collect({ type: 'minor' });
    }
    return (process.memoryUsage().heapUsed - before) / 4096;
  }

  // First, since V8 learns from what stays and makes such values in the old generation.
  it('is collected with the young generation', () => {
    expect(left(new InFlight())).toBeLessThan(600);
  });

  it('stays with the tables of a Map after a full collection: why this class is there', () => {
    expect(left(new Map())).toBeGreaterThan(1_000);
  });
});
