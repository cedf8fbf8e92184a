import { ambiguousNames } from './ambiguous-names.js';
import { readServeConfig } from './read-serve.js';

it.each<[readonly string[], string, readonly (readonly [string, string])[]]>([
  [['a', 'a__b'], '__', [['a', 'a__b']]],
  [['a__b', 'a'], '__', [['a', 'a__b']]],
  [['a', 'a_'], '__', [['a', 'a_']]],
  [['a', 'a__'], '__', [['a', 'a__']]],
  [['a', 'a_'], '_', [['a', 'a_']]],
  [['a', 'a:b'], '__', [['a', 'a:b']]],
  [['a', 'a-b'], '-', [['a', 'a-b']]],
  [['a', 'a-b'], '__', []],
  [['a', 'ab', 'b'], '-', []],
  [
    ['a', 'a-b', 'a-b-c'],
    '-',
    [
      ['a', 'a-b'],
      ['a', 'a-b-c'],
    ],
  ],
])('%j with the separator %j', (names, separator, pairs) => {
  expect(ambiguousNames(names, separator)).toEqual(pairs);
});

it('such servers are refused where names are used as written', () => {
  const read = (text: string) => readServeConfig(text, { file: 'gateway.yaml', env: {}, kind: 'serve', readFile: () => undefined });
  const servers = 'servers: {a: {url: "http://h/mcp"}, a__b: {url: "http://h2/mcp"}}\n';
  expect(read(servers).findings).toEqual([]);
  expect(read(`${servers}tool_names: {separator: __}\n`).findings).toEqual([]);
  const { config, findings } = read(`${servers}tool_names: {separator: __, portable: false}\n`);
  expect([config, findings]).toMatchObject([
    undefined,
    [
      {
        rule: 'conflicting-fields',
        severity: 'error',
        message: 'tools of the servers "a" and "a__b" could have the same names, since "a__b" begins with "a" and a separator',
        suggestion: 'rename one of them, or use portable names, which never clash: leave tool_names.portable and separator out',
      },
    ],
  ]);
});
