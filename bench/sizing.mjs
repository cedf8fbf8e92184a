/**
 * What `mcpgw serve` takes of a machine, for docs/operations.md: resident memory of a gateway with one server, and what each session, each
 * server and each 1,000 tools add; processor time of a call, and of a second without calls. Memory is measured after a collection.
 *
 * node bench/sizing.mjs; needs cli/dist (make build).
 */
import { join } from 'node:path';
import {
  connect,
  endAll,
  nameOf,
  plainClient,
  processorMs,
  root,
  startGateway,
  startServers,
  stop,
  untilListed,
} from './gateway-harness.mjs';

const sessions = 500;
const idleSeconds = 10;
const warmUpCalls = 100;
const callsEach = 200;
const clientsAtOnce = 16;

/** Resident memory in MiB after a collection. */
function residentOf(child) {
  return new Promise(resolve => {
    child.once('message', ({ rss }) => resolve(rss / (1 << 20)));
    child.send('memory');
  });
}

/** A gateway with so many servers of so many tools each. */
async function gatewayOf(servers, tools) {
  const { child, live } = await startServers(servers, tools, 0, 0);
  const flags = ['--expose-gc', `--import=${join(root, 'test/soak/memory-probe.mjs')}`];
  const gateway = await startGateway(live, { limits: { sessions: 2000 } }, { flags, ipc: true });
  const { names } = await untilListed(gateway, servers * tools);
  return { ...gateway, names, end: async () => void (await Promise.all([stop(gateway.child), stop(child)])) };
}

async function residentWith(servers, tools) {
  const gateway = await gatewayOf(servers, tools);
  const resident = await residentOf(gateway.child);
  await gateway.end();
  return resident;
}

const said = (what, value, unit) => console.log(`${what.padEnd(72)} ${value.toFixed(2).padStart(9)} ${unit}`);

async function perSession() {
  const gateway = await gatewayOf(1, 10);
  const first = await plainClient(gateway.port);
  const name = nameOf(gateway.names, 's0', 'echo');
  for (let index = 0; index < warmUpCalls; index++) await first.call({ name, arguments: { text: 'x' } });
  const before = await residentOf(gateway.child);
  const clients = [];
  for (let index = 0; index < sessions; index++) {
    const client = await connect(gateway.port);
    await client.callTool({ name, arguments: { text: 'x' } });
    clients.push(client);
  }
  const added = (await residentOf(gateway.child)) - before;
  said(`each session of the SDK with its listening stream (${sessions} of them)`, (added * 1024) / sessions, 'KiB');
  const idle = processorMs(gateway.child.pid);
  await new Promise(resolve => setTimeout(resolve, idleSeconds * 1000));
  said(`processor time of a second without calls, ${sessions} sessions`, (processorMs(gateway.child.pid) - idle) / idleSeconds, 'ms');
  await Promise.all(clients.map(client => client.close()));
  await gateway.end();
}

async function perCall() {
  const gateway = await gatewayOf(1, 10);
  const name = nameOf(gateway.names, 's0', 'echo');
  const clients = await Promise.all(Array.from({ length: clientsAtOnce }, () => plainClient(gateway.port)));
  const calls = async each => {
    const before = processorMs(gateway.child.pid);
    const run = async client => {
      for (let index = 0; index < each; index++) await client.call({ name, arguments: { text: 'x' } });
    };
    await Promise.all(clients.map(run));
    return (processorMs(gateway.child.pid) - before) / (each * clientsAtOnce);
  };
  await calls(warmUpCalls);
  said('processor time of a call, 16 clients', await calls(callsEach), 'ms');
  said('resident memory after these calls', await residentOf(gateway.child), 'MiB');
  await Promise.all(clients.map(client => client.close()));
  await gateway.end();
}

try {
  const base = await residentWith(1, 10);
  said('a gateway with one server of 10 tools', base, 'MiB');
  said('each further server of 10 tools (40 of them)', (((await residentWith(41, 10)) - base) * 1024) / 40, 'KiB');
  said('each 1,000 tools of one server (5,000 of them)', ((await residentWith(1, 5000)) - base) / 5, 'MiB');
  await perSession();
  await perCall();
} finally {
  endAll();
}
