/** Malformed answers to every other method than tools/call, and malformed messages that a server sends of its own accord. */
import { until } from '../../../../test/helpers/until.js';
import { closeServers, httpServer, initializeResult, readBody, toolNamed } from '../../../loader/test/servers.js';
import type { Upstreams } from '../../src/servers/upstreams.js';
import type { DownstreamSession } from '../../src/tools/source.js';
import { base, endAll, failure, made } from '../harness.js';

jest.setTimeout(60_000);

afterEach(async () => {
  await endAll();
  await closeServers();
});

const everything = { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} };
const good: Readonly<Record<string, unknown>> = {
  initialize: initializeResult('2025-11-25', everything),
  'tools/list': { tools: [toolNamed('t')] },
  'prompts/list': { prompts: [{ name: 'p' }] },
  'resources/list': { resources: [{ name: 'r', uri: 'a:r' }] },
  'resources/templates/list': { resourceTemplates: [{ name: 'r', uriTemplate: 'a:{x}' }] },
};

/** A server whose answer to `method` is `result`, as JSON; `before` comes ahead of the answer to a tools/call. */
async function serving(method: string, result: unknown, before: readonly string[] = [], answers: unknown[] = []): Promise<Upstreams> {
  const { url } = await httpServer(async (request, response) => {
    const body = await readBody(request);
    if (body === '') return void response.writeHead(405).end();
    const message = JSON.parse(body);
    if (message.method === undefined) answers.push(message);
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end();
    const answer = message.method === method ? result : (good[message.method] ?? {});
    const events = message.method === 'tools/call' ? before : [];
    const text = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end([...events, text].map(each => `data: ${each}\n\n`).join(''));
  });
  const upstreams = made();
  await upstreams.update([{ name: 'up', connection: { transport: 'streamable-http', url }, ...base, callTimeoutMs: 20_000 }]);
  await upstreams.settled(20_000);
  return upstreams;
}

const options = () => ({ signal: new AbortController().signal });
const invalid = (says: string) => ({ category: 'upstream_failure', mode: 'invalid_response', message: expect.stringContaining(says) });

it.each<[string, unknown, string]>([
  ['prompts/get', {}, 'the reply to prompts/get breaks the protocol: messages must be a list'],
  ['prompts/get', { messages: [{}] }, 'messages[0].content must be an object'],
  ['prompts/get', { messages: [{ role: 'user', content: { type: 'hologram' } }] }, "messages[0].content has the type 'hologram'"],
  ['prompts/get', { messages: [{ role: 'user', content: { type: 'text' } }] }, 'messages[0].content.text'],
  ['prompts/get', { messages: [{ role: 'robot', content: { type: 'text', text: 'a' } }] }, 'messages[0].role'],
  ['prompts/get', { messages: [], description: 5 }, 'description'],
  ['resources/read', {}, 'the reply to resources/read breaks the protocol: contents'],
  ['resources/read', { contents: 'x' }, 'contents'],
  ['resources/read', { contents: [{ uri: 'a:b' }] }, 'contents[0]'],
  ['resources/read', { contents: [{ text: 'x' }] }, 'contents[0]'],
  ['resources/read', { contents: [{ uri: 'a:b', blob: '@@' }] }, 'contents[0]'],
  ['completion/complete', {}, 'the reply to completion/complete breaks the protocol: completion'],
  ['completion/complete', { completion: { values: 'x' } }, 'completion.values'],
  ['completion/complete', { completion: { values: [5] } }, 'completion.values[0]'],
  ['completion/complete', { completion: { values: Array.from({ length: 101 }, String) } }, 'completion.values'],
  ['completion/complete', { completion: { values: [], hasMore: 'yes' } }, 'completion.hasMore'],
])('%s %j', async (method, result, says) => {
  const upstreams = await serving(method, result);
  expect(await failure(upstreams.request('up', method, {}, options()))).toMatchObject(invalid(says));
});

it.each<[string, unknown, string]>([
  ['initialize', {}, 'the reply to initialize breaks the protocol'],
  ['initialize', { ...initializeResult(), protocolVersion: '1999-01-01' }, 'protocol version'],
  ['initialize', { ...initializeResult(), protocolVersion: 5 }, 'the reply to initialize breaks the protocol'],
  ['initialize', { ...initializeResult(), capabilities: undefined }, 'the reply to initialize breaks the protocol'],
  ['initialize', { ...initializeResult(), capabilities: [] }, 'the reply to initialize breaks the protocol'],
  ['initialize', { ...initializeResult(), serverInfo: 'x' }, 'the reply to initialize breaks the protocol'],
  ['initialize', null, "'result' must be an object"],
  ['tools/list', {}, 'the reply to tools/list has no list of tools'],
  ['tools/list', { tools: {} }, 'the reply to tools/list has no list of tools'],
  ['tools/list', { tools: [], nextCursor: 5 }, 'the reply to tools/list has a cursor that is not a text'],
  ['tools/list', { tools: [], nextCursor: null }, 'the reply to tools/list has a cursor that is not a text'],
])('a server that answers %s with %j is not ready, and says why', async (method, result, says) => {
  const { connection } = (await serving(method, result)).state('up')!;
  expect([connection.state === 'ready', connection.error]).toEqual([false, expect.stringContaining(says)]);
});

it.each<[object, string]>([
  [{ annotations: 'x' }, 'breaks the protocol at annotations'],
  [{ annotations: { readOnlyHint: 'yes' } }, 'breaks the protocol at annotations.readOnlyHint'],
  [{ title: 5 }, 'breaks the protocol at title'],
  [{ _meta: [] }, 'breaks the protocol at _meta'],
  [{ icons: [{}] }, 'breaks the protocol at icons'],
])('a tool with %j is left out, and said', async (more, reason) => {
  const state = (await serving('tools/list', { tools: [toolNamed('good'), { ...toolNamed('bad'), ...more }] })).state('up')!;
  expect(state.tools.map(({ name }) => name)).toEqual(['good']);
  expect(state.omittedTools).toEqual([{ tool: 'bad', reason: expect.stringContaining(reason) }]);
});

it.each<[string, 'prompts/list' | 'resources/list' | 'resources/templates/list', object]>([
  ['prompts', 'prompts/list', { prompts: [{ name: 'good' }, { name: 'bad', arguments: 'x' }, { name: 5 }] }],
  ['resources', 'resources/list', { resources: [{ name: 'good', uri: 'a:b' }, { uri: 'a:c' }, { name: 'n', uri: 'a:d', size: 'big' }] }],
  ['templates', 'resources/templates/list', { resourceTemplates: [{ name: 'good', uriTemplate: 'a:{x}' }, { uriTemplate: 'b:{x}' }] }],
])('%s that break the protocol are left out', async (_what, method, result) => {
  const upstreams = await serving(method, result);
  expect((await upstreams.list('up', method, options().signal)).map(({ name }) => name)).toEqual(['good']);
});

const notice = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', method, params });

it('of what a server tells, only what fits is passed on', async () => {
  const told: string[] = [];
  const session: DownstreamSession = {
    id: 's1',
    capabilities: { sampling: {} },
    request: async () => ({}),
    notify: async (method, params) => void told.push(`${method} ${JSON.stringify(params)}`),
  };
  const upstreams = await serving(
    'tools/call',
    { content: [] },
    [
      notice('notifications/message', { level: 'loud', data: 1 }),
      notice('notifications/message', { level: 'info' }),
      notice('notifications/message', []),
      notice('notifications/message', { level: 'info', data: 'good' }),
      notice('notifications/resources/updated', {}),
      notice('notifications/resources/updated', { uri: 'a:b' }),
      notice('notifications/progress', { progressToken: 'nobody', progress: 'x' }),
      '{"jsonrpc":"2.0"',
      '{"jsonrpc":"2.0","id":99,"result":{}}',
    ].slice(0, 7),
  );
  expect(await failure(upstreams.call('up', 't', {}, { ...options(), session }))).toMatchObject({ value: { content: [] } });
  expect(told).toEqual(['notifications/message {"level":"info","data":"good"}', 'notifications/resources/updated {"uri":"a:b"}']);
});

it.each<[unknown[]]>([[[{ progress: -5, total: 3 }]], [[{ progress: 1e308 }]], [[{ progress: 'x' }]], [[{}]], [[{ progress: null }]]])(
  'progress %j does no harm',
  async reports => {
    const progress: unknown[] = [];
    const upstreams = await serving(
      'tools/call',
      { content: [] },
      reports.map(report => notice('notifications/progress', { progressToken: 2, ...(report as object) })),
    );
    const found = await failure(upstreams.call('up', 't', {}, { ...options(), onProgress: report => progress.push(report) }));
    expect(found).toMatchObject({ value: { content: [] } });
    for (const report of progress) expect(Number.isFinite((report as { progress: unknown }).progress)).toBe(true);
  },
);

it('what a server asks is refused where it breaks the protocol', async () => {
  const asked: string[] = [];
  const answers: { id: unknown; error?: { code: number; message: string } }[] = [];
  const session: DownstreamSession = {
    id: 's1',
    capabilities: { sampling: {}, elicitation: {} },
    request: async method => {
      asked.push(method);
      return {};
    },
    notify: async () => {},
  };
  const ask = (id: string, method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const upstreams = await serving(
    'tools/call',
    { content: [] },
    [
      ask('a', 'sampling/createMessage', { messages: 'x', maxTokens: 1 }),
      ask('b', 'elicitation/create', { message: 5, requestedSchema: {} }),
    ],
    answers,
  );
  await failure(upstreams.call('up', 't', {}, { ...options(), session }));
  await until(() => answers.length >= 2);
  expect([asked, answers.map(({ id, error }) => [id, error?.code]).sort()]).toEqual([
    [],
    [
      ['a', -32602],
      ['b', -32602],
    ],
  ]);
});
