/** Waits with a deadline. A deadline is generous: it says that something never comes, not that a machine is slow. */

export const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** Asks every 50 ms until it is given something. @throws Error with `what` after `ms` milliseconds, by default two minutes */
export async function until<T>(what: string, ask: () => T | Promise<T>, ms = 120_000): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + ms;
  for (;;) {
    const found = await ask();
    if (found) return found as NonNullable<Exclude<T, false>>;
    if (performance.now() > end) throw new Error(`${what}: not within ${ms / 1000} s`);
    await sleep(50);
  }
}
