/** Tests are compiled by `tsc -b`; Jest runs the plain JavaScript and resolves packages through their real exports. */
export default {
  testMatch: ['<rootDir>/{packages,examples,benchmarks}/**/dist-test/**/*.test.js'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/package.json'],
  transform: {},
  testEnvironment: 'node',
  coverageProvider: 'v8',
  // Modules of a virtual machine are never collected, so a worker starts anew when it holds too many.
  maxWorkers: '100%',
  workerIdleMemoryLimit: '1GB',
  // Not a promise about speed: a busy machine must not fail a test that only waits.
  testTimeout: 240_000,
}
