import { request as httpRequest } from 'node:http';
import { type Answer, type Ask, ask as askPort } from '../../../gateway/test/ask.js';
import { closeServers, httpServer } from '../../../loader/test/servers.js';
import { type FakeGateway, fakeGateway, pageServer, pageTool } from '../../test/page-deps.js';
import { createWebPage, type WebPage } from './page.js';
import type { Protection } from './protection.js';

let page: WebPage | undefined;
let port = 0;

async function serve(gateway: FakeGateway, protection: Protection = {}): Promise<void> {
  page = createWebPage(gateway, protection);
  ({ port } = await httpServer((request, response) => {
    if (!page!.handle(request, response)) response.writeHead(404).end('not of the page');
  }));
}

const ask = (path: string, options: Ask = {}): Promise<Answer> => askPort(port, path, options);

const own = { 'content-type': 'application/json', 'x-mcpgw-page': '1' };
const post = (action: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ask(`/ui/api/${action}`, {
    method: 'POST',
    headers: { ...own, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const json = async (answer: Promise<Answer>) => JSON.parse((await answer).text);
const error = async (answer: Promise<Answer>) => {
  const { status, text } = await answer;
  return [status, JSON.parse(text).error.code];
};

afterEach(async () => {
  page?.close();
  await closeServers();
});

function github(): FakeGateway {
  const tools = [
    pageTool('list', 'List repositories.'),
    pageTool('create', 'Create a repository.'),
    pageTool('drop', 'Drop a repository.'),
  ];
  const gateway = fakeGateway([pageServer('github', tools)]);
  gateway.locks.set('github:create', 'pending_approval');
  gateway.reviews.set('github:create', {
    hash: 'h2',
    changed: true,
    approved: { tool: { name: 'create', description: 'Create.', inputSchema: { type: 'object' }, title: 'T' }, isWhole: true },
  });
  gateway.locks.set('github:drop', 'disabled_by_user');
  return gateway;
}

describe('files of the page', () => {
  it('are served with headers that let nothing else run', async () => {
    await serve(github());
    const answer = await ask('/ui/');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<script type="module" src="main.js"></script>');
    expect(answer.text).not.toMatch(/<script(?! type="module" src="main\.js">)|\son[a-z]+=|<style|style="|https?:\/\//);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });

  it.each<[string, string, number, string | undefined]>([
    ['GET', '/', 302, undefined],
    ['GET', '/ui', 302, undefined],
    ['GET', '/ui/main.js', 200, 'text/javascript; charset=utf-8'],
    ['GET', '/ui/style.css?v=1', 200, 'text/css; charset=utf-8'],
    ['HEAD', '/ui/icon.svg', 200, 'image/svg+xml; charset=utf-8'],
    ['GET', '/ui/nothing', 404, 'application/json; charset=utf-8'],
    ['GET', '/ui/__proto__', 404, 'application/json; charset=utf-8'],
    ['GET', '/ui/../../etc/passwd', 404, 'application/json; charset=utf-8'],
    ['GET', '/ui/%2e%2e/page.ts', 404, 'application/json; charset=utf-8'],
    ['POST', '/ui/', 405, 'application/json; charset=utf-8'],
    ['GET', '/mcp', 404, undefined],
    ['GET', '/uix', 404, undefined],
  ])('%s %s is %i', async (method, path, status, type) => {
    await serve(github());
    const answer = await ask(path, { method });
    expect([answer.status, answer.headers['content-type']]).toEqual([status, type]);
  });
});

describe('what the API says', () => {
  it('state: health, reason and counts of every server', async () => {
    const gateway = github();
    const connection = {
      state: 'waiting',
      status: 'transient',
      error: 'timed out after 30 s',
      attempts: 3,
      since: 5,
      nextAttemptAt: 9,
    } as const;
    gateway.list.push(
      pageServer('slow', [], { connection }),
      pageServer('off', [], { enabled: false }),
      pageServer('held', [], { quarantined: true }),
    );
    gateway.refused = 'mcp_config.json:3:1: no such key';
    await serve(gateway);
    const state = await json(ask('/ui/api/state'));
    expect([state.version, state.readOnly, state.refusedConfiguration]).toEqual(['0.1.0', false, 'mcp_config.json:3:1: no such key']);
    expect(state.servers).toMatchObject([
      { name: 'github', health: 'ok', reason: 'connected', tools: { total: 3, callable: 1, waiting: 1, changed: 1 }, canRestart: true },
      { name: 'slow', health: 'waiting', reason: 'timed out after 30 s', nextAttemptAt: 9, since: 5, canRestart: true },
      { name: 'off', health: 'off', reason: 'disabled in the configuration', canRestart: false },
      { name: 'held', health: 'off', reason: 'in quarantine until somebody has reviewed it', canRestart: false },
    ]);
  });

  it.each<[string, string[]]>([
    ['', ['create', 'drop', 'list']],
    ['?query=drop', ['drop']],
    ['?query=REPOSITORY%20git', ['create', 'drop']],
    ['?query=nothing', []],
    ['?query=create%20nothing', ['create']],
    ['?query=nothing%20nowhere', []],
    ['?status=locked', ['create', 'drop']],
    ['?status=callable', ['list']],
    ['?status=pending_approval', ['create']],
    ['?status=nonsense', []],
    ['?server=github&limit=1', ['create']],
    ['?server=github&limit=1&offset=2', ['list']],
    ['?server=nobody', []],
  ])('tools%s', async (query, names) => {
    await serve(github());
    const { tools, isPartial } = await json(ask(`/ui/api/tools${query}`));
    expect([tools.map(({ name }: { name: string }) => name), isPartial]).toEqual([names, query === '?query=create%20nothing']);
  });

  it('tools: a status, a remedy and what can be done', async () => {
    await serve(github());
    const { total, tools } = await json(ask('/ui/api/tools'));
    expect(total).toBe(3);
    expect(tools.map(({ status, remedy, actions }: Record<string, unknown>) => [status, remedy, actions])).toEqual([
      [
        'pending_approval',
        'Changed since it was approved, and locked since then. Review the change, then approve it if it is right.',
        ['approve', 'disable'],
      ],
      ['disabled_by_user', 'Disabled by a person. Enable it to let clients call it again.', ['enable']],
      ['callable', '', ['disable']],
    ]);
  });

  it('tool: its texts, the hash to approve, and what had been approved', async () => {
    await serve(github());
    expect(await json(ask('/ui/api/tool?server=github&tool=create'))).toMatchObject({
      description: 'Create a repository.',
      hash: 'h2',
      inputSchema: expect.stringContaining('"owner": {\n      "type": "string"'),
      outputSchema: '',
      approved: { description: 'Create.', inputSchema: '{\n  "type": "object"\n}', outputSchema: '', rest: '{\n  "title": "T"\n}' },
      truncated: false,
    });
    expect(await json(ask('/ui/api/tool?server=github&tool=list'))).toMatchObject({ hash: null, changed: false, approved: null });
  });

  it('review: what waits on a server, without what cannot be read whole', async () => {
    const gateway = github();
    const evil = [pageTool('long', 'x'.repeat(300_000)), pageTool('short', 'Short.'), pageTool('hashless', 'None.')];
    gateway.list.push(
      pageServer('evil', evil),
      pageServer(
        'many',
        Array.from({ length: 60 }, (_, index) => pageTool(`t${index}`, 'Many.')),
      ),
    );
    for (const { name, tools } of gateway.list.slice(1)) {
      for (const tool of tools) {
        gateway.locks.set(`${name}:${tool.name}`, 'pending_approval');
        if (tool.name !== 'hashless') gateway.reviews.set(`${name}:${tool.name}`, { hash: 'h', changed: false });
      }
    }
    await serve(gateway);
    const review = async (server: string) => {
      const { tools, left } = await json(ask(`/ui/api/review?server=${server}`));
      return [tools.length, tools[0].name, left];
    };
    expect([await review('github'), await review('evil'), await review('many')]).toEqual([
      [1, 'create', 0],
      [1, 'short', 2],
      [50, 't0', 10],
    ]);
    expect(await error(ask('/ui/api/review?server=nobody'))).toEqual([404, 'unknown-server']);
  });

  it('a description of megabytes and a schema without bottom are cut, and said to be', async () => {
    let deep: unknown = {};
    for (let depth = 0; depth < 100_000; depth++) deep = { properties: deep };
    const tools = [pageTool('long', '😀'.repeat(5_000_000)), pageTool('deep', 'x', { inputSchema: deep as never })];
    await serve(fakeGateway([pageServer('evil', tools)]));
    const list = await ask('/ui/api/tools');
    expect(list.text.length).toBeLessThan(2_000);
    const long = await json(ask('/ui/api/tool?server=evil&tool=long'));
    expect([long.truncated, long.description.length, long.description.isWellFormed?.() ?? true]).toEqual([true, 262_145, true]);
    expect(await json(ask('/ui/api/tool?server=evil&tool=deep'))).toMatchObject({
      truncated: true,
      inputSchema: '(nested too deeply to be shown)',
    });
  });

  it.each<[string, number, string]>([
    ['tools?limit=501', 400, 'malformed'],
    ['tools?limit=-1', 400, 'malformed'],
    ['tools?offset=1e9', 400, 'malformed'],
    ['tool?server=github&tool=nope', 404, 'unknown-tool'],
    ['tool?server=__proto__&tool=constructor', 404, 'unknown-server'],
    ['tool', 404, 'unknown-server'],
    ['nothing', 404, 'unknown-path'],
    ['constructor', 404, 'unknown-path'],
    ['approve', 405, 'wrong-method'],
  ])('GET %s is %i %s', async (path, status, code) => {
    await serve(github());
    expect(await error(ask(`/ui/api/${path}`))).toEqual([status, code]);
  });
});

describe('actions', () => {
  const approval = (...hashes: string[]) => ({ server: 'github', tools: hashes.map(hash => ({ tool: 'create', hash })) });

  it('approve takes the hash that was seen', async () => {
    const gateway = github();
    await serve(gateway);
    expect(await error(post('approve', approval('h1')))).toEqual([409, 'stale']);
    expect(await json(post('approve', approval('h2')))).toEqual({ done: true });
    expect(await error(post('approve', approval('h2')))).toEqual([409, 'stale']);
    expect(gateway.calls).toEqual(['approve github:create h1 by page', 'approve github:create h2 by page']);
  });

  it('enable, disable, restart', async () => {
    const gateway = github();
    await serve(gateway);
    await post('enable', { server: 'github', tool: 'drop' });
    await post('disable', { server: 'github', tool: 'list' });
    await post('restart', { server: 'github' });
    expect(gateway.calls).toEqual(['enable github:drop by page', 'disable github:list by page', 'restart github']);
  });

  it.each<[string, string, unknown, number, string]>([
    ['no JSON', 'enable', '{', 400, 'malformed'],
    ['a list', 'enable', [], 400, 'malformed'],
    ['null', 'enable', 'null', 400, 'malformed'],
    ['a field too many', 'enable', { server: 'github', tool: 'drop', force: true }, 400, 'malformed'],
    ['a field too few', 'enable', { server: 'github' }, 400, 'malformed'],
    ['prototype keys', 'enable', '{"__proto__":{"server":"github","tool":"drop"}}', 400, 'malformed'],
    ['a member twice', 'enable', '{"server":"github","tool":"list","tool":"drop"}', 400, 'malformed'],
    ['a member twice, written differently', 'enable', '{"server":"github","tool":"list","t\\u006fol":"drop"}', 400, 'malformed'],
    ['a member twice in a tool', 'approve', '{"server":"github","tools":[{"tool":"create","hash":"h1","hash":"h2"}]}', 400, 'malformed'],
    ['nine levels', 'enable', `{"server":"github","tool":${'['.repeat(8)}${']'.repeat(8)}}`, 400, 'malformed'],
    ['a byte order mark', 'enable', '\ufeff{"server":"github","tool":"drop"}', 400, 'malformed'],
    ['a number for a text', 'enable', { server: 'github', tool: 1 }, 400, 'malformed'],
    ['a body of megabytes', 'enable', `{"server":"${'x'.repeat(2 << 20)}"}`, 413, 'too-large'],
    ['deep nesting', 'enable', '['.repeat(30_000), 400, 'malformed'],
    ['no tool', 'approve', { server: 'github', tools: [] }, 400, 'malformed'],
    [
      'too many tools',
      'approve',
      { server: 'github', tools: Array.from({ length: 501 }, () => ({ tool: 'create', hash: 'h2' })) },
      400,
      'malformed',
    ],
    ['tools that are texts', 'approve', { server: 'github', tools: ['create'] }, 400, 'malformed'],
    ['a tool without a hash', 'approve', { server: 'github', tools: [{ tool: 'create' }] }, 400, 'malformed'],
    ['an unknown server', 'restart', { server: 'nope' }, 404, 'unknown-server'],
    ['an unknown tool', 'enable', { server: 'github', tool: 'nope' }, 404, 'unknown-tool'],
    ['an unknown action', 'explode', {}, 404, 'unknown-path'],
  ])('%s is refused', async (_what, action, body, status, code) => {
    const gateway = github();
    await serve(gateway);
    expect(await error(post(action, body))).toEqual([status, code]);
    expect(gateway.calls).toEqual([]);
  });

  it('none while the configuration forbids changes, nor a restart of a server that is off', async () => {
    const gateway = github();
    gateway.list.push(pageServer('off', [], { enabled: false }));
    await serve(gateway);
    expect(await error(post('restart', { server: 'off' }))).toEqual([409, 'switched-off']);
    gateway.isReadOnly = true;
    expect(await error(post('enable', { server: 'github', tool: 'drop' }))).toEqual([403, 'read-only']);
    expect((await json(ask('/ui/api/tools'))).tools.flatMap(({ actions }: { actions: string[] }) => actions)).toEqual([]);
    expect(gateway.calls).toEqual([]);
  });

  it('what breaks inside is told to the log, not to the client', async () => {
    const gateway = github();
    gateway.restart = () => {
      throw new Error('secret path /var/lib');
    };
    await serve(gateway);
    const answer = await post('restart', { server: 'github' });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      500,
      { error: { code: 'internal', message: 'the gateway could not do that; its log says more' } },
    ]);
    expect(gateway.errors.map(String)).toEqual(['Error: secret path /var/lib']);
  });
});

describe('protection', () => {
  const token = 'correct-horse-battery';
  const bearer = { authorization: `Bearer ${token}` };

  it.each<[string, Protection, string, Record<string, string>, [number, string] | 200]>([
    ['a rebound name', {}, '/ui/api/state', { host: 'evil.example' }, [403, 'wrong-host']],
    ['a rebound name, for the page itself', {}, '/ui/', { host: 'evil.example:80' }, [403, 'wrong-host']],
    ['a name that ends like ours', {}, '/ui/', { host: 'localhost.evil.example' }, [403, 'wrong-host']],
    ['a host with userinfo', {}, '/ui/', { host: 'localhost@evil.example' }, [403, 'wrong-host']],
    ['localhost', {}, '/ui/', { host: 'LOCALHOST:1234' }, 200],
    ['IPv6 loopback', {}, '/ui/', { host: '[::1]:1234' }, 200],
    ['a name of page.hosts', { hosts: ['Gateway.Example'] }, '/ui/', { host: 'gateway.example' }, 200],
    ['a name beside page.hosts', { hosts: ['gateway.example'] }, '/ui/', { host: 'other.example' }, [403, 'wrong-host']],
    ['another site', {}, '/ui/api/state', { 'sec-fetch-site': 'cross-site' }, [403, 'cross-site']],
    ['a sibling site', {}, '/ui/api/state', { 'sec-fetch-site': 'same-site' }, [403, 'cross-site']],
    ['an origin of another site', {}, '/ui/api/state', { origin: 'https://evil.example' }, [403, 'cross-site']],
    ['an opaque origin', {}, '/ui/api/state', { origin: 'null' }, [403, 'cross-site']],
    ['another port of this machine', {}, '/ui/api/state', { host: 'localhost:1', origin: 'http://localhost:2' }, [403, 'cross-site']],
    ['a link from another site to the page', {}, '/ui/', { 'sec-fetch-site': 'cross-site' }, 200],
    ['the page itself', {}, '/ui/api/state', { host: 'localhost:1', origin: 'http://localhost:1', 'sec-fetch-site': 'same-origin' }, 200],
    ['a forwarded client without a token', {}, '/ui/', { 'x-forwarded-for': '203.0.113.9' }, [403, 'not-local']],
    ['a forwarded client with the token', { token }, '/ui/api/state', { 'x-forwarded-for': '203.0.113.9', ...bearer }, 200],
    ['no token', { token }, '/ui/api/state', {}, [401, 'token-required']],
    ['a wrong token', { token }, '/ui/api/state', { authorization: 'Bearer nope' }, [401, 'token-required']],
    ['another scheme', { token }, '/ui/api/state', { authorization: `Basic ${token}` }, [401, 'token-required']],
    ['no token, for the page itself', { token }, '/ui/', {}, 200],
    ['no token, for an unknown call', { token }, '/ui/api/nothing', {}, [401, 'token-required']],
  ])('%s', async (_what, protection, path, headers, expected) => {
    await serve(github(), protection);
    const answer = ask(path, { headers });
    expect(expected === 200 ? (await answer).status : await error(answer)).toEqual(expected);
  });

  it.each<[string, Record<string, string>, [number, string]]>([
    ['a form of another site', { 'content-type': 'text/plain', origin: 'http://evil.example' }, [403, 'cross-site']],
    ['a form without Origin', { 'content-type': 'application/x-www-form-urlencoded', 'x-mcpgw-page': '1' }, [415, 'not-json']],
    ['no header of ours', { 'content-type': 'application/json', 'x-mcpgw-page': '' }, [403, 'cross-site']],
  ])('CSRF by %s', async (_what, headers, expected) => {
    const gateway = github();
    await serve(gateway);
    expect(await error(post('enable', { server: 'github', tool: 'drop' }, headers))).toEqual(expected);
    expect(gateway.calls).toEqual([]);
  });

  it('a preflight of another site is answered without leave', async () => {
    await serve(github());
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'POST' };
    const answer = await ask('/ui/api/enable', { method: 'OPTIONS', headers });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });
});

describe('the stream', () => {
  function open(): Promise<{ next(): Promise<{ servers: { name: string }[] }>; ended: Promise<void> }> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest({ host: '127.0.0.1', port, path: '/ui/api/events', agent: false }, response => {
        const waiting: ((data: never) => void)[] = [];
        const arrived: unknown[] = [];
        let rest = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const events = (rest + chunk).split('\n\n');
          rest = events.pop()!;
          for (const event of events) {
            const data = JSON.parse(event.slice(event.indexOf('data: ') + 6));
            const reader = waiting.shift();
            if (reader) reader(data as never);
            else arrived.push(data);
          }
        });
        const next = () => new Promise<never>(done => (arrived.length > 0 ? done(arrived.shift() as never) : waiting.push(done)));
        resolve({ next, ended: new Promise(done => response.once('end', done)) });
      });
      sent.on('error', reject).end();
    });
  }

  it('gives the state at once and after changes, many changes as one', async () => {
    const gateway = github();
    await serve(gateway);
    const stream = await open();
    expect((await stream.next()).servers).toHaveLength(1);
    gateway.list.push(pageServer('two', []));
    gateway.changed();
    gateway.list.push(pageServer('three', []));
    gateway.changed();
    expect((await stream.next()).servers.map(({ name }) => name)).toEqual(['github', 'two', 'three']);
  });

  it('ends when the page closes', async () => {
    await serve(github());
    const stream = await open();
    await stream.next();
    page!.close();
    await stream.ended;
  });

  it('is refused beyond 64, while calls are still answered', async () => {
    await serve(github());
    await Promise.all(Array.from({ length: 64 }, async () => (await open()).next()));
    expect(await error(ask('/ui/api/events'))).toEqual([503, 'too-many-streams']);
    expect((await ask('/ui/api/state')).status).toBe(200);
  });
});
