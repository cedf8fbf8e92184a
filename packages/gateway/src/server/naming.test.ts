import fc from 'fast-check';
import { builtinNames } from '../discovery/builtin-tools.js';
import { addressOf, Names, publicName } from './naming.js';

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

const separators = [':', '__', '_', '-', '.', '/', '::', '_:', '--', '._.'];

/** Texts of the characters that separators and names share, so that names meet. */
const part = fc.string({ unit: fc.constantFrom('a', 'b', '_', '-', '.', '/', 'A', '\u00e9', 'e\u0301'), minLength: 1, maxLength: 6 });
const toolPart = fc.oneof(
  part,
  fc.tuple(part, fc.constantFrom(...separators), part).map(parts => parts.join('')),
  fc.constantFrom(...builtinNames),
);

it('a listed name leads to its own tool and to no other, whatever servers, tools and separators are called', () => {
  const servers = fc.uniqueArray(fc.oneof(part, fc.constantFrom('call', 'retrieve', 'upstream', 'a', 'a_', 'a__', 'a__b', 'a.b', 'A')), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(
      servers,
      fc.array(toolPart, { maxLength: 8 }),
      fc.constantFrom(...separators),
      fc.boolean(),
      (all, tools, separator, prefix) => {
        const names = new Names(all, { prefix: prefix || all.length > 1, separator }, builtinNames);
        const owners = new Map<string, string>();
        for (const server of all) {
          for (const tool of new Set(tools)) {
            const name = names.of(server, tool);
            if (name === undefined) continue;
            expect(builtinNames.has(name)).toBe(false);
            expect(names.addressOf(name)).toEqual({ server, tool });
            expect(owners.get(name) ?? `${server} ${tool}`).toBe(`${server} ${tool}`);
            owners.set(name, `${server} ${tool}`);
          }
        }
      },
    ),
    { numRuns: 2000 },
  );
});

it.each([
  [{ prefix: false, separator: ':' }, 'only', 'retrieve_tools'],
  [{ prefix: true, separator: '_' }, 'retrieve', 'tools'],
  [{ prefix: true, separator: '_' }, 'call', 'tool'],
  [{ prefix: true, separator: '_' }, 'upstream', 'servers'],
])('with %j, the tool of the server %s called %s gets no name of a tool of the gateway', (naming, server, tool) => {
  const names = new Names([server], naming, builtinNames);
  expect(names.of(server, tool)).toBeUndefined();
  expect(names.addressOf(publicName({ server, tool }, naming))).toBeUndefined();
  expect(names.addressOf(`${server}:${tool}`)).toEqual({ server, tool });
});

it('letters that only look alike, or differ in case or composition, make names of their own', () => {
  const names = new Names(['GitHub', 'github', 'gith\u1e73b', 'githu\u0324b'], { prefix: true, separator: ':' });
  expect(names.servers.map(server => names.addressOf(`${server}:x`)?.server)).toEqual(names.servers);
});
