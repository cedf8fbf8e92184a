/** No malformed answer of a server becomes a success, none is waited for in vain where it can be told, each is named. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { closeServers, httpServer, initializeResult, readBody } from '../../../loader/test/servers.js';
import type { Upstreams } from '../../src/servers/upstreams.js';
import { base, endAll, failure, isReady, made } from '../harness.js';
import { type Expected, type HttpAnswer, httpAnswers, lines, messages } from './answers.js';

jest.setTimeout(60_000);

const signal = () => new AbortController().signal;
const call = (upstreams: Upstreams, args = {}) => failure(upstreams.call('up', 'raw', args, { signal: signal() }));

/** The bytes of a row for the request `id`, as latin1 text so that every byte can be told. */
function bytesFor(text: string, id: unknown): Buffer {
  const named = text.replaceAll('ID', String(id)).replaceAll('OTHER', '424242').replaceAll('LATE', '0');
  const bytes = Buffer.from(named, 'utf8');
  const bad = bytes.indexOf('BAD');
  return bad === -1 ? bytes : Buffer.concat([bytes.subarray(0, bad), Buffer.of(0xff, 0xfe, 0x80), bytes.subarray(bad + 3)]);
}

/** What a failure must say; the ids are those of the request. */
function expectFailure(found: Record<string, unknown>, { category, mode, says }: Expected): void {
  expect({ category: found.category, mode: found.mode, message: found.message }).toEqual({
    category,
    mode,
    message: expect.stringMatching(pattern(says)),
  });
}

function pattern(says: string): RegExp {
  const escaped = says.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(escaped.replaceAll('ID', '\\d+').replaceAll('OTHER', '424242'));
}

type Form = 'sse' | 'json' | 'events';

/** A server by hand: the answer to a tools/call is what `answers` says of its argument. */
async function rawServer(form: Form, answers: (row: number, id: unknown) => HttpAnswer | undefined) {
  let stream: ServerResponse | undefined;
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET' && form === 'sse') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      stream.write('event: endpoint\ndata: /messages\n\n');
      return;
    }
    const body = await readBody(request);
    if (body === '') return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return void response.writeHead(202).end();
    const good = { initialize: initializeResult(), 'tools/list': { tools: [{ name: 'raw', inputSchema: { type: 'object' } }] } };
    const row = params?.arguments?.row;
    const plain = method === 'tools/call' ? { content: [{ type: 'text', text: 'good' }] } : (good[method as keyof typeof good] ?? {});
    const answer = row === undefined ? { body: JSON.stringify({ jsonrpc: '2.0', id, result: plain }) } : answers(row, id)!;
    if (form === 'sse') {
      response.writeHead(202).end();
      stream!.write(Buffer.concat([Buffer.from('data: '), Buffer.from(answer.body), Buffer.from('\n\n')]));
    } else send(response, form, answer);
  };
  return (await httpServer((request, response) => void listener(request, response))).url;
}

function send(response: ServerResponse, form: Form, { status = 200, headers, body, cut, open }: HttpAnswer): void {
  const isEvents = headers === undefined && form === 'events';
  const own = { 'content-type': isEvents ? 'text/event-stream' : 'application/json' };
  response.writeHead(status, headers ?? own);
  const bytes = Buffer.from(body);
  response.write(isEvents ? Buffer.concat([Buffer.from('data: '), bytes, Buffer.from('\n\n')]) : bytes);
  if (cut) response.write('', () => response.destroy());
  else if (!open) response.end();
}

async function connected(url: string, transport: 'streamable-http' | 'sse', seconds = 30): Promise<Upstreams> {
  const upstreams = made({ maxResponseBytes: 200_000 });
  await upstreams.update([{ name: 'up', connection: { transport, url }, ...base, callTimeoutMs: seconds * 1000 }]);
  await isReady(upstreams);
  return upstreams;
}

async function command(seconds: number, revision?: string): Promise<Upstreams> {
  const upstreams = made({ maxResponseBytes: 200_000 });
  const env = revision === undefined ? {} : { REVISION: revision };
  const connection = { transport: 'stdio' as const, command: process.execPath, args: [join(__dirname, 'server.mjs')], env };
  await upstreams.update([{ name: 'up', connection, ...base, callTimeoutMs: seconds * 1000 }]);
  await isReady(upstreams);
  return upstreams;
}

const marked = (text: string) => bytesFor(text, '@ID@').toString('latin1');

describe('stdio', () => {
  let upstreams: Upstreams;
  beforeAll(async () => {
    upstreams = await command(30);
  });
  afterAll(endAll);

  it.each(messages)('%s', async (_name, text, expected) => {
    expectFailure(await call(upstreams, { bytes: marked(text) }), expected);
    expect(await call(upstreams)).toMatchObject({ value: { content: [{ text: 'good' }] } });
  });
});

describe('lines', () => {
  let upstreams: Upstreams;
  beforeAll(async () => {
    upstreams = await command(1);
  });
  afterAll(endAll);

  it.each(lines)('%s', async (_name, text, expected) => {
    expectFailure(await call(upstreams, { bytes: marked(text) }), expected);
    expect(await call(upstreams)).toMatchObject({ value: { content: [{ text: 'good' }] } });
  });
});

describe.each<[Form, 'streamable-http' | 'sse']>([
  ['json', 'streamable-http'],
  ['events', 'streamable-http'],
  ['sse', 'sse'],
])('%s of %s', (form, transport) => {
  let upstreams: Upstreams;
  beforeAll(async () => {
    const url = await rawServer(form, (row, id) => ({ body: bytesFor(messages[row]![1], id) }));
    upstreams = await connected(url, transport);
  });
  afterAll(async () => {
    await endAll();
    await closeServers();
  });

  it.each(messages.map(([name, , expected], row) => [name, row, expected] as const))('%s', async (_name, row, expected) => {
    expectFailure(await call(upstreams, { row }), expected);
    expect(await call(upstreams)).toMatchObject({ value: { content: [{ text: 'good' }] } });
  });
});

describe('HTTP answers', () => {
  const full = (id: unknown) =>
    Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'x'.repeat(5000) }] } }));
  const codings = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
  const coded = Object.entries(codings).flatMap(([coding, encode]) =>
    [0.1, 0.5, 0.9].map(part => {
      const answer = (id: unknown) => {
        const bytes = encode(full(id));
        return {
          headers: { 'content-type': 'application/json', 'content-encoding': coding },
          body: bytes.subarray(0, Math.floor(bytes.length * part)),
        };
      };
      const says = `the body ends before its ${coding} data do`;
      return [`${part} of a ${coding} body`, answer, { category: 'transport_failure', mode: 'broken_body', says }] as const;
    }),
  );
  const fixed = httpAnswers.map(([name, answer, expected]) => {
    const answered = (id: unknown) => ({
      ...answer,
      body: answer.body === 'UTF16' ? Buffer.from(full(id).toString(), 'utf16le') : bytesFor(answer.body as string, id),
    });
    return [name, answered, expected] as const;
  });
  const rows = [...fixed, ...coded];
  let upstreams: Upstreams;
  beforeAll(async () => {
    upstreams = await connected(await rawServer('json', (row, id) => rows[row]![1](id)), 'streamable-http', 1);
  });
  afterAll(async () => {
    await endAll();
    await closeServers();
  });

  it.each(rows.map(([name, , expected], row) => [name, row, expected] as const))('%s', async (_name, row, expected) => {
    expectFailure(await call(upstreams, { row }), expected as Expected);
    expect(await call(upstreams)).toMatchObject({ value: { content: [{ text: 'good' }] } });
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['gzip, br', (bytes: Buffer) => brotliCompressSync(gzipSync(bytes))],
  ])('a whole %s body is read', async (coding, encode) => {
    const url = await rawServer('json', (_row, id) => ({
      headers: { 'content-type': 'application/json', 'content-encoding': coding },
      body: encode(full(id)),
    }));
    expect(await call(await connected(url, 'streamable-http'), { row: 0 })).toMatchObject({
      value: { content: [{ text: 'x'.repeat(5000) }] },
    });
  });
});

describe('several calls in flight', () => {
  afterEach(endAll);

  it('a faulty line fails its own call alone', async () => {
    const upstreams = await command(30);
    const hanging = call(upstreams, { bytes: '' });
    const faulty = await call(upstreams, { bytes: marked('{"jsonrpc":"2.0","id":ID,"result":null}') });
    expectFailure(faulty, { category: 'upstream_failure', mode: 'invalid_response', says: "'result' must be an object" });
    const long = await call(upstreams, { bytes: marked(`{"jsonrpc":"2.0","id":ID,"result":"${'x'.repeat(300_000)}"}`) });
    expectFailure(long, { category: 'upstream_failure', mode: 'response_too_large', says: 'a line of more than 200000 bytes' });
    expect(await call(upstreams)).toMatchObject({ value: { content: [{ text: 'good' }] } });
    await upstreams.close();
    expect(await hanging).toMatchObject({ category: 'transport_failure' });
  });

  it('an answer that could be of any call is named when its call is too late', async () => {
    const upstreams = await command(1);
    const [first, second] = await Promise.all([
      call(upstreams, { bytes: '' }),
      call(upstreams, { bytes: '{"jsonrpc":"2.0","id":null,"result":{}}' }),
    ]);
    const says =
      "timed out after 1s. The external service did not respond in time. What it sent meanwhile is not an answer: the reply is not a JSON-RPC message: 'id' is missing";
    for (const found of [first, second]) expectFailure(found, { category: 'transport_failure', mode: 'timeout', says });
  });

  it('the first of two answers counts, and nobody gets the second', async () => {
    const upstreams = await command(30);
    const answer = (text: string) => `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"${text}"}]}}`;
    const found = await call(upstreams, { bytes: marked(`${answer('first')}\n${answer('second')}`) });
    expect(found).toMatchObject({ value: { content: [{ text: 'first' }] } });
    expect(await call(upstreams)).toMatchObject({ value: { content: [{ text: 'good' }] } });
  });
});

describe('revisions', () => {
  afterEach(endAll);
  const audio = '{"type":"audio","data":"aGk=","mimeType":"audio/wav"}';
  const link = '{"type":"resource_link","uri":"a:b","name":"n"}';
  const of = (content: string) => marked(`{"jsonrpc":"2.0","id":ID,"result":{"content":[${content}]}}`);

  it.each([
    ['2024-11-05', of(audio), "has the type 'audio', which revision 2024-11-05 does not have"],
    ['2024-11-05', of(link), "has the type 'resource_link', which revision 2024-11-05 does not have"],
    ['2025-03-26', of(audio), undefined],
    ['2025-03-26', of(link), "has the type 'resource_link', which revision 2025-03-26 does not have"],
    ['2025-06-18', of(link), undefined],
    ['2025-11-25', of(`${audio},${link}`), undefined],
    ['2025-03-26', `[${of(audio)}]`, undefined],
    ['2025-06-18', `[${of(link)}]`, 'it is a batch'],
  ])('%s: %s', async (revision, bytes, fault) => {
    const found = await call(await command(30, revision), { bytes });
    if (fault === undefined) expect(found).toMatchObject({ value: { content: expect.any(Array) } });
    else expectFailure(found, { category: 'upstream_failure', mode: 'invalid_response', says: fault });
  });
});
