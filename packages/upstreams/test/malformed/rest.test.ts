/** Malformed answers of a REST API: a table of answers, and what the client is told. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { closeServers, httpServer } from '../../../loader/test/servers.js';
import type { RestApiConfig } from '../../src/rest/api-config.js';
import { readRestApi } from '../../src/rest/read-api.js';
import { restSource } from '../../src/rest/rest-source.js';
import type { ToolSource } from '../../src/tools/source.js';

jest.setTimeout(60_000);

interface Row {
  readonly name: string;
  readonly answer: (response: ServerResponse, request: IncomingMessage) => void;
  readonly category: string;
  readonly mode: string;
  readonly says: string;
}

const json = { 'content-type': 'application/json' };
const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(5000) }));

const answering =
  (status: number, content: string | Buffer = '', headers: Record<string, string> = json) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(content);

const upstream = (name: string, mode: string, says: string, answer: Row['answer']): Row => ({
  name,
  answer,
  category: 'upstream_failure',
  mode,
  says,
});
const transport = (name: string, mode: string, says: string, answer: Row['answer']): Row => ({
  name,
  answer,
  category: 'transport_failure',
  mode,
  says,
});
const noJson = (name: string, content: string | Buffer) =>
  upstream(name, 'non_json_response', 'a body that is not JSON', answering(200, content));

/** Rows for an endpoint that declares JSON. */
const jsonRows: readonly Row[] = [
  upstream('nothing', 'empty_response', '200 OK with an empty body', answering(200)),
  upstream('spaces', 'empty_response', 'an empty body', answering(200, ' \r\n')),
  upstream('202', 'empty_response', '202 Accepted', answering(202)),
  upstream('204', 'empty_response', '204 No Content', answering(204)),
  upstream('206', 'partial_response', 'a part of the content', answering(206, '{}')),
  upstream('302', 'redirect', 'redirects are not followed', answering(302, '', { location: '/' })),
  noJson('HTML', '<html></html>'),
  noJson('truncated JSON', '{"a":1'),
  noJson('two documents', '{}{}'),
  noJson('NaN', '[NaN]'),
  noJson('a NUL in a text', '"a\u0000b"'),
  noJson('a NUL behind the value', '{}\u0000'),
  noJson('a trailing comma', '[1,]'),
  noJson('an event stream', 'data: {}\n\n'),
  upstream('a member twice', 'non_json_response', "has the member 'a' twice in one object", answering(200, '{"a":1,"a":2}')),
  upstream('deep nesting', 'non_json_response', 'is nested more than 2000 levels deep', answering(200, `${'['.repeat(3000)}${']'.repeat(3000)}`)),
  upstream('bytes that are not UTF-8', 'invalid_encoding', 'a body that is not utf-8', answering(200, Buffer.of(0x22, 0xff, 0x22))),
  upstream('a charset that nobody knows', 'invalid_encoding', 'a body that is not klingon', answering(200, '{}', { 'content-type': 'application/json; charset=klingon' })),
  upstream('another charset than it says', 'invalid_encoding', 'a body that is not utf-8', answering(200, Buffer.from('"\xe9"', 'latin1'), { 'content-type': 'application/json; charset=utf-8' })),
  transport('a body shorter than announced', 'connection_lost', 'HTTP error', response => {
    response.writeHead(200, { ...json, 'content-length': '9999' });
    response.write('{"a":1}', () => response.destroy());
  }),
  transport('a chunked body that is cut', 'connection_lost', 'HTTP error', response => {
    response.writeHead(200, json);
    response.write('{"a":1}', () => response.destroy());
  }),
  transport('a coding that nobody knows', 'broken_body', "the content coding 'rot13', which is not known", answering(200, '{}', { ...json, 'content-encoding': 'rot13' })),
  transport('too many codings', 'broken_body', 'more than 5 content codings', answering(200, '{}', { ...json, 'content-encoding': 'gzip,gzip,gzip,gzip,gzip,gzip' })),
]; // biome-ignore format: one row a line

const codings = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

/** Rows for an endpoint that declares text, where no parser finds that a part is missing. */
const textRows: readonly Row[] = Object.entries(codings).flatMap(([coding, encode]) => {
  const bytes = encode(body);
  const headers = { 'content-type': 'text/plain', 'content-encoding': coding };
  const cut = [1, Math.floor(bytes.length / 4), Math.floor(bytes.length / 2), bytes.length - 9, bytes.length - 1];
  return [
    ...cut.map(length =>
      transport(`${length} of ${bytes.length} ${coding} bytes`, 'broken_body', `the body ends before its ${coding} data do`, answering(200, bytes.subarray(0, length), headers)),
    ),
    transport(`${coding} that is none`, 'broken_body', `the body `, answering(200, '!!! plain text, and no more', headers)),
    transport(`${coding} with a broken middle`, 'broken_body', `the body `, answering(200, Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(30, 0xff), bytes.subarray(20)]), headers)),
  ];
}); // biome-ignore format: one row a line

let rows: readonly Row[] = [];
let source: ToolSource;

async function open(response: 'text' | Record<string, unknown>, kind: readonly Row[]): Promise<void> {
  rows = kind;
  const { url } = await httpServer((request, answer) => rows[Number(request.url!.split('/').at(-1))]!.answer(answer, request));
  const parameters = { row: { in: 'path', type: 'string' } } as const;
  const endpoint = { name: 'get', method: 'GET' as const, path: '/{row}', parameters, response };
  const config: RestApiConfig = { name: 'api', base_url: url, timeout: 20, endpoints: [endpoint] };
  const api = await readRestApi(config, { readText: async () => '' });
  source = restSource(api, { env: {} });
}

const call = (row: number) =>
  source.call('get', { row: String(row) }, { signal: new AbortController().signal }).then(
    value => ({ value }),
    error => error,
  );

afterAll(closeServers);

describe('an endpoint that declares JSON', () => {
  beforeAll(() => open({ type: ['object', 'array', 'string'] }, jsonRows));
  afterAll(() => source.close());

  it.each(jsonRows.map(({ name }, row) => [name, row] as const))('%s', async (_name, row) => {
    const { category, mode, says } = jsonRows[row]!;
    const found = await call(row);
    expect({ category: found.category, mode: found.mode, message: found.message }).toEqual({
      category,
      mode,
      message: expect.stringContaining(says),
    });
  });
});

describe('an endpoint that declares text', () => {
  beforeAll(() => open('text', textRows));
  afterAll(() => source.close());

  it.each(textRows.map(({ name }, row) => [name, row] as const))('%s', async (_name, row) => {
    const { category, mode, says } = textRows[row]!;
    const found = await call(row);
    expect({ category: found.category, mode: found.mode, message: found.message }).toEqual({
      category,
      mode,
      message: expect.stringContaining(says),
    });
  });
});

describe('whole bodies', () => {
  const whole: readonly Row[] = [
    ...Object.entries(codings).map(([coding, encode]) =>
      upstream(coding, '', '', answering(200, encode(body), { ...json, 'content-encoding': coding })),
    ),
    upstream('deflate', '', '', answering(200, deflateRawSync(body), { ...json, 'content-encoding': 'deflate' })),
    upstream('identity', '', '', answering(200, body, { ...json, 'content-encoding': 'identity' })),
    upstream('gzip, br', '', '', answering(200, brotliCompressSync(gzipSync(body)), { ...json, 'content-encoding': 'gzip, br' })),
    upstream(
      'a byte order mark, which readers may ignore (RFC 8259 section 8.1)',
      '',
      '',
      answering(200, Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), body])),
    ),
  ];
  beforeAll(() => open({ type: 'object' }, whole));
  afterAll(() => source.close());

  it.each(whole.map(({ name }, row) => [name, row] as const))('%s', async (_name, row) => {
    expect(await call(row)).toMatchObject({ value: { isError: false, structuredContent: { text: 'x'.repeat(5000) } } });
  });
});

it.each([
  ['what is not HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', 'protocol', 'the answer is not HTTP'],
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{} ',
    'connection_lost',
    'connection closed before the whole response',
  ],
  [
    'a length and chunks',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
    'connection_lost',
    'connection closed before the whole response',
  ],
  ['a chunk without its size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n', 'protocol', 'the answer is not HTTP'],
])('%s', async (_name, bytes, mode, says) => {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => socket.end(bytes));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const endpoint = { name: 'get', method: 'GET' as const, path: '/', response: 'text' as const };
  const { port } = server.address() as { port: number };
  const api = await readRestApi(
    { name: 'api', base_url: `http://127.0.0.1:${port}`, timeout: 20, endpoints: [endpoint] },
    { readText: async () => '' },
  );
  source = restSource(api, { env: {} });
  const found = await source.call('get', {}, { signal: new AbortController().signal }).catch(error => error);
  await source.close();
  for (const socket of sockets) socket.destroy();
  server.close();
  expect({ category: found.category, mode: found.mode, message: found.message }).toEqual({
    category: 'transport_failure',
    mode,
    message: expect.stringContaining(says),
  });
});
