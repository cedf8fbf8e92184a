import fc from 'fast-check';
import { indentJson } from './indent-json.js';

test('indents as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), text => {
      const value: unknown = JSON.parse(text);
      expect(JSON.parse(indentJson(text))).toEqual(value);
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      expect(indentJson(JSON.stringify(value, null, '\t'))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test.each([
  ['digits that JavaScript does not have', '{"id":12345678901234567890,"x":1.50}', '{\n  "id": 12345678901234567890,\n  "x": 1.50\n}'],
  ['structure inside texts', '{"a":"{\\"b\\":[1,2]}\\\\"}', '{\n  "a": "{\\"b\\":[1,2]}\\\\"\n}'],
  ['empty lists and objects', '[ {  } , [\n] ]', '[\n  {},\n  []\n]'],
  ['members of one name', '{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}'],
])('keeps %s', (_name, text, indented) => {
  expect(indentJson(text)).toBe(indented);
});

test('text that indentation would multiply stays as it is', () => {
  const deep = `${'['.repeat(3000)}${Array(5000).fill('1').join()}${']'.repeat(3000)}`;
  expect(indentJson(deep)).toBe(deep);
});
