/** A server says that its tools changed many times a second, or floods logs, standard error and progress; others are served as before. */
import { callerV1, callerV2, Session } from '../callers.js';
import { type Call, Fleet } from '../fleet.js';
import { Gateway } from '../gateway.js';
import { closeCallers, openCallers, type Phase, type PhaseContext } from '../phase.js';
import { descriptorsOf } from '../process-facts.js';
import { openStream } from '../streams.js';
import { sleep, until } from '../wait.js';

interface Flood {
  readonly name: string;
  /** The notification that a listening client gets of it. */
  readonly method: string;
  /** What that client asks for before; a client that sets a log level has a connection of its own. */
  readonly request?: readonly [string, object];
  readonly tool: string;
  /** Makes a flood of about `ms` milliseconds. */
  readonly args: (ms: number) => Record<string, unknown>;
}

const floods: readonly Flood[] = [
  {
    name: 'list_changed without a change',
    method: 'notifications/tools/list_changed',
    tool: 'storm',
    args: ms => ({ count: Math.ceil(ms / 50), ms: 50, tools: 500 }),
  },
  {
    name: 'list_changed, each time another list',
    method: 'notifications/tools/list_changed',
    tool: 'storm',
    args: ms => ({ count: Math.ceil(ms / 50), ms: 50, tools: 500, change: true }),
  },
  {
    name: 'log messages',
    method: 'notifications/message',
    request: ['logging/setLevel', { level: 'debug' }],
    tool: 'logs',
    args: ms => ({ count: Math.ceil(ms / 2), ms: 1, size: 500 }),
  },
  { name: 'lines on standard error', method: 'none', tool: 'stderr', args: ms => ({ count: Math.ceil(ms / 2), ms: 1, size: 500 }) },
  { name: 'progress', method: 'none', tool: 'progress', args: ms => ({ count: Math.min(Math.ceil(ms * 2), 20_000), size: 500 }) },
  {
    name: 'updates of a resource',
    method: 'notifications/resources/updated',
    request: ['resources/subscribe', { uri: 'soak://stdio0/' }],
    tool: 'updates',
    args: ms => ({ count: Math.ceil(ms / 2), ms: 1 }),
  },
];

async function storm(context: PhaseContext, gateway: Gateway, { name, method, request, tool, args }: Flood, ms: number): Promise<void> {
  const nonce = `storm-${name.replaceAll(' ', '-')}`;
  const [session, watching] = [await Session.open(gateway.port), await Session.open(gateway.port)];
  const stream = await openStream(session, `"${method}"`);
  if (request) await session.request(...request);
  const before = Number(await listings(watching));
  const start = performance.now();
  const call: Call = { tool: `stdio0__${tool}`, args: { ...args(ms), nonce }, expected: `stdio0 ${nonce}` };
  const params = { name: call.tool, arguments: call.args, _meta: { progressToken: nonce } };
  const caller = { call: () => session.request('tools/call', params), close: async () => {} };
  await context.call(caller, call);
  const seconds = (performance.now() - start) / 1000;
  // What the gateway does a moment later belongs to the storm.
  await sleep(1000);
  const listed = Number(await listings(watching)) - before;
  context.figure(
    `${name}: seconds / sent / listings / notifications to a client`,
    `${seconds.toFixed(1)} / ${call.args.count} / ${listed} / ${stream.times()}`,
  );
  stream.destroy();
  await Promise.all([session.close(), watching.close()]);
}

async function listings(session: Session): Promise<string | undefined> {
  const { result } = await session.call('stdio0:listings', { nonce: 'n' });
  return result?.content?.[0]?.text;
}

/** The list that clients get is the last one of the server, whole. */
async function judgeList(context: PhaseContext, gateway: Gateway): Promise<void> {
  const session = await Session.open(gateway.port);
  const { result } = await session.call('stdio0__storm', { nonce: 'last', count: 1, tools: 500, change: true });
  const { version } = (result as { structuredContent?: { version: number } }).structuredContent!;
  const isLast = async () => {
    const extra = (await session.toolNames()).filter(name => name.startsWith('stdio0__extra_'));
    return extra.length === 500 && extra.every(name => name.endsWith(`_v${version}`));
  };
  const seen = await until('the last list reaches clients', isLast).then(
    () => true,
    () => false,
  );
  context.verdict('in the end clients are listed the last list of the server', seen, `version ${version}`);
  await session.close();
}

export const storms: Phase = {
  name: 'storms',
  what: 'a server floods the gateway with list changes, log messages, lines on standard error, progress and updates, under load',
  weight: 2,
  async run(context) {
    const fleet = await Fleet.start({ stdio: 2, v1: 1, v2: 1 });
    const gateway = await Gateway.start({ folder: context.folder, config: fleet.config });
    const callers = await openCallers(gateway, [2, callerV1], [2, callerV2], [4, port => Session.open(port)]);
    const others = fleet.names.filter(name => name !== 'stdio0');
    const descriptors = descriptorsOf(gateway.pid);
    await context.load(callers, () => fleet.echo(context.random, context.random.pick(others)), { ms: Math.min(2000, context.ms / 10) });
    const start = await gateway.memory();
    let over = false;
    const load = context.load(callers, () => fleet.echo(context.random, context.random.pick(others)), {
      ms: 3_600_000,
      isOver: () => over,
    });
    for (const flood of floods) await storm(context, gateway, flood, (context.ms * 0.9) / floods.length);
    over = true;
    await load;
    context.judgeCalls();
    await judgeList(context, gateway);
    const unread = await gateway.metric('mcpgw_unread_bytes');
    context.verdict('nothing waits for clients afterwards', unread === 0, `${unread} bytes`);
    const end = await gateway.memory();
    // The list is 500 tools longer at the end.
    context.judgeHeap('from before to after the storms', { ...start, heapUsed: start.heapUsed + (6 << 20) }, end);
    context.figure('longest stall of the event loop', end.longestStallMs, 'ms');
    context.judgeGateway(gateway);
    await closeCallers(callers);
    await context.judgeDescriptors(gateway, descriptors);
    const code = await gateway.stop();
    context.verdict('it stops with exit code 0', code === 0, code);
  },
};
