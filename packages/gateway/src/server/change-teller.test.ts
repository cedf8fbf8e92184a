import { ChangeTeller } from './change-teller.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('what changes while a change is told is told next, and a storm of changes is told once', async () => {
  const told: string[] = [];
  let isFirst = true;
  const notify = async (method: string) => {
    told.push(method);
    if (isFirst) teller.changed('tools', 's');
    isFirst = false;
  };
  const teller: ChangeTeller = new ChangeTeller({
    sessions: { all: () => [{ profile: undefined, notify }] as never },
    listeners: { changed: () => {} },
    isAnother: () => true,
    sees: () => true,
  });
  for (let number = 0; number < 1_000; number++) teller.changed('tools', 's');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['notifications/tools/list_changed', 'notifications/tools/list_changed']);
});
