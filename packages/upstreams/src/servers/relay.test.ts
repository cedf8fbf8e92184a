import { Relay } from './relay.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function made({ maySpeak = true } = {}) {
  const dropped: [string, number][] = [];
  const told: unknown[] = [];
  const relay = new Relay({
    server: 's',
    perSecond: () => 2,
    reportMs: 10_000,
    maySpeak: () => maySpeak,
    onDropped: (what, count) => dropped.push([what, count]),
  });
  const log = (level: string, data: unknown, to = 'a') => relay.log({ level, data }, to, params => told.push(params));
  return { relay, dropped, told, log };
}

const dataOf = (told: readonly unknown[]) => told.map(params => (params as { data: unknown }).data);

it('log messages beyond the rate are dropped, counted, and told of once, at the highest level of those dropped', async () => {
  const { dropped, told, log } = made();
  for (let number = 0; number < 30; number++) log(number === 20 ? 'error' : 'info', number);
  expect(dataOf(told)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(dropped).toEqual([['log', 20]]);
  expect(told.slice(10)).toEqual([
    { level: 'error', logger: 'mcpgw', data: "20 messages dropped: server 's' sends more than 2 log messages a second" },
  ]);
  log('info', 'later');
  expect(dataOf(told).at(-1)).toBe('later');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(dropped).toEqual([['log', 20]]);
});

it('each of those who are told hears of its own', async () => {
  const { told, log } = made();
  for (let number = 0; number < 14; number++) log('info', number, number % 2 === 0 ? 'a' : 'b');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(dataOf(told).slice(10)).toEqual(Array(2).fill("2 messages dropped: server 's' sends more than 2 log messages a second"));
});

it('of a server whose log clients may not hear, they do not hear this either', async () => {
  const { dropped, told, log } = made({ maySpeak: false });
  for (let number = 0; number < 30; number++) log('info', number);
  await jest.advanceTimersByTimeAsync(10_000);
  expect([told, dropped]).toEqual([[], [['log', 20]]]);
});

it('updates beyond the rate come later, in their order, the same ones once', async () => {
  const { relay, dropped } = made();
  const told: string[] = [];
  for (let round = 0; round < 3; round++)
    for (let number = 0; number < 14; number++) relay.update(`u${number}`, () => told.push(`u${number}`));
  expect(told.length).toBe(10);
  await jest.advanceTimersByTimeAsync(60_000);
  const first = Array.from({ length: 14 }, (_, number) => `u${number}`);
  expect(told).toEqual([...first, ...first.slice(0, 10)]);
  expect(dropped).toEqual([]);
});

it('no more than 1,000 updates wait; the others are counted', async () => {
  const { relay, dropped } = made();
  const told: number[] = [];
  for (let number = 0; number < 2_000; number++) relay.update(String(number), () => told.push(number));
  await jest.advanceTimersByTimeAsync(600_000);
  expect([told.length, dropped]).toEqual([1_010, [['update', 990]]]);
});

it('requests beyond the rate are refused and counted', async () => {
  const { relay, dropped } = made();
  expect(Array.from({ length: 15 }, () => relay.mayAsk()).filter(Boolean)).toHaveLength(10);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(dropped).toEqual([['request', 5]]);
  expect(relay.mayAsk()).toBe(true);
});

it('what was dropped is reported at the end, and nothing is told any more', async () => {
  const { relay, dropped, told, log } = made();
  const later: number[] = [];
  for (let number = 0; number < 12; number++) {
    log('info', number);
    relay.update(String(number), () => later.push(number));
  }
  relay.close();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([dropped, told.length, later.length]).toEqual([[['log', 2]], 10, 10]);
});
