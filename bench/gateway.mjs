/**
 * `mcpgw serve` beside a direct SDK client and, where MCPGW_MCPPROXY names its binary, beside mcpproxy-go, in one run:
 * 1. `latency`: the time that is added to a call compared with a direct call: median at most 1 ms, 99th percentile at most 4 ms;
 * 2. `cost`: processor time of a call with 16 clients: at most ten times that of a light server itself;
 * 3. `search`: `retrieve_tools` over 10,000 tools, after 3,200 searches, with 1, 4 and 16 clients that never pause: at most 5 ms at the
 *    median and 15 ms at the 99th percentile; resident memory with them: at most 150 MiB;
 * 4. `quality`: how many questions about 400 tools one of the first five tools answers: at least 90 %;
 * 5. `record`: calls per second with the record of activity, beside the same gateway without it, in turn, median of five pairs of
 *    gateways: at most 5 % less;
 * 6. `memory`: the heap after BENCH_MEMORY_CALLS calls (1,000,000): flat;
 * 7. `start`: 50 servers, 10 of them dead: ready for the other 40 within a second of the slowest live one.
 *
 * node bench/gateway.mjs [calls]; needs cli/dist (make build). BENCH_ONLY names parts, with commas between them. BENCH_BESIDE names
 * the mcpgw.js of another build: its searches and its calls are measured in turn with ours.
 */
import { cost } from './gateway-cost.mjs';
import {
  at,
  connect,
  endAll,
  freePort,
  ms,
  nameOf,
  plainClient,
  processorMs,
  residentMiB,
  startGateway,
  startServers,
  stop,
  timed,
  untilListed,
} from './gateway-harness.mjs';
import { memory } from './gateway-memory.mjs';
import { quality } from './gateway-quality.mjs';
import { report } from './measure.mjs';

const calls = Number(process.argv[2] ?? 3000);
const rounds = 7;
const searchRounds = 5;
const warmUp = 500;
/** Searches of each of 16 clients before those that are measured: V8 optimizes code that has run a few thousand times. */
const searchWarmUp = 200;
const only = process.env.BENCH_ONLY?.split(',');

async function latency() {
  const { child, live } = await startServers(1, 20, 0, 0);
  const gateway = await startGateway(live);
  const name = nameOf((await untilListed(gateway, 20)).names, 's0', 'echo');
  const [direct, through] = [await connect(live[0]), await connect(gateway.port)];
  const call = (client, called, index) => timed(() => client.callTool({ name: called, arguments: { text: `call ${index}` } }));
  for (let index = 0; index < warmUp; index++)
    for (const [client, called] of [
      [direct, 'echo'],
      [through, name],
    ])
      await call(client, called, index);
  const perRound = Math.ceil(calls / rounds);
  const added = { median: [], high: [] };
  const medians = { direct: [], through: [] };
  for (let round = 0; round < rounds; round++) {
    const times = { direct: [], through: [] };
    for (let index = 0; index < perRound; index++) {
      times.direct.push(await call(direct, 'echo', index));
      times.through.push(await call(through, name, index));
    }
    for (const way of ['direct', 'through']) medians[way].push(at(times[way], 0.5));
    added.median.push(at(times.through, 0.5) - at(times.direct, 0.5));
    added.high.push(at(times.through, 0.99) - at(times.direct, 0.99));
  }
  const [straight, behind] = [at(medians.direct, 0.5), at(medians.through, 0.5)];
  console.log(`a call: direct ${ms(straight)}, through mcpgw ${ms(behind)}; medians of ${rounds} rounds of ${perRound} calls, in turn\n`);
  report('added to a call, median', ms(at(added.median, 0.5)), 'at most 1 ms', at(added.median, 0.5) <= 1);
  report('added to a call, 99th percentile', ms(at(added.high, 0.5)), 'at most 4 ms', at(added.high, 0.5) <= 4);
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

const searchTarget = { median: 5, high: 15 };

function reportSearch(count, kind, { ours, beside }) {
  const what = `retrieve_tools, 10,000 tools, ${count === 1 ? '1 client' : `${count} clients`}, ${kind}`;
  report(`${what}, median`, ms(ours.median), `at most ${searchTarget.median} ms`, ours.median <= searchTarget.median);
  report('    99th percentile', ms(ours.high), `at most ${searchTarget.high} ms`, ours.high <= searchTarget.high);
  if (beside)
    report('    of the build beside', `${(ours.median / beside.median).toFixed(2)} / ${(ours.high / beside.high).toFixed(2)}`, '');
}

async function search() {
  const { child, live } = await startServers(50, 200, 0, 0);
  const ways = {};
  for (const [way, cli] of Object.entries({ ours: undefined, ...(process.env.BENCH_BESIDE && { beside: process.env.BENCH_BESIDE }) })) {
    const gateway = await startGateway(live, {}, { cli });
    await untilListed(gateway, 10_000);
    ways[way] = { gateway, clients: await Promise.all(Array.from({ length: 16 }, () => plainClient(gateway.port))) };
  }
  for (const { clients } of Object.values(ways)) {
    const times = await searches(clients, 'two words', searchWarmUp);
    if (clients !== ways.ours.clients) continue;
    const first = times.flatMap(own => own.slice(0, searchWarmUp / 4));
    report('retrieve_tools, 16 clients, the first 800 searches after a start', `${ms(at(first, 0.5))} / ${ms(at(first, 0.99))}`, '');
  }
  for (const count of [1, 4, 16])
    for (const kind of Object.keys(queries))
      reportSearch(count, kind, await searchTimes(ways, count, kind, Math.ceil(320 / Math.sqrt(count) / searchRounds)));
  await new Promise(resolve => setTimeout(resolve, 3000));
  const resident = residentMiB(ways.ours.gateway.child.pid);
  report('resident memory with 10,000 tools', `${resident.toFixed(0)} MiB`, 'at most 150 MiB', resident <= 150);
  if (ways.beside) report('    of the build beside', `${residentMiB(ways.beside.gateway.child.pid).toFixed(0)} MiB`, '');
  await Promise.all(Object.values(ways).flatMap(({ clients }) => clients.map(client => client.close())));
  await Promise.all([...Object.values(ways).map(({ gateway }) => stop(gateway.child)), stop(child)]);
}

const recordPairs = 5;
const recordRounds = 7;
const callersAtOnce = 16;

/** Calls per second of 16 clients, each with one call in flight. */
async function throughput(clients, name, each) {
  const took = await timed(() =>
    Promise.all(
      clients.map(async client => {
        for (let index = 0; index < each; index++) await client.call({ name, arguments: { text: `call ${index}` } });
      }),
    ),
  );
  return (clients.length * each * 1000) / took;
}

/** A gateway with or without the record, its clients, and what was measured of it: calls per second and processor time of a call. */
async function recordingGateway(live, enabled) {
  const gateway = await startGateway(live, { activity: { enabled } });
  const name = nameOf((await untilListed(gateway, 20)).names, 's0', 'echo');
  const clients = await Promise.all(Array.from({ length: callersAtOnce }, () => plainClient(gateway.port)));
  return { gateway, name, clients, found: [], processor: [] };
}

/** One pair of gateways that start for it: medians of its rounds, in turn, after one round that does not count. */
async function recordPair(live, each) {
  const pair = { with: await recordingGateway(live, true), without: await recordingGateway(live, false) };
  for (let round = 0; round <= recordRounds; round++)
    for (const way of round % 2 ? ['with', 'without'] : ['without', 'with']) {
      const { gateway, name, clients, found, processor } = pair[way];
      const before = processorMs(gateway.child.pid);
      const perSecond = await throughput(clients, name, each);
      if (round === 0) continue;
      found.push(perSecond);
      processor.push((processorMs(gateway.child.pid) - before) / (each * callersAtOnce));
    }
  await Promise.all(Object.values(pair).flatMap(({ clients }) => clients.map(client => client.close())));
  await Promise.all(Object.values(pair).map(({ gateway }) => stop(gateway.child)));
  const medians = ({ found, processor }) => ({ perSecond: at(found, 0.5), processor: at(processor, 0.5) });
  return { with: medians(pair.with), without: medians(pair.without) };
}

/** Two processes with the same code differ by several percent from start to start, so the median is that of several pairs. */
async function record() {
  const { child, live } = await startServers(1, 20, 0, 0);
  const percent = value => `${(100 * value).toFixed(1)} %`;
  const less = [];
  console.log(`${callersAtOnce} clients, ${recordPairs} pairs of gateways, medians of ${recordRounds} rounds in turn:`);
  for (let number = 0; number < recordPairs; number++) {
    const pair = await recordPair(live, Math.ceil(calls / callersAtOnce));
    less.push(1 - pair.with.perSecond / pair.without.perSecond);
    console.log(
      `  ${pair.with.perSecond.toFixed(0)} calls a second with the record, ${pair.without.perSecond.toFixed(0)} without it: ` +
        `${percent(less.at(-1))} less; processor time of a call ${ms(pair.with.processor)} and ${ms(pair.without.processor)}`,
    );
  }
  const median = at(less, 0.5);
  report('calls per second less with the record of activity', percent(median), 'at most 5 %', median <= 0.05);
  await stop(child);
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
  const ready = (await untilListed(gateway, 40 * 20)).at - gateway.startedAt;
  const over = ready - slowest;
  report('50 servers, 10 dead: ready after the slowest live one', ms(over), 'at most 1,000 ms', over <= 1000);
  gateway.child.kill('SIGKILL');
  await stop(child);
}

const parts = { latency, cost, search, quality, record, memory, start };
const unknown = only?.filter(name => !Object.hasOwn(parts, name)) ?? [];
if (unknown.length > 0) throw new Error(`BENCH_ONLY names no part: ${unknown.join(', ')} (parts: ${Object.keys(parts).join(', ')})`);
const mcpproxy = process.env.MCPGW_MCPPROXY;
console.log(mcpproxy ? `beside mcpproxy-go: ${mcpproxy}\n` : 'mcpproxy-go: not measured, MCPGW_MCPPROXY does not name its binary\n');
try {
  for (const [name, measure] of Object.entries(parts)) if (only === undefined || only.includes(name)) await measure();
} finally {
  endAll();
}
