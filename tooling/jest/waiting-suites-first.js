import TestSequencer from '@jest/test-sequencer'
import { readFileSync } from 'node:fs'

/** A suite that uses every database, starts processes, or follows a tutorial. */
const waits =
  /describe(?:Stores|Rules|Databases|Tables|Servers)|\bTutorial\b|\b(?:spawn|fork|execFile|runBin)\(/

/**
 * Begins with suites that wait for databases and processes. Without this class, a machine that has never run the tests
 * would begin with the largest files. The waiting suites are small, so they would run alone at the end.
 */
export default class WaitingSuitesFirst extends TestSequencer {
  sort(tests) {
    const waiting = new Set(tests.filter(({ path }) => waits.test(readFileSync(path, 'utf8'))))
    // oxlint-disable-next-line unicorn/no-array-sort -- this method of Jest's class returns a new list
    const sorted = super.sort(tests)
    return [...sorted.filter((test) => waiting.has(test)), ...sorted.filter((test) => !waiting.has(test))]
  }
}
