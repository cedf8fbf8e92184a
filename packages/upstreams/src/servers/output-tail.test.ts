import { OutputTail } from './output-tail.js';

const texts = (tail: OutputTail) => tail.lines.map(({ text }) => text);

it('keeps lines with their times, in pieces as they come, without secrets and escapes', () => {
  const tail = new OutputTail(['hunter2-secret']);
  tail.add('one\ntw', 1);
  tail.add('o\r\n\n  \nkey hunter2-secret \u001b[31mred\u001b[0m\nrest', 2);
  expect(tail.lines).toEqual([
    { time: 1, text: 'one' },
    { time: 2, text: 'two' },
    { time: 2, text: 'key *** red' },
  ]);
  tail.add('\n', 3);
  expect(tail.lines.at(-1)).toEqual({ time: 3, text: 'rest' });
});

it('is bounded: 500 lines of 1000 characters, whatever a program writes', () => {
  const tail = new OutputTail([]);
  for (let round = 0; round < 100; round++)
    tail.add(Array.from({ length: 100 }, (_, index) => `line ${round * 100 + index}\n`).join(''), round);
  expect([texts(tail).length, texts(tail)[0], texts(tail).at(-1)]).toEqual([500, 'line 9500', 'line 9999']);
  for (let round = 0; round < 50; round++) tail.add('x'.repeat(100_000), round);
  tail.add('\nend\n', 0);
  expect(texts(tail).at(-1)).toBe('end');
  expect(Math.max(...texts(tail).map(({ length }) => length))).toBe(1000);
});
