import { Debouncer } from './debouncer.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const settings = { first: 100, longest: 5_000 };

/** A debouncer whose work takes `takes` ms of waiting and gives `cost`; `times` are when each work began. */
function paced({ takes = 0, cost = 0 } = {}) {
  const times: number[] = [];
  const seen: number[] = [];
  const state = { changes: 0 };
  const start = performance.now();
  const debouncer = new Debouncer(async () => {
    times.push(performance.now() - start);
    seen.push(state.changes);
    if (takes > 0) await new Promise(resolve => setTimeout(resolve, takes));
    return cost;
  }, settings);
  const change = () => {
    state.changes++;
    debouncer.ask();
  };
  return { debouncer, times, seen, change };
}

it('one change is one work, after the first gap', async () => {
  const { times, change } = paced();
  change();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(times).toEqual([100]);
});

it('10,000 changes in 100 seconds are some works, ever rarer, and the last one sees the last change', async () => {
  const { times, seen, change } = paced();
  for (let number = 0; number < 10_000; number++) {
    change();
    await jest.advanceTimersByTimeAsync(10);
  }
  await jest.advanceTimersByTimeAsync(10_000);
  expect(times.map(time => Math.round(time / 10) * 10).slice(0, 8)).toEqual([100, 300, 700, 1500, 3100, 6300, 11300, 16300]);
  expect([times.length, seen.at(-1)]).toEqual([25, 10_000]);
});

it('what is asked for while work is being done is done again', async () => {
  const { seen, change } = paced({ takes: 1_000 });
  change();
  await jest.advanceTimersByTimeAsync(500);
  change();
  change();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(seen).toEqual([1, 3]);
});

it('after a quiet time the first gap counts again', async () => {
  const { times, change } = paced();
  for (let number = 0; number < 100; number++) {
    change();
    await jest.advanceTimersByTimeAsync(10);
  }
  await jest.advanceTimersByTimeAsync(60_000);
  const count = times.length;
  const asked = 61_000;
  change();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(times.slice(count).map(Math.round)).toEqual([asked + 100]);
});

it('work that takes long comes at most a tenth of the time', async () => {
  const { times, change } = paced({ cost: 2_000 });
  for (let number = 0; number < 100; number++) {
    change();
    await jest.advanceTimersByTimeAsync(1_000);
  }
  expect(times.map(time => Math.round(time / 1_000))).toEqual([0, 20, 40, 60, 80]);
});

it('nothing is done once it is closed', async () => {
  const { debouncer, times, change } = paced();
  change();
  debouncer.close();
  change();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(times).toEqual([]);
});
