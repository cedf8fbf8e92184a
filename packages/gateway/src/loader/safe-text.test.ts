import { maxSafeText, safeText } from './safe-text.js';

describe('secrets', () => {
  it.each([
    ['failed: Authorization: Bearer abcdef123456', 'failed: Authorization: *** ***'],
    ['sent bearer abc.def-123~x/y+z==', 'sent bearer ***'],
    ['Basic dXNlcjpwYXNz was refused', 'Basic *** was refused'],
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl end', 'jwt *** end'],
    ['key sk-proj-abcdefgh12345 and ghp_abcdefghijklmnop', 'key *** and ***'],
    ['{"access_token":"abc","user":"me"}', '{"access_token":***,"user":"me"}'],
    ['api_key=abc123&mode=x', 'api_key=***&mode=x'],
    ["password: 'hunter 2' given", 'password: *** given'],
    ['http://user:pa55@host:8080/mcp?token=abc&x=1#frag', 'http://host:8080/mcp?***'],
    ['see https://a@b:c@host/x', 'see https://host/x'],
    ['postgres://admin:secret@db.internal:5432/app failed', 'postgres://db.internal:5432/app failed'],
    ['AKIAIOSFODNN7EXAMPLE', '***'],
  ])('%s', (text, expected) => {
    expect(safeText(text)).toBe(expected);
  });

  it('values of the connection, the longest first', () => {
    expect(safeText('sent hunter22-long and hunter22 to x', ['hunter22', 'hunter22-long'])).toBe('sent *** and *** to x');
  });

  it('short values are no secrets: they would mask common words', () => {
    expect(safeText('HTTP 500 of host', ['host', '500'])).toBe('HTTP 500 of host');
  });
});

describe('one printable line', () => {
  it.each([
    ['a\nb\r\n\tc', 'a b c'],
    ['\u001b[31mred\u001b[0m \u001b]0;title\u0007x', 'red x'],
    ['left\u202eright\u2066x\u200b', 'left right x'],
    ['null\u0000byte', 'null byte'],
    ['boom\n    at f (/srv/app/index.js:10:5)\n    at async main (file:///srv/app/main.js:1:1)', 'boom'],
    [
      'Traceback (most recent call last):\n  File "/srv/x.py", line 1, in <module>\n    f()\nValueError: no database',
      'ValueError: no database',
    ],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(safeText(text)).toBe(expected);
  });

  it('is bounded, and splits no surrogate pair', () => {
    expect(safeText('x'.repeat(10_000))).toBe(`${'x'.repeat(maxSafeText - 1)}…`);
    expect(safeText(`${'x'.repeat(maxSafeText - 2)}😀😀`)).toBe(`${'x'.repeat(maxSafeText - 2)}…`);
  });

  it('takes linear time on hostile text', () => {
    for (const part of [
      'http://',
      'a@',
      'token=',
      'eyJaaaaa.',
      ' at (',
      '\u001b]',
      'a.b ',
      'a',
      ' ',
      '-',
      'token',
      '\n',
      '@',
      '-----BEGIN X PRIVATE KEY-----',
    ])
      expect(safeText(part.repeat(50_000)).length).toBeLessThanOrEqual(maxSafeText);
  });
});
