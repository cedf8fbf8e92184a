import { ExactNumber } from '@mcpgw/loader/internal';
import { type RedactRules, redactor } from './redact.js';

const rules: RedactRules = {
  keys: ['account_number'],
  patterns: ['\\b\\d{16}\\b'],
  maxBytes: 4096,
  secrets: ['sk-live-1234', 'p@ss word', 'ab1'],
};
const redact = (value: unknown, more: Partial<RedactRules> = {}) => redactor({ ...rules, ...more })(value);

test.each<[string, unknown, string]>([
  ['a password', { password: 'x' }, '{"password":"[redacted]"}'],
  [
    'any value under a secret name',
    { token: { a: [1] }, secret: 7, api_key: null },
    '{"token":"[redacted]","secret":"[redacted]","api_key":"[redacted]"}',
  ],
  [
    'names in every spelling',
    { userPassword: 1, 'X-API-Key': 1, ACCESS_TOKEN: 1, clientSecret: 1 },
    '{"userPassword":"[redacted]","X-API-Key":"[redacted]","ACCESS_TOKEN":"[redacted]","clientSecret":"[redacted]"}',
  ],
  [
    'no name that only looks like one',
    { max_tokens: 5, tokenizer: 'bpe', keyboard: 'us', spin: 1 },
    '{"max_tokens":5,"tokenizer":"bpe","keyboard":"us","spin":1}',
  ],
  ['a configured name', { accountNumber: '12', account: 'a' }, '{"accountNumber":"[redacted]","account":"a"}'],
  ['deep values', { a: [{ b: { pwd: 'x' } }] }, '{"a":[{"b":{"pwd":"[redacted]"}}]}'],
  ['a match of a pattern', { note: 'card 1234567812345678.' }, '{"note":"card [redacted]."}'],
  ['a match in a number', { card: 1234567812345678 }, '{"card":"[redacted]"}'],
  ['a match in a number with all its digits', { card: new ExactNumber('1234567812345678') }, '{"card":"[redacted]"}'],
  ['a number with all its digits', { n: new ExactNumber('1.10') }, '{"n":1.10}'],
  ['a secret of the configuration', { text: 'use sk-live-1234 now' }, '{"text":"use [redacted] now"}'],
  ['a secret as a name', { 'sk-live-1234': 1 }, '{"[redacted]":1}'],
  ['a secret in a URL', { url: 'https://x/?k=p%40ss%20word' }, '{"url":"https://x/?k=[redacted]"}'],
  ['a secret in base64', { t: Buffer.from('sk-live-1234').toString('base64') }, `{"t":"[redacted]${'='.repeat(0)}"}`],
  ['a short secret only where it is the whole value', { a: 'ab1', b: 'cab1net' }, '{"a":"[redacted]","b":"cab1net"}'],
  ['JSON in a text', { text: '{"password":"x","n":1}' }, '{"text":"{\\"password\\":\\"[redacted]\\",\\"n\\":1}"}'],
  ['JSON that is cut', { text: '{"password": "x y", "n' }, '{"text":"{\\"password\\": [redacted], \\"n"}'],
  ['variables in a text', 'PASSWORD=hunter2 USER=ann', '"PASSWORD=[redacted] USER=ann"'],
  ['headers in a text', 'Authorization: Bearer abc.def', '"Authorization: Bearer [redacted]"'],
  ['parameters of a URL', 'https://x/?access_token=abc&page=2', '"https://x/?access_token=[redacted]&page=2"'],
  ['overlapping matches once', 'token=sk-live-1234', '"token=[redacted]"'],
  ['__proto__ as data', JSON.parse('{"__proto__": {"password": "x"}}'), '{"__proto__":{"password":"[redacted]"}}'],
  ['nothing', null, 'null'],
])('hides %s', (_name, value, expected) => {
  expect(redact(value)).toBe(expected);
});

test('a secret that the cut divides leaves no part of it', () => {
  const text = `${'a'.repeat(58)}sk-live-1234${'b'.repeat(100)}`;
  for (let maxBytes = 64; maxBytes < 90; maxBytes++) {
    const written = redact(text, { maxBytes });
    expect(written).not.toMatch(/sk|live|1234/);
    expect(Buffer.byteLength(written)).toBeLessThanOrEqual(maxBytes + 3);
  }
});

test('a cut divides no character', () => {
  for (let maxBytes = 64; maxBytes < 72; maxBytes++) expect(redact('ä€😀'.repeat(40), { maxBytes })).not.toContain('\ufffd');
});

test('large and deep contents take bounded work', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 5_000; level++) deep = [deep];
  expect(redact(deep).length).toBeLessThan(200);
  const wide = Array.from({ length: 100_000 }, () => 'some text');
  expect(Buffer.byteLength(redact(wide))).toBeLessThanOrEqual(4099);
  expect(Buffer.byteLength(redact('token='.repeat(1_000_000)))).toBeLessThanOrEqual(4099);
});
