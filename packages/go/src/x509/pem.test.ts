import { decodePem, encodePem } from './pem.js';

const block = '-----BEGIN X-----\nYWJj\n-----END X-----\n';

test.each([
  ['nothing', ''],
  ['no end', '-----BEGIN X-----\nYWJj\n'],
  ['another end', '-----BEGIN X-----\nYWJj\n-----END Y-----\n'],
  ['a start inside a line', `x${block}`],
  ['text behind the end', '-----BEGIN X-----\nYWJj\n-----END X-----x\n'],
  ['no dashes behind the type', '-----BEGIN X\nYWJj\n-----END X\n'],
  ['what is no base64', '-----BEGIN X-----\nYW?j\n-----END X-----\n'],
  ['headers without end', '-----BEGIN X-----\na: b\n-----END X-----'.replace('\n-----END', '-----END')],
])('%s is no block', (_what, text) => {
  expect(decodePem(text)).toBeUndefined();
});

test.each([
  ['a block', block],
  ['text around it', `before\n${block}after`],
  ['headers', '-----BEGIN X-----\nProc-Type: 4\nA: b\n\nYWJj\n-----END X-----\n'],
  ['Windows line ends', block.replaceAll('\n', '\r\n')],
  ['blanks at the ends of lines', '-----BEGIN X----- \t\nYWJj \n-----END X-----  '],
  ['a broken block before it', `-----BEGIN X-----\n????\n-----END X-----\n${block}`],
  ['a start that has no end before it', `-----BEGIN Y-----\n${block}`],
])('%s', (_what, text) => {
  const found = decodePem(text)!;
  expect([found.type, Buffer.from(found.bytes).toString()]).toEqual(['X', 'abc']);
});

test('an empty block', () => {
  expect(decodePem('-----BEGIN X-----\n-----END X-----\n')).toEqual({ type: 'X', bytes: Buffer.alloc(0) });
});

test('lines of 64 characters', () => {
  const text = encodePem({ type: 'X', bytes: Buffer.alloc(60) });
  expect(text).toBe(`-----BEGIN X-----\n${'A'.repeat(64)}\n${'A'.repeat(16)}\n-----END X-----\n`);
});
