import type { JsonData } from '../json.js';
import { compareValues } from './compare.js';
import { formatPath } from './path.js';

const changes = (from: JsonData, to: JsonData): string[] =>
  compareValues(from, to).map(({ path, op, from: before, to: after }) => `${op} ${formatPath(path)} ${JSON.stringify([before, after])}`);

const containers = (...list: JsonData[]): JsonData => ({ spec: { containers: list } });
const config = (text: string): JsonData => ({ data: { 'config.yaml': text } });

test.each<[string, JsonData, JsonData, string[]]>([
  ['equal values', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ['maps in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ['a scalar', { spec: { replicas: 1 } }, { spec: { replicas: 3 } }, ['replace spec.replicas [1,3]']],
  ['number and text differ', { a: 1 }, { a: '1' }, ['replace a [1,"1"]']],
  ['null and absent differ', { a: null }, {}, ['remove a [null,null]']],
  ['a map that came', {}, { a: { b: 1 } }, ['add a [null,{"b":1}]']],
  ['keys with other characters', { 'a/b': 1 }, { 'a/b': 2 }, ['replace ["a/b"] [1,2]']],
  [
    'keys of the prototype',
    JSON.parse('{"__proto__":1,"constructor":1}'),
    {},
    ['remove __proto__ [1,null]', 'remove constructor [1,null]'],
  ],
  [
    'items by name, wherever they stand',
    containers({ name: 'a', image: 'x:1' }, { name: 'b' }),
    containers({ name: 'b' }, { name: 'a', image: 'x:2' }),
    ['replace spec.containers[name=a].image ["x:1","x:2"]'],
  ],
  [
    'an item that came',
    containers({ name: 'a' }),
    containers({ name: 'a' }, { name: 'b' }),
    ['add spec.containers[name=b] [null,{"name":"b"}]'],
  ],
  [
    'two items of one name are told apart by place',
    containers({ name: 'a', v: 1 }, { name: 'a', v: 2 }),
    containers({ name: 'a', v: 1 }, { name: 'a', v: 3 }),
    ['replace spec.containers[1].v [2,3]'],
  ],
  [
    'ports by number',
    { ports: [{ containerPort: 1 }] },
    { ports: [{ containerPort: 1, protocol: 'TCP' }] },
    ['add ports[containerPort=1].protocol [null,"TCP"]'],
  ],
  [
    'the order of named items where it counts',
    { rules: [{ name: 'a' }, { name: 'b' }] },
    { rules: [{ name: 'b' }, { name: 'a' }] },
    ['reorder rules [["a","b"],["b","a"]]'],
  ],
  ['a text put in front', { args: ['b', 'c'] }, { args: ['a', 'b', 'c'] }, ['add args[0] [null,"a"]']],
  ['a text taken out', { args: ['a', 'b', 'c'] }, { args: ['a', 'c'] }, ['remove args[1] ["b",null]']],
  [
    'routes without a name, by what they match',
    {
      routes: [
        { matches: ['/a'], t: 1 },
        { matches: ['/b'], t: 1 },
      ],
    },
    {
      routes: [
        { matches: ['/new'], t: 2 },
        { matches: ['/a'], t: 2 },
        { matches: ['/b'], t: 2 },
      ],
    },
    ['replace routes[1].t [1,2]', 'replace routes[2].t [1,2]', 'add routes[0] [null,{"matches":["/new"],"t":2}]'],
  ],
  ['list and map', { a: [] }, { a: {} }, ['replace a [[],{}]']],
  [
    'YAML in a text, as structure',
    config('binds:\n- port: 4000\n  x: 1\n'),
    config('binds: [{port: 4000, x: 2}] # why\n'),
    ['replace data["config.yaml"].binds[port=4000].x [1,2]'],
  ],
  ['only comments and layout of YAML in a text', config('a: 1\n'), config('# c\na:   1\n'), []],
  ['broken YAML in a text, as text', config('a: ['), config('a: 1'), ['replace data["config.yaml"] ["a: [","a: 1"]']],
  ['JSON in a text under another name', { x: '{"a":1}' }, { x: '{"a": 1}' }, ['replace x ["{\\"a\\":1}","{\\"a\\": 1}"]']],
])('%s', (_, from, to, expected) => expect(changes(from, to)).toEqual(expected));

test('lists of ten thousand items end', () => {
  const list = (start: number): JsonData => Array.from({ length: 10_000 }, (_, i) => `${i + start}`);
  expect(compareValues(list(0), list(1)).length).toBe(10_000);
});
