/** Tests run from source: TypeScript is stripped by swc, workspace imports go to src. */
const esmOnly = [
  'chalk',
  're2js',
  'jose',
  '@modelcontextprotocol',
  'commander',
  'diff',
  '@noble',
  // Not ESM, but it loads node:http by import(), which Jest does only in code that it transforms.
  '@opentelemetry/otlp-exporter-base',
  '@kubernetes',
  '@marcbachmann',
  'openid-client',
  'oauth4webapi',
].join('|');

export default {
  testEnvironment: 'node',
  globalSetup: '<rootDir>/tools/jest-setup.mjs',
  globalTeardown: '<rootDir>/tools/jest-temp.mjs',
  // No test asserts a time; on a busy machine each may take long.
  testTimeout: 60_000,
  testMatch: ['<rootDir>/packages/*/{src,test}/**/*.test.ts', '<rootDir>/cli/{src,test}/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '<rootDir>/test/e2e/', '<rootDir>/test/differential/'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.cache/'],
  moduleNameMapper: {
    '^fast-check$': '<rootDir>/tools/jest-fast-check.cjs',
    '^@mcpgw/go/([a-z0-9]+)$': '<rootDir>/packages/go/src/$1/index.ts',
    '^@mcpgw/([a-z-]+)/(dialect|internal)$': '<rootDir>/packages/$1/src/$2.ts',
    '^@mcpgw/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '\\.hbs$': '<rootDir>/tools/jest-text.cjs',
    '^.+\\.[cm]?[jt]s$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly})/)`],
};
