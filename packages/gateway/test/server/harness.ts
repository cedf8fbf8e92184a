/** A gateway on a free port of loopback in front of fixtures, and real clients of it. */
import { defaultServeConfig, readServeConfig, type ServeConfig } from '@mcpgw/mcp-config';
import type { StateStore } from '@mcpgw/store';
import { memoryStore } from '@mcpgw/store';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { stopFixtures } from '../../../upstreams/test/fixtures.js';
import { Gateway, type GatewayDeps } from '../../src/server/gateway.js';

export interface Running {
  readonly gateway: Gateway;
  readonly url: string;
  readonly port: number;
  readonly log: readonly string[];
  readonly store: StateStore;
}

const running: { gateway: Gateway; store: StateStore }[] = [];
const clients: { close(): Promise<void> }[] = [];

/** Closes all that a test started. */
export async function endAll(): Promise<void> {
  await Promise.all(clients.splice(0).map(client => client.close().catch(() => {})));
  await Promise.all(
    running.splice(0).map(async ({ gateway, store }) => {
      await gateway.close();
      await store.close();
    }),
  );
  await stopFixtures();
}

/** The configuration that a text of gateway.yaml gives, on a free port and without the page. */
export function configOf(text: string, more: Partial<ServeConfig> = {}): ServeConfig {
  const { config, findings } = readServeConfig(text, { file: 'gateway.yaml', env: {}, kind: 'serve', readFile: () => undefined });
  if (config === undefined) throw new Error(JSON.stringify(findings));
  return { ...config, listen: { host: '127.0.0.1', port: 0 }, page: { enabled: false, hosts: [] }, ...more };
}

/** Servers by name as an object of gateway.yaml, trusted. */
export function serversOf(urls: Readonly<Record<string, string>>): string {
  return `servers: ${JSON.stringify(Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, { url, trust_mode: 'auto' }])))}\n`;
}

export async function startGateway(config: ServeConfig | string, deps: Partial<GatewayDeps> = {}): Promise<Running> {
  const log: string[] = [];
  const note = (event: string, fields?: object) => void log.push(`${event} ${JSON.stringify(fields ?? {})}`);
  const store = deps.store ?? memoryStore();
  const whole = typeof config === 'string' ? configOf(config) : { ...defaultServeConfig, ...config };
  const logger = { isDebug: () => true, debug: note, info: note, warn: note, error: note };
  const gateway = new Gateway(whole, { version: '9.9.9', store, logger, ...deps });
  running.push({ gateway, store });
  const { port } = await gateway.listen();
  await gateway.start();
  return { gateway, url: `http://127.0.0.1:${port}/mcp`, port, log, store };
}

const info = { name: 'test-client', version: '1' };

export type Line = 'v1' | 'v2' | 'modern';

type Capabilities = ConstructorParameters<typeof Client>[1] extends infer O | undefined ? NonNullable<O> : never;

/** A client of the SDK's first line, of its second, or of the second that speaks 2026-07-28 alone. */
export async function connect(line: Line, url: string, capabilities: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const options = { requestInit: { headers } };
  if (line === 'v1') {
    const client = new ClientV1(info, { capabilities });
    clients.push(client);
    await client.connect(new TransportV1(new URL(url), options) as never);
    return client as unknown as Client;
  }
  const pinned = line === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' as const } } } : {};
  const client = new Client(info, { capabilities, ...pinned } as Capabilities);
  clients.push(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), options));
  return client;
}
