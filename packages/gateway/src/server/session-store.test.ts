import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileStore, memoryStore, type StateChange, type StateStore } from '@mcpgw/store';
import { StoreCircuit } from '@mcpgw/store/internal';
import { until } from '../../../../test/helpers/until.js';
import { silentLogger } from './logger.js';
import { ClientSession } from './session.js';
import { SessionStore } from './session-store.js';

const whole = {
  identity: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} },
  place: { owner: 'o', profile: 'p' },
  wishes: { level: 'info', uris: ['file:///a'] },
  lastSeen: 0,
};

async function found(text: string): Promise<unknown> {
  const store = memoryStore();
  const key = ['sessions', createHash('sha256').update('id').digest('hex')];
  await store.update(key, () => text);
  const config = { current: { sessionLimits: { maxSessions: 1, idleMs: 1000 } } };
  const sessionStore = new SessionStore({
    store,
    config,
    sessions: { leftMs: () => 1000, end: () => {} },
    logger: silentLogger,
    circuit: new StoreCircuit(store),
    patienceMs: 0,
  });
  return (await sessionStore.find('id'))?.stored;
}

test('a record of this or an older version is a session', async () => {
  expect(await found(JSON.stringify(whole))).toEqual({
    identity: whole.identity,
    origin: whole.place,
    subscriptions: whole.wishes,
    shared: true,
  });
});

test('a session is stored under the keys that older versions read', async () => {
  const store = memoryStore();
  const config = { current: { sessionLimits: { maxSessions: 1, idleMs: 1000 } } };
  const sessionStore = new SessionStore({
    store,
    config,
    sessions: { leftMs: () => 1000, end: () => {} },
    logger: silentLogger,
    circuit: new StoreCircuit(store),
    patienceMs: 0,
  });
  const session = new ClientSession('id', whole.identity, whole.place, 0);
  await sessionStore.save(session);
  await sessionStore.updateSubscriptions(session, () => whole.wishes);
  const text = await store.read(['sessions', createHash('sha256').update('id').digest('hex')]);
  expect(JSON.parse(text!)).toEqual({ ...whole, lastSeen: Number.MAX_SAFE_INTEGER });
});

/** A store in which another process changes records, and whose readings can be held until they are let go. */
function heldStore() {
  const store = memoryStore();
  let notify: (change: StateChange) => void = () => {};
  let held: { resolve: () => void }[] | undefined;
  const pass = async (text: string | undefined) => {
    if (held !== undefined) await new Promise<void>(resolve => held!.push({ resolve }));
    return text;
  };
  return {
    hold: () => {
      held = [];
    },
    letGo: () => {
      const waiting = held ?? [];
      held = undefined;
      for (const { resolve } of waiting) resolve();
    },
    remove: async (key: readonly string[], isTold = true) => {
      await store.update(key, () => undefined);
      if (isTold) notify({ key, own: false });
    },
    told: (key: readonly string[]) => notify({ key, own: false }),
    store: {
      ...store,
      read: async (key: readonly string[]) => pass(await store.read(key)),
      renew: async (key: readonly string[], keepMs: number) => pass(await store.renew(key, keepMs)),
      update: store.update.bind(store),
      watch: (_prefix: readonly string[], onChange: (change: StateChange) => void) => {
        notify = onChange;
        return () => {};
      },
    } as unknown as StateStore,
  };
}

async function followed() {
  const fake = heldStore();
  const ended: string[] = [];
  const sessionStore = new SessionStore({
    store: fake.store,
    config: { current: { sessionLimits: { maxSessions: 1, idleMs: 1000 } } },
    sessions: { leftMs: () => 1000, end: (session: ClientSession) => void ended.push(session.id) },
    logger: silentLogger,
    circuit: new StoreCircuit(fake.store),
    patienceMs: 0,
  });
  const session = new ClientSession('id', whole.identity, whole.place, 0);
  await sessionStore.save(session);
  const key = ['sessions', createHash('sha256').update('id').digest('hex')];
  const record = async () => JSON.parse((await fake.store.read(key)) ?? 'null');
  return { ...fake, ended, sessionStore, session, key, record };
}

const settled = () => new Promise(resolve => setImmediate(resolve));

test('a record that is removed elsewhere while it is read after an earlier change is not written again', async () => {
  const { hold, letGo, remove, told, ended, key, record } = await followed();
  hold();
  told(key);
  await settled();
  await remove(key);
  await settled();
  letGo();
  await settled();
  expect([ended.length > 0, await record()]).toEqual([true, null]);
});

test('a record that is lost is written again, as one that several processes may have', async () => {
  const { remove, ended, key, record, sessionStore, session } = await followed();
  await remove(key, false);
  expect(await sessionStore.check(session)).toBe(true);
  expect([ended, await record()]).toEqual([[], expect.objectContaining({ shared: true })]);
});

test.each<[string, unknown]>([
  ['no JSON', '{'],
  ['a list', []],
  ['no identity', { ...whole, identity: undefined }],
  ['an identity without capabilities', { ...whole, identity: { protocolVersion: 'x', clientInfo: {} } }],
  ['a place without an owner', { ...whole, place: {} }],
  ['a profile that is not a text', { ...whole, place: { owner: 'o', profile: 1 } }],
  ['wishes without addresses', { ...whole, wishes: {} }],
  ['addresses that are not texts', { ...whole, wishes: { uris: [1] } }],
  ['a level that is not a text', { ...whole, wishes: { uris: [], level: {} } }],
])('a record with %s is no session', async (_name, kept) => {
  expect(await found(typeof kept === 'string' ? kept : JSON.stringify(kept))).toBeUndefined();
});

describe('a session that continues without waiting', () => {
  async function onFiles() {
    const folder = mkdtempSync(join(tmpdir(), 'mcpgw-sessions-'));
    const store = fileStore(folder);
    const circuit = new StoreCircuit(store);
    const sessionStore = new SessionStore({
      store,
      config: { current: { sessionLimits: { maxSessions: 1, idleMs: 60_000 } } },
      sessions: { leftMs: () => 60_000, end: () => {} },
      logger: silentLogger,
      circuit,
      patienceMs: 0,
    });
    const session = new ClientSession('id', whole.identity, whole.place, 0);
    await sessionStore.save(session);
    const end = async () => {
      await store.close();
      circuit.close();
      rmSync(folder, { recursive: true });
    };
    return { folder, sessionStore, session, circuit, end };
  }

  test('is one that a look into the store found before', async () => {
    const { sessionStore, session, end } = await onFiles();
    expect(sessionStore.continues(session)).toBe(false);
    expect(await sessionStore.check(session)).toBe(true);
    expect(sessionStore.continues(session)).toBe(true);
    expect(sessionStore.continues(new ClientSession('other', whole.identity, whole.place, 0))).toBe(false);
    await end();
  });

  test('is none that another process ended, nor one whose record is gone', async () => {
    const { folder, sessionStore, session, end } = await onFiles();
    await sessionStore.check(session);
    const other = fileStore(folder);
    const key = ['sessions', createHash('sha256').update('id').digest('hex')];
    await other.update(key, () => '{"ended":true}', { keepMs: 60_000 });
    expect([sessionStore.continues(session), await sessionStore.check(session)]).toEqual([false, false]);
    expect(sessionStore.continues(session)).toBe(false);
    await other.update(key, () => undefined);
    expect(sessionStore.continues(session)).toBe(false);
    await other.close();
    await end();
  });

  test('is none whose store gives no answer at once', async () => {
    const { sessionStore, session } = await followed();
    expect(await sessionStore.check(session)).toBe(true);
    expect(sessionStore.continues(session)).toBe(false);
  });
});

describe('a store that stops to answer while a request asks', () => {
  /** A store that answers pings, and whose readings answer when they are let go. */
  async function asked(patienceMs: number) {
    const fake = heldStore();
    const store = { ...fake.store, ping: async () => {} };
    const circuit = new StoreCircuit(store, { answerMs: 30, lookEveryMs: 10 });
    const sessionStore = new SessionStore({
      store,
      config: { current: { sessionLimits: { maxSessions: 1, idleMs: 60_000 } } },
      sessions: { leftMs: () => 60_000, end: () => {} },
      logger: silentLogger,
      circuit,
      patienceMs,
    });
    await sessionStore.save(new ClientSession('id', whole.identity, whole.place, 0));
    fake.hold();
    const found = sessionStore.find('id').then(
      value => value?.stored.identity,
      error => (error as Error).message,
    );
    await until(() => circuit.outages > 0);
    await until(() => circuit.fault === undefined);
    fake.letGo();
    sessionStore.close();
    circuit.close();
    return found;
  }

  it('is asked again when it answers, and the request goes on', async () => {
    expect(await asked(50_000)).toEqual(whole.identity);
  });

  it('is not asked again where no time is left', async () => {
    expect(await asked(0)).toBe('the state is not answered: 30 ms passed');
  });
});
