import { Approvals } from '@mcpgw/approvals';
import { memoryStore } from '@mcpgw/store';
import type { UpstreamState } from '@mcpgw/upstreams';
import { Catalogue } from './catalogue.js';
import { server, tool } from './fixtures.js';
import { Follower } from './follow.js';

async function following(first: readonly UpstreamState[]) {
  const store = memoryStore();
  const approvals = new Approvals(store);
  const listeners = new Set<() => void>();
  let states = first;
  const catalogue = new Catalogue(approvals, { servers: () => states });
  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const follower = new Follower({ states: () => states, onChange }, approvals, catalogue);
  const become = async (next: readonly UpstreamState[]) => {
    states = next;
    for (const listener of listeners) listener();
    await follower.settled();
  };
  await follower.settled();
  return { approvals, catalogue, become, follower, listeners, store };
}

it('takes note of what is listed, and of what changes', async () => {
  const { approvals, catalogue, become } = await following([server('s', [tool('a')], { trustMode: 'manual' })]);
  expect(catalogue.statusOf('s', 'a')).toBe('pending_approval');
  await approvals.approve('s', 'a', { by: 'me' });
  await become([server('s', [tool('a', 'something else'), tool('b')], { trustMode: 'manual' }), server('t', [tool('c')])]);
  expect([approvals.get('s', 'a')?.status, approvals.get('s', 'b')?.status, catalogue.statusOf('t', 'c')]).toEqual([
    'changed',
    'pending',
    undefined,
  ]);
});

it('a changed tool is locked before the change is on record', async () => {
  const { approvals, catalogue, become } = await following([server('s', [tool('a')], { trustMode: 'manual' })]);
  await approvals.approve('s', 'a', { by: 'me' });
  const done = become([server('s', [tool('a', 'something else')], { trustMode: 'manual' })]);
  expect(catalogue.statusOf('s', 'a')).toBe('pending_approval');
  await done;
});

it('the same list under another trust is looked at again', async () => {
  const tools = [tool('a')];
  const { catalogue, become } = await following([server('s', tools, { trustMode: 'manual' })]);
  await become([server('s', tools, { trustMode: 'auto' })]);
  expect(catalogue.statusOf('s', 'a')).toBeUndefined();
});

it('a list that stays the same is written once', async () => {
  const states = [server('s', [tool('a')])];
  const { become, store } = await following(states);
  const update = jest.spyOn(store, 'update');
  await become(states);
  await become([{ ...states[0]!, connection: { state: 'waiting', error: 'lost', attempts: 1, since: 1 } }]);
  expect(update).not.toHaveBeenCalled();
});

it('a server that is off keeps what is on record of it', async () => {
  const { approvals, catalogue, become } = await following([server('s', [tool('a')], { trustMode: 'manual' })]);
  await approvals.approve('s', 'a', { by: 'me' });
  await become([server('s', [], { enabled: false, trustMode: 'manual' })]);
  expect(catalogue.statusOf('s', 'a')).toBe('server_disabled');
  expect(catalogue.counts('s')).toEqual({ callable: 0, server_disabled: 1 });
  await become([server('s', [tool('a')], { trustMode: 'manual' })]);
  expect(catalogue.statusOf('s', 'a')).toBeUndefined();
});

it('ends', async () => {
  const { follower, listeners } = await following([]);
  follower.close();
  expect(listeners.size).toBe(0);
});

it('indexes what is listed between other work', async () => {
  const { catalogue, become } = await following([server('s', [tool('a')]), server('t', [tool('b')])]);
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve));
  expect(catalogue.indexNext()).toBe(false);
  await become([server('s', [tool('a'), tool('c')])]);
  expect(catalogue.indexNext()).toBe(true);
  expect(catalogue.indexNext()).toBe(false);
});
