import { fromByteString, toByteString } from '../values/byte-string.js';
import { formatUrl, formatUserinfo, hostname, parseUrl } from './url.js';

test.each<[url: string, message: string]>([
  ['http://a b.com@h/', 'parse "http://a b.com@h/": net/url: invalid userinfo'],
  ['http://[::1', 'parse "http://[::1": missing \']\' in host'],
  ['http://a:b', 'parse "http://a:b": invalid port ":b" after host'],
  ['http://a b/', 'parse "http://a b/": invalid character " " in host name'],
  ['http://%zz/', 'parse "http://%zz/": invalid URL escape "%zz"'],
  ['/%zz', 'parse "/%zz": invalid URL escape "%zz"'],
  ['/%4', 'parse "/%4": invalid URL escape "%4"'],
  ['http://a/\u0001', 'parse "http://a/\\x01": net/url: invalid control character in URL'],
  [':foo', 'parse ":foo": missing protocol scheme'],
  ['a:b:c/d e\u007f', 'parse "a:b:c/d e\\x7f": net/url: invalid control character in URL'],
  ['1:2', 'parse "1:2": first path segment in URL cannot contain colon'],
  ['http://[1.2.3.4]/', 'parse "http://[1.2.3.4]/": invalid IP-literal'],
  ['http://[::1%25]/', 'parse "http://[::1%25]/": invalid host: ParseAddr("::1%"): zone must be a non-empty string'],
  ['http://[1:2]/', 'parse "http://[1:2]/": invalid host: ParseAddr("1:2"): address string too short'],
  [
    'http://[1:2:3:4:5:6:7:8:9]/',
    'parse "http://[1:2:3:4:5:6:7:8:9]/": invalid host: ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9")',
  ],
  [
    'http://[::12345]/',
    'parse "http://[::12345]/": invalid host: ParseAddr("::12345"): each group must have 4 or less digits (at "12345")',
  ],
  ['http://[1::2::3]/', 'parse "http://[1::2::3]/": invalid host: ParseAddr("1::2::3"): multiple :: in address (at ":3")'],
  ['http://[::1.2.3]/', 'parse "http://[::1.2.3]/": invalid host: ParseAddr("::1.2.3"): IPv4 address too short'],
  ['http://[::1.2.3.256]/', 'parse "http://[::1.2.3.256]/": invalid host: ParseAddr("::1.2.3.256"): IPv4 field has value >255'],
  ['http://[::01.2.3.4]/', 'parse "http://[::01.2.3.4]/": invalid host: ParseAddr("::01.2.3.4"): IPv4 field has octet with leading zero'],
  [
    'http://[g::]/',
    'parse "http://[g::]/": invalid host: ParseAddr("g::"): each colon-separated field must have at least one digit (at "g::")',
  ],
  ['http://a[::1]/', 'parse "http://a[::1]/": invalid IP-literal'],
  ['http://us er@h/', 'parse "http://us er@h/": net/url: invalid userinfo'],
  ['http://h:1:2/', 'parse "http://h:1:2/": invalid port ":1:2" after host'],
  ['http://[::1]x/', 'parse "http://[::1]x/": invalid port "x" after host'],
  ['http://a%20b/', 'parse "http://a%20b/": invalid URL escape "%20"'],
  ['a b:c', 'parse "a b:c": first path segment in URL cannot contain colon'],
  ['http://h/#%zz', 'parse "http://h/#%zz": invalid URL escape "%zz"'],
  ['http://[::1%251%zz]/', 'parse "http://[::1%251%zz]/": invalid URL escape "%zz"'],
])('%j is refused', (url, message) => {
  expect(() => parseUrl(toByteString(url))).toThrow(new Error(message));
});

/** Scheme, host, hostname, path, query, opaque part, fragment, user and the printed URL. */
test.each<[url: string, parts: string[]]>([
  ['http://example.com', ['http', 'example.com', 'example.com', '', '', '', '', '', 'http://example.com']],
  [
    'https://user:pa%20ss@example.com:8080/a/b?x=1&y=2#frag%20x',
    [
      'https',
      'example.com:8080',
      'example.com',
      '/a/b',
      'x=1&y=2',
      '',
      'frag x',
      'user:pa%20ss',
      'https://user:pa%20ss@example.com:8080/a/b?x=1&y=2#frag%20x',
    ],
  ],
  ['mailto:a@b.c', ['mailto', '', '', '', '', 'a@b.c', '', '', 'mailto:a@b.c']],
  ['//host/path', ['', 'host', 'host', '/path', '', '', '', '', '//host/path']],
  ['/a%2Fb/c d', ['', '', '', '/a/b/c d', '', '', '', '', '/a/b/c%20d']],
  [
    'proto://auth@host:80/path?query#fragment',
    ['proto', 'host:80', 'host', '/path', 'query', '', 'fragment', 'auth', 'proto://auth@host:80/path?query#fragment'],
  ],
  ['HTTP://Example.COM/', ['http', 'Example.COM', 'Example.COM', '/', '', '', '', '', 'http://Example.COM/']],
  ['http://[::1]:80/', ['http', '[::1]:80', '::1', '/', '', '', '', '', 'http://[::1]:80/']],
  ['http://[fe80::1%25en0]/', ['http', '[fe80::1%en0]', 'fe80::1%en0', '/', '', '', '', '', 'http://[fe80::1%25en0]/']],
  ['a/b:c', ['', '', '', 'a/b:c', '', '', '', '', 'a/b:c']],
  ['*', ['', '', '', '*', '', '', '', '', '*']],
  ['?q', ['', '', '', '', 'q', '', '', '', '?q']],
  ['#f', ['', '', '', '', '', '', 'f', '', '#f']],
  ['http://a/?', ['http', 'a', 'a', '/', '', '', '', '', 'http://a/?']],
  ['http://a/??', ['http', 'a', 'a', '/', '?', '', '', '', 'http://a/??']],
  ['file:///etc/passwd', ['file', '', '', '/etc/passwd', '', '', '', '', 'file:///etc/passwd']],
  ['x:/a', ['x', '', '', '/a', '', '', '', '', 'x:/a']],
  ['x:a?b#c', ['x', '', '', '', 'b', 'a', 'c', '', 'x:a?b#c']],
  ['http://h/é?é', ['http', 'h', 'h', '/é', 'é', '', '', '', 'http://h/%C3%A9?é']],
  ['http://é.com', ['http', 'é.com', 'é.com', '', '', '', '', '', 'http://%C3%A9.com']],
  ['postgres://u@h1:1,h2:2/db', ['postgres', 'h1:1,h2:2', 'h1:1,h2', '/db', '', '', '', 'u', 'postgres://u@h1:1,h2:2/db']],
  ['http://a/%7Eb', ['http', 'a', 'a', '/~b', '', '', '', '', 'http://a/%7Eb']],
  ['http://user@', ['http', '', '', '', '', '', '', 'user', 'http://user@']],
  ['', ['', '', '', '', '', '', '', '', '']],
  ['http://[::ffff:1.2.3.4]/', ['http', '[::ffff:1.2.3.4]', '::ffff:1.2.3.4', '/', '', '', '', '', 'http://[::ffff:1.2.3.4]/']],
  ['http://a/b!c[d]', ['http', 'a', 'a', '/b!c[d]', '', '', '', '', 'http://a/b!c[d]']],
])('%j is read', (url, parts) => {
  const parsed = parseUrl(toByteString(url));
  const { scheme, host, path, rawQuery, opaque, fragment, user } = parsed;
  const userinfo = user === undefined ? '' : formatUserinfo(user);
  expect([scheme, host, hostname(parsed), path, rawQuery, opaque, fragment, userinfo, formatUrl(parsed)].map(fromByteString)).toEqual(
    parts,
  );
});
