import type { TrustMode } from '@mcpgw/mcp-config';
import type { SourceTool } from '@mcpgw/upstreams';
import { observed } from './observe.js';
import type { ApprovalRecord } from './record.js';
import { toolHash } from './tool-hash.js';

const one: SourceTool = { name: 'a', description: 'One.', inputSchema: { type: 'object' } };
const two: SourceTool = { ...one, description: 'Two.' };
const [h1, h2] = [toolHash(one)!, toolHash(two)!];

const seen = { serverName: 's', toolName: 'a', disabled: false, firstSeenAt: 'then', description: 'One.' };
const pending: ApprovalRecord = { ...seen, currentHash: h1, status: 'pending' };
const byPerson: ApprovalRecord = { ...pending, status: 'approved', approvedHash: h1, approvedAt: 'then', approvedBy: 'me' };
const byTrust: ApprovalRecord = { ...byPerson, approvedBy: 'auto' };
const changed: ApprovalRecord = { ...byPerson, status: 'changed', currentHash: h2, description: 'Two.' };

const auto = { approvedAt: 'now', approvedBy: 'auto', status: 'approved' } as const;

it.each<[string, TrustMode, ApprovalRecord | undefined, SourceTool | undefined, ApprovalRecord | undefined]>([
  ['new', 'manual', undefined, one, { ...pending, firstSeenAt: 'now' }],
  ['new, with no scanner', 'scan', undefined, one, { ...pending, firstSeenAt: 'now' }],
  ['new and trusted', 'auto', undefined, one, { ...pending, ...auto, firstSeenAt: 'now', approvedHash: h1 }],
  ['pending and the same', 'manual', pending, one, pending],
  ['pending and another', 'manual', pending, two, { ...pending, currentHash: h2, description: 'Two.' }],
  ['pending, then trusted', 'auto', pending, one, { ...pending, ...auto, approvedHash: h1 }],
  ['approved and the same', 'manual', byPerson, one, byPerson],
  ['approved and another', 'manual', byPerson, two, changed],
  ['approved by trust, no longer trusted, the same', 'manual', byTrust, one, byTrust],
  ['approved by trust, no longer trusted, another', 'manual', byTrust, two, { ...changed, approvedBy: 'auto' }],
  ['approved, another, trusted', 'auto', byPerson, two, { ...byPerson, ...auto, approvedHash: h2, currentHash: h2, description: 'Two.' }],
  ['changed and the same', 'manual', changed, two, changed],
  ['changed back to what was approved', 'manual', changed, one, byPerson],
  ['changed, then trusted', 'auto', changed, two, { ...changed, ...auto, approvedHash: h2 }],
  ['disabled and another', 'manual', { ...byPerson, disabled: true }, two, { ...changed, disabled: true }],
  ['disabled and trusted', 'auto', { ...pending, disabled: true }, one, { ...pending, ...auto, approvedHash: h1, disabled: true }],
  ['gone, pending', 'manual', pending, undefined, undefined],
  ['gone, approved by trust', 'manual', byTrust, undefined, undefined],
  ['gone, approved by a person', 'manual', byPerson, undefined, byPerson],
  ['gone, disabled', 'manual', { ...pending, disabled: true }, undefined, { ...pending, disabled: true }],
])('%s, trust %s', (_name, trust, before, tool, after) => {
  const records = new Map(before ? [['a', before]] : []);
  const next = observed('s', records, tool ? [tool] : [], trust, 'now');
  expect([...next]).toEqual(after ? [['a', after]] : []);
  if (before === after) expect(next.get('a')).toBe(before);
});

it('the first of two tools of one name counts; prototype names are names', () => {
  const tools = [one, two, { ...one, name: '__proto__' }, { ...one, name: 'constructor' }];
  const next = observed('s', new Map(), tools, 'manual', 'now');
  expect([...next].map(([name, { currentHash }]) => [name, currentHash === h1])).toEqual([
    ['a', true],
    ['__proto__', false],
    ['constructor', false],
  ]);
});

it('a tool that cannot be compared is never approved, whatever the trust', () => {
  let nested: unknown = {};
  for (let depth = 0; depth < 300; depth++) nested = [nested];
  const deep = { ...one, inputSchema: { type: 'object', nested } as SourceTool['inputSchema'] };
  const next = observed('s', new Map(), [deep], 'auto', 'now');
  expect(next.get('a')).toMatchObject({ status: 'pending', currentHash: 'incomparable' });
  expect(observed('s', next, [{ ...deep }], 'auto', 'later').get('a')).toMatchObject({ status: 'pending' });
});
