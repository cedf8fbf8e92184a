import fc from 'fast-check';
import { failing, Instance, type ToolHandler, text } from '../../test/instances.js';
import { normalInstanceRefusal } from '../instance.js';
import { AgentRunAborted, RetryableToolError } from './errors.js';
import { McpClientPrivateData, type McpClientPrivateDataOptions } from './mcp-client-private-data.js';
import { McpClientStrict } from './mcp-client-strict.js';

/** One session's state as several processes see it: reads take time, may fail, and may answer what was true when they began. */
class State {
  private = false;
  broken = false;
  delays: number[] = [];
  asked = 0;

  async hasPrivateData(): Promise<boolean> {
    this.asked++;
    const answer = this.private;
    const delay = this.delays.shift();
    if (delay !== undefined) await new Promise(resolve => setTimeout(resolve, delay));
    if (this.broken) throw new Error('the store cannot be reached');
    return answer;
  }
}

let state = new State();
/** Tools that ran on the normal instance while the session held private data. There must never be any. */
let leaks: string[] = [];

function tools(instance: 'normal' | 'isolated', guarded: boolean): Record<string, ToolHandler> {
  const guard =
    (handler: ToolHandler): ToolHandler =>
    (args, context) => {
      if (instance === 'normal' && guarded && state.private) return normalInstanceRefusal();
      if (instance === 'normal' && state.private) leaks.push('call');
      return handler(args, context);
    };
  return {
    where: guard(() => text(instance)),
    load: guard(() => {
      state.private = true;
      return text('loaded');
    }),
    retry: guard(() => failing('try again')),
    fatal: guard(() => failing('[FATAL] down')),
  };
}

const normal = new Instance('normal', tools('normal', true));
const isolated = new Instance('isolated', tools('isolated', true));
const unguarded = new Instance('unguarded', tools('normal', false));
const instances = [normal, isolated, unguarded];
let clients: McpClientPrivateData[] = [];

const make = (options: Partial<McpClientPrivateDataOptions> = {}): McpClientPrivateData => {
  const client = new McpClientPrivateData({ name: 'sql', url: normal.url, urlIsolated: isolated.url, privateData: state, ...options });
  clients.push(client);
  return client;
};
const opened = async (options: Partial<McpClientPrivateDataOptions> = {}): Promise<McpClientPrivateData> => {
  const client = make(options);
  await client.open();
  return client;
};
const where = async (client: McpClientPrivateData): Promise<string> => {
  const [part] = (await client.callTool('where')).content;
  return part?.type === 'text' ? part.text : '';
};

beforeAll(() => Promise.all(instances.map(instance => instance.start())));
afterAll(() => Promise.all(instances.map(instance => instance.stop())));
beforeEach(() => {
  state = new State();
  leaks = [];
  for (const instance of instances) instance.arrivals.length = 0;
});
afterEach(async () => {
  await Promise.all(clients.map(client => client.close()));
  clients = [];
});

describe('opening', () => {
  test('connects to both instances at once', async () => {
    await opened();
    expect([normal, isolated].map(({ arrivals }) => arrivals.includes('initialize'))).toEqual([true, true]);
  });

  test.each([
    ['isolated', { urlIsolated: 'http://127.0.0.1:1/mcp' }],
    ['normal', { url: 'http://127.0.0.1:1/mcp' }],
  ])('fails where the %s instance cannot be reached, and leaves nothing open', async (_name, options) => {
    const client = make(options);
    await expect(client.open()).rejects.toThrow();
    await expect(client.callTool('where')).rejects.toThrow('the client of "sql" is not open');
  });

  test('a session that holds private data is never connected to the normal instance', async () => {
    state.private = true;
    const client = await opened({ url: 'http://127.0.0.1:1/mcp' });
    expect(client.isIsolated).toBe(true);
    expect(await where(client)).toBe('isolated');
  });
});

test('closing begins with the isolated instance', async () => {
  const order: string[] = [];
  const recording = (name: string, url: string) => async () => {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const transport = new StreamableHTTPClientTransport(new URL(url));
    const close = transport.close.bind(transport);
    transport.close = async () => {
      order.push(name);
      await close();
    };
    return transport;
  };
  const client = await opened({ url: recording('normal', normal.url), urlIsolated: recording('isolated', isolated.url) });
  await client.close();
  expect(order).toEqual(['isolated', 'normal']);
});

describe('the switch', () => {
  test('comes between two calls of one open client, and is asked for on each', async () => {
    const client = await opened();
    expect([await where(client), await where(client), client.isIsolated]).toEqual(['normal', 'normal', false]);
    await client.callTool('load');
    expect([await where(client), client.isIsolated]).toEqual(['isolated', true]);
    expect(state.asked).toBe(5);
  });

  test('is not undone by the state: cleared, or a slow answer from before', async () => {
    const client = await opened();
    state.delays = [50];
    const slow = where(client);
    state.private = true;
    expect(await where(client)).toBe('isolated');
    expect(await slow).toBe('isolated');
    state.private = false;
    expect([await where(client), client.isIsolated]).toEqual(['isolated', true]);
    await client.close();
    await client.open();
    expect(await where(client)).toBe('isolated');
  });

  test('comes when the state cannot be read, and stays', async () => {
    const client = await opened();
    state.broken = true;
    expect(await where(client)).toBe('isolated');
    state.broken = false;
    expect(await where(client)).toBe('isolated');
  });

  test('is made by the normal instance where data entered while the call was on its way', async () => {
    const lying = { hasPrivateData: async () => false };
    const client = await opened({ privateData: lying });
    state.private = true;
    expect(await where(client)).toBe('isolated');
    expect([client.isIsolated, client.signal.aborted, leaks]).toEqual([true, false, []]);
    expect(normal.calls).toEqual(['tools/call where']);
    await where(client);
    expect(normal.calls).toEqual(['tools/call where']);
  });

  test('moves lists, resources and prompts too', async () => {
    const client = await opened();
    expect(await client.readResource('memo://a')).toMatchObject({ contents: [{ text: 'normal' }] });
    state.private = true;
    normal.arrivals.length = 0;
    expect(await client.readResource('memo://b')).toMatchObject({ contents: [{ text: 'isolated' }] });
    expect(await client.getPrompt({ name: 'p' })).toMatchObject({ messages: [{ content: { text: 'isolated' } }] });
    await client.listTools();
    await client.listResources();
    await client.listPrompts();
    expect(normal.arrivals).toEqual([]);
  });

  test('holds when the isolated instance is gone: calls fail, none goes back', async () => {
    const client = await opened();
    await client.callTool('load');
    await isolated.stop();
    await expect(client.callTool('where')).rejects.toThrow('fetch failed');
    await isolated.start();
    expect(await where(client)).toBe('isolated');
    expect(leaks).toEqual([]);
  });
});

test('errors are those of the strict client, and a fatal one of either instance ends the run', async () => {
  const client = await opened();
  await expect(client.callTool('retry')).rejects.toBeInstanceOf(RetryableToolError);
  state.private = true;
  const error = await client.callTool('fatal').catch(reason => reason);
  expect(error).toBeInstanceOf(AgentRunAborted);
  expect(error.message).toBe('down');
  expect(client.signal.reason).toBe(error);
  await expect(client.callTool('where')).rejects.toBe(error);
});

test('for a client that knows no isolated instance, the refusal of the normal one is fatal', async () => {
  state.private = true;
  const client = new McpClientStrict({ name: 'sql', url: normal.url });
  await client.open();
  const error = await client.callTool('where').catch(reason => reason);
  expect(error).toBeInstanceOf(AgentRunAborted);
  expect(error.message).toBe(
    'The session holds private data, and this instance has network access: only the isolated instance serves it now.',
  );
  await client.close();
});

test('the test would see a leak: without the second lock, a call that is overtaken on its way reaches the normal instance', async () => {
  const client = await opened({ url: unguarded.url, privateData: { hasPrivateData: async () => false } });
  state.private = true;
  expect(await where(client)).toBe('normal');
  expect(leaks).toEqual(['call']);
});

type Step =
  | { readonly do: 'calls'; readonly clients: readonly number[]; readonly tool: 'where' | 'load' | 'retry' }
  | { readonly do: 'reopen' | 'replace'; readonly client: number }
  | { readonly do: 'restart'; readonly instance: 'normal' | 'isolated' }
  | { readonly do: 'elsewhere' | 'break' | 'repair' | 'forget session' }
  | { readonly do: 'slow'; readonly milliseconds: readonly number[] };

const index = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('calls' as const),
      clients: fc.array(index, { minLength: 1, maxLength: 5 }),
      tool: fc.constantFrom('where' as const, 'where' as const, 'where' as const, 'load' as const, 'retry' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('reopen' as const, 'replace' as const), client: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('restart' as const), instance: fc.constantFrom('normal' as const, 'isolated' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('elsewhere' as const, 'break' as const, 'repair' as const, 'forget session' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('slow' as const), milliseconds: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }) }) },
);

/** Tries again while connections of an instance that was restarted are found closed. */
async function reached<T>(request: () => Promise<T>, attempts = 5): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (attempts === 1) throw error;
    return reached(request, attempts - 1);
  }
}

/** Carries out a step; calls are begun and not waited for, so that the next steps overtake them. */
async function take(next: Step, all: McpClientPrivateData[], pending: Promise<unknown>[]): Promise<void> {
  switch (next.do) {
    case 'calls':
      for (const client of next.clients) pending.push(all[client % all.length]!.callTool(next.tool).catch(() => undefined));
      return;
    case 'reopen':
      await all[next.client % all.length]!.close();
      return reached(() => all[next.client % all.length]!.open());
    case 'replace':
      all[next.client % all.length] = make();
      return reached(() => all[next.client % all.length]!.open());
    case 'restart':
      return next.instance === 'normal' ? normal.restart() : isolated.restart();
    case 'elsewhere':
      state.private = true;
      return;
    case 'forget session':
      isolated.refusals.push(404);
      return;
    case 'slow':
      state.delays.push(...next.milliseconds);
      return;
    default:
      state.broken = next.do === 'break';
  }
}

/** A session that is lost while its instance restarts: the client's new connection fails, and a later call makes another. */
const lostWhileReconnecting: [number, Step[]] = [
  2,
  [
    { do: 'forget session' },
    { do: 'elsewhere' },
    { do: 'calls', clients: [0], tool: 'where' },
    { do: 'reopen', client: 1 },
    { do: 'restart', instance: 'isolated' },
  ],
];

test('no sequence of operations by any number of clients gets a call to the normal instance once private data entered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 15 }), async (count, steps) => {
      state = new State();
      leaks = [];
      const all = Array.from({ length: count }, () => make());
      for (const client of all) await reached(() => client.open());
      const pending: Promise<unknown>[] = [];
      for (const next of steps) await take(next, all, pending);
      await Promise.all(pending);
      isolated.refusals.length = 0;
      if (state.private) for (const client of all) expect(await reached(() => where(client))).toBe('isolated');
      expect(leaks).toEqual([]);
      await Promise.all(clients.splice(0).map(client => client.close()));
    }),
    { numRuns: 60, examples: [lostWhileReconnecting] },
  );
}, 120_000);
