import fc from 'fast-check';

/** Kinds of argument: `?` takes any kind, `s` text, `i` a small int literal, `m` a map, `l` a list, `n` a number or its text, `r` a regex,
 * `y` a document, `v` a version, `c` a range of versions, `b` a bool; digits tell rows apart. */
const signatures: Readonly<Record<string, readonly string[]>> = {
  ii: ['untilStep 0', 'seq 1', 'seq'],
  i: ['until', 'seq'],
  is: ['abbrev', 'trunc', 'indent', 'nindent', 'repeat', 'wrap'],
  iis: ['abbrevboth', 'substr'],
  iss: ['wrapWith'],
  s: ['trim upper lower title untitle nospace initials swapcase snakecase camelcase kebabcase b64enc b64dec b32enc b32dec atoi'].flatMap(
    names => names.split(' '),
  ),
  s2: [
    'base',
    'dir',
    'clean',
    'ext',
    'isAbs',
    'osBase',
    'osDir',
    'osClean',
    'osExt',
    'osIsAbs',
    'sha1sum',
    'sha256sum',
    'adler32sum',
    'urlParse',
  ],
  ss: ['trimAll', 'trimSuffix', 'trimPrefix', 'contains', 'hasPrefix', 'hasSuffix', 'split', 'splitList'],
  sis: ['splitn'],
  sss: ['replace'],
  '?': [
    'quote squote cat toString toStrings empty typeOf kindOf int int64 float64 toDecimal floor ceil add1 add1f deepCopy sortAlpha toJson toYaml',
  ].flatMap(names => names.split(' ')),
  l: ['first', 'rest', 'last', 'initial', 'reverse', 'uniq', 'compact', 'mustFirst', 'mustRest', 'toPrettyJson', 'toRawJson', 'concat'],
  '??': [
    'default',
    'deepEqual',
    'add',
    'sub',
    'div',
    'mod',
    'mul',
    'max',
    'min',
    'quote',
    'cat',
    'list',
    'tuple',
    'coalesce',
    'all',
    'any',
    'dict',
  ],
  nn: ['add', 'sub', 'div', 'mod', 'mul', 'max', 'min', 'addf', 'subf', 'mulf', 'divf', 'maxf', 'minf'],
  ni: ['round'],
  'l?': ['append', 'prepend', 'without', 'mustAppend', 'slice'],
  '?l': ['has', 'mustHas'],
  il: ['chunk'],
  lii: ['slice'],
  sl: ['join'],
  's?': ['typeIs', 'typeIsLike', 'kindIs', 'join'],
  'm?': ['get', 'hasKey', 'pick', 'omit', 'unset'],
  ms: ['get', 'hasKey', 'pick', 'omit', 'unset'],
  'ms?': ['set'],
  mm: ['merge', 'mergeOverwrite', 'mustMerge', 'mustMergeOverwrite', 'deepEqual'],
  'ss?m': ['dig'],
  's?m': ['dig'],
  sm: ['pluck'],
  '??b': ['ternary'],
  y: ['fromJson', 'fromYaml', 'fromJsonArray', 'fromYamlArray', 'mustFromJson'],
  v: ['semver'],
  cv: ['semverCompare'],
  '?2': ['duration', 'durationRound', 'toPrettyJson', 'toRawJson', 'toYamlPretty', 'mustToJson', 'mustToYaml', 'squote', 'empty'],
  s3: ['regexQuoteMeta', 'sha512sum'],
  m: ['toYaml', 'toJson', 'deepCopy', 'len'],
  rs: ['regexMatch', 'regexFind', 'mustRegexMatch', 'mustRegexFind'],
  rsi: ['regexFindAll', 'regexSplit', 'mustRegexFindAll'],
  rss: ['regexReplaceAll', 'regexReplaceAllLiteral', 'mustRegexReplaceAll'],
};

const texts = [
  '""',
  '"a"',
  '"Hello World"',
  '"héllo✓"',
  '"a,b,,c"',
  '"-x-"',
  '"fooBar_BAZ 9x"',
  '"  p  "',
  '"/a/../b.txt"',
  '"YQ=="',
  '"\\n"',
  '.Values.text',
  '"aXaxa"',
];
const numbers = [
  '0',
  '1',
  '-1',
  '7',
  '2.5',
  '-0.5',
  '"3"',
  '"0x1f"',
  '"1.50"',
  '"x"',
  '1e18',
  '9223372036854775807',
  '-9223372036854775808',
  '(int64 4)',
  '0.1',
  '1e-9',
];
const lists = [
  '(list)',
  '(list 1 "a" nil)',
  '(list 1 1.0 "1" true)',
  '(until 4)',
  '(splitList "," "b,a,b")',
  '.Values.list',
  '(list (list 1) (dict "k" 2))',
  '(rest (list))',
];
const maps = [
  '(dict)',
  '(dict "a" 1)',
  '(dict "a" (dict "b" 2 "c" nil) "x" "")',
  '(deepCopy .Values.map)',
  '(dict "a" (list 1) "b" nil)',
  '(pick .Values "map" "text")',
  '(dict "Hello World" true "a" "")',
];
const patterns = ['"a+"', '"[^a-z]"', '"(x)(a)?"', '""', '"("', '"\\\\w+"', '"(?i)A"', '"b|"', '".$"'];
const documents = [
  '"a: 1"',
  '"- x"',
  '"{\\"a\\": [1, null]}"',
  '"[1, 2.5]"',
  '"a: [b"',
  '"{"',
  '""',
  '"null"',
  '"x: yes\\ny: 010\\nz: 1e3"',
  '"5"',
];
const versions = ['"1.2.3"', '"v1.2"', '"1.2.3-beta.1"', '"2.0.0+build"', '"x"', '"1"'];
const constraints = ['"^1.2"', '"~1.2.3"', '">=1.2.3-0"', '"<2 || >3"', '"1.x"', '"*"', '"="', '"1.0 - 2.0"', '"!=1.2.3"'];
const ints = ['0', '1', '2', '3', '5', '-1', '-3', '12'];
const others = ['nil', 'true', 'false', '.Values.nothing', '.Values.missing'];

const atoms: Readonly<Record<string, readonly string[]>> = {
  s: texts,
  i: ints,
  m: maps,
  l: lists,
  n: numbers,
  r: patterns,
  y: documents,
  v: versions,
  c: constraints,
  b: ['true', 'false', '(empty 1)'],
  '?': [...texts, ...numbers, ...lists, ...maps, ...others],
};

const anything = fc.constantFrom(...atoms['?']!);

/** An argument of a kind; now and then one of another kind, or a call. */
function argument(kind: string, call: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const own = fc.constantFrom(...atoms[kind]!);
  if (kind === 'i') return own;
  return fc.oneof(
    { weight: 12, arbitrary: own },
    { weight: 1, arbitrary: anything },
    { weight: 2, arbitrary: call.map(text => `(${text})`) },
  );
}

const calls = Object.entries(signatures).flatMap(([kinds, names]) => names.map(name => [name, kinds.replace(/\d/g, '')] as const));

const { call } = fc.letrec<{ call: string }>(tie => ({
  call: fc
    .constantFrom(...calls)
    .chain(([name, kinds]) => fc.tuple(...Array.from(kinds, kind => argument(kind, tie('call')))).map(args => [name, ...args].join(' '))),
}));

/** A template that prints type, value and JSON of one call of a function, nested or not. */
export const callArbitrary: fc.Arbitrary<string> = call.map(text => `{{ $x := ${text} }}{{ printf "%T|%v|%q" $x $x (toString $x) }}`);
