/** A world for each file of tests, and logins to its server. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpConnection, ServerLogin } from '@mcpgw/mcp-config';
import type { StateStore } from '@mcpgw/store';
import { type BegunLogin, LoginError, Logins, type LoginsOptions, type LoginTarget } from '../src/index.js';
import { startWorld, stopWorlds, type World } from './world.js';

export let world: World;
const machineKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const machinePem = machineKey.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
beforeAll(async () => {
  world = await startWorld({ MACHINE_JWK: JSON.stringify({ ...machineKey.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig' }) });
});
afterAll(stopWorlds);

const servers = new Set<Server>();
/** A server of our own, for what no real authorization server does. */
export async function serverOf(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  servers.add(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

const defaults = {
  ...{ account: 'ada', consent: 'give', ttl: 3600, metadata: {}, resource: {}, audience: '', delay: 0, tokenStatus: 0, callback: {} },
  insufficient: false,
};
beforeEach(() => world.set(defaults));

export const keys = ['a key of the tests, which is long enough'];
const opened: Logins[] = [];
afterEach(() => {
  for (const logins of opened.splice(0)) logins.close();
});

export function loginsOn(store: StateStore, more: Partial<LoginsOptions> = {}): Logins {
  const logins = new Logins({ store, keys: { keys }, ...more });
  opened.push(logins);
  return logins;
}

export const target = (login?: ServerLogin, url = world.mcp): LoginTarget => {
  const connection: HttpConnection = { transport: 'streamable-http', url, ...(login && { login }) };
  return { server: 'crm', connection };
};

export const redirectUri = 'http://127.0.0.1:7777/callback';
export const begin = (
  logins: Logins,
  given: LoginTarget = target(),
  more: { subject?: string; binding?: string } = {},
): Promise<BegunLogin> => logins.begin({ ...given, subject: '', redirectUri, ...more });

export async function login(logins: Logins, given: LoginTarget = target(), subject = ''): Promise<void> {
  const { url } = await begin(logins, given, { subject });
  const answer = await world.visit(url);
  await logins.finish(answer.searchParams, { target: () => given });
}

export const tokenOf = (logins: Logins, given: LoginTarget = target(), caller = '') => logins.tokens.token(logins.subjectOf(given, caller));

/** The problem that `work` fails with. */
export async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof LoginError) return error.problem;
    throw error;
  }
}

export const call = (token: string | undefined, url = world.mcp) =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } }),
  });

export const registered = (more: Partial<ServerLogin> = {}): LoginTarget =>
  target({ mode: 'shared', clientId: 'app', clientSecret: 'app-secret-0123456789abcdef', ...more });
export const machine = (more: Partial<ServerLogin> = {}): LoginTarget =>
  target({ mode: 'client_credentials', clientId: 'machine', clientSecret: 'machine-secret-0123456789abcdef', ...more });
