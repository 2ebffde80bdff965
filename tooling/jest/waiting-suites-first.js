import TestSequencer from '@jest/test-sequencer'
import { readFileSync } from 'node:fs'

/** A suite that uses every database, starts processes, or follows a tutorial. */
const waits =
  /describe(?:Stores|Rules|Databases|Tables|Servers)|\bTutorial\b|\b(?:spawn|fork|execFile|runBin)\(/

/**
 * Begins with suites that wait for databases and processes. On a machine that has run no tests yet, Jest begins with
 * the largest files. These suites are small and slow, so they would run alone at the end.
 */
export default class WaitingSuitesFirst extends TestSequencer {
  sort(tests) {
    const waiting = new Set(tests.filter(({ path }) => waits.test(readFileSync(path, 'utf8'))))
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the method of Jest's class, which gives a new list
    const sorted = super.sort(tests)
    return [...sorted.filter((test) => waiting.has(test)), ...sorted.filter((test) => !waiting.has(test))]
  }
}
