/** Generated templates: well-formed ones over the data below, and broken ones made from them. */
import fc from 'fast-check';
import type { Case } from './judge-functions.js';

const data = {
  a: { $int: '5' },
  s: 'hello é',
  m: { x: 'X', n: null, y: { z: [1, { $int: '3' }], s: 'in' } },
  l: ['a', { $int: '7' }, null, { k: 'v' }, 2.5],
  e: {},
  f: 1.5,
  b: true,
  u: { $uint8: '9' },
  i: { $int64: '-3' },
  ss: { $strings: ['p', 'q'] },
  sm: { $stringMap: { k: 'v' } },
  p: { $point: { X: '3', Y: 'why' } },
};

const fields = [
  '.a',
  '.s',
  '.m',
  '.m.x',
  '.m.n',
  '.m.y',
  '.m.y.z',
  '.m.y.s',
  '.l',
  '.e',
  '.f',
  '.b',
  '.u',
  '.i',
  '.ss',
  '.sm',
  '.sm.k',
  '.p',
  '.p.X',
];
const oddFields = [
  '.',
  '.zip',
  '.zip.zap',
  '.m.n.q',
  '.s.q',
  '.a.q',
  '.p.Name',
  '.p.Fail',
  '.p.zip',
  '.x',
  '.k',
  '$',
  '$.s',
  '$.m.y',
  '$x',
  '$x.y',
  '$y',
  '$y.s',
];
const literals = [
  '0',
  '1',
  '-2',
  '3.5',
  '1e3',
  '0x1f',
  '"a"',
  '"%v|%d"',
  '"hello é"',
  '`r`',
  "'c'",
  'true',
  'false',
  'nil',
  '""',
  '07',
  '2i',
  '1_0',
];
const functions = [
  'print',
  'printf',
  'println',
  'len',
  'index',
  'slice',
  'not',
  'and',
  'or',
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'html',
  'js',
  'urlquery',
];
const ours = ['str', 'num', 'num64', 'real', 'flag', 'dict', 'list', 'strs', 'joined', 'size', 'count', 'same', 'nothing', 'fail'];

const { pipeline } = fc.letrec<{ operand: string; command: string; pipeline: string }>(tie => ({
  operand: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'expression' },
    fc.constantFrom(...fields),
    fc.constantFrom(...literals),
    fc.constantFrom(...oddFields),
    tie('pipeline').map(p => `(${p})`),
    fc.tuple(tie('pipeline'), fc.constantFrom('.x', '.s', '.k', '.y.s', '.Name')).map(([p, field]) => `(${p})${field}`),
  ),
  command: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'expression' },
    { arbitrary: tie('operand'), weight: 3 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom(...functions, ...ours), fc.array(tie('operand'), { maxLength: 3 }))
        .map(([name, args]) => [name, ...args].join(' ')),
      weight: 4,
    },
    fc
      .tuple(fc.constantFrom('.p.Shift', '.p.Join', '.m.x', '$x'), fc.array(tie('operand'), { maxLength: 2 }))
      .map(([name, args]) => [name, ...args].join(' ')),
    fc.tuple(fc.constantFrom('"T"', '"T"', '"none"'), tie('operand')).map(([name, dot]) => `include ${name} ${dot}`),
  ),
  pipeline: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'expression' },
    { arbitrary: tie('command'), weight: 4 },
    fc
      .tuple(
        tie('command'),
        fc.array(fc.constantFrom('print', 'printf "%v"', 'str', 'len', 'same', 'or 1', 'and 0', 'eq 5', 'index .m', 'html', '.p.Shift'), {
          minLength: 1,
          maxLength: 2,
        }),
      )
      .map(([first, rest]) => [first, ...rest].join(' | ')),
  ),
}));

const declaration = fc.tuple(fc.constantFrom('$x := ', '$x = ', '$y := ', '$y = ', ''), pipeline).map(([name, p]) => name + p);
const rangeHead = fc
  .tuple(
    fc.constantFrom('', '', '$x := ', '$i, $x := ', '$x, $y = ', '$y = '),
    fc.oneof(fc.constantFrom('.l', '.m', '.ss', '.sm', '3', '.e', '.a', '.m.y.z'), pipeline),
  )
  .map(([name, p]) => name + p);
const delimiters = fc.constantFrom(['{{ ', ' }}'], ['{{ ', ' }}'], ['{{', '}}'], ['{{- ', ' }}'], ['{{ ', ' -}}'], ['{{-\n', '\t-}}']);
const wrap = (body: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(delimiters, body).map(([[open, close], text]) => open + text + close);
const text = fc.constantFrom('', ' ', 'x', '\n', ' é\n\t', 'abc ', '{', '}', '\n\n', '𝒳 ');
const comment = fc.constantFrom('{{/* c */}}', '{{- /* c\n */ -}}');

const { list } = fc.letrec<{ node: string; list: string }>(tie => ({
  node: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'node' },
    { arbitrary: wrap(declaration), weight: 6 },
    { arbitrary: text, weight: 3 },
    comment,
    wrap(fc.constantFrom('break', 'continue', 'template "T"', 'template "T" .m', 'template "none" .')),
    fc
      .tuple(wrap(declaration.map(p => `if ${p}`)), tie('list'), wrap(pipeline.map(p => `else if ${p}`)), tie('list'))
      .map(parts => `${parts.join('')}{{ else }}E{{ end }}`),
    fc
      .tuple(wrap(fc.tuple(fc.constantFrom('if ', 'with '), declaration).map(parts => parts.join(''))), tie('list'))
      .map(parts => `${parts.join('')}{{ else }}e{{ end }}`),
    fc
      .tuple(
        wrap(rangeHead.map(p => `range ${p}`)),
        tie('list'),
        fc.constantFrom('', '{{ if eq . 1 }}{{ break }}{{ end }}', '{{ continue }}', '{{ else }}none'),
      )
      .map(parts => `${parts.join('')}{{ end }}`),
    fc.tuple(fc.constantFrom('block "B" .', 'block "C" .m'), tie('list')).map(([head, body]) => `{{ ${head} }}${body}{{ end }}`),
  ),
  list: fc.array(tie('node'), { maxLength: 3, depthIdentifier: 'node' }).map(nodes => nodes.join('')),
}));

const prelude = '{{ define "T" }}<{{ . }}{{ $ }}>{{ end }}{{ $x := .a }}{{ $y := .m }}';
const missingKey = fc.constantFrom<NonNullable<Case['missingKey']>>('default', 'zero', 'zero', 'error');
const toCase = (source: fc.Arbitrary<string>): fc.Arbitrary<Case> =>
  fc.tuple(source, missingKey).map(([body, mode]) => ({ text: body, data, missingKey: mode }));
const wellFormedText = list.map(body => prelude + body);

/** Templates that parse, for the most part; many fail when they run. */
export const wellFormed: fc.Arbitrary<Case> = toCase(wellFormedText);

const scrap = fc.constantFrom(
  '',
  '{{',
  '}}',
  '{{-',
  ' -}}',
  '"',
  '`',
  "'",
  '(',
  ')',
  '|',
  '.',
  '$',
  ',',
  ':=',
  '=',
  ' ',
  '\n',
  '/*',
  '*/',
  '\\',
  '0',
  'é',
  '\u0000',
  'end',
  'else',
  '@',
  '-',
);

/** Templates with a few places cut out or written over. */
export const mutated: fc.Arbitrary<Case> = toCase(
  fc.tuple(wellFormedText, fc.array(fc.tuple(fc.nat(), fc.nat(4), scrap), { minLength: 1, maxLength: 3 })).map(([source, edits]) =>
    edits
      .reduce((result, [at, cut, insert]) => {
        const start = at % (result.length + 1);
        return result.slice(0, start) + insert + result.slice(start + cut);
      }, source)
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '?'),
  ),
);

const float = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(f => f + 0),
  fc.constantFrom(0.5, 1.5, 2.5, 0.125, 1e6, 1e21, 5e-324, 123456789, -0.0001),
);
const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const printed = fc.oneof(
  float,
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.boolean(),
  fc.constantFrom(null, [1, 'a', null], { a: { $int: '1' }, b: null }),
  integer.map(n => ({ $int: `${n}` })),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(n => ({ $uint64: `${n}` })),
  float.map(f => ({ $float32: `${Math.fround(f) + 0}` })),
  fc.constantFrom(
    { $int: '0' },
    { $int: '9731' },
    { $uint8: '65' },
    { $bytes: 'h\u00e9' },
    { $strings: ['p', 'q\n'] },
    { $point: { X: '3', Y: 'why' } },
  ),
);
const directive = fc
  .tuple(
    fc.subarray(['-', '+', '#', '0', ' ']).map(flags => flags.join('')),
    fc.constantFrom('', '', '', '5', '12', '*', '[1]', '[2]*', '[9]', '['),
    fc.constantFrom('', '', '.0', '.1', '.3', '.12', '.', '.*', '.40'),
    fc.constantFrom(...'vvvvddsqqxXtbcoOUeEfFgGTwz!%\u00e9'),
  )
  .map(parts => `%${parts.join('')}`);

/** `printf` with every verb and flag over values of every kind. */
export const printing: fc.Arbitrary<Case> = fc
  .tuple(fc.array(directive, { minLength: 1, maxLength: 2 }), fc.array(printed, { maxLength: 3 }))
  .map(([format, values]) => ({
    text: `{{ printf ${JSON.stringify(format.join('|'))} ${values.map((_, i) => `(index .v ${i})`).join(' ')} }}`,
    data: { v: values },
  }));

/** Number literals, most of them odd. */
export const numbers: fc.Arbitrary<Case> = fc
  .array(
    fc.constantFrom('0', '1', '9', '7', '.', 'e', 'E', 'p', 'x', 'X', 'b', 'o', '_', '-', '+', 'i', 'f', '12345678901234567890', '00'),
    { minLength: 1, maxLength: 6 },
  )
  .map(parts => ({ text: `{{ ${parts.join('')} }}` }));
