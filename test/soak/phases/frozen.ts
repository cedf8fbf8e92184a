/** Servers stop without ending (SIGSTOP) while clients send them large requests: what waits for them is bounded, and others are served. */
import { Session } from '../callers.js';
import { Fleet } from '../fleet.js';
import { Gateway } from '../gateway.js';
import { closeCallers, openCallers, type Phase } from '../phase.js';
import { childrenOf, residentOf } from '../process-facts.js';
import { Tally } from '../tally.js';

const pad = 'x'.repeat(3_000_000);
const clients = 8;
const callsEach = 15;

export const frozen: Phase = {
  name: 'frozen',
  what: 'servers freeze (SIGSTOP) while clients send them hundreds of megabytes, in a process of 400 MB of heap',
  weight: 1,
  async run(context) {
    const fleet = await Fleet.start({ stdio: 1, v1: 1, v2: 1 });
    const config = { ...fleet.config, timeouts: { call: '10s' } };
    const gateway = await Gateway.start({ folder: context.folder, config, nodeFlags: ['--max-old-space-size=400'] });
    const callers = await openCallers(gateway, [4, port => Session.open(port)]);
    const large = new Tally();
    let over = false;
    const isOver = () => over || !gateway.isRunning;
    const load = context.load(callers, () => fleet.echo(context.random, 'v2http1'), { ms: 3_600_000, isOver });
    const end = performance.now() + context.ms;
    do {
      // Only what is frozen is asked; the one over HTTP is a process of the test.
      const children = childrenOf(gateway.pid);
      for (const { pid } of children) process.kill(pid, 'SIGSTOP');
      fleet.http[0]!.signal('SIGSTOP');
      const sessions = await openCallers(gateway, [clients, port => Session.open(port)]);
      const asked = sessions.flatMap((session, index) =>
        Array.from({ length: callsEach }, () => {
          const { tool, args, expected } = fleet.echo(context.random, index % 2 === 0 ? 'stdio0' : 'v1http0');
          return context.call(session, { tool, args: { ...args, pad }, expected }, large);
        }),
      );
      await Promise.all(asked);
      fleet.http[0]!.signal('SIGCONT');
      for (const { pid } of childrenOf(gateway.pid)) process.kill(pid, 'SIGCONT');
      await closeCallers(sessions);
      if (gateway.isRunning) await gateway.untilAllReady(fleet.names.length);
    } while (performance.now() < end && gateway.isRunning);
    over = true;
    await load;
    context.judgeCalls();
    context.judgeCalls({ tally: large, named: true, of: 'to frozen servers: ' });
    context.judgeGateway(gateway);
    context.figure('answers to large requests', large.modes);
    context.figure('resident memory, highest', residentOf(gateway.pid).peak, 'MiB');
    for (const name of fleet.names) await context.call(callers[0]!, fleet.echo(context.random, name));
    await context.judgeReleased(gateway);
    await closeCallers(callers);
    const code = await gateway.stop();
    context.verdict('it stops with exit code 0', code === 0, code);
  },
};
