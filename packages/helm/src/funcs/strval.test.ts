import { sliceType, typed } from '@mcpgw/go/values';
import { strslice, strval } from './strval.js';

test('strval of bytes is their text, and of other values %v', () => {
  expect(strval(Uint8Array.of(0x61, 0xff))).toBe('a\udcff');
  expect(strval([1n, null, 1e6])).toBe('[1 <nil> 1e+06]');
  expect(strval(null)).toBe('<nil>');
});

test('strslice keeps a []string, drops nil, wraps a lone value', () => {
  const strings = typed(['a'], '[]string');
  expect(strslice(strings)).toBe(strings);
  expect([...strslice(['a', null, 1n])]).toEqual(['a', '1']);
  expect([...strslice(null)]).toEqual([]);
  expect([...strslice(5n)]).toEqual(['5']);
  expect(sliceType(strslice(5n))).toBe('[]string');
});
