import { GatewayFailure } from '@mcpgw/failures';
import fc from 'fast-check';
import { buildRequest } from './build-request.js';
import type { RestEndpoint, RestParameter } from './endpoint.js';
import { validateArguments } from './validate-arguments.js';

function parameter(name: string, place: RestParameter['in'], type = 'string', more: Partial<RestParameter> = {}): RestParameter {
  const isRequired = place === 'path';
  return {
    name,
    wireName: name,
    in: place,
    required: isRequired,
    schema: { type },
    style: 'repeat',
    sendsDefault: true,
    isWholeBody: false,
    ...more,
  };
}

function endpoint(path: string, parameters: RestParameter[], more: Partial<RestEndpoint> = {}): RestEndpoint {
  return { name: 't', method: 'GET', path, parameters, bodyType: 'json', response: { kind: 'json' }, ...more };
}

const api = { baseUrl: 'http://api.test:8080/v1/' };
const build = (declared: RestEndpoint, args: Record<string, unknown>) => buildRequest(api, declared, validateArguments(declared, args));

function refusal(declared: RestEndpoint, args: Record<string, unknown>): unknown {
  try {
    build(declared, args);
    return undefined;
  } catch (error) {
    return error instanceof GatewayFailure ? error.message : error;
  }
}

const byId = endpoint('/items/{id}/x', [parameter('id', 'path')]);

const paths: [string, string][] = [
  ['5', '/v1/items/5/x'],
  ['a b', '/v1/items/a%20b/x'],
  ['src/main.ts', '/v1/items/src%2Fmain.ts/x'],
  ['v1..v2', '/v1/items/v1..v2/x'],
  ['...', '/v1/items/.../x'],
  ['100%', '/v1/items/100%25/x'],
  ['%zz', '/v1/items/%25zz/x'],
  ['..a/b..', '/v1/items/..a%2Fb../x'],
  ['a?x=1#y', '/v1/items/a%3Fx%3D1%23y/x'],
  ['é/ü', '/v1/items/%C3%A9%2F%C3%BC/x'],
  ["!'()*", '/v1/items/%21%27%28%29%2A/x'],
  [';a=1@b:80', '/v1/items/%3Ba%3D1%40b%3A80/x'],
  ['a\r\nHost: x', '/v1/items/a%0D%0AHost%3A%20x/x'],
];

test.each(paths)('the path value %j stays in its segment', (id, path) => {
  expect(build(byId, { id }).url).toBe(`http://api.test:8080${path}`);
});

test.each([['.'], ['..']])('the path value %j is refused', id => {
  expect(refusal(byId, { id })).toBe("Tool 't' validation failed: Path parameter 'id' cannot be empty, '.' or '..'");
});

test.each([
  '../../admin',
  '..\\',
  'a/..',
  'a/../b',
  './a',
  'a\\..\\b',
  '%2e%2e',
  '%2E.',
  '.%2e/x',
  '..%2f..%2fadmin',
  '%252e%252e%252f',
  '%25252e%25252e',
  '%5c..%5c',
  '..;/admin',
  '..;a=b',
  'a;x/..;y',
  'x/%2e%2e;y',
  '..?x',
  'x/..#y',
  '%c0%ae%c0%ae/x',
  '%c0%ae.%c0%afx',
  '%e0%80%ae%e0%80%ae',
  '%u002e%u002e',
  '\uff0e\uff0e\uff0fadmin',
  '\u2025/x',
  '..\u0000/x',
  '.\t.',
  ' .. ',
  '..%00',
  '..%09/x',
])('the path value %j, which a decoding proxy would climb by, is refused', id => {
  expect(refusal(byId, { id })).toBe(
    "Tool 't' validation failed: Path parameter 'id' cannot have a part '.' or '..', in whatever form: a proxy that decodes it would leave the path",
  );
});

test('a value that is encoded more often than anybody follows is refused', () => {
  let id = '..';
  for (let round = 0; round < 12; round++) id = encodeURIComponent(id).replaceAll('.', '%2e');
  expect(refusal(byId, { id })).toMatch(/cannot have a part/);
});

test('parts of several values that make such a part are refused too', () => {
  const two = endpoint('/f/{a}{b}', [parameter('a', 'path'), parameter('b', 'path')]);
  expect(refusal(two, { a: 'x/.', b: './y' })).toMatch(/^Tool 't' validation failed: Path parameter 'a' cannot have a part/);
  const list = endpoint('/f/{a}', [parameter('a', 'path', 'array')]);
  expect(refusal(list, { a: ['x', '/../y'] })).toMatch(/cannot have a part/);
});

test('dots that several values make together are refused too', () => {
  const two = endpoint('/f/{a}{b}', [parameter('a', 'path'), parameter('b', 'path')]);
  expect(refusal(two, { a: '.', b: '.' })).toBe("Tool 't' validation failed: Path parameter 'a' cannot be empty, '.' or '..'");
  expect(build(two, { a: '.', b: 'x' }).url).toBe('http://api.test:8080/v1/f/.x');
});

test('whatever the arguments are, the request goes to the declared host and below the declared path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (id, q) => {
      const declared = endpoint('/items/{id}/x', [parameter('id', 'path'), parameter('q', 'query')]);
      try {
        const url = new URL(build(declared, { id, q }).url);
        expect([url.origin, url.hash, url.username]).toEqual(['http://api.test:8080', '', '']);
        expect(url.pathname).toMatch(/^\/v1\/items\/[^/]+\/x$/);
        expect(decodeURIComponent(url.pathname.slice('/v1/items/'.length, -2))).toBe(id);
        expect(url.searchParams.get('q')).toBe(q);
      } catch (error) {
        if (!(error instanceof GatewayFailure)) throw error;
        expect(error.mode).toBe('invalid_arguments');
      }
    }),
  );
});

const queries: [string, RestParameter, unknown, string][] = [
  ['a text', parameter('q', 'query'), 'a&b=c d', '?q=a%26b%3Dc%20d'],
  ['a number', parameter('q', 'query', 'number'), 1.5, '?q=1.5'],
  ['a boolean', parameter('q', 'query', 'boolean'), false, '?q=false'],
  ['a list, repeated', parameter('q', 'query', 'array'), ['a', 'b,c'], '?q=a&q=b%2Cc'],
  ['a list, by commas', parameter('q', 'query', 'array', { style: 'comma' }), [1, 2], '?q=1%2C2'],
  ['an empty list', parameter('q', 'query', 'array'), [], ''],
  [
    'an object, deep',
    parameter('q', 'query', 'object', { style: 'deep' }),
    { a: 1, b: { c: 2 } },
    '?q%5Ba%5D=1&q%5Bb%5D=%7B%22c%22%3A2%7D',
  ],
  ['an object, spread', parameter('q', 'query', 'object'), { a: 1, b: 2 }, '?a=1&b=2'],
  ['another name on the wire', parameter('q', 'query', 'string', { wireName: 'filter[name]' }), 'x', '?filter%5Bname%5D=x'],
];

test.each(queries)('query: %s', (_name, declared, value, query) => {
  expect(build(endpoint('/i', [declared]), { q: value }).url).toBe(`http://api.test:8080/v1/i${query}`);
});

test('headers and a JSON body', () => {
  const declared = endpoint(
    '/i',
    [parameter('X-Trace', 'header'), parameter('a', 'body', 'integer'), parameter('b', 'body', 'object'), parameter('c', 'body')],
    { method: 'POST' },
  );
  const request = build(declared, { 'X-Trace': 'v', a: 1, b: JSON.parse('{"__proto__":1}') });
  expect(request.headers).toEqual({
    'user-agent': 'mcpgw',
    accept: 'application/json, */*;q=0.5',
    'content-type': 'application/json',
    'x-trace': 'v',
  });
  expect(request.body).toBe('{"a":1,"b":{"__proto__":1}}');
});

test('a form, and a body that is one argument', () => {
  const form = endpoint('/i', [parameter('a', 'body'), parameter('l', 'body', 'array')], { method: 'POST', bodyType: 'form' });
  expect(build(form, { a: 'x y&', l: [1, 2] })).toMatchObject({
    body: 'a=x%20y%26&l=1&l=2',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const whole = endpoint('/i', [parameter('list', 'body', 'array', { isWholeBody: true })], { method: 'PUT' });
  expect(build(whole, { list: [1, null] }).body).toBe('[1,null]');
});

test('defaults are sent, but for those that only tell what the service does', () => {
  const declared = endpoint('/i', [parameter('n', 'query', 'integer', { schema: { type: 'integer', default: 5 } })]);
  expect(build(declared, {}).url).toBe('http://api.test:8080/v1/i?n=5');
  const told = endpoint('/i', [{ ...declared.parameters[0]!, sendsDefault: false }]);
  expect(build(told, {}).url).toBe('http://api.test:8080/v1/i');
});

const typed = endpoint(
  '/p/{id}',
  [
    parameter('id', 'path'),
    parameter('n', 'query', 'integer', { required: true }),
    parameter('X-K', 'header', 'string', { required: true }),
    parameter('e', 'body', 'string', { required: true, schema: { enum: ['a', 'b'] } }),
  ],
  { method: 'POST' },
);

const refusals: [string, Record<string, unknown>, string][] = [
  [
    'everything missing',
    {},
    "Missing required path parameter: 'id'; Missing required query parameter: 'n'; Missing required header: 'X-K'; Missing required body parameter: 'e'",
  ],
  [
    'an argument that is not declared',
    { id: '1', n: 1, 'X-K': 'k', e: 'a', zz: 1 },
    "Unknown argument 'zz' - tool 't' does not accept this parameter",
  ],
  ['a blank path value', { id: ' \t', n: 1, 'X-K': 'k', e: 'a' }, "Path parameter 'id' cannot be empty"],
  [
    'wrong types',
    { id: 5, n: '1', 'X-K': 'k', e: 'c' },
    "Path parameter 'id' is not valid: got number, want string; Query parameter 'n' is not valid: got string, want integer; Body field 'e' is not valid: value must be one of 'a', 'b'",
  ],
  [
    'a header with a line break',
    { id: '1', n: 1, 'X-K': 'k\r\nx: y', e: 'a' },
    "Header 'X-K' has a character that HTTP headers do not allow",
  ],
  ['half of a character', { id: '\ud800', n: 1, 'X-K': 'k', e: 'a' }, "Path parameter 'id' has half of a character"],
  [
    'prototype keys',
    JSON.parse('{"id":"1","n":1,"X-K":"k","e":"a","__proto__":1}'),
    "Unknown argument '__proto__' - tool 't' does not accept this parameter",
  ],
];

test.each(refusals)('%s: refused before anything is sent', (_name, args, message) => {
  expect(refusal(typed, args)).toBe(`Tool 't' validation failed: ${message}`);
});

test('an argument is not taken from the prototype', () => {
  const declared = endpoint('/i', [parameter('constructor', 'query')]);
  expect(build(declared, {}).url).toBe('http://api.test:8080/v1/i');
});
