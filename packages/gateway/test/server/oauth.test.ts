/** A gateway behind a real authorization server, with real clients: who calls, and what each attack is answered. */
import { redisStore } from '@mcpgw/store';
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describeUnless } from '../../../../test/helpers/needs.js';
import { endIssuers, signed, startAuthorizationServer, startFakeIssuer, tokenOf } from '../../../access/test/issuers.js';
import { redisMissing, startRedis, stopRedis } from '../../../store/test/redis-server.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { type Ask, ask } from '../ask.js';
import { configOf, endAll, type Running, startGateway } from './harness.js';
import { bearer, beginIssuer, fake, json, oauth, open, post, resource, rpc, seconds, settings, token, withAuth } from './oauth-world.js';

jest.setTimeout(120_000);

let issuer: string;
beforeAll(async () => {
  issuer = await startAuthorizationServer();
  await beginIssuer();
});
afterAll(endIssuers);
afterEach(endAll);

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
