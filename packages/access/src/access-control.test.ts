/** Keys and tokens against a real HTTP issuer: who is a caller, and what each kind of bad credential is answered. */
import { createHmac } from 'node:crypto';
import type { ServeAuth, ServeOauth } from '@mcpgw/mcp-config';
import { endIssuers, type FakeIssuer, jwkOf, newKeys, signed, startFakeIssuer } from '../test/issuers.js';
import { AccessControl, isRefusal } from './access-control.js';
import { keySetTimes } from './key-set.js';

const resource = 'https://mcp.example.com/mcp';
const now = new Date('2026-03-01T12:00:00Z');
const seconds = now.getTime() / 1000;

let fake: FakeIssuer;
beforeAll(async () => {
  fake = await startFakeIssuer('/realms/main');
});
afterAll(endIssuers);
afterEach(() => jest.restoreAllMocks());

const claims = () => ({ iss: fake.issuer, sub: 'alice', aud: resource, exp: seconds + 60, scope: 'mcp read', client_id: 'desk' });
const oauth = (more: Partial<ServeOauth> = {}): ServeOauth => ({
  resource,
  issuers: [{ issuer: fake.issuer, audiences: [], algorithms: [], groupsClaim: 'groups' }],
  requiredScopes: [],
  admins: [],
  clockSkew: 5000,
  ...more,
});
const auth = (more: Partial<ServeAuth> = {}): ServeAuth => ({ keys: [], adminKeys: [], oauth: oauth(), ...more });
const control = (settings = auth()) => new AccessControl(settings, { isLocal: true, clock: () => now });
const asked = (headers: Record<string, string | string[]>) => ({
  headersDistinct: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()])),
});
const bearer = (token: string) => asked({ authorization: `Bearer ${token}` });
const token = (more: object = {}, header?: object, key = fake.privateKey) => signed({ ...claims(), ...more }, key, header);

async function answer(request: ReturnType<typeof asked>, settings = auth(), profile?: string): Promise<string> {
  const found = await control(settings).identify(request, profile);
  return isRefusal(found) ? `${found.status} ${found.message}` : `${found.kind} ${found.subject ?? found.keyName}`;
}

test('a token names its caller, whose id tells neither the token nor its subject', async () => {
  const found = await control().identify(bearer(token({ groups: ['a', 7, 'b'] })));
  expect(found).toEqual({
    kind: 'token',
    id: expect.stringMatching(/^[\w-]{43}$/),
    issuer: fake.issuer,
    subject: 'alice',
    clientId: 'desk',
    groups: ['a', 'b'],
    scopes: ['mcp', 'read'],
    isAdmin: false,
    expiresAt: seconds + 60,
  });
});

test.each<[what: string, make: () => string, answer: string]>([
  ['of another resource', () => token({ aud: 'https://other.example.com/mcp' }), '401 The token is for another audience'],
  ['of a resource below', () => token({ aud: `${resource}/p/reading` }), '401 The token is for another audience'],
  ['of a resource that begins alike', () => token({ aud: `${resource}-evil` }), '401 The token is for another audience'],
  ['without an audience', () => token({ aud: undefined }), '401 The token is for another audience'],
  ['of another issuer', () => token({ iss: 'https://evil.example.com' }), '401 The token is from another issuer'],
  ['of the issuer with a slash', () => token({ iss: `${fake.issuer}/` }), '401 The token is from another issuer'],
  ['without an issuer', () => token({ iss: undefined }), '401 The token is from another issuer'],
  [
    'with the name of the issuer twice',
    () => signed(`{"iss":"https://evil.example.com",${JSON.stringify(claims()).slice(1)}`, fake.privateKey),
    '401 The token has a name twice',
  ],
  ['expired', () => token({ exp: seconds - 6 }), '401 The token has expired'],
  ['without an expiry', () => token({ exp: undefined }), '401 The token must have an expiry'],
  ['not valid yet', () => token({ nbf: seconds + 6 }), '401 The token is not valid yet'],
  ['without a subject', () => token({ sub: undefined }), '401 The token must have a sub that is a string and not empty'],
  ['of an unknown key', () => token({}, { alg: 'RS256', kid: 'two' }), "401 The token's signature or form is not valid"],
  ['signed by somebody else', () => token({}, undefined, newKeys().privateKey), "401 The token's signature or form is not valid"],
  [
    'without a signature',
    () => `${token({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`,
    '401 The token is signed with another algorithm',
  ],
  ['with HS256 and the public key as its secret', () => confused(), '401 The token is signed with another algorithm'],
  ['that is an ID token by its type', () => token({}, { alg: 'RS256', kid: 'one', typ: 'id+jwt' }), '401 The token is not an access token'],
  ['that is a logout token', () => token({}, { alg: 'RS256', kid: 'one', typ: 'logout+jwt' }), '401 The token is not an access token'],
  [
    'that is bound to a key',
    () => token({ cnf: { jkt: 'x' } }),
    '401 The token is bound to a key of its client, which is not checked here',
  ],
  ['of nine thousand characters', () => token({ pad: 'x'.repeat(9000) }), '401 The token is too long'],
  ['that is not a JSON Web Token', () => 'opaque-token', '401 The token is not a JSON Web Token, and not a key'],
  ['that is encrypted', () => 'a.b.c.d.e', '401 The token is not a JSON Web Token, and not a key'],
])('a token %s is refused', async (_what, make, expected) => {
  const request = bearer(make());
  const found = await control().identify(request);
  expect(isRefusal(found) && `${found.status} ${found.message}`).toBe(expected);
  expect(isRefusal(found) && found.challenge).toMatch(
    /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="https:\/\/mcp\.example\.com\/\.well-known\/oauth-protected-resource\/mcp"$/,
  );
});

/** A token whose signature is the HMAC of its text with the public key, which everybody knows. */
function confused(): string {
  const text = token({}, { alg: 'HS256', kid: 'one' }).split('.').slice(0, 2).join('.');
  const secret = fake.publicKey.export({ type: 'spki', format: 'pem' });
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

test.each<[what: string, more: object]>([
  ['with a slash at the end of its audience', { aud: `${resource}/` }],
  ['with several audiences', { aud: ['https://x.example', resource] }],
  ['expired within the allowed difference of clocks', { exp: seconds - 4 }],
])('a token %s is taken', async (_what, more) => expect(await answer(bearer(token(more)))).toBe('token alice'));

test('a token for a profile opens that profile alone, and one for all servers opens each', async () => {
  const own = bearer(token({ aud: `${resource}/p/reading` }));
  expect([await answer(own, auth(), 'reading'), await answer(own, auth(), 'other'), await answer(own)]).toEqual([
    'token alice',
    '401 The token is for another audience',
    '401 The token is for another audience',
  ]);
  expect(await answer(bearer(token()), auth(), 'reading')).toBe('token alice');
});

test('an audience of an issuer without resource indicators counts for that issuer alone', async () => {
  const other = await startFakeIssuer();
  const [first] = oauth().issuers;
  const issuers = [
    { ...first!, audiences: ['api://gateway'] },
    { ...first!, issuer: other.issuer },
  ];
  const settings = auth({ oauth: oauth({ issuers }) });
  expect(await answer(bearer(token({ aud: 'api://gateway' })), settings)).toBe('token alice');
  const foreign = signed({ ...claims(), iss: other.issuer, aud: 'api://gateway' }, other.privateKey);
  expect(await answer(bearer(foreign), settings)).toBe('401 The token is for another audience');
  const stolen = signed({ ...claims(), iss: fake.issuer }, other.privateKey);
  expect(await answer(bearer(stolen), settings)).toBe("401 The token's signature or form is not valid");
});

test('a scope that is missing is named, with all that are needed', async () => {
  const settings = auth({ oauth: oauth({ requiredScopes: ['mcp', 'call'] }) });
  const found = await control(settings).identify(bearer(token({ scope: 'mcp' })), 'p1');
  expect(found).toMatchObject({
    status: 403,
    challenge:
      'Bearer error="insufficient_scope", error_description="The token lacks a scope that is needed here: mcp call", scope="mcp call", resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp/p/p1"',
  });
  const none = await control(settings).identify(asked({}));
  expect(none).toMatchObject({
    status: 401,
    challenge: 'Bearer scope="mcp call", resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp"',
  });
});

test.each<[what: string, more: object, claim: string, groups: string[]]>([
  ['a nested claim', { realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  ['a claim with dots in its name', { 'https://x.example/groups': ['a'] }, 'https://x.example/groups', ['a']],
  ['one text', { groups: 'a' }, 'groups', ['a']],
  ['a claim that objects inherit', {}, 'constructor', []],
  ['a nested claim that objects inherit', { a: {} }, 'a.__proto__', []],
  ['objects, numbers and null', { groups: [{ a: 1 }, 1, null] }, 'groups', []],
])('groups from %s', async (_what, more, groupsClaim, groups) => {
  const [first] = oauth().issuers;
  const settings = auth({ oauth: oauth({ issuers: [{ ...first!, groupsClaim }] }) });
  expect(await control(settings).identify(bearer(token(more)))).toMatchObject({ groups });
});

describe('keys', () => {
  const key = (name: string, text: string) => ({ name, key: text, groups: ['g'], scopes: ['s'] });
  const keyed = { keys: [key('ci', 'first'), key('desk', 'second')], adminKeys: [key('boss', 'third')] };
  const both = () => auth(keyed);
  test.each<[what: string, headers: Record<string, string | string[]>, answer: string]>([
    ['after Bearer', { authorization: 'Bearer first' }, 'key ci'],
    ['in any case, with spaces', { authorization: 'bearer   second  ' }, 'key desk'],
    ['in X-API-Key', { 'x-api-key': 'third' }, 'key boss'],
    ['in both headers', { authorization: 'Bearer first', 'x-api-key': 'first' }, 'key ci'],
    ['and a header of another scheme', { authorization: 'Basic Zm9v', 'x-api-key': 'first' }, 'key ci'],
    ['of a text that is cut', { authorization: 'Bearer firs' }, '401 The token is not a JSON Web Token, and not a key'],
    ['of nothing', { authorization: 'Bearer ' }, '401 A token, or a key, is required'],
    ['of no header', {}, '401 A token, or a key, is required'],
    ['twice', { authorization: ['Bearer first', 'Bearer first'] }, '400 Invalid request: more than one Authorization header'],
    ['twice in X-API-Key', { 'x-api-key': ['first', 'second'] }, '400 Invalid request: more than one X-API-Key header'],
    ['of two holders', { authorization: 'Bearer first', 'x-api-key': 'second' }, '400 Invalid request: X-API-Key and Authorization differ'],
  ])('%s', async (_what, headers, expected) => expect(await answer(asked(headers), both())).toBe(expected));

  test('without issuers a wrong key is a wrong key, and no metadata are named', async () => {
    expect(await control({ ...keyed }).identify(asked({ authorization: 'Bearer x' }))).toEqual({
      status: 401,
      message: 'The key is missing or wrong',
      challenge: 'Bearer',
    });
  });

  test('a caller of a key is the one that the configuration names now', async () => {
    const caller = await control(both()).identify(asked({ 'x-api-key': 'first' }));
    const later = control(auth({ keys: [{ ...key('renamed', 'first'), groups: [] }] }));
    expect(later.again(caller as never)).toMatchObject({ keyName: 'renamed', groups: [] });
    expect(control(auth()).again(caller as never)).toBeUndefined();
  });
});

test('nothing is asked for where nothing is set, whatever is shown', async () => {
  const open = control({ keys: [], adminKeys: [] });
  expect(await open.identify(asked({ authorization: ['Bearer a', 'Bearer b'] }))).toMatchObject({ kind: 'anonymous', isAdmin: true });
});

describe('keys of an issuer', () => {
  let own: FakeIssuer;
  const settings = () =>
    auth({ oauth: oauth({ issuers: [{ issuer: own.issuer, audiences: [], algorithms: [], groupsClaim: 'groups' }] }) });
  const mine = (key = own.privateKey, header?: object) => bearer(signed({ ...claims(), iss: own.issuer }, key, header));
  const outcome = async (access: AccessControl, request = mine()) => {
    const found = await access.identify(request);
    return isRefusal(found) ? found.status : found.subject;
  };
  beforeEach(async () => {
    own = await startFakeIssuer();
  });
  const later = (ms: number) => {
    const then = performance.now() + ms;
    jest.spyOn(performance, 'now').mockImplementation(() => then);
  };

  test('are found by OpenID Connect where RFC 8414 has nothing', async () => {
    const document = own.documents.get('/.well-known/oauth-authorization-server');
    own.documents.delete('/.well-known/oauth-authorization-server');
    own.documents.set('/.well-known/openid-configuration', document);
    expect(await outcome(control(settings()))).toBe('alice');
  });

  test.each<[what: string, path: string, document: { status?: number; body: unknown }]>([
    ['name another issuer', '/.well-known/oauth-authorization-server', { body: { issuer: 'https://evil.example', jwks_uri: 'x' } }],
    ['have no keys', '/.well-known/oauth-authorization-server', { body: {} }],
    ['are not JSON', '/.well-known/oauth-authorization-server', { body: '<html>' }],
    ['redirect', '/.well-known/oauth-authorization-server', { status: 302, body: '' }],
    ['fail', '/keys', { status: 500, body: '' }],
    ['are gone', '/keys', { status: 404, body: '' }],
    ['are of two megabytes', '/keys', { body: { keys: [], pad: 'x'.repeat(2 << 20) } }],
  ])('cannot be read where their documents %s: nobody is let in, and nobody is refused for good', async (_what, path, document) => {
    own.documents.set(path, document);
    expect(await outcome(control(settings()))).toBe(503);
  });

  test('change: a token of a new key is taken once the keys are read again, one of an old key no more', async () => {
    const access = control(settings());
    expect(await outcome(access)).toBe('alice');
    const next = newKeys();
    own.documents.set('/keys', { body: { keys: [jwkOf(next.publicKey, 'two')] } });
    const rotated = mine(next.privateKey, { alg: 'RS256', kid: 'two' });
    expect(await outcome(access, rotated)).toBe(401);
    later(keySetTimes.cooldown + 1);
    expect([await outcome(access, rotated), await outcome(access)]).toEqual(['alice', 401]);
  });

  test('that cannot be read again are used for a while, and no longer', async () => {
    const access = control(settings());
    expect(await outcome(access)).toBe('alice');
    own.documents.set('/keys', { status: 500, body: '' });
    later(keySetTimes.fresh + 1);
    expect(await outcome(access)).toBe('alice');
    later(keySetTimes.stale + 1);
    expect(await outcome(access)).toBe(503);
  });

  test('are not asked for with each token of an unknown key, nor for each while they cannot be read', async () => {
    own.documents.set('/keys', { status: 500, body: '' });
    const access = control(settings());
    expect(await Promise.all(Array.from({ length: 20 }, () => outcome(access)))).toEqual(Array.from({ length: 20 }, () => 503));
    expect(own.requests.filter(path => path === '/keys')).toHaveLength(1);
  });
});

test.each<[path: string, resource: string | undefined]>([
  ['', resource],
  ['/mcp', resource],
  ['/mcp/p/reading', `${resource}/p/reading`],
  ['/mcp/p/none', undefined],
  ['/mcp/p/reading/x', undefined],
  ['/other', undefined],
])('the metadata at the well-known path and %j', (path, expected) => {
  expect(control().metadataAt(path, name => name === 'reading')?.document.resource).toBe(expected);
});

test('the metadata behind a proxy that adds a path are at both paths, with the public address', () => {
  const access = control(auth({ oauth: oauth({ resource: 'https://example.com/tools', requiredScopes: ['mcp'] }) }));
  const has = () => true;
  expect(['/tools', '/tools/p/x', '/mcp/p/x'].map(path => access.metadataAt(path, has)?.document.resource)).toEqual([
    'https://example.com/tools',
    'https://example.com/tools/p/x',
    'https://example.com/tools/p/x',
  ]);
  expect(access.metadata(undefined)).toEqual({
    path: '/.well-known/oauth-protected-resource/tools',
    url: 'https://example.com/.well-known/oauth-protected-resource/tools',
    document: {
      resource: 'https://example.com/tools',
      authorization_servers: [fake.issuer],
      scopes_supported: ['mcp'],
      bearer_methods_supported: ['header'],
    },
  });
});

describe('the local key', () => {
  const localKey = 'mcpgw_local_secret';
  const found = (headers: Record<string, string | string[]>, settings = auth()) => {
    const decision = new AccessControl(settings, { isLocal: false, clock: () => now, localKey }).identify(asked(headers));
    return Promise.resolve(decision).then(caller => (isRefusal(caller) ? caller.status : [caller.kind, caller.isAdmin]));
  };
  const open = { keys: [], adminKeys: [] } as unknown as ServeAuth;

  it.each<[string, Record<string, string | string[]>, unknown]>([
    ['is that of the local client, an admin', { authorization: `Bearer ${localKey}` }, ['local', true]],
    ['counts only whole', { authorization: `Bearer ${localKey}x` }, 401],
    ['counts only as a bearer token', { 'x-api-key': localKey }, 401],
    ['counts not beside another key', { authorization: `Bearer ${localKey}`, 'x-api-key': 'k' }, 400],
    ['counts not twice', { authorization: [`Bearer ${localKey}`, `Bearer ${localKey}`] }, 400],
    ['is nothing where none is shown', {}, 401],
  ])('%s', async (_name, headers, expected) => {
    expect(await found(headers)).toEqual(expected);
  });

  it('makes an admin also where nothing is asked, and nobody else', async () => {
    expect(await found({ authorization: `Bearer ${localKey}` }, open)).toEqual(['local', true]);
    expect(await found({}, open)).toEqual(['anonymous', false]);
  });
});
