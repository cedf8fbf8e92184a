/** What clients are answered, at the level of bytes: names of tools, ids, early refusals, large answers, digits of numbers. */
import type { RequestListener } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { drainLimits } from '@mcpgw/web/internal';
import { until } from '../../../../test/helpers/until.js';
import { closeServers, httpServer, initializeResult, readBody, rpcListener } from '../../../loader/test/servers.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, endAll, type Running, serversOf, startGateway } from './harness.js';

jest.setTimeout(60_000);

afterEach(async () => {
  await endAll();
  await closeServers();
});

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const post = ({ port }: Running, body: string | object, more: Record<string, string> = {}) =>
  ask(port, '/mcp', { method: 'POST', headers: { ...headers, ...more }, body: typeof body === 'string' ? body : JSON.stringify(body) });

const callBody = (name: unknown, args: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

async function started(more = ''): Promise<Running> {
  const { url } = await startFixture();
  return startGateway(`${serversOf({ s: url })}${more}`);
}

describe('ids, methods and names that say nothing', () => {
  const blanks = [
    '',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\u00a0',
    '\u2003',
    '\u3000',
    '\u200b',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u180e',
    '\u2800',
    '\u3164',
    '\u115f',
    '\u0000',
    '\u001b',
    '\u202e',
    '\u{e0020}',
    ' \u200b\t',
  ];

  it('are contract violations, each of them', async () => {
    const running = await started();
    for (const blank of blanks) {
      const asId = await post(running, callBody('s:echo', {}, blank));
      expect([asId.status, JSON.parse(asId.text)]).toEqual([
        400,
        {
          jsonrpc: '2.0',
          id: blank,
          error: {
            code: -32600,
            message: "Invalid request: 'id' is empty",
            data: { failure_mode: 'invalid_request', failure_category: 'contract_violation' },
          },
        },
      ]);
      const asMethod = await post(running, { jsonrpc: '2.0', id: 1, method: blank });
      expect(JSON.parse(asMethod.text).error).toMatchObject({
        code: -32600,
        message: "Invalid request: 'method' must be a string that is not empty",
      });
      const asName = await post(running, callBody(blank, {}));
      expect(JSON.parse(asName.text).error).toMatchObject({
        code: -32602,
        message: "Invalid params: 'name' must be a string that is not empty",
      });
    }
    expect(running.log.filter(line => line.startsWith('internal'))).toEqual([]);
  });
});

describe('bodies that could mean two things', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32600, "Invalid request: it has the member 'id' twice in one object"],
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"x":1,"x":2}}}',
      -32600,
      "Invalid request: it has the member 'x' twice in one object",
    ],
    ['\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}', -32700, 'Invalid JSON'],
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":1.10}}',
      -32602,
      "Invalid params: 'arguments' must be an object",
    ],
  ])('%s', async (body, code, message) => {
    const { text } = await post(await started(), body);
    expect(JSON.parse(text)).toMatchObject({ error: { code, message, data: { failure_category: 'contract_violation' } } });
  });

  it('bytes that are not UTF-8', async () => {
    const { port } = await started();
    const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body: Buffer.from('7b22ff227d', 'hex') });
    expect([answer.status, ((await answer.json()) as { error: { message: string } }).error.message]).toEqual([
      400,
      'Invalid JSON: it is not UTF-8',
    ]);
  });
});

describe('a failure through call_tool names the tool', () => {
  const through = (name: unknown, args?: object) => callBody('call_tool', { name, ...(args && { args }) });
  const named = (tool: string) => ({ tool, failure_category: expect.any(String) });

  it('in messages, data and log', async () => {
    const running = await started('timeouts: { call: 1s }\n');
    const errorOf = async (body: object) => JSON.parse((await post(running, body)).text);
    expect(await errorOf(through('nope:x'))).toMatchObject({ error: { message: 'Unknown tool: nope:x', data: named('nope:x') } });
    expect(await errorOf(through('s:slow', { ms: 20_000 }))).toMatchObject({
      error: { message: "Tool 's:slow' timed out after 1s. The external service did not respond in time.", data: named('s:slow') },
    });
    expect(await errorOf(through('s:throws'))).toMatchObject({
      result: { isError: true, _meta: { 'mcpgw/failure': named('s:throws') } },
    });
    const lines = running.log.filter(line => line.startsWith('request failed'));
    expect(lines.map(line => JSON.parse(line.slice(line.indexOf('{'))).tool)).toEqual(['nope:x', 's:slow', 's:throws']);
  });

  it('and its own faults name call_tool', async () => {
    const running = await started();
    const blank = ['', ' ', '\u200b'].map(name => ({ name }));
    for (const args of [{}, { name: 5 }, { name: 's:echo', args_json: '{' }, { name: 's:echo', args: {}, args_json: '{}' }, ...blank]) {
      const { error } = JSON.parse((await post(running, callBody('call_tool', args))).text);
      expect(error).toMatchObject({
        code: -32602,
        message: expect.stringMatching(/^Tool 'call_tool' validation failed: /),
        data: named('call_tool'),
      });
    }
  });

  it('malformed params name the tool where it is known', async () => {
    const running = await started();
    const errorOf = async (params: object) =>
      JSON.parse((await post(running, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).text).error;
    expect((await errorOf({ name: 's:echo', arguments: [] })).data).toEqual({
      tool: 's:echo',
      failure_mode: 'invalid_params',
      failure_category: 'contract_violation',
    });
    expect((await errorOf({ name: 'call_tool', arguments: { name: 's:echo' }, _meta: 5 })).data.tool).toBe('s:echo');
    expect((await errorOf({ arguments: {} })).data.tool).toBeUndefined();
  });
});

/** Writes all of a request before it reads anything, as Python's http.client does. */
function writeAll(port: number, head: readonly string[], bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp(port, '127.0.0.1');
    let answer = '';
    socket.pause();
    socket.on('error', reject);
    socket.write(`${head.join('\r\n')}\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${bytes}\r\n\r\n`);
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    let left = bytes;
    const more = () => {
      for (; left > 0; ) {
        const part = chunk.subarray(0, Math.min(left, chunk.length));
        left -= part.length;
        if (!socket.write(part)) return void socket.once('drain', more);
      }
      socket.on('data', data => {
        answer += data;
        if (/\r\n\r\n.*\}/s.test(answer)) socket.end();
      });
      socket.on('close', () => resolve(answer));
      socket.resume();
    };
    more();
  });
}

describe('early refusals can be read by those who write first', () => {
  const size = 12 * 1024 * 1024;
  const json = ['Content-Type: application/json'];
  const cases: [string, string[], RegExp][] = [
    [
      '413',
      ['POST /mcp HTTP/1.1', ...json, 'Authorization: Bearer key-of-some-length'],
      /^HTTP\/1\.1 413 [\s\S]*The request has more than 4194304 bytes/,
    ],
    [
      '415',
      ['POST /mcp HTTP/1.1', 'Content-Type: text/plain', 'Authorization: Bearer key-of-some-length'],
      /^HTTP\/1\.1 415 [\s\S]*Content-Type must be application\/json/,
    ],
    ['401', ['POST /mcp HTTP/1.1', ...json], /^HTTP\/1\.1 401 [\s\S]*The key is missing or wrong/],
    ['403', ['POST /mcp HTTP/1.1', ...json, 'Origin: http://evil.example'], /^HTTP\/1\.1 403 [\s\S]*Invalid Origin header/],
    ['404', ['POST /nowhere HTTP/1.1', ...json], /^HTTP\/1\.1 404 [\s\S]*Not found/],
    ['405', ['PUT /mcp HTTP/1.1', ...json, 'Authorization: Bearer key-of-some-length'], /^HTTP\/1\.1 405 [\s\S]*Method not allowed/],
    [
      '406',
      ['POST /mcp HTTP/1.1', ...json, 'Accept: text/html', 'Authorization: Bearer key-of-some-length'],
      /^HTTP\/1\.1 406 [\s\S]*Accept must name/,
    ],
  ];

  it.each(cases)('%s', async (_name, head, expected) => {
    const { port } = await started('auth: { api_keys: [key-of-some-length] }\n');
    for (const more of [[], ['Connection: close']]) expect(await writeAll(port, [...head, ...more], size)).toMatch(expected);
  });

  it('413 to fetch, each time', async () => {
    const { url } = await started();
    for (let round = 0; round < 5; round++) {
      const answer = await fetch(url, { method: 'POST', headers, body: Buffer.alloc(size, 0x20) });
      expect([answer.status, ((await answer.json()) as { error: { message: string } }).error.message]).toEqual([
        413,
        'The request has more than 4194304 bytes',
      ]);
    }
  });

  it('the connection goes on behind a refusal', async () => {
    const { port } = await started();
    const socket = connectTcp(port, '127.0.0.1');
    let text = '';
    socket.on('data', data => (text += data));
    const request = (type: string, body: string) =>
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const ping = '{"jsonrpc":"2.0","id":7,"method":"ping"}';
    socket.write(request('text/plain', 'x'.repeat(100_000)));
    socket.write(request('application/json', ping));
    await until(() => text.includes('"id":7'));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 415', 'HTTP/1.1 200']);
    socket.destroy();
  });

  it('a body without end is not read forever', async () => {
    const { port } = await started();
    const bytes = drainLimits.bytes;
    drainLimits.bytes = 1024 * 1024;
    const socket = connectTcp(port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = new Promise(resolve => socket.once('close', resolve));
    socket.resume();
    socket.write(`POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const timer = setInterval(() => socket.write(chunk), 1);
    await closed;
    clearInterval(timer);
    drainLimits.bytes = bytes;
  });
});

describe('large answers', () => {
  const large = 'x'.repeat(3 * 1024 * 1024);
  const listener = rpcListener(method =>
    method === 'initialize'
      ? initializeResult()
      : method === 'tools/list'
        ? { tools: [{ name: 'large', inputSchema: { type: 'object' } }] }
        : { content: [{ type: 'text', text: large }] },
  );

  it('are event streams for those who take them, since proxies hold whole bodies back', async () => {
    const running = await startGateway(serversOf({ s: (await httpServer(listener)).url }));
    const both = await post(running, callBody('s:large', {}));
    expect(both.headers['content-type']).toBe('text/event-stream');
    expect(JSON.parse(both.text.replace(/^event: message\ndata: /, '')).result.content[0].text).toBe(large);
    const json = await post(running, callBody('s:large', {}), { accept: 'application/json' });
    expect([json.headers['content-type'], JSON.parse(json.text).result.content[0].text]).toEqual(['application/json', large]);
    const small = await post(running, callBody('nope', {}));
    expect(small.headers['content-type']).toBe('application/json');
  });
});

describe('numbers keep their digits', () => {
  const numbers =
    '{"big":12345678901234567890,"money":1.10,"huge":1e400,"tiny":-1E-400,"list":[1.0,9007199254740993,{"deep":0.10}],"plain":5}';
  const seen: string[] = [];

  function upstream(form: 'application/json' | 'text/event-stream'): RequestListener {
    return async (request, response) => {
      const body = await readBody(request);
      if (body === '') return void response.writeHead(405).end();
      const { id, method } = JSON.parse(body);
      if (id === undefined) return void response.writeHead(202).end();
      if (method === 'tools/call') seen.push(body);
      const schema = { type: 'object', properties: { big: { type: 'integer' }, money: { type: 'number' }, huge: { type: 'number' } } };
      const tools = [{ name: 'n', inputSchema: { type: 'object' }, outputSchema: schema }];
      const result =
        method === 'initialize'
          ? JSON.stringify(initializeResult())
          : method === 'tools/list'
            ? JSON.stringify({ tools })
            : `{"content":[{"type":"text","text":"12345678901234567890"}],"structuredContent":${numbers},"_meta":{"own":1.10}}`;
      const text = `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
      response.writeHead(200, { 'content-type': form }).end(form === 'application/json' ? text : `data: ${text}\n\n`);
    };
  }

  const whole = (name: string, args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;

  async function bothWays(running: Running): Promise<void> {
    const direct = await post(running, whole('s:n', numbers));
    expect(direct.text).toContain(`"structuredContent":${numbers},"_meta":{"own":1.10}`);
    const through = await post(running, whole('call_tool', `{"name":"s:n","args":${numbers}}`));
    expect(through.text).toContain(`"structuredContent":${numbers}`);
    const asText = await post(running, whole('call_tool', `{"name":"s:n","args_json":${JSON.stringify(numbers)}}`));
    expect(asText.text).toContain(`"structuredContent":${numbers}`);
    expect(seen.splice(0).map(body => body.includes(`"arguments":${numbers}`))).toEqual([true, true, true]);
  }

  it.each(['application/json', 'text/event-stream'] as const)('streamable HTTP, %s', async form => {
    await bothWays(await startGateway(serversOf({ s: (await httpServer(upstream(form))).url })));
  });

  it('stdio', async () => {
    const script = join(__dirname, 'numbers-server.mjs');
    const running = await startGateway(
      `servers: { s: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(script)}], trust_mode: auto } }\n`,
    );
    const { text } = await post(running, whole('s:n', numbers));
    expect(text).toContain(`"structuredContent":{"arguments":${numbers}}`);
  });

  it('REST: paths, queries, bodies, and results', async () => {
    const asked: string[] = [];
    const { url } = await httpServer(async (request, response) => {
      asked.push(`${request.method} ${request.url} ${await readBody(request)}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end(numbers);
    });
    const parameters = {
      id: { in: 'path', type: 'integer' },
      at: { in: 'query', type: 'number' },
      list: { in: 'query', type: 'array', items: { type: 'number' } },
      body: { in: 'body', type: 'object' },
    } as const;
    const endpoint = { name: 'post', method: 'POST' as const, path: '/x/{id}', parameters, response: { type: 'object' } };
    const config = configOf('{}\n', { apis: [{ name: 'r', base_url: url, endpoints: [endpoint] }] } as never);
    const running = await startGateway(config);
    const { text } = await post(running, whole('r:post', `{"id":12345678901234567890,"at":1.10,"list":[1.0,2],"body":${numbers}}`));
    expect(asked).toEqual([`POST /mcp/x/12345678901234567890?at=1.10&list=1.0&list=2 {"body":${numbers}}`]);
    expect(text).toContain(`"structuredContent":${numbers}`);
  });

  it('what the protocol itself reads is read as ever', async () => {
    const running = await startGateway(serversOf({ s: (await httpServer(upstream('text/event-stream'))).url }));
    const list = await post(running, whole('retrieve_tools', '{"query":"n","limit":5.0}'));
    expect(JSON.parse(list.text).result.isError ?? false).toBe(false);
  });
});
