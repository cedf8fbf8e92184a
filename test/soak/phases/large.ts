/** Answers of many sizes by all transports, among small ones; and one that is too large, which only its own call may feel. */

import { textOf } from '../answers.mjs';
import { callerV1, callerV2, Session } from '../callers.js';
import { type Call, Fleet } from '../fleet.js';
import { Gateway } from '../gateway.js';
import { closeCallers, openCallers, type Phase, type PhaseContext } from '../phase.js';
import { residentOf } from '../process-facts.js';
import { judge } from '../tally.js';

const mega = 1_000_000;
/** Above what a message of a server may have (64 MiB). */
const tooLarge = 70 * mega;

function large(fleet: Fleet, server: string, size: number): Call {
  const nonce = fleet.nonce();
  return { tool: `${server}__large`, args: { nonce, size }, expected: textOf(nonce, size) };
}

/** Calls in flight on a server while it gives an answer that is too large: they are answered, and that call says why it is not. */
async function beyondTheLimit(context: PhaseContext, fleet: Fleet, gateway: Gateway, server: string): Promise<void> {
  const sessions = await Promise.all(Array.from({ length: 6 }, () => Session.open(gateway.port)));
  const before = { ok: context.tally.ok };
  const others = sessions.map(async session => {
    const nonce = fleet.nonce();
    await context.call(session, { tool: `${server}__echo`, args: { nonce, ms: 3000 }, expected: `${server} ${nonce}` });
  });
  const refused = await Session.open(gateway.port);
  const outcome = judge(await refused.call(`${server}__large`, { nonce: 'x', size: tooLarge }), 'never');
  const detail = outcome.kind === 'named' ? outcome.mode : JSON.stringify(outcome).slice(0, 300);
  context.verdict(`${server}: an answer of ${tooLarge / mega} MB is refused as too large`, detail === 'response_too_large', detail);
  await Promise.all(others);
  const answered = context.tally.ok - before.ok;
  context.verdict(
    `${server}: the other calls in flight on it are answered`,
    answered === sessions.length,
    `${answered} of ${sessions.length}`,
  );
  await closeCallers([...sessions, refused]);
}

export const largeAnswers: Phase = {
  name: 'large',
  what: 'answers from a byte to 20 MB go through among small ones, over all transports; one of 70 MB is refused',
  weight: 1,
  async run(context) {
    const { random } = context;
    const fleet = await Fleet.start({ stdio: 1, v1: 1, v2: 1 });
    const gateway = await Gateway.start({ folder: context.folder, config: fleet.config });
    const small = await openCallers(gateway, [2, callerV1], [2, callerV2], [2, port => Session.open(port)]);
    const big = await openCallers(gateway, [1, callerV1], [1, callerV2], [2, port => Session.open(port)]);
    const sizes = [1, 511, 524_288, 524_289, 2 * mega, 8 * mega, 20 * mega];
    await Promise.all([
      context.load(small, () => fleet.echo(random)),
      context.load(big, () => large(fleet, random.pick(fleet.names), random.pick(sizes)), { pauseMs: 500 }),
    ]);
    context.figure('resident memory, highest', residentOf(gateway.pid).peak, 'MiB');
    for (const server of fleet.names) await beyondTheLimit(context, fleet, gateway, server);
    context.judgeCalls();
    const { longestStallMs } = await gateway.memory();
    await context.judgeReleased(gateway);
    context.figure('longest stall of the event loop', longestStallMs, 'ms');
    await closeCallers([...small, ...big]);
    context.judgeGateway(gateway);
    const code = await gateway.stop();
    context.verdict('it stops with exit code 0', code === 0, code);
  },
};
