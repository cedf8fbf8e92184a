/** SIGTERM under load: what was asked before is answered to the last byte or ends by name, and who comes meanwhile is told so. */
import { textOf } from '../answers.mjs';
import { Session, send } from '../callers.js';
import { Fleet } from '../fleet.js';
import { Gateway } from '../gateway.js';
import type { Phase, PhaseContext } from '../phase.js';
import { silent } from '../streams.js';
import { judge, Tally } from '../tally.js';
import { sleep } from '../wait.js';

const answerSize = 20_000_000;

interface Round {
  readonly context: PhaseContext;
  readonly fleet: Fleet;
  readonly gateway: Gateway;
  readonly folder: string;
  /** Calls that were sent after the signal; a connection of theirs may break. */
  readonly late: Tally;
}

/** Calls until the gateway is gone. */
async function calls({ context, fleet, gateway, late }: Round, isDraining: () => boolean): Promise<void> {
  const session = await Session.open(gateway.port);
  while (gateway.isRunning) {
    if (!isDraining()) await context.call(session, fleet.echo(context.random));
    else await context.call(session, fleet.echo(context.random), late);
    await sleep(context.random.between(0, 50));
  }
  session.abandon();
}

/** Takes an answer of 20 MB bit by bit. */
async function slowly({ context, fleet, gateway }: Round, tell: () => void): Promise<void> {
  const session = await Session.open(gateway.port);
  const [nonce, server] = [fleet.nonce(), context.random.pick(fleet.names)];
  let told = false;
  const pace = () => {
    if (!told) tell();
    told = true;
    return sleep(context.random.between(1, 20));
  };
  const caller = {
    call: (tool: string, args: Readonly<Record<string, unknown>>) => session.call(tool, args, { pace }),
    close: async () => {},
  };
  await context.call(caller, { tool: `${server}__large`, args: { nonce, size: answerSize }, expected: textOf(nonce, answerSize) });
  session.abandon();
}

interface Newcomers {
  /** In this round. */
  refused: number;
  failed: string[];
}

/** New connections while it drains: 503 with a reason; once it has ended nobody listens. */
async function newcomers({ gateway }: Round, isDraining: () => boolean, found: Newcomers): Promise<void> {
  while (gateway.isRunning) {
    await sleep(50);
    if (!isDraining()) continue;
    const path = found.refused % 2 === 0 ? '/readyz' : '/mcp';
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const asked = path === '/mcp' ? send(gateway.port, { headers, body }) : gateway.get(path);
    const answer = await asked.catch((error: Error) => error);
    if (answer instanceof Error) {
      // It may have ended in between; only a refusal by a gateway that goes on is one.
      await sleep(1500);
      if (gateway.isRunning) found.failed.push(answer.message);
    } else if (answer.status === 503) found.refused++;
    // The signal is on its way until the first refusal.
    else if (found.refused > 0) found.failed.push(`${path}: ${answer.status}`);
  }
}

/** SIGTERM while calls and large answers are on their way, with time enough for them. */
async function orderly(round: Round, found: Newcomers): Promise<void> {
  const { context, gateway } = round;
  let draining = false;
  const isDraining = () => draining;
  const listening = silent(await Session.open(gateway.port), 'GET');
  const callers = Array.from({ length: 6 }, () => calls(round, isDraining));
  const sending: Promise<void>[] = [];
  const begun = Array.from({ length: 3 }, () => new Promise<void>(resolve => sending.push(slowly(round, resolve))));
  const coming = newcomers(round, isDraining, found);
  // At the signal parts of every large answer have been sent, and much of it has not.
  await Promise.race([Promise.all(begun), Promise.all(sending)]);
  await sleep(context.random.between(0, 300));
  draining = true;
  const code = await gateway.stop();
  await Promise.all([...callers, ...sending, coming]);
  listening.socket.destroy();
  if (code !== 0) found.failed.push(`exit code ${code}`);
}

/** SIGTERM while calls hang that no time would end: they are answered, with the reason. */
async function impatient({ context, fleet, gateway }: Round): Promise<void> {
  const sessions = await Promise.all(Array.from({ length: 12 }, () => Session.open(gateway.port)));
  const names = [...fleet.names];
  const asked = sessions.map((session, index) => session.call(`${names[index % names.length]}__echo`, { nonce: 'x', ms: 600_000 }));
  await sleep(300);
  const code = await gateway.stop();
  const answers = await Promise.all(asked);
  const outcomes = answers.map(answer => judge(answer, 'never'));
  const named = outcomes.filter(({ kind }) => kind === 'named').length;
  const byClient = answers.filter(answer => /cancelled by the client/.test(JSON.stringify(answer))).length;
  for (const session of sessions) session.abandon();
  context.verdict(
    'calls that outlive the drain time are answered by name',
    named === answers.length,
    `${named} of ${answers.length}: ${JSON.stringify(outcomes[0])}`,
  );
  context.verdict('none of them is told that its client cancelled it', byClient === 0, byClient);
  context.verdict('with calls that hang: exit code 0', code === 0, code);
}

export const drain: Phase = {
  name: 'drain',
  what: 'SIGTERM under load, with large answers on their way to slow readers, and with calls that never end',
  weight: 1,
  async run(context) {
    const fleet = await Fleet.start({ stdio: 1, v1: 1, v2: 1, echoMs: 500 });
    const end = performance.now() + context.ms;
    const found: Newcomers = { refused: 0, failed: [] };
    const late = new Tally();
    const start = (drainTime: string) =>
      Gateway.start({ folder: context.folder, config: { ...fleet.config, timeouts: { drain: drainTime } } });
    let rounds = 0;
    let refused = 0;
    let bug: string | undefined;
    do {
      const gateway = await start('110s');
      await orderly({ context, fleet, gateway, folder: context.folder, late }, found);
      bug ??= gateway.bug();
      rounds++;
      refused += found.refused;
      if (found.refused === 0) found.failed.push('no new connection was refused');
      found.refused = 0;
    } while (performance.now() < end);
    context.judgeCalls();
    context.judgeCalls({ tally: late, named: true, lost: true, of: 'sent after the signal: ' });
    context.verdict(
      'while it drains new connections are answered 503, and then it exits with 0',
      found.failed.length === 0,
      `${refused} refused${found.failed.map(text => `; ${text}`).join('')}`,
    );
    const gateway = await start('2s');
    await impatient({ context, fleet, gateway, folder: context.folder, late });
    bug ??= gateway.bug();
    context.verdict('no log shows a stack trace or an internal failure', bug === undefined, bug ?? '');
    context.figure('rounds', rounds);
  },
};
