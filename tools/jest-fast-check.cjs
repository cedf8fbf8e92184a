/** fast-check with the seed of test/helpers/seed.ts: properties that name no seed of their own start there. */
const fc = require('../node_modules/fast-check/lib/cjs/fast-check.js');

const { TEST_SEED = '1' } = process.env;
if (TEST_SEED !== 'random') fc.configureGlobal({ seed: Number(TEST_SEED) });
module.exports = fc;
