/**
 * `mcpgw serve` beside a direct SDK call, in one run:
 * 1. the added time of a call through it compared with a direct call: median at most 2 ms, 99th percentile at most 6 ms;
 * 2. `retrieve_tools` over 10,000 tools, after 3,200 searches: one client at most 5 ms at the median and 15 ms at the 99th percentile, each
 *    of 16 clients at once at most 15 ms and 40 ms; resident memory with them: at most 150 MiB;
 * 3. calls per second with the record of activity, beside the same gateway without it, in turn: at most 5 % less;
 * 4. 50 servers, 10 of them dead: ready for the other 40 within a second of the slowest live one.
 *
 * node bench/gateway.mjs [calls]; needs cli/dist (make build). BENCH_ONLY names one part: latency, search, record or start. BENCH_BESIDE names
 * the mcpgw.js of another build: its searches are measured in turn with ours, and the ratios are reported.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { report } from './measure.mjs';

const calls = Number(process.argv[2] ?? 3000);
const rounds = 7;
const searchRounds = 5;
const warmUp = 500;
/** Searches of each of 16 clients before those that are measured: V8 optimizes code that has run a few thousand times. */
const searchWarmUp = 200;
const only = process.env.BENCH_ONLY;
const root = fileURLToPath(new URL('..', import.meta.url));
const ownCli = join(root, 'cli/dist/mcpgw.js');
const scratch = mkdtempSync(join(tmpdir(), 'mcpgw-bench-'));
const children = [];

async function startServers(...counts) {
  const child = spawn(process.execPath, [join(root, 'bench/gateway-servers.mjs'), ...counts.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) };
}

const urlOf = port => `http://127.0.0.1:${port}/mcp`;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Starts `mcpgw serve` over servers on `ports`; gives it at once, before it is ready. */
async function startGateway(ports, more = {}, cli = ownCli) {
  const folder = mkdtempSync(join(scratch, 'gateway-'));
  const port = await freePort();
  const entries = ports.map((upstream, index) => [`s${index}`, { url: urlOf(upstream), protocol: 'streamable-http', trust_mode: 'auto' }]);
  const servers = Object.fromEntries(entries);
  const file = join(folder, 'gateway.yaml');
  writeFileSync(
    file,
    JSON.stringify({ listen: `127.0.0.1:${port}`, store: { type: 'file', folder: join(folder, 'state') }, servers, ...more }),
  );
  const flags = process.env.BENCH_NODE_FLAGS?.split(' ') ?? [];
  const child = spawn(process.execPath, [...flags, cli, 'serve', file, '--no-page', '--no-watch'], {
    stdio: ['ignore', 'ignore', process.env.BENCH_LOG ? 'inherit' : 'ignore'],
  });
  children.push(child);
  return { port, child, startedAt: performance.now() };
}

async function connect(port) {
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
async function plainClient(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const clientInfo = { name: 'bench', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const { headers } = await post(port, agent, { id: 0, method: 'initialize', params });
  const own = { 'mcp-session-id': headers['mcp-session-id'], 'mcp-protocol-version': params.protocolVersion };
  await post(port, agent, { method: 'notifications/initialized' }, own);
  let id = 0;
  return {
    call: async params => {
      const { text } = await post(port, agent, { id: ++id, method: 'tools/call', params }, own);
      if (!text.includes('"result"') || text.includes('"isError":true')) throw new Error(`no result: ${text.slice(0, 200)}`);
    },
    callTool: async params => {
      const { text } = await post(port, agent, { id: ++id, method: 'tools/call', params }, own);
      if (!text.includes('"total\\":')) throw new Error(`no answer of retrieve_tools: ${text.slice(0, 200)}`);
    },
    close: async () => agent.destroy(),
  };
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

async function untilListed({ port }, count) {
  for (let round = 0; round < 6000; round++) {
    const names = await listNames(port);
    if (names && names.filter(name => name.startsWith('s')).length >= count) return performance.now();
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  throw new Error(`the gateway never listed ${count} tools`);
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const at = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const ms = value => `${value.toFixed(2)} ms`;

async function stop(child) {
  const ended = new Promise(resolve => child.once('exit', resolve));
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await ended;
  }
}

async function latency() {
  const { child, live } = await startServers(1, 20, 0, 0);
  const gateway = await startGateway(live);
  await untilListed(gateway, 20);
  const [direct, through] = [await connect(live[0]), await connect(gateway.port)];
  const call = (client, name, index) => timed(() => client.callTool({ name, arguments: { text: `call ${index}` } }));
  for (let index = 0; index < warmUp; index++)
    for (const [client, name] of [
      [direct, 'echo'],
      [through, 's0:echo'],
    ])
      await call(client, name, index);
  const perRound = Math.ceil(calls / rounds);
  const added = { median: [], high: [] };
  const medians = { direct: [], through: [] };
  for (let round = 0; round < rounds; round++) {
    const times = { direct: [], through: [] };
    for (let index = 0; index < perRound; index++) {
      times.direct.push(await call(direct, 'echo', index));
      times.through.push(await call(through, 's0:echo', index));
    }
    for (const way of ['direct', 'through']) medians[way].push(at(times[way], 0.5));
    added.median.push(at(times.through, 0.5) - at(times.direct, 0.5));
    added.high.push(at(times.through, 0.99) - at(times.direct, 0.99));
  }
  const [straight, behind] = [at(medians.direct, 0.5), at(medians.through, 0.5)];
  console.log(`a call: direct ${ms(straight)}, through mcpgw ${ms(behind)}; medians of ${rounds} rounds of ${perRound} calls, in turn\n`);
  report('added to a call, median', ms(at(added.median, 0.5)), 'at most 2 ms', at(added.median, 0.5) <= 2);
  report('added to a call, 99th percentile', ms(at(added.high, 0.5)), 'at most 6 ms', at(added.high, 0.5) <= 6);
  await Promise.all([direct.close(), through.close()]);
  await Promise.all([stop(gateway.child), stop(child)]);
}

/** Queries of agents: two words, sentences, and words that no tool has. */
const queries = {
  'two words': ['create invoice', 'search customer', 'deployment review', 'archive alert', 'merge branch', 'assign document'],
  'a sentence': [
    'create an invoice in workspace 7 for the customer that the filter names',
    'I want to search all tickets of one customer and to export what changed',
    'which tool reviews a deployment and returns the calendar event that it belongs to',
    'find the repository whose issues were archived and delete the branch',
  ],
  'no match': ['zzqx wqpf', 'flurbo glimmerwick', 'xyzzy'],
};

function residentMiB(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

const searchOnce = (client, query) => timed(() => client.callTool({ name: 'retrieve_tools', arguments: { query, limit: 15 } }));

/** The times of `each` searches, by client, all clients at once. */
async function searches(clients, kind, each) {
  const asked = queries[kind];
  const times = clients.map(async (client, number) => {
    const own = [];
    for (let index = 0; index < each; index++) own.push(await searchOnce(client, `${asked[(index + number) % asked.length]} ${index % 7}`));
    return own;
  });
  return Promise.all(times);
}

/** Medians over rounds, in turn over `ways`, of the median and the 99th percentile. */
async function searchTimes(ways, count, kind, each) {
  const found = Object.fromEntries(Object.keys(ways).map(way => [way, { median: [], high: [] }]));
  for (let round = 0; round <= searchRounds; round++)
    for (const [way, { clients }] of Object.entries(ways)) {
      const times = (await searches(clients.slice(0, count), kind, each)).flat();
      if (round === 0) continue;
      found[way].median.push(at(times, 0.5));
      found[way].high.push(at(times, 0.99));
    }
  return Object.fromEntries(
    Object.entries(found).map(([way, { median, high }]) => [way, { median: at(median, 0.5), high: at(high, 0.5) }]),
  );
}

const searchTargets = { 1: { median: 5, high: 15 }, 16: { median: 15, high: 40 } };

function reportSearch(count, kind, { ours, beside }) {
  const what = `retrieve_tools, 10,000 tools, ${count === 1 ? '1 client' : `${count} clients`}, ${kind}`;
  const target = searchTargets[count];
  report(`${what}, median`, ms(ours.median), `at most ${target.median} ms`, ours.median <= target.median);
  report('    99th percentile', ms(ours.high), `at most ${target.high} ms`, ours.high <= target.high);
  if (beside)
    report('    of the build beside', `${(ours.median / beside.median).toFixed(2)} / ${(ours.high / beside.high).toFixed(2)}`, '');
}

async function search() {
  const { child, live } = await startServers(50, 200, 0, 0);
  const ways = {};
  for (const [way, file] of Object.entries({ ours: ownCli, ...(process.env.BENCH_BESIDE && { beside: process.env.BENCH_BESIDE }) })) {
    const gateway = await startGateway(live, {}, file);
    await untilListed(gateway, 10_000);
    ways[way] = { gateway, clients: await Promise.all(Array.from({ length: 16 }, () => plainClient(gateway.port))) };
  }
  for (const { clients } of Object.values(ways)) {
    const times = await searches(clients, 'two words', searchWarmUp);
    if (clients !== ways.ours.clients) continue;
    const first = times.flatMap(own => own.slice(0, searchWarmUp / 4));
    report('retrieve_tools, 16 clients, the first 800 searches after a start', `${ms(at(first, 0.5))} / ${ms(at(first, 0.99))}`, '');
  }
  for (const count of [1, 16])
    for (const kind of Object.keys(queries))
      reportSearch(count, kind, await searchTimes(ways, count, kind, Math.ceil(320 / Math.sqrt(count) / searchRounds)));
  await new Promise(resolve => setTimeout(resolve, 3000));
  const resident = residentMiB(ways.ours.gateway.child.pid);
  report('resident memory with 10,000 tools', `${resident.toFixed(0)} MiB`, 'at most 150 MiB', resident <= 150);
  if (ways.beside) report('    of the build beside', `${residentMiB(ways.beside.gateway.child.pid).toFixed(0)} MiB`, '');
  await Promise.all(Object.values(ways).flatMap(({ clients }) => clients.map(client => client.close())));
  await Promise.all([...Object.values(ways).map(({ gateway }) => stop(gateway.child)), stop(child)]);
}

const recordRounds = 15;
const callersAtOnce = 16;

/** Calls per second of 16 clients, each with one call in flight. */
async function throughput(clients, each) {
  const took = await timed(() =>
    Promise.all(
      clients.map(async client => {
        for (let index = 0; index < each; index++) await client.call({ name: 's0:echo', arguments: { text: `call ${index}` } });
      }),
    ),
  );
  return (clients.length * each * 1000) / took;
}

/** The processor time of a process so far, in milliseconds. */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The record costs what it adds to the processor time of a call; calls per second also depend on what else the machine does. */
async function record() {
  const { child, live } = await startServers(1, 20, 0, 0);
  const ways = {};
  for (const [way, enabled] of [
    ['with', true],
    ['without', false],
  ]) {
    const gateway = await startGateway(live, { activity: { enabled } });
    await untilListed(gateway, 20);
    ways[way] = {
      gateway,
      clients: await Promise.all(Array.from({ length: callersAtOnce }, () => plainClient(gateway.port))),
      found: [],
      processor: [],
    };
  }
  const each = Math.ceil(calls / callersAtOnce / 2);
  for (let round = 0; round <= recordRounds; round++)
    for (const way of round % 2 ? ['with', 'without'] : ['without', 'with']) {
      const { gateway, clients, found, processor } = ways[way];
      const before = processorMs(gateway.child.pid);
      const perSecond = await throughput(clients, each);
      if (round === 0) continue;
      found.push(perSecond);
      processor.push((processorMs(gateway.child.pid) - before) / (each * callersAtOnce));
    }
  const median = way => at(ways[way].found, 0.5);
  const cost = way => at(ways[way].processor, 0.5);
  const less = 1 - median('with') / median('without');
  const percent = value => `${(100 * value).toFixed(1)} %`;
  console.log(
    `${callersAtOnce} clients: ${median('with').toFixed(0)} calls a second with the record, ${median('without').toFixed(0)} without it; ` +
      `processor time of a call ${ms(cost('with'))} and ${ms(cost('without'))}; medians of ${recordRounds} rounds, in turn\n`,
  );
  report('calls per second less with the record of activity', percent(less), 'at most 5 %', less <= 0.05);
  await Promise.all(Object.values(ways).flatMap(({ clients }) => clients.map(client => client.close())));
  await Promise.all([...Object.values(ways).map(({ gateway }) => stop(gateway.child)), stop(child)]);
}

async function start() {
  const { child, live, hanging } = await startServers(40, 20, 1500, 5);
  const closed = await Promise.all(Array.from({ length: 5 }, freePort));
  const slowest = await timed(async () => {
    const client = await connect(live.at(-1));
    await client.listTools();
    await client.close();
  });
  const gateway = await startGateway([...hanging, ...closed, ...live]);
  const ready = (await untilListed(gateway, 40 * 20)) - gateway.startedAt;
  const over = ready - slowest;
  report('50 servers, 10 dead: ready after the slowest live one', ms(over), 'at most 1,000 ms', over <= 1000);
  gateway.child.kill('SIGKILL');
  await stop(child);
}

try {
  if (!only || only === 'latency') await latency();
  if (!only || only === 'search') await search();
  if (!only || only === 'record') await record();
  if (!only || only === 'start') await start();
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
}
