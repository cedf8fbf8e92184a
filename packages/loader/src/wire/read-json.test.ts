import fc from 'fast-check';
import { ExactNumber, exactJson, markedNumbers, plainNumbers, unmarked } from './exact-number.js';
import { JsonFault, readJson, readText } from './read-json.js';

const everywhere = (text: string) => readJson(text, { maxDepth: 100, exact: 'everywhere' });
const compact = (text: string) => text.replace(/\s+/g, '');

it.each([
  '12345678901234567890',
  '-12345678901234567890.10',
  '1.10',
  '1.0',
  '1e400',
  '-1E-400',
  '-0',
  '0.1000',
  '[1.10,{"a":1e400,"b":[100000000000000000000000]}]',
  '{"__proto__":1.0,"constructor":{"x":1.0}}',
  '{"a\\"b":"1.10","c\\\\":1.10}',
  '9007199254740993',
  '1000000000000000000000',
])('%s keeps its digits', text => {
  expect(exactJson(everywhere(text))).toBe(text);
});

it('what JavaScript writes the same way stays an ordinary number', () => {
  expect(everywhere('[0,1,-1,1.5,123456789012345,1e+21,0.1,9007199254740991]')).toEqual([
    0, 1, -1, 1.5, 123456789012345, 1e21, 0.1, 9007199254740991,
  ]);
});

it('any JSON comes out as it went in', () => {
  fc.assert(
    fc.property(fc.json(), fc.bigInt(), (json, big) => {
      const text = `{"a":${compact(JSON.stringify(JSON.parse(json)))},"b":${big},"c":"${big}","d":${big}.0}`;
      expect(exactJson(everywhere(text))).toBe(text);
      expect(JSON.parse(exactJson(everywhere(text)))).toEqual(JSON.parse(text));
    }),
  );
});

it('only members with free content keep digits, so that numbers of the protocol are numbers', () => {
  const message = {
    result: {
      structuredContent: { n: '#' },
      ttlMs: '#',
      _meta: { progressToken: '#', own: '#' },
      content: [{ _meta: { n: '#' }, size: '#' }],
    },
  };
  const text = JSON.stringify(message).replaceAll('"#"', '1.0');
  const read = readJson(text, { maxDepth: 100, exact: 'free members' }) as typeof message;
  const exact = new ExactNumber('1.0');
  expect(read).toEqual({
    result: {
      structuredContent: { n: exact },
      ttlMs: 1,
      _meta: { progressToken: 1, own: exact },
      content: [{ _meta: { n: exact }, size: 1 }],
    },
  });
  expect(read.result.ttlMs).toBe(1);
});

it('an argument may be called progressToken', () => {
  const text = '{"arguments":{"progressToken":1.10}}';
  expect(exactJson(readJson(text, { maxDepth: 9, exact: 'free members' }))).toBe(text);
});

it('those who compute get ordinary numbers, finite ones', () => {
  expect(plainNumbers(everywhere('[1.10,1e400,-1e400,{"a":12345678901234567890}]'))).toEqual([
    1.1,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    { a: Number('12345678901234567890') },
  ]);
  const same = { a: 1 };
  expect(plainNumbers(same)).toBe(same);
  expect(JSON.stringify(everywhere('[1.10]'))).toBe('[1.1]');
  expect(`${everywhere('1.10')} ${Number(everywhere('1.10'))}`).toBe('1.10 1.1');
});

it('marks become numbers again, and no text is taken for one', () => {
  const text = '{"a":1.10,"b":"mcpgw-number-1.10"}';
  expect(unmarked(JSON.stringify(markedNumbers(everywhere(text))))).toBe(text);
});

it.each([
  ['', 'is not valid JSON'],
  ['{', 'is not valid JSON'],
  ['{"a":1.10', 'is not valid JSON'],
  ['01', 'is not valid JSON'],
  ['1.', 'is not valid JSON'],
  ['+1', 'is not valid JSON'],
  ['1.10.1', 'is not valid JSON'],
  ['{1.10:2}', 'is not valid JSON'],
  ['{"a":{1e400:2}}', 'is not valid JSON'],
  ['1.10"a"', 'is not valid JSON'],
  ['"a"1.10', 'is not valid JSON'],
  ['NaN', 'is not valid JSON'],
  ['"\u0000"', 'is not valid JSON'],
  ['"\\', 'is not valid JSON'],
  ['[1,]', 'is not valid JSON'],
  [`${'['.repeat(101)}${']'.repeat(101)}`, 'is nested more than 100 levels deep'],
  ['['.repeat(1_000_000), 'is nested more than 100 levels deep'],
  ['{"a":1,"a":1}', "has the member 'a' twice in one object"],
  ['[{"b":{"x":1,"y":[{}],"\\u0078":2}}]', "has the member 'x' twice in one object"],
  ['{"__proto__":1,"__proto__":2}', "has the member '__proto__' twice in one object"],
  ['{"a":1.10,"b" :{"a":2},"b"\n:3}', "has the member 'b' twice in one object"],
])('text %# is refused', (text, message) => {
  expect(() => everywhere(text)).toThrow(new JsonFault('syntax', message));
});

it('strings full of brackets, quotes and colons are strings', () => {
  const value = { '":{[': '}]":\\', '\\"': ['\\\\', '":"'] };
  expect(everywhere(JSON.stringify(value))).toEqual(value);
});

it('a long run of backslashes costs no more than its length', () => {
  const text = JSON.stringify('\\'.repeat(2_000_000) + '"'.repeat(1000));
  expect(everywhere(text)).toHaveLength(2_001_000);
});

it.each([
  [Uint8Array.of(0x22, 0xff, 0x22), 'encoding', 'is not UTF-8'],
  [Uint8Array.of(0x22, 0xc3, 0x22), 'encoding', 'is not UTF-8'],
  [Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d), 'syntax', 'begins with a byte order mark'],
])('bytes %p are refused', (bytes, kind, message) => {
  expect(() => readText(bytes)).toThrow(expect.objectContaining({ name: 'JsonFault', kind, message }));
});
