import type { AttentionState, Measured } from './state.js';
import { AttentionWatch } from './watch.js';

jest.useFakeTimers();

let watch: AttentionWatch | undefined;
afterEach(() => watch?.close());

function watching(measure?: () => Promise<Measured>) {
  const state: { now: AttentionState } = { now: { servers: [], needsRestart: [] } };
  const log: string[] = [];
  const say = (level: string) => (event: string, fields: object) => void log.push(`${level} ${event} ${JSON.stringify(fields)}`);
  const logger = { info: say('info'), warn: say('warn'), error: say('error') };
  watch = new AttentionWatch({ state: () => state.now, logger, now: () => 0, ...(measure && { measure }) });
  return { state, log, watch };
}

const fault = (storeFault: string): AttentionState => ({ servers: [], needsRestart: [], storeFault });

it('an item that appears, changes and goes is one line each', () => {
  const { state, log, watch } = watching();
  const told = jest.fn();
  watch.onChange(told);
  watch.start();
  jest.advanceTimersByTime(500);
  expect(log).toEqual([]);
  state.now = fault('refused');
  watch.changed();
  watch.changed();
  jest.advanceTimersByTime(20_000);
  const fix = 'check that it runs and can be reached; it is tried again by itself';
  const line = (what: string) => `error needs attention ${JSON.stringify({ id: 'store:fault', what, fix })}`;
  expect(log).toEqual([line('the store does not answer: refused')]);
  state.now = fault('timeout');
  jest.advanceTimersByTime(5_000);
  state.now = { servers: [], needsRestart: [] };
  jest.advanceTimersByTime(5_000);
  expect(log.slice(1)).toEqual([
    line('the store does not answer: timeout'),
    'info no longer needs attention {"id":"store:fault","what":"the store does not answer: timeout"}',
  ]);
  expect(told).toHaveBeenCalledTimes(3);
});

it('what does not last is not told of, and nothing is told before the start and after the end', () => {
  const { state, log, watch } = watching();
  watch.changed();
  jest.advanceTimersByTime(10_000);
  watch.start();
  jest.advanceTimersByTime(1_000);
  state.now = fault('refused');
  watch.changed();
  jest.advanceTimersByTime(300);
  expect(watch.items().map(({ id }) => id)).toEqual(['store:fault']);
  state.now = { servers: [], needsRestart: [] };
  jest.advanceTimersByTime(1_000);
  watch.close();
  state.now = fault('refused');
  watch.changed();
  jest.advanceTimersByTime(60_000);
  expect(log).toEqual([]);
});

it('what is measured is in the list, and is measured again after a minute', async () => {
  const measure = jest.fn(async () => ({ clockAheadMs: 20_000 }));
  const { watch } = watching(measure);
  watch.start();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(watch.items().map(({ what }) => what)).toEqual(['the clock of this machine is 20 s ahead of that of the store']);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(measure).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(measure).toHaveBeenCalledTimes(2);
});
