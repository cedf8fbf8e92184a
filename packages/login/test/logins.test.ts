import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStore } from '@mcpgw/store';
import { authorizerFor } from '../src/index.js';
import { begin, call, keys, login, loginsOn, machine, machinePem, problemOf, registered, target, tokenOf, world } from './harness.js';

describe('a login of a person', () => {
  it('finds the authorization server, registers a client, and gives a token that the server takes', async () => {
    const logins = loginsOn(memoryStore());
    await login(logins);
    const token = await tokenOf(logins);
    const answer = await fetch(world.mcp, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } }),
    });
    expect(await answer.text()).toContain('ada');
    const { authorizations } = await world.state();
    expect(authorizations.at(-1)).toMatchObject({ code_challenge_method: 'S256', resource: world.mcp, response_type: 'code' });
  });
});

describe('clients', () => {
  it('a registered client with a secret', async () => {
    const logins = loginsOn(memoryStore());
    await login(logins, registered());
    expect((await call(await tokenOf(logins, registered()))).status).toBe(200);
  });

  it('one that registers itself does so once for an issuer and a redirect address', async () => {
    const store = memoryStore();
    const before = (await world.state()).counts.registrations;
    await login(loginsOn(store));
    await login(loginsOn(store));
    expect((await world.state()).counts.registrations).toBe(before + 1);
  });

  it('a metadata document is the client where the authorization server takes it', async () => {
    await world.set({ metadata: { client_id_metadata_document_supported: true } });
    const { url } = await begin(loginsOn(memoryStore(), { ownMetadataUrl: 'https://gateway.acme.com/oauth/client.json' }));
    expect(new URL(url).searchParams.get('client_id')).toBe('https://gateway.acme.com/oauth/client.json');
  });

  it('without any of these the reason says what to set', async () => {
    await world.set({ metadata: { registration_endpoint: null } });
    await expect(begin(loginsOn(memoryStore()))).rejects.toThrow(
      `${world.issuer} registers no clients by itself: register one there, and set oauth.client_id`,
    );
  });

  it.each([
    ['a secret', {}],
    ['a private key', { clientId: 'machine-key', clientSecret: '', privateKey: machinePem, privateKeyId: 'k1' }],
  ])('a machine with %s gets a token by client credentials, one for all requests', async (_what, more) => {
    const logins = loginsOn(memoryStore());
    const before = (await world.state()).counts.client_credentials;
    const tokens = await Promise.all([logins.machineToken(machine(more)), logins.machineToken(machine(more))]);
    expect((await call(tokens[0])).status).toBe(200);
    expect(tokens[1]).toBe(tokens[0]);
    expect(await logins.machineToken(machine(more))).toBe(tokens[0]);
    expect((await world.state()).counts.client_credentials).toBe(before + 1);
  });

  it('a token of a workload is exchanged, and read anew each time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mcpgw-login-'));
    try {
      const file = join(folder, 'token');
      const given = machine({ mode: 'token_exchange', subjectTokenFile: file });
      const logins = loginsOn(memoryStore());
      await expect(logins.machineToken(given)).rejects.toThrow('token cannot be read: no such file or folder');
      writeFileSync(file, 'a token of somebody else');
      await expect(logins.machineToken(given)).rejects.toThrow('refuses a token (token_exchange): invalid_grant');
      writeFileSync(file, 'subject-token-of-the-workload\n');
      expect((await call(await logins.machineToken(given))).status).toBe(200);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each([
    ['a wrong secret', { clientSecret: 'wrong' }, 'refused'],
    ['a key that is none', { privateKey: 'no key' }, 'configuration'],
  ])('%s', async (_what, more, problem) => {
    expect(await problemOf(loginsOn(memoryStore()).machineToken(machine(more)))).toBe(problem);
  });
});

describe('tokens', () => {
  it('one that ends is refreshed, and the refresh token is rotated', async () => {
    await world.set({ ttl: 1 });
    const logins = loginsOn(memoryStore());
    await login(logins);
    const first = await tokenOf(logins);
    await new Promise(resolve => setTimeout(resolve, 1000));
    await world.set({ ttl: 3600 });
    const second = await tokenOf(logins);
    expect(second).not.toBe(first);
    expect((await call(second)).status).toBe(200);
    expect(await tokenOf(logins)).toBe(second);
  });

  it('many callers at many replicas redeem a refresh token once', async () => {
    await world.set({ ttl: 1, delay: 200 });
    const store = memoryStore();
    const replicas = [loginsOn(store), loginsOn(store), loginsOn(store)];
    await login(replicas[0]!);
    await new Promise(resolve => setTimeout(resolve, 1000));
    await world.set({ ttl: 3600 });
    const before = (await world.state()).counts;
    const tokens = await Promise.all(replicas.flatMap(replica => Array.from({ length: 10 }, () => tokenOf(replica))));
    expect(new Set(tokens).size).toBe(1);
    const { counts } = await world.state();
    expect([counts.refresh - before.refresh, counts.refreshErrors - before.refreshErrors]).toEqual([1, 0]);
  });

  it('a revoked family ends the login, with a reason that names what to do, and no second attempt', async () => {
    await world.set({ ttl: 1 });
    const logins = loginsOn(memoryStore());
    await login(logins);
    await world.revokeAll();
    await new Promise(resolve => setTimeout(resolve, 1000));
    const before = (await world.state()).counts.refreshErrors;
    expect(await problemOf(tokenOf(logins))).toBe('ended');
    expect(await problemOf(tokenOf(logins))).toBe('ended');
    expect((await world.state()).counts.refreshErrors).toBe(before + 1);
    expect(await logins.list()).toMatchObject([{ server: 'crm', ended: `${world.issuer} refuses to refresh the login: invalid_grant` }]);
    const authorizer = authorizerFor(logins, target(), { id: '' });
    await expect(authorizer.token()).rejects.toThrow('run "mcpgw login crm", or log in on the page');
    await world.set({ ttl: 3600 });
    await login(logins);
    expect((await call(await tokenOf(logins))).status).toBe(200);
  });

  it('an authorization server that is down ends no login', async () => {
    await world.set({ ttl: 1 });
    const logins = loginsOn(memoryStore());
    await login(logins);
    await new Promise(resolve => setTimeout(resolve, 1000));
    await world.set({ tokenStatus: 503 });
    expect(await problemOf(tokenOf(logins))).toBe('unreachable');
    await world.set({ tokenStatus: 0, ttl: 3600 });
    expect((await call(await tokenOf(logins))).status).toBe(200);
  });

  it('one for another audience is refused by the server; it is refreshed once, and then left', async () => {
    await world.set({ audience: 'https://other.example.com/mcp' });
    const logins = loginsOn(memoryStore());
    await login(logins);
    const authorizer = authorizerFor(logins, target(), { id: '' });
    const sent = await authorizer.token();
    expect((await call(sent)).status).toBe(401);
    expect(await authorizer.refused({ status: 401, challenge: 'Bearer error="invalid_token"', sent })).toBe(true);
    const second = await authorizer.token();
    expect(await authorizer.refused({ status: 401, challenge: 'Bearer error="invalid_token"', sent: second })).toBe(false);
  });

  it('a missing scope needs a new login', async () => {
    const logins = loginsOn(memoryStore());
    await login(logins);
    const authorizer = authorizerFor(logins, target(), { id: '' });
    const challenge = 'Bearer error="insufficient_scope", scope="tools admin"';
    await expect(authorizer.refused({ status: 403, challenge, sent: await authorizer.token() })).rejects.toThrow(
      'the login lacks a scope, the server wants tools admin',
    );
  });

  it('goes to no other address, client or issuer than those of the login', async () => {
    const logins = loginsOn(memoryStore());
    await login(logins);
    expect(await tokenOf(logins)).toBeDefined();
    expect(await tokenOf(logins, target(undefined, 'https://evil.example.com/mcp'))).toBeUndefined();
    expect(await tokenOf(logins, target({ mode: 'shared', clientId: 'another' }))).toBeUndefined();
    expect(await tokenOf(logins, target({ mode: 'shared', issuer: 'https://other.example.com' }))).toBeUndefined();
    expect(await tokenOf(logins, target({ mode: 'shared', resource: 'https://other.example.com' }))).toBeUndefined();
  });

  it('in mode user each caller has a login of their own', async () => {
    const given = target({ mode: 'user' });
    const logins = loginsOn(memoryStore());
    await login(logins, given, 'ada');
    await world.set({ account: 'bob' });
    await login(logins, given, 'bob');
    const names = await Promise.all(['ada', 'bob'].map(async caller => (await call(await tokenOf(logins, given, caller))).text()));
    expect(names.map(text => /"text":"(\w+)"/.exec(text)?.[1])).toEqual(['ada', 'bob']);
    expect(await tokenOf(logins, given, 'eve')).toBeUndefined();
    await expect(authorizerFor(logins, given, { id: 'eve' }).token()).rejects.toThrow('the server needs a login');
  });

  it('a logout removes the record, and revokes the token', async () => {
    const logins = loginsOn(memoryStore());
    await login(logins);
    expect(await logins.logout(target(), '')).toEqual({ removed: true, revoked: true });
    expect(await tokenOf(logins)).toBeUndefined();
    expect(await logins.logout(target(), '')).toEqual({ removed: false, revoked: false });
  });
});

describe('what is stored', () => {
  it('holds no secret in clear text, nor do errors and lists', async () => {
    const texts = new Map<string, string>();
    const logins = loginsOn(memoryStore(texts));
    await login(logins);
    const { secrets } = await world.state();
    const shown = [...texts.values(), ...texts.keys(), JSON.stringify(await logins.list())].join('\n');
    expect(secrets.length).toBeGreaterThan(2);
    expect(secrets.filter(secret => shown.includes(secret))).toEqual([]);
  });

  it('a wrong key is named and loses nothing; the right one reads it again; a new one in front takes over', async () => {
    const store = memoryStore();
    await login(loginsOn(store));
    const wrong = loginsOn(store, { keys: { keys: ['another key, which is as long as that one'] } });
    await expect(tokenOf(wrong)).rejects.toThrow('was encrypted with another key');
    expect(await problemOf(login(wrong))).toBe('wrong-key');
    const token = await tokenOf(loginsOn(store));
    expect(token).toBeDefined();
    const next = 'the next key, which is as long as that one';
    expect(await tokenOf(loginsOn(store, { keys: { keys: [next, ...keys] } }))).toBe(token);
    // Reading wrote the record with the first key, so that the old one can go.
    expect(await tokenOf(loginsOn(store, { keys: { keys: [next] } }))).toBe(token);
  });

  it('a record that was moved to another caller cannot be read there', async () => {
    const texts = new Map<string, string>();
    const given = target({ mode: 'user' });
    await login(loginsOn(memoryStore(texts)), given, 'ada');
    const [name, record] = [...texts].find(([key]) => key.includes('ada'))!;
    texts.set(name.replace('ada', 'eve'), record);
    expect(await problemOf(tokenOf(loginsOn(memoryStore(texts)), given, 'eve'))).toBe('damaged');
  });

  it.each(['', '{}', 'no json', '{"v":1,"key":"x","iv":"","data":""}'])('a damaged record is an error: %j', async text => {
    const store = memoryStore();
    await store.update(['login', 'tokens', 'crm', ''], () => text);
    expect(['damaged', 'wrong-key']).toContain(await problemOf(tokenOf(loginsOn(store))));
  });
});
