/** The heap of a gateway after many calls: what is left after collections that are forced through `test/soak/memory-probe.mjs`. */
import { join } from 'node:path';
import { nameOf, plainClient, root, startGateway, startServers, stop, untilListed } from './gateway-harness.mjs';
import { report } from './measure.mjs';

const total = Number(process.env.BENCH_MEMORY_CALLS ?? 1_000_000);
const samples = 10;
const clientsAtOnce = 32;
const flatMiB = 2;

const mib = bytes => bytes / (1 << 20);

function memoryOf(child) {
  return new Promise(resolve => {
    child.once('message', resolve);
    child.send('memory');
  });
}

export async function memory() {
  const { child, live } = await startServers('light');
  const flags = ['--expose-gc', `--import=${join(root, 'test/soak/memory-probe.mjs')}`];
  const gateway = await startGateway(live, {}, { flags, ipc: true });
  const name = nameOf((await untilListed(gateway, 1)).names, 's0', 'echo');
  const clients = await Promise.all(Array.from({ length: clientsAtOnce }, () => plainClient(gateway.port)));
  const each = Math.ceil(total / samples / clientsAtOnce);
  const found = [];
  for (let sample = 0; sample < samples; sample++) {
    await Promise.all(
      clients.map(async client => {
        for (let index = 0; index < each; index++) await client.call({ name, arguments: { text: `call ${index}` } });
      }),
    );
    found.push(await memoryOf(gateway.child));
  }
  const calls = each * clientsAtOnce * samples;
  console.log(`heap after each tenth of ${calls} calls, collected: ${found.map(({ heapUsed }) => mib(heapUsed).toFixed(1)).join(' ')} MiB`);
  console.log(`resident: ${found.map(({ rss }) => mib(rss).toFixed(0)).join(' ')} MiB\n`);
  const growth = mib(found.at(-1).heapUsed - found[0].heapUsed);
  const what = `heap after ${calls} calls, against a tenth of them`;
  report(what, `${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MiB`, `flat: at most ${flatMiB} MiB`, growth <= flatMiB);
  await Promise.all(clients.map(client => client.close()));
  await Promise.all([stop(gateway.child), stop(child)]);
}
