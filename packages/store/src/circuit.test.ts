import { setImmediate as nextTurn } from 'node:timers/promises';
import { until } from '../../../test/helpers/until.js';
import { StoreCircuit } from './circuit.js';
import { memoryStore } from './memory-store.js';
import { type StateStore, StoreError } from './store.js';

const never = () => new Promise<never>(() => {});

interface Scene {
  readonly circuit: StoreCircuit;
  readonly told: (string | undefined)[];
  readonly store: StateStore & { answers: boolean; pings: number };
}

const circuits: StoreCircuit[] = [];
afterEach(() => {
  for (const circuit of circuits.splice(0)) circuit.close();
});

function scene(): Scene {
  const told: (string | undefined)[] = [];
  const store = { ...memoryStore(), answers: true, pings: 0, ping: never as () => Promise<void> };
  store.ping = () => {
    store.pings++;
    return store.answers ? Promise.resolve() : never();
  };
  const circuit = new StoreCircuit(store, { answerMs: 30, lookEveryMs: 10, onChange: fault => void told.push(fault?.message) });
  circuits.push(circuit);
  return { circuit, told, store };
}

const unanswered = 'the state is not answered: 30 ms passed';

it('the first who meets a store that does not answer waits, those after that do not ask it', async () => {
  const { circuit, told, store } = scene();
  store.answers = false;
  const asked = jest.fn(never);
  await expect(circuit.run(asked)).rejects.toMatchObject({ name: 'StoreError', message: unanswered });
  for (let i = 0; i < 3; i++) await expect(circuit.run(asked)).rejects.toMatchObject({ message: unanswered });
  expect([asked.mock.calls.length, told]).toEqual([1, [unanswered]]);
});

it('a store with a connection is found dead and alive again while nobody asks it, and each is told once', async () => {
  const { circuit, told, store } = scene();
  await until(() => store.pings > 2);
  expect(told).toEqual([]);
  store.answers = false;
  await until(() => told.length === 1);
  const before = store.pings;
  await until(() => store.pings > before + 1);
  store.answers = true;
  await until(() => told.length === 2);
  expect([told, circuit.fault]).toEqual([[unanswered, undefined], undefined]);
  expect(await circuit.run(async () => 'done')).toBe('done');
});

it('says when the store answers again, when the time for that has passed, and when nobody looks any more', async () => {
  const { circuit, told, store } = scene();
  expect(await circuit.answers(0)).toBe(true);
  store.answers = false;
  await until(() => told.length === 1);
  expect(await circuit.answers(1)).toBe(false);
  const soon = circuit.answers(60_000);
  store.answers = true;
  expect(await soon).toBe(true);
  store.answers = false;
  await until(() => told.length === 3);
  const never = circuit.answers(60_000);
  circuit.close();
  expect([await never, await circuit.answers(60_000)]).toEqual([false, false]);
});

it('those who wait when the store is found dead wait no longer', async () => {
  const { circuit, store } = scene();
  const waiting = circuit.run(never);
  store.answers = false;
  await expect(waiting).rejects.toMatchObject({ message: unanswered });
});

it('what a store that answers refuses is passed on, and is no outage', async () => {
  const { circuit, told } = scene();
  const refused = new StoreError(['a'], 'cannot be written: OOM');
  await expect(circuit.run(() => Promise.reject(refused))).rejects.toBe(refused);
  expect([circuit.fault, told]).toEqual([undefined, []]);
});

it('an answer that came while this process was busy counts, also after the time', async () => {
  const { circuit, told } = scene();
  const answer = circuit.run(() => new Promise(resolve => setImmediate(resolve, 'came')));
  const end = performance.now() + 60;
  while (performance.now() < end);
  expect([await answer, told]).toEqual(['came', []]);
});

it('a store without a connection is not looked at while it answers', async () => {
  const store = memoryStore();
  const read = jest.spyOn(store, 'read');
  const circuit = new StoreCircuit(store, { lookEveryMs: 1, onChange: () => {} });
  circuits.push(circuit);
  await circuit.run(async () => {});
  await new Promise(resolve => setTimeout(resolve, 30));
  expect(read).not.toHaveBeenCalled();
});

describe('in the time of the store alone', () => {
  afterEach(() => void jest.useRealTimers());

  const stepMs = 50;

  /** Lets time pass in steps; after each the event loop takes the turns that a deadline waits for. */
  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += stepMs) {
      await jest.advanceTimersByTimeAsync(stepMs);
      for (let turn = 0; turn < 3; turn++) await nextTurn();
    }
  }

  it('a store with a connection that falls silent at any moment is told of within 1.3 s, and one that answers again within 1.3 s', async () => {
    for (let silentAt = 0; silentAt <= 1300; silentAt += 100) {
      jest.useFakeTimers();
      const told: (readonly [number, boolean])[] = [];
      const store = { ...memoryStore(), answers: true, ping: never as () => Promise<void> };
      store.ping = () => (store.answers ? Promise.resolve() : never());
      const circuit = new StoreCircuit(store, { onChange: fault => void told.push([performance.now(), fault !== undefined]) });
      await pass(silentAt);
      store.answers = false;
      const silent = performance.now();
      await pass(2_000);
      store.answers = true;
      const back = performance.now();
      await pass(2_000);
      circuit.close();
      expect(told.map(([, isFault]) => isFault)).toEqual([true, false]);
      expect(told[0]![0] - silent).toBeLessThanOrEqual(1_300 + stepMs);
      expect(told[1]![0] - back).toBeLessThanOrEqual(1_300 + stepMs);
      jest.useRealTimers();
    }
  });
});
