/** Calls by all kinds of clients to all kinds of servers, and nothing else: everything is answered, and nothing grows. */
import { callerV1, callerV2, Session } from '../callers.js';
import { Fleet } from '../fleet.js';
import { Gateway } from '../gateway.js';
import { closeCallers, openCallers, type Phase } from '../phase.js';
import { childrenOf, descriptorsOf, residentOf } from '../process-facts.js';
import { openStdio } from '../stdio-caller.js';

export const steady: Phase = {
  name: 'steady',
  what: 'steady calls by clients of both SDKs and by hand, over HTTP and stdio, to servers over stdio, HTTP and REST',
  weight: 2,
  async run(context) {
    const fleet = await Fleet.start({ stdio: 2, v1: 2, v2: 2, rest: true });
    const gateway = await Gateway.start({ folder: context.folder, config: fleet.config });
    const callers = await openCallers(gateway, [4, callerV1], [4, callerV2], [4, port => Session.open(port)]);
    const stdio = await openStdio(context.folder, {
      servers: Object.fromEntries(fleet.http.map(({ name }) => [name, fleet.servers[name]!])),
    });
    const next = () => fleet.echo(context.random);
    const nextHttp = () => fleet.echo(context.random, context.random.pick(fleet.http).name);
    const part = (share: number) =>
      Promise.all([context.load(callers, next, { ms: context.ms * share }), context.load([stdio], nextHttp, { ms: context.ms * share })]);

    await part(0.2);
    const start = { memory: await gateway.memory(), descriptors: descriptorsOf(gateway.pid), children: childrenOf(gateway.pid).length };
    await part(0.4);
    const middle = await gateway.memory();
    await part(0.4);
    const end = await gateway.memory();

    context.judgeCalls();
    context.judgeGateway(gateway);
    context.judgeHeap('from the middle to the end', middle, end);
    await context.judgeDescriptors(gateway, start.descriptors);
    const children = childrenOf(gateway.pid).length;
    context.verdict('as many child processes as before', children === start.children, `${start.children} before, ${children} after`);
    const heaps = [start.memory, middle, end].map(({ heapUsed }) => (heapUsed / (1 << 20)).toFixed(1));
    context.figure('heap after garbage collection at start / middle / end', `${heaps.join(' / ')} MiB`);
    context.figure('resident memory, highest', residentOf(gateway.pid).peak, 'MiB');
    context.figure('longest stall of the event loop', Math.max(middle.longestStallMs, end.longestStallMs), 'ms');
    await closeCallers([...callers, stdio]);
    const code = await gateway.stop();
    context.verdict('it stops with exit code 0', code === 0, code);
  },
};
