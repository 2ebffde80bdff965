import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { BenchTable } from './bench-table.js'

/** The result of one run of a family, in a file like `results/node-20/match.json`. Pages and charts show it. */
export interface FamilyResult {
  readonly family: string
  readonly title: string
  readonly nodeMajor: number
  /** A sentence with the command, the day, the machine, and the versions. */
  readonly circumstances: string
  readonly seconds: number
  readonly tables: readonly BenchTable[]
}

export const resultsFolder = new URL('../../results/', import.meta.url)

export function saveResult(result: FamilyResult): void {
  const folder = new URL(`node-${result.nodeMajor}/`, resultsFolder)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${result.family}.json`, folder), `${JSON.stringify(result, undefined, 1)}\n`)
}

/** The results of all measured versions of Node, beginning with the oldest version. */
export function readResults(): FamilyResult[] {
  mkdirSync(resultsFolder, { recursive: true })
  return readdirSync(resultsFolder)
    .filter((name) => /^node-\d+$/.test(name))
    .toSorted((left, right) => Number(left.slice(5)) - Number(right.slice(5)))
    .flatMap((name) => {
      const folder = new URL(`${name}/`, resultsFolder)
      return readdirSync(folder).map(
        (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as FamilyResult,
      )
    })
}
