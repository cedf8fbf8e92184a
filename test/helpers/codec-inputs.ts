/** Generated inputs for the differential test of the codecs: YAML, JSON and TOML texts, whole and broken, and Go values. */
import { GoMap, nilMap, nilSlice, Sized, type Value } from '@mcpgw/go/values';
import fc from 'fast-check';

const pick = (...items: string[]) => fc.constantFrom(...items);
const joined = (part: fc.Arbitrary<string>, maxLength: number) => fc.array(part, { minLength: 1, maxLength }).map(parts => parts.join(''));

const yamlScalars = pick(
  ...[
    'v',
    'foo bar',
    'yes',
    'No',
    'null',
    '~',
    '0x1F',
    '017',
    '08',
    '1_000',
    '1.5',
    '.5',
    '1e3',
    '-.inf',
    '.nan',
    '12:30',
    '2001-01-01',
    '0b11',
  ],
  ...[
    '18446744073709551615',
    '99999999999999999999',
    "'it''s'",
    '"x\\n\\u00e9"',
    "'x",
    '"x',
    '[1, 2]',
    '[1, 2',
    '{a: 1, b}',
    '{a: 1',
    '|',
    '>-',
    '|2',
    '>+',
  ],
  ...[
    '&a b',
    '*a',
    '!!str 1',
    '!!int x',
    '!!binary aGk=',
    '# no',
    'x # yes',
    '- y',
    'a: b',
    '{{ x }}',
    '@x',
    'é',
    '😀',
    'x\u0085y',
    'x\u2028y',
    '\t',
  ],
);
const yamlKeys = pick(
  'a: ',
  'b:',
  '- ',
  '- c: ',
  '"q": ',
  "'s' : ",
  '? k',
  ': v',
  '',
  '&a x: ',
  'k: &a',
  '*a : ',
  '<<: *a',
  '1: ',
  '[x]: ',
  '{a: b}: ',
  '  ',
);
const lineEnds = pick('\n', '\n', '\n', '\r\n', '\n\n', ' \n', '\n---\n');
const yamlLines = joined(
  fc
    .tuple(fc.integer({ min: 0, max: 4 }), yamlKeys, yamlScalars, lineEnds)
    .map(([indent, key, value, end]) => ' '.repeat(indent) + key + value + end),
  7,
);
const yamlTokens = joined(
  pick(
    ...[
      'a',
      'foo bar',
      ' ',
      '  ',
      '\n',
      '\n  ',
      '\n\n',
      ': ',
      ':',
      '- ',
      '? ',
      '[',
      ']',
      '{',
      '}',
      ', ',
      '#',
      ' # c',
      '&a ',
      '*a',
      '!',
      '!!str ',
      '!x ',
    ],
    ...[
      '|',
      '>',
      '|-',
      "'",
      '"',
      '\\n',
      '\\',
      '\t',
      '\r\n',
      '<<: ',
      '~',
      'null',
      'yes',
      '1',
      '%YAML 1.1\n',
      '---',
      '...',
      '@',
      '\u00e9',
      '\u0085',
      '\x07',
      '\udc80',
    ],
  ),
  14,
);

const words = pick(
  ...[
    '',
    'a',
    'y',
    'Yes',
    'null',
    '1',
    '0x1f',
    '1_0',
    '.5',
    '-',
    '- a',
    '--- x',
    '? a',
    'a: b',
    'a #b',
    ' lead',
    'trail ',
    'two  sp',
    'a\nb',
    'a\n',
    '\na',
    'a \nb',
  ],
  ...[
    'a\tb',
    'é',
    '😀',
    'x\u0085y',
    'x\u2028y',
    '\ufeffa',
    '\x00',
    '\x7f',
    '\ufffe',
    '\udc80',
    '<b>&',
    "it's",
    '"q"',
    '2001-1-1 1:2:3',
    '190:20:30',
    '<<',
    '{',
    '|',
    '0o+7',
  ],
  ...[
    `${'word '.repeat(30)}end`,
    `it's ${'word '.repeat(30)}end`,
    `\t${'word '.repeat(30)}end`,
    `${'x'.repeat(90)}  y z`,
    'k'.repeat(128),
    'é'.repeat(65),
    'k'.repeat(1025),
  ],
);
const texts = fc.oneof(
  words,
  fc.tuple(words, pick('', ' ', '\n', ': ', ' #'), words).map(parts => parts.join('')),
  fc.string({ unit: 'grapheme' }),
);
/** Keys that goyaml orders without contradiction: the order of others is random in Go. */
const keys = fc.oneof(
  pick('a', 'b', 'a1', 'a10', 'a2', 'A', 'a_b', 'a-b', '1', '10', '2', 'b01', 'b1', 'x0', 'x00', 'é1', '', 'y', 'a b', 'a: b'),
  words,
);
const numbers = fc.constantFrom<Value>(
  ...[0n, -5n, 2n ** 62n, 1.5, 1e6, 1e20, 1e21, 1e-7, -0, 1e19, 0.1, 123456789.5, 2 ** 63, -(2 ** 63), 2 ** 64, 5e-324],
  ...[
    new Sized('int64', -(2n ** 63n)),
    new Sized('uint64', 2n ** 64n - 1n),
    new Sized('float32', Math.fround(0.1)),
    new Sized('float32', 16777216),
  ],
);
const notFinite = fc.constantFrom<Value>(Number.NaN, Number.POSITIVE_INFINITY);

export const { value: values } = fc.letrec<{ value: Value; map: Value }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 5, arbitrary: texts },
    { weight: 3, arbitrary: numbers },
    { weight: 1, arbitrary: fc.constantFrom<Value>(null, true, false, nilMap(), nilSlice(), new Uint8Array([1, 2, 255])) },
    { weight: 3, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    { weight: 4, arbitrary: tie('map') },
  ),
  map: fc.array(fc.tuple(keys, tie('value')), { maxLength: 5 }).map(entries => new GoMap(entries)),
}));
export const valuesWithNotFinite = fc.array(fc.oneof(values, notFinite), { maxLength: 3 });

/** A text of `whole` as it is, or with a piece cut out and another put in. */
const broken = (whole: fc.Arbitrary<string>, piece: fc.Arbitrary<string>) =>
  fc.tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 3 }), piece).map(([text, at, cut, put]) => {
    const chars = [...text];
    const start = Math.floor(at * chars.length);
    return chars.slice(0, start).join('') + put + chars.slice(start + cut).join('');
  });

export const yamlTexts = (samples: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(yamlLines, yamlTokens, broken(fc.constantFrom(...samples), fc.oneof(yamlScalars, yamlKeys, yamlTokens)));

const jsonTokens = pick(
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b":',
    '1',
    '-',
    '0',
    '01',
    '1.5',
    '1.',
    '1e5',
    '1e',
    '1e999',
    'true',
    'tru',
    'null',
    ' ',
    '\n',
    '"',
    '\\',
    '“',
    "'",
    '.',
  ],
  ...['"\\ud83d\\ude00"', '"\\ud83d"', '"\udc80"', '\udc80', '"\x01"', '"\\u12"', '\\x'],
);
export const jsonTexts = (print: (value: Value) => string): fc.Arbitrary<string> =>
  fc.oneof(joined(jsonTokens, 8), broken(values.map(print), jsonTokens));

const tomlValues = pick(
  ...[
    '1',
    '1_000',
    '1__0',
    '0x1F',
    '0b2',
    '01',
    '1.5',
    '1.',
    '1e5',
    '1e999',
    'inf',
    '+nan',
    'true',
    'foo',
    '"s"',
    "'raw'",
    '"\\u00e9"',
    '"\\ud800"',
    '"\\q"',
    '"""m\nl"""',
  ],
  ...[
    '"""\nm \\\n   l"""',
    '"""a""b"""""',
    "'''x\ny'''",
    '"un',
    '[]',
    '[1, "a", 2.5]',
    '[1,\n 2, # c\n]',
    '[,]',
    '[{a = 1}, {b = 2}]',
    '{a = 1, b.c = 2}',
    '{a = 1,}',
  ],
  ...[
    '{a.b = 1, a.b.c = 2}',
    '{',
    '1979-05-27T07:32:00Z',
    '1979-05-27 07:32:00',
    '1979-05-27',
    '07:32',
    '1979-13-27',
    '9223372036854775808',
    '1\r',
    '\udc80',
    '"\x01"',
    '',
    '1 # c',
    '1 2',
  ],
);
const tomlKeys = pick('a', 'b', 'c', 'd', 'a.b', 'a.b.c', '"x y"', "'q'", '""', 'a . b', 'é', '', '.a', 'a.', 'a b');
const tomlHeads = pick(
  '[a]',
  '[b]',
  '[a.b]',
  '[[a]]',
  '[[b]]',
  '[[a.b]]',
  '["x y"]',
  '[]',
  '[a',
  '[a.]',
  '[a] # c',
  '[a] x',
  '[[d]]\n[d.e]',
);
const tomlLines = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(tomlKeys, tomlValues).map(parts => parts.join(' = ')) },
  { weight: 2, arbitrary: tomlHeads },
  { weight: 1, arbitrary: pick('', '# c') },
);
export const tomlTexts = fc
  .tuple(fc.array(tomlLines, { minLength: 1, maxLength: 6 }), pick('\n', '\n', '\r\n'))
  .map(([lines, end]) => lines.join(end));
