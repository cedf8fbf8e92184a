import { compile } from '../regexp/index.js';
import { caches } from './caches.js';

it('drops its content', () => {
  const map = caches.map<string, number>();
  map.set('a', 1);
  let forgotten = 0;
  caches.onDrop(() => forgotten++);
  caches.drop();
  expect([map.size, forgotten]).toEqual([0, 1]);
  map.set('b', 2);
  expect(map.get('b')).toBe(2);
});

it('holds the patterns of package regexp', () => {
  const first = compile('a+');
  expect(compile('a+')).toBe(first);
  caches.drop();
  const again = compile('a+');
  expect(again).not.toBe(first);
  expect(again.matchString('xaay')).toBe(true);
});
