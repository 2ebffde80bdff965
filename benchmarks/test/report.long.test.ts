import { expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { families } from '#benchmarks/families.js'
import { toAim } from '#benchmarks/report/compare-with-peers.js'
import { toMarkdownTable } from '#benchmarks/report/format.js'
import { reportOf } from '#benchmarks/report/write-report.js'
import { ratioOf } from '#benchmarks/statistics.js'

test('a ratio divides the medians, and its percentiles come from the ratios of the rounds', () => {
  expect(ratioOf([10, 20, 90], [5, 5, 9])).toEqual({ median: 4, p10: 2, p90: 10 })
})

test('an aim is our time divided by the time of a peer', () => {
  expect(toAim('all', 'peer', 0.5, [5], [10])).toEqual({
    name: 'all, compared with peer',
    unit: '×',
    atMost: 0.5,
    measured: { median: 0.5, p10: 0.5, p90: 0.5 },
  })
})

test('a table aligns the first column to the left and the other columns to the right', () => {
  expect(toMarkdownTable(['peer', 'Node 20'], [['memoirist', '1.20']]).split('\n')).toEqual([
    '| peer      | Node 20 |',
    '| --------- | ------: |',
    '| memoirist |    1.20 |',
  ])
})

test('the pages and charts of the results are up to date', () => {
  const report = reportOf([...families.keys()])
  expect([...report.keys()]).toEqual(expect.arrayContaining(['RESULTS.md', 'results/charts/match.svg']))
  for (const [path, text] of report) expect(readFileSync(`benchmarks/${path}`, 'utf8')).toBe(text)
})
