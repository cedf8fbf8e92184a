/** Waiting in tests: until something holds, however slow the machine is. */

/** The setting of Jest's configuration (`globals`); a run without it has tests of 60 seconds. */
declare const longestWaitMs: number | undefined;

/** Less than the time that a test has, so that the reason is seen. It says that something never comes, not that it is late. */
const longestMs = typeof longestWaitMs === 'number' ? longestWaitMs : 50_000;
const pauseMs = 10;

type Probe<T> = () => T | undefined | false | Promise<T | undefined | false>;

/**
 * Asks `probe` until it gives something truthy, and returns that.
 *
 * @throws Error that names `what`, by default the text of `probe`, after `withinMs`, by default nearly all the time that a test has
 */
export async function until<T>(probe: Probe<T>, what: string = String(probe), withinMs = longestMs): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (performance.now() > end) throw new Error(`waited ${withinMs / 1000} s for: ${what}`);
    await new Promise(resolve => setTimeout(resolve, pauseMs));
  }
}

/** Runs `check` until its expectations hold. @throws the failed expectation after nearly all the time that a test has */
export async function untilPasses(check: () => Promise<void>): Promise<void> {
  const end = performance.now() + longestMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise(resolve => setTimeout(resolve, pauseMs));
    }
  }
}
