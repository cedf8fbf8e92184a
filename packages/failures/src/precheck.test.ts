import { precheck } from './precheck.js';

const request = (method: unknown, params?: unknown, more: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 7, method, params, ...more });

const codes = { parse: -32700, request: -32600, method: -32601, params: -32602 };

function verdict(text: string): unknown[] {
  const checked = precheck(text);
  return checked.violation ? [codes[checked.violation.kind], checked.violation.message, checked.id] : ['passes'];
}

const refused: [string, string, number, string, string | number | null][] = [
  ['no JSON', '{"jsonrpc"', -32700, 'Invalid JSON', null],
  ['an empty body', '', -32700, 'Invalid JSON', null],
  ['two values', '{} {}', -32700, 'Invalid JSON', null],
  ['a text', '"ping"', -32600, 'Invalid request: must be an object', null],
  ['null', 'null', -32600, 'Invalid request: must be an object', null],
  ['no version', '{"id":1,"method":"ping"}', -32600, 'Invalid request: \'jsonrpc\' must be "2.0"', 1],
  ['version as a number', '{"jsonrpc":2.0,"id":1,"method":"ping"}', -32600, 'Invalid request: \'jsonrpc\' must be "2.0"', 1],
  ['an extra member', request('ping', undefined, { extra: 1 }), -32600, "Invalid request: unknown member 'extra'", 7],
  [
    '__proto__ as a member',
    '{"jsonrpc":"2.0","id":7,"method":"ping","__proto__":{}}',
    -32600,
    "Invalid request: unknown member '__proto__'",
    7,
  ],
  ['no id', '{"jsonrpc":"2.0","method":"tools/list"}', -32600, "Invalid request: 'id' is missing", null],
  ['a null id', request('ping', undefined, { id: null }), -32600, "Invalid request: 'id' must be a string or an integer", null],
  ['an empty id', request('ping', undefined, { id: '' }), -32600, "Invalid request: 'id' is empty", ''],
  ['a fraction as id', request('ping', undefined, { id: 1.5 }), -32600, "Invalid request: 'id' must be a string or an integer", null],
  ['an object as id', request('ping', undefined, { id: {} }), -32600, "Invalid request: 'id' must be a string or an integer", null],
  ['no method', '{"jsonrpc":"2.0","id":7}', -32600, "Invalid request: 'method' must be a string that is not empty", 7],
  ['a number as method', request(5), -32600, "Invalid request: 'method' must be a string that is not empty", 7],
  ['an unknown method', request('tools/destroy'), -32601, 'Unknown method: tools/destroy', 7],
  ['a method of the prototype', request('constructor'), -32601, 'Unknown method: constructor', 7],
  ['a notification with an id', request('notifications/initialized'), -32601, 'Unknown method: notifications/initialized', 7],
  ['tools/call without params', request('tools/call'), -32602, 'Missing params for tools/call', 7],
  ['params as a list', request('tools/call', ['x']), -32602, 'Invalid params: must be an object', 7],
  ['params null', request('tools/call', null), -32602, 'Invalid params: must be an object', 7],
  ['no tool name', request('tools/call', {}), -32602, "Invalid params: 'name' is missing", 7],
  ['tool name a number', request('tools/call', { name: 5 }), -32602, "Invalid params: 'name' must be a string that is not empty", 7],
  ['tool name blank', request('tools/call', { name: ' ' }), -32602, "Invalid params: 'name' must be a string that is not empty", 7],
  [
    'arguments as a text',
    request('tools/call', { name: 'a', arguments: '{}' }),
    -32602,
    "Invalid params: 'arguments' must be an object",
    7,
  ],
  ['arguments as a list', request('tools/call', { name: 'a', arguments: [] }), -32602, "Invalid params: 'arguments' must be an object", 7],
  ['_meta as a text', request('tools/call', { name: 'a', _meta: 'x' }), -32602, "Invalid params: '_meta' must be an object", 7],
  [
    'a fraction as progress token',
    request('tools/call', { name: 'a', _meta: { progressToken: 1.5 } }),
    -32602,
    "Invalid params: '_meta' is not valid: 'progressToken' must be a string or an integer",
    7,
  ],
  ['cursor as a number', request('tools/list', { cursor: 5 }), -32602, "Invalid params: 'cursor' must be a string", 7],
  ['a resource without uri', request('resources/read', {}), -32602, "Invalid params: 'uri' is missing", 7],
  [
    'prompt arguments that are not texts',
    request('prompts/get', { name: 'p', arguments: { a: 1 } }),
    -32602,
    "Invalid params: 'arguments' must be an object of strings",
    7,
  ],
  [
    'an unknown level',
    request('logging/setLevel', { level: 'loud' }),
    -32602,
    "Invalid params: 'level' must be one of debug, info, notice, warning, error, critical, alert, emergency",
    7,
  ],
  ['initialize without params', request('initialize'), -32602, 'Missing params for initialize', 7],
  [
    'an unknown kind of reference',
    request('completion/complete', { ref: { type: 'x' }, argument: { name: 'a', value: '' } }),
    -32602,
    "Invalid params: 'ref' must have the type 'ref/prompt' or 'ref/resource'",
    7,
  ],
  ['an empty batch', '[]', -32600, 'Invalid request: the batch is empty', null],
  ['a batch with a bad message', `[${request('ping')},5]`, -32600, 'Invalid request: must be an object', null],
  ['too deep', `${'['.repeat(5000)}${']'.repeat(5000)}`, -32600, 'Invalid request: nested more than 200 levels deep', null],
  [
    'arguments too deep',
    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","arguments":${'{"a":'.repeat(300)}1${'}'.repeat(300)}}}`,
    -32600,
    'Invalid request: nested more than 200 levels deep',
    7,
  ],
];

test.each(refused)('%s is refused', (_name, text, code, message, id) => {
  expect(verdict(text)).toEqual([code, message, id]);
});

const modern = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
const passing: [string, string][] = [
  ['ping', request('ping')],
  ['ping with _meta', request('ping', { _meta: { any: 1 } })],
  [
    'tools/call with _meta and a progress token',
    request('tools/call', { name: 'a', arguments: {}, _meta: { progressToken: 'p', traceparent: 'x' } }),
  ],
  ['tools/call without arguments', request('tools/call', { name: 'a' })],
  ['a notification', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'],
  ['an unknown notification', '{"jsonrpc":"2.0","method":"notifications/x/y"}'],
  ['a result of the client', '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ['an error of the client', '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}'],
  ['server/discover', request('server/discover', { _meta: modern })],
  ['an unknown method of a later revision, which the SDK judges', request('initialise', { _meta: modern })],
  ['a batch', `[${request('ping')},{"jsonrpc":"2.0","method":"notifications/initialized"}]`],
  [
    'prototype keys in arguments',
    '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"a","arguments":{"__proto__":{"x":1},"constructor":1}}}',
  ],
];

test.each(passing)('%s passes', (_name, text) => {
  expect(verdict(text)).toEqual(['passes']);
});

test('methods of extensions pass where they are known', () => {
  expect(precheck(request('skills/list'), { extraMethods: new Set(['skills/list']) }).violation).toBeUndefined();
});

test('a long method name is not repeated whole', () => {
  expect(verdict(request('m'.repeat(5000)))).toEqual([-32601, `Unknown method: ${'m'.repeat(100)}…`, 7]);
});
