import { eraOf } from './era.js';
import type { RpcMessage } from './json-rpc.js';

const version = 'io.modelcontextprotocol/protocolVersion';
const capabilities = 'io.modelcontextprotocol/clientCapabilities';
const envelope = { [version]: '2026-07-28', [capabilities]: { roots: {} } };

const request = (method: string, params?: object): RpcMessage => ({
  id: 1,
  method,
  ...(params && { params: params as Record<string, unknown> }),
});
const call = request('tools/call', { name: 't', _meta: envelope });
const headers = (more: object = {}) => ({ version: '2026-07-28', method: 'tools/call', name: 't', ...more });

it.each<[string, RpcMessage, Parameters<typeof eraOf>[1]]>([
  ['a request without an envelope', request('tools/list'), { version: '2025-11-25', method: undefined, name: undefined }],
  ['a request without any header', request('tools/list'), { version: undefined, method: undefined, name: undefined }],
  ['initialize', request('initialize', {}), { version: undefined, method: undefined, name: undefined }],
  ['a response', { id: 1, result: {} }, headers()],
  ['a notification', { method: 'notifications/initialized' }, { version: '2025-11-25', method: undefined, name: undefined }],
  ['a request on standard input', request('tools/list'), undefined],
  ['a _meta that is not an object', request('tools/list', { _meta: 1 }), undefined],
])('%s is legacy', (_what, message, given) => {
  expect(eraOf(message, given)).toEqual({ kind: 'legacy' });
});

it.each<[string, RpcMessage, Parameters<typeof eraOf>[1]]>([
  ['headers that agree', call, headers()],
  ['a name that headers cannot carry', request('tools/call', { name: 'ä', _meta: envelope }), headers({ name: '=?base64?w6Q=?=' })],
  ['no name where the method has none', request('tools/list', { _meta: envelope }), headers({ method: 'tools/list', name: undefined })],
  ['standard input, where there are no headers', call, undefined],
])('%s: modern, with the capabilities of the client', (_what, message, given) => {
  expect(eraOf(message, given)).toEqual({ kind: 'modern', capabilities: { roots: {} } });
});

it('notifications are modern by their header', () => {
  expect(eraOf({ method: 'notifications/cancelled' }, headers())).toEqual({ kind: 'modern', capabilities: {} });
});

it.each<[string, RpcMessage, Parameters<typeof eraOf>[1], number, string]>([
  ['a version that is not a text', request('tools/list', { _meta: { [version]: 5 } }), undefined, -32602, `${version}: must be a string`],
  ['no capabilities', request('tools/list', { _meta: { [version]: '2026-07-28' } }), undefined, -32602, `${capabilities}: missing`],
  [
    'a revision of the future',
    request('tools/list', { _meta: { ...envelope, [version]: '2030-01-01' } }),
    undefined,
    -32022,
    'Unsupported protocol version: 2030-01-01',
  ],
  [
    'a revision without envelopes',
    request('tools/list', { _meta: { ...envelope, [version]: '2025-11-25' } }),
    undefined,
    -32022,
    'Unsupported protocol version: 2025-11-25',
  ],
  ['another version in the header', call, headers({ version: '2025-11-25' }), -32020, 'the body names protocol version 2026-07-28'],
  ['no version in the header', call, headers({ version: undefined }), -32020, 'the required MCP-Protocol-Version header is absent'],
  ['no method in the header', call, headers({ method: undefined }), -32020, 'the required Mcp-Method header is absent'],
  ['another method in the header', call, headers({ method: 'tools/list' }), -32020, 'the body names method tools/call'],
  ['no name in the header', call, headers({ name: undefined }), -32020, 'the required Mcp-Name header is absent'],
  ['another name in the header', call, headers({ name: 'u' }), -32020, 'the Mcp-Name header is not what params.name says'],
  [
    'a name whose encoding is broken',
    call,
    headers({ name: '=?base64?*?=' }),
    -32020,
    'the Mcp-Name header carries an invalid Base64 sentinel value',
  ],
  [
    'an envelope that only the header promises',
    request('tools/list'),
    headers({ method: 'tools/list' }),
    -32602,
    `lacks ${version}, ${capabilities}`,
  ],
  [
    'initialize with the header of 2026-07-28',
    request('initialize', {}),
    headers({ method: 'initialize' }),
    -32020,
    'initialize belongs to the revisions before it',
  ],
])('%s is refused', (_what, message, given, code, text) => {
  expect(eraOf(message, given)).toMatchObject({
    kind: 'refused',
    refusal: { status: 400, error: { code, message: expect.stringContaining(text) } },
  });
});
