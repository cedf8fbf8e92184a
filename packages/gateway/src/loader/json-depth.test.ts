import { JsonDepth } from './json-depth.js';

const bytes = (text: string) => new TextEncoder().encode(text);

it.each<[string, number, boolean]>([
  ['[[1]]', 2, false],
  ['[[[1]]]', 2, true],
  ['{"a":{"b":[]}}', 2, true],
  ['[[],[],[],[]]', 2, false],
  ['["[[[[", "\\"[[[[", "\\\\", []]', 2, false],
  ['["\\\\",[[1]]]', 2, true],
  ['"é[[["', 0, false],
  ['no JSON at all', 0, false],
  [']]]][[', 0, false],
])('%s with at most %i levels', (text, max, expected) => {
  expect(new JsonDepth().exceeds(bytes(text), max)).toBe(expected);
  const pieces = new JsonDepth();
  expect([...bytes(text)].some(byte => pieces.exceeds(Uint8Array.of(byte), max))).toBe(expected);
});

it('another text begins anew', () => {
  const depth = new JsonDepth();
  expect(depth.exceeds(bytes('[["'), 2)).toBe(false);
  depth.restart();
  expect(depth.exceeds(bytes('[[1]]'), 2)).toBe(false);
});
