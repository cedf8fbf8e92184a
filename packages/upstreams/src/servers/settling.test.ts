import { type Settling, settling } from './settling.js';
import type { UpstreamState } from './types.js';

type Protocol = UpstreamState['protocol'];
type Connection = UpstreamState['connection']['state'];

interface Fake extends Settling {
  settle(state: Connection): Promise<void>;
}

function server(protocol: Protocol, initial: Connection = 'connecting'): Fake {
  let state = initial;
  let done = () => {};
  const settled = initial === 'connecting' ? new Promise<void>(resolve => (done = resolve)) : Promise.resolve();
  return {
    settled,
    get state() {
      return { protocol, connection: { state } } as UpstreamState;
    },
    async settle(next) {
      state = next;
      done();
      await jest.advanceTimersByTimeAsync(0);
    },
  };
}

function watch(...servers: Fake[]): { readonly isOver: boolean } {
  const watched = { isOver: false };
  void settling(servers, { milliseconds: 30_000, quietMs: 750 }).then(() => {
    watched.isOver = true;
  });
  return watched;
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const after = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

test('no servers: over at once', async () => {
  const watched = watch();
  await after(0);
  expect(watched.isOver).toBe(true);
});

test('over when the last one is ready or has failed', async () => {
  const [a, b] = [server('http'), server('stdio')];
  const watched = watch(a, b);
  await a.settle('ready');
  expect(watched.isOver).toBe(false);
  await b.settle('waiting');
  expect(watched.isOver).toBe(true);
});

test('an HTTP server that hangs is not waited for once the others have been quiet', async () => {
  const [hangs, fast, slow] = [server('http'), server('http'), server('streamable-http')];
  const watched = watch(hangs, fast, slow);
  await fast.settle('ready');
  await after(700);
  await slow.settle('ready');
  await after(700);
  expect(watched.isOver).toBe(false);
  await after(50);
  expect(watched.isOver).toBe(true);
});

test.each<[string, Fake[]]>([
  ['a command that starts', [server('stdio'), server('http')]],
  ['servers of which none is ready', [server('http'), server('http')]],
])('%s: waited for, up to the longest wait', async (_name, servers) => {
  const watched = watch(...servers);
  await servers[1]!.settle(servers[0]!.state.protocol === 'stdio' ? 'ready' : 'waiting');
  await after(29_000);
  expect(watched.isOver).toBe(false);
  await after(1_000);
  expect(watched.isOver).toBe(true);
});

test('REST endpoints, always ready, end no wait', async () => {
  const watched = watch(server('rest', 'ready'), server('http'));
  await after(29_000);
  expect(watched.isOver).toBe(false);
});
