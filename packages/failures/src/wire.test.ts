import { invalidArguments, toolTimeout, unknownTool } from './common.js';
import type { FailureModeOf } from './failure-mode.js';
import {
  ConfigurationFailure,
  ContractViolation,
  GatewayFailure,
  InternalFailure,
  TransportFailure,
  UpstreamFailure,
} from './gateway-failure.js';
import { toWire, toWireError, type WireSettings } from './wire.js';

const protocol: WireSettings = { validationErrors: 'protocol' };
const asResult: WireSettings = { validationErrors: 'tool_result' };

const violation = (kind: ContractViolation['kind'], mode: FailureModeOf<'contract_violation'>, message: string) =>
  new ContractViolation(kind, { mode, message });

const errors: [string, GatewayFailure, unknown][] = [
  [
    'parse',
    violation('parse', 'invalid_json', 'Invalid JSON'),
    { code: -32700, message: 'Invalid JSON', data: { failure_mode: 'invalid_json', failure_category: 'contract_violation' } },
  ],
  [
    'request',
    violation('request', 'invalid_request', 'Invalid request: x'),
    { code: -32600, message: 'Invalid request: x', data: { failure_mode: 'invalid_request', failure_category: 'contract_violation' } },
  ],
  [
    'method',
    violation('method', 'unknown_method', 'Unknown method: x'),
    { code: -32601, message: 'Unknown method: x', data: { failure_mode: 'unknown_method', failure_category: 'contract_violation' } },
  ],
  [
    'unknown tool',
    unknownTool('get_post'),
    {
      code: -32602,
      message: 'Unknown tool: api:get_post',
      data: { tool: 'api:get_post', failure_mode: 'unknown_tool', failure_category: 'contract_violation' },
    },
  ],
  [
    'arguments',
    invalidArguments('get_post', ['a', tool => `b of ${tool}`]),
    {
      code: -32602,
      message: "Tool 'api:get_post' validation failed: a; b of api:get_post",
      data: {
        tool: 'api:get_post',
        errors: ['a', 'b of api:get_post'],
        failure_mode: 'invalid_arguments',
        failure_category: 'contract_violation',
      },
    },
  ],
  [
    'timeout',
    toolTimeout('get_post', 30),
    {
      code: -32603,
      message: "Tool 'api:get_post' timed out after 30s. The external service did not respond in time.",
      data: { tool: 'api:get_post', timeout_seconds: 30, failure_mode: 'timeout', failure_category: 'transport_failure' },
    },
  ],
  [
    'configuration',
    new ConfigurationFailure('auth.file: is empty'),
    {
      code: -32603,
      message: 'auth.file: is empty',
      data: { tool: 'api:get_post', failure_mode: 'invalid_configuration', failure_category: 'configuration_error' },
    },
  ],
  [
    'internal: nothing of what was thrown',
    new InternalFailure(new Error('password hunter2')),
    {
      code: -32603,
      message: 'Internal error',
      data: { tool: 'api:get_post', failure_mode: 'internal', failure_category: 'internal_failure' },
    },
  ],
  [
    'an answer that clients act on is passed on',
    new UpstreamFailure({ mode: 'rpc_error', message: 'm', rpcError: { code: -32042, message: 'open', data: { elicitations: [] } } }),
    { code: -32042, message: 'open', data: { elicitations: [] } },
  ],
];

test.each(errors)('error: %s', (_name, failure, error) => {
  const known = failure.tool === undefined && failure instanceof ContractViolation ? undefined : 'api:get_post';
  expect(toWire(failure, protocol, known)).toEqual({ error });
});

const results: [string, GatewayFailure, WireSettings, string, unknown][] = [
  [
    "an upstream's own text",
    new UpstreamFailure({ mode: 'http_status', tool: 'x', message: 'm', text: '{"e":1}', data: { status_code: 500 } }),
    protocol,
    '{"e":1}',
    { tool: 'api:x', status_code: 500, failure_mode: 'http_status', failure_category: 'upstream_failure' },
  ],
  [
    'other transport failures',
    new TransportFailure({ mode: 'connect', tool: 'x', message: 'HTTP error: connection refused (ECONNREFUSED)' }),
    protocol,
    'HTTP error: connection refused (ECONNREFUSED)',
    { tool: 'api:x', failure_mode: 'connect', failure_category: 'transport_failure' },
  ],
  [
    'arguments, where the setting says so',
    invalidArguments('x', ['bad']),
    asResult,
    "Tool 'api:x' validation failed: bad",
    { tool: 'api:x', errors: ['bad'], failure_mode: 'invalid_arguments', failure_category: 'contract_violation' },
  ],
];

test.each(results)('isError result: %s', (_name, failure, settings, text, data) => {
  expect(toWire(failure, settings, 'api:x')).toEqual({
    result: { content: [{ type: 'text', text }], isError: true, _meta: { 'mcpgw/failure': data } },
  });
});

test('an unknown tool stays a protocol error under both settings', () => {
  expect(toWire(unknownTool('x'), asResult)).toMatchObject({ error: { code: -32602 } });
});

test('requests that are no tool calls know errors only', () => {
  expect(toWireError(new TransportFailure({ mode: 'connect', message: 'HTTP error: x' }))).toEqual({
    code: -32603,
    message: 'HTTP error: x',
    data: { failure_mode: 'connect', failure_category: 'transport_failure' },
  });
  const rpcError = { code: -32002, message: 'Resource not found', data: { uri: 'a:b' } };
  expect(toWireError(new UpstreamFailure({ mode: 'rpc_error', message: 'm', rpcError }))).toBe(rpcError);
});

test('a failure names the tool as its source does until a client name is known', () => {
  expect(unknownTool('a').message).toBe('Unknown tool: a');
  expect(toWire(unknownTool('a'), protocol)).toMatchObject({ error: { message: 'Unknown tool: a', data: { tool: 'a' } } });
  expect(unknownTool('a')).toBeInstanceOf(GatewayFailure);
});

test('a failure cannot overwrite its category with data', () => {
  const failure = new UpstreamFailure({ mode: 'redirect', message: 'm', data: { failure_category: 'none', failure_mode: 'none' } });
  expect(toWire(failure, protocol)).toMatchObject({
    result: { _meta: { 'mcpgw/failure': { failure_mode: 'redirect', failure_category: 'upstream_failure' } } },
  });
});
