/** Upstreams under test, and servers as they are configured. */
import { join } from 'node:path';
import { until } from '../../../test/helpers/until.js';
import { closeServers } from '../../loader/test/servers.js';
import type { UpstreamsOptions } from '../src/servers/settings.js';
import type { ConfiguredServer } from '../src/servers/types.js';
import { Upstreams } from '../src/servers/upstreams.js';
import { stopFixtures } from './fixtures.js';

const script = join(__dirname, 'stdio-server.mjs');
const all: Upstreams[] = [];

/** Upstreams that are closed with `endAll`, with short delays. */
export function made(options: UpstreamsOptions = {}): Upstreams {
  const upstreams = new Upstreams({
    random: () => 0,
    baseBackoffMs: 50,
    maxBackoffMs: 400,
    initTimeoutMs: 60_000,
    ...options,
  });
  all.push(upstreams);
  return upstreams;
}

export const base = { enabled: true, quarantined: false, trustMode: 'auto' as const };
export const http = (name: string, url: string, more: Partial<ConfiguredServer> = {}): ConfiguredServer => ({
  name,
  connection: { transport: 'streamable-http', url },
  ...base,
  ...more,
});
export const stdio = (name: string, args: readonly string[] = [], more: Partial<ConfiguredServer> = {}): ConfiguredServer => ({
  name,
  connection: { transport: 'stdio', command: process.execPath, args: [script, ...args], env: { API_TOKEN: 'hunter2hunter2' } },
  ...base,
  ...more,
});

export const state = (upstreams: Upstreams, name = 'up') => upstreams.state(name)!;
export const isReady = (upstreams: Upstreams, name = 'up') => until(() => state(upstreams, name).connection.state === 'ready');
export const failure = (work: Promise<unknown>) =>
  work.then(
    value => ({ value }),
    error => error,
  );
export const text = async (work: Promise<{ content: unknown[] }>) => ((await work).content[0] as { text: string }).text;

/** Closes all that a test opened. */
export async function endAll(): Promise<void> {
  await Promise.all(all.splice(0).map(upstreams => upstreams.close()));
  await Promise.all([stopFixtures(), closeServers()]);
}
