import { isMeant } from './query.js';
import type { ActivityRecord } from './record.js';

const base = { time: '2026-01-01T00:00:00.000Z', writer: 'w', seq: 1, prev: '', hash: '' };
const call = { ...base, type: 'call', method: 'tools/call', caller: 'c', server: 's', tool: 'issues.list', outcome: 'ok', ms: 1 };
const event = { ...base, type: 'event', event: 'tools_approved', server: 's', tools: ['issues.list', 'other'] };
const serverless = { ...base, type: 'call', method: 'tools/call', caller: 'c', tool: 'retrieve_tools', outcome: 'ok', ms: 1 };
const clientName = (server: string, tool: string) => (tool === 'issues.list' ? `${server}__issues_list_800d95` : undefined);

it.each<[string, object, object, boolean]>([
  ['its own name', call, { tool: ['issues.list'] }, true],
  ['SERVER:TOOL', call, { tool: ['x', 's:issues.list'] }, true],
  ['the name that clients use', call, { tool: ['s__issues_list_800d95'], clientName }, true],
  ['the name that clients use, where names are not known', call, { tool: ['s__issues_list_800d95'] }, false],
  ['the name of another server', call, { tool: ['t:issues.list', 't__issues_list_800d95'], clientName }, false],
  ['SERVER:TOOL of an event', event, { tool: ['s:other'] }, true],
  ['the name that clients use, of an event', event, { tool: ['s__issues_list_800d95'], clientName }, true],
  ['a tool of no server', serverless, { tool: ['retrieve_tools'], clientName }, true],
  ['no tool', call, { tool: [], clientName }, false],
  ['any tool', call, { clientName }, true],
])('a filter for a tool by %s', (_name, record, filter, expected) => {
  expect(isMeant(record as unknown as ActivityRecord, filter)).toBe(expected);
});
