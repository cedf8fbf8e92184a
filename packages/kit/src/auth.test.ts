import { createHmac, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JSONWebKeySet } from 'jose';
import { Authenticator, type AuthOptions } from './auth.js';
import { createSessionToken } from './tokens.js';

jest.setTimeout(60_000);

const secret = 'q7W2-x9Lm4-Zt8Kc1-Rv5Nb3-Hy6Pd0-Js';
const shared = { issuer: 'https://issuer.example', audience: 'template' };
const now = new Date('2026-03-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const clock = () => now;
const bySecret = { ...shared, secret, clock };

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keySet = { keys: [{ ...rsa.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] } as JSONWebKeySet;
const byKeys = { ...shared, jwks: keySet, clock };

const part = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const good = { sub: 'alice', session_id: 's1', iss: shared.issuer, aud: shared.audience, iat: seconds, exp: seconds + 60 };

/** A token with any header and payload, text or object, signed with HMAC. */
function hmac(payload: unknown = good, header: unknown = { alg: 'HS256' }, key: string | Buffer = secret, hash = 'sha256'): string {
  const signed = `${part(header)}.${part(payload)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

function rsaToken(payload: unknown = good, header: unknown = { alg: 'RS256', kid: 'one' }, key: KeyObject = rsa.privateKey): string {
  const signed = `${part(header)}.${part(payload)}`;
  return `${signed}.${signBytes('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

const without = (claim: keyof typeof good) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== claim));
const refusalOf = (options: AuthOptions, token: string | undefined) =>
  new Authenticator(options).verify(token).then(
    () => 'accepted',
    error => `${error.problem}: ${error.message}`,
  );

const form = "invalid: The token's signature or form is not valid";
const algorithm = 'invalid: The token is signed with another algorithm';
const payloadText = JSON.stringify(good);
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' });
const publicDer = rsa.publicKey.export({ type: 'spki', format: 'der' });
const none = (header: unknown) => `${part(header)}.${part(good)}.`;

test.each<[string, string | undefined, string]>([
  ['no token', undefined, 'missing: A bearer token is required'],
  ['an empty token', '', 'missing: A bearer token is required'],
  ['alg none', none({ alg: 'none' }), algorithm],
  ['alg None', none({ alg: 'None' }), algorithm],
  ['alg none with a signature', `${none({ alg: 'none' })}${hmac().split('.')[2]}`, algorithm],
  ['alg HS256 without a signature', none({ alg: 'HS256' }), form],
  ['no alg', hmac(good, { typ: 'JWT' }), form],
  ['alg of another type', hmac(good, { alg: ['HS256'] }), form],
  ['HS512 with the same secret', hmac(good, { alg: 'HS512' }, secret, 'sha512'), algorithm],
  ['HS384 with the same secret', hmac(good, { alg: 'HS384' }, secret, 'sha384'), algorithm],
  ['RS256 where HS256 is used', rsaToken(), algorithm],
  ['another secret', hmac(good, { alg: 'HS256' }, 'another secret of a good length 123'), form],
  ['an empty secret', hmac(good, { alg: 'HS256' }, ''), form],
  ['a payload changed after signing', hmac().replace(part(good), part({ ...good, sub: 'root' })), form],
  ['a header changed after signing', hmac().replace(part({ alg: 'HS256' }), part({ alg: 'HS256', kid: 'x' })), form],
  ['a cut signature', hmac().slice(0, -4), form],
  ['two parts', hmac().split('.').slice(0, 2).join('.'), form],
  ['four parts', `${hmac()}.x`, form],
  ['five parts, as of an encrypted token', `${hmac()}.x.y`, form],
  ['not base64url', 'a b.c d.e f', form],
  ['words', 'let me in', form],
  ['a header that is not JSON', hmac(good, 'alg: HS256'), form],
  ['a header that is a list', hmac(good, []), form],
  ['a payload that is not JSON', hmac('sub=alice'), form],
  ['a payload that is a list', hmac([good]), form],
  ['a payload that is null', hmac('null'), form],
  ['a token of 9,000 characters', hmac({ ...good, pad: 'x'.repeat(9000) }), 'invalid: The token is too long'],
  ['another issuer', hmac({ ...good, iss: 'https://issuer.example.evil' }), 'invalid: The token is from another issuer'],
  ['an issuer with a slash more', hmac({ ...good, iss: `${shared.issuer}/` }), 'invalid: The token is from another issuer'],
  ['no issuer', hmac(without('iss')), 'invalid: The token is from another issuer'],
  ['an issuer that is a list', hmac({ ...good, iss: [shared.issuer] }), 'invalid: The token is from another issuer'],
  ['another audience', hmac({ ...good, aud: 'other' }), 'invalid: The token is for another audience'],
  ['a list of other audiences', hmac({ ...good, aud: ['a', 'b'] }), 'invalid: The token is for another audience'],
  ['no audience', hmac(without('aud')), 'invalid: The token is for another audience'],
  ['an empty list of audiences', hmac({ ...good, aud: [] }), 'invalid: The token is for another audience'],
  ['an audience in another case', hmac({ ...good, aud: 'TEMPLATE' }), 'invalid: The token is for another audience'],
  ['expired', hmac({ ...good, exp: seconds - 60 }), 'invalid: The token has expired'],
  ['expired by just more than the tolerance', hmac({ ...good, exp: seconds - 5 }), 'invalid: The token has expired'],
  ['no expiry', hmac(without('exp')), 'invalid: The token must have an expiry'],
  ['an expiry that is text', hmac({ ...good, exp: String(seconds + 60) }), 'invalid: The token must have an expiry'],
  ['an expiry that is null', hmac({ ...good, exp: null }), 'invalid: The token must have an expiry'],
  ['not valid yet', hmac({ ...good, nbf: seconds + 60 }), 'invalid: The token is not valid yet'],
  ['no user', hmac(without('sub')), 'invalid: The token must have a sub that is a string and not empty'],
  ['an empty user', hmac({ ...good, sub: '' }), 'invalid: The token must have a sub that is a string and not empty'],
  ['a user that is a number', hmac({ ...good, sub: 7 }), 'invalid: The token must have a sub that is a string and not empty'],
  [
    'a user that is an object',
    hmac({ ...good, sub: { id: 'alice' } }),
    'invalid: The token must have a sub that is a string and not empty',
  ],
  ['no session', hmac(without('session_id')), 'invalid: The token must have a session_id that is a string and not empty'],
  ['an empty session', hmac({ ...good, session_id: '' }), 'invalid: The token must have a session_id that is a string and not empty'],
  [
    'a session that is a list',
    hmac({ ...good, session_id: ['s1'] }),
    'invalid: The token must have a session_id that is a string and not empty',
  ],
  [
    'a session that is true',
    hmac({ ...good, session_id: true }),
    'invalid: The token must have a session_id that is a string and not empty',
  ],
  ['a user of 257 characters', hmac({ ...good, sub: 'u'.repeat(257) }), "invalid: The token's sub is longer than 256 characters"],
  [
    'a session of 257 characters',
    hmac({ ...good, session_id: 's'.repeat(257) }),
    "invalid: The token's session_id is longer than 256 characters",
  ],
  ['a NUL in the user', hmac({ ...good, sub: 'ali\0ce' }), "invalid: The token's sub has characters that are not allowed"],
  [
    'a line end in the session',
    hmac({ ...good, session_id: 's\n1' }),
    "invalid: The token's session_id has characters that are not allowed",
  ],
  ['half a surrogate pair in the user', hmac({ ...good, sub: '\ud800' }), "invalid: The token's sub has characters that are not allowed"],
  ['two users', hmac(payloadText.replace('{', '{"sub":"root",')), 'invalid: The token has a name twice'],
  ['two users, one written with an escape', hmac(payloadText.replace('{', '{"s\\u0075b":"root",')), 'invalid: The token has a name twice'],
  ['two audiences by two names', hmac(payloadText.replace('{', '{"aud":"other",')), 'invalid: The token has a name twice'],
  ['two algorithms', hmac(good, '{"alg":"none","alg":"HS256"}'), 'invalid: The token has a name twice'],
  ['an unknown critical header', hmac(good, { alg: 'HS256', crit: ['x'], x: 1 }), form],
  ['an unencoded payload', hmac(good, { alg: 'HS256', crit: ['b64'], b64: false }), form],
])('with a shared secret, refuses %s', async (_name, token, expected) => {
  expect(await refusalOf(bySecret, token)).toBe(expected);
});

test.each<[string, string, string]>([
  ['alg none', none({ alg: 'none', kid: 'one' }), algorithm],
  ['HS256 signed with the public key as PEM', hmac(good, { alg: 'HS256', kid: 'one' }, publicPem), algorithm],
  ['HS256 signed with the public key as DER', hmac(good, { alg: 'HS256', kid: 'one' }, publicDer), algorithm],
  ['HS256 signed with the modulus', hmac(good, { alg: 'HS256', kid: 'one' }, String(keySet.keys[0]!.n)), algorithm],
  ['ES256 where RS256 is pinned', rsaToken(good, { alg: 'ES256', kid: 'one' }, ec.privateKey), algorithm],
  ['PS256 where RS256 is pinned', rsaToken(good, { alg: 'PS256', kid: 'one' }), algorithm],
  ['RS512 where RS256 is pinned', rsaToken(good, { alg: 'RS512', kid: 'one' }), algorithm],
  ['a key of nobody', rsaToken(good, { alg: 'RS256', kid: 'one' }, other.privateKey), form],
  ['an unknown kid', rsaToken(good, { alg: 'RS256', kid: 'two' }), form],
  ['a kid that is a path', rsaToken(good, { alg: 'RS256', kid: '../../../../dev/null' }), form],
  ['a kid that is SQL', rsaToken(good, { alg: 'RS256', kid: "one' OR '1'='1" }), form],
  ['a kid that is a number', rsaToken(good, { alg: 'RS256', kid: 1 }, other.privateKey), form],
  ['a kid of the prototype', rsaToken(good, { alg: 'RS256', kid: '__proto__' }), form],
  [
    'its own key in jwk',
    rsaToken(good, { alg: 'RS256', kid: 'one', jwk: other.publicKey.export({ format: 'jwk' }) }, other.privateKey),
    form,
  ],
  ['its own certificate in x5c', rsaToken(good, { alg: 'RS256', kid: 'one', x5c: ['MIIB'] }, other.privateKey), form],
])('with a key set, refuses %s', async (_name, token, expected) => {
  expect(await refusalOf(byKeys, token)).toBe(expected);
});

test.each<[string, AuthOptions, string]>([
  ['HS256', bySecret, hmac()],
  ['HS256 with one of two audiences', bySecret, hmac({ ...good, aud: ['x', 'template'] })],
  ['expired within the tolerance', bySecret, hmac({ ...good, exp: seconds - 4 })],
  ['not valid for less than the tolerance', bySecret, hmac({ ...good, nbf: seconds + 4 })],
  ['names that only look alike', bySecret, hmac({ ...good, nested: { sub: 'root', list: [{ sub: 1 }, { sub: 2 }] }, text: 'sub":' })],
  ['a key of the set', byKeys, rsaToken()],
  ['the only key, without a kid', byKeys, rsaToken(good, { alg: 'RS256' })],
])('accepts %s', async (_name, options, token) => {
  expect(await new Authenticator(options).verify(token)).toEqual({
    userId: 'alice',
    sessionId: 's1',
    expiresAt: expect.any(Number),
    clientId: 'alice',
    scopes: [],
  });
});

test('a token made here is accepted here, until it expires', async () => {
  const token = await createSessionToken(bySecret, { userId: 'alice', sessionId: 's1' }, 60);
  expect(await refusalOf(bySecret, token)).toBe('accepted');
  expect(await refusalOf({ ...bySecret, clock: () => new Date(now.getTime() + 66_000) }, token)).toBe('invalid: The token has expired');
});

describe('a key set that is read over HTTP', () => {
  let served: { status: number; body: string };
  let requests: string[];
  let server: Server;
  let origin: string;
  beforeEach(async () => {
    served = { status: 200, body: JSON.stringify(keySet) };
    requests = [];
    server = createServer((request, response) => {
      requests.push(request.url!);
      if (served.status > 0) response.writeHead(served.status).end(served.body);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  const authenticator = () => new Authenticator({ ...shared, jwks: `${origin}/keys`, clock });

  test('is read once for many tokens', async () => {
    const checks = authenticator();
    await Promise.all(Array.from({ length: 20 }, () => checks.verify(rsaToken())));
    await checks.verify(rsaToken());
    expect(requests).toEqual(['/keys']);
  });

  test('is read again for a new key, but not for each token of an unknown key', async () => {
    const checks = authenticator();
    await checks.verify(rsaToken());
    served.body = JSON.stringify({ keys: [...keySet.keys, { ...other.publicKey.export({ format: 'jwk' }), kid: 'two', alg: 'RS256' }] });
    const rotated = rsaToken(good, { alg: 'RS256', kid: 'two' }, other.privateKey);
    await expect(checks.verify(rotated)).rejects.toMatchObject({ problem: 'invalid' });
    expect(requests).toHaveLength(1);
    const later = performance.now() + 11_000;
    jest.spyOn(performance, 'now').mockReturnValue(later);
    expect((await checks.verify(rotated)).userId).toBe('alice');
    expect(requests).toHaveLength(2);
  });

  test('ignores the addresses that a token names', async () => {
    const header = { alg: 'RS256', kid: 'one', jku: `${origin}/jku`, x5u: `${origin}/x5u` };
    await expect(authenticator().verify(rsaToken(good, header, other.privateKey))).rejects.toMatchObject({ problem: 'invalid' });
    expect((await authenticator().verify(rsaToken(good, header))).userId).toBe('alice');
    expect(new Set(requests)).toEqual(new Set(['/keys']));
  });

  test.each([
    ['an error', 500, '{}'],
    ['a redirect', 302, ''],
    ['a page', 200, '<html>'],
    ['no key set', 200, '{"keys":1}'],
  ])('is unavailable when it is %s', async (_name, status, body) => {
    served = { status, body };
    await expect(authenticator().verify(rsaToken())).rejects.toMatchObject({
      problem: 'unavailable',
      message: 'The keys that tokens are checked with cannot be read now',
    });
  });

  test('is unavailable when nothing answers in time', async () => {
    served.status = 0;
    const timeout = AbortSignal.timeout;
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(ms => timeout.call(AbortSignal, ms / 100));
    await expect(authenticator().verify(rsaToken())).rejects.toMatchObject({ problem: 'unavailable' });
  });
});

test.each<[string, object, string]>([
  [
    'a secret of 31 bytes',
    { ...shared, secret: 'q7W2-x9Lm4-Zt8Kc1-Rv5Nb3-Hy6Pd0' },
    'auth.secret: must have at least 32 bytes, and has 31',
  ],
  ['an empty secret', { ...shared, secret: '' }, 'auth.secret: must have at least 32 bytes, and has 0'],
  ['no secret', { ...shared, secret: undefined }, 'auth.secret: must be a string'],
  [
    'a placeholder',
    { ...shared, secret: 'dev-secret-change-in-production-0123456789' },
    'auth.secret: is a placeholder: make one with `openssl rand -base64 32`',
  ],
  ['a secret of one character', { ...shared, secret: 'a'.repeat(64) }, 'auth.secret: must have at least 8 different characters'],
  ['no issuer', { audience: 'a', secret }, 'auth.issuer: must be a string that is not empty'],
  ['no audience', { issuer: 'i', secret, audience: '' }, 'auth.audience: must be a string that is not empty'],
  ['a secret and a key set', { ...shared, secret, jwks: keySet }, 'auth: takes either a secret or jwks'],
  ['neither', { ...shared }, 'auth.jwks: must hold at least one key'],
  ['a key set over http', { ...shared, jwks: 'http://issuer.example/keys' }, 'auth.jwks: must be an https URL'],
  ['a key set in a file', { ...shared, jwks: 'file:///etc/keys' }, 'auth.jwks: must be an https URL'],
  ['no address', { ...shared, jwks: 'keys' }, 'auth.jwks: must be a URL'],
  ['an empty key set', { ...shared, jwks: { keys: [] } }, 'auth.jwks: must hold at least one key'],
  [
    'a symmetric algorithm for keys',
    { ...shared, jwks: keySet, algorithm: 'HS256' },
    'auth.algorithm: must be one of RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA, Ed25519',
  ],
  [
    'nothing',
    {},
    'auth.issuer: must be a string that is not empty\nauth.audience: must be a string that is not empty\nauth.jwks: must hold at least one key',
  ],
])('does not start with %s', (_name, options, message) => {
  expect(() => new Authenticator(options as AuthOptions)).toThrow(expect.objectContaining({ name: 'ConfigurationError', message }));
});

test('a token is not made with a weak secret', async () => {
  const weak = createSessionToken({ ...shared, secret: 'short' }, { userId: 'a', sessionId: 'b' });
  await expect(weak).rejects.toThrow('auth.secret: must have at least 32 bytes, and has 5');
});
