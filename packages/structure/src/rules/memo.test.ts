import { fromPlain } from '../yaml/node.js';
import { memo, memoBy } from './memo.js';

test('a view is made once for each document, also one that gives nothing', () => {
  let made = 0;
  const view = memo(() => void made++);
  const [one, other] = [fromPlain({ a: 1 }), fromPlain({ a: 1 })];
  expect([view(one), view(one), view(other)]).toEqual([undefined, undefined, undefined]);
  expect(made).toBe(2);
});

test('a view with a key is made once for each document and key', () => {
  const asked: string[] = [];
  const view = memoBy((_root, key: string) => asked.push(key));
  const [one, other] = [fromPlain([]), fromPlain([])];
  expect([view(one, 'a'), view(one, 'b'), view(one, 'a'), view(other, 'a')]).toEqual([1, 2, 1, 3]);
});
