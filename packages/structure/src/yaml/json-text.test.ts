import fc from 'fast-check';
import { isJsonFile, scanJson, withoutComments } from './json-text.js';

it.each<[string, number, string, string]>([
  ['{"a": []\n "b": 1}', 10, 'expected a comma or "}", found "b"', 'put a comma between the two'],
  ['[1 2]', 3, 'expected a comma or "]", found 2', 'put a comma between the two'],
  ["{'a': 1}", 1, 'JSON knows no single quotes', 'use double quotes'],
  ['{a: 1}', 1, 'the key a is not in double quotes', 'write "a"'],
  ['{"a": 1, b: 2}', 9, 'the key b is not in double quotes', 'write "b"'],
  ['{"a" 1}', 5, 'expected ":", found 1', 'write ":" here'],
  ['{"a": }', 6, 'expected a value, found }', 'write a value here'],
  ['{"a": 1]', 7, 'expected a comma or "}", found ]', 'write a comma or "}" here'],
  ['[,1]', 1, 'expected an item or "]", found ,', 'write an item or "]" here'],
  ['{"a": [', 6, 'the file ends before "]"', 'close what is open with "]"'],
  ['{"a": [1]\n', 8, 'the file ends before "}"', 'close what is open with "}"'],
  ['{}}', 2, 'expected the end of the file, found }', 'remove what stands behind the first value: a file holds one'],
  ['{}\n{}', 3, 'expected the end of the file, found {', 'remove what stands behind the first value: a file holds one'],
  ['{"a": "b', 6, 'the string is not closed', 'close it with a double quote'],
  ['{"a": "b\nc"}', 6, 'the string is not closed on its line', 'close it with a double quote; a line end within is written \\n'],
  ['["C:\\Users"]', 4, '\\U is not an escape of JSON', 'double the backslash'],
  ['[NaN]', 1, 'NaN is not a value of JSON', 'write true, false or null, or put double quotes around it: "NaN"'],
  ['[True]', 1, 'True is not a value of JSON', 'write true, false or null, or put double quotes around it: "True"'],
  ['[01]', 1, '01 is not a number of JSON', 'write digits without "+", leading zeros and a lone "."'],
  ['[.5]', 1, '.5 is not a number of JSON', 'write digits without "+", leading zeros and a lone "."'],
  ['[%]', 1, '"%" does not belong here', 'remove it, or put double quotes around the text'],
  ['', 0, 'the file ends where a value is expected', 'write a value'],
])('%j is no JSON', (text, start, message, suggestion) => {
  expect(scanJson(text).fault).toMatchObject({ message, suggestion, span: { start } });
});

it('finds comments and last commas, and takes all else of a text that has them', () => {
  const text = '// head\n{"a": [1, /* "x" */ 2,], "b": "// no comment",}';
  expect(scanJson(text)).toEqual({
    comments: [
      { start: 0, end: 7 },
      { start: 18, end: 27 },
    ],
    lastCommas: [
      { start: 29, end: 30 },
      { start: 53, end: 54 },
    ],
  });
  expect(withoutComments(text)).toBe('       \n{"a": [1,           2,], "b": "// no comment",}');
});

it('agrees with JSON.parse', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const pieces = ['{', '}', '[', ']', ',', ':', '"a"', '"\\u00e9"', '"\\x"', '1', '-0.5e+3', '01', 'true', 'nul', ' ', '\n'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), parts => {
      const text = parts.join('');
      const { fault, lastCommas } = scanJson(text);
      expect(fault === undefined && lastCommas.length === 0).toBe(isJson(text));
    }),
    { numRuns: 2000 },
  );
  fc.assert(fc.property(fc.json(), text => expect(scanJson(text)).toEqual({ comments: [], lastCommas: [] })));
});

it('costs no stack and no more than linear time', () => {
  expect(scanJson('['.repeat(200_000)).fault?.message).toBe('the file ends before "]"');
  expect(scanJson(`"${'\\\\'.repeat(200_000)}`).fault?.message).toBe('the string is not closed');
});

it.each([
  ['a.json', '{}', true],
  ['a.jsonc', '\ufeff // x\n{}', true],
  ['a.json', 'a: 1', false],
  ['a.yaml', '{}', false],
])('%s with %j: %s', (file, text, expected) => expect(isJsonFile(file, text)).toBe(expected));
