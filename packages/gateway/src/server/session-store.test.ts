import { createHash } from 'node:crypto';
import { memoryStore } from '../store/memory-store.js';
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
  const nothing = () => {};
  const sessions = new SessionStore({ store, idleMs: () => 1000, leftMs: () => 1000, endHere: nothing, onTrouble: nothing });
  return (await sessions.find('id'))?.kept;
}

test('a kept session is found', async () => {
  expect(await found(JSON.stringify(whole))).toMatchObject({ identity: whole.identity, place: whole.place, wishes: whole.wishes });
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
