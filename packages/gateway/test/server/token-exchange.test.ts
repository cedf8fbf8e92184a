/** Tokens of callers that are exchanged for those of a server (RFC 8693). The authorization server and the MCP server are real. */
import { startWorld, stopWorlds, type World } from '../../../login/test/world.js';
import { configOf, connect, endAll, type Running, startGateway } from './harness.js';
import { bearer, open, post, resource, resultOf, rpc } from './oauth-world.js';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(async () => {
  await endAll();
  await stopWorlds();
});

const gateway = (more: object = {}, login: object = { issuer: world.issuer }, store?: Running['store']): Promise<Running> => {
  const oauth = {
    mode: 'token_exchange',
    subject: 'caller',
    client_id: 'machine',
    client_secret: 'machine-secret-0123456789abcdef',
    ...login,
  };
  const config = {
    servers: { crm: { url: world.mcp, trust_mode: 'auto', oauth } },
    auth: { oauth: { resource, issuers: [{ issuer: world.issuer }] }, api_keys: ['key-of-a-program-0123'], ...more },
  };
  return startGateway(configOf(JSON.stringify(config)), store && { store });
};

/** What `whoami` of the server says to a session. */
async function whoami(running: Pick<Running, 'port'>, headers: Record<string, string>): Promise<string> {
  const { text } = await post(running, headers, rpc('tools/call', { name: 'crm__whoami', arguments: {} }));
  return resultOf(text).result.content[0].text;
}

/** The token in the headers of a session. */
const tokenIn = (headers: Readonly<Record<string, string>>): string => headers.authorization!.slice('Bearer '.length);

const session = async (running: Running, user: string, ttl?: number) =>
  open(running, bearer(await world.mint({ user, ...(ttl !== undefined && { ttl }) })));

it('each caller is itself at the server, whose token it never gets, and no token is in the log', async () => {
  const running = await gateway();
  const [ada, bob] = await Promise.all([session(running, 'ada'), session(running, 'bob')]);
  const before = (await world.state()).counts.exchange;
  for (let round = 0; round < 3; round++) expect(await Promise.all([whoami(running, ada), whoami(running, bob)])).toEqual(['ada', 'bob']);
  // One exchange for each caller, however many calls.
  expect((await world.state()).counts.exchange - before).toBe(2);
  const { exchanged, received } = await world.exchanges();
  const own = [ada, bob].map(tokenIn);
  expect(new Set(exchanged)).toEqual(new Set(own));
  expect(received.filter(token => own.includes(token))).toEqual([]);
  const { secrets } = await world.state();
  const shown = [...running.log, JSON.stringify(running.gateway.status())].join('\n');
  expect(secrets.filter(secret => shown.includes(secret))).toEqual([]);
});

it('a new token of a caller is exchanged anew, and one that has expired no more', async () => {
  const running = await gateway();
  const headers = await session(running, 'ada', 3);
  expect(await whoami(running, headers)).toBe('ada');
  await new Promise(resolve => setTimeout(resolve, 3200));
  // Within the tolerance for clocks the gateway still takes the token of the request, and exchanges it no more.
  expect(await whoami(running, headers)).toContain('or it has expired');
  const exchanges = (await world.state()).counts.exchange;
  const renewed = { ...headers, ...bearer(await world.mint({ user: 'ada' })) };
  expect(await whoami(running, renewed)).toBe('ada');
  expect((await world.state()).counts.exchange).toBe(exchanges + 1);
});

it('a caller with a key has no token to exchange, and does not get that of the gateway', async () => {
  const running = await gateway();
  const client = await connect('v2', running.url, {}, bearer('key-of-a-program-0123'));
  const { content, isError } = await client.callTool({ name: 'crm__whoami', arguments: {} });
  expect([isError, (content as { text: string }[])[0]!.text]).toEqual([true, expect.stringContaining('this caller has shown no token')]);
});

it('clients without sessions are exchanged for too', async () => {
  const running = await gateway();
  const client = await connect('modern', running.url, {}, bearer(await world.mint({ user: 'ada' })));
  const { content } = await client.callTool({ name: 'crm__whoami', arguments: {} });
  expect(content).toEqual([{ type: 'text', text: 'ada' }]);
});

it('another replica exchanges the token of the request for itself', async () => {
  const first = await gateway();
  const second = await gateway({}, { issuer: world.issuer }, first.store);
  const headers = await session(first, 'ada');
  expect([await whoami(first, headers), await whoami(second, headers)]).toEqual(['ada', 'ada']);
});

it.each<[string, () => Promise<Running>, string]>([
  ['a token that comes back as it was', () => world.set({ giveBack: true }).then(() => gateway()), 'gave the token back'],
  ['a token for another gateway', () => world.set({ gateway: 'https://other.example.com' }).then(() => gateway()), 'invalid_grant'],
])('%s is not used', async (_what, start, message) => {
  const running = await start();
  const headers = await open(running, bearer(await world.mint({ user: 'ada', audience: resource })));
  expect(await whoami(running, headers)).toContain(message);
  const { received } = await world.exchanges();
  expect(received).not.toContain(tokenIn(headers));
});

it('without an issuer that the operator chose, no token of a caller leaves the gateway', async () => {
  // The rule refuses such a file; whoever gets past it is refused when the token would be given away.
  const config = configOf(
    JSON.stringify({
      servers: {
        crm: {
          url: world.mcp,
          trust_mode: 'auto',
          oauth: {
            mode: 'token_exchange',
            subject: 'caller',
            client_id: 'machine',
            client_secret: 'machine-secret-0123456789abcdef',
            issuer: world.issuer,
          },
        },
      },
      auth: { oauth: { resource, issuers: [{ issuer: world.issuer }] } },
    }),
  );
  const servers = config.servers.map(server => {
    const { issuer: _, ...login } = (server.connection as { login: { issuer?: string } }).login;
    return { ...server, connection: { ...server.connection, login } };
  });
  const running = await startGateway({ ...config, servers: servers as never });
  const headers = await session(running, 'ada');
  expect(await whoami(running, headers)).toContain('only to the authorization server that oauth.issuer names');
  expect((await world.exchanges()).exchanged).toEqual([]);
});
