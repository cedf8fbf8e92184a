/** A gateway behind a real authorization server, with real clients: who sees and calls what, and what each attack is answered. */
import { redisStore } from '@mcpgw/store';
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describeUnless } from '../../../../test/helpers/needs.js';
import { until } from '../../../../test/helpers/until.js';
import { endIssuers, type FakeIssuer, signed, startAuthorizationServer, startFakeIssuer, tokenOf } from '../../../access/test/issuers.js';
import { redisMissing, startRedis, stopRedis } from '../../../store/test/redis-server.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { type Ask, ask } from '../ask.js';
import { configOf, endAll, type Running, startGateway } from './harness.js';

jest.setTimeout(120_000);

let issuer: string;
let fake: FakeIssuer;
beforeAll(async () => {
  issuer = await startAuthorizationServer();
  fake = await startFakeIssuer();
});
afterAll(endIssuers);
afterEach(endAll);

const resource = 'https://mcp.example.com/mcp';
const seconds = () => Math.floor(Date.now() / 1000);
/** A token of the issuer that signs whatever it is asked for. */
const token = (more: object = {}) =>
  signed({ iss: fake.issuer, sub: 'alice', aud: resource, exp: seconds() + 600, scope: 'mcp', ...more }, fake.privateKey);
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

/** Settings of `auth.oauth` as YAML. */
const oauth = (more: object = {}) => ({ resource, issuers: [{ issuer: fake.issuer }], required_scopes: ['mcp'], ...more });
const withAuth = (auth: object, more: object = {}) => JSON.stringify({ auth, ...more }).slice(1, -1);
const settings = (servers: Record<string, string>, auth: object, more: object = {}) =>
  `{${JSON.stringify({ servers: Object.fromEntries(Object.entries(servers).map(([name, url]) => [name, { url, trust_mode: 'auto' }])) }).slice(1, -1)},${withAuth(auth, more)}}`;

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const rpc = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const hello = rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } });
const modern = (method: string, params: object = {}) =>
  rpc(method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  });

const post = ({ port }: Pick<Running, 'port'>, headers: Record<string, string>, body = rpc('ping'), path = '/mcp') =>
  ask(port, path, { method: 'POST', headers: { ...json, ...headers }, body });
const open = async (running: Pick<Running, 'port'>, headers: Record<string, string>, path = '/mcp') => {
  const { status, headers: answered, text } = await post(running, headers, hello, path);
  if (status !== 200) throw new Error(text);
  return { ...headers, 'mcp-session-id': String(answered['mcp-session-id']) };
};
/** The parts of answers that the tests read. */
interface Answered {
  readonly result: {
    readonly tools: readonly { name: string }[];
    readonly content: readonly [{ text: string }];
  };
  readonly error: { readonly data: { readonly failure_mode: string } };
}

const resultOf = (text: string) => JSON.parse(text.replace(/^event: message\ndata: /, '')) as Answered;
const toolNames = async (running: Pick<Running, 'port'>, headers: Record<string, string>, path = '/mcp') =>
  resultOf((await post(running, headers, rpc('tools/list'), path)).text)
    .result.tools.map(({ name }) => name)
    .filter(name => name.includes(':'));

describe('a client of the MCP SDK', () => {
  const started = async (more: object = {}) => {
    const fixture = await startFixture();
    // The address is known only once the gateway listens, so the configuration that names it is loaded then.
    const running = await startGateway(settings({ s: fixture.url }, { api_keys: ['for-now'] }));
    const address = `http://127.0.0.1:${running.port}/mcp`;
    const auth = { oauth: { resource: address, issuers: [{ issuer }], required_scopes: ['mcp'], ...more } };
    await running.gateway.reload(configOf(settings({ s: fixture.url }, auth, { profiles: [{ name: 'reading', servers: ['s'] }] })));
    return { fixture, running, address };
  };
  const clients: Client[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map(client => client.close()));
  });
  const connect = async (url: string, version = '2025-11-25') => {
    const authProvider = new ClientCredentialsProvider({ clientId: 'alice', clientSecret: 'secret-of-alice', expectedIssuer: issuer });
    const pinned = version === '2026-07-28' ? { versionNegotiation: { mode: { pin: version } } } : {};
    const client = new Client({ name: 'c', version: '1' }, pinned as object);
    clients.push(client);
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }));
    return client;
  };

  it.each([
    ['', '2025-11-25'],
    ['/p/reading', '2025-11-25'],
    ['', '2026-07-28'],
  ] as const)('finds the issuer from the refusal, gets a token for this resource and calls: %j %j', async (path, version) => {
    const { fixture, address, running } = await started();
    const client = await connect(`${address}${path}`, version);
    const result = await client.callTool({ name: 's:echo', arguments: { text: 'hi' } });
    expect(result.content).toEqual([{ type: 'text', text: 'hi' }]);
    expect(JSON.stringify(fixture.seen.calls)).not.toMatch(/authorization|Bearer|eyJ|alice/i);
    expect(running.log.join('\n')).not.toMatch(/eyJ|secret-of/);
  });

  it('is named in the log by the subject of its token', async () => {
    const { address, running } = await started();
    const client = await connect(address);
    await client.callTool({ name: 's:nothing', arguments: {} }).catch(() => {});
    expect(running.log.find(line => line.startsWith('request failed'))).toContain('"caller":"alice"');
  });

  it.each([
    ['for another resource', 'https://other.example.com/mcp', 'mcp', 401, 'invalid_token'],
    ['with another scope', undefined, 'write', 403, 'insufficient_scope'],
  ])('with a real token %s is refused', async (_what, audience, scope, status, error) => {
    const { address, running } = await started();
    const answer = await post(running, bearer(await tokenOf(issuer, 'bob', audience ?? address, scope)));
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([status, expect.stringContaining(`error="${error}"`)]);
  });
});

describe('attacks', () => {
  let running: Running;
  beforeEach(async () => {
    const fixture = await startFixture();
    running = await startGateway(settings({ s: fixture.url }, { oauth: oauth(), api_keys: [{ name: 'ci', key: 'key-of-ci' }] }));
  });

  it.each<[what: string, request: () => Ask & { path?: string }, status: number, mode: string]>([
    ['no token', () => ({}), 401, 'unauthorized'],
    ['a token for another resource', () => ({ headers: bearer(token({ aud: 'https://x.example/mcp' })) }), 401, 'unauthorized'],
    ['a token of another issuer', () => ({ headers: bearer(token({ iss: 'https://x.example' })) }), 401, 'unauthorized'],
    ['an expired token', () => ({ headers: bearer(token({ exp: seconds() - 60 })) }), 401, 'unauthorized'],
    ['a token in the query', () => ({ path: `/mcp?access_token=${token()}` }), 401, 'unauthorized'],
    ['a key in the query', () => ({ path: '/mcp?api_key=key-of-ci&apikey=key-of-ci' }), 401, 'unauthorized'],
    [
      'a key as user and password',
      () => ({ headers: { authorization: `Basic ${Buffer.from('ci:key-of-ci').toString('base64')}` } }),
      401,
      'unauthorized',
    ],
    ['a key in a cookie', () => ({ headers: { cookie: 'authorization=Bearer key-of-ci' } }), 401, 'unauthorized'],
    ['the digest that owns sessions, as a key', () => ({ headers: bearer('2jmj7l5rSw0yVb_vlWAYkK_YBwk') }), 401, 'unauthorized'],
    ['a token and a key', () => ({ headers: { ...bearer(token()), 'x-api-key': 'key-of-ci' } }), 400, 'invalid_request'],
    ['a token without the scope', () => ({ headers: bearer(token({ scope: 'other' })) }), 403, 'insufficient_scope'],
    ['a good token under a rebound name', () => ({ headers: { ...bearer(token()), host: 'evil.example' } }), 403, 'forbidden'],
    [
      'a good token from a page of another site',
      () => ({ headers: { ...bearer(token()), origin: 'https://evil.example' } }),
      403,
      'forbidden',
    ],
    ['a token of 16,000 characters', () => ({ headers: bearer(token({ pad: 'x'.repeat(10_000) })) }), 401, 'unauthorized'],
  ])('%s', async (_what, request, status, mode) => {
    const { path = '/mcp', headers = {} } = request();
    const answer = await post(running, headers as Record<string, string>, rpc('tools/list'), path);
    expect([answer.status, JSON.parse(answer.text).error.data.failure_mode]).toEqual([status, mode]);
  });

  it('two Authorization headers are no caller, whichever of them is good', async () => {
    const good = `Bearer ${token()}`;
    const response = await new Promise<number>((resolve, reject) => {
      const { request } = require('node:http') as typeof import('node:http');
      const headers = [
        'Host',
        `127.0.0.1:${running.port}`,
        'Content-Type',
        'application/json',
        'Authorization',
        good,
        'Authorization',
        'Bearer x',
      ];
      request({ host: '127.0.0.1', port: running.port, path: '/mcp', method: 'POST', headers: headers as never }, answer => {
        answer.resume();
        resolve(answer.statusCode!);
      })
        .on('error', reject)
        .end(rpc('ping'));
    });
    expect(response).toBe(400);
  });

  it('the session of another user, of a key, and of the same user with another client, is not there', async () => {
    const session = await open(running, bearer(token({ client_id: 'desk' })));
    const id = { 'mcp-session-id': session['mcp-session-id']! };
    const others = [token({ sub: 'eve', client_id: 'desk' }), token({ client_id: 'other' }), 'key-of-ci'];
    for (const other of others)
      for (const method of ['POST', 'GET', 'DELETE'])
        expect(
          (
            await ask(running.port, '/mcp', {
              method,
              headers: { ...json, ...id, ...bearer(other) },
              ...(method === 'POST' && { body: rpc('ping') }),
            })
          ).status,
        ).toBe(404);
    expect((await post(running, { ...id, ...bearer(token({ client_id: 'desk', jti: 'a new one' })) })).status).toBe(200);
    expect((await post(running, id)).status).toBe(401);
  });

  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    'metadata at %s come from the configuration, and not to a hostile name',
    async path => {
      const answer = await ask(running.port, path, {
        headers: { 'x-forwarded-host': 'evil.example', origin: 'https://inspector.example' },
      });
      expect([answer.status, answer.headers['access-control-allow-origin'], JSON.parse(answer.text)]).toEqual([
        200,
        '*',
        { resource, authorization_servers: [fake.issuer], scopes_supported: ['mcp'], bearer_methods_supported: ['header'] },
      ]);
      expect((await ask(running.port, path, { headers: { host: 'evil.example' } })).status).toBe(403);
      expect((await ask(running.port, path, { method: 'OPTIONS', headers: { origin: 'https://inspector.example' } })).status).toBe(204);
      expect((await ask(running.port, path, { method: 'POST' })).status).toBe(405);
      expect((await ask(running.port, '/.well-known/oauth-protected-resource/mcp/p/none')).status).toBe(404);
    },
  );

  it('while the keys of the issuer cannot be read, tokens are answered 503 and keys go on', async () => {
    const dead = await startFakeIssuer();
    const [first] = [{ issuer: dead.issuer }];
    dead.documents.set('/keys', { status: 500, body: '' });
    await running.gateway.reload({ ...configOf(settings({}, { oauth: oauth({ issuers: [first] }), api_keys: ['key-of-ci'] })) });
    const theirs = signed({ iss: dead.issuer, sub: 'a', aud: resource, exp: seconds() + 60, scope: 'mcp' }, dead.privateKey);
    const answer = await post(running, bearer(theirs));
    expect([answer.status, answer.headers['retry-after'], JSON.parse(answer.text).error.data.failure_mode]).toEqual([
      503,
      '5',
      'issuer_unavailable',
    ]);
    expect((await post(running, bearer('key-of-ci'))).status).toBe(200);
    expect(running.log.filter(line => line.startsWith('keys of an issuer cannot be read'))).toHaveLength(1);
  });
});

describe('profiles that are bound to callers', () => {
  const profiles = [
    { name: 'reading', servers: ['one'], tools: { one: ['echo', 'pro*'] }, allow: { groups: ['readers'] } },
    { name: 'writing', servers: ['two'], allow: [{ scopes: ['mcp', 'write'], issuers: ['ISSUER'] }, { keys: ['ci'] }] },
    { name: 'open', servers: ['two'] },
  ];
  const started = async (more: object = {}) => {
    const [one, two] = [await startFixture(), await startFixture()];
    two.prompts = [{ name: 'p' }];
    one.prompts = [{ name: 'p' }];
    const text = settings(
      { one: one.url, two: two.url },
      { oauth: oauth({ admins: { groups: ['admins'] } }), api_keys: [{ name: 'ci', key: 'key-of-ci' }, 'key-without-name'] },
      { profiles, ...more },
    ).replace('ISSUER', fake.issuer);
    return { one, two, running: await startGateway(text), text };
  };
  const reader = () => bearer(token({ groups: ['readers'] }));
  const writer = () => bearer(token({ scope: 'mcp write' }));
  const ci = { 'x-api-key': 'key-of-ci' };

  it('show each caller the tools of its profiles, in direct mode, in search and on profiles', async () => {
    const { running } = await started();
    expect(await toolNames(running, reader())).toEqual(['one:echo', 'one:progress']);
    expect((await toolNames(running, writer())).every(name => name.startsWith('two:'))).toBe(true);
    expect(await toolNames(running, ci, '/mcp/p/writing')).toEqual(await toolNames(running, writer()));
    expect((await toolNames(running, bearer(token({ groups: ['admins'] })))).length).toBeGreaterThan(8);
    const search = rpc('tools/call', {
      name: 'retrieve_tools',
      arguments: { query: 'echo slow fail log', debug: true, include_disabled: true, explain_tool: 'two:echo' },
    });
    const found = resultOf((await post(running, reader(), search)).text).result.content[0].text;
    expect(JSON.parse(found).tools.map(({ name }: { name: string }) => name)).toEqual(['one:echo']);
    expect(JSON.parse(found).debug.total_indexed_tools).toBe(2);
    expect(found).not.toContain('two:slow');
    const servers = resultOf(
      (await post(running, reader(), rpc('tools/call', { name: 'upstream_servers', arguments: { operation: 'list' } }))).text,
    );
    expect(JSON.parse(servers.result.content[0].text).servers.map(({ name }: { name: string }) => name)).toEqual(['one']);
    const status = JSON.parse((await ask(running.port, '/status', { headers: reader() })).text);
    expect([status.caller, status.servers.map(({ name }: { name: string }) => name), status.callers]).toEqual([
      { name: 'alice', kind: 'token', admin: false },
      ['one'],
      undefined,
    ]);
  });

  it.each<[what: string, who: () => Record<string, string>, method: string, params: object, outcome: unknown]>([
    ['an allowed tool', reader, 'tools/call', { name: 'one:echo', arguments: { text: 'a' } }, 'result'],
    ['a tool that is not selected', reader, 'tools/call', { name: 'one:slow', arguments: {} }, 'unknown_tool'],
    ['a tool of another server', reader, 'tools/call', { name: 'two:echo', arguments: {} }, 'unknown_tool'],
    ['the same by call_tool', reader, 'tools/call', { name: 'call_tool', arguments: { name: 'two:echo' } }, 'unknown_tool'],
    ['a prompt of another server', reader, 'prompts/get', { name: 'two:p' }, 'unknown_prompt'],
    ['a prompt of a server with selected tools', reader, 'prompts/get', { name: 'one:p' }, 'unknown_prompt'],
    ['a prompt of an allowed server', writer, 'prompts/get', { name: 'two:p' }, 'result'],
    ['a resource', reader, 'resources/read', { uri: 'test://r' }, 'unknown_resource'],
    ['a resource of an allowed server', writer, 'resources/read', { uri: 'test://r' }, 'result'],
    [
      'a completion',
      reader,
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'two:p' }, argument: { name: 'a', value: 'b' } },
      'unknown_prompt',
    ],
  ])('%s', async (_what, who, method, params, outcome) => {
    const { running } = await started();
    const { result, error } = resultOf((await post(running, who(), rpc(method, params))).text);
    expect(error?.data?.failure_mode ?? (result && 'result')).toBe(outcome);
  });

  it.each<[what: string, who: () => Record<string, string>, path: string, status: number, challenge: unknown]>([
    ['a profile of others', () => ({ 'x-api-key': 'key-without-name' }), '/mcp/p/writing', 403, undefined],
    [
      'a profile that scopes would open',
      () => bearer(token()),
      '/mcp/p/writing',
      403,
      expect.stringContaining(
        'error="insufficient_scope", error_description="The token lacks a scope that is needed here: mcp write", scope="mcp write"',
      ),
    ],
    ['a profile that is bound to nobody', reader, '/mcp/p/open', 403, undefined],
    ['all servers, with no profile', () => ({ 'x-api-key': 'key-without-name' }), '/mcp', 403, undefined],
    ['a profile that is not there', reader, '/mcp/p/none', 404, undefined],
  ])('%s', async (_what, who, path, status, challenge) => {
    const { running } = await started();
    const answer = await post(running, who(), rpc('tools/list'), path);
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([status, challenge]);
  });

  it('a narrower token of the same user takes effect at once, in the same session', async () => {
    const { running, two } = await started();
    const session = await open(running, writer());
    const id = { 'mcp-session-id': session['mcp-session-id']! };
    expect(resultOf((await post(running, session, rpc('resources/subscribe', { uri: 'test://r' }))).text).result).toEqual({});
    const heard: string[] = [];
    const stream = await fetch(`http://127.0.0.1:${running.port}/mcp`, { headers: { accept: 'text/event-stream', ...session } });
    void (async () => {
      for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) heard.push(Buffer.from(chunk).toString());
    })().catch(() => {});
    await two.resourceUpdated('test://r');
    await until(() => heard.join('').includes('resources/updated'));
    const narrow = { ...id, ...reader() };
    expect(await toolNames(running, narrow)).toEqual(['one:echo', 'one:progress']);
    expect(
      resultOf((await post(running, narrow, rpc('tools/call', { name: 'two:echo', arguments: {} }))).text).error.data.failure_mode,
    ).toBe('unknown_tool');
    heard.length = 0;
    await two.resourceUpdated('test://r');
    await two.tell('notifications/message', { level: 'info', data: 'a secret of two' });
    await two.toolsChanged();
    await post(running, { ...id, ...writer() });
    await two.resourceUpdated('test://r');
    await until(() => heard.join('').includes('resources/updated'));
    expect(heard.join('').match(/resources\/updated/g)).toHaveLength(1);
    expect(heard.join('')).not.toContain('a secret of two');
  });

  it('a configuration that allows a caller no more ends its streams and what it sees', async () => {
    const { running, text } = await started();
    const session = await open(running, ci);
    const stream = await fetch(`http://127.0.0.1:${running.port}/mcp`, { headers: { accept: 'text/event-stream', ...session } });
    await running.gateway.reload(configOf(text.replace('"keys":["ci"]', '"keys":["other"]').replace('"name":"ci"', '"name":"other-name"')));
    await stream.text();
    expect((await post(running, session)).status).toBe(403);
  });

  it.each([
    ['2025-11-25', 'legacy'],
    ['2026-07-28', 'modern'],
  ])('the streams of an expired token end (%s)', async (_version, era) => {
    const { running } = await started();
    const short = bearer(token({ scope: 'mcp write', exp: seconds() - 3 }));
    const headers = era === 'legacy' ? await open(running, short) : short;
    const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const stream = await fetch(`http://127.0.0.1:${running.port}/mcp`, {
      headers: {
        ...json,
        ...headers,
        ...(era === 'modern' && { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }),
      },
      ...(era === 'modern' && { method: 'POST', body: listen }),
    });
    expect(stream.status).toBe(200);
    await stream.text();
    expect((await post(running, headers)).status).toBe(401);
  });

  it('admins by a group of their token act on servers and decide on the page, others read nothing there', async () => {
    const { one } = await started();
    const config = configOf(settings({ one: one.url }, { oauth: oauth({ admins: { groups: ['admins'] } }) }), {
      page: { enabled: true, hosts: [] },
    });
    const running = await startGateway(config);
    const admin = bearer(token({ groups: ['admins'] }));
    const restart = rpc('tools/call', { name: 'upstream_servers', arguments: { operation: 'restart', name: 'one' } });
    expect(JSON.parse(resultOf((await post(running, admin, restart)).text).result.content[0].text)).toMatchObject({ done: true });
    expect(resultOf((await post(running, reader(), restart)).text).error.data.failure_mode).toBe('not_allowed');
    const page = (headers: Record<string, string>) => ask(running.port, '/ui/api/state', { headers });
    expect(JSON.parse((await page(admin)).text)).toMatchObject({ readOnly: false });
    expect([(await page(reader())).status, (await page({})).status]).toEqual([401, 401]);
    await open(running, reader());
    const { callers } = JSON.parse((await ask(running.port, '/status', { headers: admin })).text);
    expect(callers).toEqual([{ name: 'alice', kind: 'token', sessions: 1 }]);
  });
});

describe('nothing of a caller reaches a server', () => {
  it('over HTTP: neither its token nor its name, in headers, arguments or _meta', async () => {
    const fixture = await startFixture();
    const running = await startGateway(settings({ s: fixture.url }, { oauth: oauth() }));
    const headers = {
      ...bearer(token()),
      cookie: 'a=b',
      forwarded: 'for=1.2.3.4',
      'x-forwarded-user': 'alice',
      'x-api-key-extra': 'x',
      traceparent: '00-1-2-01',
    };
    const session = await open(running, headers);
    for (const body of [rpc('tools/call', { name: 's:echo', arguments: { text: 'x' }, _meta: { mine: 1 } })])
      await post(running, session, body);
    const [call] = fixture.seen.calls;
    expect(call!.meta).toEqual({ mine: 1, traceparent: '00-1-2-01' });
    expect(Object.keys(call!.headers).sort()).toEqual(
      expect.not.arrayContaining(['authorization', 'cookie', 'x-api-key', 'forwarded', 'x-forwarded-user']),
    );
    expect(JSON.stringify(call)).not.toMatch(/eyJ|alice/);
  });

  it('over REST', async () => {
    const seen: unknown[] = [];
    const { createServer } = await import('node:http');
    const api = createServer((request, response) => {
      seen.push(request.rawHeaders, request.url);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve));
    const { port } = api.address() as { port: number };
    const apis = [{ name: 'shop', base_url: `http://127.0.0.1:${port}`, endpoints: [{ name: 'get', method: 'GET', path: '/x' }] }];
    const running = await startGateway(`{${withAuth({ oauth: oauth() }, { apis })}}`);
    await post(running, { ...bearer(token()), cookie: 'a=b' }, rpc('tools/call', { name: 'shop:get', arguments: {}, _meta: { mine: 1 } }));
    api.close();
    expect(seen).toHaveLength(2);
    expect(JSON.stringify(seen)).not.toMatch(/eyJ|alice|authorization|cookie|mine/i);
  });
});

describeUnless(redisMissing, 'at two replicas with one Redis', () => {
  afterAll(stopRedis);
  it('a session belongs to its user at both', async () => {
    const redis = await startRedis();
    const fixture = await startFixture();
    const text = settings({ s: fixture.url }, { oauth: oauth() });
    const [first, second] = [
      await startGateway(text, { store: await redisStore(redis.url) }),
      await startGateway(text, { store: await redisStore(redis.url) }),
    ];
    const session = await open(first, bearer(token()));
    const id = { 'mcp-session-id': session['mcp-session-id']! };
    expect((await post(second, { ...id, ...bearer(token({ sub: 'eve' })) })).status).toBe(404);
    expect((await post(second, { ...id, ...bearer(token({ jti: 'renewed' })) })).status).toBe(200);
    expect((await post(second, id)).status).toBe(401);
    expect((await ask(second.port, '/mcp', { method: 'DELETE', headers: { ...id, ...bearer(token({ sub: 'eve' })) } })).status).toBe(404);
    expect((await post(first, session)).status).toBe(200);
  });
});
