import { availableParallelism } from 'node:os'

// A change passes or fails by what it changed, so every run draws the same inputs. `npm run fuzz` draws others.
process.env['FUZZ_SEED'] ??= '0'
if (process.env['FUZZ_SEED'] === 'random') process.env['FUZZ_SEED'] = String(Date.now() % 1_000_000)

// Workers run ES modules only with this flag. Jest starts them with these options, so `npx jest NAME` works.
process.env['NODE_OPTIONS_OF_TESTS'] ??= process.env['NODE_OPTIONS'] ?? ''
process.env['NODE_OPTIONS'] =
  `${process.env['NODE_OPTIONS_OF_TESTS']} --experimental-vm-modules --disable-warning=ExperimentalWarning`

/** `npm test` runs the suites `*.test.ts`, from their TypeScript; `*.long.*` and `*.fuzz.*` run in `npm run test:all`. */
export const common = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'ts', 'tsx', 'json', 'node'],
  resolver: '<rootDir>/tooling/jest/resolve-source.cjs',
  transform: { '\\.tsx?$': '<rootDir>/tooling/jest/transform-typescript.js' },
  // Every property draws from FUZZ_SEED.
  moduleNameMapper: { '^fast-check$': '<rootDir>/tooling/jest/seeded-fast-check.js' },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/package.json'],
  // Jest would keep its map of files in the temporary folder.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  globalSetup: '<rootDir>/tooling/jest/make-test-folder.js',
  globalTeardown: '<rootDir>/tooling/jest/remove-test-folder.js',
  testSequencer: '<rootDir>/tooling/jest/waiting-suites-first.js',
  testEnvironment: '<rootDir>/tooling/jest/test-environment.js',
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
  testMatch: ['<rootDir>/{packages,examples,benchmarks,tooling}/**/test/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '\\.(?:long|fuzz)\\.test\\.tsx?$'],
}
