import { Limiter, QueueFullError } from './limiter.js';

const never = () => new AbortController().signal;

/** Work that ends when it is told to. */
function job() {
  let end: () => void = () => {};
  const work = () =>
    new Promise<void>(resolve => {
      end = resolve;
    });
  return { work, end: () => end() };
}

const turns = () => new Promise(resolve => setImmediate(resolve));

it('lets as many go on as the limit says, the rest in their order', async () => {
  const limiter = new Limiter(2, 10);
  const jobs = Array.from({ length: 4 }, job);
  const begun: number[] = [];
  const all = jobs.map(({ work }, index) =>
    limiter.run(() => {
      begun.push(index);
      return work();
    }, never()),
  );
  await turns();
  expect([begun, limiter.running]).toEqual([[0, 1], 2]);
  jobs[1]!.end();
  await turns();
  expect([begun, limiter.running]).toEqual([[0, 1, 2], 2]);
  jobs[0]!.end();
  await turns();
  jobs[2]!.end();
  jobs[3]!.end();
  await Promise.all(all);
  expect([begun, limiter.running]).toEqual([[0, 1, 2, 3], 0]);
});

it('0 is no limit', async () => {
  const limiter = new Limiter(0, 0);
  const jobs = Array.from({ length: 50 }, job);
  const all = jobs.map(({ work }) => limiter.run(work, never()));
  expect(limiter.running).toBe(50);
  for (const { end } of jobs) end();
  await Promise.all(all);
});

it('refuses more than may wait', async () => {
  const limiter = new Limiter(1, 1);
  const [first, second] = [job(), job()];
  const all = [limiter.run(first.work, never()), limiter.run(second.work, never())];
  await expect(limiter.run(async () => {}, never())).rejects.toEqual(new QueueFullError(1));
  first.end();
  await turns();
  second.end();
  await Promise.all(all);
});

it('who gives up waiting leaves the queue, and takes no turn from others', async () => {
  const limiter = new Limiter(1, 10);
  const first = job();
  const running = limiter.run(first.work, never());
  const impatient = new AbortController();
  const given = limiter.run(async () => 'ran', impatient.signal);
  const patient = limiter.run(async () => 'ran', never());
  impatient.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  first.end();
  await running;
  expect([await patient, limiter.running]).toEqual(['ran', 0]);
});

it('work that fails frees its place', async () => {
  const limiter = new Limiter(1, 10);
  const failing = limiter.run(() => Promise.reject(new Error('no')), never());
  const next = limiter.run(async () => 'ran', never());
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('ran');
});

it('a wider limit lets those on who wait', async () => {
  const limiter = new Limiter(1, 10);
  const jobs = Array.from({ length: 3 }, job);
  const all = jobs.map(({ work }) => limiter.run(work, never()));
  limiter.configure(0, 10);
  await turns();
  expect(limiter.running).toBe(3);
  for (const { end } of jobs) end();
  await Promise.all(all);
});
