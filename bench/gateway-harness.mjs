/** Servers, gateways and clients for `bench/gateway.mjs`. All processes end when `endAll` is called. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export const root = fileURLToPath(new URL('..', import.meta.url));
const ownCli = join(root, 'cli/dist/mcpgw.js');
const scratch = mkdtempSync(join(tmpdir(), 'mcpgw-bench-'));
const children = [];

/** The end of every process, whatever it does. */
export function endAll() {
  for (const child of children) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
}

/** A process that `endAll` ends. */
export function track(child) {
  children.push(child);
  return child;
}

/** A new folder that `endAll` removes. */
export const newFolder = name => mkdtempSync(join(scratch, `${name}-`));

export async function startServers(...counts) {
  const child = spawn(process.execPath, [join(root, 'bench/gateway-servers.mjs'), ...counts.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) };
}

export const urlOf = port => `http://127.0.0.1:${port}/mcp`;

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Starts `mcpgw serve` over servers on `ports`; gives it at once, before it is ready. */
export async function startGateway(ports, more = {}, { cli = ownCli, flags: own = [], ipc = false, names = [] } = {}) {
  const folder = newFolder('gateway');
  const port = await freePort();
  const entries = ports.map((upstream, index) => [
    names[index] ?? `s${index}`,
    { url: urlOf(upstream), protocol: 'streamable-http', trust_mode: 'auto' },
  ]);
  const servers = Object.fromEntries(entries);
  const file = join(folder, 'gateway.yaml');
  writeFileSync(
    file,
    JSON.stringify({ listen: `127.0.0.1:${port}`, store: { type: 'file', folder: join(folder, 'state') }, servers, ...more }),
  );
  const flags = [...(process.env.BENCH_NODE_FLAGS?.split(' ') ?? []), ...own];
  const child = spawn(process.execPath, [...flags, cli, 'serve', file, '--no-page', '--no-watch'], {
    stdio: ['ignore', 'ignore', process.env.BENCH_LOG ? 'inherit' : 'ignore', ...(ipc ? ['ipc'] : [])],
  });
  children.push(child);
  return { port, child, startedAt: performance.now() };
}

export async function connect(port) {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(urlOf(port))));
  return client;
}

/** POSTs one message on the one connection of `agent`; gives the headers and the text of the answer. */
function post(port, agent, message, headers) {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': Buffer.byteLength(body),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', agent, headers: all }, async response => {
      const chunks = await response.toArray();
      resolve({ headers: response.headers, text: Buffer.concat(chunks).toString() });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/**
 * A client with a session and a connection of its own that does little besides: 16 clients of the SDK in one process take more of a
 * processor than the gateway, so their times would be those of the clients.
 */
export async function plainClient(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const clientInfo = { name: 'bench', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const { headers } = await post(port, agent, { id: 0, method: 'initialize', params });
  const session = headers['mcp-session-id'];
  const own = { ...(session && { 'mcp-session-id': session }), 'mcp-protocol-version': params.protocolVersion };
  await post(port, agent, { method: 'notifications/initialized' }, own);
  let id = 0;
  return {
    call: async params => {
      const { text } = await post(port, agent, { id: ++id, method: 'tools/call', params }, own);
      if (!text.includes('"result"') || text.includes('"isError":true')) throw new Error(`no result: ${text.slice(0, 200)}`);
    },
    /** The first text of a result. */
    textOf: async params => {
      const { text } = await post(port, agent, { id: ++id, method: 'tools/call', params }, own);
      return JSON.parse(text).result.content[0].text;
    },
    callTool: async params => {
      const { text } = await post(port, agent, { id: ++id, method: 'tools/call', params }, own);
      if (!text.includes('"total\\":')) throw new Error(`no answer of retrieve_tools: ${text.slice(0, 200)}`);
    },
    close: async () => agent.destroy(),
  };
}

export function residentMiB(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/** The processor time of all threads of a process so far, in milliseconds. */
export function processorMs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`).map(thread => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The thread has ended.
      return 0;
    }
  });
  return threads.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}

/** The names that tools/list gives, without a session; undefined while nothing listens. */
async function listNames(port) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetch(urlOf(port), { method: 'POST', headers, body }).catch(() => undefined);
  if (!response) return undefined;
  const text = await response.text();
  const { result } = JSON.parse(text.startsWith('{') ? text : text.split('data: ').at(-1));
  return result.tools.map(tool => tool.name);
}

const builtins = new Set(['retrieve_tools', 'call_tool', 'upstream_servers']);

/** Waits until a gateway lists so many tools of its servers; gives their names for clients, and when that was. */
export async function untilListed({ port }, count) {
  for (let round = 0; round < 6000; round++) {
    const names = (await listNames(port))?.filter(name => !builtins.has(name));
    if (names && names.length >= count) return { names, at: performance.now() };
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  throw new Error(`the gateway never listed ${count} tools`);
}

/** The name for clients of a tool among those that a gateway lists: server, then tool, whatever stands between them. */
export function nameOf(names, server, tool) {
  const found = names.filter(name => name.startsWith(server) && name.endsWith(tool)).sort((one, other) => one.length - other.length);
  if (found.length === 0) throw new Error(`no listed name is that of ${server}:${tool}`);
  return found[0];
}

export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The value below which that share of the values is. */
export const at = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
export const ms = value => `${value.toFixed(2)} ms`;

export async function stop(child) {
  const ended = new Promise(resolve => child.once('exit', resolve));
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await ended;
  }
}
