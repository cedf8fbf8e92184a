import { createHash } from 'node:crypto';
import { memoryStore } from '@mcpgw/store';
import { StoreCircuit } from '@mcpgw/store/internal';
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
  });
  const session = new ClientSession('id', whole.identity, whole.place, 0);
  await sessionStore.save(session);
  await sessionStore.updateSubscriptions(session, () => whole.wishes);
  const text = await store.read(['sessions', createHash('sha256').update('id').digest('hex')]);
  expect(JSON.parse(text!)).toEqual({ ...whole, lastSeen: Number.MAX_SAFE_INTEGER });
});

test.each<[string, unknown]>([
  ['no JSON', '{'],
  ['a list', []],
  ['no identity', { ...whole, identity: undefined }],
  ['an identity without capabilities', { ...whole, identity: { protocolVersion: 'x', clientInfo: {} } }],
  ['a place without an owner', { ...whole, place: {} }],
  ['a profile that is no text', { ...whole, place: { owner: 'o', profile: 1 } }],
  ['wishes without addresses', { ...whole, wishes: {} }],
  ['addresses that are no texts', { ...whole, wishes: { uris: [1] } }],
  ['a level that is no text', { ...whole, wishes: { uris: [], level: {} } }],
])('a record with %s is no session', async (_name, kept) => {
  expect(await found(typeof kept === 'string' ? kept : JSON.stringify(kept))).toBeUndefined();
});
