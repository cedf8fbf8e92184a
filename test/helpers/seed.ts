const { TEST_SEED = '1' } = process.env;

/** Where generated cases start: the same for every run, so that the gate judges a change and not its luck. TEST_SEED=random looks further, TEST_SEED=N repeats. */
export const seed = TEST_SEED === 'random' ? Date.now() % 2 ** 31 : Number(TEST_SEED);
