import { ListChangedNotifier } from './list-changed-notifier.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('what changes while a change is told is told next, and a storm of changes is told once', async () => {
  const told: string[] = [];
  let isFirst = true;
  const notify = async (method: string) => {
    told.push(method);
    if (isFirst) notifier.changed('tools', 's');
    isFirst = false;
  };
  const notifier: ListChangedNotifier = new ListChangedNotifier({
    sessions: { all: () => [{ profile: undefined, notify }] as never },
    listeners: { changed: () => {} },
    tools: { hasChanged: () => true },
    config: { current: { view: () => undefined } },
  });
  for (let number = 0; number < 1_000; number++) notifier.changed('tools', 's');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['notifications/tools/list_changed', 'notifications/tools/list_changed']);
});
