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

describe('sentences about secrets stay readable', () => {
  it.each([
    'A bearer token is required',
    'Bearer token required',
    'missing bearer authentication',
    'Bearer authentication is required.',
    'the bearer scheme must be used',
    'expected a Bearer header',
    'WWW-Authenticate: Bearer realm',
    'Basic authentication failed',
    'basic auth credentials are missing',
    'failed to negotiate protocol version',
    'digest mismatch of the body',
    'a basic understanding',
    'invalid token: expired',
    'the token: not found',
    'password: required',
    'Missing API key: set it first',
    'signature: invalid.',
    'cookie: missing',
    'authorization: denied by policy',
    'external authorization failed',
    'authentication failure: no bearer token found',
    "Expected header 'Authorization: Bearer <token>'",
    'set the header Authorization: Bearer token',
    'WWW-Authenticate: Bearer realm="mcp", error="invalid_request"',
  ])('%s', text => {
    expect(safeText(text)).toBe(text);
  });

  it.each([
    ['A bearer token is required, not Bearer abcdef123', 'A bearer token is required, not Bearer ***'],
    ['Bearer secretpassword', 'Bearer ***'],
    ['Bearer hunter refused', 'Bearer *** refused'],
    ['bearer TOKEN-7f3a', 'bearer ***'],
    ['Bearer tokens.are.dotted', 'Bearer ***'],
    ['Bearer abc123.', 'Bearer ***.'],
    ['Basic YWxhZGRpbjpvcGVuc2VzYW1l', 'Basic ***'],
    ['Authorization: Basic abcdefgh', 'Authorization: *** ***'],
    ['{"authorization":"Bearer abcdefgh"}', '{"authorization":***}'],
    ['Negotiate YIIZ/w==', 'Negotiate ***'],
    ['token=expired', 'token=***'],
    ['token: "expired"', 'token: ***'],
    ['{"password":"required"}', '{"password":***}'],
    ['token: expired1', 'token: ***'],
    ['password: hunter', 'password: ***'],
    ['api_key:missing', 'api_key:***'],
    ['secret=not-a-word', 'secret=***'],
  ])('and real ones are masked: %s', (text, expected) => {
    expect(safeText(text)).toBe(expected);
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
