import type { ServeBinding, ServeProfile } from '@mcpgw/mcp-config';
import { type Caller, localCaller } from './caller.js';
import { Views } from './views.js';

const caller = (more: Partial<Caller> = {}): Caller => ({ kind: 'token', id: 'x', groups: [], scopes: [], isAdmin: false, ...more });
const reader = caller({ subject: 'alice', issuer: 'https://i', groups: ['readers'], scopes: ['mcp', 'read'] });
const ci = caller({ kind: 'key', keyName: 'ci', groups: ['machines'] });

test.each<[what: string, binding: ServeBinding, caller: Caller, holds: boolean]>([
  ['a group', { groups: ['a', 'readers'] }, reader, true],
  ['another group', { groups: ['a'] }, reader, false],
  ['all scopes', { scopes: ['read', 'mcp'] }, reader, true],
  ['only one of two scopes', { scopes: ['read', 'write'] }, reader, false],
  ['a subject', { subjects: ['alice'] }, reader, true],
  ['a subject of another issuer', { subjects: ['alice'], issuers: ['https://other'] }, reader, false],
  ['a subject of its issuer', { subjects: ['alice'], issuers: ['https://i'] }, reader, true],
  ['a key', { keys: ['ci'] }, ci, true],
  ['a key, asked of a token', { keys: ['ci'] }, caller({ subject: 'ci' }), false],
  ['a subject, asked of a key', { subjects: ['ci'] }, ci, false],
  ['a group of a key', { groups: ['machines'] }, ci, true],
  ['no condition', {}, reader, false],
  ['an empty list', { groups: [] }, reader, false],
  ['an empty list of scopes', { scopes: [] }, reader, false],
  ['nobody in particular', { groups: [] }, caller({ kind: 'anonymous', isAdmin: true }), false],
])('%s', (_what, binding, who, holds) => {
  expect(new Views([{ name: 'p', servers: ['s'], allow: [binding] }]).admits('p', who)).toBe(holds);
});

const profiles: ServeProfile[] = [
  { name: 'reading', servers: ['files', 'wiki'], tools: { wiki: ['get_*', 'list'] }, allow: [{ groups: ['readers'] }] },
  { name: 'machines', servers: ['build'], allow: [{ keys: ['ci'] }] },
  { name: 'open', servers: ['weather'] },
];
const seen = (views: Views, profile: string | undefined, who: Caller | undefined) => {
  const view = views.of(profile, who);
  return view === undefined ? 'all' : ['files', 'wiki', 'build', 'weather', 'other'].filter(server => view.has(server)).join();
};

test.each<[who: string, caller: Caller | undefined, all: string, reading: string, open: string]>([
  ['a reader', reader, 'files,wiki', 'files,wiki', ''],
  ['a machine', ci, 'build', '', ''],
  ['nobody', undefined, '', '', ''],
  ['a stranger', caller({ subject: 'eve' }), '', '', ''],
  ['a client of which nothing is asked', caller({ kind: 'anonymous', isAdmin: true }), '', '', ''],
  ['an admin', caller({ isAdmin: true }), 'all', 'files,wiki', 'weather'],
  ['the client on standard input', localCaller, 'all', 'files,wiki', 'weather'],
])('once a profile is bound, %s sees what profiles allow it', (_who, who, all, reading, open) => {
  const views = new Views(profiles);
  expect([seen(views, undefined, who), seen(views, 'reading', who), seen(views, 'open', who)]).toEqual([all, reading, open]);
});

test('while no profile is bound, everybody sees all servers, and profiles show theirs', () => {
  const views = new Views(profiles.map(({ allow: _allow, ...rest }) => rest));
  expect([seen(views, undefined, undefined), seen(views, 'open', undefined), seen(views, 'none', undefined)]).toEqual([
    'all',
    'weather',
    '',
  ]);
});

test('callers who are allowed the same share a view, and two profiles add up', () => {
  const views = new Views(profiles);
  expect(views.of('reading', reader)).toBe(views.of(undefined, reader));
  const both = views.of(undefined, caller({ kind: 'key', keyName: 'ci', groups: ['readers'] }))!;
  expect(['files', 'wiki', 'build'].map(server => both.isWhole(server))).toEqual([true, false, true]);
  expect(both.key).toBe('["reading","machines"]');
});

test.each<[pattern: string, name: string, matches: boolean]>([
  ['get_*', 'get_page', true],
  ['get_*', 'get_', true],
  ['get_*', 'forget_page', false],
  ['*', '', true],
  ['*_page', 'get_page', true],
  ['a*a', 'a', false],
  ['a*b*c', 'a-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['a.c', 'abc', false],
  ['list', 'list', true],
  ['list', 'lists', false],
])('the tool %j and the name %j', (pattern, name, matches) => {
  const views = new Views([{ name: 'p', servers: ['s'], tools: { s: [pattern] } }]);
  expect(views.of('p', undefined)!.hasTool('s', name)).toBe(matches);
});

test('a server whose tools are selected is not whole, also where the selection has nothing, and names of objects are names', () => {
  const view = new Views([{ name: 'p', servers: ['s', 'constructor'], tools: { s: [] } }]).of('p', undefined)!;
  expect([view.has('s'), view.hasTool('s', 'x'), view.isWhole('s'), view.isWhole('constructor'), view.hasTool('t', 'x')]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

test('a pattern of many stars takes no time that grows with its powers', () => {
  const pattern = `${'a*'.repeat(2000)}b`;
  const view = new Views([{ name: 'p', servers: ['s'], tools: { s: [pattern] } }]).of('p', undefined)!;
  expect(view.hasTool('s', 'a'.repeat(20_000))).toBe(false);
});

test('scopes that are missing are told to tokens, where nothing else is', () => {
  const views = new Views([{ name: 'p', servers: ['s'], allow: [{ groups: ['readers'], scopes: ['mcp', 'write'] }] }]);
  expect([views.missingScopes('p', reader), views.missingScopes('p', caller({ groups: ['x'] })), views.missingScopes('p', ci)]).toEqual([
    ['mcp', 'write'],
    undefined,
    undefined,
  ]);
});
