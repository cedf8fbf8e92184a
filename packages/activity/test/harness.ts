/** Recorders over each kind of store, and records to write. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ActivityStore,
  type CallRecord,
  fileActivityStore,
  memoryActivityStore,
  Recorder,
  type RecorderOptions,
  redisActivityStore,
} from '../src/index.js';

/** Opens one store again and again, as several processes do. */
export interface StoreKind {
  readonly name: string;
  /** Makes an empty store, and gives what opens it. */
  make(): Promise<() => ActivityStore>;
}

export const folderOf = () => mkdtempSync(join(tmpdir(), 'mcpgw-activity-'));

export const fileKind: StoreKind = {
  name: 'files',
  make: async () => {
    const folder = folderOf();
    return () => fileActivityStore(folder, { segmentBytes: 600, noteEveryMs: 0 });
  },
};

export const memoryKind: StoreKind = {
  name: 'memory',
  make: async () => {
    const store = memoryActivityStore();
    return () => store;
  },
};

const connected: ActivityStore[] = [];

/** Closes what `redisKind` opened and a test left open: a connection keeps the process alive. */
export async function closeStores(): Promise<void> {
  await Promise.all(connected.splice(0).map(store => store.close()));
}

export function redisKind(url: () => string): StoreKind {
  return {
    name: 'Redis',
    make: async () => {
      const prefix = `test${randomUUID()}:`;
      return () => {
        const store = redisActivityStore(url(), { prefix, timeoutMs: 10_000 });
        connected.push(store);
        return store;
      };
    },
  };
}

export const aCall = (tool: string, more: Partial<CallRecord> = {}): CallRecord => ({
  type: 'call',
  method: 'tools/call',
  caller: 'api_keys[0]',
  server: 's',
  tool,
  outcome: 'ok',
  ms: 1.5,
  response_bytes: 10,
  request_id: 1,
  ...more,
});

export const big = { ageMs: 1e12, bytes: 1e12 };

export function recorderOf(store: ActivityStore, more: Partial<RecorderOptions> = {}): Recorder {
  return new Recorder({ store, keep: () => big, redact: () => value => JSON.stringify(value), writeAfterMs: 0, retryAfterMs: 5, ...more });
}

/** Waits until something holds. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; !(await isTrue()); round++) {
    if (round > 3000) throw new Error('it never held');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

/** Writes the tools of one writer, and ends it. */
export async function write(store: ActivityStore, tools: readonly string[], more: Partial<RecorderOptions> = {}): Promise<string> {
  const recorder = recorderOf(store, more);
  for (const tool of tools) recorder.call(aCall(tool));
  await recorder.close();
  return recorder.status.writer;
}
