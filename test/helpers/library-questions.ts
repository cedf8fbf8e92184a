/** Generated questions for the library judge: pieces that mean something to each library, and a little noise. */
import fc from 'fast-check';

const pieces = (alphabet: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...alphabet), { maxLength }).map(parts => parts.join(''));

const number = fc.constantFrom('0', '1', '2', '3', '10', '01', '99999999999999999999', '18446744073709551615');
const suffix = fc.constantFrom(
  '',
  '',
  '',
  '-rc1',
  '-alpha.1',
  '-alpha.beta',
  '-1',
  '-01',
  '-a.1.b',
  '+build',
  '-rc.2+b.5',
  '-',
  '+',
  '-a..b',
  '-99999999999999999999',
);
const plainVersion = fc
  .tuple(fc.constantFrom('', 'v', ''), fc.array(number, { minLength: 1, maxLength: 4 }), suffix)
  .map(([v, parts, end]) => v + parts.join('.') + end);
const likelyVersion = fc
  .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.constantFrom('', '', '-rc1', '-rc2', '-alpha.1', '+b'))
  .map(([a, b, c, end]) => `${a}.${b}.${c}${end}`);
const noisyVersion = pieces(['v', '1', '0', '2', '.', '-', '+', 'a', 'x', ' ', 'é', '*'], 10);

export const version = fc.tuple(fc.oneof(plainVersion, likelyVersion, noisyVersion, fc.constant('1'.repeat(300))));

const operator = fc.constantFrom('', '=', '!=', '>', '<', '>=', '=>', '<=', '=<', '~', '~>', '^', '==', '>>', '!');
const wildcard = fc.constantFrom('1', '0', '2', '3', 'x', '*', 'X', '10', '1x');
const part = fc
  .tuple(
    operator,
    fc.constantFrom('', '', ' ', '  '),
    fc.constantFrom('', 'v', ''),
    fc.array(wildcard, { minLength: 1, maxLength: 4 }),
    suffix,
  )
  .map(([op, space, v, numbers, end]) => op + space + v + numbers.join('.') + end);
const likelyPart = fc.tuple(operator, likelyVersion).map(parts => parts.join(''));
const separator = fc.constantFrom(' ', ', ', ',', '  ,  ', ' || ', '||', ' - ', '-', ' -', '', '|', '\t', '\u00a0');
const constraintText = fc
  .array(fc.tuple(fc.oneof(part, likelyPart, likelyPart), separator), { minLength: 1, maxLength: 4 })
  .map(list => list.map(([text, end], i) => (i === list.length - 1 && end.length > 1 ? text : text + end)).join(''));

export const constraint = fc.tuple(
  fc.oneof(constraintText, constraintText, pieces(['1', '.', 'x', '>', '=', '~', ' ', ',', '|', '-', 'v', '"', 'é'], 12)),
  fc.oneof(likelyVersion, likelyVersion, plainVersion),
);

const zones = fc.constantFrom(
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Africa/Casablanca',
  'Asia/Tehran',
  'America/St_Johns',
  'Pacific/Apia',
  'Nowhere/Land',
  '../etc/passwd',
  'EST',
  'Etc/GMT+5',
  'Antarctica/Troll',
  'America/Nuuk',
);
const elements = [
  ...[
    '2006',
    '06',
    '01',
    '1',
    'Jan',
    'January',
    '02',
    '2',
    '_2',
    '002',
    '__2',
    'Mon',
    'Monday',
    '15',
    '03',
    '3',
    '04',
    '4',
    '05',
    '5',
    'PM',
    'pm',
  ],
  ...['MST', 'Z0700', 'Z070000', 'Z07', 'Z07:00', 'Z07:00:00', '-0700', '-070000', '-07', '-07:00', '-07:00:00'],
  ...['.000', '.999', ',000000', '.999999999', '.0', '.9', '.00000000000', '05.000', '05,999'],
];
const literals = ['-', '/', ':', ' ', 'T', '_', '.', ',', 'x', 'Janet', 'Mond', '0', '7', 'é', 'Z', 'GMT', "'"];
const layout = fc.oneof(
  pieces([...elements, ...literals], 8),
  fc.constantFrom(
    ...['2006-01-02T15:04:05Z07:00', '2006-01-02T15:04:05.999999999Z07:00', 'Mon Jan _2 15:04:05 2006', 'Mon, 02 Jan 2006 15:04:05 MST'],
    ...['Monday, 02-Jan-06 15:04:05 MST', '3:04PM', '2006-01-02', '20060102150405', '2006-002', "01/02 03:04:05PM '06 -0700"],
  ),
);
const seconds = fc.oneof(
  fc.integer({ min: -4_000_000_000, max: 8_000_000_000 }),
  fc.integer({ min: 0, max: 2_000_000_000 }),
  fc.integer({ min: -70_000_000_000, max: 300_000_000_000 }),
  fc.maxSafeInteger(),
);
const nanoseconds = fc.oneof(fc.nat(999_999_999), fc.constantFrom(0, 1, 500_000_000, 120_000_000));

export const format = fc.tuple(seconds, nanoseconds, zones, layout);

const clock = ['15', '3', '03', '12', '00', '24', '59', '60', '5', '09'];
const values = [
  '2017',
  '17',
  '69',
  '1',
  '01',
  '12',
  '13',
  'Jan',
  'feb',
  'DECEMBER',
  'May',
  '31',
  '29',
  '30',
  ' 5',
  '060',
  '366',
  'Mon',
  'sunday',
  'AM',
  'PM',
  'pm',
  'UTC',
  'CET',
  'EST',
  'GMT+3',
  'GMT-0',
  'WITA',
  'XXXXX',
  '+03',
  'Z',
  '+0100',
  '-07:00',
  '+01:00:30',
  '-2500',
  '.5',
  ',123456',
  '.1234567890123',
];

/** A layout with each element replaced by a value of its kind most of the time. */
const matchingPair = fc
  .array(
    fc.constantFrom<readonly [string, readonly string[]]>(
      ['2006', ['2017', '1999', '2000', '0001', '999', '20170']],
      ['06', ['17', '69', '68', '7']],
      ['01', ['01', '12', '13', '00', '2']],
      ['1', ['1', '12', '02']],
      ['Jan', ['Jan', 'feb', 'MAY', 'Foo']],
      ['January', ['January', 'december', 'Janua']],
      ['02', ['01', '28', '29', '30', '31', '32', '5']],
      ['_2', [' 5', '5', '15', '  5']],
      ['002', ['001', '060', '365', '366', '000', '12']],
      ['__2', ['  1', ' 60', '365']],
      ['15', ['00', '23', '24', '7']],
      ['03', ['12', '01', '13']],
      ['04', ['00', '59', '60']],
      ['05', ['00', '59', '60', '30.5', '30,123456789012', '01.']],
      ['PM', ['AM', 'PM', 'pm', 'P']],
      ['MST', ['UTC', 'CET', 'CEST', 'EST', 'GMT+3', 'GMT-24', 'WITA', 'ChST', '+05', 'ABCDET', 'AB', 'IST', 'PDT']],
      ['Z07:00', ['Z', '+01:00', '-05:30', '+24:00', '+25:00', '+0100', '*01:00']],
      ['-0700', ['+0100', '-0330', '+2460', '0100', '+01:0']],
      ['-07', ['+01', '-05']],
      ['Z070000', ['Z', '+010030', '+0100']],
      ['-07:00:00', ['+01:00:61', '+01:00:30']],
      ['.000', ['.123', ',123', '.12', '.1234', '123']],
      ['.999', ['.123', '.123456', '', '.']],
      [' ', [' ', '   ', '']],
      ['-', ['-', '/']],
      ['T', ['T']],
    ),
    { minLength: 1, maxLength: 7 },
  )
  .chain(rows =>
    fc
      .tuple(
        ...rows.map(([, options]) =>
          fc.oneof({ weight: 3, arbitrary: fc.constant(options[0]!) }, { weight: 2, arbitrary: fc.constantFrom(...options) }),
        ),
      )
      .map(chosen => [rows.map(([element]) => element).join(' '), chosen.join(' ')] as const),
  );
const randomPair = fc.tuple(layout, pieces([...values, ...clock, ...literals], 8));

export const parseTime = fc
  .tuple(fc.oneof(matchingPair, matchingPair, randomPair), zones)
  .map(([[form, text], zone]) => [form, text, zone]);

export const duration = fc.tuple(
  fc.oneof(
    pieces(
      ['1', '15', '0', '.', '5', 'h', 'm', 's', 'ms', 'us', 'µs', 'μs', 'ns', '-', '+', ' ', 'd', 'é', '9223372036854775807', '2562047'],
      8,
    ),
    fc
      .array(fc.tuple(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.constantFrom('h', 'm', 's', 'ms', 'us', 'ns')), {
        minLength: 1,
        maxLength: 3,
      })
      .map(list => list.map(([n, unit]) => n.toFixed(4) + unit).join('')),
  ),
);

const atoms = [
  ...[
    'a',
    'b',
    'ab',
    'x',
    '-',
    '.',
    '[a-c]',
    '[^a-c]',
    '\\d',
    '\\w',
    '\\s',
    '\\W',
    '\\D',
    '\\S',
    '[[:alpha:]]',
    '[[:^digit:]]',
    '\\.',
    '\\-',
    '[\\w.-]',
    '[]a]',
    '[^]]',
    '[a-]',
    '\\b',
    '\\B',
  ],
  ...[
    '^',
    '$',
    '\\A',
    '\\z',
    '|',
    '(',
    ')',
    '(?:',
    '(?P<n>',
    '(?<m>',
    '(?i)',
    '(?s)',
    '(?m)',
    '(?U)',
    '(?i:',
    '*',
    '+',
    '?',
    '*?',
    '+?',
    '??',
    '{2}',
    '{1,}',
    '{0,2}',
    '{,2}',
    '{3,1}',
    '{1001}',
    '{',
  ],
  ...[
    'é',
    '✓',
    'ſ',
    'K',
    '\\pL',
    '\\p{Greek}',
    '\\PN',
    '\\x41',
    '\\x{2713}',
    '\\Qa.b\\E',
    '\\n',
    '\\t',
    '[',
    ']',
    '\\',
    '[z-a]',
    '[[:foo:]]',
    '\\p{Foo}',
    '\\8',
    '(?z)',
    '\\C',
    '\\Z',
    '\\_',
    ' ',
    '/',
    '\\/',
  ],
];
const quantified = fc
  .tuple(
    fc.constantFrom('a', 'b', '[a-c]', '\\w', '.', '(a|b)', '(?:ab)', '(a)', '(b?)', '[^x]', '(a|ab)(c|bcd)', '\\s'),
    fc.constantFrom('', '*', '+', '?', '+?', '{2}', '{1,2}', '*?', '{2,}'),
  )
  .map(parts => parts.join(''));
const pattern = fc.oneof(
  fc.array(quantified, { minLength: 1, maxLength: 4 }).map(list => list.join('')),
  fc
    .tuple(
      fc.constantFrom('', '^', '(?i)', '(?m)^', '(?s)'),
      fc.array(quantified, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', '$', '\\b', '|x', '|'),
    )
    .map(([a, list, b]) => a + list.join('') + b),
  pieces(atoms, 6),
);
const subject = pieces(
  ['a', 'b', 'c', 'A', 'B', 'ab', 'abc', 'x', '1', '42', '-', '.', '_', ' ', '\n', '\t', '\v', 'é', '✓', 'ſ', 'K', '😀', '\u2028', '\r'],
  14,
);
const template = pieces(['$1', '${1}', '$0', '$n', '${n}', '$$', '$', '${', '${x-y}', '$1a', '$12', 'z', '-', '${01}', '\\1', '$é'], 4);

export const regexp = fc.tuple(pattern, subject, fc.constantFrom(-1, -1, 0, 1, 2, 3), template);

const urlPieces = [
  'http',
  'https',
  'mailto',
  'a',
  ':',
  '://',
  '/',
  '//',
  '?',
  '#',
  '@',
  'example.com',
  ':80',
  ':',
  '[::1]',
  '[',
  ']',
  '[fe80::1%25en0]',
  '%20',
  '%2F',
  '%zz',
  '%',
  'a b',
  'é',
  'user',
  'user:pa ss',
  'p@ss',
  '1.2.3.4',
  '..',
  '.',
  '*',
  '&',
  '=',
  '+',
  '!',
  '\u007f',
  '[1.2.3.4]',
  '[::ffff:1.2.3.4]',
  '[1:2]',
  '%25',
  '^',
  '<',
  '"',
  'x:y',
  '\\',
];

export const url = fc.tuple(
  fc.oneof(
    pieces(urlPieces, 8),
    fc
      .tuple(
        fc.constantFrom('http://', 'HTTPS://', 'ftp://', 'x-y+z.1:', '//', 'mailto:', ''),
        pieces(['user', ':', 'p%40', '@', 'é'], 3),
        fc.constantFrom('@', ''),
        pieces(urlPieces, 2),
        pieces(['/', 'a', '%2f', 'b c', 'é', ':', '*'], 5),
        pieces(['?', 'q=1', '#', 'f%20', 'é'], 4),
      )
      .map(parts => parts.join('')),
  ),
);

export const joinUrl = fc.tuple(
  fc.constantFrom('', 'http', 'a b', 'HTTP'),
  pieces(['', 'example.com', ':80', '[::1]', 'é', ' ', '<'], 2),
  pieces(['/', 'a', 'b:c', '%2F', ' ', 'é', '*', '//', '[', '!'], 4),
  fc.constantFrom('', 'a=1&b=2', 'é x'),
  fc.constantFrom('', '', '', 'opaque:x'),
  fc.constantFrom('', '', 'frag', 'é ?#%'),
);

const globPieces = [
  '*',
  '**',
  '?',
  'a',
  'b',
  'ab',
  '/',
  '.',
  'c',
  '[ab]',
  '[!a]',
  '[a-c]',
  '[!a-b]',
  '{a,b}',
  '{ab,a*}',
  '{*,b}',
  '{',
  '}',
  ',',
  '{a,}',
  '{}',
  '{,}',
  '\\*',
  '\\',
  '[',
  ']',
  '[!/]',
  '{a*b,ac}',
  '{a/b,a/c}',
  '{**/a,b}',
  'é',
  '[é]',
  '-',
];
const fileName = pieces(['a', 'b', 'c', 'ab', 'abc', '/', '.', 'd', 'é', '-', '*'], 7);

export const glob = fc.tuple(pieces(globPieces, 6), fc.array(fileName, { minLength: 1, maxLength: 12 }));
export const match = fc.tuple(
  pieces(
    ['*', '**', '?', 'a', 'b', '/', '.', '[ab]', '[^a]', '[a-c]', '[', ']', '\\', '\\*', '-', '[]', '[a-', 'é', '[^', '[\\]]', '[-a]'],
    6,
  ),
  fileName,
);

const rule = fc
  .tuple(
    fc.constantFrom('', '', '!', '/', '#', ' ', '\ufeff', '\u00a0'),
    pieces(['*', '?', 'a', 'b', '/', '.', '[ab]', '[', 'é', '\\', '-'], 4),
    fc.constantFrom('', '', '/', ' ', '\t', '\r', '**'),
  )
  .map(parts => parts.join(''));
const path = fc
  .tuple(pieces(['a', 'b', 'ab', '/', '.', '.x', 'templates/', 'templates/.y', 'é'], 4), fc.constantFrom('', '/'))
  .map(parts => parts.join('').replace(/\/+/g, '/').replace(/^\//, ''));

export const ignore = fc.tuple(
  fc.array(rule, { minLength: 1, maxLength: 3 }).map(rules => rules.join('\n')),
  fc.array(path, { minLength: 1, maxLength: 8 }),
);
