import { getToolsWithResilience, type LoadOptions } from '../src/index.js';
import { answering, closedPort, closeServers, httpServer } from './servers.js';

jest.setTimeout(60_000);

const quick: LoadOptions = { baseBackoffMs: 10, attemptTimeoutMs: 5000, random: () => 0 };

async function load(url: string) {
  const { status } = await getToolsWithResilience({ server: { transport: 'sse', url } }, quick);
  const outcome = status.get('server')!;
  return [outcome.status, outcome.attempts, outcome.layer, outcome.error];
}

afterEach(closeServers);

it.each<[string, Parameters<typeof answering>, unknown[]]>([
  ['401', [401], ['denied', 1, 'http', 'HTTP 401 Unauthorized']],
  ['403', [403, 'upstream call timeout'], ['transient', 3, 'ext-authz', 'HTTP 403 Forbidden: upstream call timeout']],
  ['404', [404], ['permanent', 1, 'http', 'HTTP 404 Not Found']],
  ['503', [503], ['transient', 3, 'http', 'HTTP 503 Service Unavailable']],
  [
    'HTML',
    [200, '<html></html>', { 'content-type': 'text/html' }],
    ['permanent', 1, 'handshake', expect.stringContaining('Invalid content type')],
  ],
  [
    'redirect',
    [302, '', { location: 'http://127.0.0.1:1/x' }],
    ['permanent', 1, 'http', 'HTTP 302 Found: redirects to http://127.0.0.1:1/x, which is not followed'],
  ],
])('%s', async (_name, answer, expected) => {
  const { url } = await httpServer(answering(...answer));
  expect(await load(url)).toEqual(expected);
});

it('refused', async () => {
  const port = await closedPort();
  expect(await load(`http://127.0.0.1:${port}/sse`)).toEqual([
    'permanent',
    1,
    'tcp',
    `connection refused (ECONNREFUSED): 127.0.0.1:${port}`,
  ]);
});

const stream = { 'content-type': 'text/event-stream' };

it.each<[string, string, boolean, unknown[]]>([
  ['never names its endpoint', ': hello\n\n', false, ['transient', 3, 'handshake', 'timed out after 5 s waiting for the MCP handshake']],
  ['ends before it names its endpoint', ': hello\n\n', true, ['transient', 3, 'handshake', 'stream ended before the reply']],
  [
    'names an endpoint elsewhere',
    'event: endpoint\ndata: http://example.com/m\n\n',
    false,
    ['permanent', 1, 'handshake', expect.stringContaining('origin does not match')],
  ],
  [
    'ends after it named its endpoint',
    'event: endpoint\ndata: /messages\n\n',
    true,
    ['transient', 3, 'handshake', 'stream ended before the reply'],
  ],
  [
    'sends what is not JSON',
    'event: endpoint\ndata: /messages\n\ndata: {"a\n\n',
    false,
    ['permanent', 1, 'handshake', 'the reply is not valid JSON'],
  ],
])('a stream that %s', async (_name, text, ends, expected) => {
  const { url } = await httpServer((request, response) => {
    if (request.method === 'POST') return void response.writeHead(202).end();
    response.writeHead(200, stream).write(text);
    if (ends) response.end();
  });
  expect(await load(url)).toEqual(expected);
});

it.each<[string, number, number, unknown[]]>([
  ['an SSE endpoint that is starting', 405, 503, ['transient', 3, 'http', 'HTTP 503 Service Unavailable']],
  ['an SSE endpoint that wants a token', 405, 401, ['denied', 1, 'http', 'HTTP 401 Unauthorized']],
  ['no endpoint at all', 404, 404, ['permanent', 1, 'http', 'HTTP 404 Not Found']],
  ['no endpoint, and a session missing for GET', 404, 422, ['permanent', 1, 'http', 'HTTP 404 Not Found']],
  ['no endpoint, and GET is refused', 404, 401, ['permanent', 1, 'http', 'HTTP 404 Not Found']],
  ['no POST, and GET cannot be served as asked', 405, 422, ['permanent', 1, 'http', 'HTTP 405 Method Not Allowed']],
  ['a web site', 404, 200, ['permanent', 1, 'http', 'HTTP 404 Not Found']],
])('transport http, %s', async (_name, post, get, expected) => {
  const { url } = await httpServer((request, response) => answering(request.method === 'POST' ? post : get, '<html>')(request, response));
  const { status } = await getToolsWithResilience({ server: { transport: 'http', url } }, quick);
  const outcome = status.get('server')!;
  expect([outcome.status, outcome.attempts, outcome.layer, outcome.error]).toEqual(expected);
});
