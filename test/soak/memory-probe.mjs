/** Loaded into a gateway under test (`--import`, with `--expose-gc`): says what its memory and event loop are when it is asked over IPC. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

process.on('message', async message => {
  if (message !== 'memory') return;
  // What finalizers release is collected by the second run.
  for (let round = 0; round < 2; round++) {
    globalThis.gc();
    await new Promise(resolve => setImmediate(resolve));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ rss, heapUsed, external, longestStallMs: delay.max / 1e6 });
  delay.reset();
});
process.channel?.unref();
