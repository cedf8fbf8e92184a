/** What is read back from stores, disks and caches, and may have been changed there: approvals, sessions, private data, kept templates, keys. */

import { createHash } from 'node:crypto';
import { memoryStore } from '@mcpgw/store';
import { StoreCircuit, segmentFileName } from '@mcpgw/store/internal';
import { ApprovalFormatError, formatRecords, parseRecords } from '../../../packages/approvals/src/record.js';
import { silentLogger } from '../../../packages/gateway/src/server/logger.js';
import { SessionStore } from '../../../packages/gateway/src/server/session-store.js';
import { formatRecord, parseRecord } from '../../../packages/kit/src/private-data-record.js';
import { decodeSegment, encodeSegment } from '../../../packages/store/src/segment.js';
import { jsonTokens } from '../seeds.js';
import { holds, outcome, same, type Target } from '../target.js';

const record = {
  toolName: 't',
  currentHash: 'h',
  status: 'approved',
  disabled: false,
  firstSeenAt: '2026-01-01T00:00:00Z',
  description: 'd',
  approvedHash: 'h',
};

/** The session that a gateway recovers from the stored `text`. */
async function sessionOf(text: string) {
  const store = memoryStore();
  await store.update(['sessions', createHash('sha256').update('id').digest('hex')], () => text);
  const config = { current: { sessionLimits: { maxSessions: 1, idleMs: 1000 } } };
  const sessions = new SessionStore({
    store,
    config,
    sessions: { leftMs: () => 1000, end: () => {} },
    logger: silentLogger,
    circuit: new StoreCircuit(store),
    patienceMs: 0,
  });
  const found = await sessions.find('id');
  sessions.close();
  return found?.stored;
}

export const target: Target = {
  seeds: [
    JSON.stringify({ version: 1, tools: [record, { ...record, toolName: '__proto__', status: 'changed', approvedBy: 'auto' }] }),
    JSON.stringify({
      identity: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} },
      place: { owner: 'o', profile: 'p' },
      wishes: { level: 'info', uris: ['x:y'] },
      lastSeen: 0,
    }),
    formatRecord({ hasPrivateData: true, privateDatasets: ['a'], sensitivity: 'secret' }),
    '%41a-_~%u00e9',
  ],
  tokens: [
    ...jsonTokens,
    '"version":1',
    '"tools":[',
    '"status":"approved"',
    '"wishes":{}',
    '"uris":',
    '"identity":{}',
    '"place":{}',
    '"lastSeen":0',
    '"sensitivity":"public"',
    '%',
    '%u',
    '~',
    '[]',
    '""',
    '0',
  ],
  async run(input) {
    const text = input.toString('utf8');
    const records = outcome([ApprovalFormatError], () => parseRecords('s', text));
    if ('value' in records) {
      const written = formatRecords(records.value);
      same(formatRecords(parseRecords('s', written)) ?? '', written ?? '', 'records of approvals that were written are read as others');
    }
    const state = parseRecord(text);
    same(
      formatRecord(parseRecord(formatRecord(state))),
      formatRecord(state),
      'a record of private data that was written is read as another',
    );
    const session = await sessionOf(text);
    if (session !== undefined) {
      const { identity, origin, subscriptions } = session;
      const isWhole =
        typeof identity.protocolVersion === 'string' && isObject(identity.capabilities) && isObject(identity.clientInfo) && typeof origin.owner === 'string' &&
        ['string', 'undefined'].includes(typeof origin.profile) && Array.isArray(subscriptions.uris) && subscriptions.uris.every(uri => typeof uri === 'string') && ['string', 'undefined'].includes(typeof subscriptions.level); // biome-ignore format: one condition
      holds(isWhole, 'a kept session that is not whole counts as one', text.slice(0, 300));
    }
    holds(decodeSegment(encodeSegment(text)) === text, 'a segment of a key is read as another', text.slice(0, 100));
    decodeSegment(text);
    holds(/^[a-z0-9_%~-]{1,150}$/.test(segmentFileName(text)), 'the name of a file has other characters', segmentFileName(text));
  },
};

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
