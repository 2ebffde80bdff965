import TestSequencer from '@jest/test-sequencer'
import { readFileSync } from 'node:fs'

/** A suite on every database, one that starts processes, or one that follows a tutorial. */
const waits =
  /describe(?:Stores|Rules|Databases|Tables|Servers)|\bTutorial\b|\b(?:spawn|fork|execFile|runBin)\(/

/**
 * On a machine that has run no tests yet, Jest begins with the largest files. Suites that wait for databases and processes are
 * small and take longest: begun last, they would run alone at the end.
 */
export default class WaitingSuitesFirst extends TestSequencer {
  sort(tests) {
    const waiting = new Set(tests.filter(({ path }) => waits.test(readFileSync(path, 'utf8'))))
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the method of Jest's class, which gives a new list
    const sorted = super.sort(tests)
    return [...sorted.filter((test) => waiting.has(test)), ...sorted.filter((test) => !waiting.has(test))]
  }
}
