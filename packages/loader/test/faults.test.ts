import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Connection, getToolsWithResilience, type LoadOptions, type ServerLoadOutcome } from '../src/index.js';
import { type Authority, createAuthority } from './certificates.js';
import {
  answering,
  closedPort,
  closeServers,
  httpServer,
  httpsServer,
  initializeResult,
  type RpcAnswer,
  rpcListener,
  sdkListener,
  tcpServer,
  toolNamed,
} from './servers.js';

jest.setTimeout(60_000);

const quick: LoadOptions = { baseBackoffMs: 10, attemptTimeoutMs: 15_000, totalTimeoutMs: 60_000, random: () => 0 };
const short: LoadOptions = { ...quick, attemptTimeoutMs: 500 };

async function load(connection: Connection, options: LoadOptions = quick): Promise<ServerLoadOutcome> {
  const { status, released } = await getToolsWithResilience({ server: connection }, options);
  await released;
  return status.get('server')!;
}

function http(url: string): Connection {
  return { transport: 'streamable-http', url };
}

function sh(script: string): Connection {
  return { transport: 'stdio', command: 'sh', args: ['-c', script] };
}

const stdioFixture = join(__dirname, 'stdio-server.mjs');

/** Whether the process lives; one that has ended and waits for its parent does not. */
function isRunning(pid: string): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}

/** Status, attempts, layer and message: what a row of the tables expects. */
function summary({ status, attempts, layer, error }: ServerLoadOutcome) {
  return [status, attempts, layer, error];
}

afterEach(closeServers);

describe('HTTP answers', () => {
  it.each<[string, number, string, Record<string, string>, unknown[]]>([
    ['401', 401, '', { 'www-authenticate': 'Bearer' }, ['denied', 1, 'http', 'HTTP 401 Unauthorized']],
    ['401 with a body', 401, '{"error":"invalid_token"}', {}, ['denied', 1, 'http', 'HTTP 401 Unauthorized: invalid_token']],
    ['401 that speaks of a session', 401, 'session timed out', {}, ['denied', 1, 'http', 'HTTP 401 Unauthorized: session timed out']],
    ['403 without a body', 403, '', {}, ['denied', 1, 'http', 'HTTP 403 Forbidden']],
    [
      '403 with a policy text',
      403,
      'caller lacks tool grant',
      {},
      ['denied', 1, 'ext-authz', 'HTTP 403 Forbidden: caller lacks tool grant'],
    ],
    [
      '403 of ext-authz, ambiguous',
      403,
      'external authorization failed',
      {},
      ['denied', 1, 'ext-authz', 'HTTP 403 Forbidden: external authorization failed'],
    ],
    ['403 with a timeout', 403, 'upstream call timeout', {}, ['transient', 3, 'ext-authz', 'HTTP 403 Forbidden: upstream call timeout']],
    ['403 with scope', 403, '', { 'www-authenticate': 'Bearer error="insufficient_scope"' }, ['denied', 1, 'http', 'HTTP 403 Forbidden']],
    [
      '403 page with a script',
      403,
      '<html><title>Blocked</title><script>setTimeout(f)</script> timeout',
      {},
      ['denied', 1, 'http', 'HTTP 403 Forbidden: Blocked'],
    ],
    ['404', 404, 'no route: timeout', {}, ['permanent', 1, 'http', 'HTTP 404 Not Found: no route: timeout']],
    ['400', 400, '', {}, ['permanent', 1, 'http', 'HTTP 400 Bad Request']],
    ['408', 408, '', {}, ['transient', 3, 'http', 'HTTP 408 Request Timeout']],
    ['429 with Retry-After', 429, '', { 'retry-after': '0' }, ['transient', 3, 'http', 'HTTP 429 Too Many Requests: (asks to wait 0 s)']],
    [
      '429 with a long Retry-After',
      429,
      'slow down',
      { 'retry-after': '120' },
      ['transient', 1, 'http', 'HTTP 429 Too Many Requests: slow down (asks to wait 120 s)'],
    ],
    ['500', 500, 'boom', {}, ['transient', 3, 'http', 'HTTP 500 Internal Server Error: boom']],
    ['502', 502, '', {}, ['transient', 3, 'http', 'HTTP 502 Bad Gateway']],
    ['503', 503, '', {}, ['transient', 3, 'http', 'HTTP 503 Service Unavailable']],
    [
      '503 of ext-authz',
      503,
      'Authorization service unavailable',
      {},
      ['transient', 3, 'ext-authz', 'HTTP 503 Service Unavailable: Authorization service unavailable'],
    ],
    ['504', 504, 'request timeout', {}, ['transient', 3, 'http', 'HTTP 504 Gateway Timeout: request timeout']],
    [
      'redirect',
      302,
      '',
      { location: 'https://login.example.com/in?state=s3cr3t' },
      ['permanent', 1, 'http', 'HTTP 302 Found: redirects to https://login.example.com/in, which is not followed'],
    ],
    [
      'HTML with 200',
      200,
      '<html></html>',
      { 'content-type': 'text/html' },
      ['permanent', 1, 'handshake', 'the reply is not an MCP response: Unexpected content type: text/html'],
    ],
    [
      'invalid JSON',
      200,
      '{"jsonrpc":',
      { 'content-type': 'application/json' },
      ['permanent', 1, 'handshake', 'the reply is not valid JSON'],
    ],
    [
      'JSON that is not JSON-RPC',
      200,
      '{"ok":true}',
      { 'content-type': 'application/json' },
      ['permanent', 1, 'handshake', 'the reply is not a JSON-RPC message: \'jsonrpc\' must be "2.0"'],
    ],
  ])('%s', async (_name, status, body, headers, expected) => {
    const { url } = await httpServer(answering(status, body, headers));
    expect(summary(await load(http(url)))).toEqual(expected);
  });

  it('a 403 text that the operator knows is transient', async () => {
    const { url } = await httpServer(answering(403, 'external authorization failed'));
    const outcome = await load(http(url), { ...quick, transient403Signatures: ['External authorization FAILED'] });
    expect(summary(outcome)).toEqual(['transient', 3, 'ext-authz', 'HTTP 403 Forbidden: external authorization failed']);
  });

  it('the text of the URL never decides', async () => {
    const { url } = await httpServer(answering(403));
    expect(summary(await load(http(`${url}/timeout?reason=timed%20out`)))).toEqual(['denied', 1, 'http', 'HTTP 403 Forbidden']);
  });

  it('a redirect within the origin is followed', async () => {
    const mcp = sdkListener();
    const { url } = await httpServer((request, response) =>
      request.url === '/mcp' ? void response.writeHead(307, { location: '/moved' }).end() : mcp(request, response),
    );
    expect(summary(await load(http(url)))).toEqual(['available', 1, null, null]);
  });
});

describe('names, sockets and TLS', () => {
  let authority: Authority;
  beforeAll(async () => {
    authority = await createAuthority();
  });

  it('unknown host', async () => {
    const outcome = await load(http('http://mcp.invalid/timeout'));
    expect(summary(outcome)).toEqual([
      'permanent',
      1,
      'dns',
      expect.stringMatching(/^(unknown host|name resolution failed) \(getaddrinfo \w+\): mcp\.invalid$/),
    ]);
  });

  it('connection refused', async () => {
    const port = await closedPort();
    expect(summary(await load(http(`http://127.0.0.1:${port}/mcp`)))).toEqual([
      'permanent',
      1,
      'tcp',
      `connection refused (ECONNREFUSED): 127.0.0.1:${port}`,
    ]);
  });

  it('hang before the HTTP response', async () => {
    const { url } = await httpServer(() => {});
    expect(summary(await load(http(url), short))).toEqual(['transient', 3, 'http', 'timed out after 0.5 s waiting for the HTTP response']);
  });

  it('hang in the TLS handshake', async () => {
    const { url } = await tcpServer(() => {});
    const outcome = await load(http(url.replace('http:', 'https:')), short);
    expect(summary(outcome)).toEqual(['transient', 3, 'tls', 'timed out after 0.5 s waiting for the TLS handshake']);
  });

  it('reset before the handshake', async () => {
    const { url } = await tcpServer(socket => socket.once('data', () => socket.resetAndDestroy()));
    expect(summary(await load(http(url)))).toEqual(['transient', 3, 'http', 'connection reset (ECONNRESET)']);
  });

  it('closed without an answer', async () => {
    const { url } = await tcpServer(socket => socket.once('data', () => socket.end()));
    expect(summary(await load(http(url)))).toEqual(['transient', 3, 'http', 'connection closed by the server (UND_ERR_SOCKET)']);
  });

  it('an answer that is not HTTP', async () => {
    const { url } = await tcpServer(socket => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')));
    expect(summary(await load(http(url)))).toEqual(['permanent', 1, 'http', 'the answer is not HTTP']);
  });

  it('a plain HTTP server behind an https URL', async () => {
    const { url } = await httpServer(answering(200));
    const outcome = await load(http(url.replace('http:', 'https:')));
    expect(summary(outcome)).toEqual(['permanent', 1, 'tls', expect.stringMatching(/SSL error/)]);
  });

  it.each<[string, string, number, number, unknown[]]>([
    ['a good certificate', '127.0.0.1', -1, 1, ['available', 1, null, null]],
    [
      'a wrong name',
      'other.example.com',
      -1,
      1,
      ['permanent', 1, 'tls', expect.stringMatching(/^the TLS certificate is for another name \(ERR_TLS_CERT_ALTNAME_INVALID\)/)],
    ],
    ['an expired certificate', '127.0.0.1', -3, -1, ['permanent', 1, 'tls', 'the TLS certificate has expired (CERT_HAS_EXPIRED)']],
    ['a certificate of tomorrow', '127.0.0.1', 1, 2, ['permanent', 1, 'tls', 'the TLS certificate is not yet valid (CERT_NOT_YET_VALID)']],
  ])('TLS with %s', async (_name, host, from, to, expected) => {
    const { url } = await httpsServer(await authority.issue(host, from, to), sdkListener());
    expect(summary(await load(http(url), { ...quick, ca: authority.ca }))).toEqual(expected);
  });

  it('TLS with an unknown authority', async () => {
    const { url } = await httpsServer(await authority.issue('127.0.0.1', -1, 1), sdkListener());
    expect(summary(await load(http(url)))).toEqual([
      'permanent',
      1,
      'tls',
      'the TLS certificate comes from an unknown authority (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
    ]);
  });
});

describe('the MCP handshake and tools/list', () => {
  const eventStream = { 'content-type': 'text/event-stream' };

  it.each<[string, RpcAnswer, unknown[]]>([
    [
      'JSON-RPC error on initialize',
      (_method, id, response) => void response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: 'no database' } })),
      ['permanent', 1, 'handshake', 'JSON-RPC error -32603 from initialize: no database'],
    ],
    [
      'JSON-RPC error that says timeout',
      (_method, id, response) =>
        void response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: 'read timeout' } })),
      ['transient', 3, 'handshake', 'JSON-RPC error -32603 from initialize: read timeout'],
    ],
    [
      'wrong protocol version',
      () => initializeResult('1999-01-01'),
      ['permanent', 1, 'handshake', "Server's protocol version is not supported: 1999-01-01"],
    ],
    [
      'initialize without a result that fits',
      () => ({ hello: 1 }),
      ['permanent', 1, 'handshake', expect.stringMatching(/^the reply to initialize breaks the protocol: /)],
    ],
    [
      'half-closed stream',
      (_method, _id, response) => void response.writeHead(200, eventStream).end(': nothing follows\n\n'),
      ['transient', 3, 'handshake', 'stream ended before the reply'],
    ],
    [
      'invalid JSON in a stream',
      (_method, _id, response) => void response.writeHead(200, eventStream).end('data: {"jsonrpc"\n\n'),
      ['permanent', 1, 'handshake', 'the reply is not valid JSON'],
    ],
    [
      'stream cut in the middle',
      (_method, _id, response) => {
        response.writeHead(200, eventStream).write('data: {"jsonrpc"');
        setTimeout(() => response.socket?.resetAndDestroy(), 20);
      },
      ['transient', 3, 'handshake', 'connection reset (ECONNRESET)'],
    ],
    [
      'JSON cut in the middle',
      (_method, _id, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' }).write('{"jsonrpc"');
        setTimeout(() => response.socket?.destroy(), 20);
      },
      ['transient', 3, 'handshake', expect.stringMatching(/^connection closed/)],
    ],
    [
      'reset after the handshake',
      (method, _id, response) => (method === 'initialize' ? initializeResult() : void response.socket?.resetAndDestroy()),
      ['transient', 3, 'tools/list', 'connection reset (ECONNRESET)'],
    ],
    [
      '500 after the handshake',
      (method, _id, response) => (method === 'initialize' ? initializeResult() : void response.writeHead(500).end('boom')),
      ['transient', 3, 'http', 'HTTP 500 Internal Server Error: boom'],
    ],
    [
      'tools/list that is refused',
      (method, id, response) =>
        method === 'initialize'
          ? initializeResult()
          : void response
              .writeHead(200, { 'content-type': 'application/json' })
              .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } })),
      ['permanent', 1, 'tools/list', 'JSON-RPC error -32601 from tools/list: no such method'],
    ],
    [
      'a tool without a schema',
      method => (method === 'initialize' ? initializeResult() : { tools: [{ name: 'x' }] }),
      ['permanent', 1, 'tools/list', expect.stringMatching(/^the reply to tools\/list breaks the protocol: /)],
    ],
    [
      'paging in a circle',
      method => (method === 'initialize' ? initializeResult() : { tools: [toolNamed('x')], nextCursor: 'again' }),
      ['permanent', 1, 'tools/list', 'tools/list repeats a page: its paging never ends'],
    ],
  ])('%s', async (_name, answer, expected) => {
    const { url } = await httpServer(withJson(rpcListener(answer)));
    expect(summary(await load(http(url)))).toEqual(expected);
  });

  /** Answers written by hand say JSON unless they say otherwise. */
  function withJson(listener: ReturnType<typeof rpcListener>): ReturnType<typeof rpcListener> {
    return (request, response) => {
      response.setHeader('content-type', 'application/json');
      listener(request, response);
    };
  }

  it('endless paging', async () => {
    let page = 0;
    const { url } = await httpServer(
      rpcListener(method => (method === 'initialize' ? initializeResult() : { tools: [], nextCursor: `page-${page++}` })),
    );
    const outcome = await load(http(url), { ...quick, attemptTimeoutMs: 60_000 });
    expect(summary(outcome)).toEqual(['permanent', 1, 'tools/list', 'tools/list has more than 1000 pages: its paging does not end']);
  });

  it('hang in tools/list', async () => {
    const { url } = await httpServer(rpcListener(method => (method === 'initialize' ? initializeResult() : undefined)));
    expect(summary(await load(http(url), short))).toEqual(['transient', 3, 'tools/list', 'timed out after 0.5 s waiting for tools/list']);
  });

  it('a session that is lost after the handshake', async () => {
    const { url } = await httpServer(
      rpcListener((method, _id, response) => {
        if (method !== 'initialize') return void response.writeHead(404).end('Session not found');
        response.setHeader('mcp-session-id', 'abc');
        return initializeResult();
      }),
    );
    expect(summary(await load(http(url)))).toEqual(['transient', 3, 'tools/list', 'session lost after the handshake: HTTP 404']);
  });

  it('a response larger than the bound', async () => {
    const { url } = await httpServer(sdkListener({ tools: 500 }));
    const outcome = await load(http(url), { ...quick, maxResponseBytes: 10_000 });
    expect(summary(outcome)).toEqual(['permanent', 1, 'tools/list', 'the response has more than the 10000 bytes that are read']);
  });

  it('10,000 tools in 100 pages', async () => {
    const { url } = await httpServer(sdkListener({ tools: 10_000, pageSize: 100 }));
    const outcome = await load(http(url), { ...quick, attemptTimeoutMs: 60_000 });
    expect(summary(outcome)).toEqual(['available', 1, null, null]);
    expect([outcome.tools.length, outcome.tools[0]!.name, outcome.tools[9999]!.name]).toEqual([10_000, 'tool-0', 'tool-9999']);
  });

  it('10,000 tools in one page', async () => {
    const { url } = await httpServer(sdkListener({ tools: 10_000 }));
    const outcome = await load(http(url), { ...quick, attemptTimeoutMs: 60_000 });
    expect([outcome.status, outcome.tools.length]).toEqual(['available', 10_000]);
  });

  it('a server without tools is not asked for them', async () => {
    const methods: string[] = [];
    const { url } = await httpServer(
      rpcListener(method => {
        methods.push(method);
        return initializeResult('2025-11-25', { prompts: {} });
      }),
    );
    const outcome = await load(http(url));
    expect([outcome.status, outcome.tools, methods]).toEqual(['available', [], ['initialize']]);
  });

  it('slow start, then success', async () => {
    const mcp = sdkListener();
    let requests = 0;
    const { url } = await httpServer((request, response) => (requests++ < 2 ? answering(503)(request, response) : mcp(request, response)));
    const outcome = await load(http(url));
    expect([outcome.status, outcome.attempts, outcome.error, outcome.tools.length]).toEqual(['available', 3, null, 2]);
  });

  it('hang at first, then success', async () => {
    const mcp = sdkListener();
    let requests = 0;
    const { url } = await httpServer((request, response) => (requests++ === 0 ? undefined : mcp(request, response)));
    const outcome = await load(http(url), { ...quick, attemptTimeoutMs: 10_000 });
    expect([outcome.status, outcome.attempts]).toEqual(['available', 2]);
  });
});

describe('stdio commands', () => {
  it.each<[string, Connection, unknown[]]>([
    ['missing', { transport: 'stdio', command: 'no-such-command-of-mcpgw' }, ['permanent', 1, 'process', 'command not found (ENOENT)']],
    [
      'not executable',
      { transport: 'stdio', command: __filename },
      ['permanent', 1, 'process', 'the command may not be executed (EACCES)'],
    ],
    [
      'exits at once',
      sh('printf "Error: no module x\\n    at y\\n\\nNode.js v20.0.0\\n" >&2; exit 3'),
      ['permanent', 1, 'process', 'the command exited with code 3 before the handshake: Error: no module x'],
    ],
    ['ends at once, well', sh('exit 0'), ['permanent', 1, 'process', 'the command exited with code 0 before the handshake']],
    ['is killed', sh('kill -9 $$'), ['transient', 3, 'process', 'the command was killed by signal SIGKILL before the handshake']],
    [
      'says try again',
      sh('exit 75'),
      ['transient', 3, 'process', 'connection closed: the command exited with code 75 before the handshake'],
    ],
  ])('%s', async (_name, connection, expected) => {
    expect(summary(await load(connection))).toEqual(expected);
  });

  it('prints garbage', async () => {
    const outcome = await load(sh('echo "Listening on port 3000"; exec sleep 30'), { ...short, attemptTimeoutMs: 5000 });
    expect(summary(outcome)).toEqual([
      'transient',
      3,
      'handshake',
      'timed out after 5 s waiting for the MCP handshake: stdout has text that is not JSON-RPC: Listening on port 3000',
    ]);
  });

  it('ignores SIGTERM, and so does what it started', async () => {
    const script = "trap '' TERM; (while true; do sleep 1; done) & echo pids $$ $! >&2; while true; do sleep 1; done";
    const outcome = await load(sh(script), { ...short, attemptTimeoutMs: 5000, maxAttempts: 1 });
    const message = /^timed out after 5 s waiting for the MCP handshake: pids (\d+) (\d+)$/;
    expect(summary(outcome)).toEqual(['transient', 1, 'handshake', expect.stringMatching(message)]);
    expect(message.exec(outcome.error!)!.slice(1).map(isRunning)).toEqual([false, false]);
  });

  it('is ended also when it serves', async () => {
    const outcome = await load({ transport: 'stdio', command: process.execPath, args: [stdioFixture, '--stubborn'] });
    expect([outcome.status, outcome.error, outcome.tools.map(tool => tool.name), outcome.serverInfo]).toEqual([
      'available',
      null,
      ['echo'],
      expect.stringMatching(/^pid-\d+ 1$/),
    ]);
    expect(isRunning(/\d+/.exec(outcome.serverInfo!)![0])).toBe(false);
  });
});

describe('configuration', () => {
  it('a port that fetch refuses', async () => {
    const error = 'malformed connection config: HTTP clients refuse to connect to port 9';
    expect(summary(await load(http('http://127.0.0.1:9/mcp')))).toEqual(['permanent', 0, 'config', error]);
  });

  it.each<[string, Connection, string]>([
    ['no URL', http('not a url'), 'malformed connection config: the URL cannot be parsed'],
    ['another scheme', http('ftp://127.0.0.1/x'), 'malformed connection config: unsupported URL scheme ftp:'],
    [
      'a header with a line break',
      { ...http('http://127.0.0.1/'), headers: { Authorization: 'a\r\nX: y' } } as Connection,
      'malformed connection config: the value of the header Authorization has a character that HTTP does not allow',
    ],
    ['an empty command', { transport: 'stdio', command: ' ' }, 'malformed connection config: the command is empty'],
    [
      'what the reader refused',
      { transport: 'malformed', reason: 'the environment variable "X" is not set' },
      'malformed connection config: the environment variable "X" is not set',
    ],
  ])('%s', async (_name, connection, error) => {
    expect(summary(await load(connection))).toEqual(['permanent', 0, 'config', error]);
  });
});
