/**
 * What agentgateway answers to each fault of `test/e2e/agentgateway-faults.ts`, and what that means: the class and layer that
 * the loader must find, and the advice. `from` says whether a version was measured with the real proxy or read in its source.
 * The port of a loopback address is written as PORT. Of v0.12.0, tokens that are checked and an error of JSON-RPC are read in the source:
 * the build that was measured ends the connection there.
 */
import type { ServerLoadOutcome } from '../../src/index.js';

export interface RecordedAnswer {
  /** `GET`, or the method of the JSON-RPC request. */
  readonly asked: string;
  /** 0 where the proxy did not answer. */
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface Recorded {
  readonly fault: string;
  readonly versions: readonly string[];
  readonly from: 'measured' | 'source';
  /** The answers that were no success, in order. */
  readonly answers: readonly RecordedAnswer[];
  readonly expected: Pick<ServerLoadOutcome, 'status' | 'layer' | 'code' | 'httpStatus'>;
  readonly advice: string | null;
}

export const recordedVersions = ['v0.12.0', 'v1.1.0', 'v1.4.1'];

export const recordedAnswers: readonly Recorded[] = [
  {
    fault: 'none',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [],
    expected: { status: 'available', layer: null, code: null, httpStatus: null },
    advice: null,
  },
  {
    fault: 'authz-grpc-down',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: '', body: 'Authorization service unavailable' }],
    expected: { status: 'transient', layer: 'ext-authz', code: 'ext-authz-unavailable', httpStatus: 403 },
    advice: "the gateway's ext-authz got no decision: check that the authorization service (the authorizer) runs, and its timeout",
  },
  {
    fault: 'authz-grpc-down-503',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 503, type: '', body: 'Authorization service unavailable' }],
    expected: { status: 'transient', layer: 'ext-authz', code: 'ext-authz-unavailable', httpStatus: 503 },
    advice: "the gateway's ext-authz got no decision: check that the authorization service (the authorizer) runs, and its timeout",
  },
  {
    fault: 'authz-grpc-down-deny',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: 'text/plain', body: 'external authorization failed' }],
    expected: { status: 'denied', layer: 'ext-authz', code: 'ext-authz-denied', httpStatus: 403 },
    advice: "the gateway's ext-authz refused: ask for access; if its authorizer is slow or down, raise the timeout or let it answer 503",
  },
  {
    fault: 'authz-grpc-down-allow',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [],
    expected: { status: 'available', layer: null, code: null, httpStatus: null },
    advice: null,
  },
  {
    fault: 'authz-grpc-hang',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: '', body: 'Authorization service unavailable' }],
    expected: { status: 'transient', layer: 'ext-authz', code: 'ext-authz-unavailable', httpStatus: 403 },
    advice: "the gateway's ext-authz got no decision: check that the authorization service (the authorizer) runs, and its timeout",
  },
  {
    fault: 'authz-grpc-error',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: '', body: 'Authorization service unavailable' }],
    expected: { status: 'transient', layer: 'ext-authz', code: 'ext-authz-unavailable', httpStatus: 403 },
    advice: "the gateway's ext-authz got no decision: check that the authorization service (the authorizer) runs, and its timeout",
  },
  {
    fault: 'authz-grpc-deny',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: 'text/plain', body: 'external authorization failed' }],
    expected: { status: 'denied', layer: 'ext-authz', code: 'ext-authz-denied', httpStatus: 403 },
    advice: "the gateway's ext-authz refused: ask for access; if its authorizer is slow or down, raise the timeout or let it answer 503",
  },
  {
    fault: 'authz-grpc-deny-own',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: '', body: 'denied by OpenFGA' }],
    expected: { status: 'denied', layer: 'ext-authz', code: 'ext-authz-denied', httpStatus: 403 },
    advice: "the gateway's ext-authz refused: ask for access; if its authorizer is slow or down, raise the timeout or let it answer 503",
  },
  {
    fault: 'authz-grpc-deny-401',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 401, type: '', body: 'log in again, the session timed out' }],
    expected: { status: 'denied', layer: 'http', code: null, httpStatus: 401 },
    advice: 'the server is up and asks for credentials: add a token to its headers',
  },
  {
    fault: 'authz-grpc-allow',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [],
    expected: { status: 'available', layer: null, code: null, httpStatus: null },
    advice: null,
  },
  {
    fault: 'authz-http-down',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: '', body: 'upstream call failed: Connect: Connection refused (os error 111)' }],
    expected: { status: 'transient', layer: 'ext-authz', code: 'ext-authz-unavailable', httpStatus: 403 },
    advice: "the gateway's ext-authz got no decision: check that the authorization service (the authorizer) runs, and its timeout",
  },
  {
    fault: 'authz-http-hang',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: '', body: 'upstream call timeout' }],
    expected: { status: 'transient', layer: 'ext-authz', code: 'ext-authz-timeout', httpStatus: 403 },
    advice: "the gateway's ext-authz got no decision in time: check the authorization service (the authorizer), or raise its timeout",
  },
  {
    fault: 'authz-http-dns',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: '', body: 'backends required DNS resolution which failed' }],
    expected: { status: 'transient', layer: 'ext-authz', code: 'ext-authz-unavailable', httpStatus: 403 },
    advice: "the gateway's ext-authz got no decision: check that the authorization service (the authorizer) runs, and its timeout",
  },
  {
    fault: 'authz-http-reset',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [
      { asked: 'initialize', status: 403, type: '', body: 'upstream call failed: SendRequest: connection closed before message completed' },
    ],
    expected: { status: 'transient', layer: 'ext-authz', code: 'ext-authz-unavailable', httpStatus: 403 },
    advice: "the gateway's ext-authz got no decision: check that the authorization service (the authorizer) runs, and its timeout",
  },
  {
    fault: 'authz-http-deny',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: 'text/plain', body: 'not in the group' }],
    expected: { status: 'denied', layer: 'http', code: null, httpStatus: 403 },
    advice: 'the server is up and refused this identity: ask its owner for access',
  },
  {
    fault: 'authz-http-broken',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 500, type: 'text/plain', body: 'boom' }],
    expected: { status: 'transient', layer: 'http', code: null, httpStatus: 500 },
    advice: 'it is starting, overloaded or broken: see its log and that of the gateway',
  },
  {
    fault: 'jwt-none',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 401, type: 'text/plain', body: 'authentication failure: no bearer token found' }],
    expected: { status: 'denied', layer: 'http', code: null, httpStatus: 401 },
    advice: 'the server is up and asks for credentials: add a token to its headers',
  },
  {
    fault: 'jwt-expired',
    versions: ['v0.12.0'],
    from: 'source',
    answers: [
      {
        asked: 'initialize',
        status: 401,
        type: 'text/plain',
        body: 'authentication failure: the token is invalid or malformed: Error(ExpiredSignature)',
      },
    ],
    expected: { status: 'denied', layer: 'http', code: 'gateway-token', httpStatus: 401 },
    advice: 'the gateway refused the token: check its issuer, audience, key and expiry',
  },
  {
    fault: 'jwt-expired',
    versions: ['v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 401,
        type: 'text/plain',
        body: 'authentication failure: the token is invalid or malformed: Error(ExpiredSignature)',
      },
    ],
    expected: { status: 'denied', layer: 'http', code: 'gateway-token', httpStatus: 401 },
    advice: 'the gateway refused the token: check its issuer, audience, key and expiry',
  },
  {
    fault: 'jwt-audience',
    versions: ['v0.12.0'],
    from: 'source',
    answers: [
      {
        asked: 'initialize',
        status: 401,
        type: 'text/plain',
        body: 'authentication failure: the token is invalid or malformed: Error(InvalidAudience)',
      },
    ],
    expected: { status: 'denied', layer: 'http', code: 'gateway-token', httpStatus: 401 },
    advice: 'the gateway refused the token: check its issuer, audience, key and expiry',
  },
  {
    fault: 'jwt-audience',
    versions: ['v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 401,
        type: 'text/plain',
        body: 'authentication failure: the token is invalid or malformed: Error(InvalidAudience)',
      },
    ],
    expected: { status: 'denied', layer: 'http', code: 'gateway-token', httpStatus: 401 },
    advice: 'the gateway refused the token: check its issuer, audience, key and expiry',
  },
  {
    fault: 'jwt-issuer',
    versions: ['v0.12.0'],
    from: 'source',
    answers: [
      {
        asked: 'initialize',
        status: 401,
        type: 'text/plain',
        body: 'authentication failure: the token is invalid or malformed: Error(InvalidIssuer)',
      },
    ],
    expected: { status: 'denied', layer: 'http', code: 'gateway-token', httpStatus: 401 },
    advice: 'the gateway refused the token: check its issuer, audience, key and expiry',
  },
  {
    fault: 'jwt-issuer',
    versions: ['v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 401,
        type: 'text/plain',
        body: 'authentication failure: the token is invalid or malformed: Error(InvalidIssuer)',
      },
    ],
    expected: { status: 'denied', layer: 'http', code: 'gateway-token', httpStatus: 401 },
    advice: 'the gateway refused the token: check its issuer, audience, key and expiry',
  },
  {
    fault: 'jwt-key',
    versions: ['v0.12.0'],
    from: 'source',
    answers: [
      {
        asked: 'initialize',
        status: 401,
        type: 'text/plain',
        body: 'authentication failure: the token is invalid or malformed: Error(InvalidSignature)',
      },
    ],
    expected: { status: 'denied', layer: 'http', code: 'gateway-token', httpStatus: 401 },
    advice: 'the gateway refused the token: check its issuer, audience, key and expiry',
  },
  {
    fault: 'jwt-key',
    versions: ['v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 401,
        type: 'text/plain',
        body: 'authentication failure: the token is invalid or malformed: Error(InvalidSignature)',
      },
    ],
    expected: { status: 'denied', layer: 'http', code: 'gateway-token', httpStatus: 401 },
    advice: 'the gateway refused the token: check its issuer, audience, key and expiry',
  },
  {
    fault: 'jwt-garbage',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 401,
        type: 'text/plain',
        body: 'authentication failure: the token header is malformed: Error(InvalidToken)',
      },
    ],
    expected: { status: 'denied', layer: 'http', code: 'gateway-token', httpStatus: 401 },
    advice: 'the gateway refused the token: check its issuer, audience, key and expiry',
  },
  {
    fault: 'jwt-good',
    versions: ['v0.12.0'],
    from: 'source',
    answers: [],
    expected: { status: 'available', layer: null, code: null, httpStatus: null },
    advice: null,
  },
  {
    fault: 'jwt-good',
    versions: ['v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [],
    expected: { status: 'available', layer: null, code: null, httpStatus: null },
    advice: null,
  },
  {
    fault: 'api-key',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 401, type: 'text/plain', body: 'api key authentication failure: no API Key found' }],
    expected: { status: 'denied', layer: 'http', code: null, httpStatus: 401 },
    advice: 'the server is up and asks for credentials: add a token to its headers',
  },
  {
    fault: 'mcp-authentication',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 401,
        type: 'application/json',
        body: '{"error":"unauthorized","error_description":"JWT token required"}',
      },
    ],
    expected: { status: 'denied', layer: 'http', code: null, httpStatus: 401 },
    advice: 'the server is up and asks for credentials: add a token to its headers',
  },
  {
    fault: 'authorization-rules',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: 'text/plain', body: 'authorization failed' }],
    expected: { status: 'denied', layer: 'http', code: 'gateway-rules', httpStatus: 403 },
    advice: "the gateway's authorization rules refused this identity: ask for access",
  },
  {
    fault: 'csrf',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: '', body: 'CSRF validation failed' }],
    expected: { status: 'denied', layer: 'http', code: 'gateway-csrf', httpStatus: 403 },
    advice: "the gateway's CSRF policy refused the Origin header: allow it there",
  },
  {
    fault: 'cors',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [],
    expected: { status: 'available', layer: null, code: null, httpStatus: null },
    advice: null,
  },
  {
    fault: 'rate-limit',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 429, type: 'text/plain', body: 'rate limit exceeded' }],
    expected: { status: 'transient', layer: 'http', code: 'gateway-rate-limit', httpStatus: 429 },
    advice: 'the gateway limits requests: ask less often, or raise its limit',
  },
  {
    fault: 'rate-limit-service-down',
    versions: ['v0.12.0'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 429, type: 'text/plain', body: 'rate limit failed' }],
    expected: { status: 'transient', layer: 'http', code: 'gateway-rate-limit-service', httpStatus: 429 },
    advice: 'the gateway cannot ask its rate limit service: check that service',
  },
  {
    fault: 'rate-limit-service-down',
    versions: ['v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 500, type: 'text/plain', body: 'rate limit failed' }],
    expected: { status: 'transient', layer: 'http', code: 'gateway-rate-limit-service', httpStatus: 500 },
    advice: 'the gateway cannot ask its rate limit service: check that service',
  },
  {
    fault: 'mcp-authorization',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [],
    expected: { status: 'available', layer: null, code: null, httpStatus: null },
    advice: null,
  },
  {
    fault: 'no-route',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [
      { asked: 'initialize', status: 404, type: 'text/plain', body: 'route not found' },
      { asked: 'GET', status: 404, type: 'text/plain', body: 'route not found' },
    ],
    expected: { status: 'permanent', layer: 'http', code: 'gateway-route', httpStatus: 404 },
    advice: 'the gateway has no route for this host and path: check the URL and its routes',
  },
  {
    fault: 'target-down',
    versions: ['v0.12.0', 'v1.1.0'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: send error: http upstream error: http request failed: upstream call failed: Connect: Connection refused (os error 111)"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'tcp', code: 'upstream-refused', httpStatus: 500 },
    advice: 'nothing listens where the gateway looks for the server: check that the server runs, and its port',
  },
  {
    fault: 'target-down',
    versions: ['v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: http upstream error: http request failed: upstream call failed: Connect: Connection refused (os error 111)"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'tcp', code: 'upstream-refused', httpStatus: 500 },
    advice: 'nothing listens where the gateway looks for the server: check that the server runs, and its port',
  },
  {
    fault: 'target-dns',
    versions: ['v0.12.0', 'v1.1.0'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: send error: http upstream error: http request failed: backends required DNS resolution which failed"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'dns', code: 'upstream-dns', httpStatus: 500 },
    advice: 'the gateway cannot resolve the host of the server: check its target, the Service and its namespace',
  },
  {
    fault: 'target-dns',
    versions: ['v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: http upstream error: http request failed: backends required DNS resolution which failed"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'dns', code: 'upstream-dns', httpStatus: 500 },
    advice: 'the gateway cannot resolve the host of the server: check its target, the Service and its namespace',
  },
  {
    fault: 'target-plain-for-tls',
    versions: ['v0.12.0', 'v1.1.0'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: send error: http upstream error: http request failed: upstream call failed: Connect: received corrupt message of type InvalidContentType"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'tls', code: 'upstream-no-tls', httpStatus: 500 },
    advice: 'the port of the server does not speak TLS: remove backendTLS from the target of the gateway, or correct the port',
  },
  {
    fault: 'target-plain-for-tls',
    versions: ['v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: http upstream error: http request failed: upstream call failed: Connect: received corrupt message of type InvalidContentType"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'tls', code: 'upstream-no-tls', httpStatus: 500 },
    advice: 'the port of the server does not speak TLS: remove backendTLS from the target of the gateway, or correct the port',
  },
  {
    fault: 'target-self-signed',
    versions: ['v0.12.0', 'v1.1.0'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: send error: http upstream error: http request failed: upstream call failed: Connect: invalid peer certificate: UnknownIssuer"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'tls', code: 'upstream-tls', httpStatus: 500 },
    advice: 'the gateway does not trust the certificate of the server: check it, and the root of backendTLS',
  },
  {
    fault: 'target-self-signed',
    versions: ['v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: http upstream error: http request failed: upstream call failed: Connect: invalid peer certificate: UnknownIssuer"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'tls', code: 'upstream-tls', httpStatus: 500 },
    advice: 'the gateway does not trust the certificate of the server: check it, and the root of backendTLS',
  },
  {
    fault: 'target-html',
    versions: ['v0.12.0', 'v1.1.0'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: send error: http upstream error: http request failed: unexpected content type: Some(\\"text/html\\")"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'handshake', code: 'upstream-not-mcp', httpStatus: 500 },
    advice: 'the target of the gateway is not an MCP endpoint: check its path (often /mcp or /sse)',
  },
  {
    fault: 'target-html',
    versions: ['v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: http upstream error: http request failed: unexpected content type: Some(\\"text/html\\")"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'handshake', code: 'upstream-not-mcp', httpStatus: 500 },
    advice: 'the target of the gateway is not an MCP endpoint: check its path (often /mcp or /sse)',
  },
  {
    fault: 'target-404',
    versions: ['v0.12.0'],
    from: 'measured',
    answers: [
      { asked: 'initialize', status: 404, type: 'text/plain', body: 'mcp: upstream error: 404 Not Found' },
      { asked: 'GET', status: 422, type: 'text/plain', body: 'mcp: session ID is required' },
    ],
    expected: { status: 'permanent', layer: 'http', code: null, httpStatus: 404 },
    advice: 'no such path: check the URL (often /mcp or /sse) and the route',
  },
  {
    fault: 'target-404',
    versions: ['v1.1.0'],
    from: 'measured',
    answers: [
      { asked: 'initialize', status: 404, type: 'text/plain', body: 'Not Found' },
      { asked: 'GET', status: 422, type: 'text/plain', body: 'mcp: session ID is required' },
    ],
    expected: { status: 'permanent', layer: 'http', code: null, httpStatus: 404 },
    advice: 'no such path: check the URL (often /mcp or /sse) and the route',
  },
  {
    fault: 'target-404',
    versions: ['v1.4.1'],
    from: 'measured',
    answers: [
      { asked: 'initialize', status: 404, type: 'text/plain', body: 'Not Found' },
      { asked: 'GET', status: 400, type: 'text/plain', body: 'mcp: session ID is required' },
    ],
    expected: { status: 'permanent', layer: 'http', code: null, httpStatus: 404 },
    advice: 'no such path: check the URL (often /mcp or /sse) and the route',
  },
  {
    fault: 'target-401',
    versions: ['v0.12.0'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 401, type: 'text/plain', body: 'mcp: upstream error: 401 Unauthorized' }],
    expected: { status: 'denied', layer: 'http', code: null, httpStatus: 401 },
    advice: 'the server is up and asks for credentials: add a token to its headers',
  },
  {
    fault: 'target-401',
    versions: ['v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 401, type: 'application/json', body: '{"error":"invalid_token"}' }],
    expected: { status: 'denied', layer: 'http', code: null, httpStatus: 401 },
    advice: 'the server is up and asks for credentials: add a token to its headers',
  },
  {
    fault: 'target-403',
    versions: ['v0.12.0'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: 'text/plain', body: 'mcp: upstream error: 403 Forbidden' }],
    expected: { status: 'denied', layer: 'http', code: null, httpStatus: 403 },
    advice: 'the server is up and refused this identity: ask its owner for access',
  },
  {
    fault: 'target-403',
    versions: ['v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 403, type: 'text/plain', body: 'not your tool' }],
    expected: { status: 'denied', layer: 'http', code: null, httpStatus: 403 },
    advice: 'the server is up and refused this identity: ask its owner for access',
  },
  {
    fault: 'target-429',
    versions: ['v0.12.0'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 429, type: 'text/plain', body: 'mcp: upstream error: 429 Too Many Requests' }],
    expected: { status: 'transient', layer: 'http', code: null, httpStatus: 429 },
    advice: 'it limits requests: ask less often, or raise its limit',
  },
  {
    fault: 'target-429',
    versions: ['v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 429, type: 'text/plain', body: 'slow down' }],
    expected: { status: 'transient', layer: 'http', code: null, httpStatus: 429 },
    advice: 'it limits requests: ask less often, or raise its limit',
  },
  {
    fault: 'target-503',
    versions: ['v0.12.0'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 503, type: 'text/plain', body: 'mcp: upstream error: 503 Service Unavailable' }],
    expected: { status: 'transient', layer: 'http', code: null, httpStatus: 503 },
    advice: 'it is starting, overloaded or broken: see its log and that of the gateway',
  },
  {
    fault: 'target-503',
    versions: ['v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 503, type: 'text/plain', body: 'starting' }],
    expected: { status: 'transient', layer: 'http', code: null, httpStatus: 503 },
    advice: 'it is starting, overloaded or broken: see its log and that of the gateway',
  },
  {
    fault: 'target-reset',
    versions: ['v0.12.0', 'v1.1.0'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: send error: http upstream error: http request failed: upstream call failed: SendRequest: connection closed before message completed"}}',
      },
    ],
    expected: { status: 'transient', layer: 'http', code: 'upstream-broken', httpStatus: 500 },
    advice: 'it is starting, overloaded or broken: see its log and that of the gateway',
  },
  {
    fault: 'target-reset',
    versions: ['v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: http upstream error: http request failed: upstream call failed: SendRequest: connection closed before message completed"}}',
      },
    ],
    expected: { status: 'transient', layer: 'http', code: 'upstream-broken', httpStatus: 500 },
    advice: 'it is starting, overloaded or broken: see its log and that of the gateway',
  },
  {
    fault: 'target-no-json',
    versions: ['v0.12.0', 'v1.1.0'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: send error: http upstream error: http request failed: EOF while parsing a value at line 1 column 11"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'handshake', code: 'upstream-not-mcp', httpStatus: 500 },
    advice: 'the target of the gateway is not an MCP endpoint: check its path (often /mcp or /sse)',
  },
  {
    fault: 'target-no-json',
    versions: ['v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: http upstream error: http request failed: EOF while parsing a value at line 1 column 11"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'handshake', code: 'upstream-not-mcp', httpStatus: 500 },
    advice: 'the target of the gateway is not an MCP endpoint: check its path (often /mcp or /sse)',
  },
  {
    fault: 'target-rpc-error',
    versions: ['v0.12.0'],
    from: 'source',
    answers: [
      {
        asked: 'initialize',
        status: 200,
        type: 'text/event-stream',
        body: 'data: {"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"no database"}}\n\n',
      },
    ],
    expected: { status: 'permanent', layer: 'handshake', code: 'rpc-error', httpStatus: null },
    advice: 'the server runs and refuses the request: see its log',
  },
  {
    fault: 'target-rpc-error',
    versions: ['v1.1.0'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 200,
        type: 'text/event-stream',
        body: 'data: {"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"no database"}}\n\ndata: {"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"http request failed: upstream stream ended unexpectedly"}}\n\n',
      },
    ],
    expected: { status: 'permanent', layer: 'handshake', code: 'rpc-error', httpStatus: null },
    advice: 'the server runs and refuses the request: see its log',
  },
  {
    fault: 'target-rpc-error',
    versions: ['v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 200,
        type: 'text/event-stream',
        body: 'event: message\ndata: {"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"no database"}}\n\n',
      },
    ],
    expected: { status: 'permanent', layer: 'handshake', code: 'rpc-error', httpStatus: null },
    advice: 'the server runs and refuses the request: see its log',
  },
  {
    fault: 'target-hang',
    versions: ['v0.12.0', 'v1.1.0', 'v1.4.1'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 504, type: 'text/plain', body: 'request timeout' }],
    expected: { status: 'transient', layer: 'http', code: 'gateway-timeout', httpStatus: 504 },
    advice: 'the server behind the gateway does not answer in time: see its log, or raise the timeout of the route',
  },
  {
    fault: 'target-hang-backend',
    versions: ['v0.12.0', 'v1.1.0'],
    from: 'measured',
    answers: [{ asked: 'initialize', status: 0, type: '', body: '' }],
    expected: { status: 'transient', layer: 'http', code: 'timeout', httpStatus: null },
    advice: 'it accepts connections and does not answer well: see its log',
  },
  {
    fault: 'target-hang-backend',
    versions: ['v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'initialize',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"failed to send message: http upstream error: http request failed: upstream call timeout"}}',
      },
    ],
    expected: { status: 'transient', layer: 'http', code: 'upstream-timeout', httpStatus: 500 },
    advice: 'the server behind the gateway does not answer in time: see its log',
  },
  {
    fault: 'target-large',
    versions: ['v0.12.0'],
    from: 'measured',
    answers: [
      {
        asked: 'tools/list',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"failed to send message: send error: http upstream error: http request failed: length limit exceeded"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'http', code: 'gateway-body-limit', httpStatus: 500 },
    advice:
      'the body is larger than the gateway buffers: raise frontendPolicies.http.maxBufferSize, or let the server answer as an event stream',
  },
  {
    fault: 'target-large',
    versions: ['v1.1.0'],
    from: 'measured',
    answers: [
      {
        asked: 'tools/list',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"failed to send message: send error: http upstream error: http request failed: body exceeded buffer limit"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'http', code: 'gateway-body-limit', httpStatus: 500 },
    advice:
      'the body is larger than the gateway buffers: raise frontendPolicies.http.maxBufferSize, or let the server answer as an event stream',
  },
  {
    fault: 'target-large',
    versions: ['v1.4.1'],
    from: 'measured',
    answers: [
      {
        asked: 'tools/list',
        status: 500,
        type: 'application/json',
        body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"failed to send message: http upstream error: http request failed: body exceeded buffer limit"}}',
      },
    ],
    expected: { status: 'permanent', layer: 'http', code: 'gateway-body-limit', httpStatus: 500 },
    advice:
      'the body is larger than the gateway buffers: raise frontendPolicies.http.maxBufferSize, or let the server answer as an event stream',
  },
  // A request of more than 2 MiB; the loader sends none, so the test with real binaries leaves this out.
  {
    fault: 'request-too-large',
    versions: ['v0.12.0', 'v1.1.0'],
    from: 'source',
    answers: [
      { asked: 'initialize', status: 400, type: 'text/plain', body: 'mcp: fail to deserialize request body: length limit exceeded' },
    ],
    expected: { status: 'permanent', layer: 'http', code: 'gateway-body-limit', httpStatus: 400 },
    advice:
      'the body is larger than the gateway buffers: raise frontendPolicies.http.maxBufferSize, or let the server answer as an event stream',
  },

  {
    fault: 'request-too-large',
    versions: ['v1.4.1'],
    from: 'measured',
    answers: [
      { asked: 'initialize', status: 400, type: 'text/plain', body: 'mcp: fail to deserialize request body: length limit exceeded' },
    ],
    expected: { status: 'permanent', layer: 'http', code: 'gateway-body-limit', httpStatus: 400 },
    advice:
      'the body is larger than the gateway buffers: raise frontendPolicies.http.maxBufferSize, or let the server answer as an event stream',
  },
];
