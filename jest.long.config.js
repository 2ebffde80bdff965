import { common } from './jest.config.js'

// The properties of the normal run, with inputs enough to find what is rare.
process.env['FUZZ_RUNS'] ??= '10000'
// What is installed in folders with lockfiles of their own is there.
process.env['TEST_ALL'] = '1'

/** What `npm run test:all` adds to `npm test`: browsers, clusters, outages, long fuzzing, and the benchmarks' answers. */
export default {
  ...common,
  testMatch: [
    '<rootDir>/{packages,examples,browsers}/**/dist-test/**/*.long.test.js',
    '<rootDir>/packages/*/dist-test/**/{conformance,round-trip,router-model-attribute,express-path,guard-agreement,finished-url,simple-line,reverse-short-way,automaton,send-json}.test.js',
    '<rootDir>/packages/rest/dist-test/{document-repository,kysely-repository,unique-values}.test.js',
    '<rootDir>/packages/rest/dist-test/http/{bad-parameters,hidden-fields,list-parameters,openapi-behaviour,validation}.test.js',
    '<rootDir>/{benchmarks,examples/recipes}/dist-test/**/*.test.js',
  ],
  testTimeout: 600_000,
}
