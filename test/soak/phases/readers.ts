/**
 * Clients that read slowly or not at all: of answers, progress, listening streams. What waits for all of them together stays below
 * `limits.unread_bytes` in a process of 400 MB of heap; clients that read, however slowly, get everything.
 */
import { textOf } from '../answers.mjs';
import { Session } from '../callers.js';
import { Fleet } from '../fleet.js';
import { Gateway } from '../gateway.js';
import { closeCallers, openCallers, type Phase, type PhaseContext } from '../phase.js';
import { descriptorsOf, residentOf } from '../process-facts.js';
import { type SilentClient, silent } from '../streams.js';
import { sleep, until } from '../wait.js';

const mega = 1_000_000;
const unreadLimit = 128 << 20;
const answerSize = 20 * mega;

const body = (tool: string, args: object, nonce: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: nonce,
    method: 'tools/call',
    params: { name: tool, arguments: { nonce, ...args }, _meta: { progressToken: nonce } },
  });

/** A round of clients of every kind that read nothing. */
async function silentRound(context: PhaseContext, fleet: Fleet, gateway: Gateway, sessions: Session[]): Promise<SilentClient[]> {
  const server = () => context.random.pick(fleet.names);
  const made = Array.from({ length: 18 }, async (_, index) => {
    const session = await Session.open(gateway.port);
    sessions.push(session);
    if (index % 3 === 0) return [silent(session, 'POST', body(`${server()}__large`, { size: answerSize }, fleet.nonce()))];
    if (index % 3 === 1) return [silent(session, 'POST', body(`${server()}__progress`, { size: 50_000, count: 400 }, fleet.nonce()))];
    const listening = silent(session, 'GET');
    await session.request('resources/subscribe', { uri: 'soak://stdio0/' });
    // The server's updates go to every client that subscribed.
    return [listening, silent(session, 'POST', body('stdio0:updates', { size: 50_000, count: 100 }, fleet.nonce()))];
  });
  return (await Promise.all(made)).flat();
}

/** A client that takes an answer of 20 MB bit by bit, so that the gateway cannot send it at once. */
async function slowly(context: PhaseContext, fleet: Fleet, gateway: Gateway): Promise<void> {
  const session = await Session.open(gateway.port);
  const nonce = fleet.nonce();
  const name = context.random.pick(fleet.names);
  const pace = () => sleep(context.random.between(1, 15));
  const caller = {
    call: (tool: string, args: Readonly<Record<string, unknown>>) => session.call(tool, args, { pace }),
    close: async () => {},
  };
  await context.call(caller, { tool: `${name}__large`, args: { nonce, size: answerSize }, expected: textOf(nonce, answerSize) });
  await session.close();
}

export const readers: Phase = {
  name: 'readers',
  what: 'clients read slowly or never, from a gateway with 400 MB of heap and a limit of 128 MiB of unread bytes',
  weight: 2,
  async run(context) {
    const fleet = await Fleet.start({ stdio: 1, v1: 1, v2: 1 });
    const config = { ...fleet.config, limits: { unread_bytes: unreadLimit }, timeouts: { write: '20s' } };
    const gateway = await Gateway.start({ folder: context.folder, config, nodeFlags: ['--max-old-space-size=400'] });
    const callers = await openCallers(gateway, [4, port => Session.open(port)]);
    const descriptors = descriptorsOf(gateway.pid);
    const end = performance.now() + context.ms;
    const isOver = () => performance.now() > end || !gateway.isRunning;
    let highest = 0;
    let over = false;
    const watching = context.meanwhile(
      async () => (highest = Math.max(highest, await gateway.metric('mcpgw_unread_bytes'))),
      () => over || !gateway.isRunning,
      () => 100,
    );
    const silentClients: SilentClient[] = [];
    const sessions: Session[] = [];
    const filling = (async () => {
      // The clients of one round stay while those of the next come.
      for (let last: SilentClient[] = []; !isOver(); ) {
        const now = await silentRound(context, fleet, gateway, sessions);
        silentClients.push(...now);
        await sleep(Math.min(8000, context.ms / 3));
        for (const { socket } of last) socket.destroy();
        last = now;
      }
    })();
    const reading = Promise.all(
      Array.from({ length: 2 }, async () => {
        while (!isOver()) await slowly(context, fleet, gateway);
      }),
    );
    await context.load(callers, () => fleet.echo(context.random), { isOver: () => !gateway.isRunning });
    await Promise.all([filling, reading]);
    over = true;
    await watching;
    context.judgeCalls();
    context.judgeGateway(gateway);
    context.verdict(
      'what clients leave unread stays below the limit',
      highest <= unreadLimit,
      `${(highest / mega).toFixed(0)} MB of ${(unreadLimit / mega).toFixed(0)}`,
    );
    context.verdict('there was much that nobody read', highest > unreadLimit / 4, `${(highest / mega).toFixed(0)} MB`);
    const cut = {
      bytes: await gateway.metric('mcpgw_clients_cut_total', 'unread_bytes'),
      time: await gateway.metric('mcpgw_clients_cut_total', 'write_timeout'),
    };
    context.figure('clients that read nothing', silentClients.length);
    context.figure('clients cut off for the total / for the deadline', `${cut.bytes} / ${cut.time}`);
    context.figure('resident memory, highest', residentOf(gateway.pid).peak, 'MiB');
    const empty = await until(
      'nothing waits for clients that are cut off',
      async () => (await gateway.metric('mcpgw_unread_bytes')) === 0,
    ).then(
      () => true,
      () => false,
    );
    context.verdict(
      'after the deadline nothing waits for clients that read nothing',
      empty,
      `${await gateway.metric('mcpgw_unread_bytes')} bytes`,
    );
    for (const { socket } of silentClients) socket.destroy();
    await closeCallers(sessions);
    await context.judgeReleased(gateway);
    await closeCallers(callers);
    await context.judgeDescriptors(gateway, descriptors, 40);
    const code = await gateway.stop();
    context.verdict('it stops with exit code 0', code === 0, code);
  },
};
