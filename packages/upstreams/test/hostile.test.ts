import { closeServers, httpServer, initializeResult, type RpcAnswer, rpcListener, toolNamed } from '../../loader/test/servers.js';
import { Upstreams } from '../src/servers/upstreams.js';

jest.setTimeout(60_000);

let upstreams: Upstreams;

afterEach(async () => {
  await upstreams.close();
  await closeServers();
});

async function stateOf(answer: RpcAnswer) {
  const { url } = await httpServer(
    rpcListener((method, ...rest) => (method === 'initialize' ? initializeResult() : answer(method, ...rest))),
  );
  upstreams = new Upstreams();
  await upstreams.update([
    { name: 'up', connection: { transport: 'streamable-http', url }, enabled: true, quarantined: false, trustMode: 'auto' },
  ]);
  await upstreams.settled(30_000);
  return upstreams.state('up')!;
}

const listing = (tools: unknown) => stateOf(() => ({ tools }));

function nested(depth: number): unknown {
  let schema: unknown = {};
  for (let level = 0; level < depth; level++) schema = { items: schema };
  return schema;
}

const long = 'x'.repeat(300);

it.each([
  ['a name of control characters', { ...toolNamed('a\u0000b\u001b[31m') }, 'a b', 'has a name with characters that cannot be shown'],
  ['a name that turns text around', toolNamed('a\u202eb'), 'a b', 'has a name with characters that cannot be shown'],
  ['half a character in its name', toolNamed('a\ud800'), 'a\ud800', 'has a name with characters that cannot be shown'],
  ['an endless name', toolNamed(long), long, 'has a name of more than 256 characters'],
  ['no name', { inputSchema: { type: 'object' } }, '', 'has no name'],
  ['a blank name', toolNamed('  '), '', 'has no name'],
  ['a description of 10 MB', { ...toolNamed('big'), description: 'x'.repeat(10_000_000) }, 'big', 'has more than 262144 characters'],
  ['a description that is not a text', { ...toolNamed('t'), description: { a: 1 } }, 't', 'has a description that is not a text'],
  [
    'a schema without end',
    { ...toolNamed('deep'), inputSchema: { type: 'object', properties: nested(1000) } },
    'deep',
    'is nested more than 64 levels deep',
  ],
  [
    'a schema of many parts',
    { ...toolNamed('wide'), inputSchema: { type: 'object', enum: Array.from({ length: 50_000 }, () => 1) } },
    'wide',
    'has more than 20000 values',
  ],
  ['no input schema', { name: 't' }, 't', "has no input schema of the type 'object'"],
  ['an input schema of another type', { name: 't', inputSchema: { type: 'string' } }, 't', "has no input schema of the type 'object'"],
  ['an output schema that is none', { ...toolNamed('t'), outputSchema: [] }, 't', 'has an output schema that is not an object'],
  ['a name that is there', toolNamed('good'), 'good', 'is listed twice'],
  ['no object at all', 'tool', '', 'is not an object'],
])('a tool with %s is left out, and said', async (_what, tool, name, reason) => {
  const state = await listing([toolNamed('good'), tool]);
  expect(state.connection.state).toBe('ready');
  expect(state.tools.map(each => each.name)).toEqual(['good']);
  expect(state.omittedTools).toEqual([{ tool: name, reason }]);
});

it('names that are keys of every object are names', async () => {
  const names = ['__proto__', 'constructor', 'hasOwnProperty'];
  expect((await listing(names.map(toolNamed))).tools.map(({ name }) => name)).toEqual(names);
});

it('at most a hundred tools that cannot be used are told', async () => {
  const { omittedTools, tools } = await listing(Array.from({ length: 500 }, () => ({ name: '' })));
  expect([omittedTools.length, tools.length]).toEqual([100, 0]);
});

it.each([
  ['pages that repeat', () => ({ tools: [], nextCursor: 'again' }), 'tools/list repeats a page: its paging never ends'],
  ['pages without end', pages(() => []), 'tools/list has more than 1000 pages: its paging does not end'],
  [
    'more tools than are read',
    pages(page => Array.from({ length: 1000 }, (_, index) => toolNamed(`${page}-${index}`))),
    'tools/list returns more than 50000 items or 67108864 characters',
  ],
  ['no list', () => ({ tools: 'none' }), 'the reply to tools/list has no list of tools'],
  ['nothing', () => null, "the reply is not a JSON-RPC message: 'result' must be an object"],
])('a server that lists %s is not ready, and says why', async (_what, list, error) => {
  const { connection } = await stateOf(list);
  expect(connection).toMatchObject({ state: 'failed', status: 'permanent', error });
});

function pages(tools: (page: number) => unknown[]): () => unknown {
  let page = 0;
  return () => ({ tools: tools(++page), nextCursor: `${page}` });
}

it.each([
  ['no content', {}, 'invalid_response', "The result of 't' breaks the protocol: it has no content"],
  [
    'what its schema forbids',
    { content: [], structuredContent: { a: 'b' } },
    'schema_mismatch',
    expect.stringContaining('breaks its declared output schema'),
  ],
  ['no structured content', { content: [] }, 'no_structured_content', expect.any(String)],
])('a result with %s is a failure of the upstream', async (_what, result, mode, message) => {
  const outputSchema = { type: 'object', properties: { a: { type: 'number' } } };
  await stateOf(method => (method === 'tools/list' ? { tools: [{ ...toolNamed('t'), outputSchema }] } : result));
  const call = upstreams.call('up', 't', {}, { signal: new AbortController().signal });
  await expect(call).rejects.toMatchObject({ category: 'upstream_failure', mode, message });
});

it('a tool that no one lists is unknown, also to the server', async () => {
  const asked: string[] = [];
  await stateOf(method => {
    asked.push(method);
    return { tools: [] };
  });
  await expect(upstreams.call('up', 'nope', {}, { signal: new AbortController().signal })).rejects.toMatchObject({
    category: 'contract_violation',
    message: 'Unknown tool: nope',
  });
  await expect(upstreams.call('down', 'nope', {}, { signal: new AbortController().signal })).rejects.toMatchObject({
    mode: 'unknown_tool',
  });
  expect(asked).toEqual(['tools/list']);
});
