/** What servers log before a client has said from which level on it wants to hear of it. */
import { until } from '../../../../test/helpers/until.js';
import { Sharers } from '../../../upstreams/src/servers/sharers.js';
import { fakeSession, startFixture } from '../../../upstreams/test/fixtures.js';
import { connect, endAll, type Line, serversOf, startGateway } from './harness.js';

afterEach(endAll);

const level = 'notifications/message';

it.each<Line>(['v1', 'v2'])('a %s client hears of its own calls, as it does without the gateway, and no other client does', async line => {
  const { url: upstream } = await startFixture();
  const { url } = await startGateway(`${serversOf({ s: upstream })}auth: {api_keys: [k1, k2]}\n`);
  const heard: string[][] = [];
  const clients = [];
  for (const key of ['k1', 'k1', 'k2']) {
    const own: string[] = [];
    const client = await connect(line, url, {}, { 'x-api-key': key });
    if (line === 'v2')
      client.setNotificationHandler(level, ({ params }: { params: { data?: unknown } }) => void own.push(String(params.data)));
    else client.fallbackNotificationHandler = async ({ method, params }) => void (method === level && own.push(String(params?.data)));
    clients.push(client);
    heard.push(own);
  }
  for (const [at, client] of clients.entries()) {
    await client.callTool({ name: 's:log', arguments: { text: `from ${at}` } });
    await until(() => heard[at]!.length === 1);
  }
  expect(heard).toEqual([['from 0'], ['from 1'], ['from 2']]);
});

describe('on a connection that many share', () => {
  const params = { level: 'info', data: 'x' };
  const session = (id: string, owner?: string) => ({ ...fakeSession(id), ...(owner !== undefined && { owner }) });

  it('a message goes to the one who asks; to all of one owner; and to nobody where it may be another owner’s', () => {
    const sharers = new Sharers();
    const [a, b, c] = [session('a', 'k1'), session('b', 'k1'), session('c', 'k2')];
    const endA = sharers.began(a);
    sharers.tell(level, params);
    const endB = sharers.began(b);
    sharers.tell(level, params);
    const endC = sharers.began(c);
    sharers.tell(level, params);
    expect([a, b, c].map(({ told }) => told.length)).toEqual([2, 1, 0]);
    for (const end of [endA, endB]) end();
    sharers.tell(level, params);
    endC();
    // Between requests it may be about any of them.
    sharers.tell(level, params);
    expect([a, b, c].map(({ told }) => told.length)).toEqual([2, 1, 1]);
    sharers.ended('c');
    sharers.tell(level, params);
    expect([a, b, c].map(({ told }) => told.length)).toEqual([3, 2, 1]);
  });

  it('nobody shares with a client whose owner is not known', () => {
    const sharers = new Sharers();
    const [a, b] = [session('a'), session('b')];
    sharers.began(a);
    sharers.began(b);
    sharers.tell(level, params);
    expect([a.told, b.told]).toEqual([[], []]);
  });
});
