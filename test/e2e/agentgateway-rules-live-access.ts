/** Cases of `agentgateway-rules.ts`: tokens, checks by other services, and policies that are not there. */
import type { RuleCase } from './agentgateway-rules.js';
import { bearer, type Config, pick, route, toEcho } from './agentgateway-rules-configs.js';
import { type Answer, ask, echoed, type RulesWorld, status } from './agentgateway-rules-world.js';

const issuerOf = ({ keys }: RulesWorld, realm = 'staff') => `http://${keys}/realms/${realm}`;
/** Trusts the tokens of one issuer, but for the given fields. */
const jwtAuth = (world: RulesWorld, fields: Config = {}): Config => ({
  jwtAuth: { mode: 'strict', issuer: issuerOf(world), audiences: ['gateway'], jwks: world.jwks('staff'), ...fields },
});
const token =
  (fields: (world: RulesWorld) => Config, more: Config = {}) =>
  (world: RulesWorld, port: number) =>
    toEcho(port, world, { ...jwtAuth(world, fields(world)), ...more });
const withToken = (port: number, world: RulesWorld, claims: Config = {}) => status(port, '/', bearer(world.token(issuerOf(world), claims)));
/** Without a token, with one of this service, and with one of another service. */
const threeTokens = async (port: number, world: RulesWorld) => [
  await status(port),
  await withToken(port, world),
  await withToken(port, world, { aud: 'other' }),
];
/** A check over HTTP that answers with the status of the header `x-user`. */
const byUser = (world: RulesWorld, fields: Config = {}): Config => ({
  extAuthz: { host: world.echo, protocol: { http: { path: '"/status/" + request.headers["x-user"]' } }, ...fields },
});
const asUser = (port: number, user: string, more: Record<string, string> = {}) =>
  status(port, '/users', { headers: { 'x-user': user, ...more } });
const checked =
  (fields: Config, timeout: Config = {}) =>
  (world: RulesWorld, port: number) =>
    toEcho(port, world, { extAuthz: { host: world.grpcHang, ...fields }, timeout: { requestTimeout: '15s', ...timeout } });
/** The status of the answer, or that there was none within some seconds. */
const heldOr = (port: number) => Promise.race([status(port), new Promise(resolve => setTimeout(resolve, 6000, 'held'))]);
const within = (requestTimeout: string) => ({ policies: { http: { requestTimeout } } });
const lengthOf = ({ status: code, body }: Answer) => [code, code === 200 ? (JSON.parse(body) as { body: string }).body.length : body];

export const accessCases: readonly RuleCase[] = [
  {
    rule: 'jwt-no-audience',
    wrong: (world, port) => toEcho(port, world, { jwtAuth: { mode: 'strict', issuer: issuerOf(world), jwks: world.jwks('staff') } }),
    correct: token(() => ({})),
    see: threeTokens,
    saw: { wrong: [401, 200, 200], correct: [401, 200, 401] },
  },
  {
    rule: 'jwt-empty-audience',
    wrong: token(() => ({ audiences: [] })),
    correct: token(() => ({})),
    see: threeTokens,
    saw: { wrong: [401, 401, 401], correct: [401, 200, 401] },
  },
  {
    rule: 'jwt-empty-jwks',
    wrong: token(() => ({ jwks: '{"keys": []}' })),
    correct: token(() => ({})),
    see: threeTokens,
    saw: { wrong: [401, 401, 401], correct: [401, 200, 401] },
  },
  {
    rule: 'jwks-key-unusable',
    wrong: token(world => ({ jwks: world.jwks('staff', { alg: 'RS256' }) })),
    correct: token(() => ({})),
    see: threeTokens,
    saw: { wrong: [401, 401, 401], correct: [401, 200, 401] },
  },
  {
    rule: 'jwks-key-unusable',
    what: 'a key for encryption is used all the same',
    isOfObjects: true,
    wrong: token(world => ({ jwks: world.jwks('staff', { use: 'enc' }) })),
    correct: token(() => ({})),
    see: threeTokens,
    saw: { wrong: [401, 200, 401], correct: [401, 200, 401] },
  },
  {
    rule: 'jwt-value-never-matches',
    wrong: token(() => ({ audiences: ['*'] })),
    correct: token(() => ({})),
    see: threeTokens,
    saw: { wrong: [401, 401, 401], correct: [401, 200, 401] },
  },
  {
    rule: 'jwt-value-never-matches',
    what: 'in the issuer',
    wrong: token(world => ({ issuer: `${issuerOf(world)} ` })),
    correct: token(() => ({})),
    see: threeTokens,
    saw: { wrong: [401, 401, 401], correct: [401, 200, 401] },
  },
  {
    rule: 'jwt-issuer-slash',
    wrong: token(world => ({ issuer: `${issuerOf(world)}/` })),
    correct: token(() => ({})),
    see: async (port, world) => [await withToken(port, world), await status(port, '/', bearer(world.token(`${issuerOf(world)}/`)))],
    saw: { wrong: [401, 200], correct: [200, 401] },
  },
  {
    rule: 'jwks-plain-http',
    wrong: token(world => ({ jwks: { url: `http://0.0.0.0:${world.keys.split(':')[1]}/realms/staff/certs` } })),
    correct: token(() => ({})),
    see: threeTokens,
    saw: { wrong: [401, 200, 401], correct: [401, 200, 401] },
  },
  {
    rule: 'jwt-optional-with-claims',
    wrong: token(() => ({ mode: 'optional' }), { authorization: { rules: [{ deny: 'jwt.team == "x"' }] } }),
    correct: token(() => ({}), { authorization: { rules: [{ deny: 'jwt.team == "x"' }] } }),
    see: async (port, world) => [
      await status(port),
      await withToken(port, world, { team: 'x' }),
      await withToken(port, world, { team: 'y' }),
    ],
    saw: { wrong: [200, 403, 200], correct: [401, 403, 200] },
  },
  {
    rule: 'null-policy',
    wrong: (world, port) => toEcho(port, world, { jwtAuth: null, authorization: null, extAuthz: null }),
    correct: (world, port) => toEcho(port, world, jwtAuth(world)),
    see: threeTokens,
    saw: { wrong: [200, 200, 200], correct: [401, 200, 401] },
  },
  {
    rule: 'list-for-struct',
    wrong: (world, port) => route(port, { timeout: [] }, { host: world.slow }),
    correct: (world, port) => route(port, { timeout: { requestTimeout: '500ms' } }, { host: world.slow }),
    see: async port => (await status(port)) === 504,
    saw: { wrong: false, correct: true },
  },
  {
    rule: 'list-for-struct',
    what: 'of a header modifier',
    wrong: (world, port) => toEcho(port, world, { requestHeaderModifier: [] }),
    correct: (world, port) => toEcho(port, world, { requestHeaderModifier: { set: { 'x-a': 'one' } } }),
    see: async port => pick(echoed(await ask(port, '/')).headers, 'x-a'),
    saw: { wrong: [null], correct: ['one'] },
  },
  {
    rule: 'inf-is-null',
    wrong: (world, port) => route(port, { timeout: { requestTimeout: '@inf' } }, { host: world.slow }),
    correct: (world, port) => route(port, { timeout: { requestTimeout: '500ms' } }, { host: world.slow }),
    written: { '@inf': '.inf' },
    see: async port => (await status(port)) === 504,
    saw: { wrong: false, correct: true },
  },
  {
    rule: 'duplicate-map-key',
    wrong: (world, port) => toEcho(port, world, { requestHeaderModifier: { set: { 'x-a': 'one', '@again': 'two' } } }),
    correct: (world, port) => toEcho(port, world, { requestHeaderModifier: { set: { 'x-a': 'one', 'x-b': 'two' } } }),
    written: { '@again': '"x-a"' },
    see: async port => pick(echoed(await ask(port, '/')).headers, 'x-a', 'x-b'),
    saw: { wrong: ['two', null], correct: ['one', 'two'] },
  },
  {
    rule: 'extauthz-cache-shared',
    since: 'v1.3.0',
    wrong: (world, port) => toEcho(port, world, byUser(world, { cache: { key: ['request.path'], ttl: '60s' } })),
    correct: (world, port) =>
      toEcho(port, world, byUser(world, { cache: { key: ['request.headers["x-user"]', 'request.path'], ttl: '60s' } })),
    see: async port => [await asUser(port, '200'), await asUser(port, '403')],
    saw: { wrong: [200, 200], correct: [200, 403] },
  },
  {
    rule: 'extauthz-cache-shared',
    what: 'with a time of 0',
    since: 'v1.3.0',
    wrong: (world, port) => toEcho(port, world, byUser(world, { cache: { key: ['request.headers["x-user"]'], ttl: '0s' } })),
    correct: (world, port) => toEcho(port, world, byUser(world, { cache: { key: ['request.headers["x-user"]'], ttl: '60s' } })),
    see: async (port, world) => {
      world.taken();
      return [await asUser(port, '200'), await asUser(port, '200'), world.taken().filter(each => each.endsWith('/status/200')).length];
    },
    saw: { wrong: [200, 200, 2], correct: [200, 200, 1] },
  },
  {
    rule: 'extauthz-cache-no-key',
    since: 'v1.3.0',
    wrong: (world, port) => toEcho(port, world, byUser(world, { cache: { key: [], ttl: '60s' } })),
    correct: (world, port) => toEcho(port, world, byUser(world, { cache: { key: ['request.headers["x-user"]'], ttl: '60s' } })),
    see: async (port, world) => {
      world.taken();
      return [
        await asUser(port, '200'),
        await asUser(port, '403'),
        await asUser(port, '200'),
        world.taken().filter(each => /status/.test(each)).length,
      ];
    },
    saw: { wrong: [200, 403, 200, 3], correct: [200, 403, 200, 2] },
  },
  {
    rule: 'extauthz-cache-unique',
    since: 'v1.3.0',
    wrong: (world, port) =>
      toEcho(port, world, byUser(world, { cache: { key: ['request.headers["x-user"]', 'request.headers["x-request-id"]'], ttl: '60s' } })),
    correct: (world, port) => toEcho(port, world, byUser(world, { cache: { key: ['request.headers["x-user"]'], ttl: '60s' } })),
    see: async (port, world) => {
      world.taken();
      for (const id of ['one', 'two', 'three']) await asUser(port, '200', { 'x-request-id': id });
      return world.taken().filter(each => each.endsWith('/status/200')).length;
    },
    saw: { wrong: 3, correct: 1 },
  },
  {
    rule: 'extauthz-deny-status',
    wrong: checked({ ...within('1s'), failureMode: { denyWithStatus: 42 } }),
    correct: checked({ ...within('1s'), failureMode: { denyWithStatus: 503 } }),
    see: port => status(port),
    saw: { wrong: 403, correct: 503 },
  },
  {
    rule: 'extauthz-deny-status',
    what: 'that reads as success',
    wrong: checked({ ...within('1s'), failureMode: { denyWithStatus: 200 } }),
    correct: checked({ ...within('1s'), failureMode: { denyWithStatus: 403 } }),
    see: async port => [await status(port), (await ask(port, '/')).body.includes('headers')],
    saw: { wrong: [200, false], correct: [403, false] },
  },
  {
    rule: 'extauthz-listener-and-route',
    wrong: (world, port) => twice(world, port, { extAuthz: { host: world.echo, protocol: { http: { path: '"/check"' } } } }),
    correct: (world, port) => twice(world, port, undefined),
    see: async (port, world) => {
      world.taken();
      return [await status(port, '/users'), world.taken()];
    },
    saw: { wrong: [200, ['GET /check', 'GET /check', 'GET /users']], correct: [200, ['GET /check', 'GET /users']] },
  },
  {
    rule: 'extauthz-timeout-gt-route',
    wrong: checked(within('60s'), { requestTimeout: '1s' }),
    correct: checked(within('1s'), { requestTimeout: '15s' }),
    see: heldOr,
    saw: { wrong: 'held', correct: 403 },
  },
  {
    rule: 'extauthz-timeout-huge',
    wrong: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpcHang, ...within('11m') } }),
    correct: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpcHang, ...within('1s') } }),
    see: heldOr,
    saw: { wrong: 'held', correct: 403 },
  },
  {
    rule: 'extauthz-timeout-tiny',
    wrong: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpcHang, ...within('1ms') } }),
    correct: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpc, ...within('10s') } }),
    see: port => status(port),
    saw: { wrong: 403, correct: 200 },
  },
  {
    rule: 'extauthz-timeout-zero',
    wrong: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpcHang, ...within('0s') } }),
    correct: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpc, ...within('10s') } }),
    see: port => status(port),
    saw: { wrong: 403, correct: 200 },
  },
  {
    rule: 'extauthz-body-small',
    wrong: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpc, includeRequestBody: { maxRequestBytes: 9 } } }),
    correct: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpc, includeRequestBody: { maxRequestBytes: 8192 } } }),
    see: async port => lengthOf(await ask(port, '/', { body: 'x'.repeat(500) })),
    saw: { wrong: [200, 500], correct: [200, 500] },
    sawIn: { 'v1.4.0': { wrong: [413, 'external authorization failed'] } },
  },
  {
    rule: 'no-target',
    since: 'v1.4.0',
    wrong: (world, port) => toEcho(port, world, { extAuthz: {} }),
    correct: (world, port) => toEcho(port, world, { extAuthz: { host: world.grpc } }),
    see: port => status(port),
    saw: { wrong: 403, correct: 200 },
  },
  {
    rule: 'no-target',
    what: 'of a processor',
    since: 'v1.4.0',
    wrong: (world, port) => toEcho(port, world, { extProc: { failureMode: 'failOpen' } }),
    correct: (world, port) => toEcho(port, world),
    see: port => status(port),
    saw: { wrong: 200, correct: 200 },
  },
  {
    rule: 'transform-empty-bearer',
    wrong: (world, port) => bearerFrom(port, world, `default(request.headers['x-token'], '')`),
    correct: (world, port) => bearerFrom(port, world, `request.headers['x-token']`),
    see: async port => pick(echoed(await ask(port, '/')).headers, 'authorization'),
    saw: { wrong: ['Bearer'], correct: [null] },
  },
  {
    rule: 'backend-auth-key-empty',
    wrong: (world, port) => toEcho(port, world, { backendAuth: { key: '' } }),
    correct: (world, port) => toEcho(port, world, { backendAuth: { key: 'abc' } }),
    see: async port => pick(echoed(await ask(port, '/')).headers, 'authorization'),
    saw: { wrong: ['Bearer'], correct: ['Bearer abc'] },
  },
  {
    rule: 'cloud-auth',
    wrong: (world, port) => signed(world, port, '0.0.0.0'),
    correct: (world, port) => toEcho(port, world, { backendAuth: { key: 'abc' } }),
    see: async port => (echoed(await ask(port, '/')).headers.authorization ?? '').split(' ')[0],
    saw: { wrong: 'AWS4-HMAC-SHA256', correct: 'Bearer' },
  },
  {
    rule: 'host-underscore',
    wrong: (world, port) => route(port, undefined, { host: `my_api.localhost:${world.echo.split(':')[1]}` }),
    correct: (world, port) => route(port, undefined, { host: `my-api.localhost:${world.echo.split(':')[1]}` }),
    see: port => status(port),
    saw: { wrong: 503, correct: 200 },
  },
];

const bearerFrom = (port: number, world: RulesWorld, value: string) =>
  toEcho(port, world, { transformations: { request: { set: { authorization: `'Bearer ' + ${value}` } } } });

function twice(world: RulesWorld, port: number, policies: Config | undefined): Config {
  const extAuthz = { host: world.echo, protocol: { http: { path: '"/check"' } } };
  const routes = [{ policies: { extAuthz }, backends: [{ host: world.echo }] }];
  return { binds: [{ port, listeners: [{ protocol: 'HTTP', ...(policies && { policies }), routes }] }] };
}

const signed = ({ echo }: RulesWorld, port: number, host: string): Config => {
  const aws = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret', region: 'us-east-1' };
  return route(port, { backendAuth: { aws } }, { host: `${host}:${echo.split(':')[1]}` });
};
