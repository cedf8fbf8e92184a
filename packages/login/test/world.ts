/** The authorization server and the MCP server of `authorization-server.mjs`, and a browser that follows redirects. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface WorldState {
  readonly counts: Readonly<
    Record<'refresh' | 'code' | 'client_credentials' | 'exchange' | 'registrations' | 'calls' | 'refusedTokens' | 'refreshErrors', number>
  >;
  /** Every token, code and secret that the authorization server gave. */
  readonly secrets: readonly string[];
  /** The parameters of all authorization requests. */
  readonly authorizations: readonly Readonly<Record<string, string>>[];
}

export interface World {
  readonly issuer: string;
  /** The address of the MCP server. */
  readonly mcp: string;
  set(control: Readonly<Record<string, unknown>>): Promise<void>;
  state(): Promise<WorldState>;
  /** A token of the authorization server for a user: by default for the gateway `https://mcp.example.com/mcp`, for ten minutes. */
  mint(of: { readonly user: string; readonly audience?: string; readonly ttl?: number }): Promise<string>;
  /** The subject tokens that the authorization server got, and the tokens that the MCP server got. */
  exchanges(): Promise<{ readonly exchanged: readonly string[]; readonly received: readonly string[] }>;
  /** Revokes every refresh token that was given. */
  revokeAll(): Promise<void>;
  /** Visits the address of a login as a person with a browser of their own; gives the address that the answer is sent to. */
  visit(url: string): Promise<URL>;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

export async function startWorld(env: Readonly<Record<string, string>> = {}): Promise<World> {
  const child = spawn(process.execPath, [join(__dirname, 'authorization-server.mjs')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  running.add(child);
  let printed = '';
  child.stderr.on('data', chunk => {
    printed += chunk;
  });
  const first = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', code => reject(new Error(`the authorization server ended with ${code}: ${printed}`)));
  });
  const { issuer, mcp } = JSON.parse(first) as { issuer: string; mcp: string };
  const set = async (control: Readonly<Record<string, unknown>>) =>
    void (await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(control) }));
  return {
    issuer,
    mcp,
    set,
    state: async () => (await (await fetch(`${issuer}/control`)).json()) as WorldState,
    mint: async of => {
      const response = await fetch(`${issuer}/mint`, { method: 'POST', body: JSON.stringify(of) });
      return ((await response.json()) as { token: string }).token;
    },
    exchanges: async () => (await (await fetch(`${issuer}/exchanges`)).json()) as Awaited<ReturnType<World['exchanges']>>,
    revokeAll: async () => void (await fetch(`${issuer}/revoke-all`)),
    visit: url => visit(url, issuer),
    stop: () => stopChild(child),
  };
}

/** Follows redirects within the authorization server, with its cookies; gives the first address outside. */
async function visit(address: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let hop = 0; hop < 15; hop++) {
    if (url.origin !== issuer) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`the authorization server answered ${response.status}: ${(await response.text()).slice(0, 600)}`);
    url = new URL(location, url);
  }
  throw new Error('the authorization server redirects without end');
}

async function stopChild(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** Stops all that `startWorld` started. */
export async function stopWorlds(): Promise<void> {
  await Promise.all([...running].map(stopChild));
}
