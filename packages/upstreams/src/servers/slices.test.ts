import { Slices } from './slices.js';

it('however many work in slices, one slice runs in each turn of the event loop', async () => {
  let slices = 0;
  const workers = Array.from({ length: 50 }, async () => {
    const own = new Slices();
    for (let round = 0; round < 2; round++) {
      await own.next();
      slices++;
    }
  });
  const counts: number[] = [];
  while (slices < 100) {
    await new Promise(resolve => setImmediate(resolve));
    counts.push(slices);
  }
  await Promise.all(workers);
  expect(Math.max(...counts.map((count, turn) => count - (counts[turn - 1] ?? 0)))).toBeLessThanOrEqual(2);
});
