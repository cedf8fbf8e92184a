import type { Value } from '@mcpgw/go/values';
import { encodingFuncs } from './encoding.js';

const call = (name: string, text: string): Value => encodingFuncs.find(row => row.name === name)!.call(text);

test.each<[string, number]>([
  ['YQ=', 3],
  ['YQ', 0],
  ['Y===', 1],
  ['YQ==x', 4],
  ['YQ=\n=x', 5],
  ['YWJj!', 4],
  ['_-_-', 0],
  ['=', 0],
])('b64dec %j names byte %i', (text, offset) => {
  expect(call('b64dec', text)).toBe(`illegal base64 data at input byte ${offset}`);
});

test.each<[string, number]>([
  ['ME', 0],
  ['me======', 0],
  ['MFR=====', 3],
  ['MFRGGZD1', 7],
])('b32dec %j names byte %i', (text, offset) => {
  expect(call('b32dec', text)).toBe(`illegal base32 data at input byte ${offset}`);
});

test('any bytes survive both ways', () => {
  for (const text of ['', '\0', 'é✓😀', '\udcff\udc80a']) {
    expect(call('b64dec', call('b64enc', text) as string)).toBe(text);
    expect(call('b32dec', call('b32enc', text) as string)).toBe(text);
  }
  expect(call('b64dec', 'Y\nQ=\r\n=\n')).toBe('a');
});
