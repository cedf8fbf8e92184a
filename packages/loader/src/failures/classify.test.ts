import { classifyLoadError } from './classify.js';

describe('the vectors of the reference implementation', () => {
  it.each([
    ['read timeout', 'transient'],
    ['Request timed out', 'transient'],
    ['HTTP 403 Forbidden from http://gw/mcp/x: upstream call timeout', 'transient'],
    ['HTTP 502 Bad Gateway from http://x', 'transient'],
    ['HTTP 503 Service Unavailable from http://x', 'transient'],
    ['HTTP 408 Request Timeout from http://x', 'transient'],
    ['HTTP 429 Too Many Requests from http://x', 'transient'],
    ['Session terminated', 'transient'],
    ['Server disconnected without sending a response', 'transient'],
    ['Connection reset by peer', 'transient'],
    ['Cannot connect to http://x: getaddrinfo failed', 'permanent'],
    ['Name or service not known', 'permanent'],
    ['All connection attempts failed: Connection refused', 'permanent'],
    ['HTTP 404 Not Found from http://gw/mcp', 'permanent'],
    ['SSL: CERTIFICATE_VERIFY_FAILED', 'permanent'],
    ['MCP endpoint URL is not configured', 'permanent'],
    ['some unrecognized failure with no signal', 'permanent'],
    ['HTTP 403 Forbidden from http://x', 'denied'],
    ['HTTP 401 Unauthorized from http://x', 'denied'],
  ])('%s', (message, expected) => {
    expect(classifyLoadError(message)).toBe(expected);
  });

  it.each([
    [503, 'transient'],
    [404, 'permanent'],
    [403, 'denied'],
  ])('opaque with status %d', (status, expected) => {
    expect(classifyLoadError('opaque', status)).toBe(expected);
  });
});

describe('the mapping table of the data model', () => {
  it.each([
    ['Request timeout', undefined, 'transient'],
    ['TimeoutException', undefined, 'transient'],
    ['httpx.ReadTimeout', undefined, 'transient'],
    ['connect ETIMEDOUT 10.0.0.1:443', undefined, 'transient'],
    ['UND_ERR_HEADERS_TIMEOUT', undefined, 'transient'],
    ['connection closed mid-stream', undefined, 'transient'],
    ['TransportError: the stream broke', undefined, 'transient'],
    ['TransportError: connection refused', undefined, 'permanent'],
    ['boom', 500, 'transient'],
    ['boom', 599, 'transient'],
    ['ext_authz: upstream request timeout', 403, 'transient'],
    ['getaddrinfo ENOTFOUND mcp.example.com', undefined, 'permanent'],
    ['connect ECONNREFUSED 127.0.0.1:9000', undefined, 'permanent'],
    ['no route', 404, 'permanent'],
    ['malformed connection config: the command is empty', undefined, 'permanent'],
    ['denied by policy', 401, 'denied'],
    ['denied by policy', 403, 'denied'],
    ['external authorization failed', 403, 'denied'],
    ['', undefined, 'permanent'],
    ['Method Not Allowed', 405, 'permanent'],
  ])('%s (%s)', (message, status, expected) => {
    expect(classifyLoadError(message, status)).toBe(expected);
  });
});

describe('text that names something never decides', () => {
  it.each([
    ['HTTP 401 Unauthorized from http://timeout.example.com/timed-out?timeout=1', 'denied'],
    ['HTTP 403 Forbidden from https://gw/mcp/upstream-timeout', 'denied'],
    ['HTTP 404 Not Found from http://x/timeout', 'permanent'],
    ['HTTP 403 Forbidden from http://gw/HTTP 503', 'denied'],
    ['getaddrinfo ENOTFOUND timeout', 'permanent'],
    ['getaddrinfo ENOTFOUND timeout.default.svc.cluster.local', 'permanent'],
    ['Cannot connect to timeout-service:8080: connection refused', 'permanent'],
    ['Cannot connect to timeout.svc:8080: certificate has expired', 'permanent'],
    ['HTTP 403 Forbidden at /mcp/timeout', 'denied'],
    ['HTTP 403 Forbidden: setTimeout(f, 1)', 'denied'],
    ['HTTP 403 Forbidden: tool reset_connection_timeout is not allowed', 'denied'],
    ['HTTP 401 Unauthorized: your session timed out', 'denied'],
    ['HTTP 403 Forbidden: token timeout', 'denied'],
  ])('%s', (message, expected) => {
    expect(classifyLoadError(message)).toBe(expected);
  });
});

describe('a 401 is denied whatever it says, and a 403 that no table knows', () => {
  const prose = [
    'current time out of allowed window',
    'session terminated by administrator',
    'you may not set a timeout above 5s',
    'authentication timeout, log in again',
    'Request timed out',
    'request timeout',
    'connection reset by policy',
    'session closed',
    'server disconnected you',
    'TimeoutException',
    'deadline exceeded for this subscription',
    'ETIMEDOUT',
    'HTTP 503',
    'upstream call timeout: contact the administrator',
  ];
  it.each(prose)('%s', text => {
    expect(classifyLoadError(text, 403)).toBe('denied');
    expect(classifyLoadError(`HTTP 403 Forbidden: ${text}`)).toBe('denied');
    expect(classifyLoadError(`HTTP/1.1 403 Forbidden: ${text}`)).toBe('denied');
    expect(classifyLoadError(text, 401)).toBe('denied');
    expect(classifyLoadError(`HTTP 401 Unauthorized: ${text}`)).toBe('denied');
  });
});

describe('a status in a text', () => {
  it.each([
    ['HTTP/1.1 503 Service Unavailable', 'transient'],
    ['HTTP/1.0 502 Bad Gateway', 'transient'],
    ['HTTP/2 429', 'transient'],
    ['HTTP/2.0 429', 'transient'],
    ['HTTP/1.1 403 Forbidden', 'denied'],
    ['HTTP/1.1 401 Unauthorized', 'denied'],
    ['HTTP/1.1 404 Not Found', 'permanent'],
    ['HTTP/3 500', 'transient'],
    ['Error POSTing to endpoint (HTTP 403): upstream call timeout', 'transient'],
    ["Client error '403 Forbidden' for url 'http://x/timeout'", 'denied'],
    ["Server error '503 Service Unavailable' for url 'http://x'", 'transient'],
    ['Request failed with status code 503', 'transient'],
    ['status_code=502', 'transient'],
    ['http request failed with code: 404 Not Found', 'permanent'],
    ['503 Service Unavailable', 'transient'],
    ['upstream said 403 Forbidden', 'denied'],
    ['HTTP 404 Not Found: request timed out', 'permanent'],
    ['HTTP 400 Bad Request: invalid timeout', 'permanent'],
    ['HTTP 200 OK, then the read timed out', 'transient'],
    ['503 apples', 'permanent'],
    ['HTTP 5030', 'permanent'],
    ['code 12', 'permanent'],
    ['http://503.example.com/', 'permanent'],
    ['status 404.example.com', 'permanent'],
  ])('%s', (message, expected) => {
    expect(classifyLoadError(message)).toBe(expected);
  });
});

describe('signatures of an operator', () => {
  const transient403Signatures = ['OpenFGA check error', ''];
  it.each([
    ['OpenFGA check error', 403, 'transient'],
    ['openfga CHECK error', 403, 'transient'],
    ['caller lacks tool grant', 403, 'denied'],
    ['OpenFGA check error', 401, 'denied'],
    ['HTTP 403 Forbidden from http://gw/OpenFGA check error'.replaceAll(' check error', '-check-error'), 403, 'denied'],
  ])('%s (%d)', (message, status, expected) => {
    expect(classifyLoadError(message, status, { transient403Signatures })).toBe(expected);
  });

  it('an empty signature matches nothing', () => {
    expect(classifyLoadError('Forbidden', 403, { transient403Signatures: ['', '  '] })).toBe('denied');
  });
});

it('reads no more than the start of a long text, in linear time', () => {
  expect(classifyLoadError(`${'a.'.repeat(200_000)} timeout`)).toBe('permanent');
  expect(classifyLoadError(`${'http://'.repeat(100_000)}`, 403)).toBe('denied');
  expect(classifyLoadError(`${'session '.repeat(100_000)}`, 403)).toBe('denied');
});
