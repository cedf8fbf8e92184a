/** `mcpgw probe` of a real MCP server behind a real authorization server (oidc-provider), each of whose parts fails in turn. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthError, RemoteKeySet, refusal } from '@mcpgw/access';
import { TransportFailure, toWireError } from '@mcpgw/failures';
import { newKeys, signed } from '../../../packages/access/test/issuers.js';
import { startWorld, stopWorlds, type World } from '../../../packages/login/test/world.js';
import { writeTree } from '../../../test/helpers/command.js';
import { inOwnFolder } from '../../../test/helpers/working-folder.js';
import type { ProbedServer } from './report.js';
import { probeSource } from './source.js';

inOwnFolder('auth-server-');

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(stopWorlds);
beforeEach(() => world.set({ metadata: {}, resource: {}, audience: '', tokenStatus: 0 }));

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

async function serverOf(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const flags = { maxAttempts: 1, transport: 'http', output: 'json', quiet: true, gateway: false, envFile: [], timeout: 10_000 } as const;

async function probed(target: string, header?: string): Promise<ProbedServer> {
  const round = await probeSource([target], { ...flags, ...(header !== undefined && { header: [header] }) } as never);
  return (await round(new AbortController().signal)).servers[0]!;
}

const bearer = (token: string) => `Authorization: Bearer ${token}`;

/** What the report says of the failure; ports vary. */
const told = ({ status, layer, code, httpStatus, reason, advice }: ProbedServer) => ({
  status,
  layer,
  code,
  httpStatus,
  reason: reason?.replaceAll(/:\d{4,5}\b/g, ':PORT'),
  advice,
});

const refused = (code: string, reason: string, advice: string) => ({
  status: 'denied',
  layer: 'auth-server',
  code,
  httpStatus: 401,
  reason: `HTTP 401: ${reason}`,
  advice,
});

const advice = {
  unreachable: 'the authorization server does not answer: check that it runs, its address, and network policies',
  error: 'the authorization server runs and fails: see its log',
  metadata: 'correct the metadata of the server (authorization_servers) or of its authorization server (issuer, endpoints)',
  keys: 'tokens cannot be checked: compare jwks_uri of the authorization server with the keys that it signs with',
};

type Control = Parameters<World['set']>[0];

describe('who gives tokens is broken', () => {
  /** An address at which nothing listens any more. */
  const closed = async () => {
    const url = await serverOf(() => {});
    await new Promise(resolve => servers.pop()!.close(resolve));
    return url;
  };
  const broken = () => serverOf((_, response) => response.writeHead(500).end());
  const empty = () => serverOf((_, response) => response.writeHead(404).end());
  const ofKeys = (body: string) => serverOf((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body));

  const cases: readonly (readonly [string, () => Promise<Control> | Control, object])[] = [
    [
      'the issuer cannot be reached',
      async () => ({ resource: { authorization_servers: [await closed()] } }),
      refused(
        'auth-server-unreachable',
        'http://127.0.0.1:PORT/.well-known/oauth-authorization-server cannot be reached: connection refused (ECONNREFUSED)',
        advice.unreachable,
      ),
    ],
    [
      'the issuer answers 500',
      async () => ({ resource: { authorization_servers: [await broken()] } }),
      refused('auth-server-error', 'http://127.0.0.1:PORT does not answer for its metadata: HTTP 500', advice.error),
    ],
    [
      'the issuer has no metadata',
      async () => ({ resource: { authorization_servers: [await empty()] } }),
      refused('auth-server-metadata', 'http://127.0.0.1:PORT has no metadata of an authorization server', advice.metadata),
    ],
    [
      'the server names no issuer',
      () => ({ resource: { authorization_servers: [] } }),
      refused('auth-server-metadata', 'the metadata of http://127.0.0.1:PORT/mcp name no authorization server', advice.metadata),
    ],
    [
      'the metadata are of another issuer',
      () => ({ metadata: { issuer: 'https://other.example.com' } }),
      refused(
        'auth-server-metadata',
        'the metadata at http://127.0.0.1:PORT/.well-known/oauth-authorization-server name another issuer',
        advice.metadata,
      ),
    ],
    [
      'the issuer has a user in its address',
      () => ({ resource: { authorization_servers: ['https://somebody@issuer.example'] } }),
      refused('auth-server-metadata', 'an issuer must be an https address without a user: https://issuer.example/', advice.metadata),
    ],
    [
      'the keys cannot be reached',
      async () => ({ metadata: { jwks_uri: `${await closed()}/jwks` } }),
      refused(
        'auth-server-keys',
        'the keys cannot be read: http://127.0.0.1:PORT/jwks cannot be reached: connection refused (ECONNREFUSED)',
        advice.keys,
      ),
    ],
    [
      'there are no keys',
      async () => ({ metadata: { jwks_uri: await empty() } }),
      refused('auth-server-keys', 'the jwks_uri of http://127.0.0.1:PORT answers HTTP 404', advice.keys),
    ],
    [
      'the keys are none',
      async () => ({ metadata: { jwks_uri: await ofKeys('<html>') } }),
      refused('auth-server-keys', 'the jwks_uri of http://127.0.0.1:PORT is no set of keys', advice.keys),
    ],
    [
      'the set of keys is empty',
      async () => ({ metadata: { jwks_uri: await ofKeys('{"keys":[]}') } }),
      refused('auth-server-keys', 'the jwks_uri of http://127.0.0.1:PORT is empty', advice.keys),
    ],
  ];

  test.each(cases)('%s: named without a token and with one', async (_, fault, expected) => {
    await world.set(await fault());
    expect(told(await probed(world.mcp))).toEqual(expected);
    expect(told(await probed(world.mcp, bearer('an-opaque-token-0123456789')))).toEqual(expected);
  });

  test('the address of metadata that the server names cannot be reached', async () => {
    const elsewhere = `${await closed()}/.well-known/oauth-protected-resource/mcp`;
    const server = await serverOf((_, response) =>
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${elsewhere}"` }).end(),
    );
    expect(told(await probed(`${server}/mcp`))).toEqual(
      refused(
        'auth-server-metadata',
        'the metadata that the server names cannot be read: http://127.0.0.1:PORT/.well-known/oauth-protected-resource/mcp cannot be reached: connection refused (ECONNREFUSED)',
        advice.metadata,
      ),
    );
  });

  test('the token endpoint answers 500: a server with credentials of a machine', async () => {
    await world.set({ tokenStatus: 500 });
    const oauth = { mode: 'client_credentials', client_id: 'machine', client_secret: 'machine-secret-0123456789abcdef' };
    const config = { servers: { crm: { url: world.mcp, oauth } }, store: { type: 'memory' } };
    writeTree({ 'gateway.yaml': JSON.stringify(config) }, process.cwd());
    expect(told(await probed('gateway.yaml'))).toEqual({
      status: 'transient',
      layer: 'auth-server',
      code: 'auth-server-error',
      httpStatus: null,
      reason: expect.stringMatching(/^http:\/\/127\.0\.0\.1:PORT does not answer .*(HTTP 500|server_error)$/),
      advice: advice.error,
    });
    await world.set({ tokenStatus: 0 });
    expect((await probed('gateway.yaml')).status).toBe('available');
  });
});

describe('the token does not fit', () => {
  test('one that fits is accepted', async () => {
    const token = await world.mint({ user: 'ada', audience: world.mcp });
    expect(await probed(world.mcp, bearer(token))).toMatchObject({ status: 'available', layer: null, code: null, tools: ['whoami'] });
  });

  test('another audience', async () => {
    const token = await world.mint({ user: 'ada', audience: 'https://other.example.com/mcp' });
    expect(told(await probed(world.mcp, bearer(token)))).toEqual(
      refused(
        'token-audience',
        'the token is for https://other.example.com/mcp, and the server is http://127.0.0.1:PORT/mcp',
        'ask for a token whose audience (RFC 8707, resource) is this server',
      ),
    );
  });

  test('expired', async () => {
    const token = await world.mint({ user: 'ada', audience: world.mcp, ttl: -60 });
    expect(told(await probed(world.mcp, bearer(token)))).toEqual(
      refused('token-times', 'The token has expired', 'get a new token; if it is new, compare the clocks of both machines'),
    );
  });

  /** A token of an hour that nobody's published key signed. */
  const forged = (issuer: string, kid?: string): string =>
    signed({ iss: issuer, aud: world.mcp, exp: Math.floor(Date.now() / 1000) + 3600 }, newKeys().privateKey, { alg: 'RS256', kid });

  test('another issuer', async () => {
    expect(told(await probed(world.mcp, bearer(forged('https://other.example.com'))))).toEqual(
      refused(
        'token-issuer',
        'the token is of https://other.example.com, and the server takes those of http://127.0.0.1:PORT',
        'use a token of the authorization server that this server names',
      ),
    );
  });

  test('a key that the issuer does not publish', async () => {
    expect(told(await probed(world.mcp, bearer(forged(world.issuer, 'rotated'))))).toEqual(
      refused('auth-server-keys', 'the keys of http://127.0.0.1:PORT do not include the one of the token', advice.keys),
    );
  });

  test('signed by somebody else under the name of a published key', async () => {
    const { keys } = (await (await fetch(`${world.issuer}/jwks`)).json()) as { keys: { kid: string }[] };
    expect(told(await probed(world.mcp, bearer(forged(world.issuer, keys[0]!.kid))))).toEqual(
      refused(
        'token-signature',
        "The token's signature or form is not valid",
        'the token is signed with another key or algorithm: get a new one, or correct the keys at jwks_uri',
      ),
    );
  });
});

describe('nothing of an authorization server is at fault', () => {
  test('all is well, and no token is sent', async () => {
    expect(await probed(world.mcp)).toMatchObject({ status: 'denied', layer: 'http', code: null, httpStatus: 401 });
  });

  test('a server that asks for a key of its own', async () => {
    const url = await serverOf((_, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end());
    expect(await probed(`${url}/mcp`)).toMatchObject({ status: 'denied', layer: 'http', code: null, httpStatus: 401 });
  });
});

describe('a gateway or a server of the kit that cannot read the keys of its issuer', () => {
  const unavailable = async (): Promise<AuthError> => {
    const keys = new RemoteKeySet(async () => Promise.reject(new Error('no')));
    try {
      await keys.find({ alg: 'RS256' }, {} as never);
    } catch (error) {
      if (error instanceof AuthError) return error;
    }
    throw new Error('keys were found');
  };

  const bodies: readonly (readonly [string, (error: AuthError) => Promise<string> | string])[] = [
    ['a server of the kit', error => refusal(error, undefined).text()],
    [
      'mcpgw serve',
      ({ message }) => {
        const error = toWireError(new TransportFailure({ mode: 'issuer_unavailable', message }));
        return JSON.stringify({ jsonrpc: '2.0', id: null, error });
      },
    ],
  ];

  test.each(bodies)('%s', async (_, bodyOf) => {
    const body = await bodyOf(await unavailable());
    const url = await serverOf((_request, response) => response.writeHead(503, { 'content-type': 'application/json' }).end(body));
    expect(told(await probed(`${url}/mcp`))).toMatchObject({
      status: 'transient',
      layer: 'auth-server',
      code: 'auth-server-keys',
      httpStatus: 503,
      advice: advice.keys,
    });
  });
});
