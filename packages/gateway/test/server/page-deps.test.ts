/** What the page gets of a running gateway, and calls that are tried out on it. */
import { listActivity, memoryActivityStore, Recorder, redactor } from '@mcpgw/activity';
import type { ServeConfig } from '@mcpgw/mcp-config';
import { redisStore } from '@mcpgw/store';
import { describeUnless } from '../../../../test/helpers/needs.js';
import { redisMissing, startRedis, stopRedis } from '../../../store/test/redis-server.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, connect, endAll, startGateway } from './harness.js';

afterEach(endAll);

const own = { 'content-type': 'application/json', 'x-mcpgw-page': '1' };

/** A gateway with its page, which records calls with their arguments. */
async function started(more: object = {}, page: Partial<ServeConfig['page']> = {}) {
  const fixture = await startFixture();
  const servers = {
    s: { url: fixture.url, trust_mode: 'auto', headers: { 'X-Secret': 'swordfish-key' } },
    held: { url: fixture.url, trust_mode: 'manual' },
  };
  const text = JSON.stringify({ servers, activity: { enabled: true, arguments: true }, ...more });
  const store = memoryActivityStore();
  const rules = { keys: [], patterns: [], maxBytes: 4096, secrets: [] };
  const recorder = new Recorder({ store, keep: () => ({ ageMs: 1e12, bytes: 1e12 }), redact: () => redactor(rules), writeAfterMs: 0 });
  const running = await startGateway(configOf(text, { page: { enabled: true, hosts: [], ...page } }), { recorder });
  const calls = async () => {
    while (recorder.status.queued > 0) await new Promise(resolve => setTimeout(resolve, 5));
    return (await listActivity(store, { type: 'call' }, { limit: 100 })).records;
  };
  const get = async (path: string, headers = {}) => JSON.parse((await ask(running.port, `/ui/api/${path}`, { headers })).text);
  const post = async (path: string, body: object, headers = {}) => {
    const answer = await ask(running.port, `/ui/api/${path}`, {
      method: 'POST',
      headers: { ...own, ...headers },
      body: JSON.stringify(body),
    });
    return JSON.parse(answer.text);
  };
  return { ...running, fixture, calls, get, post };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const echo = (text: string) => ({ server: 's', tool: 'echo', arguments: JSON.stringify({ text }) });

describe('a tool that is tried out', () => {
  it('is called at its server, and recorded with who called', async () => {
    const { post, calls, fixture } = await started();
    expect(await post('call', echo('hi'))).toMatchObject({ isOk: true, texts: ['hi'], isCut: false });
    expect(fixture.seen.calls).toMatchObject([{ tool: 'echo', args: { text: 'hi' } }]);
    expect(await calls()).toMatchObject([
      { method: 'tools/call', caller: 'page', server: 's', tool: 'echo', outcome: 'ok', arguments: '{"text":"hi"}' },
    ]);
  });

  it('that asks something waits for the answer of the person, and goes on with it', async () => {
    const { post, fixture } = await started();
    const question = { server: 's', tool: 'ask', arguments: '{"text":"who?"}' };
    const waiting = await post('call', question);
    expect(waiting).toMatchObject({
      isOk: true,
      asked: {
        requestState: expect.any(String),
        questions: [{ name: 'ask-1', message: 'who?', schema: expect.stringContaining('"object"') }],
      },
    });
    const { requestState } = waiting.asked;
    for (const [responses, problem] of [
      [undefined, 'requestState and inputResponses must be texts'],
      ['[]', 'the arguments must be a JSON object'],
      ['{', /^the arguments/],
    ] as const) {
      const refused = await post('call', { ...question, requestState, inputResponses: responses });
      expect(refused.error).toMatchObject({ code: 'malformed', message: expect.stringMatching(problem) });
    }
    const inputResponses = '{"ask-1":{"action":"accept","content":{"from":"a person"}}}';
    expect(await post('call', { ...question, requestState, inputResponses })).toMatchObject({ isOk: true, texts: ['{"from":"a person"}'] });
    expect(fixture.seen.calls).toHaveLength(1);
    const declined = await post('call', question);
    const no = { requestState: declined.asked.requestState, inputResponses: '{"ask-1":{"action":"decline"}}' };
    expect(await post('call', { ...question, ...no })).not.toHaveProperty('asked');
  });

  it('that is locked is not called', async () => {
    const { post, calls, fixture } = await started();
    const answer = await post('call', { ...echo('hi'), server: 'held' });
    expect([answer.isOk, answer.texts[0]]).toEqual([
      false,
      expect.stringMatching(/^TOOL_BLOCKED: held__echo cannot be called \(pending_approval\)/),
    ]);
    expect(fixture.seen.calls).toEqual([]);
    expect(await calls()).toMatchObject([{ server: 'held', tool: 'echo', outcome: 'locked', locked: 'pending_approval' }]);
  });

  it('is called by the admin whose key the page has, and by no client', async () => {
    const auth = { api_keys: [{ name: 'agent', key: 'agent-key-12345678901' }], admin_keys: [{ name: 'ops', key: 'ops-key-12345678901' }] };
    const { post, calls } = await started({ auth });
    expect((await post('call', echo('x'))).error.code).toBe('token-required');
    expect((await post('call', echo('x'), bearer('agent-key-12345678901'))).error.code).toBe('token-required');
    expect(await post('call', echo('x'), bearer('ops-key-12345678901'))).toMatchObject({ isOk: true });
    expect(await calls()).toMatchObject([{ caller: 'ops', outcome: 'ok' }]);
  });

  it('fails by name, where its server does not answer as a tool does', async () => {
    const { post, calls } = await started();
    expect(await post('call', { server: 's', tool: 'echo', arguments: '{"text": 12345678901234567890}' })).toMatchObject({
      milliseconds: expect.any(Number),
    });
    expect(await calls()).toMatchObject([{ arguments: '{"text":12345678901234567890}' }]);
  });

  it('with the token of the page is called where clients need a key', async () => {
    const { post } = await started({ auth: { api_keys: ['agent-key-12345678901'] } }, { token: 'page-token-123456789' });
    expect(await post('call', echo('x'), bearer('page-token-123456789'))).toMatchObject({ isOk: true, texts: ['x'] });
  });
});

it('decisions name the admin', async () => {
  const { post, get } = await started({ auth: { admin_keys: [{ name: 'ops', key: 'ops-key-12345678901' }] } });
  const headers = bearer('ops-key-12345678901');
  await post('disable', { server: 's', tool: 'echo' }, headers);
  const { approvals } = await get('approvals?query=echo', headers);
  expect(approvals.find(({ server }: { server: string }) => server === 's')).toMatchObject({
    tool: 'echo',
    disabled: true,
    disabledBy: 'ops (page)',
  });
});

it('sessions are shown by a mark that is not their id', async () => {
  const { get, url } = await started();
  const client = await connect('v2', url);
  await client.callTool({ name: 's:echo', arguments: { text: 'x' } });
  const { sessions } = await get('sessions');
  expect(sessions).toEqual([
    {
      mark: expect.stringMatching(/^[\w-]{16}$/),
      client: 'test-client',
      clientVersion: '1',
      protocolVersion: '2025-11-25',
      caller: 'anonymous',
      inFlight: 0,
      isListening: expect.any(Boolean),
      idleMs: expect.any(Number),
    },
  ]);
  expect((await get('activity?type=call')).records[0].session).toBe(sessions[0].mark);
});

it('a server is shown with its configuration without secrets, its log, prompts and resources', async () => {
  const { get, fixture } = await started();
  const { configuration, log, history } = await get('server?server=s');
  expect(configuration).toEqual({
    transport: 'http',
    url: fixture.url,
    headers: { 'X-Secret': '***' },
    enabled: true,
    quarantined: false,
    trustMode: 'auto',
    callTimeoutMs: expect.any(Number),
  });
  expect(log).toContainEqual({ time: expect.any(Number), level: 'info', text: expect.stringMatching(/^upstream ready tools=\d+/) });
  expect(history.at(-1)).toMatchObject({ health: 'ok' });
  const { prompts, resources, problem } = await get('offers?server=s');
  expect([problem, prompts.length > 0, resources.length > 0]).toEqual(['', true, true]);
});

describeUnless(redisMissing, 'with Redis', () => {
  afterAll(stopRedis);

  it('sessions are those of all replicas, each once, and a replica that does not answer is missed', async () => {
    const redis = await startRedis();
    const text = JSON.stringify({ servers: {} });
    const replica = async () =>
      startGateway(configOf(text, { page: { enabled: true, hosts: [] } }), {
        store: await redisStore(redis.url),
        storeTimes: { answerMs: 3_000 },
      });
    const [first, second] = [await replica(), await replica()];
    const listed = async ({ port }: { port: number }) => JSON.parse((await ask(port, '/ui/api/sessions')).text);
    await connect('v2', first.url);
    await connect('v2', second.url);
    for (const at of [first, second]) {
      const { sessions, ...extent } = await listed(at);
      expect(extent).toEqual({ replicas: 2, silent: 0, isAlone: false });
      expect(new Set(sessions.map(({ mark }: { mark: string }) => mark)).size).toBe(2);
      expect(sessions).toHaveLength(2);
    }
    await second.gateway.close();
    expect(await listed(first)).toMatchObject({ replicas: 1, silent: 0, sessions: [{ client: 'test-client' }] });
    redis.freeze();
    expect(await listed(first)).toMatchObject({ isAlone: true, sessions: [{ client: 'test-client' }] });
    redis.thaw();
  });
});
