const { TEST_SEED = '1' } = process.env;

/** The seed of generated cases: fixed, so that the result depends on the change and not on luck. TEST_SEED=random explores further, TEST_SEED=N repeats a run. */
export const seed = TEST_SEED === 'random' ? Date.now() % 2 ** 31 : Number(TEST_SEED);
