import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStore, type StateStore } from '@mcpgw/store';
import fc from 'fast-check';
import { PrivateData, privateData } from './private-data.js';
import { type DataSensitivity, sensitivities } from './sensitivity.js';
import { runInSession, type Session } from './session.js';
import { type TemporaryData, temporaryData } from './testing.js';

jest.setTimeout(60_000);

let data: TemporaryData;
let stateDir: string;
beforeEach(async () => {
  data = await temporaryData();
  stateDir = join(data.dataDir, 'state');
});
afterEach(() => data.remove());

/** What one process has: a store of its own over the same folder. */
const processOf = (sessionId = 's1', userId = 'alice', store: StateStore = fileStore(stateDir)): PrivateData =>
  new PrivateData({ userId, sessionId, workspaceDir: join(data.dataDir, 'workspaces'), store } satisfies Session);

const record = (sensitivity: DataSensitivity, ...privateDatasets: string[]) => ({
  hasPrivateData: sensitivity !== 'public',
  privateDatasets,
  sensitivity,
});

function stateFile(): string {
  const files = readdirSync(stateDir, { recursive: true, encoding: 'utf8' }).filter(name => statSync(join(stateDir, name)).isFile());
  return join(stateDir, files.find(name => name.endsWith('.v'))!);
}

test('a session begins without private data', async () => {
  expect(await processOf().record()).toEqual(record('public'));
});

test.each<[DataSensitivity, object]>([
  ['public', record('public')],
  ['internal', record('internal', 'sales')],
  ['confidential', record('confidential', 'sales')],
  ['secret', record('secret', 'sales')],
])('the first dataset gives its own level: %s', async (level, expected) => {
  const here = processOf();
  await here.addPrivateDataset('sales', level);
  expect(await here.record()).toEqual(expected);
  expect(await processOf().record()).toEqual(expected);
});

test.each<[DataSensitivity[], DataSensitivity]>([
  [['internal', 'secret'], 'secret'],
  [['secret', 'internal'], 'secret'],
  [['secret', 'public'], 'secret'],
  [['confidential', 'internal', 'confidential'], 'confidential'],
])('the same dataset at %j', async (levels, expected) => {
  const here = processOf();
  for (const level of levels) await here.addPrivateDataset('sales', level);
  expect(await processOf().record()).toEqual(record(expected, 'sales'));
});

test('sessions and users have levels of their own', async () => {
  await processOf('s1').addPrivateDataset('sales', 'secret');
  expect(await processOf('s2').sensitivity()).toBe('public');
  expect(await processOf('s1', 'bob').sensitivity()).toBe('public');
  expect(await processOf('S1').sensitivity()).toBe('public');
});

test('in a session it is known which', async () => {
  const session = { userId: 'alice', sessionId: 's1', workspaceDir: data.dataDir, store: fileStore(stateDir) };
  await runInSession(session, () => privateData().addPrivateDataset('sales', 'internal'));
  expect(await runInSession(session, () => privateData().hasPrivateData())).toBe(true);
  expect(() => privateData()).toThrow('There is no session here');
});

test.each<[unknown, unknown, string]>([
  ['', 'secret', 'The name of a dataset must have 1 to 256 characters'],
  ['x'.repeat(257), 'secret', 'The name of a dataset must have 1 to 256 characters'],
  [undefined, 'secret', 'The name of a dataset must have 1 to 256 characters'],
  ['sales', 'top-secret', 'The sensitivity of a dataset must be public, internal, confidential or secret'],
  ['sales', 'SECRET', 'The sensitivity of a dataset must be public, internal, confidential or secret'],
  ['sales', undefined, 'The sensitivity of a dataset must be public, internal, confidential or secret'],
  ['sales', '__proto__', 'The sensitivity of a dataset must be public, internal, confidential or secret'],
])('refuses the dataset %p at %p', async (name, level, message) => {
  await expect(processOf().addPrivateDataset(name as string, level as DataSensitivity)).rejects.toThrow(new TypeError(message));
});

test('names beyond a thousand are not kept, their level is', async () => {
  const store = fileStore(stateDir);
  const names = Array.from({ length: 1000 }, (_, index) => `d${index}`);
  const full = JSON.stringify({ has_private_data: true, private_datasets: names, sensitivity: 'internal' });
  await store.update(['private-data', 'alice', 's1'], () => full);
  const here = processOf();
  await here.addPrivateDataset('one more', 'secret');
  expect(await here.record()).toMatchObject({ sensitivity: 'secret', privateDatasets: { length: 1000 } });
});

describe('state that is not what was written counts as secret', () => {
  const key = ['private-data', 'alice', 's1'];
  const unreadable = record('secret');

  test.each([
    '',
    'null',
    '[]',
    '7',
    '{',
    '{}',
    '{"has_private_data": false, "private_datasets": [], "sensitivity": "secret"}',
    '{"has_private_data": true, "private_datasets": [], "sensitivity": "public"}',
    '{"has_private_data": false, "private_datasets": ["sales"], "sensitivity": "public"}',
    '{"has_private_data": true, "private_datasets": ["sales"], "sensitivity": "top"}',
    '{"has_private_data": true, "private_datasets": ["sales"], "sensitivity": "__proto__"}',
    '{"has_private_data": true, "private_datasets": [7], "sensitivity": "internal"}',
    '{"has_private_data": true, "private_datasets": "sales", "sensitivity": "internal"}',
    '{"has_private_data": "true", "private_datasets": ["sales"], "sensitivity": "internal"}',
    '{"private_datasets": ["sales"], "sensitivity": "internal"}',
  ])('%s', async text => {
    await fileStore(stateDir).update(key, () => text);
    expect(await processOf().record()).toEqual(unreadable);
    const here = processOf();
    await here.addPrivateDataset('sales', 'internal');
    expect(await processOf().record()).toEqual(record('secret', 'sales'));
  });

  test.each([
    ['overwritten', () => writeFileSync(stateFile(), '{"sensitivity": "public"}')],
    ['emptied', () => writeFileSync(stateFile(), '')],
    ['cut short', () => writeFileSync(stateFile(), '{"key":["private-data"')],
    ['a folder', () => [rmSync(stateFile()), mkdirSync(join(stateDir, 'private-data.d/alice.d/s1.v'))]],
  ])('a file that is %s', async (_name, damage) => {
    await processOf().addPrivateDataset('sales', 'internal');
    damage();
    const later = processOf();
    expect(await later.record()).toEqual(unreadable);
    await expect(later.addPrivateDataset('more', 'internal')).rejects.toThrow(
      '[FATAL] The private data of this session cannot be recorded now, so it must not be read',
    );
    expect(await later.sensitivity()).toBe('secret');
  });

  test('a store that is down, also once it is up again in the same process', async () => {
    const store = fileStore(stateDir);
    let down = true;
    const read: StateStore['read'] = async asked => {
      if (down) throw new Error('connection refused');
      return store.read(asked);
    };
    const here = processOf('s1', 'alice', { ...store, read, update: store.update.bind(store) } as StateStore);
    expect(await here.sensitivity()).toBe('secret');
    down = false;
    expect(await here.sensitivity()).toBe('secret');
    expect(await processOf().sensitivity()).toBe('public');
  });
});

test('what cannot be recorded must not be read, and counts here at once', async () => {
  const store = {
    read: async () => undefined,
    update: async () => {
      throw new Error('disk full');
    },
  } as unknown as StateStore;
  const here = processOf('s1', 'alice', store);
  await expect(here.addPrivateDataset('sales', 'confidential')).rejects.toMatchObject({
    name: 'ToolFatalError',
    cause: new Error('disk full'),
  });
  expect(await here.hasPrivateData()).toBe(true);
});

test.each([
  ['the folder is removed', () => rmSync(stateDir, { recursive: true })],
  ['the file is removed', () => rmSync(stateFile())],
])('a session in use stays what it was when %s, and is written again', async (_name, remove) => {
  const here = processOf();
  await here.addPrivateDataset('sales', 'confidential');
  remove();
  expect(await here.record()).toEqual(record('confidential', 'sales'));
  expect(await processOf().record()).toEqual(record('confidential', 'sales'));
});

test('the clock has no part in it', async () => {
  const here = processOf();
  await here.addPrivateDataset('sales', 'confidential');
  jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'] });
  try {
    expect(await here.sensitivity()).toBe('confidential');
    jest.setSystemTime(new Date('2100-01-01'));
    expect(await processOf().sensitivity()).toBe('confidential');
  } finally {
    jest.useRealTimers();
  }
});

test('additions at the same time, from many processes, are all kept', async () => {
  const processes = Array.from({ length: 6 }, () => processOf());
  const names = Array.from({ length: 60 }, (_, index) => `d${String(index).padStart(2, '0')}`);
  await Promise.all(names.map((name, index) => processes[index % 6]!.addPrivateDataset(name, sensitivities[1 + (index % 3)]!)));
  expect(await processOf().record()).toEqual(record('secret', ...names));
});

/** A store in memory that several processes share, with the faults of real ones. */
class SharedState {
  text: string | undefined;
  down = false;

  store(): StateStore {
    const check = () => {
      if (this.down) throw new Error('down');
    };
    const update: StateStore['update'] = async (_key, change) => {
      await Promise.resolve();
      check();
      this.text = change(this.text);
      return this.text;
    };
    const read = async () => {
      check();
      return this.text;
    };
    return { read, update } as unknown as StateStore;
  }
}

type Step =
  | { readonly do: 'add'; readonly client: number; readonly level: DataSensitivity }
  | { readonly do: 'look' | 'restart'; readonly client: number }
  | { readonly do: 'damage'; readonly text: string | undefined }
  | { readonly do: 'down' | 'up' };

const client = fc.nat({ max: 3 });
const harmless = fc.oneof(
  fc.record({ do: fc.constant('add' as const), client, level: fc.constantFrom(...sensitivities) }),
  fc.record({ do: fc.constant('look' as const), client }),
  fc.record({ do: fc.constant('restart' as const), client }),
);
const faults = fc.oneof(
  fc.record({ do: fc.constantFrom('down' as const, 'up' as const) }),
  fc.record({ do: fc.constant('damage' as const), text: fc.constantFrom(undefined, '', '{}', 'null', '{"sensitivity":"public"}') }),
);

/** Runs groups of steps, those of a group at the same time; gives what each client saw, and when it was started anew. */
async function observe(groups: readonly (readonly Step[])[]): Promise<{ readonly all: number[]; readonly lives: number[][] }> {
  const shared = new SharedState();
  const start = () => ({ data: processOf('s1', 'alice', shared.store()), seen: [] as number[] });
  const clients = [start(), start(), start(), start()];
  const all: number[] = [];
  const lives: number[][] = clients.map(({ seen }) => seen);
  const run = async (step: Step): Promise<void> => {
    if (step.do === 'down' || step.do === 'up') shared.down = step.do === 'down';
    else if (step.do === 'damage') shared.text = step.text;
    else if (step.do === 'restart') {
      clients[step.client] = start();
      lives.push(clients[step.client]!.seen);
    } else if (step.do === 'add') await clients[step.client]!.data.addPrivateDataset('d', step.level).catch(() => {});
  };
  for (const group of groups) {
    await Promise.all(group.map(run));
    for (const { data: here, seen } of clients) {
      const level = sensitivities.indexOf(await here.sensitivity());
      seen.push(level);
      all.push(level);
    }
  }
  return { all, lives };
}

const neverFalls = (levels: readonly number[]) => levels.every((level, index) => index === 0 || level >= levels[index - 1]!);

test('whatever any number of clients do, the level that any of them sees never falls', async () => {
  const groups = fc.array(fc.array(harmless, { minLength: 1, maxLength: 4 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(groups, async steps => {
      const { all } = await observe(steps);
      expect(neverFalls(all)).toBe(true);
      const added = steps.flat().flatMap(step => (step.do === 'add' ? [sensitivities.indexOf(step.level)] : []));
      expect(all.at(-1) ?? 0).toBe(Math.max(0, ...added));
    }),
    { numRuns: 300 },
  );
});

test('with a store that fails, is damaged or emptied, the level that a client sees never falls while it lives', async () => {
  const groups = fc.array(fc.array(fc.oneof(harmless, faults), { minLength: 1, maxLength: 3 }), { maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(groups, async steps => {
      const { lives } = await observe(steps);
      expect(lives.filter(levels => !neverFalls(levels))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
