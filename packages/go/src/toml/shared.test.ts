import { GoMap, type Value } from '../values/value.js';
import { marshalToml } from './index.js';

test('lists that share their parts are refused by size instead of visited without end', () => {
  let list: Value[] = ['x'];
  for (let i = 0; i < 40; i++) list = [list, list];
  expect(() => marshalToml(new GoMap([['a', list]]))).toThrow('the result would be larger than 268435456 bytes');
});
