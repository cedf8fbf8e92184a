import { classifyLoadError, classifySignal } from './classify.js';
import { failureCode } from './failure-codes.js';
import { proxyAnswerCode, proxyCauseCode } from './proxy-answers.js';

describe('answers that a gateway writes itself', () => {
  it.each<[number, string, string, string]>([
    [403, 'Authorization service unavailable', 'ext-authz-unavailable', 'transient'],
    [503, 'Authorization service unavailable', 'ext-authz-unavailable', 'transient'],
    [500, 'Authorization service unavailable', 'ext-authz-unavailable', 'transient'],
    [403, ' authorization SERVICE unavailable\n', 'ext-authz-unavailable', 'transient'],
    [403, 'upstream call failed: Connect: Connection refused', 'ext-authz-unavailable', 'transient'],
    [403, 'upstream call failed: Connect: Connection refused (os error 111)', 'ext-authz-unavailable', 'transient'],
    [403, 'upstream call failed: SendRequest: connection closed before message completed', 'ext-authz-unavailable', 'transient'],
    [403, 'upstream call failed: Canceled', 'ext-authz-unavailable', 'transient'],
    [403, 'backends required DNS resolution which failed', 'ext-authz-unavailable', 'transient'],
    [403, 'upstream call timeout', 'ext-authz-timeout', 'transient'],
    [503, 'upstream call timeout', 'ext-authz-timeout', 'transient'],
    [403, 'upstream request timeout', 'ext-authz-timeout', 'transient'],
    [403, 'ext_authz: upstream request timeout', 'ext-authz-timeout', 'transient'],
    [403, 'ext_authz timeout', 'ext-authz-timeout', 'transient'],
    [403, 'service not found', 'ext-authz-misconfigured', 'denied'],
    [403, 'backends does not exist', 'ext-authz-misconfigured', 'denied'],
    [403, 'external authorization failed', 'ext-authz-denied', 'denied'],
    [403, 'denied by OpenFGA', 'ext-authz-denied', 'denied'],
    [401, 'authentication failure: the token is invalid or malformed: Error(ExpiredSignature)', 'gateway-token', 'denied'],
    [403, 'authorization failed', 'gateway-rules', 'denied'],
    [403, 'CSRF validation failed', 'gateway-csrf', 'denied'],
    [429, 'rate limit exceeded', 'gateway-rate-limit', 'transient'],
    [429, 'rate limit failed', 'gateway-rate-limit-service', 'transient'],
    [500, 'rate limit failed', 'gateway-rate-limit-service', 'transient'],
    [404, 'route not found', 'gateway-route', 'permanent'],
    [500, 'service not found', 'gateway-backend', 'transient'],
    [503, 'upstream call failed: Connect: Connection refused', 'gateway-upstream', 'transient'],
    [504, 'upstream call timeout', 'gateway-timeout', 'transient'],
    [504, 'request timeout', 'gateway-timeout', 'transient'],
  ])('%d %s', (status, body, code, expected) => {
    expect(proxyAnswerCode(status, body)).toBe(code);
    expect(classifyLoadError(body, status)).toBe(expected);
    expect(classifyLoadError(`HTTP/1.1 ${status}: ${body}`)).toBe(expected);
  });
});

describe("what only resembles one is anybody's", () => {
  it.each<[number, string, string]>([
    [401, 'Authorization service unavailable', 'denied'],
    [401, 'upstream call timeout', 'denied'],
    [401, 'ext_authz timeout', 'denied'],
    [404, 'Authorization service unavailable', 'permanent'],
    [403, 'The Authorization service unavailable page', 'denied'],
    [403, 'Authorization service unavailable for guests', 'denied'],
    [403, 'no: upstream call timeout is too long for you', 'denied'],
    [403, 'upstream call failed: you may not connect', 'denied'],
    [403, 'an upstream call timeout', 'denied'],
    [403, 'Connection refused', 'denied'],
    [403, 'Connect: Connection refused', 'denied'],
    [403, 'request timeout', 'denied'],
    [403, 'Request timed out', 'denied'],
    [403, '', 'denied'],
    [404, 'external authorization failed', 'permanent'],
    [403, '<html><title>upstream call timeout</title></html>', 'denied'],
  ])('%d %s', (status, body, expected) => {
    expect(proxyAnswerCode(status, body)).toBeUndefined();
    expect(classifyLoadError(body, status)).toBe(expected);
  });

  it('a text longer than any of them is not searched', () => {
    expect(proxyAnswerCode(403, `upstream call failed: Connect: ${'x'.repeat(100_000)}`)).toBeUndefined();
  });
});

describe('causes within an internal error of a gateway', () => {
  const frame = 'failed to send message: http upstream error: http request failed: ';

  it.each<[string, string, string, string]>([
    ['backends required DNS resolution which failed', 'upstream-dns', 'dns', 'permanent'],
    ['upstream call failed: Connect: Connection refused', 'upstream-refused', 'tcp', 'permanent'],
    ['upstream call failed: Connect: deadline has elapsed', 'upstream-unanswered', 'tcp', 'transient'],
    ['upstream call failed: Connect: Connection refused (os error 111)', 'upstream-refused', 'tcp', 'permanent'],
    ['upstream call failed: Connect: No route to host (os error 113)', 'upstream-unreachable', 'tcp', 'permanent'],
    ['upstream call failed: Connect: received corrupt message of type InvalidContentType', 'upstream-no-tls', 'tls', 'permanent'],
    ['upstream call failed: Connect: invalid peer certificate: UnknownIssuer', 'upstream-tls', 'tls', 'permanent'],
    ['unexpected content type: Some("text/html")', 'upstream-not-mcp', 'handshake', 'permanent'],
    ['unexpected content type for GET streams: None', 'upstream-not-mcp', 'handshake', 'permanent'],
    ['EOF while parsing a value at line 1 column 11', 'upstream-not-mcp', 'handshake', 'permanent'],
    ['upstream call timeout', 'upstream-timeout', 'http', 'transient'],
    ['upstream call failed: SendRequest: connection closed before message completed', 'upstream-broken', 'http', 'transient'],
    ['body exceeded buffer limit', 'gateway-body-limit', 'http', 'permanent'],
  ])('%s', (cause, code, layer, expected) => {
    expect([proxyCauseCode(frame + cause), failureCode(code)?.layer]).toEqual([code, layer]);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, error: { code: -32603, message: frame + cause } });
    expect(classifyLoadError(body, 500)).toBe(expected);
    expect(classifyLoadError(`HTTP 500 Internal Server Error: ${frame}${cause}`)).toBe(expected);
  });

  it.each<[number, string]>([
    [500, '{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"Connection refused"}}'],
    [500, 'Connection refused'],
    [503, 'upstream connect error or disconnect/reset before headers: delayed connect error: Connection refused'],
    [500, '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"the user said Connection refused to us"}}'],
    [502, '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":42}}'],
  ])('%d %s names none: the status decides', (status, body) => {
    expect(classifyLoadError(body, status)).toBe('transient');
  });
});

describe('a signal', () => {
  const base = { layer: 'http', text: 'HTTP 403 Forbidden', status: 403 } as const;

  it('of which the operator knows the text: layer and code name the authorization service', () => {
    const options = { transient403Signatures: ['policy engine warming up'] };
    expect(classifySignal({ ...base, said: 'The policy engine warming up, wait' }, options)).toEqual({
      status: 'transient',
      layer: 'ext-authz',
      code: 'ext-authz-unavailable',
    });
    expect(
      classifySignal(
        { ...base, layer: 'ext-authz', code: 'ext-authz-denied', said: 'external authorization failed' },
        { transient403Signatures: ['external authorization failed'] },
      ),
    ).toEqual({
      status: 'transient',
      layer: 'ext-authz',
      code: 'ext-authz-unavailable',
    });
    expect(classifySignal({ ...base, status: 401, said: 'policy engine warming up' }, options)).toEqual({
      status: 'denied',
      layer: 'http',
    });
  });

  it.each<[Parameters<typeof classifySignal>[0], string]>([
    [{ layer: 'config', code: 'config', text: 'the header Timeout timed out' }, 'permanent'],
    [{ layer: 'handshake', code: 'not-mcp', text: 'request timed out' }, 'permanent'],
    [{ layer: 'process', code: 'exit', text: 'exited', detail: 'connection reset' }, 'permanent'],
    [{ layer: 'process', code: 'exit', class: 'transient', text: 'exited' }, 'transient'],
    [{ layer: 'tcp', code: 'ECONNREFUSED', text: 'timed out' }, 'permanent'],
    [{ layer: 'tcp', code: 'ETIMEDOUT', text: 'malformed' }, 'transient'],
    [{ layer: 'tls', code: 'ERR_SSL_WRONG_VERSION_NUMBER', text: 'timed out' }, 'permanent'],
    [{ layer: 'http', status: 502, text: 'certificate' }, 'transient'],
    [{ layer: 'http', status: 410, text: 'gone', said: 'session timed out' }, 'permanent'],
    [{ layer: 'http', text: 'anything' }, 'permanent'],
    [{ layer: 'http', text: 'anything', said: 'read ECONNRESET' }, 'transient'],
    [{ layer: 'handshake', code: 'rpc-error', text: 'x', said: 'Request timed out' }, 'transient'],
    [{ layer: 'handshake', code: 'constructor', text: 'x' }, 'permanent'],
  ])('is classified by its code, not by its words: %j', (signal, expected) => {
    expect(classifySignal(signal).status).toBe(expected);
  });
});
