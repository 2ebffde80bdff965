import { availableParallelism } from 'node:os'

// A change passes or fails by what it changed, so every run draws the same inputs. `npm run fuzz` draws others.
process.env['FUZZ_SEED'] ??= '0'
if (process.env['FUZZ_SEED'] === 'random') process.env['FUZZ_SEED'] = String(Date.now() % 1_000_000)

/** What `npm test` runs. Tests are compiled by `tsc -b`; Jest runs the JavaScript and resolves packages through their real exports. */
export const common = {
  // Every property draws from FUZZ_SEED.
  moduleNameMapper: { '^fast-check$': '<rootDir>/scripts/seeded-fast-check.js' },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/package.json'],
  transform: {},
  // Jest would keep its map of files in the temporary folder.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  globalSetup: '<rootDir>/scripts/make-test-folder.js',
  globalTeardown: '<rootDir>/scripts/remove-test-folder.js',
  testSequencer: '<rootDir>/scripts/slow-suites-first.js',
  testEnvironment: '<rootDir>/scripts/test-environment.js',
  coverageProvider: 'v8',
  // While one suite waits for a database, a timer or another process, the processor runs another one.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Modules of a virtual machine are never collected, so a worker starts anew when it holds too many.
  workerIdleMemoryLimit: '1GB',
  // No promise about speed: a busy machine must not fail a test that only waits.
  testTimeout: 240_000,
}

export default {
  ...common,
  testMatch: ['<rootDir>/{packages,examples}/**/dist-test/**/*.test.js'],
  testPathIgnorePatterns: ['/node_modules/', '/examples/recipes/', '\\.long\\.test\\.js$'],
}
