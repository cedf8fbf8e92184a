/** The code that tools/compile-schemas.mjs makes: bounded, and with patterns that no text makes slow. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLinear } from '../../tools/linear-pattern.mjs';

const compiled = readFileSync(join(__dirname, '../../packages/mcp-config/src/schema/compiled.js'), 'utf8');

test('every list of errors in the code is bounded', () => {
  const pushes = compiled.match(/.{0,40}vErrors\.push\(/g) ?? [];
  expect(pushes.length).toBeGreaterThan(500);
  expect(pushes.filter(text => !/vErrors\.length < 5000 && vErrors\.push\($/.test(text))).toEqual([]);
  const joined = compiled.match(/.{0,60}vErrors\.concat\(/g) ?? [];
  expect(joined.length).toBeGreaterThan(20);
  expect(joined.filter(text => !/vErrors\.length >= 5000 \? vErrors : vErrors\.concat\($/.test(text))).toEqual([]);
  expect(compiled).not.toMatch(/errors = vErrors\.length/);
});

test.each<[string, boolean]>([
  ['^a*$', true],
  ['^(?:a+b)*$', true],
  ['^[0-9]+(?:\\.[0-9]*)?$', true],
  ['^a{0,3}$|b', true],
  ['^(a*)*$', false],
  ['^(a|a)*$', false],
  ['^a*a*$', false],
  ['^[0-9]+\\.?[0-9]*$', false],
  ['^(?:\\w+\\s?)*$', false],
  ['a*b', false],
  ['^(?:[^$]|\\$\\{(?:[A-Za-z]*|home)\\})*$', false],
])('%s is linear: %j', (pattern, expected) => expect(isLinear(pattern)).toBe(expected));

test.each(['^(?=a)', '^(a)\\1$', '^a*?b$'])('%s is refused: nobody knows', pattern => {
  expect(() => isLinear(pattern)).toThrow('of which nobody knows whether it is linear');
});
