import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { type Answer, type Ask, ask as askPort } from '../../gateway/test/ask.js';
import { closeServers, httpServer } from '../../loader/test/servers.js';
import { assets } from '../src/api/assets.js';
import { createWebPage, type WebPage } from '../src/api/page.js';
import type { Protection } from '../src/api/protection.js';
import { ServerHistory } from '../src/api/server-history.js';
import { type FakeGateway, fakeGateway, pageServer, pageTool } from './page-deps.js';

let page: WebPage | undefined;
let port = 0;

async function serve(gateway: FakeGateway, protection: Protection = {}): Promise<void> {
  page = createWebPage(gateway, protection);
  ({ port } = await httpServer((request, response) => {
    if (!page!.handle(request, response)) response.writeHead(404).end('not of the page');
  }));
}

const ask = (path: string, options: Ask = {}): Promise<Answer> => askPort(port, `/ui/api/${path}`, options);
const own = { 'content-type': 'application/json', 'x-mcpgw-page': '1' };
const post = (action: string, body: object, headers = {}) =>
  ask(action, { method: 'POST', headers: { ...own, ...headers }, body: JSON.stringify(body) });
const json = async (answer: Promise<Answer>) => JSON.parse((await answer).text);
const error = async (answer: Promise<Answer>) => {
  const { status, text } = await answer;
  return [status, JSON.parse(text).error.code, JSON.parse(text).error.message];
};

afterEach(async () => {
  page?.close();
  await closeServers();
});

function gateway(): FakeGateway {
  const made = fakeGateway([
    pageServer('b', [pageTool('two', 'Two.', { annotations: { destructiveHint: true } }), pageTool('one', 'One.')]),
    pageServer('a', [pageTool('three', 'Three.', { annotations: { readOnlyHint: true, idempotentHint: false } })]),
    pageServer('off', [], { enabled: false }),
    pageServer('api', [], { protocol: 'rest' }),
  ]);
  made.locks.set('b:two', 'pending_approval');
  return made;
}

describe('the files of the page', () => {
  it('are at most 150 kB, compressed', () => {
    const sizes = [...assets().values()].map(({ compressed }) => compressed.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000);
  });

  it('are sent compressed to whoever accepts that', async () => {
    await serve(gateway());
    const { headers, bytes } = await new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path: '/ui/main.js', headers: { 'accept-encoding': 'gzip, br' }, agent: false }, response => {
        const chunks: Buffer[] = [];
        response
          .on('data', chunk => chunks.push(chunk))
          .on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
      })
        .on('error', reject)
        .end();
    });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(bytes).equals(assets().get('main.js')!.body)).toBe(true);
  });

  it('hold no inline script or style, and load nothing from elsewhere', () => {
    const html = assets().get('')!.body.toString();
    expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?! type="module" src="main\.js">)/);
    for (const { body } of assets().values()) expect(body.toString().match(/https?:\/\/(?!www\.w3\.org\/)[\w.-]+/g) ?? []).toEqual([]);
  });
});

describe('what the API says', () => {
  it('attention: the items of the gateway, in its order', async () => {
    const made = gateway();
    made.items = [{ id: 'x', severity: 'error', subject: { kind: 'server', name: 'a' }, what: 'a is down', fix: 'start it' }];
    await serve(made);
    expect(await json(ask('attention'))).toEqual({ items: made.items });
    expect(await json(ask('state'))).toMatchObject({ attention: made.items, decides: true, toolsRevision: 0, sessions: 0 });
  });

  it('tools: by server in the order of the configuration, those that wait first', async () => {
    await serve(gateway());
    const list = await json(ask('tools'));
    expect(list.groups).toEqual([
      { server: 'b', total: 2, waiting: 1 },
      { server: 'a', total: 1, waiting: 0 },
    ]);
    expect(list.tools.map(({ server, name, hints }: Record<string, unknown>) => [server, name, hints])).toEqual([
      ['b', 'two', ['destructive']],
      ['b', 'one', []],
      ['a', 'three', ['read-only']],
    ]);
    expect(await json(ask('tools?hint=read-only'))).toMatchObject({ total: 1, groups: [{ server: 'a' }] });
    expect(await json(ask('tools?offset=2&limit=1'))).toMatchObject({ total: 3, tools: [{ name: 'three' }] });
  });

  it('review: tools that changed come first', async () => {
    const made = gateway();
    made.locks.set('b:one', 'pending_approval');
    made.reviews.set('b:one', { hash: 'h1', changed: false });
    made.reviews.set('b:two', { hash: 'h2', changed: true });
    await serve(made);
    const { tools, left } = await json(ask('review?server=b'));
    expect([tools.map(({ name, changed }: Record<string, unknown>) => [name, changed]), left]).toEqual([
      [
        ['two', true],
        ['one', false],
      ],
      0,
    ]);
  });

  it('server: its state over time, configuration, stderr and log', async () => {
    const made = gateway();
    made.details.set('a', {
      configuration: { transport: 'http', url: 'http://a.example/?***' },
      output: [{ time: 1, text: 'hello' }],
      log: [{ time: 2, level: 'warn', text: 'upstream lost' }],
      instructions: 'Be kind.',
    });
    await serve(made);
    made.list[1] = pageServer('a', [], { connection: { state: 'failed', error: 'HTTP 500', attempts: 2, since: 7 } });
    made.changed();
    expect(await json(ask('server?server=a'))).toMatchObject({
      name: 'a',
      health: 'failed',
      history: [
        { time: 1_700_000_000_000, health: 'ok', reason: 'connected' },
        { health: 'failed', reason: 'HTTP 500' },
      ],
      configuration: { transport: 'http', url: 'http://a.example/?***' },
      output: [{ time: 1, text: 'hello' }],
      log: [{ time: 2, level: 'warn', text: 'upstream lost' }],
      instructions: 'Be kind.',
    });
    expect(await error(ask('server?server=nope'))).toEqual([404, 'unknown-server', 'there is no such server']);
  });

  it('offers: prompts and resources, or why they are not known', async () => {
    const made = gateway();
    made.offered.set('a', { prompts: [{ name: 'p' }], resources: [{ uri: 'x:y' }], templates: [] });
    made.offered.set('b', new Error('timed out'));
    await serve(made);
    expect(await json(ask('offers?server=a'))).toEqual({
      server: 'a',
      prompts: [{ name: 'p' }],
      resources: [{ uri: 'x:y' }],
      templates: [],
      problem: '',
      isCut: false,
    });
    expect(await json(ask('offers?server=b'))).toMatchObject({ prompts: [], problem: 'timed out' });
    const waiting = { state: 'waiting', error: 'x', attempts: 1, since: 1 } as const;
    made.list.push(pageServer('down', [], { connection: waiting }));
    expect(await json(ask('offers?server=down'))).toMatchObject({ problem: 'the server is not connected' });
  });

  it('approvals: the newest first, by words', async () => {
    const made = gateway();
    const record = { server: 'a', status: 'approved', firstSeenAt: '2026-01-01T00:00:00.000Z', disabled: false } as const;
    made.approvalList = [
      { ...record, tool: 'old', approvedAt: '2026-01-02T00:00:00.000Z', approvedBy: 'alice (page)' },
      { ...record, tool: 'new', approvedAt: '2026-01-03T00:00:00.000Z', approvedBy: 'bob' },
      { ...record, tool: 'seen', status: 'pending' },
    ];
    await serve(made);
    const names = async (query: string) => (await json(ask(`approvals${query}`))).approvals.map(({ tool }: { tool: string }) => tool);
    expect(await names('')).toEqual(['new', 'old', 'seen']);
    expect(await names('?query=ALICE')).toEqual(['old']);
    expect(await json(ask('approvals?limit=1&offset=1'))).toMatchObject({ total: 3, approvals: [{ tool: 'old' }] });
  });

  it('connect: the text for each client, for an address that is one', async () => {
    const made = gateway();
    await serve(made);
    const { entries, profiles } = await json(ask(`connect?url=${encodeURIComponent('http://127.0.0.1:8080/mcp')}`));
    expect(profiles).toEqual(['team']);
    expect(entries[0]).toEqual({
      id: 'claude-code',
      client: 'Claude Code',
      place: 'terminal',
      language: 'shell',
      text: 'claude mcp add --transport http mcpgw http://127.0.0.1:8080/mcp',
      note: '',
    });
    for (const url of ['', 'javascript:alert(1)', 'http://x.example/$(reboot)', "http://x.example/';rm", 'file:///etc/passwd'])
      expect(await error(ask(`connect?url=${encodeURIComponent(url)}`))).toEqual([400, 'malformed', '"url" must be an http address']);
  });
});

describe('servers are switched', () => {
  it('by whom, is recorded', async () => {
    const made = gateway();
    made.visitor = 'ops';
    await serve(made);
    await post('server/quarantine', { server: 'a' });
    expect((await json(ask('state'))).servers[1]).toMatchObject({
      health: 'off',
      reason: 'put into quarantine by ops (page)',
      switched: { to: 'quarantined', by: 'ops (page)' },
      canRestart: false,
    });
    await post('server/enable', { server: 'a' });
    await post('server/disable', { server: 'b' });
    expect(made.calls).toEqual(['switch a quarantined by ops (page)', 'switch a on by ops (page)', 'switch b disabled by ops (page)']);
  });

  it.each<[string, object, unknown[]]>([
    ['server/enable', { server: 'off' }, [409, 'switched-off', 'the configuration keeps this server off: change it there']],
    ['server/disable', { server: 'off' }, [409, 'switched-off', 'the configuration keeps this server off: change it there']],
    ['server/disable', { server: 'api' }, [409, 'not-switchable', 'a REST API is disabled in the configuration only']],
    ['server/disable', { server: 'nope' }, [404, 'unknown-server', 'there is no such server']],
    ['server/disable', { server: 'a', force: true }, [400, 'malformed', 'unknown field "force"']],
    ['server/nothing', { server: 'a' }, [404, 'unknown-path', 'there is nothing here']],
  ])('%s %j is refused', async (action, body, expected) => {
    const made = gateway();
    await serve(made);
    expect(await error(post(action, body))).toEqual(expected);
    expect(made.calls).toEqual([]);
  });

  it('not where the configuration forbids changes; an enabled server stays enabled', async () => {
    const made = gateway();
    await serve(made);
    expect(await json(post('server/enable', { server: 'a' }))).toEqual({ done: true });
    made.isReadOnly = true;
    expect(await error(post('server/disable', { server: 'a' }))).toEqual([
      403,
      'read-only',
      'the configuration forbids changes (read_only_mode)',
    ]);
    expect(made.calls).toEqual([]);
  });
});

describe('a tool that is tried out', () => {
  const call = (body: object) => post('call', { server: 'a', tool: 'three', ...body });

  it('gets the arguments as they are written', async () => {
    const made = gateway();
    await serve(made);
    expect(await json(call({ arguments: '{"id": 12345678901234567890}' }))).toEqual({
      answer: '{\n  "content": [\n    {\n      "type": "text",\n      "text": "done"\n    }\n  ]\n}',
      isOk: true,
      texts: ['done'],
      milliseconds: 12,
      isCut: false,
    });
    expect(made.calls).toEqual(['call a:three {"id": 12345678901234567890}']);
  });

  it.each<[string, object]>([
    ['{"error":{"code":-32602,"message":"Unknown tool: x"}}', { isOk: false, texts: ['Unknown tool: x'] }],
    ['{"result":{"isError":true,"content":[{"type":"text","text":"TOOL_BLOCKED"}]}}', { isOk: false, texts: ['TOOL_BLOCKED'] }],
    ['{"result":{"content":"nonsense"}}', { isOk: true, texts: [] }],
    [
      '{"result":{"structuredContent":{"id":12345678901234567890}}}',
      { answer: '{\n  "structuredContent": {\n    "id": 12345678901234567890\n  }\n}' },
    ],
  ])('shows the answer %s', async (answer, expected) => {
    const made = gateway();
    made.answer = answer;
    await serve(made);
    expect(await json(call({ arguments: '{}' }))).toMatchObject(expected);
  });

  it.each<[string, object, unknown[]]>([
    ['no arguments', {}, [400, 'malformed', 'arguments must be a JSON object as a text of at most 60000 characters']],
    [
      'arguments that are no text',
      { arguments: {} },
      [400, 'malformed', 'arguments must be a JSON object as a text of at most 60000 characters'],
    ],
    ['a list', { arguments: '[]' }, [400, 'malformed', 'the arguments must be a JSON object']],
    ['members beside the arguments', { arguments: '{}},"_meta":{"x":1' }, [400, 'malformed', expect.stringMatching(/^the arguments /)]],
    ['a member twice', { arguments: '{"a":1,"a":2}' }, [400, 'malformed', expect.stringMatching(/^the arguments /)]],
    [
      'too many levels',
      { arguments: `{"a":${'['.repeat(200)}${']'.repeat(200)}}` },
      [400, 'malformed', expect.stringMatching(/^the arguments /)],
    ],
    ['an unknown tool', { tool: 'nope', arguments: '{}' }, [404, 'unknown-tool', expect.any(String)]],
  ])('is not called with %s', async (_what, body, expected) => {
    const made = gateway();
    await serve(made);
    expect(await error(call(body))).toEqual(expected);
    expect(made.calls).toEqual([]);
  });

  it('needs the protection of every action', async () => {
    const made = gateway();
    await serve(made, { identify: request => (request.headers.authorization === 'Bearer reader' ? 'reader' : 'admin') });
    const body = JSON.stringify({ server: 'a', tool: 'three', arguments: '{}' });
    const send = (headers: Record<string, string>) => ask('call', { method: 'POST', headers: { ...own, ...headers }, body });
    expect((await error(send({ 'x-mcpgw-page': '' })))[1]).toBe('cross-site');
    expect((await error(send({ origin: 'https://evil.example' })))[1]).toBe('cross-site');
    expect((await error(send({ host: 'evil.example' })))[1]).toBe('wrong-host');
    expect((await error(send({ authorization: 'Bearer reader' })))[1]).toBe('admin-required');
    expect((await error(ask('call')))[1]).toBe('wrong-method');
    for (const path of ['server?server=a', 'sessions', 'approvals', 'activity'])
      expect((await error(ask(path, { headers: { authorization: 'Bearer reader' } })))[1]).toBe('admin-required');
    expect(await json(ask('state', { headers: { authorization: 'Bearer reader' } }))).toMatchObject({ decides: false, readOnly: true });
    expect(made.calls).toEqual([]);
  });
});

describe('the history of a server', () => {
  const server = (state: 'ready' | 'waiting' | 'failed' | 'connecting', error: string | null = null, since = 1) =>
    pageServer('a', [], { connection: { state, error, attempts: 1, since } });

  it('notes changes; attempts while the server is away are none', () => {
    let time = 100;
    const history = new ServerHistory(() => time++);
    for (const state of [
      server('connecting'),
      server('ready'),
      server('ready'),
      server('waiting', 'lost'),
      server('connecting'),
      server('waiting', 'again'),
      server('ready'),
    ])
      history.note([state]);
    expect(history.of('a')).toEqual([
      { time: 1, health: 'starting', reason: 'connecting for the first time' },
      { time: 100, health: 'ok', reason: 'connected' },
      { time: 101, health: 'waiting', reason: 'lost' },
      { time: 102, health: 'ok', reason: 'connected' },
    ]);
  });

  it('keeps 200 changes, and nothing of a server that is gone', () => {
    const history = new ServerHistory(() => 5);
    for (let round = 0; round < 300; round++) history.note([round % 2 ? server('ready') : server('failed', 'x')]);
    expect(history.of('a')).toHaveLength(200);
    history.note([]);
    expect(history.of('a')).toEqual([]);
  });
});
