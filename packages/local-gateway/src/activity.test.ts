import { CursorError, followActivity, listActivity, memoryActivityStore } from '@mcpgw/activity';
import { write } from '../../activity/test/harness.js';
import { closeServers, httpServer } from '../../loader/test/servers.js';
import { activityAnswer, activityPath, gatewayActivity } from './activity.js';

afterEach(closeServers);

/** A gateway with this answer for the record. */
async function gatewayThat(answer: (query: URLSearchParams) => Promise<unknown>) {
  const { port } = await httpServer(async (request, response) => {
    const url = new URL(request.url!, 'http://h');
    const isKnown = url.pathname === activityPath && request.headers.authorization === 'Bearer k';
    response.writeHead(isKnown ? 200 : 401).end(isKnown ? JSON.stringify(await answer(url.searchParams)) : '{}');
  });
  return gatewayActivity({ url: `http://127.0.0.1:${port}`, key: 'k' });
}

it('the record of a gateway is listed over several answers, and followed from its end', async () => {
  const store = memoryActivityStore();
  await write(
    store,
    Array.from({ length: 1201 }, (_, at) => `t${at}`),
  );
  const reader = await gatewayThat(query => activityAnswer(store, query));
  const { records } = await listActivity(reader, {}, { limit: Number.POSITIVE_INFINITY });
  const tools = records.map(record => (record.type === 'call' ? record.tool : ''));
  expect(tools.filter(tool => tool !== '')).toEqual(Array.from({ length: 1201 }, (_, at) => `t${1200 - at}`));
  const { position } = await reader.newer(undefined, 0);
  await write(store, ['later']);
  const end = new AbortController();
  for await (const record of followActivity(reader, { type: 'call' }, { signal: end.signal, from: position })) {
    expect(record).toMatchObject({ tool: 'later' });
    end.abort();
  }
});

it('what a gateway does not record, does not know or cannot read is an error with its reason', async () => {
  const failing = async () => {
    throw new Error('Redis does not answer');
  };
  const broken = {
    ...memoryActivityStore(),
    name: 'x',
    newer: failing,
    older: () => ({ [Symbol.asyncIterator]: () => ({ next: failing }) }),
  };
  const of = async (answer: (query: URLSearchParams) => Promise<unknown>) => {
    const reader = await gatewayThat(answer);
    const first = async () => {
      for await (const line of reader.older('7x')) return line;
      return undefined;
    };
    return [await first().catch(error => error), await reader.newer('7x', 1).catch(error => error)];
  };
  const off = 'nothing is recorded: activity.enabled is false';
  expect(await of(query => activityAnswer(undefined, query))).toEqual([new Error(off), new Error(off)]);
  expect(await of(query => activityAnswer(memoryActivityStore(), query))).toEqual([new CursorError(), new CursorError()]);
  expect(await of(query => activityAnswer(broken, query))).toEqual([
    new Error('Redis does not answer'),
    new Error('Redis does not answer'),
  ]);
  for (const answer of [{}, { lines: 5 }, { lines: [5], hasMore: true, position: '1' }, { lines: [{ line: 'x' }] }, { lines: ['x'] }])
    for (const error of await of(async () => answer))
      expect(error).toMatchObject({ name: 'AskError', message: /answers as another version of mcpgw$/ });
});
