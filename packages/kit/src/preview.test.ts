import { type ContextPreset, presets, previewBudget } from './presets.js';
import { kindOf, previewOf } from './preview.js';

jest.setTimeout(60_000);

const small = (changes: Partial<ContextPreset>): ContextPreset => ({ ...presets.default, ...changes });
const lines = (count: number, text = 'line') => Array.from({ length: count }, (_, index) => `${text} ${index}`);

test.each([
  ['{"a": 1}', 'json'],
  ['  \n [1, 2]', 'json'],
  ['{ not json', 'json'],
  ['a,b\n1,2\n', 'csv'],
  ['a,b,c\n1,2\n3,4', 'csv'],
  ['name,note\n"Smith, John","a\nb"\n"x",y', 'csv'],
  ['a,b', 'txt'],
  ['a\nb\nc', 'txt'],
  ['', 'txt'],
  ['"a,b"\n"c,d"', 'txt'],
  ['x,y\n1\n2\n3\n4\n5,6', 'txt'],
])('%j is %s', (text, kind) => {
  expect(kindOf(text)).toBe(kind);
});

test('the kind is seen in the first 1,000 characters', () => {
  expect(kindOf(`${' '.repeat(1000)}{}`)).toBe('txt');
});

describe('text', () => {
  test.each([
    [100, 5, 3, ['line 0', 'line 1', 'line 2', 'line 3', 'line 4', '...', 'line 97', 'line 98', 'line 99']],
    [9, 5, 3, ['line 0', 'line 1', 'line 2', 'line 3', 'line 4', '...', 'line 6', 'line 7', 'line 8']],
    [8, 5, 3, lines(8)],
    [3, 5, 3, lines(3)],
    [4, 0, 2, ['...', 'line 2', 'line 3']],
    [4, 1, 0, ['line 0', '...', '']],
  ])('%i lines, %i and %i of them', (count, linesHead, linesTail, expected) => {
    expect(previewOf(lines(count).join('\n'), 'txt', small({ linesHead, linesTail })).split('\n')).toEqual(expected);
  });

  test('a line end at the end is no line of its own', () => {
    expect(previewOf('a\nb\nc\nd\n', 'txt', small({ linesHead: 1, linesTail: 1 }))).toBe('a\n...\nd\n');
  });

  test('one huge line is cut like any other text', () => {
    const preview = previewOf('x'.repeat(1_000_000), 'txt', presets.default);
    expect(preview).toBe(`${'x'.repeat(1330)}\n...\n${'x'.repeat(665)}`);
    expect(preview).toHaveLength(previewBudget(presets.default));
  });

  test('a surrogate pair is never split', () => {
    for (const pad of ['', 'x', 'xy']) {
      const preview = previewOf(`${pad}${'🎉'.repeat(5000)}${pad}`, 'txt', presets.default);
      expect(preview).not.toMatch(/\p{Surrogate}/u);
      expect(preview.length).toBeLessThanOrEqual(2000);
    }
  });
});

describe('CSV', () => {
  const rows = (count: number) => ['id,name', ...Array.from({ length: count }, (_, index) => `${index},n${index}`)];

  test.each([
    [100, 3, 2, ['id,name', '0,n0', '1,n1', '2,n2', '...', '98,n98', '99,n99']],
    [6, 3, 2, ['id,name', '0,n0', '1,n1', '2,n2', '...', '4,n4', '5,n5']],
    [5, 3, 2, rows(5)],
    [9, 0, 1, ['id,name', '...', '8,n8']],
    [9, 2, 0, ['id,name', '0,n0', '1,n1', '...']],
  ])('%i rows, %i and %i of them', (count, rowsHead, rowsTail, expected) => {
    expect(previewOf(rows(count).join('\n'), 'csv', small({ rowsHead, rowsTail })).split('\n')).toEqual(expected);
  });

  test('a row is a row where a quoted field holds commas, quotes and line ends', () => {
    const row = (index: number) => `${index},"a ""quoted"", field\nof ${index}"`;
    const text = ['id,text', ...Array.from({ length: 50 }, (_, index) => row(index))].join('\n');
    expect(previewOf(text, 'csv', small({ rowsHead: 1, rowsTail: 1 }))).toBe(`id,text\n${row(0)}\n...\n${row(49)}`);
  });

  test('a quote that is never closed ends with the text', () => {
    const preview = previewOf(`a,b\n"${'1,2\n'.repeat(100_000)}`, 'csv', presets.default);
    expect(preview).toHaveLength(2000);
  });
});

describe('JSON', () => {
  const preview = (value: unknown, preset = presets.default) => previewOf(JSON.stringify(value), 'json', preset);

  test('an array keeps its first and last items', () => {
    const shown = JSON.parse(preview([...Array(50).keys()], small({ jsonArrayHead: 3, jsonArrayTail: 2 })));
    expect(shown).toEqual([0, 1, 2, '... (45 items omitted) ...', 48, 49]);
  });

  test('an array that fits is whole', () => {
    expect(JSON.parse(preview([...Array(15).keys()]))).toEqual([...Array(15).keys()]);
  });

  test('an array may keep nothing of its end', () => {
    const shown = JSON.parse(preview([1, 2, 3], small({ jsonArrayHead: 1, jsonArrayTail: 0 })));
    expect(shown).toEqual([1, '... (2 items omitted) ...']);
  });

  test('an object keeps its first keys', () => {
    const object = Object.fromEntries([...Array(50).keys()].map(index => [`key${index}`, index]));
    const shown = JSON.parse(preview(object, small({ jsonMaxKeys: 5 })));
    expect(shown).toEqual({ key0: 0, key1: 1, key2: 2, key3: 3, key4: 4, '... (45 keys omitted) ...': '...' });
  });

  test('what lies deeper than five levels is left out', () => {
    expect(JSON.parse(preview({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }))).toEqual({
      a: { b: { c: { d: { e: { f: '...' } } } } },
    });
    expect(JSON.parse(preview([[[[[[1]]]]]]))).toEqual([[[[[['...']]]]]]);
  });

  test('a long string is cut', () => {
    expect(JSON.parse(preview({ text: `${'x'.repeat(199)}🎉 and more` }))).toEqual({ text: `${'x'.repeat(199)}...` });
  });

  test('keys of the prototype are keys', () => {
    expect(previewOf('{"__proto__": {"a": 1}, "constructor": 2}', 'json', presets.default)).toBe(
      '{\n  "__proto__": {\n    "a": 1\n  },\n  "constructor": 2\n}',
    );
  });

  test.each(['{"a": ', '[1, 2', '[undefined]', `{${'['.repeat(200_000)}`])('what is no JSON is shown from its beginning: %.20s', text => {
    const preset = small({ maxPreviewTokens: 2 });
    expect(previewOf(text, 'json', preset)).toBe(text.length > 5 ? `${text.slice(0, 5)}...` : `${text}...`);
  });

  test('a hundred thousand levels are shown as five', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(previewOf(deep, 'json', presets.default).length).toBeLessThanOrEqual(2000);
  });
});

test.each<[string, string]>([
  ['txt', lines(200_000).join('\n')],
  ['csv', lines(200_000, 'a,"b').join('",c\n')],
  ['json', JSON.stringify(lines(200_000))],
  ['txt', '\n'.repeat(5_000_000)],
  ['csv', '"'.repeat(5_000_000)],
  ['csv', ',\n'.repeat(2_500_000)],
  ['txt', '\ud800'.repeat(100_000)],
])('a preview of much %s is within its budget', (kind, text) => {
  for (const preset of Object.values(presets)) {
    expect(previewOf(text, kind as 'txt', preset).length).toBeLessThanOrEqual(previewBudget(preset));
  }
});
