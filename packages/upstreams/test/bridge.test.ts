/** Clients of 2026-07-28 in front of a server with sessions, which asks while it works. */
import { until } from '../../../test/helpers/until.js';
import { Upstreams } from '../src/servers/upstreams.js';
import { type Fixture, startFixture, stopFixtures } from './fixtures.js';

jest.setTimeout(30_000);

let upstreams: Upstreams;
let fixture: Fixture;

beforeEach(async () => {
  fixture = await startFixture();
  upstreams = new Upstreams();
  await upstreams.update([
    { name: 'up', connection: { transport: 'streamable-http', url: fixture.url }, enabled: true, quarantined: false, trustMode: 'auto' },
  ]);
  await upstreams.settled(10_000);
});

afterEach(async () => {
  await upstreams.close();
  await stopFixtures();
});

interface Answer {
  readonly resultType?: string;
  readonly requestState?: string;
  readonly inputRequests?: Record<string, { method: string; params: { message?: string } }>;
  readonly content?: unknown;
}

const fresh = () => new AbortController().signal;
const meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {}, roots: {}, tasks: {} } };

async function call(tool: string, text: string, carried?: object, signal = fresh()): Promise<Answer> {
  const options = { signal, meta, allowInputRequired: true, ...(carried && { params: { ...carried } }) };
  return (await upstreams.call('up', tool, { text, ms: 5000 }, options)) as unknown as Answer;
}

const accept = (answer: Answer, from: string) => ({
  requestState: answer.requestState,
  inputResponses: Object.fromEntries(Object.keys(answer.inputRequests ?? {}).map(key => [key, { action: 'accept', content: { from } }])),
});

it('a question becomes a result, and the answer goes on with the call', async () => {
  const asked = await call('ask', 'who?');
  expect(asked).toMatchObject({
    resultType: 'input_required',
    requestState: expect.stringMatching(/^[\w-]{8}\.[\w-]{32}$/),
    inputRequests: { 'ask-1': { method: 'elicitation/create', params: { message: 'who?' } } },
  });
  expect(await call('ask', 'who?', accept(asked, 'me'))).toEqual({ content: [{ type: 'text', text: '{"from":"me"}' }] });
  expect(fixture.seen.calls).toHaveLength(1);
});

it('many calls at once each have their own question and answer', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
  const asked = await Promise.all(names.map(name => call('ask', name)));
  expect(asked.map(({ inputRequests }) => inputRequests?.['ask-1']?.params.message)).toEqual(names);
  const answers = await Promise.all(asked.map((answer, index) => call('ask', names[index]!, accept(answer, names[index]!))));
  expect(answers).toEqual(names.map(name => ({ content: [{ type: 'text', text: JSON.stringify({ from: name }) }] })));
});

it('calls one after the other use one connection', async () => {
  for (const name of ['a', 'b', 'c']) await call('ask', name, accept(await call('ask', name), name));
  expect(await call('echo', 'hi')).toEqual({ content: [{ type: 'text', text: 'hi' }] });
  expect(fixture.seen.sessions).toBe(2);
});

it('an answer that lacks what was asked is asked again', async () => {
  const asked = await call('ask', 'who?');
  const again = await call('ask', 'who?', { requestState: asked.requestState, inputResponses: { other: {}, 'ask-1': 7 } });
  expect(again).toEqual(asked);
  expect(await call('ask', 'who?', accept(again, 'me'))).toMatchObject({ content: [{ text: '{"from":"me"}' }] });
});

it.each([
  ['one that was never given', () => ({ requestState: 'x' })],
  ['one that is not a text', () => ({ requestState: { a: 1 } })],
  ['one of a call that has ended', (used: object) => used],
])('a state is refused: %s', async (_what, carried) => {
  const used = accept(await call('ask', 'who?'), 'me');
  await call('ask', 'who?', used);
  await expect(call('ask', 'who?', carried(used))).rejects.toMatchObject({
    category: 'contract_violation',
    mode: 'input_refused',
    message: 'requestState is of no call that waits here',
  });
});

it('the state of one tool is of no use for another', async () => {
  const asked = await call('ask', 'who?');
  await expect(call('echo', 'x', accept(asked, 'me'))).rejects.toMatchObject({ mode: 'input_refused' });
  expect(await call('ask', 'who?', accept(asked, 'me'))).toMatchObject({ content: [{ text: '{"from":"me"}' }] });
});

it('a client that takes its request back ends the call on the server', async () => {
  const client = new AbortController();
  const answer = call('slow', 'x', undefined, client.signal).catch(error => error);
  await until(() => fixture.seen.calls.length === 1);
  client.abort();
  expect(await answer).toMatchObject({ mode: 'cancelled' });
  await until(() => fixture.seen.cancelled.length === 1);
});

it('a client that can be asked nothing shares the connection', async () => {
  const options = { signal: fresh(), allowInputRequired: true, meta: { 'io.modelcontextprotocol/clientCapabilities': {} } };
  await expect(upstreams.call('up', 'ask', { text: 'x' }, options)).rejects.toMatchObject({ mode: 'rpc_error' });
  expect(fixture.seen.sessions).toBe(1);
});
