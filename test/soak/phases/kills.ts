/** Servers are killed at random under load: every call that this costs says so by name, and all of them come back. */
import { callerV1, callerV2, Session } from '../callers.js';
import { Fleet } from '../fleet.js';
import { Gateway } from '../gateway.js';
import { closeCallers, openCallers, type Phase } from '../phase.js';
import { childrenOf, descriptorsOf } from '../process-facts.js';
import { sleep } from '../wait.js';

export const kills: Phase = {
  name: 'kills',
  what: 'servers over stdio and HTTP are killed (SIGKILL) at random under load, and started again',
  weight: 2,
  async run(context) {
    const { random } = context;
    const fleet = await Fleet.start({ stdio: 6, v1: 2, v2: 2, echoMs: 200 });
    const gateway = await Gateway.start({ folder: context.folder, config: { ...fleet.config, timeouts: { call: '30s' } } });
    const callers = await openCallers(gateway, [3, callerV1], [3, callerV2], [6, port => Session.open(port)]);
    const [descriptors, children] = [descriptorsOf(gateway.pid), childrenOf(gateway.pid).length];
    let killed = 0;
    let over = false;
    const kill = async () => {
      const pids = childrenOf(gateway.pid).filter(({ state }) => state !== 'Z');
      if (pids.length > 0 && random.next() < 0.6) process.kill(random.pick(pids).pid, 'SIGKILL');
      else {
        const upstream = random.pick(fleet.http);
        await upstream.kill();
        await sleep(random.between(0, 1500));
        await upstream.start();
      }
      killed++;
    };
    const killing = context.meanwhile(
      kill,
      () => over,
      () => random.between(200, 1200),
    );
    await context.load(callers, () => fleet.echo(random));
    over = true;
    await killing;
    context.judgeCalls({ named: true });
    context.verdict('servers were killed', killed > 0, killed);
    await gateway.untilAllReady(fleet.names.length, 180_000);
    const { ok } = context.tally;
    for (const server of fleet.names) await context.call(callers[0]!, fleet.echo(random, server));
    const answering = context.tally.ok - ok;
    context.verdict('afterwards every server answers', answering === fleet.names.length, `${answering} of ${fleet.names.length}`);
    const left = childrenOf(gateway.pid).length;
    context.verdict('as many child processes as before', left === children, `${children} before, ${left} after`);
    await context.judgeDescriptors(gateway, descriptors, 40);
    context.judgeGateway(gateway);
    context.figure('servers killed', killed);
    await closeCallers(callers);
    const code = await gateway.stop();
    context.verdict('it stops with exit code 0', code === 0, code);
  },
};
