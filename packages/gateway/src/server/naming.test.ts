import { addressOf, publicName } from './naming.js';

const colon = { prefix: true, separator: ':' };
const underscores = { prefix: true, separator: '__' };
const bare = { prefix: false, separator: ':' };

it.each([
  [colon, 's:t'],
  [underscores, 's__t'],
  [bare, 't'],
])('%j names a tool %s', (naming, name) => expect(publicName({ server: 's', tool: 't' }, naming)).toBe(name));

it.each<[string, readonly string[], typeof colon, { server: string; tool: string } | undefined]>([
  ['s:t', ['r', 's'], colon, { server: 's', tool: 't' }],
  ['s:a:b', ['s'], colon, { server: 's', tool: 'a:b' }],
  ['s__t', ['s'], underscores, { server: 's', tool: 't' }],
  ['s:t', ['s'], underscores, { server: 's', tool: 't' }],
  ['a__b__c', ['a', 'a__b'], underscores, { server: 'a__b', tool: 'c' }],
  ['a__b__c', ['a__b', 'a'], underscores, { server: 'a__b', tool: 'c' }],
  ['t', ['s'], bare, { server: 's', tool: 't' }],
  ['s:t', ['s'], bare, { server: 's', tool: 't' }],
  ['t', ['s'], colon, undefined],
  ['s:', ['s'], colon, undefined],
  [':t', ['s'], colon, undefined],
  ['st', ['s'], colon, undefined],
  ['x:t', ['s'], colon, undefined],
  ['t', [], bare, undefined],
  ['__proto__:t', ['s'], colon, undefined],
])('%s of %j leads to %j', (name, servers, naming, address) => expect(addressOf(name, servers, naming)).toEqual(address));
