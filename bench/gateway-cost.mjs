/** Processor time of a call with 16 clients: of mcpgw, and of the light server that it calls, in turn. */
import { at, ms, nameOf, plainClient, processorMs, startGateway, startServers, stop, untilListed } from './gateway-harness.mjs';
import { startMcpproxy } from './mcpproxy.mjs';
import { report } from './measure.mjs';

const clientsAtOnce = 16;
const rounds = 11;
const callsEach = 120;
const warmUpRounds = 3;

async function clientsOf(port) {
  return Promise.all(Array.from({ length: clientsAtOnce }, () => plainClient(port)));
}

/** Makes `callsEach` calls with each client; gives the processor time of the process for each call, in milliseconds. */
async function costOfCalls({ pid, clients, params }) {
  const before = processorMs(pid);
  await Promise.all(
    clients.map(async client => {
      for (let index = 0; index < callsEach; index++) await client.call(params(`call ${index}`));
    }),
  );
  return (processorMs(pid) - before) / (clients.length * callsEach);
}

const named = name => text => ({ name, arguments: { text } });

export async function cost() {
  const { child, live } = await startServers('light');
  const gateways = { mcpgw: await startGateway(live) };
  if (process.env.BENCH_BESIDE) gateways.beside = await startGateway(live, {}, { cli: process.env.BENCH_BESIDE });
  const ways = { light: { pid: child.pid, clients: await clientsOf(live[0]), params: named('echo') } };
  for (const [way, gateway] of Object.entries(gateways)) {
    const { names } = await untilListed(gateway, 1);
    ways[way] = { pid: gateway.child.pid, clients: await clientsOf(gateway.port), params: named(nameOf(names, 's0', 'echo')) };
  }
  const mcpproxy = await startMcpproxy({ s0: live[0] });
  if (mcpproxy)
    ways.mcpproxy = {
      pid: mcpproxy.child.pid,
      clients: await clientsOf(mcpproxy.port),
      params: text => mcpproxy.call('s0:echo', { text }),
    };
  const found = Object.fromEntries(Object.keys(ways).map(way => [way, []]));
  for (let round = 0; round < rounds + warmUpRounds; round++)
    for (const [way, parts] of Object.entries(ways)) {
      const each = await costOfCalls(parts);
      if (round >= warmUpRounds) found[way].push(each);
    }
  const median = Object.fromEntries(Object.entries(found).map(([way, values]) => [way, at(values, 0.5)]));
  const times = median.mcpgw / median.light;
  report('processor time of a call, 16 clients: the light server itself', ms(median.light), '');
  report('    mcpgw', ms(median.mcpgw), '');
  report('    mcpgw, against the light server', `${times.toFixed(1)} x`, 'at most 10 x', times <= 10);
  if (median.beside) report('    of the build beside', ms(median.beside), '');
  if (median.mcpproxy) report('    mcpproxy-go', ms(median.mcpproxy), '');
  await Promise.all(Object.values(ways).flatMap(({ clients }) => clients.map(client => client.close())));
  await Promise.all([...Object.values(gateways).map(gateway => stop(gateway.child)), mcpproxy && stop(mcpproxy.child), stop(child)]);
}
