import base from './jest.config.mjs';

/** What needs more than Node: real Helm, Go, servers, a browser. Run by `make ci`; each test says what it lacks when it skips. */
export default {
  ...base,
  globalSetup: '<rootDir>/test/helpers/build-cli.mjs',
  testMatch: ['e2e', 'differential', 'conformance', 'chart'].map(folder => `<rootDir>/test/${folder}/**/*.test.ts`),
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  testSequencer: '<rootDir>/test/helpers/longest-first.mjs',
  testTimeout: 300_000,
  // Within the time of a test: see test/helpers/until.ts.
  globals: { longestWaitMs: 240_000 },
};
