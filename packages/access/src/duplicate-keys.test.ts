import fc from 'fast-check';
import { duplicateKey } from './duplicate-keys.js';

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"b":{"c":1,"c":2}}', 'c'],
  ['[{"a":1},{"b":1,"b":1}]', 'b'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a" : 1 , "a"\n:2}', 'a'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"":1,"":2}', ''],
  ['{"\\"":1,"\\"":2}', '"'],
  ['{"\\\\":1,"\\\\":2}', '\\'],
])('%s has %j twice', (text, name) => {
  expect(duplicateKey(text)).toBe(name);
});

test.each([
  '{}',
  '[]',
  '"a"',
  'null',
  '{"a":1,"b":1}',
  '{"a":{"a":{"a":1}}}',
  '{"a":"a","b":"a"}',
  '{"a":["a","a"]}',
  '[{"a":1},{"a":1}]',
  '{"a":"\\"a\\":1,\\"a\\":2"}',
  '{"a":1,"A":2}',
  '{"constructor":1,"toString":2}',
  '{"a":"{","b":"}","c":"["}',
])('%s has no name twice', text => {
  expect(duplicateKey(text)).toBeUndefined();
});

test('what JSON.stringify writes has no name twice; with one more it has', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat({ max: 3 }), (object, spaces) => {
      const text = JSON.stringify(object, null, spaces);
      expect(duplicateKey(text)).toBeUndefined();
      const [first] = Object.keys(object);
      expect(duplicateKey(`${text.slice(0, text.lastIndexOf('}'))},${JSON.stringify(first)}:1}`)).toBe(first);
    }),
  );
});
