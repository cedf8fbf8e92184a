/** Nothing ever reaches the wrong session, whatever many sessions do at once. */
import fc from 'fast-check';
import { until } from '../../../test/helpers/until.js';
import type { ConfiguredServer } from '../src/servers/types.js';
import { Upstreams } from '../src/servers/upstreams.js';
import { type FakeSession, type Fixture, fakeSession, startFixture, stopFixtures } from './fixtures.js';

jest.setTimeout(120_000);

const operations = ['echo', 'ask', 'roots', 'progress', 'log', 'cancelled'] as const;

interface Step {
  readonly server: number;
  readonly session: number;
  readonly operation: (typeof operations)[number];
}

const never = new AbortController().signal;
let fixtures: Fixture[];
let upstreams: Upstreams;
const small = new Upstreams({ maxOwnConnections: 2 });

beforeAll(async () => {
  fixtures = await Promise.all([startFixture(), startFixture()]);
  upstreams = new Upstreams();
  const configured = fixtures.map(
    ({ url }, index): ConfiguredServer => ({
      name: `up${index}`,
      connection: { transport: 'streamable-http', url },
      enabled: true,
      quarantined: false,
      trustMode: 'auto',
    }),
  );
  await upstreams.update(configured);
  await upstreams.settled(10_000);
});

afterAll(async () => {
  await Promise.all([upstreams.close(), small.close()]);
  await stopFixtures();
});

/** A session that answers with its own name, where its client can be asked at all. */
function session(name: string, askable: boolean): FakeSession {
  const answer = (method: string) =>
    method === 'roots/list' ? { roots: [{ uri: `file:///${name}` }] } : { action: 'accept', content: { from: name } };
  return fakeSession(name, askable ? { elicitation: {}, roots: {} } : {}, answer);
}

async function run({ server, operation }: Step, who: FakeSession, mark: string): Promise<string[]> {
  const heard: string[] = [];
  const onProgress = ({ message }: { message?: string | undefined }) => void heard.push(message ?? '');
  const signal = operation === 'cancelled' ? AbortSignal.timeout(5) : never;
  const tool = operation === 'cancelled' ? 'slow' : operation;
  const call = upstreams.call(`up${server}`, tool, { text: mark, ms: 50 }, { signal, session: who, onProgress });
  const result = await call.catch(error => ({ content: [{ text: `${error.mode ?? error.rpcError?.code}` }] }));
  return [...heard, ...result.content.map(item => (item as { text?: string }).text ?? '')];
}

/** What a step may bring, by what the session's client can do. */
function expected({ operation }: Step, who: FakeSession, mark: string): string[] {
  const askable = 'elicitation' in who.capabilities;
  const answers: Record<Step['operation'], string[]> = {
    echo: [mark],
    ask: [askable ? JSON.stringify({ from: who.id }) : 'rpc_error'],
    roots: [askable ? `file:///${who.id}` : 'rpc_error'],
    progress: [mark, mark, mark],
    log: [],
    cancelled: ['cancelled'],
  };
  return answers[operation];
}

it('answers, questions, progress and log messages stay with their session', async () => {
  const step = fc.record({ server: fc.nat(1), session: fc.nat(14), operation: fc.constantFrom(...operations) });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 80 }), async steps => {
      const sessions = Array.from({ length: 15 }, (_, index) => session(`r${round}s${index}`, index % 3 !== 0));
      round++;
      for (const who of sessions) if (Number(who.id.at(-1)) % 2 === 0) await upstreams.setLevel(who, 'debug', never);
      const marks = steps.map((each, index) => `${sessions[each.session]!.id}#${index}`);
      const answers = await Promise.all(steps.map((each, index) => run(each, sessions[each.session]!, marks[index]!)));
      expect(answers).toEqual(steps.map((each, index) => expected(each, sessions[each.session]!, marks[index]!)));
      for (const who of sessions) {
        const own = (value: unknown) => JSON.stringify(value).includes(`${who.id}#`);
        expect(who.asked.filter(({ method, params }) => method === 'elicitation/create' && !own(params))).toEqual([]);
        expect(who.told.filter(({ params }) => !own(params))).toEqual([]);
      }
      await Promise.all(sessions.map(({ id }) => upstreams.endSession(id)));
    }),
    { numRuns: 12 },
  );
});

it('a hundred sessions at once each have their answer, from a connection of their own that ends with them', async () => {
  const before = fixtures[0]!.seen.sessions;
  const sessions = Array.from({ length: 100 }, (_, index) => session(`many${index}`, true));
  const step: Step = { server: 0, session: 0, operation: 'ask' };
  const answers = await Promise.all(sessions.map(who => run(step, who, `${who.id}#`)));
  expect(answers).toEqual(sessions.map(({ id }) => [JSON.stringify({ from: id })]));
  expect(fixtures[0]!.seen.sessions - before).toBe(100);
  const open = fixtures[0]!.open();
  await Promise.all(sessions.map(({ id }) => upstreams.endSession(id)));
  await until(() => fixtures[0]!.open() <= open - 100);
});

it('more sessions than there may be connections: the one unused for longest makes room, or the call says so', async () => {
  await small.update([
    {
      name: 'up',
      connection: { transport: 'streamable-http', url: fixtures[1]!.url },
      enabled: true,
      quarantined: false,
      trustMode: 'auto',
    },
  ]);
  await small.settled(10_000);
  const [a, b, c] = ['a', 'b', 'c'].map(name => session(name, true));
  const call = (who: FakeSession | undefined, tool: string) =>
    small.call('up', tool, { text: 'x', ms: 300 }, { signal: never, session: who! });
  await call(a, 'echo');
  await call(b, 'echo');
  expect((await call(c, 'echo')).content).toEqual([{ type: 'text', text: 'x' }]);
  const busy = [call(b, 'slow'), call(c, 'slow')];
  await expect(call(a, 'echo')).rejects.toMatchObject({
    mode: 'unavailable',
    message: "Server 'up' is not available: 2 sessions have their own connection already",
  });
  await Promise.all(busy);
});
