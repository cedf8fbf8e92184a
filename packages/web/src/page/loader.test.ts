/** What the page reads and follows, under answers that are late, fail, or come while something changes. */
import { ApiError } from './api.js';
import { Loader } from './loader.js';
import { Store } from './store.js';

/** A loader whose requests are answered by hand. */
function byHand() {
  const requests: { readonly answer: (text: string) => void; readonly fail: (error: unknown) => void; readonly signal: AbortSignal }[] = [];
  const loader = new Loader<string>(
    signal => new Promise((answer, fail) => requests.push({ answer, fail, signal })),
    () => void outdated.push(requests.length),
  );
  const outdated: number[] = [];
  const shown: (string | undefined)[] = [];
  loader.subscribe(() => {
    const { data, problem } = loader.snapshot();
    shown.push(problem ?? data);
  });
  return { loader, requests, shown, outdated };
}

const settled = () => new Promise(resolve => setImmediate(resolve));

it('a store tells who follows it, until it no longer does', () => {
  const store = new Store(1);
  const seen: number[] = [];
  const forget = store.subscribe(() => seen.push(store.snapshot()));
  store.set(2);
  forget();
  store.set(3);
  expect([seen, store.snapshot()]).toEqual([[2], 3]);
});

it('an answer that takes longer than the time between two changes is shown, and then read once more', async () => {
  const { loader, requests, shown, outdated } = byHand();
  for (let changes = 0; changes < 10; changes++) loader.ask();
  expect([requests.length, outdated.length]).toEqual([1, 10]);
  requests[0]!.answer('old');
  await settled();
  expect([shown, requests.length]).toEqual([['old'], 2]);
  requests[1]!.answer('new');
  await settled();
  expect([shown, requests.length]).toEqual([['old', 'new'], 2]);
  loader.close();
});

it('what failed is tried again without a change, and the earlier data stay', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  try {
    const { loader, requests } = byHand();
    loader.ask();
    requests[0]!.answer('first');
    await settled();
    loader.ask();
    requests[1]!.fail(new TypeError('Failed to fetch'));
    await settled();
    expect(loader.snapshot()).toEqual({ data: 'first', problem: 'The gateway cannot be reached.', code: '' });
    const waits: number[] = [];
    for (let attempt = 2; attempt < 8; attempt++) {
      const before = Date.now();
      jest.advanceTimersToNextTimer();
      waits.push(Date.now() - before);
      expect(requests).toHaveLength(attempt + 1);
      requests[attempt]!.fail(new ApiError(503, 'store', 'the store fails'));
      await settled();
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
    jest.advanceTimersToNextTimer();
    requests[8]!.answer('second');
    await settled();
    expect(loader.snapshot()).toEqual({ data: 'second', problem: undefined, code: undefined });
    expect(jest.getTimerCount()).toBe(0);
    loader.close();
  } finally {
    jest.useRealTimers();
  }
});

it('what the API refuses is not tried again, but read after the next change', async () => {
  const { loader, requests } = byHand();
  loader.ask();
  requests[0]!.fail(new ApiError(404, 'unknown-tool', 'there is no such tool'));
  await settled();
  expect(loader.snapshot()).toEqual({ data: undefined, problem: 'There is no such tool.', code: 'unknown-tool' });
  loader.ask();
  requests[1]!.answer('there');
  await settled();
  expect(loader.snapshot()).toEqual({ data: 'there', problem: undefined, code: undefined });
  loader.close();
});

it('a change while a request fails is read at once', async () => {
  const { loader, requests } = byHand();
  loader.ask();
  loader.ask();
  requests[0]!.fail(new TypeError('Failed to fetch'));
  await settled();
  expect(requests).toHaveLength(2);
  requests[1]!.answer('there');
  await settled();
  expect(loader.snapshot().data).toBe('there');
  loader.close();
});

it('a closed loader cancels its request, shows nothing of it, and asks for nothing', async () => {
  const { loader, requests, shown } = byHand();
  loader.ask();
  loader.close();
  expect(requests[0]!.signal.aborted).toBe(true);
  requests[0]!.answer('late');
  loader.ask();
  await settled();
  expect([shown, requests.length]).toEqual([[], 1]);
});
