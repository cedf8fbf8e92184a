/** Profiles that are bound to callers by key, group, scope and issuer: who sees and calls what, with real servers and HTTP requests. */
import { until } from '../../../../test/helpers/until.js';
import { endIssuers } from '../../../access/test/issuers.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, endAll, startGateway } from './harness.js';
import { bearer, beginIssuer, fake, json, oauth, open, post, resultOf, rpc, seconds, settings, token, toolNames } from './oauth-world.js';

jest.setTimeout(120_000);

beforeAll(beginIssuer);
afterAll(endIssuers);
afterEach(endAll);

const modern = (method: string, params: object = {}) =>
  rpc(method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
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
    expect(await toolNames(running, reader())).toEqual(['one__echo', 'one__progress']);
    expect((await toolNames(running, writer())).every(name => name.startsWith('two__'))).toBe(true);
    expect(await toolNames(running, ci, '/mcp/p/writing')).toEqual(await toolNames(running, writer()));
    expect((await toolNames(running, bearer(token({ groups: ['admins'] })))).length).toBeGreaterThan(8);
    const search = rpc('tools/call', {
      name: 'retrieve_tools',
      arguments: { query: 'echo slow fail log', debug: true, include_disabled: true, explain_tool: 'two__echo' },
    });
    const found = resultOf((await post(running, reader(), search)).text).result.content[0].text;
    expect(JSON.parse(found).tools.map(({ name }: { name: string }) => name)).toEqual(['one__echo']);
    expect(JSON.parse(found).debug.total_indexed_tools).toBe(2);
    expect(found).not.toContain('two__slow');
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
    ['an allowed tool', reader, 'tools/call', { name: 'one__echo', arguments: { text: 'a' } }, 'result'],
    ['a tool that is not selected', reader, 'tools/call', { name: 'one__slow', arguments: {} }, 'unknown_tool'],
    ['a tool of another server', reader, 'tools/call', { name: 'two__echo', arguments: {} }, 'unknown_tool'],
    ['the same by call_tool', reader, 'tools/call', { name: 'call_tool', arguments: { name: 'two__echo' } }, 'unknown_tool'],
    ['a prompt of another server', reader, 'prompts/get', { name: 'two__p' }, 'unknown_prompt'],
    ['a prompt of a server with selected tools', reader, 'prompts/get', { name: 'one__p' }, 'unknown_prompt'],
    ['a prompt of an allowed server', writer, 'prompts/get', { name: 'two__p' }, 'result'],
    ['a resource', reader, 'resources/read', { uri: 'test://r' }, 'unknown_resource'],
    ['a resource of an allowed server', writer, 'resources/read', { uri: 'test://r' }, 'result'],
    [
      'a completion',
      reader,
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'two__p' }, argument: { name: 'a', value: 'b' } },
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
    expect(await toolNames(running, narrow)).toEqual(['one__echo', 'one__progress']);
    expect(
      resultOf((await post(running, narrow, rpc('tools/call', { name: 'two__echo', arguments: {} }))).text).error.data.failure_mode,
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

  it('a server that goes or tells of changes is noticed by those alone who see its prompts and resources', async () => {
    const { running, one, two } = await started();
    const hears = async (who: Record<string, string>) => {
      const heard: string[] = [];
      const session = await open(running, who);
      const stream = await fetch(`http://127.0.0.1:${running.port}/mcp`, { headers: { accept: 'text/event-stream', ...session } });
      void (async () => {
        for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) heard.push(Buffer.from(chunk).toString());
      })().catch(() => {});
      return () => heard.join('');
    };
    const [reading, writing, admin] = [await hears(reader()), await hears(writer()), await hears(bearer(token({ groups: ['admins'] })))];
    await one.promptsChanged();
    await until(() => admin().includes('prompts/list_changed'));
    await two.stop();
    await until(() => writing().includes('prompts/list_changed') && writing().includes('resources/list_changed'));
    // What the others may hear is sent in the same turn.
    await until(() => admin().split('prompts/list_changed').length >= 3);
    expect(reading()).not.toMatch(/(?:prompts|resources)\/list_changed/);
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
