import base from './jest.config.mjs';

/** What needs more than Node: real Helm, Go, servers, a browser. Run by `make ci`; each test says what it lacks when it skips. */
export default {
  ...base,
  testMatch: ['<rootDir>/test/e2e/**/*.test.ts', '<rootDir>/test/chart/**/*.test.ts', '<rootDir>/test/differential/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  testTimeout: 300_000,
};
