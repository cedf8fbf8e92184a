/** Issuers of tokens for tests: a real one in a process of its own, and one that signs whatever a test wants. */
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const processes: ChildProcess[] = [];
const servers: Server[] = [];

/** Ends all issuers. */
export async function endIssuers(): Promise<void> {
  for (const child of processes.splice(0)) child.kill();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
}

/** Starts oidc-provider, and returns its issuer. Its clients are alice, bob and root. */
export async function startAuthorizationServer(): Promise<string> {
  const child = spawn(process.execPath, [join(__dirname, 'authorization-server.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(child);
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('issuer ')) return line.slice('issuer '.length);
  throw new Error('the authorization server ended');
}

/** An access token that the real issuer makes for a client. */
export async function tokenOf(issuer: string, client: string, resource: string, scope = 'mcp'): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope, resource });
  const authorization = `Basic ${Buffer.from(`${client}:secret-of-${client}`).toString('base64')}`;
  const response = await fetch(`${issuer}/token`, { method: 'POST', headers: { authorization }, body });
  const answer = (await response.json()) as { access_token?: string };
  if (answer.access_token === undefined) throw new Error(JSON.stringify(answer));
  return answer.access_token;
}

const part = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A pair of keys for RS256. */
export const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A token signed with RS256, whatever its header says. */
export function signed(payload: unknown, key: KeyObject, header: unknown = { alg: 'RS256', kid: 'one' }): string {
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

export interface FakeIssuer {
  readonly issuer: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The documents by path; `undefined` in place of one does not answer at all. */
  readonly documents: Map<string, { status?: number; body: unknown } | undefined>;
  readonly requests: string[];
}

/** An issuer with discovery by RFC 8414 below `path`. */
export async function startFakeIssuer(path = ''): Promise<FakeIssuer> {
  const { privateKey, publicKey } = newKeys();
  const documents: FakeIssuer['documents'] = new Map();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url!);
    const isKnown = documents.has(request.url!);
    const found = documents.get(request.url!);
    if (!isKnown) response.writeHead(404).end();
    else if (found) response.writeHead(found.status ?? 200).end(typeof found.body === 'string' ? found.body : JSON.stringify(found.body));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${origin}${path}`;
  documents.set(`/.well-known/oauth-authorization-server${path}`, { body: { issuer, jwks_uri: `${origin}/keys` } });
  documents.set('/keys', { body: { keys: [jwkOf(publicKey, 'one')] } });
  return { issuer, privateKey, publicKey, documents, requests };
}

/** A public key as an entry of a set. */
export const jwkOf = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' });
