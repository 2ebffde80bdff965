import { common } from './jest.config.js'

// Folders with lockfiles of their own are installed.
process.env['TEST_ALL'] = '1'

/** `npm run test:all` adds browsers, clusters, outages, fuzzing, recipes, and the benchmarks' answers to `npm test`. */
export default {
  ...common,
  testMatch: ['<rootDir>/{packages,examples,benchmarks,tooling}/**/test/**/*.{long,fuzz}.test.{ts,tsx}'],
  testTimeout: 600_000,
}
