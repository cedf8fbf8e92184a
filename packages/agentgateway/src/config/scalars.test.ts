import { checkCel } from '@mcpgw/structure';
import { parseDuration } from './duration.js';
import { hostPort, hostPortOrUrl, mcpUrl, otlpEndpoint, regex, socketAddress } from './scalars.js';
import { parseUri } from './uri.js';

describe('durations', () => {
  it.each<[string, bigint]>([
    ['10s', 10_000_000_000n],
    ['1m30s', 90_000_000_000n],
    ['1.5s', 1_500_000_000n],
    ['.5s', 500_000_000n],
    ['1.s', 1_000_000_000n],
    ['1s1m', 61_000_000_000n],
    ['+1s', 1_000_000_000n],
    ['0', 0n],
    ['-0', 0n],
    ['0.1ns', 0n],
    ['1281023h', 4611682800000000000n],
  ])('%s', (text, value) => {
    expect(parseDuration(text)).toEqual({ value });
  });
  it.each([
    ['', 'the duration is empty'],

    ['1d', '"d" is not a unit of a duration'],
    ['2S', '"S" is not a unit of a duration'],
    ['2 s', '" s" is not a unit of a duration'],
    ['-1s', 'a duration cannot be negative'],
    ['.s', '".s" is not a duration'],
    ['soon', '"soon" is not a duration'],
    ['1281024h', '"1281024h" is too long a duration'],
    ['1µs', 'the unit "µs" crashes the proxy; write "us"'],
    [`${'9'.repeat(1000)}h`, `"${'9'.repeat(1000)}h" is too long a duration`],
  ])('%s is refused', (text, problem) => {
    expect(parseDuration(text)).toEqual({ problem });
  });
});

it('a number without a unit gets one as advice', () => {
  expect(parseDuration('2')).toEqual({
    problem: '"2" lacks a unit',
    suggestion: 'write "2s" for seconds, or another unit (ns, us, ms, m, h)',
  });
});

describe('CEL', () => {
  it.each([
    'true',
    'a.b["c"].?d[?0]',
    '{"a": 1, ?"b": 2,}',
    '[1, ?x, 2u, 0x1F, .5, 1e3]',
    'a ? b : c ? d : e',
    '!!a && --b < 3 || c in [1]',
    "has(a.b) && x.map(y, y * 2) == [r'\\d', b'x', '''a\nb''']",
    'Msg{a: 1, b: .x.y}',
    'a.`b-c`',
    '// comment\n1',
    'default(request.headers["x"], "")',
    '(((((1)))))',
  ])('%s', text => {
    expect(checkCel(text)).toBeUndefined();
  });
  it.each([
    ['', 0, 'the expression ends where a value should be'],
    ['a ==', 4, 'the expression ends where a value should be'],
    ['a = 1', 2, '"=" is not an operator; equality is "=="'],
    ['a & b', 2, '"&" is not an operator; the operator is "&&"'],
    ['Bearer x', 7, '"x" stands where the expression should end'],
    ['"x', 0, 'the string that starts here has no end, or contains a wrong escape'],
    ['"\\q"', 0, 'the string that starts here has no end, or contains a wrong escape'],
    ['f(1', 3, '")" is missing here'],
    ['[1, 2', 5, '"]" is missing here'],
    ['{1 2}', 3, '":" is missing here'],
    ['a ? b', 5, '":" is missing here'],
    ['a.', 2, 'a name is missing here'],
    ['a.in', 2, 'a name is missing here'],
    ['1 2', 2, '"2" stands where the expression should end'],
    ['日', 0, '"日" means nothing here'],
    ['('.repeat(5000), 90, 'the expression is nested too deeply'],
  ])('%s is refused', (text, at, message) => {
    expect(checkCel(text)).toEqual({ at, message });
  });
});

describe('addresses', () => {
  const said = (problem: { message: string } | undefined) => problem?.message;
  it.each([
    ['localhost:8080', undefined],
    ['unix:/x', undefined],
    ['h:+80', undefined],
    ['localhost', '"localhost" has no port'],
    ['', '"" has no port'],
    ['h:99999', '"99999" in "h:99999" is not a port'],
    ['http://h:1', '"http://h:1" is a URL; host:port is expected here'],
  ])('host and port: %s', (text, message) => {
    expect(said(hostPort.check!(text))).toBe(message);
  });
  it.each([
    ['https://h', undefined],
    ['http://h:1/', undefined],
    ['https://h/path', '"https://h/path" has a path; only scheme, host and port count here'],
    ['grpc://h:1', '"grpc://h:1" is not an http or https URL'],
  ])('or URL: %s', (text, message) => {
    expect(said(hostPortOrUrl.check!(text))).toBe(message);
  });
  it.each([
    ['http://h:x/mcp', undefined],
    ['h:3001', undefined],
    ['', '"" is not a URL: the address is empty'],
    ['/mcp', '"/mcp" has no host'],
    ['ftp://h/', 'the scheme "ftp" is not known here'],
    ['http://h h/', '"http://h h/" is not a URL: a character of the address is not allowed in a URL'],
    ['h/mcp', '"h/mcp" is not a URL: the address has a path and no scheme'],
    ['http://::1/', '"http://::1/" is not a URL: the host holds more than one ":"; put an IPv6 address in brackets'],
  ])('MCP server: %s', (text, message) => {
    expect(said(mcpUrl.check!(text))).toBe(message);
  });
  it.each([
    ['127.0.0.1:15000', undefined],
    ['[::]:15020', undefined],
    ['localhost:1', undefined],
    [':15000', '":15000" is not an address'],
    ['example.com:1', '"example.com:1" is not an address'],
    ['0.0.0.0:70000', '"70000" in "0.0.0.0:70000" is not a port'],
  ])('socket: %s', (text, message) => {
    expect(said(socketAddress.check!(text))).toBe(message);
  });
  it('reads scheme, host and path of a URL', () => {
    expect(parseUri('HTTP://u:p@[::1]:80/a?b#c')).toEqual({ scheme: 'http', host: '[::1]', path: '/a' });
    expect(said(otlpEndpoint.check!('ftp://x'))).toBe('the scheme "ftp" is not known here');
    expect(said(regex.check!('(?=a)'))).toContain('not a regular expression');
    expect(regex.check!('^/a/\\d+$')).toBeUndefined();
  });
});
