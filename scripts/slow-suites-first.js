import TestSequencer from '@jest/test-sequencer'

/**
 * On a machine that has run no tests yet, Jest begins with the largest files. These are small and take longest, most of it
 * waiting for databases and processes: begun last, they would run alone at the end. The longest comes first.
 */
const slowSuites = [
  'packages/rest/dist-test/kysely-repository.test.js',
  'packages/rest/dist-test/document-repository.test.js',
  'packages/rest/dist-test/http/scope-attack.test.js',
  'examples/migration/dist-test/move-in.test.js',
  'packages/rest/dist-test/database-timeouts.test.js',
  'packages/cli/dist-test/import-command.test.js',
  'packages/view-jsx/dist-test/conformance.test.js',
  'packages/rest/dist-test/pages.test.js',
  'packages/router-core/dist-test/match-index.test.js',
  'examples/site/dist-test/tutorial.test.js',
  'examples/api/dist-test/listed-routes.test.js',
]

export default class SlowSuitesFirst extends TestSequencer {
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the method of Jest's class, which gives a new list
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ path }) {
  const index = slowSuites.findIndex((suite) => path.endsWith(suite))
  return index < 0 ? slowSuites.length : index
}
