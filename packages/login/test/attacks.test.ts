/** What somebody tries who is not the person that logs in. */
import type { RequestListener } from 'node:http';
import { memoryStore } from '@mcpgw/store';
import type { Logins } from '../src/index.js';
import { begin, loginsOn, problemOf, redirectUri, serverOf, target, tokenOf, world } from './harness.js';

describe('attacks', () => {
  const start = async (logins: Logins, more: { subject?: string; binding?: string } = {}) => {
    const { url, state } = await begin(logins, target(), more);
    return { answer: (await world.visit(url)).searchParams, state };
  };

  it('an answer is used once: a replayed state and code are refused', async () => {
    const logins = loginsOn(memoryStore());
    const { answer } = await start(logins);
    const both = await Promise.allSettled([1, 2].map(() => logins.finish(answer, { target: () => target() })));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await problemOf(logins.finish(answer, { target: () => target() }))).toBe('unknown-state');
  });

  it('a code of another login cannot be slipped in (PKCE)', async () => {
    const logins = loginsOn(memoryStore());
    const [mine, other] = [await start(logins), await start(logins)];
    mine.answer.set('code', other.answer.get('code')!);
    expect(await problemOf(logins.finish(mine.answer, { target: () => target() }))).toBe('refused');
    expect(await tokenOf(logins)).toBeUndefined();
  });

  it.each([
    ['no state', (answer: URLSearchParams) => answer.delete('state')],
    ['two states', (answer: URLSearchParams) => answer.append('state', 'x')],
    ['a guessed state', (answer: URLSearchParams) => answer.set('state', 'A'.repeat(43))],
    ['a very long state', (answer: URLSearchParams) => answer.set('state', 'A'.repeat(100_000))],
  ])('%s', async (_what, change) => {
    const logins = loginsOn(memoryStore());
    const { answer } = await start(logins);
    change(answer);
    expect(await problemOf(logins.finish(answer, { target: () => target() }))).toBe('unknown-state');
  });

  it.each([
    ['none', undefined],
    ['of another browser', 'another secret'],
    ['empty', ''],
  ])('an answer in another browser (cookie: %s) is refused, and the login of the first one stays possible', async (_what, binding) => {
    const logins = loginsOn(memoryStore());
    const { answer } = await start(logins, { binding: 'the secret of the first browser' });
    expect(await problemOf(logins.finish(answer, { binding, target: () => target() }))).toBe('other-browser');
    await logins.finish(answer, { binding: 'the secret of the first browser', target: () => target() });
    expect(await tokenOf(logins)).toBeDefined();
  });

  it.each([
    ['another issuer in the answer', { iss: 'https://evil.example.com' }],
    ['no issuer, although the server promises one', { iss: null }],
  ])('mix-up: %s', async (_what, callback) => {
    await world.set({ callback });
    const logins = loginsOn(memoryStore());
    const { answer } = await start(logins);
    expect(await problemOf(logins.finish(answer, { target: () => target() }))).toBe('mix-up');
  });

  it('mix-up: metadata that name another issuer', async () => {
    await world.set({ metadata: { issuer: 'https://evil.example.com' } });
    expect(await problemOf(begin(loginsOn(memoryStore())))).toBe('mix-up');
  });

  it('metadata of another server', async () => {
    await world.set({ resource: { resource: 'https://bank.example.com/mcp' } });
    expect(await problemOf(begin(loginsOn(memoryStore())))).toBe('wrong-resource');
  });

  it('a server that moved the login to another authorization server than the configured one', async () => {
    await world.set({ resource: { authorization_servers: ['https://evil.example.com'] } });
    expect(await problemOf(begin(loginsOn(memoryStore()), target({ mode: 'shared', issuer: world.issuer })))).toBe('mix-up');
  });

  it.each([[undefined], [['plain']], [[]]])('an authorization server without PKCE (%j)', async methods => {
    await world.set({ metadata: { code_challenge_methods_supported: methods ?? null } });
    expect(await problemOf(begin(loginsOn(memoryStore())))).toBe('no-pkce');
  });

  it.each([
    'http://login.example.com/token',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:password@login.example.com/',
    'nonsense',
  ])('an endpoint that is not https: %s', async endpoint => {
    for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint']) {
      await world.set({ metadata: { [name]: endpoint } });
      expect(await problemOf(begin(loginsOn(memoryStore())))).toBe('forbidden-address');
    }
  });

  it.each(['https://evil.example.com/callback#x', 'http://evil.example.com/callback', 'com.acme:/callback', 'nonsense'])(
    'a redirect address that is neither https nor of this machine: %s',
    async redirectUri => {
      expect(await problemOf(loginsOn(memoryStore()).begin({ ...target(), subject: '', redirectUri }))).toBe('configuration');
    },
  );

  it('further parameters of the configuration replace none of the login', async () => {
    const extraParams = { state: 'fixed', code_challenge_method: 'plain', redirect_uri: 'https://evil.example.com', prompt: 'consent' };
    const { url } = await begin(loginsOn(memoryStore()), target({ mode: 'shared', extraParams }));
    const { searchParams } = new URL(url);
    expect([searchParams.get('redirect_uri'), searchParams.get('code_challenge_method'), searchParams.get('prompt')]).toEqual([
      redirectUri,
      'S256',
      'consent',
    ]);
    expect(searchParams.get('state')).not.toBe('fixed');
  });

  it.each([
    ['127.0.0.1', 'this machine'],
    ['10.1.2.3', 'a private network'],
    ['169.254.169.254', 'the metadata of a cloud'],
    ['::ffff:127.0.0.1', 'this machine, mapped'],
    ['64:ff9b::a00:1', 'a private network behind NAT64'],
  ])('a public server leads nowhere near: its authorization server resolves to %s (%s)', async address => {
    // The name of the server is public; that of its authorization server is private when it is connected to (DNS rebinding).
    const family = address.includes(':') ? 6 : 4;
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return [host === 'mcp.example.com' && asked.length === 1 ? { address: '93.184.216.34', family: 4 } : { address, family }];
    };
    const logins = loginsOn(memoryStore(), { resolve });
    expect(await problemOf(begin(logins, target(undefined, 'https://mcp.example.com/mcp')))).toBe('forbidden-address');
  });

  it('a redirect of metadata to another place is followed only where that may be asked', async () => {
    const mcp = await serverOf((_request, response) => void response.writeHead(302, { location: 'http://192.168.0.1/metadata' }).end());
    expect(await problemOf(begin(loginsOn(memoryStore()), target(undefined, `${mcp}/mcp`)))).toBe('forbidden-address');
    const endless = await serverOf((request, response) => void response.writeHead(302, { location: `${request.url}x` }).end());
    expect(await problemOf(begin(loginsOn(memoryStore()), target(undefined, `${endless}/mcp`)))).toBe('discovery');
  });

  it.each<[string, RequestListener, string]>([
    ['endless', (_request, response) => void setInterval(() => response.write('x'.repeat(65_536)), 1).unref(), 'discovery'],
    ['silent', () => {}, 'unreachable'],
    ['cut off', (request, _response) => void request.socket.destroy(), 'unreachable'],
    ['no JSON', (_request, response) => void response.end('<html>'), 'discovery'],
    ['deep JSON', (_request, response) => void response.end('['.repeat(100_000)), 'discovery'],
    ['__proto__', (_request, response) => void response.end('{"__proto__": {"issuer": "x"}}'), 'wrong-resource'],
  ])('metadata that are %s', async (_what, handle, problem) => {
    const mcp = await serverOf(handle);
    expect(await problemOf(begin(loginsOn(memoryStore(), { timeoutMs: 2000 }), target(undefined, `${mcp}/mcp`)))).toBe(problem);
  });
});
