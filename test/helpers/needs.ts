/**
 * Tests that need more than Node. If something is missing, they are reported as skipped, with the reason in their name, never as passed.
 * `tools/ci-summary.mjs` refuses a skipped test without a reason; `test/pins/skips.test.ts` refuses other ways to skip.
 */

const because = (name: string, missing: string) => `${name} (skipped: ${missing})`;

/** A suite that runs if nothing is `missing`. */
export function describeUnless(missing: string | undefined, name: string, suite: () => void): void {
  if (missing === undefined) describe(name, suite);
  else describe.skip(because(name, missing), suite);
}

/** A test that runs if nothing is `missing`; `timeout` in milliseconds. */
export function testUnless(missing: string | undefined, name: string, run: () => unknown, timeout?: number): void {
  if (missing === undefined) test(name, async () => void (await run()), timeout);
  else test.skip(because(name, missing), () => {}, timeout);
}

/** A placeholder for tests that cannot be listed because something is missing. */
export function skipTests(missing: string, name = 'all tests of this file'): void {
  test.skip(because(name, missing), () => {});
}

/** Why a test that needs a user without root's rights cannot run, or undefined if it can. */
export const rootMissing = process.getuid?.() === 0 ? 'root may write everywhere' : undefined;
