import { entriesAt, given, givenKeys, isAt, isGiven, itemsAt, numberAt, textAt } from './given.js';
import type { MapNode } from './node.js';
import { parseYaml } from './read.js';

const source = 'text: a\nnumber: 3\nnothing: null\nempty: ""\nlist: [1, 2]\nmap: {k: v}\ntwice: first\ntwice: last\n';
const node = parseYaml(source, { file: 'f', dialect: 'go' }).documents[0] as MapNode;

it('null is no value, and neither is a key that is missing', () => {
  expect(given(node, 'nothing')).toBeUndefined();
  expect(given(node, 'missing')).toBeUndefined();
  expect([isGiven(node, 'nothing'), isGiven(node, 'missing'), isGiven(node, 'empty')]).toEqual([false, false, true]);
  expect(givenKeys(node, ['missing', 'nothing', 'empty', 'text'])).toEqual(['empty', 'text']);
});

it('of a key that stands twice the last one counts', () => {
  expect(textAt(node, 'twice')).toBe('last');
});

it('a value of another type is no text, number, list or mapping', () => {
  expect([textAt(node, 'number'), textAt(node, 'list')]).toEqual(['', '']);
  expect([numberAt(node, 'number'), numberAt(node, 'text')]).toEqual([3, undefined]);
  expect([itemsAt(node, 'list').length, itemsAt(node, 'map').length]).toEqual([2, 0]);
  expect([entriesAt(node, 'map').map(({ key }) => key), entriesAt(node, 'list')]).toEqual([['k'], []]);
  expect([isAt(node, 'text', 'a'), isAt(node, 'text', 'b'), isAt(node, 'number', '3')]).toEqual([true, false, false]);
});

it('what is no mapping has no keys', () => {
  expect(given(undefined, 'a')).toBeUndefined();
  expect(given(given(node, 'list'), 'a')).toBeUndefined();
});
