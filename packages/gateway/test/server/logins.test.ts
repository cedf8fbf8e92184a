/** Logins through a running gateway: each caller's own, and those that the page begins. The authorization server and the MCP server are real. */

import { memoryActivityStore, Recorder } from '@mcpgw/activity';
import { until } from '../../../../test/helpers/until.js';
import { startWorld, stopWorlds, type World } from '../../../login/test/world.js';
import { type Answer, ask } from '../ask.js';
import { configOf, connect, endAll, type Running, startGateway } from './harness.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(() => world.set({ account: 'ada', consent: 'give' }));
afterEach(endAll);
afterAll(stopWorlds);

const loginKeys = '{keys: ["a key of the tests, which is long enough"]}';

/** A gateway with the page, in front of the server that wants tokens. */
const gateway = (mode: string, more = '', deps: Parameters<typeof startGateway>[1] = {}) => {
  const text = `servers: {crm: {url: "${world.mcp}", trust_mode: auto, oauth: {mode: ${mode}}}}\nlogin: ${loginKeys}\n${more}`;
  return startGateway(configOf(text, { page: { enabled: true, hosts: [] } }), deps);
};

const pageHeaders = (port: number) => ({ 'content-type': 'application/json', 'x-mcpgw-page': '1', origin: `http://127.0.0.1:${port}` });

const begin = ({ port }: Running, headers: Readonly<Record<string, string>> = {}, body: object = { server: 'crm' }): Promise<Answer> =>
  ask(port, '/ui/api/login', { method: 'POST', headers: { ...pageHeaders(port), ...headers }, body: JSON.stringify(body) });

/** The cookie that an answer sets, as a browser sends it back. */
const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie']).split(';', 1)[0]!;

/** A person logs in on the page: the address is visited, and the browser brings the answer back. */
async function logIn(running: Running, headers: Readonly<Record<string, string>> = {}, body?: object): Promise<Answer> {
  const begun = await begin(running, headers, body);
  const { url } = JSON.parse(begun.text) as { url: string };
  const answer = await world.visit(url);
  return ask(running.port, answer.pathname + answer.search, { headers: { cookie: cookieOf(begun) } });
}

const whoami = async (running: Running, key?: string) => {
  const client = await connect('v2', running.url, {}, key === undefined ? {} : { authorization: `Bearer ${key}` });
  const { content } = await client.callTool({ name: 'crm:whoami', arguments: {} });
  return (content as { text: string }[])[0]!.text;
};

it('the page logs in for the gateway, in the browser that began it, and the server connects', async () => {
  const events: unknown[] = [];
  const recorder = new Recorder({
    store: memoryActivityStore(),
    keep: () => ({ ageMs: 60_000, bytes: 1 << 20 }),
    redact: () => text => String(text),
  });
  jest.spyOn(recorder, 'event').mockImplementation(event => void events.push(event));
  const running = await gateway('shared', '', { recorder });
  const begun = await begin(running);
  expect(String(begun.headers['set-cookie'])).toMatch(
    /^mcpgw_login_[0-9a-f]{16}=[\w-]{43}; Path=\/oauth\/callback; HttpOnly; SameSite=Lax; Max-Age=600$/,
  );
  const { url } = JSON.parse(begun.text) as { url: string };
  expect(new URL(url).searchParams.get('redirect_uri')).toBe(`http://127.0.0.1:${running.port}/oauth/callback`);
  const answer = await world.visit(url);
  const path = answer.pathname + answer.search;
  // Another person's browser, or a page that sends this one there: nothing happens, and the login stays possible.
  for (const cookie of ['', 'mcpgw_login_0000000000000000=x', cookieOf(begun).replace(/=.*/, '=guessed')]) {
    const refused = await ask(running.port, path, { headers: { cookie } });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('This login was begun in another browser.')]);
  }
  const done = await ask(running.port, path, { headers: { cookie: cookieOf(begun) } });
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('You are logged in.')]);
  const again = await ask(running.port, path, { headers: { cookie: cookieOf(begun) } });
  expect([again.status, again.text]).toEqual([400, expect.stringContaining('This login is over')]);
  await until(() => running.gateway.toolCounts().callable === 1);
  expect(await whoami(running)).toBe('ada');
  expect(events).toContainEqual({ event: 'logged_in', server: 'crm' });
  const { secrets } = await world.state();
  const shown = [...running.log, JSON.stringify(running.gateway.status()), done.text, again.text].join('\n');
  expect(secrets.filter(secret => shown.includes(secret))).toEqual([]);
});

it.each<[string, Readonly<Record<string, string>>, number]>([
  ['a page of another origin', { origin: 'https://evil.example.com' }, 403],
  ['a form of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a request without the header of the page', { 'x-mcpgw-page': '' }, 403],
  ['a rebound name', { host: 'evil.example.com' }, 403],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
])('%s begins no login', async (_what, headers, status) => {
  const running = await gateway('shared');
  const { authorizations } = await world.state();
  expect((await begin(running, headers)).status).toBe(status);
  expect((await world.state()).authorizations).toHaveLength(authorizations.length);
});

it('the callback is no path for a rebound name, another method, or a redirect elsewhere', async () => {
  const running = await gateway('shared');
  const at = (path: string, options: object = {}) => ask(running.port, path, options);
  expect((await at('/oauth/callback?code=a&state=b', { headers: { host: 'evil.example.com' } })).status).toBe(403);
  expect((await at('/oauth/callback', { method: 'POST' })).status).toBe(405);
  for (const query of [
    '',
    '?state=',
    '?state=a&state=b',
    '?redirect_uri=https://evil.example.com&next=//evil.example.com&state=x',
    '?error=<script>&state=x',
  ]) {
    const { status, headers, text } = await at(`/oauth/callback${query}`);
    expect([status, headers.location, text.includes('evil'), text.includes('<script>')]).toEqual([400, undefined, false, false]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
});

it('a refused consent stores nothing, and says so', async () => {
  await world.set({ consent: 'refuse' });
  const running = await gateway('shared');
  const answer = await logIn(running);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('The login was refused. Nothing was stored.')]);
  expect(running.gateway.toolCounts().callable).toBe(0);
});

it('in mode user each key has a login of its own, and nobody uses that of another', async () => {
  const keys = 'auth: {api_keys: [key-of-ada-0123456789, key-of-bob-0123456789], admin_keys: [key-of-the-admin-0123]}\n';
  const running = await gateway('user', keys);
  const by = (key: string) => ({ authorization: `Bearer ${key}` });
  // The gateway's own login lists the tools.
  await world.set({ account: 'operator' });
  expect((await logIn(running, by('key-of-the-admin-0123'))).status).toBe(200);
  await until(() => running.gateway.toolCounts().callable === 1);
  await expect(whoami(running, 'key-of-bob-0123456789')).resolves.toContain("Server 'crm' needs a login");

  // With admin keys the page takes no keys of clients, so the admin's own login is the one that differs from the gateway's.
  expect((await begin(running, by('key-of-bob-0123456789'), { server: 'crm', identity: 'own' })).status).toBe(401);
  await world.set({ account: 'ada' });
  expect((await logIn(running, by('key-of-the-admin-0123'), { server: 'crm', identity: 'own' })).status).toBe(200);
  expect(await whoami(running, 'key-of-the-admin-0123')).toBe('ada');
  await expect(whoami(running, 'key-of-bob-0123456789')).resolves.toContain("Server 'crm' needs a login");
});

it('with keys of clients alone, a client logs in for itself and not for the gateway', async () => {
  const running = await gateway('user', 'auth: {api_keys: [key-of-ada-0123456789, key-of-bob-0123456789]}\n');
  const by = (key: string) => ({ authorization: `Bearer ${key}` });
  expect((await begin(running, by('key-of-ada-0123456789'), { server: 'crm', identity: 'gateway' })).status).toBe(403);
  expect((await logIn(running, by('key-of-ada-0123456789'))).status).toBe(200);
  const shared = await gateway('shared', 'auth: {api_keys: [key-of-ada-0123456789]}\n');
  const refused = await begin(shared, by('key-of-ada-0123456789'));
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('shared-login')]);
});

it.each([
  [{ server: 'nobody' }, 404],
  [{}, 400],
  [{ server: 'crm', identity: 'another' }, 400],
  [{ server: 'crm', redirect: 'https://evil.example.com' }, 400],
])('the body %j is refused', async (body, status) => {
  expect((await begin(await gateway('shared'), {}, body)).status).toBe(status);
});

it('the metadata document names the public address, and is there only where that is set', async () => {
  expect((await ask((await gateway('shared')).port, '/oauth/client.json')).status).toBe(404);
  const text = `servers: {crm: {url: "${world.mcp}", oauth: {}}}\nlogin: {url: "https://gateway.acme.com"}\n`;
  const { port } = await startGateway(configOf(text));
  expect(JSON.parse((await ask(port, '/oauth/client.json')).text)).toMatchObject({
    client_id: 'https://gateway.acme.com/oauth/client.json',
    redirect_uris: ['https://gateway.acme.com/oauth/callback', 'http://127.0.0.1/callback'],
  });
});

it('a login that the server names by its challenge works without oauth in the configuration', async () => {
  const text = `servers: {crm: {url: "${world.mcp}", trust_mode: auto}}\nlogin: ${loginKeys}\n`;
  const running = await startGateway(configOf(text, { page: { enabled: true, hosts: [] } }));
  expect(running.gateway.status()).toMatchObject({ servers: [{ needs_login: true }] });
  expect((await logIn(running)).status).toBe(200);
  await until(() => running.gateway.toolCounts().callable === 1);
  expect(await whoami(running)).toBe('ada');
});
