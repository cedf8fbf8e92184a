import fc from 'fast-check';
import { marshalJson } from '../json/index.js';
import { readSimple } from './simple.js';
import { decodeYaml } from './unmarshal.js';

const json = (text: string): string | undefined => {
  const value = readSimple(text);
  return value === undefined ? undefined : marshalJson(value);
};

describe('what is read', () => {
  test.each([
    ['', 'null'],
    ['# nothing\n\n', 'null'],
    ['---\na: 1\n', '{"a":1}'],
    ['a: b c # d\nb: x#y\nc: http://x:80/y', '{"a":"b c","b":"x#y","c":"http://x:80/y"}'],
    ['a: yes\nb: ~\nc:\nd: 0x1F\ne: -1.5\nf: --x=y', '{"a":true,"b":null,"c":null,"d":31,"e":-1.5,"f":"--x=y"}'],
    ['"a b": "c\\n#" # d\nb: \'it\'\'s\'', '{"a b":"c\\n#","b":"it\'s"}'],
    ['a:\n  b:\n    c: 1\n  d: 2\ne: 3', '{"a":{"b":{"c":1},"d":2},"e":3}'],
    ['a:\n- 1\n- b: 2\n  c: 3\n-\n  d: 4\n- - 5\n  - 6\ne:', '{"a":[1,{"b":2,"c":3},{"d":4},[5,6]],"e":null}'],
    ['a: |\n  b\n    c\n\nd: >-\n  e\n  f\n\n\ng: |+\n  h\n\n', '{"a":"b\\n  c\\n","d":"e f","g":"h\\n\\n"}'],
    ['a: |\n# no text\nb: 1', '{"a":"","b":1}'],
    ['a: |\n ', '{"a":""}'],
    ['a: {}\nb: []\nc:\n  {}\nd: [x y, "z,", {e: 1, "f": [2]}]', '{"a":{},"b":[],"c":{},"d":["x y","z,",{"e":1,"f":[2]}]}'],
    ['a: 1\na: 2', '{"a":2}'],
    [
      "a: 'b \n  c''d\n\n\n   e: #f '\ng:\n- 'h\n\n  '\n- \"i\n  j\\n\n\n \\\\k\"\n- '  \n l'\n",
      '{"a":"b c\'d\\n\\ne: #f ","g":["h\\n","i j\\n\\n\\\\k"," l"]}',
    ],
    ['__proto__: 1\nconstructor: 2', '{"__proto__":1,"constructor":2}'],
  ])('%j', (text, expected) => {
    expect(json(text)).toBe(expected);
    expect(marshalJson(decodeYaml(text))).toBe(expected);
  });

  test('integers, kept on request', () => {
    expect(readSimple('[]', { keepIntegers: true })).toBeUndefined();
    expect([...(readSimple('a: 9223372036854775807\nb: 1.0', { keepIntegers: true }) as Map<string, unknown>)]).toEqual([
      ['a', 9223372036854775807n],
      ['b', 1],
    ]);
  });
});

test('values that are not needed are parsed and omitted', () => {
  const text = 'a:\n  b: |\n    c\n  1x: yes\nd:\n  e: |\n    f\n  z: [1]\ng: |\n  h\ni:\n- "j"\n- k\n- \'l\'\nm: n';
  expect(marshalJson(readSimple(text, { matters: key => key === 'd' })!)).toBe(
    '{"a":null,"d":{"e":"f\\n","z":[1]},"g":null,"i":null,"m":null}',
  );
  expect(readSimple('a:\n  b: .inf', { matters: () => false })).toBeUndefined();
  expect(readSimple('a:\n  yes: 1', { matters: () => false })).toBeUndefined();
});

test.each([
  ['a scalar', 'a'],
  ['a sequence in flow style at the root', '[a]'],
  ['a tab', 'a:\tb'],
  ['a carriage return', 'a: b\r\n'],
  ['a line separator', 'a: b\u2028'],
  ['a second document', 'a: b\n---\nc: d'],
  ['the end of a document', 'a: b\n...\n'],
  ['an anchor', 'a: &b c'],
  ['an alias', 'a: *b'],
  ['a tag', 'a: !!str 1'],
  ['a merge', 'a:\n  <<: {}'],
  ['a key that is no string', 'on: push'],
  ['a number as key', '1: a'],
  ['an explicit key', '? a\n: b'],
  ['a scalar that goes on', 'a: b\n  c'],
  ['a scalar on the next line', 'a:\n  b'],
  ['a quoted scalar that goes on where the key stands', 'a:\n  b: "c\n  d"'],
  ['a quoted scalar that goes on left of its key', "a:\n  b: 'c\n d'"],
  ['a document end in quotes', "a: 'b\n---\nc'"],
  ['a key of two lines', "- 'a\n  b': c"],
  ['an escaped line break', 'a: "b\\\n  c"'],
  ['a quoted scalar of two lines in a flow collection', "a: ['b\n  c']"],
  ['a rare escape', 'a: "\\x41"'],
  ['an escape of JSON alone', 'a: "b\\/c"'],
  ['a mapping on the line of another', 'a: b: c'],
  ['a colon at the end of a scalar', 'a: b:'],
  ['a sequence among keys', 'a: 1\n- b'],
  ['a key among items', 'a:\n  - b\n  c: d'],
  ['wrong indentation', 'a:\n    b: 1\n  c: 2'],
  ['text after a quote', "a: 'b' c"],
  ['an unclosed flow sequence', 'a: [b'],
  ['a flow collection of many lines', 'a: [b,\n  c]'],
  ['a comma too many', 'a: [b, ]'],
  ['an indentation indicator', 'a: |2\n    b'],
  ['blank lines wider than the text', 'a: |\n      \n  b'],
  ['an infinite number', 'a: .inf'],
  ['very deep nesting', Array.from({ length: 80 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
])('%s is left to the parser', (_what, text) => {
  expect(readSimple(text)).toBeUndefined();
});

const pieces = ['a: ', 'b:', '- ', ' ', '  ', '\n', '\n  ', '\n', 'x', 'yes', '1', '-', '"', "'", '|', '>-', '|+', '{', '}', '[', ']', ', ']
  .concat([' #', '#', ': ', ':', '&a', '*a', '~', '.5', '<<: ', '? ', '---\n', '\\', 'é', '\u00a0', '\u2003', '%', '@'])
  .concat([
    '"\\/"',
    '"\\n"',
    '"\\x"',
    '|\n ',
    'key: v\n',
    '- x\n',
    'k:\n',
    '  k: |\n    t\n',
    '    u: [1, a]\n',
    '\n\n',
    '"q" ',
    "'s'",
    "'s\n   t'",
    '"u\n\n   v"',
  ]);
const judged = (text: string): string => {
  try {
    return marshalJson(decodeYaml(text));
  } catch (error) {
    return (error as Error).message;
  }
};

test('every accepted text gives the result of the parser', () => {
  let read = 0;
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map(parts => parts.join(''));
  fc.assert(
    fc.property(text, text => {
      const own = json(text);
      expect(readSimple(text, { matters: () => false }) === undefined).toBe(own === undefined);
      if (own === undefined) return;
      read++;
      expect(own).toBe(judged(text));
    }),
    { numRuns: 20_000, seed: 7 },
  );
  expect(read).toBeGreaterThan(500);
});
