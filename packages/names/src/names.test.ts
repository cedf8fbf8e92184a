import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { NameTable } from './name-table.js';
import { identityOf, Names, type Naming, type ToolAddress } from './names.js';
import { isPortable } from './portable.js';

const builtinNames = new Set(['retrieve_tools', 'call_tool', 'upstream_servers']);

const named = (change: Partial<Naming> = {}): Naming => ({ prefix: true, separator: '__', portable: true, maxLength: 64, ...change });
const asWritten = (separator: string, prefix = true): Naming => ({ prefix, separator, portable: false, maxLength: 64 });
const bare = named({ prefix: false });

const digest = (identity: string) => createHash('sha256').update(identity).digest('hex').slice(0, 6);

it.each<[Partial<Naming>, string, string, string]>([
  [{}, 'github', 'create_issue', 'github__create_issue'],
  [{}, 'GitHub-2', 'a__b', 'GitHub-2__a__b'],
  [{}, 'my_server', '_x', 'my_server___x'],
  [{}, 's', 'issues.list', `s__issues_list_${digest('s:issues.list')}`],
  [{}, 's', 'a / b', `s__a_b_${digest('s:a / b')}`],
  [{}, 's', '\u5929\u6c17', `s____${digest('s:\u5929\u6c17')}`],
  [{}, 'api.example', 'get', `api_example__get_${digest('api.example:get')}`],
  [{}, '3d', 'draw', `_3d__draw_${digest('3d:draw')}`],
  [{}, '-', '-', `_-__-_${digest('-:-')}`],
  [{}, '__proto__', '__proto__', '__proto______proto__'],
  [{}, 's', 'x'.repeat(61), `s__${'x'.repeat(61)}`],
  [{}, 's', 'x'.repeat(62), `s__${'x'.repeat(54)}_${digest(`s:${'x'.repeat(62)}`)}`],
  [{ maxLength: 32 }, 's', 'x'.repeat(30), `s__${'x'.repeat(22)}_${digest(`s:${'x'.repeat(30)}`)}`],
  // It could be the mapped name of another tool.
  [{}, 's', 'add_facade', `s__add_facade_${digest('s:add_facade')}`],
  [{ separator: '-' }, 'a-b', 'c', 'a-b-c'],
  [{ separator: '-' }, 'a', 'b.c', `a-b_c_${digest('a:b.c')}`],
])('%j: the tool of %j called %j is %s for clients', (change, server, tool, name) => {
  expect(new Names([server], named(change)).of(server, tool)).toBe(name);
});

it('a bare name is mapped like others, and no tool has the name of one of the gateway', () => {
  const names = new Names(['only'], bare, builtinNames);
  expect(names.of('only', 'echo')).toBe('echo');
  expect(names.of('only', 'a.b')).toBe(`a_b_${digest('only:a.b')}`);
  expect(names.of('only', '2d')).toBe(`_2d_${digest('only:2d')}`);
  expect(names.of('only', 'call_tool')).toBe(`call_tool_${digest('only:call_tool')}`);
  expect(names.parse('call_tool')).toBeUndefined();
  expect(names.parse('only:call_tool')).toEqual({ server: 'only', tool: 'call_tool' });
  expect(names.parse('only__x')).toEqual({ server: 'only', tool: 'only__x' });
});

it('of two servers whose names meet, the longer one keeps its plain names', () => {
  const names = new Names(['a', 'a__b'], named());
  expect(names.of('a__b', 'c')).toBe('a__b__c');
  expect(names.of('a', 'b__c')).toBe(`a__b__c_${digest('a:b__c')}`);
  expect(names.parse('a__b__c')).toEqual({ server: 'a__b', tool: 'c' });
  expect(names.parse('a:b__c')).toEqual({ server: 'a', tool: 'b__c' });
});

it.each<[string, readonly string[], Naming, ToolAddress | undefined]>([
  ['s:t', ['r', 's'], asWritten(':'), { server: 's', tool: 't' }],
  ['s:a:b', ['s'], named(), { server: 's', tool: 'a:b' }],
  ['s__t', ['s'], named(), { server: 's', tool: 't' }],
  ['s:t', ['s'], named(), { server: 's', tool: 't' }],
  ['a__b__c', ['a', 'a__b'], named(), { server: 'a__b', tool: 'c' }],
  ['a__b__c', ['a__b', 'a'], asWritten('__'), { server: 'a__b', tool: 'c' }],
  ['t', ['s'], bare, { server: 's', tool: 't' }],
  ['s:t', ['s'], bare, { server: 's', tool: 't' }],
  ['s__t', ['s'], asWritten('__', false), { server: 's', tool: 't' }],
  ['t', ['s'], named(), undefined],
  ['s__', ['s'], named(), undefined],
  ['__t', ['s'], named(), undefined],
  ['st', ['s'], named(), undefined],
  ['x__t', ['s'], named(), undefined],
  ['t', [], bare, undefined],
  ['', ['s'], bare, undefined],
  ['__proto__:t', ['s'], named(), undefined],
])('%s of %j with %j stands for %j', (name, servers, naming, address) => expect(new Names(servers, naming).parse(name)).toEqual(address));

it('a mapped name tells which servers it may belong to', () => {
  const names = new Names(['api.example', 'api', '3d', 'x'.repeat(70)], named());
  expect(names.serversOf('api_example__a_b_012345')).toEqual(['api.example']);
  expect(names.serversOf('api__a_b_012345')).toEqual(['api']);
  expect(names.serversOf('_3d__a_012345')).toEqual(['3d']);
  expect(names.serversOf(`${'x'.repeat(57)}_012345`)).toEqual(['x'.repeat(70)]);
  expect(names.serversOf('api:a_012345')).toEqual(['api']);
  expect(names.serversOf('api__plain')).toEqual(['api']);
  expect(names.serversOf('other__a_b_012345')).toEqual([]);
  expect(new Names(['s'], bare).serversOf('a_b_012345')).toEqual(['s']);
  expect(new Names(['s'], asWritten('__')).serversOf('t__x')).toEqual([]);
});

it('names that two tools would have stand for neither', () => {
  const table = new NameTable([
    { server: 'a', tool: 'x', name: 'n' },
    { server: 'b', tool: 'y', name: 'n' },
    { server: 'b', tool: 'z', name: 'm' },
  ]);
  expect([table.get('n'), table.has('n'), table.get('m')]).toEqual([undefined, true, { server: 'b', tool: 'z' }]);
  expect([...table.shared]).toEqual(['n']);
});

const separators = [':', '__', '_', '-', '.', '/', '::', '_:', '--', '._.'];
const letters = [
  'a',
  'b',
  '_',
  '-',
  '.',
  '/',
  ':',
  ' ',
  'A',
  '0',
  'f',
  '\u00e9',
  'e\u0301',
  '\u5929',
  '\u{1f600}',
  '\ud800',
  '\u202e',
  '\u0000',
];

/** Texts of the characters that separators and names share, so that names meet. */
const part = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 6 });
const anyText = fc.oneof(
  part,
  part,
  fc.string({ unit: 'binary', minLength: 1, maxLength: 90 }),
  fc.string({ minLength: 40, maxLength: 200 }),
);
const toolPart = fc.oneof(
  anyText,
  fc.tuple(part, fc.constantFrom(...separators), anyText).map(parts => parts.join('')),
  fc.constantFrom(...builtinNames, '__proto__', 'constructor', 'toString', 'get_decade', 'b_012345'),
);
const serverPart = fc
  .oneof(anyText, fc.constantFrom('call', 'retrieve', 'upstream', 'a', 'a_', 'a__', 'a__b', 'a.b', 'a_b', 'A', '__proto__'))
  .map(name => name.replaceAll(':', ';'));
const world = fc.record({
  servers: fc.uniqueArray(serverPart, { minLength: 1, maxLength: 5 }),
  tools: fc.uniqueArray(toolPart, { maxLength: 10 }),
  prefix: fc.boolean(),
});

/** The name that clients get for each tool, and the way back, as the gateway does it. */
function list(servers: readonly string[], tools: readonly string[], naming: Naming) {
  const names = new Names(servers, naming, builtinNames);
  const all = servers.flatMap(server => tools.map(tool => ({ server, tool, name: names.of(server, tool) })));
  const table = new NameTable(
    all.flatMap(({ name, ...address }) => (name !== undefined && names.isMapped(name) ? [{ ...address, name }] : [])),
  );
  const addressOf = (name: string) => (names.isMapped(name) ? table.get(name) : names.parse(name));
  return { all, addressOf };
}

it('portable names: every tool has one that all clients accept, which stands for it alone and does not change with other tools', () => {
  fc.assert(
    fc.property(
      world,
      fc.constantFrom('__', '_', '-', '--'),
      fc.constantFrom(32, 64, 128),
      ({ servers, tools, prefix }, separator, maxLength) => {
        const naming = named({ prefix: prefix || servers.length > 1, separator, maxLength });
        const { all, addressOf } = list(servers, tools, naming);
        expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
        for (const { server, tool, name } of all) {
          expect([name, isPortable(name!, maxLength), builtinNames.has(name!)]).toEqual([name, true, false]);
          expect(addressOf(name!)).toEqual({ server, tool });
          // Another replica, which knows this tool only, in another order of the servers.
          expect(list([...servers].reverse(), [tool], naming).all.find(other => other.server === server)!.name).toBe(name);
          expect(new Names(servers, naming, builtinNames).serversOf(name!)).toContain(server);
          expect(addressOf(identityOf({ server, tool }))).toEqual({ server, tool });
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('names as written: a listed name stands for its own tool and for no other, whatever servers, tools and separators are called', () => {
  fc.assert(
    fc.property(world, fc.constantFrom(...separators), ({ servers, tools, prefix }, separator) => {
      const { all, addressOf } = list(servers, tools, asWritten(separator, prefix || servers.length > 1));
      const owners = new Map<string, string>();
      for (const { server, tool, name } of all) {
        if (name === undefined) continue;
        expect(builtinNames.has(name)).toBe(false);
        expect(addressOf(name)).toEqual({ server, tool });
        expect(owners.get(name) ?? `${server} ${tool}`).toBe(`${server} ${tool}`);
        owners.set(name, `${server} ${tool}`);
      }
    }),
    { numRuns: 300 },
  );
});

it.each([
  [asWritten(':', false), 'only', 'retrieve_tools'],
  [asWritten('_'), 'retrieve', 'tools'],
  [asWritten('_'), 'call', 'tool'],
  [asWritten('_'), 'upstream', 'servers'],
])('with %j, the tool of the server %s called %s gets no name of a tool of the gateway', (naming, server, tool) => {
  const names = new Names([server], naming, builtinNames);
  expect(names.of(server, tool)).toBeUndefined();
  expect(names.parse(naming.prefix ? `${server}_${tool}` : tool)).toBeUndefined();
  expect(names.parse(`${server}:${tool}`)).toEqual({ server, tool });
});

it('letters that only look alike, or differ in case or composition, make names of their own', () => {
  const names = new Names(['GitHub', 'github', 'gith\u1e73b', 'githu\u0324b'], named());
  expect(names.servers.map(server => names.parse(`${server}:x`)?.server)).toEqual(names.servers);
  expect(new Set(names.servers.map(server => names.of(server, 'x'))).size).toBe(4);
});
