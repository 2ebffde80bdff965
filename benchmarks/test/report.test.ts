import { expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { families } from '#benchmarks/families.js'
import { toFigure } from '#benchmarks/report/compare-with-peers.js'
import type { FamilyResult } from '#benchmarks/report/family-result.js'
import { isReached } from '#benchmarks/report/figure.js'
import { alignGrid, gridToMarkdown } from '#benchmarks/report/format-table.js'
import { summarizeFigures } from '#benchmarks/report/summarize-figures.js'
import { reportOf } from '#benchmarks/report/write-report.js'
import { differenceOf, ratioOf } from '#benchmarks/statistics.js'

test('a ratio is one of medians; its spread is that of the rounds', () => {
  expect(ratioOf([10, 20, 90], [5, 5, 9])).toEqual({ median: 4, p10: 2, p90: 10 })
  expect(differenceOf([10, 20, 90], [5, 5, 9])).toEqual({ median: 15, p10: 5, p90: 81 })
})

test('to be twice as fast is half of the time', () => {
  const faster = toFigure('all', { peer: 'peer', how: 'alone', bound: { atLeast: 2 } }, [5], [10])
  expect(faster.name).toBe('all: times as fast as peer, alone')
  expect(faster.measured.median).toBe(2)
  expect(isReached(faster)).toBe(true)
  expect(isReached({ ...faster, bound: { atLeast: 2.1 } })).toBe(false)

  const share = toFigure('all', { peer: 'peer', bound: { atMost: 0.5 } }, [5], [10])
  expect(share.name).toBe('all: time over that of peer')
  expect(share.measured.median).toBe(0.5)
  expect(isReached(share)).toBe(true)
  expect(isReached({ ...share, bound: { atMost: 0.4 } })).toBe(false)
})

test('the summary has the versions of Node side by side', () => {
  const grid = summarizeFigures([resultOf(20, 1.5), resultOf(24, 3)])
  expect(gridToMarkdown(grid).split('\n')).toEqual([
    '| figure | to reach | Node 20 | reached | to reach | Node 24 | reached |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    '| speed | ≥ 2 × | 1.50 (1.50 to 1.50) | **no** | ≥ 2 × | 3.00 (3.00 to 3.00) | yes |',
  ])
  expect(alignGrid(grid).split('\n')).toHaveLength(2)
})

test('what is read is what was recorded', () => {
  const report = reportOf([...families.keys()])
  expect([...report.keys()]).toEqual(expect.arrayContaining(['RESULTS.md', 'results/charts/match.svg']))
  for (const [path, text] of report) expect(readFileSync(`benchmarks/${path}`, 'utf8')).toBe(text)
})

function resultOf(nodeMajor: number, speed: number): FamilyResult {
  const measured = { median: speed, p10: speed, p90: speed }
  const figures = [{ name: 'speed', bound: { atLeast: 2 }, unit: '×' as const, measured }]
  const table = { title: '', unit: '', columns: [], rows: [], figures }
  return {
    family: 'match',
    title: 'Matching',
    nodeMajor,
    circumstances: '',
    seconds: 1,
    tables: [table],
  }
}
