/** Sessions come and go in every way: ended, abandoned, with a listening stream, more than there is room for. */
import { callerV1, Session } from '../callers.js';
import { Fleet } from '../fleet.js';
import { Gateway, type Memory } from '../gateway.js';
import type { Phase, PhaseContext } from '../phase.js';
import { descriptorsOf } from '../process-facts.js';
import { openStream } from '../streams.js';
import { judge } from '../tally.js';
import { sleep, until } from '../wait.js';

const limit = 200;
const idleSeconds = 5;

/** One client's life, ended in a way drawn by lot. */
async function live(context: PhaseContext, fleet: Fleet, { port }: Gateway): Promise<void> {
  const { random } = context;
  if (random.next() < 0.2) {
    const caller = await callerV1(port);
    await context.call(caller, fleet.echo(random));
    return caller.close();
  }
  const session = await Session.open(port);
  const stream = random.next() < 0.5 ? await openStream(session) : undefined;
  for (let calls = random.between(0, 3); calls > 0; calls--) await context.call(session, fleet.echo(random));
  if (random.next() < 0.6) await session.end();
  stream?.destroy();
  session.abandon();
}

/** While every session listens, one more is refused by name; when one ends, there is room. */
async function full(context: PhaseContext, gateway: Gateway): Promise<void> {
  const listeners: { session: Session; stream: { destroy(): void } }[] = [];
  for (let index = 0; index < limit; index++) {
    const session = await Session.open(gateway.port);
    listeners.push({ session, stream: await openStream(session) });
  }
  const { status, text } = await Session.initialize(gateway.port);
  context.verdict('with every session listening one more is refused with 503', status === 503, status);
  const outcome = judge(JSON.parse(text), '');
  context.verdict('the refusal has failure_mode and failure_category', outcome.kind === 'named', text.slice(0, 300));
  await listeners[0]!.session.close();
  const again = await Session.initialize(gateway.port);
  context.verdict('after one has ended there is room for one', again.status === 200, again.status);
  for (const { session, stream } of listeners) {
    stream.destroy();
    await session.close();
  }
}

export const sessions: Phase = {
  name: 'sessions',
  what: 'sessions are opened, ended, abandoned and left to listen, up to the limit',
  weight: 1,
  async run(context) {
    const fleet = await Fleet.start({ stdio: 1, v1: 1 });
    const config = { ...fleet.config, limits: { sessions: limit }, timeouts: { session_idle: `${idleSeconds}s` } };
    const gateway = await Gateway.start({ folder: context.folder, config });
    const gone = () => until('silent sessions end', async () => (await gateway.metric('mcpgw_sessions')) === 0);
    let opened = 0;
    const churn = async (ms: number): Promise<Memory> => {
      const end = performance.now() + ms;
      const one = async () => {
        for (; performance.now() < end; opened++, await sleep(context.random.between(0, 40))) await live(context, fleet, gateway);
      };
      await Promise.all(Array.from({ length: 8 }, one));
      await gone();
      return gateway.memory();
    };
    await churn(context.ms * 0.2);
    const descriptors = descriptorsOf(gateway.pid);
    const middle = await churn(context.ms * 0.4);
    const end = await churn(context.ms * 0.4);
    context.judgeCalls();
    context.judgeHeap('with no session open', middle, end);
    context.figure('sessions opened', opened);
    await full(context, gateway);
    await gone();
    context.verdict('every session is gone in the end', true, '0 open');
    await context.judgeDescriptors(gateway, descriptors);
    context.judgeGateway(gateway);
    const code = await gateway.stop();
    context.verdict('it stops with exit code 0', code === 0, code);
  },
};
