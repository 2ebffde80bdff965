import { common } from './jest.config.js'

/** What `npm run test:all` adds to `npm test`: browsers, clusters, outages, long fuzzing, and the benchmarks' answers. */
export default {
  ...common,
  testMatch: [
    '<rootDir>/{packages,examples}/**/dist-test/**/*.long.test.js',
    '<rootDir>/benchmarks/dist-test/**/*.test.js',
  ],
  testTimeout: 600_000,
}
